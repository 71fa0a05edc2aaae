/**
 * Sends requests to the service: as many at once as allowed, each with its
 * attempts, and with the pauses that the service asks for.
 */
import pLimit from "p-limit";
import type { Response } from "../answer.ts";
import { failureOfAnswer } from "./answer-failures.ts";
import type { CompleteOptions } from "./client-options.ts";
import { failureOfThrown } from "./connection-failures.ts";
import type { Http, HttpRequest } from "./http.ts";
import { paceIn, servicePauses, waitAskedFor } from "./limits.ts";
import {
  type ErrorContext,
  type Received,
  ServiceError,
  type ServiceErrorReason,
  serviceError,
  serviceErrorOrThrow,
} from "./service-error.ts";

export interface ServiceRequest<T> {
  http: HttpRequest;
  context: ErrorContext;
  /** @throws {ServiceError} when the answer does not hold what was asked for */
  read(received: Received): T;
  signal: AbortSignal;
}

/** All requests of one client: they share the turns and the pauses. */
export function requestQueue(send: Http["send"], options: CompleteOptions) {
  const { clock, concurrency, maxWait, notify, retries } = options;
  const pauses = servicePauses(options);
  /**
   * How many requests are under way at most: only one after a 429, and one more
   * with each answer. If all that waited were sent at once, most would be
   * refused again.
   */
  const turns = pLimit(concurrency);
  /** See `Client.pace`. */
  const pace = { requests: 0, milliseconds: 0 };

  function learnFrom({ headers }: Response, error?: ServiceError): void {
    const stated = paceIn(headers, clock.now());
    pace.requests += 1;
    pace.milliseconds = Math.max(pace.milliseconds, stated);
    if (error === undefined)
      turns.concurrency = Math.min(concurrency, turns.concurrency + 1);
    if (error?.reason === "rate-limited") turns.concurrency = 1;
  }

  async function attempt(request: ServiceRequest<unknown>): Promise<Received> {
    const { context, signal } = request;
    signal.throwIfAborted();
    await pauses.waitOut(context, signal);
    const exchange = await exchangeOf(request, send, options);
    const received = { ...context, exchange };
    const wait = waitAskedFor(exchange.headers, clock.now());
    const error = failureOfAnswer(received, wait);
    learnFrom(exchange, error);
    const isDown = error?.reason === "service-failed";
    pauses.begin(wait, isDown ? "unavailable" : "rate-limit");
    if (error === undefined) return received;
    throw wait > maxWait && isRetried(error)
      ? serviceError("wait-too-long", { ...received, wait, cause: error })
      : error;
  }

  /**
   * Waits before the next attempt; where the service takes no more of them, all
   * requests do.
   */
  async function delay(
    error: ServiceError,
    attempts: number,
    signal: AbortSignal,
  ): Promise<void> {
    // The pause that the service asked for is on already.
    if (error.details.wait) return;
    const wait = backoff(error, attempts, clock.random());
    if (error.reason === "rate-limited")
      return pauses.begin(wait, "rate-limit");
    notify({ kind: "retry", error, wait });
    await clock.sleep(wait, signal);
  }

  return {
    pace,
    pauseLeft: pauses.left,
    /**
     * @throws {ServiceError} the last attempt's error, when no further attempt
     * is allowed
     */
    async send<T>(request: ServiceRequest<T>): Promise<T> {
      for (let attempts = 1; ; attempts += 1) {
        try {
          const received = await turns(() => attempt(request));
          // The next request is sent before this answer is read.
          await new Promise(setImmediate);
          return request.read(received);
        } catch (thrown) {
          request.signal.throwIfAborted();
          const error = serviceErrorOrThrow(thrown);
          if (attempts > retries || !isRetried(error, attempts))
            throw errorAfter(error, attempts);
          await delay(error, attempts, request.signal);
        }
      }
    },
  };
}

/** Sends a request, and tells what came of it. */
async function exchangeOf(
  { http, context, signal }: ServiceRequest<unknown>,
  send: Http["send"],
  { clock, notify }: CompleteOptions,
): Promise<Response> {
  const { method, url } = http;
  const started = clock.now();
  const exchange = { url, askedAt: new Date(started).toISOString() };
  const report = (result: string, took: number) =>
    notify({ kind: "request", method, url, result, took });
  try {
    const answer = await send(http, signal);
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

/**
 * How long to wait if the service does not say: with "full jitter", so that
 * clients that failed together do not come back together.
 */
function backoff(
  { reason }: ServiceError,
  attempts: number,
  random: number,
): number {
  const base = reason === "rate-limited" ? 1_000 : 500;
  return random * Math.min(20_000, base * 2 ** (attempts - 1));
}

/** The error of all attempts. */
function errorAfter(error: ServiceError, attempts: number): ServiceError {
  const message = `${error.message}, after ${attempts} attempts`;
  // A definite answer counts, however often we asked.
  return attempts === 1 || !isRetried(error)
    ? error
    : new ServiceError(message, error.details);
}

const transientReasons: readonly ServiceErrorReason[] = [
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
function isRetried({ reason }: ServiceError, attempts = 1): boolean {
  return (
    transientReasons.includes(reason) ||
    (reason === "unusable-answer" && attempts === 1)
  );
}
