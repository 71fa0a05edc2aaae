/** Sends requests to the service: as many at once as allowed, each with its attempts, and with the pauses that the service asks for. */
import { setMaxListeners } from "node:events";
import { onAbort } from "../on-abort.ts";
import { failureOfConnection } from "./connection-errors.ts";
import { type ServiceError, UnusableAnswerError } from "./errors.ts";
import type { Http, HttpResponse } from "./http.ts";
import { exhaustedUntil, timeOfResponse } from "./rate-limit.ts";
import { type ServiceRequest, unusable } from "./request.ts";
import { failureOfStatus, waitTooLong } from "./response-errors.ts";
import { backoff, decideRetry, type FailedAttempt, type Failure, type RetryPolicy } from "./retry.ts";
import { Semaphore, type Slot } from "./semaphore.ts";
import { TimeLimit } from "./time-limit.ts";

/** What the user may want to know while we wait. Times are milliseconds. */
export type Notice =
  | { kind: "rate-limit"; wait: number }
  | { kind: "unavailable"; wait: number }
  | { kind: "retry"; wait: number; error: ServiceError }
  | { kind: "request"; method: string; path: string; outcome: string; took: number };

export interface Clock {
  /** Milliseconds since 1970. This clock may be changed while we wait, so it is used only for dates that the service sends. */
  now(): number;
  /** Milliseconds by a monotonic clock: for everything that is measured. */
  monotonicNow(): number;
  /** Rejects with the signal's reason if that comes first. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export interface TransportOptions extends RetryPolicy {
  http: Http;
  clock: Clock;
  /** Stops everything. */
  signal: AbortSignal;
  /** Milliseconds that a request may take, including retries, but neither waiting for its turn nor rate-limit pauses. */
  timeout: number;
  /** Most requests in flight. */
  concurrency: number;
  notify(notice: Notice): void;
  /** Called when there is something to wait for; what it returns is called when there is nothing any more. */
  waiting?(): () => void;
}

/** Options of a single request. */
export interface SendOptions {
  /** Stops this request; the others go on. */
  signal?: AbortSignal | undefined;
  /** Most milliseconds that this request may wait for a rate limit, instead of the transport's. */
  maxWait?: number | undefined;
  /** Called when its turn has come, before anything is sent. If it throws, nothing is, and the request fails with that. */
  beforeSend?: (() => void) | undefined;
  /** Receives every response as it arrived, whatever its status: for a record of what was said. */
  onResponse?(response: HttpResponse): void;
}

/** A request on its way. */
interface Call<T> {
  request: ServiceRequest<T>;
  signal: AbortSignal;
  maxWait: number;
  onResponse: SendOptions["onResponse"];
  slot: Slot;
  limit: TimeLimit;
  failures: Failure[];
}

/** What one attempt comes to. */
type Attempt<T> = { value: T; response: HttpResponse } | (FailedAttempt & { response?: HttpResponse });

/** All requests of one run: they share the semaphore and the pauses. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #semaphore: Semaphore;
  /** Aborted by the user, and when the connections are closed: then no pause is worth waiting out. */
  readonly #signal: AbortSignal;
  /** Nothing is sent before this time. */
  #pausedUntil = 0;
  /** Why: for the service's rate limit, or because it failed and says when to come back. */
  #pauseKind: "rate-limit" | "unavailable" = "rate-limit";
  #announcedUntil = 0;
  /** How many responses were of use so far: a definite no is, too. */
  answered = 0;
  #inProgress = 0;
  #stopWaiting: (() => void) | undefined;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#semaphore = new Semaphore(options.concurrency);
    this.#signal = AbortSignal.any([options.signal, options.http.closed]);
    // Every request that waits listens to it, and Node warns about more than 10 listeners.
    setMaxListeners(0, this.#signal);
  }

  /**
   * Sends a request until there is a response that can be read, or no further attempt is allowed.
   * @throws {ServiceError} the last attempt's error
   * @throws the reason of a signal that stops it
   */
  async send<T>(request: ServiceRequest<T>, { signal, ...options }: SendOptions = {}): Promise<T> {
    const either = signal && eitherOf(this.#signal, signal);
    if (++this.#inProgress === 1) this.#stopWaiting = this.#options.waiting?.();
    try {
      return await this.#sendInTurn(request, either?.signal ?? this.#signal, options);
    } finally {
      if (--this.#inProgress === 0) this.#stopWaiting?.();
      either?.release();
    }
  }

  async #sendInTurn<T>(request: ServiceRequest<T>, signal: AbortSignal, options: SendOptions): Promise<T> {
    const { clock, timeout } = this.#options;
    const { beforeSend, onResponse, maxWait = this.#options.maxWait } = options;
    const slot = await this.#semaphore.acquire(signal);
    try {
      beforeSend?.();
      const limit = new TimeLimit(timeout, () => clock.monotonicNow());
      const call: Call<T> = { request, signal, maxWait, onResponse, slot, limit, failures: [] };
      for (;;) {
        if (this.#pause > 0) await this.#waitOutPause(call);
        const attempt = await this.#attempt(call);
        this.#learnFrom(attempt, slot);
        if ("value" in attempt) {
          this.#semaphore.release(slot);
          return attempt.value;
        }
        call.failures.push(attempt.failure);
        await this.#waitOrThrow(attempt, call);
        await this.#semaphore.reacquire(slot, signal);
      }
    } catch (error) {
      // Whoever sent it learns from the error before the next request's turn comes.
      setImmediate(() => this.#semaphore.release(slot));
      throw error;
    }
  }

  /** How long nothing may be sent. */
  get #pause(): number {
    return Math.max(0, this.#pausedUntil - this.#options.clock.monotonicNow());
  }

  /** A shorter pause doesn't shorten one that was already announced. */
  #pauseFor(wait: number, failure?: Failure): void {
    const until = this.#options.clock.monotonicNow() + wait;
    if (until < this.#pausedUntil) return;
    this.#pausedUntil = until;
    this.#pauseKind = failure?.kind === "transient" ? "unavailable" : "rate-limit";
  }

  /** Waits until requests may be sent, whether or not the time limit allows for it. */
  async #waitOutPause({ request, signal, maxWait }: Call<unknown>): Promise<void> {
    const { clock } = this.#options;
    for (let wait = this.#pause; wait > 0; wait = this.#pause) {
      if (wait > maxWait) throw waitTooLong(request, wait, clock.now());
      // Every request meets the same pause; the user hears about it once.
      const until = clock.monotonicNow() + wait;
      if (until > this.#announcedUntil + 1_000) {
        this.#announcedUntil = until;
        if (wait >= 1_000) this.#options.notify({ kind: this.#pauseKind, wait });
      }
      await clock.sleep(wait, signal);
    }
  }

  async #attempt<T>({ request, signal, limit, slot, onResponse }: Call<T>): Promise<Attempt<T>> {
    const { http, clock } = this.#options;
    const started = clock.monotonicNow();
    let response: HttpResponse;
    try {
      response = await http.send(request.http, limit, signal);
    } catch (thrown) {
      signal.throwIfAborted();
      const failed = failureOfConnection(thrown, request);
      this.#report(request, failed.error.message, started);
      return failed;
    }
    this.#report(request, `HTTP ${response.status}`, started);
    onResponse?.(response);
    if (isGood(response) && this.#semaphore.hasWaiting) {
      // Reading takes time, in which the next response can be on its way.
      this.#semaphore.release(slot);
      await nextRequestSent();
    }
    return readResponse(response, request, clock.now());
  }

  #report({ http: { method, path } }: ServiceRequest<unknown>, outcome: string, started: number): void {
    const took = Math.round(this.#options.clock.monotonicNow() - started);
    this.#options.notify({ kind: "request", method, path, outcome, took });
  }

  /** Learns from a response how the service is doing, for all requests to come. */
  #learnFrom(attempt: Attempt<unknown>, slot: Slot): void {
    const failure = "failure" in attempt ? attempt.failure : undefined;
    if (attempt.response && (failure === undefined || failure.kind === "permanent")) this.answered += 1;
    if (failure?.kind === "rate-limited" || failure?.kind === "crowded") this.#semaphore.throttled(slot);
    else if (attempt.response !== undefined) this.#semaphore.answered();
    // Retry-After is about this very response; the other headers are about the service's limits in general.
    const wait = failure?.retryAfter ?? exhaustedFor(attempt.response, this.#options.clock.now());
    if (wait !== undefined) this.#pauseFor(wait, failure);
  }

  /** Waits before the next attempt, or pauses all requests where the service says for how long; throws when there is no next attempt. */
  async #waitOrThrow(
    { error }: FailedAttempt,
    { failures, request, signal, maxWait, limit }: Call<unknown>,
  ): Promise<void> {
    const { clock, notify, retries, random } = this.#options;
    const decision = decideRetry(failures, { retries, maxWait, random });
    if (!decision.again) {
      if (decision.why === "too-long") throw waitTooLong(request, decision.wait, clock.now(), error);
      // The next requests would be throttled as well.
      if (failures.at(-1)?.kind === "rate-limited") this.#pauseFor(backoff(failures, { random }));
      throw afterAttempts(error, failures.length);
    }
    const { after, held } = decision;
    if (held) return this.#pauseFor(after, failures.at(-1));
    if (after >= limit.left) throw afterAttempts(error, failures.length);
    limit.left -= after;
    if (after > 0) notify({ kind: "retry", wait: after, error });
    await clock.sleep(after, signal);
  }
}

/** A signal that is aborted when one of two is. `AbortSignal.any` leaves 60 to 250 bytes behind in one that lives on, with each call. */
function eitherOf(...sources: readonly AbortSignal[]): { signal: AbortSignal; release(): void } {
  const either = new AbortController();
  const releases = sources.map((source) => onAbort(source, (reason) => either.abort(reason)));
  return {
    signal: either.signal,
    release() {
      for (const release of releases) release();
    },
  };
}

/** Whether a response holds what was requested. */
function isGood({ status }: HttpResponse): boolean {
  return status >= 200 && status <= 299;
}

/** Before undici uses a connection again, it waits a turn of the event loop, and then one more for whatever the other side may have sent. */
const turnsToReuse = 2;

/** Waits until the next request can be on its way, also over the connections of other responses that arrived together with this one. */
async function nextRequestSent(): Promise<void> {
  for (let turn = 0; turn <= turnsToReuse; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** What a response says, or why it says nothing that can be used. `ourTime` is in milliseconds since 1970. */
function readResponse<T>(response: HttpResponse, request: ServiceRequest<T>, ourTime: number): Attempt<T> {
  const { status, headers } = response;
  if (!isGood(response)) return { ...failureOfStatus(response, request, timeOfResponse(headers, ourTime)), response };
  try {
    if (status === 206) throw unusable(request, "only part of its answer (HTTP 206)", { status });
    return { value: request.read(response), response };
  } catch (cause) {
    // Whatever an unforeseen response breaks while it is read must not end the run: it is this response's own error.
    const error =
      cause instanceof UnusableAnswerError ? cause : unusable(request, "something that cannot be read", { cause });
    return { error, failure: { kind: "unusable" }, response };
  }
}

/** How long the service accepts no more requests, if a response says so. */
function exhaustedFor(response: HttpResponse | undefined, ourTime: number): number | undefined {
  if (response === undefined) return undefined;
  const now = timeOfResponse(response.headers, ourTime);
  const until = exhaustedUntil(response.headers, now);
  return until && until - now;
}

/** Adds the number of attempts to an error that persisted. */
function afterAttempts(error: ServiceError, attempts: number): ServiceError {
  if (attempts > 1) error.message += `, after ${attempts} attempts`;
  return error;
}
