/**
 * Everything that can go wrong, and the exit status it ends in.
 *
 * A class here is thrown anywhere; `exitStatusOf` is the only place that turns it into a number.
 */

/** The exit statuses, in the words that the README prints. 3 is never 1, so that a crash cannot be read as a verdict. */
export const exitStatuses = {
  answered: { status: 0, meaning: "everything that was asked for was answered (and, for a check, passed)" },
  bug: { status: 1, meaning: "a bug of usdot itself" },
  usage: { status: 2, meaning: "usage, configuration or input that makes no sense; nothing was sent" },
  no: { status: 3, meaning: "a definite no: a carrier does not exist (or a check failed)" },
  key: { status: 4, meaning: "the API key is missing or refused" },
  unreachable: {
    status: 5,
    meaning: "the service cannot be reached or asks us to come back later: try again",
  },
  unusable: {
    status: 6,
    meaning: "the service answered something unusable, or refused the request for good",
  },
  file: { status: 7, meaning: "a local file could not be read or written" },
  incomplete: {
    status: 8,
    meaning: "a list is incomplete: some numbers have no answer (reported one by one)",
  },
  interrupted: { status: 130, meaning: "interrupted (Ctrl-C)" },
  terminated: { status: 143, meaning: "terminated (SIGTERM)" },
  closed: { status: 141, meaning: "the reader of our output went away" },
} as const;

export type ExitName = keyof typeof exitStatuses;

/** What an error may say besides its message. */
interface Details {
  /** What to do next, as the end of the line that the user reads. */
  hint?: string;
  cause?: unknown;
}

/** The base of every error that usdot foresees: a message for the user, what to do next, and how the process ends. */
export abstract class UsdotError extends Error {
  abstract readonly exit: ExitName;
  readonly hint: string | undefined;

  constructor(message: string, { hint, cause }: Details = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.hint = hint;
  }
}

/** The command line makes no sense. */
export class UsageError extends UsdotError {
  readonly exit = "usage";
}

/** A setting (flag, environment variable, configuration file) makes no sense. */
export class SettingError extends UsdotError {
  readonly exit = "usage";
}

/** What was given as a USDOT number, or as a list of them, cannot be read as such. */
export class InputError extends UsdotError {
  readonly exit = "usage";
}

/** The API key is missing where the service demands one, or the service refused it. */
export class KeyError extends UsdotError {
  readonly exit = "key";
}

/** A local file could not be read or written. */
export class FileError extends UsdotError {
  readonly exit = "file";
}

/** A list did not end well: some of its numbers are unknown, or have no answer. Each was reported when it happened. */
export class ListError extends UsdotError {
  readonly exit: ExitName;

  constructor(message: string, exit: ExitName, details: Details = {}) {
    super(message, details);
    this.exit = exit;
  }
}

/** Ctrl-C or SIGTERM. */
export class InterruptedError extends UsdotError {
  readonly exit: "interrupted" | "terminated";

  constructor(signal: "SIGINT" | "SIGTERM") {
    super(signal === "SIGINT" ? "interrupted" : "terminated");
    this.exit = signal === "SIGINT" ? "interrupted" : "terminated";
  }
}

/** The reader of our output went away (`usdot ... | head`): the end, without a word. */
export class OutputClosedError extends UsdotError {
  readonly exit = "closed";
}

/** What a service error carries: where it came from, in the service's own terms. */
export interface ServiceDetails extends Details {
  /** HTTP status of the answer, when there was one. */
  status?: number;
  /** The service's own error code, such as `RATE_LIMITED`. */
  code?: string;
  /** What was asked: `USDOT 2233855`, or of a batch `USDOT 1 and 49 more`. The message does not repeat it. */
  subject?: string;
}

/** The base of what goes wrong between us and the service. */
export abstract class ServiceError extends UsdotError {
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly subject: string | undefined;

  constructor(message: string, { status, code, subject, ...details }: ServiceDetails = {}) {
    super(message, details);
    this.status = status;
    this.code = code;
    this.subject = subject;
  }
}

/** The service says that it has no such carrier: a definite no. */
export class NotFoundError extends ServiceError {
  readonly exit = "no";
}

/** The service refused the API key. */
export class RefusedKeyError extends ServiceError {
  readonly exit = "key";
}

/** No answer: no connection, no answer in time, or the service asks us to come back later. */
export class UnreachableError extends ServiceError {
  readonly exit = "unreachable";
}

/** The service asks us to come back later than we may wait (`--max-wait`). */
export class RateLimitedError extends ServiceError {
  readonly exit = "unreachable";
}

/** An answer that cannot be used: not JSON, of the wrong shape, about another carrier, a redirect. */
export class UnusableAnswerError extends ServiceError {
  readonly exit = "unusable";
}

/** The service refused the request for good (a 4xx that no retry will change). */
export class RefusedRequestError extends ServiceError {
  readonly exit = "unusable";
}

/** The exit status that an error ends the process in; anything unforeseen is our own bug (1). */
export function exitStatusOf(error: unknown): number {
  return exitStatuses[error instanceof UsdotError ? error.exit : "bug"].status;
}

const systemReasons: Record<string, string> = {
  EACCES: "permission denied",
  EPERM: "not permitted",
  ENOENT: "no such file or directory",
  EISDIR: "it is a directory",
  ENOTDIR: "a part of its path is no directory",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EFBIG: "it grew too large",
  EROFS: "the file system is read-only",
  ELOOP: "too many symbolic links",
  EMFILE: "too many open files",
  EIO: "the device failed",
};

/** Why a file could not be used, in the system's terms and without the path, which the message has already. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code && systemReasons[code]) || code || message;
}
