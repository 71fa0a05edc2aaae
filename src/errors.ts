/** The errors that any part may throw. */

/** The exit status by the kind of error. 3 is never 1, so that a crash cannot be read as a verdict. */
export const errorStatuses = {
  usage: 2,
  "not-found": 3,
  key: 4,
  unreachable: 5,
  unusable: 6,
  file: 7,
  incomplete: 8,
  failed: 3,
  review: 8,
  interrupted: 130,
  terminated: 143,
  "hung-up": 129,
  closed: 141,
};

/** What went wrong in one word: it is the `error.code` in a list, and determines the exit status. */
export type ErrorKind = keyof typeof errorStatuses;

/** What an error may carry besides its message. */
export interface ErrorDetails {
  /** What to do next, for the end of the line. */
  hint?: string | undefined;
  /** A word that names none of the things it could: if it is close to one of their names, that is the hint. */
  mistyped?: { word: string; names: readonly string[] } | undefined;
  cause?: unknown;
}

/**
 * The base of every error that usdot expects: a message for the user, and what to do next.
 * @example if (error instanceof UsdotError) console.log(error.kind satisfies ErrorKind, error.message);
 */
export abstract class UsdotError extends Error {
  abstract readonly kind: ErrorKind;
  readonly hint: string | undefined;
  readonly mistyped: ErrorDetails["mistyped"];

  constructor(message: string, { hint, mistyped, cause }: ErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.hint = hint;
    this.mistyped = mistyped;
  }
}

/** The command line is wrong. */
export class UsageError extends UsdotError {
  readonly kind = "usage";
}

/** A mistake in a file that people write for vetting, and its place. */
export interface Problem {
  /** The file, as the user named it. */
  path: string;
  /** From 1. */
  line: number;
  column: number;
  message: string;
}

/**
 * A policy, a waiver file or a list has mistakes. The message has a line for each: `policy.yaml:6:3: unknown rule "x"`.
 * @example if (error instanceof VettingFileError) for (const { line, message } of error.problems) console.log(line, message);
 */
export class VettingFileError extends UsageError {
  /** By file, in the order in which they were read, and within each from top to bottom. */
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const files = [...new Set(problems.map(({ path }) => path))];
    const inOrder = problems.toSorted(
      (one, other) =>
        files.indexOf(one.path) - files.indexOf(other.path) || one.line - other.line || one.column - other.column,
    );
    super(inOrder.map(({ path, line, column, message }) => `${path}:${line}:${column}: ${message}`).join("\n"));
    this.problems = inOrder;
  }
}

/**
 * A setting is wrong: a flag, an environment variable, a key of the configuration file, an option of the library.
 * @example if (error instanceof SettingError) console.log(`new CarrierLookup: ${error.message}`);
 */
export class SettingError extends UsdotError {
  readonly kind = "usage";
}

/**
 * What was given cannot be used: text that is not a USDOT number, a list without any, records of no carrier.
 * @example if (error instanceof InputError) console.log(error.message); // MC-747866 is a docket number, not a USDOT number
 */
export class InputError extends UsdotError {
  readonly kind = "usage";
}

/**
 * No API key is set, and the service requires one.
 * @example if (error instanceof MissingKeyError) console.log("give the client an apiKey");
 */
export class MissingKeyError extends UsdotError {
  readonly kind = "key";
}

/** A local file could not be read or written. */
export class FileError extends UsdotError {
  readonly kind = "file";
}

/** A list ended badly: some of its numbers don't exist or have no answer. Each was reported when it happened. */
export class ListError extends UsdotError {
  readonly kind: ErrorKind;

  constructor(message: string, kind: ErrorKind, details: ErrorDetails = {}) {
    super(message, details);
    this.kind = kind;
  }
}

/** The signals that stop a run cleanly, with their messages. */
const interruptions = {
  SIGINT: { kind: "interrupted", message: "interrupted" },
  SIGTERM: { kind: "terminated", message: "terminated" },
  SIGHUP: { kind: "hung-up", message: "the terminal hung up" },
} as const;

export type StopSignal = keyof typeof interruptions;

export const stopSignals = Object.keys(interruptions) as StopSignal[];

/** The user or the system stopped us: Ctrl-C, SIGTERM, or a closed terminal. */
export class InterruptedError extends UsdotError {
  readonly kind: (typeof interruptions)[StopSignal]["kind"];

  constructor(signal: StopSignal) {
    super(interruptions[signal].message);
    this.kind = interruptions[signal].kind;
  }
}

/** The program reading our output exited (`usdot ... | head`). We stop silently. */
export class OutputClosedError extends UsdotError {
  readonly kind = "closed";
}
