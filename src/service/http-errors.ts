/** What a single HTTP request can fail with, besides the errors of Node.js and undici. */

/** The answer did not arrive within the time allowed. */
export class DeadlineError extends Error {}

/** The client was closed; nothing more is sent. */
export class ClosedError extends Error {
  override readonly name = "ClosedError";

  constructor() {
    super("the client was closed");
  }
}

/** The proxy could not be reached, or gave no tunnel to the service. */
export class ProxyError extends Error {}

/** The answer is larger than we accept. */
export class AnswerTooLargeError extends Error {}

/** The body cannot be read as text: an unknown encoding, damaged data, bytes that are not UTF-8. The message completes "the answer ...". */
export class BodyError extends Error {}

/** The connection ended before the answer did. */
export class BrokenConnectionError extends Error {
  /** Whether it may have been a kept-alive connection that the service had just closed: no byte of this answer had arrived. */
  readonly stale: boolean;

  constructor(stale: boolean, cause: unknown) {
    super("the connection broke", { cause });
    this.stale = stale;
  }
}
