/** What can go wrong between us and the service. These errors know no command line: what to do next is worded in runtime/hints.ts. */
import { type ErrorDetails, UsdotError } from "../errors.ts";

/** The cause, as precisely as it is known. */
export type ServiceErrorReason =
  | "no-such-carrier"
  | "no-such-record"
  | "not-found-or-wrong-url"
  | "key-required"
  | "key-refused"
  | "rate-limited"
  | "wait-too-long"
  | "service-failed"
  | "gave-up"
  | "timed-out"
  | "host-unreachable"
  | "connection-broken"
  | "too-many-open-files"
  | "out-of-memory"
  | "tls-handshake"
  | "certificate-name"
  | "certificate-date"
  | "certificate-untrusted"
  | "proxy-unreachable"
  | "proxy-authentication"
  | "unusable-answer"
  | "contradictory-answer"
  | "not-a-carrier-service"
  | "redirected"
  | "request-refused";

/**
 * The base of what goes wrong between us and the service.
 * @example if (error instanceof ServiceError) console.log(error.reason satisfies ServiceErrorReason, error.status);
 */
export abstract class ServiceError extends UsdotError {
  readonly reason!: ServiceErrorReason;
  /** HTTP status of the answer, if there was one. */
  readonly status: number | undefined;
  /** The service's own error code, such as `RATE_LIMITED`. */
  readonly code: string | undefined;
  /** What was asked about: `USDOT 2233855`, or for a batch `USDOT 1 and 49 more`. The message does not repeat it. */
  readonly subject: string | undefined;
  /** The base URL that was asked: its origin, and the path below which the records are. */
  readonly origin: string | undefined;
  /** Milliseconds to wait: as the service asks, or until we send the next request. */
  readonly wait: number | undefined;
  /** Whether an API key went with the request. */
  readonly withKey: boolean = false;

  constructor(message: string, { cause, ...details }: ServiceErrorDetails) {
    super(message, { cause });
    Object.assign(this, details);
  }
}

/** What a service error carries besides its message. */
export type ServiceErrorDetails = Pick<ErrorDetails, "cause"> &
  Pick<ServiceError, "reason"> &
  Partial<Pick<ServiceError, "status" | "code" | "subject" | "origin" | "wait" | "withKey">>;

/**
 * The service says that it has no such carrier, or no such record of it: a definite no.
 * @example if (error instanceof NotFoundError) console.log(`${error.subject} does not exist`);
 */
export class NotFoundError extends ServiceError {
  readonly kind = "not-found";
}

/**
 * The service refused the API key, or refused to answer without one.
 * @example if (error instanceof RefusedKeyError) console.log(error.withKey ? "wrong key" : "no key");
 */
export class RefusedKeyError extends ServiceError {
  readonly kind = "key";
}

/**
 * No answer: no connection, no answer in time, or a service that failed.
 * @example if (error instanceof UnreachableError) console.log("try again later");
 */
export class UnreachableError extends ServiceError {
  readonly kind = "unreachable";
}

/**
 * The service takes requests later than we are allowed to wait.
 * @example if (error instanceof RateLimitedError) console.log(`try again in ${error.wait} ms`);
 */
export class RateLimitedError extends ServiceError {
  readonly kind = "unreachable";
}

/**
 * An answer that cannot be used: not JSON, of the wrong shape, about another carrier.
 * @example if (error instanceof UnusableAnswerError) console.log(`ask the operator of ${error.origin}`);
 */
export class UnusableAnswerError extends ServiceError {
  readonly kind = "unusable";
}

/**
 * A 404 that doesn't say what it is about: there is no such carrier, or the base URL is wrong.
 * @example if (error instanceof DoubtfulNotFoundError) console.log(`if the base URL is right, ${error.definite.message}`);
 */
export class DoubtfulNotFoundError extends UnusableAnswerError {
  /** The error it turns out to be if the service answers about another number. */
  readonly definite: NotFoundError;

  constructor(message: string, details: ServiceErrorDetails, definite: NotFoundError) {
    super(message, details);
    this.definite = definite;
  }
}

/**
 * The service refused the request for good: a redirect, or a 4xx that no retry will change.
 * @example if (error instanceof RefusedRequestError) console.log(error.status, error.message);
 */
export class RefusedRequestError extends ServiceError {
  readonly kind = "unusable";
}

export type ServiceErrorClass = new (message: string, details: ServiceErrorDetails) => ServiceError;

/**
 * The client was closed; nothing more is sent.
 * @example if (error instanceof ClosedError) console.log("close() was called meanwhile");
 */
export class ClosedError extends Error {
  override readonly name = "ClosedError";

  constructor() {
    super("the client was closed");
  }
}

// What else a single HTTP request can fail with, besides the errors of Node.js and undici; connection-errors.ts puts it in words.

/** The response did not arrive within the time allowed. */
export class DeadlineError extends Error {}

/** The proxy could not be reached, or gave no tunnel to the service. */
export class ProxyError extends Error {}

/** The body cannot be read as text: too large, an unknown encoding, damaged data, not UTF-8. The message completes "the answer ...". */
export class BodyError extends Error {}

/** The connection ended before the response did. */
export class BrokenConnectionError extends Error {
  /** Whether it may have been a kept-alive connection that the service had just closed: no byte of this response had arrived. */
  readonly stale: boolean;

  constructor(stale: boolean, cause: unknown) {
    super("the connection broke", { cause });
    this.stale = stale;
  }
}
