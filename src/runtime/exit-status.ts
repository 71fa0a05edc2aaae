/** The exit statuses, and the only place that turns an error into one. */
import { errorStatuses, UsdotError } from "../errors.ts";

/** The exit status by how a run ends; `bug` is anything unexpected. */
export const statusByKind = { answered: 0, bug: 1, ...errorStatuses };

/** What each exit status means, in the words that the README prints. */
export const exitStatuses: readonly { status: number; meaning: string }[] = [
  { status: 0, meaning: "everything asked for was answered (vet: every carrier passes)" },
  { status: 1, meaning: "internal error (a bug in usdot)" },
  { status: 2, meaning: "the command line, configuration or input is wrong; nothing was sent" },
  { status: 3, meaning: "a definite no: a carrier does not exist (vet: a carrier fails)" },
  { status: 4, meaning: "the API key is missing or refused" },
  { status: 5, meaning: "the service cannot be reached, or asks us to come back later: try again" },
  { status: 6, meaning: "the service sent something unusable, or refused the request for good" },
  { status: 7, meaning: "a local file could not be read or written" },
  { status: 8, meaning: "a list is incomplete: some numbers have no answer (vet: some carriers need review)" },
  { status: 130, meaning: "interrupted (Ctrl-C)" },
  { status: 143, meaning: "terminated (SIGTERM)" },
  { status: 129, meaning: "the terminal went away (SIGHUP)" },
  { status: 141, meaning: "the program reading our output exited" },
];

/** The exit status for an error. */
export function exitStatusOf(error: unknown): number {
  return statusByKind[error instanceof UsdotError ? error.kind : "bug"];
}
