/** The exit statuses, and the only place that turns an error into one. */
import { type ErrorKind, UsdotError } from "../errors.ts";

/** The exit statuses in the words that the README prints. 3 is never 1, so that a crash cannot be read as a verdict. */
export const exitStatuses = {
  answered: { status: 0, meaning: "everything asked for was answered (vet: every carrier passes)" },
  bug: { status: 1, meaning: "internal error (a bug in usdot)" },
  usage: { status: 2, meaning: "the command line, configuration or input is wrong; nothing was sent" },
  no: { status: 3, meaning: "a definite no: a carrier does not exist (vet: a carrier fails)" },
  key: { status: 4, meaning: "the API key is missing or refused" },
  unreachable: {
    status: 5,
    meaning: "the service cannot be reached, or asks us to come back later: try again",
  },
  unusable: {
    status: 6,
    meaning: "the service sent something unusable, or refused the request for good",
  },
  file: { status: 7, meaning: "a local file could not be read or written" },
  incomplete: {
    status: 8,
    meaning: "a list is incomplete: some numbers have no answer (vet: some carriers need review)",
  },
  interrupted: { status: 130, meaning: "interrupted (Ctrl-C)" },
  terminated: { status: 143, meaning: "terminated (SIGTERM)" },
  "hung-up": { status: 129, meaning: "the terminal went away (SIGHUP)" },
  closed: { status: 141, meaning: "the reader of our output went away" },
} as const;

export type ExitName = keyof typeof exitStatuses;

/** The exit status by the kind of error; all other kinds have a status of the same name. */
const differing = { "not-found": "no", failed: "no", review: "incomplete" } as const;

/** The name of the exit status for a kind of error. */
export function exitNameOf(kind: ErrorKind): ExitName {
  return kind in differing
    ? differing[kind as keyof typeof differing]
    : (kind as Exclude<ErrorKind, keyof typeof differing>);
}

/** The exit status for an error; anything unexpected is our own bug (1). */
export function exitStatusOf(error: unknown): number {
  return exitStatuses[error instanceof UsdotError ? exitNameOf(error.kind) : "bug"].status;
}
