/**
 * Sends requests to the service: as many at once as allowed, each with its
 * attempts, and with the pauses that the service asks for.
 */
import pLimit, { type LimitFunction } from "p-limit";
import type { Response } from "../answer.ts";
import { failureOfAnswer } from "./answer-failures.ts";
import type { CompleteOptions } from "./client-options.ts";
import { failureOfThrown } from "./connection-failures.ts";
import type { Http, HttpRequest } from "./http.ts";
import { Pause } from "./pause.ts";
import {
  asServiceError,
  type ErrorContext,
  type Received,
  ServiceError,
  type ServiceErrorReason,
  serviceError,
} from "./service-error.ts";
import { backoff, paceIn, waitAskedFor } from "./waits.ts";

export interface ServiceRequest<T> {
  http: HttpRequest;
  context: ErrorContext;
  /** @throws {ServiceError} when the answer does not hold what was asked for */
  read(received: Received): T;
  signal: AbortSignal;
}

/** All requests of one client: they share the turns and the pauses. */
export class RequestQueue {
  readonly #send: Http["send"];
  readonly #options: CompleteOptions;
  /**
   * How many requests are under way at most: only one after a 429, and one more
   * with each answer. If all that waited were sent at once, most would be refused
   * again.
   */
  readonly #turns: LimitFunction;
  readonly pause: Pause;
  /** See `Client.pace`. */
  readonly pace = { requests: 0, milliseconds: 0 };

  constructor(send: Http["send"], options: CompleteOptions) {
    this.#send = send;
    this.#options = options;
    this.#turns = pLimit(options.concurrency);
    this.pause = new Pause(options);
  }

  /**
   * @throws {ServiceError} the last attempt's error, when no further attempt is
   * allowed
   */
  async send<T>(request: ServiceRequest<T>): Promise<T> {
    for (let attempts = 1; ; attempts += 1) {
      try {
        const received = await this.#turns(() => this.#attempt(request));
        // The next request is sent before this answer is read.
        await new Promise(setImmediate);
        return request.read(received);
      } catch (thrown) {
        request.signal.throwIfAborted();
        const error = asServiceError(thrown);
        if (attempts > this.#options.retries || !isRetried(error, attempts))
          throw lastError(error, attempts);
        await this.#delay(error, attempts, request.signal);
      }
    }
  }

  async #attempt(request: ServiceRequest<unknown>): Promise<Received> {
    const { context, signal } = request;
    signal.throwIfAborted();
    await this.pause.waitOut(context, signal);
    const exchange = await this.#exchange(request);
    const received = { ...context, exchange };
    const wait = waitAskedFor(exchange, this.#options.clock.now());
    const error = failureOfAnswer(received, wait);
    this.#learnFrom(exchange, error, wait);
    if (error === undefined) return received;
    throw wait > this.#options.maxWait && isRetried(error, 1)
      ? serviceError("wait-too-long", { ...error.details, wait, cause: error })
      : error;
  }

  /** Sends a request, and tells what came of it. */
  async #exchange(request: ServiceRequest<unknown>): Promise<Response> {
    const { http, context, signal } = request;
    const { clock, notify } = this.#options;
    const { method, url } = http;
    const started = clock.now();
    const exchange = { url, askedAt: new Date(started).toISOString() };
    const report = (result: string, took: number) =>
      notify({ kind: "request", method, url, result, took });
    try {
      const answer = await this.#send(http, signal);
      const took = clock.now() - started;
      report(`HTTP ${answer.status}`, took);
      return { ...exchange, took, ...answer };
    } catch (thrown) {
      signal.throwIfAborted();
      const error = failureOfThrown(thrown, context, exchange);
      report(error.message, clock.now() - started);
      throw error;
    }
  }

  #learnFrom(
    { headers }: Response,
    error: ServiceError | undefined,
    wait: number,
  ): void {
    const { clock, concurrency } = this.#options;
    this.pace.requests += 1;
    this.pace.milliseconds = Math.max(
      this.pace.milliseconds,
      paceIn(headers, clock.now()),
    );
    const more = Math.min(concurrency, this.#turns.concurrency + 1);
    if (error === undefined) this.#turns.concurrency = more;
    if (error?.reason === "rate-limited") this.#turns.concurrency = 1;
    const isFailure = error?.reason === "service-failed";
    this.pause.extend(wait, isFailure ? "unavailable" : "rate-limit");
  }

  /**
   * Waits before the next attempt; where the service takes no more of them, all
   * requests do.
   */
  async #delay(
    error: ServiceError,
    attempts: number,
    signal: AbortSignal,
  ): Promise<void> {
    // The pause that the service asked for is on already.
    if (error.details.wait) return;
    const { clock, notify } = this.#options;
    const wait = backoff(error, attempts, clock.random());
    if (error.reason === "rate-limited")
      return this.pause.extend(wait, "rate-limit");
    notify({ kind: "retry", error, wait });
    await clock.sleep(wait, signal);
  }
}

/** The error of all attempts. */
function lastError(error: ServiceError, attempts: number): ServiceError {
  const message = `${error.message}, after ${attempts} attempts`;
  // A definite answer counts, however often we asked.
  return attempts === 1 || !isRetried(error, 1)
    ? error
    : new ServiceError(message, error.details);
}

const passing: readonly ServiceErrorReason[] = [
  "rate-limited",
  "service-failed",
  "timed-out",
  "no-connection",
  "proxy",
];

/**
 * Whether another attempt may help. An answer that cannot be used may be whole
 * the next time, once.
 */
function isRetried({ reason }: ServiceError, attempts: number): boolean {
  return (
    passing.includes(reason) || (reason === "unusable-answer" && attempts === 1)
  );
}
