/** Asks the service one question: its attempts, and the pauses that the service asks for. */
import { setMaxListeners } from "node:events";
import { anyOf } from "./any-signal.ts";
import { type Attempt, isGood, nextRequestSent, readAnswer } from "./attempt.ts";
import { failureOfConnection } from "./connection-errors.ts";
import type { ServiceError } from "./errors.ts";
import type { Http, HttpAnswer } from "./http.ts";
import type { Question } from "./question.ts";
import { exhaustedUntil, RateLimitGate, timeOfAnswer } from "./rate-limit.ts";
import { waitTooLong } from "./response-errors.ts";
import { backoff, decideRetry, type FailedAttempt, type Failure, RetryBudget, retryAfterOf } from "./retry.ts";
import { type Slot, Throttle } from "./throttle.ts";
import { TimeLimit } from "./time-limit.ts";

/** What the user may want to know while we wait. Times are milliseconds. */
export type Notice =
  | { kind: "rate-limit"; wait: number }
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

export interface TransportOptions {
  http: Http;
  clock: Clock;
  random(): number;
  /** Stops everything. */
  signal: AbortSignal;
  /** Milliseconds that a question may take, including retries but not rate-limit pauses. */
  timeout: number;
  /** Attempts after the first. */
  retries: number;
  /** Most milliseconds to wait for a rate limit. */
  maxWait: number;
  /** Most questions under way at once; the time that one waits for its turn doesn't count. Unlimited if absent. */
  atOnce?: number;
  notify(notice: Notice): void;
}

/** Options of a single call. */
export interface CallOptions {
  /** Stops this call; the others go on. */
  signal?: AbortSignal | undefined;
  /** Most milliseconds that this call may wait for a rate limit, instead of the transport's. */
  maxWait?: number | undefined;
  /** Receives every answer as it arrived, whatever its status: for a record of what was said. */
  onAnswer?(answer: HttpAnswer): void;
  /** Called when an answer has arrived that is only to be read, which waits until the next request can be on its way. */
  onArrival?: (() => void) | undefined;
}

/** A question under way. */
interface Call<T> {
  question: Question<T>;
  signal: AbortSignal;
  maxWait: number;
  onAnswer: CallOptions["onAnswer"];
  onArrival: CallOptions["onArrival"];
}

/** All questions of one run: they share the rate-limit gate, the throttle and the retry budget. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #gate = new RateLimitGate();
  readonly #throttle: Throttle;
  readonly #budget: RetryBudget;
  /** Aborted by the user, and when the connections are closed: then no pause is worth waiting out. */
  readonly #signal: AbortSignal;
  #announcedUntil = 0;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#budget = new RetryBudget(options.retries);
    this.#throttle = new Throttle(options.atOnce);
    this.#signal = AbortSignal.any([options.signal, options.http.closed]);
    // Every request under way listens to it, and Node warns about more than 10 listeners.
    setMaxListeners(0, this.#signal, options.http.closed);
  }

  /**
   * Asks until there is an answer that can be read, or no further attempt is allowed.
   *
   * @throws {ServiceError} the last attempt's error
   * @throws the reason of a signal that stops it
   */
  ask<T>(question: Question<T>, options: CallOptions = {}): Promise<T> {
    const { signal, maxWait = this.#options.maxWait, onAnswer, onArrival } = options;
    const call = { question, signal: this.#signal, maxWait, onAnswer, onArrival };
    if (signal === undefined) return this.#askInTurn(call);
    const any = anyOf([this.#signal, signal]);
    call.signal = any.signal;
    return this.#askInTurn(call).finally(any.release);
  }

  async #askInTurn<T>(call: Call<T>): Promise<T> {
    const slot = await this.#throttle.enter(call.signal);
    try {
      return await this.#askInSlot(slot, call);
    } finally {
      this.#throttle.leave(slot);
    }
  }

  async #askInSlot<T>(slot: Slot, call: Call<T>): Promise<T> {
    const { clock, timeout } = this.#options;
    const failures: Failure[] = [];
    const limit = new TimeLimit(timeout, () => clock.monotonicNow());
    this.#budget.earn();
    for (;;) {
      if (this.#pause > 0) await this.#passGate(call);
      const attempt = await this.#attempt(call, limit);
      this.#learnFrom(attempt, slot);
      if ("value" in attempt) return attempt.value;
      failures.push(attempt.failure);
      await this.#pauseOrThrow(attempt, failures, call, limit);
      await this.#throttle.reenter(slot, call.signal);
    }
  }

  /** How long nothing may be sent. */
  get #pause(): number {
    return this.#gate.wait(this.#options.clock.monotonicNow());
  }

  /** Waits for the gate to open, whether or not the time limit allows for it. */
  async #passGate({ question, signal, maxWait }: Call<unknown>): Promise<void> {
    const { clock } = this.#options;
    for (let wait = this.#pause; wait > 0; wait = this.#pause) {
      if (wait > maxWait) throw waitTooLong(question, wait, clock.now());
      this.#announce(wait);
      await clock.sleep(wait, signal);
    }
  }

  /** Every worker meets the same pause; the user hears about it once. */
  #announce(wait: number): void {
    const until = this.#options.clock.monotonicNow() + wait;
    if (until <= this.#announcedUntil + 1_000) return;
    this.#announcedUntil = until;
    if (wait >= 1_000) this.#options.notify({ kind: "rate-limit", wait });
  }

  async #attempt<T>({ question, signal, onAnswer, onArrival }: Call<T>, limit: TimeLimit): Promise<Attempt<T>> {
    const { http, clock } = this.#options;
    const started = clock.monotonicNow();
    let answer: HttpAnswer;
    try {
      answer = await http.send(question.request, limit, signal);
    } catch (thrown) {
      signal.throwIfAborted();
      const failed = failureOfConnection(thrown, question);
      this.#report(question, failed.error.message, started);
      return failed;
    }
    this.#report(question, `HTTP ${answer.status}`, started);
    onAnswer?.(answer);
    if (onArrival && isGood(answer)) {
      onArrival();
      await nextRequestSent();
    }
    return readAnswer(answer, question, clock.now());
  }

  #report({ request: { method, path } }: Question<unknown>, outcome: string, started: number): void {
    const took = Math.round(this.#options.clock.monotonicNow() - started);
    this.#options.notify({ kind: "request", method, path, outcome, took });
  }

  /** Learns from an answer how the service is doing, for all questions to come. */
  #learnFrom(attempt: Attempt<unknown>, slot: Slot): void {
    const { clock } = this.#options;
    const failure = "failure" in attempt ? attempt.failure : undefined;
    if (failure === undefined || failure.kind === "permanent") this.#budget.giveBack();
    if (failure?.kind === "rate-limited" || failure?.kind === "crowded") this.#throttle.refused(slot);
    else if (attempt.answer !== undefined) this.#throttle.answered();
    // Retry-After is about this very answer; the other headers are about the service's limits in general.
    const wait = (failure && retryAfterOf(failure)) ?? exhaustedFor(attempt.answer, clock.now());
    if (wait !== undefined) this.#closeGate(wait);
  }

  #closeGate(wait: number): void {
    this.#gate.closeUntil(this.#options.clock.monotonicNow() + wait);
  }

  /** Waits before the next attempt, or closes the gate where the service says how long to wait; throws when there is no next attempt. */
  async #pauseOrThrow(
    { error }: FailedAttempt,
    failures: Failure[],
    { question, signal, maxWait }: Call<unknown>,
    limit: TimeLimit,
  ): Promise<void> {
    const { clock, notify, retries, random } = this.#options;
    const decision = decideRetry(failures, { retries, maxWait, random }, this.#budget);
    if (!decision.again) {
      if (decision.why === "too-long") throw waitTooLong(question, decision.wait, clock.now(), error);
      // The next questions would be refused as well.
      if (failures.at(-1)?.kind === "rate-limited") this.#closeGate(backoff(failures, { random }));
      throw afterAttempts(error, failures.length);
    }
    const { after, held } = decision;
    if (held) return this.#closeGate(after);
    if (after >= limit.left) throw afterAttempts(error, failures.length);
    limit.spend(after);
    if (after > 0) notify({ kind: "retry", wait: after, error });
    await clock.sleep(after, signal);
  }
}

/** How long the service accepts no more requests, if an answer says so. */
function exhaustedFor(answer: HttpAnswer | undefined, ourTime: number): number | undefined {
  if (answer === undefined) return undefined;
  const now = timeOfAnswer(answer.headers, ourTime);
  const until = exhaustedUntil(answer.headers, now);
  return until && until - now;
}

/** Adds the number of attempts to an error that persisted. */
function afterAttempts(error: ServiceError, attempts: number): ServiceError {
  if (attempts > 1) error.message += `, after ${attempts} attempts`;
  return error;
}
