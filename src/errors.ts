/** The errors that any part may throw, and the exit statuses they end in. 3 is never 1: a crash is not a verdict. */
export const exitStatuses = [
  [0, [], "everything asked for was answered (vet: every carrier passes)"],
  [1, [], "internal error (a bug in usdot)"],
  [
    2,
    ["usage"],
    "the command line, configuration or input is wrong; nothing was sent",
  ],
  [
    3,
    ["not-found", "failed"],
    "a definite no: a carrier does not exist (vet: a carrier fails)",
  ],
  [4, ["key"], "the API key is missing or refused"],
  [
    5,
    ["unreachable"],
    "the service cannot be reached, or asks us to come back later: try again",
  ],
  [
    6,
    ["unusable"],
    "the service answered something unusable, or refused the request for good",
  ],
  [7, ["file"], "a local file could not be read or written"],
  [
    8,
    ["incomplete", "review"],
    "a list is incomplete: some numbers have no answer (vet: none fails, some need review)",
  ],
  [129, ["hung-up"], "the terminal hung up (SIGHUP)"],
  [130, ["interrupted"], "interrupted (Ctrl-C)"],
  [143, ["terminated"], "terminated (SIGTERM)"],
  [141, ["closed"], "the program reading our output exited"],
] as const;

/** What went wrong in one word: it is the `error.code` in a list, and determines the exit status. */
export type ErrorKind = (typeof exitStatuses)[number][1][number];

export function exitStatusOf(kind: ErrorKind): number {
  return (
    exitStatuses.find(([, kinds]) =>
      (kinds as readonly ErrorKind[]).includes(kind),
    )?.[0] ?? 1
  );
}

export interface ErrorDetails {
  hint?: string | undefined;
  cause?: unknown;
}

/** The base of every error that usdot expects: a message for the user, and what to do next. */
export abstract class UsdotError extends Error {
  abstract readonly kind: ErrorKind;
  readonly hint: string | undefined;

  constructor(message: string, { hint, cause }: ErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.hint = hint;
  }
}

/** What was typed, set or listed cannot be used. Several mistakes have a line each. */
export class UsageError extends UsdotError {
  readonly kind = "usage";
}

/** A mistake in a file that people write for vetting, and its place. */
export interface Problem {
  path: string;
  line: number;
  column: number;
  message: string;
}

export const placed = ({ path, line, column, message }: Problem): string =>
  `${path}:${line}:${column}: ${message}`;

/** A policy, a waiver file or a list has mistakes, a line each: `policy.yaml:6:3: unknown rule "x"`. */
export class VettingFileError extends UsageError {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const files = [...new Set(problems.map(({ path }) => path))];
    const inOrder = problems.toSorted(
      (one, other) =>
        files.indexOf(one.path) - files.indexOf(other.path) ||
        one.line - other.line ||
        one.column - other.column,
    );
    super(inOrder.map(placed).join("\n"));
    this.problems = inOrder;
  }
}

export class MissingKeyError extends UsdotError {
  readonly kind = "key";
}

export class FileError extends UsdotError {
  readonly kind = "file";
}

/** An error of any kind: how a list ended, or what an earlier run recorded. */
export class ListError extends UsdotError {
  readonly kind: ErrorKind;

  constructor(message: string, kind: ErrorKind, details: ErrorDetails = {}) {
    super(message, details);
    this.kind = kind;
  }
}

/** Not an error: everything was said, and the command ends with the status of this kind. */
export class ExitStatus extends Error {
  readonly status: number;

  constructor(kind: ErrorKind) {
    super(`exit status of ${kind}`);
    this.status = exitStatusOf(kind);
  }
}

const interruptions = {
  SIGINT: "interrupted",
  SIGTERM: "terminated",
  SIGHUP: "hung-up",
} as const;

export type StopSignal = keyof typeof interruptions;

export const stopSignals = Object.keys(interruptions) as StopSignal[];

export class InterruptedError extends UsdotError {
  readonly kind: (typeof interruptions)[StopSignal];

  constructor(signal: StopSignal) {
    super(interruptions[signal].replace("-", " "));
    this.kind = interruptions[signal];
  }
}

/** The program reading our output exited (`usdot ... | head`). We stop silently. */
export class OutputClosedError extends UsdotError {
  readonly kind = "closed";
}
