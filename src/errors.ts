/**
 * The errors that any part may throw, and the exit statuses they end in. A
 * failing carrier is 3, not 1, so that a crash is never taken for a verdict.
 */
export const exitStatuses = [
  [0, [], "Success: every number was answered, or every carrier passes"],
  [1, [], "Internal error (a bug in usdot)"],
  [
    2,
    ["usage"],
    "Bad usage, settings or input: nothing was sent; or an unknown field",
  ],
  [3, ["not-found", "failed"], "Not found, or a carrier fails"],
  [4, ["key"], "API key missing or rejected"],
  [
    5,
    ["unreachable"],
    "The service is unreachable or rate-limiting; try again later",
  ],
  [
    6,
    ["unusable"],
    "The service sent an unusable response or rejected the request",
  ],
  [7, ["file"], "A local file could not be read or written"],
  [
    8,
    ["incomplete", "review"],
    "Some numbers have no answer, or some carriers need review",
  ],
  [129, ["hung-up"], "The terminal hung up (SIGHUP)"],
  [130, ["interrupted"], "Interrupted (Ctrl-C)"],
  [141, ["closed"], "The program reading our output exited"],
  [143, ["terminated"], "Terminated (SIGTERM)"],
] as const;

/**
 * What went wrong in one word: it is the `error.code` in a list, and determines
 * the exit status.
 */
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

/**
 * The base of every error that usdot expects: a message for the user, and what
 * to do next.
 */
export abstract class UsdotError extends Error {
  abstract readonly kind: ErrorKind;
  /** The HTTP status of the answer, if the error is about one. */
  readonly status?: number | undefined;
  /** The message, where several mistakes have a line each. */
  readonly lines: readonly string[];
  readonly hint: string | undefined;

  constructor(
    message: string | readonly string[],
    { hint, cause }: ErrorDetails = {},
  ) {
    const lines = [message].flat();
    super(lines.join("\n"), cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.lines = lines;
    this.hint = hint;
  }
}

/**
 * Something typed, set or listed cannot be used. Several mistakes have a line
 * each.
 */
export class UsageError extends UsdotError {
  readonly kind = "usage";
}

/** Throws a usage error: what cannot be used, and what to do instead. */
export function refuse(
  message: string | readonly string[],
  hint?: string,
  cause?: unknown,
): never {
  throw new UsageError(message, { hint, cause });
}

/** A mistake in a file that people write for vetting, and its place. */
export interface Problem {
  path: string;
  line: number;
  column: number;
  message: string;
}

/**
 * A policy, a waiver file or a list has mistakes, a line each:
 * `policy.yaml:6:3: unknown rule "x"`.
 */
export class VettingFileError extends UsageError {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const inOrder = problems.toSorted(
      (first, second) =>
        first.path.localeCompare(second.path) ||
        first.line - second.line ||
        first.column - second.column,
    );
    super(
      inOrder.map(
        ({ path, line, column, message }) =>
          `${path}:${line}:${column}: ${message}`,
      ),
    );
    this.problems = inOrder;
  }
}

export class FileError extends UsdotError {
  readonly kind = "file";
}

/** An error of a kind that has no class of its own. */
export class OtherError extends UsdotError {
  readonly kind: ErrorKind;

  constructor(message: string, kind: ErrorKind, details: ErrorDetails = {}) {
    super(message, details);
    this.kind = kind;
  }
}

/**
 * Not an error: everything was said, and the command ends with the status of
 * this kind.
 */
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
  readonly kind: ErrorKind;

  constructor(signal: StopSignal) {
    super(interruptions[signal].replace("-", " "));
    this.kind = interruptions[signal];
  }
}
