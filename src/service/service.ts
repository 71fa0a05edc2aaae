/**
 * Sends requests to the service: as many at once as allowed, each with its
 * attempts, and with the pauses that the service asks for.
 */
import pLimit, { type LimitFunction } from "p-limit";
import type { Response } from "../answer.ts";
import { inWords } from "../text/digits.ts";
import { ServiceError } from "./errors.ts";
import {
  type ErrorContext,
  failureOfAnswer,
  failureOfThrown,
} from "./failure.ts";
import type { Http, HttpRequest } from "./http.ts";
import type { CompleteOptions } from "./options.ts";

export interface ServiceRequest<T> {
  http: HttpRequest;
  context: ErrorContext;
  /** @throws {ServiceError} when the answer does not hold what was asked for */
  read(response: Response, context: ErrorContext): T;
  signal: AbortSignal;
}

/**
 * After this many requests in a row without an answer, nothing is sent for a
 * minute.
 */
const mostInVain = 5;

/**
 * All requests of one client: they share the turns, the pauses, and the count
 * of those in vain.
 */
export class Service {
  readonly #send: Http["send"];
  readonly #options: CompleteOptions;
  /** Fewer than allowed after a 429, and one more with each answer. */
  readonly #turns: LimitFunction;
  #pause: {
    until: number;
    why: "rate-limit" | "unavailable";
    isAnnounced?: boolean;
  } = { until: 0, why: "rate-limit" };
  #inVain: { count: number; last: ServiceError; until: number } | undefined;
  /** The service's clock in its latest answer (`Date`). */
  date: number | undefined;
  /** See `Client.pace`. */
  readonly pace = { requests: 0, milliseconds: 0 };

  constructor(send: Http["send"], options: CompleteOptions) {
    this.#send = send;
    this.#options = options;
    this.#turns = pLimit(options.concurrency);
  }

  /**
   * @throws {ServiceError} the last attempt's error, when no further attempt is
   * allowed
   */
  async send<T>(request: ServiceRequest<T>): Promise<T> {
    for (let attempts = 1; ; attempts += 1) {
      try {
        const response = await this.#turns(() => this.#attempt(request));
        // The next request is sent before this answer is read.
        await new Promise(setImmediate);
        return request.read(response, request.context);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        if (attempts > this.#options.retries || !isRetried(error, attempts))
          throw this.#final(error, attempts);
        await this.#delay(error, attempts, request.signal);
      }
    }
  }

  async #attempt({
    http,
    context,
    signal,
  }: ServiceRequest<unknown>): Promise<Response> {
    const { clock, timeout, maxWait, notify } = this.#options;
    signal.throwIfAborted();
    this.#refuseAfterGivingUp(context);
    await this.#waitOutPause(context, signal);
    const started = clock.now();
    const { method, url } = http;
    const tell = (outcome: string) =>
      notify({
        kind: "request",
        method,
        url,
        outcome,
        took: clock.now() - started,
      });
    // Not AbortSignal.timeout(): Node 20 forgets one that nothing but
    // AbortSignal.any() knows, and it never fires.
    const limit = new AbortController();
    const timer = setTimeout(
      () => limit.abort(new DOMException("no answer in time", "TimeoutError")),
      timeout,
    );
    const answer = await this.#send(
      http,
      AbortSignal.any([signal, limit.signal]),
    )
      .catch((thrown: unknown) => {
        signal.throwIfAborted();
        const error = failureOfThrown(thrown, context);
        tell(error.message);
        throw error;
      })
      .finally(() => clearTimeout(timer));
    tell(`HTTP ${answer.status}`);
    const response = {
      url,
      askedAt: new Date(started).toISOString(),
      took: clock.now() - started,
      ...answer,
    };
    this.date = Date.parse(response.headers["date"] ?? "") || this.date;
    const wait = waitAskedFor(response, clock.now()) ?? 0;
    const error = failureOfAnswer(response, context, wait);
    this.#learnFrom(error, wait);
    this.#measure(response);
    if (!error) return response;
    throw wait > maxWait && isRetried(error, 1)
      ? waitTooLong(context, wait, error)
      : error;
  }

  #learnFrom(error: ServiceError | undefined, wait: number): void {
    if (error?.kind !== "unreachable") this.#inVain = undefined;
    if (error?.reason === "rate-limited") this.#turns.concurrency = 1;
    else if (!error)
      this.#turns.concurrency = Math.min(
        this.#options.concurrency,
        this.#turns.concurrency + 1,
      );
    this.#pauseFor(
      wait,
      error?.reason === "service-failed" ? "unavailable" : "rate-limit",
    );
  }

  /**
   * The time until a limit is reset is at most its window, and right after a
   * reset all of it.
   */
  #measure({ headers }: Response): void {
    this.pace.requests += 1;
    const limit = Number(headers["x-ratelimit-limit"]);
    const now = timeIn(headers, this.#options.clock.now());
    const left = waitUntil(headers["x-ratelimit-reset"], now);
    if (limit > 0 && left !== undefined)
      this.pace.milliseconds = Math.max(this.pace.milliseconds, left / limit);
  }

  /** A shorter pause does not shorten one that is on. */
  #pauseFor(wait: number, why: "rate-limit" | "unavailable"): void {
    const until = this.#options.clock.now() + wait;
    // Every request meets the same pause; the user hears about it once, and of
    // none that is over at once.
    if (wait > 0 && until > this.#pause.until)
      this.#pause = { until, why, isAnnounced: wait < 1_000 };
  }

  async #waitOutPause(
    context: ErrorContext,
    signal: AbortSignal,
  ): Promise<void> {
    const { clock, maxWait } = this.#options;
    for (;;) {
      const { until, why, isAnnounced } = this.#pause;
      const wait = until - clock.now();
      if (wait <= 0) return;
      if (wait > maxWait) throw waitTooLong(context, wait);
      if (!isAnnounced) this.#options.notify({ kind: "pause", why, wait });
      this.#pause.isAnnounced = true;
      await clock.sleep(wait, signal);
    }
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
    if (error.wait) return;
    const { clock } = this.#options;
    const wait = backoff(error, attempts, () => clock.random());
    if (error.reason === "rate-limited")
      return this.#pauseFor(wait, "rate-limit");
    this.#options.notify({ kind: "retry", error, wait });
    await clock.sleep(wait, signal);
  }

  #final(error: ServiceError, attempts: number): ServiceError {
    if (error.reason === "gave-up" || error.reason === "wait-too-long")
      return error;
    const last =
      attempts > 1
        ? new ServiceError(
            `${error.message}, after ${attempts} attempts`,
            error,
          )
        : error;
    const until = this.#options.clock.now() + 60_000;
    if (error.kind === "unreachable")
      this.#inVain = { count: (this.#inVain?.count ?? 0) + 1, last, until };
    return last;
  }

  #refuseAfterGivingUp(context: ErrorContext): void {
    const { count = 0, last, until = 0 } = this.#inVain ?? {};
    if (count < mostInVain || this.#options.clock.now() >= until) return;
    const message = `not asked, since ${mostInVain} requests in a row had no answer: ${last?.message}`;
    throw new ServiceError(message, {
      ...context,
      reason: "gave-up",
      cause: last,
    });
  }
}

/**
 * We would have to wait longer than we may. `cause` is the answer that asks for
 * it, if this request got it.
 */
function waitTooLong(
  context: ErrorContext,
  wait: number,
  cause?: ServiceError,
): ServiceError {
  const { response, code } = cause ?? {};
  return new ServiceError(
    `the service asks clients to wait ${inWords(wait)}, longer than --max-wait allows`,
    { ...context, reason: "wait-too-long", wait, response, code, cause },
  );
}

const passing =
  /^(rate-limited|service-failed|timed-out|no-connection|connection-broken|proxy)$/;

/**
 * Whether another attempt may help. An answer that cannot be used may be whole
 * the next time, once.
 */
function isRetried({ reason }: ServiceError, attempts: number): boolean {
  return (
    passing.test(reason) || (reason === "unusable-answer" && attempts === 1)
  );
}

/**
 * How long to wait if the service does not say: with "full jitter", so that
 * clients that failed together do not come back together.
 */
export function backoff(
  { reason }: ServiceError,
  attempts: number,
  random: () => number,
): number {
  const base = reason === "rate-limited" ? 1_000 : 500;
  return random() * Math.min(20_000, base * 2 ** (attempts - 1));
}

/** The time by the service's own clock, since ours may be wrong. */
function timeIn(headers: Response["headers"], ourTime: number): number {
  return Date.parse(headers["date"] ?? "") || ourTime;
}

/** How long the service wants no more requests. */
export function waitAskedFor(
  { headers }: Response,
  ourTime: number,
): number | undefined {
  const now = timeIn(headers, ourTime);
  const isSpent = Number(headers["x-ratelimit-remaining"] ?? 1) <= 0;
  return (
    waitUntil(headers["retry-after"], now) ??
    (isSpent ? waitUntil(headers["x-ratelimit-reset"], now) : undefined)
  );
}

/**
 * The wait that a header asks for: seconds, an HTTP date (RFC 9110, 10.2.3), or
 * a Unix time, as some services send it.
 */
function waitUntil(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? "";
  const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
  if (number !== undefined && number < 1e9) return number * 1_000;
  const inMilliseconds = number && (number < 1e11 ? number * 1_000 : number);
  const time =
    inMilliseconds ??
    (/^[a-z]+, .*GMT$/i.test(text) ? Date.parse(text) : Number.NaN);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}
