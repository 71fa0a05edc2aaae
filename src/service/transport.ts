/** One question to the service: its tries, and the pauses that the service asks for. */
import { type ServiceError, UnusableAnswerError } from "../errors.ts";
import { failureOfConnection } from "./connection-errors.ts";
import type { Http, HttpAnswer, HttpRequest } from "./http.ts";
import { exhaustedUntil, RateLimitGate } from "./rate-limit.ts";
import { type FailedTry, failureOfStatus, type Question, tooLong } from "./response-errors.ts";
import { decideRetry, type Failure, RetryBudget, retryAfterOf } from "./retry.ts";
import { type Place, Throttle } from "./throttle.ts";

/** What the user may want to know while we wait. Times are milliseconds. */
export type Notice =
  | { kind: "rate-limit"; wait: number }
  | { kind: "retry"; wait: number; error: ServiceError }
  | { kind: "request"; method: string; path: string; outcome: string; took: number };

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Rejects with the signal's reason when that comes first. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export interface ExchangeOptions {
  http: Http;
  clock: Clock;
  random(): number;
  signal: AbortSignal;
  /** Milliseconds that a question may take, its tries included, rate-limit pauses not. */
  timeout: number;
  /** Tries after the first. */
  retries: number;
  /** Milliseconds that a rate limit may hold us. */
  maxWait: number;
  notify(notice: Notice): void;
}

/** What one try came to. */
type Tried<T> = { value: T; answer: HttpAnswer } | (FailedTry & { answer?: HttpAnswer });

/** All questions of one run: they share the gate, the throttle and the retry budget. */
export class Exchange {
  readonly #options: ExchangeOptions;
  readonly #gate = new RateLimitGate();
  readonly #throttle = new Throttle();
  readonly #budget: RetryBudget;
  /** Aborted by the user, and by the end of the connections: then no pause is worth its time. */
  readonly #signal: AbortSignal;
  #announcedUntil = 0;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.#budget = new RetryBudget(options.retries);
    this.#signal = AbortSignal.any([options.signal, options.http.ended]);
  }

  /**
   * Asks until there is an answer that `read` can use, or no further try is allowed.
   *
   * @param read gives what the answer of a 2xx says; throws `UnusableAnswerError` when it says nothing usable
   * @throws {ServiceError} the last try's error
   */
  async ask<T>(request: HttpRequest, question: Question, read: (answer: HttpAnswer) => T): Promise<T> {
    const place = await this.#throttle.enter(this.#signal);
    try {
      return await this.#askInPlace(place, request, question, read);
    } finally {
      this.#throttle.leave(place);
    }
  }

  async #askInPlace<T>(
    place: Place,
    request: HttpRequest,
    question: Question,
    read: (answer: HttpAnswer) => T,
  ): Promise<T> {
    const { clock, timeout } = this.#options;
    const failures: Failure[] = [];
    this.#budget.earn();
    let deadline = clock.now() + timeout;
    for (;;) {
      deadline += await this.#passGate(question);
      const tried = await this.#try(request, question, read, deadline - clock.now());
      this.#heed(tried, place);
      if ("value" in tried) return tried.value;
      failures.push(tried.failure);
      await this.#pauseOrThrow(tried, failures, question, deadline);
      const paused = clock.now();
      await this.#throttle.again(place, this.#signal);
      deadline += clock.now() - paused;
    }
  }

  /** Waits for the gate to open; gives how long that took. */
  async #passGate(question: Question): Promise<number> {
    const { clock, maxWait } = this.#options;
    const started = clock.now();
    for (let wait = this.#gate.wait(started); wait > 0; wait = this.#gate.wait(clock.now())) {
      if (wait > maxWait) throw tooLong(question, wait, clock.now());
      this.#announce(wait);
      await clock.sleep(wait, this.#signal);
    }
    return clock.now() - started;
  }

  /** Every worker meets the same pause; the user hears of it once. */
  #announce(wait: number): void {
    const until = this.#options.clock.now() + wait;
    if (until <= this.#announcedUntil + 1_000) return;
    this.#announcedUntil = until;
    if (wait >= 1_000) this.#options.notify({ kind: "rate-limit", wait });
  }

  async #try<T>(
    request: HttpRequest,
    question: Question,
    read: (answer: HttpAnswer) => T,
    within: number,
  ): Promise<Tried<T>> {
    const { http, clock, notify } = this.#options;
    const started = clock.now();
    const note = (outcome: string) => {
      notify({ kind: "request", method: request.method, path: request.path, outcome, took: clock.now() - started });
    };
    let answer: HttpAnswer;
    try {
      answer = await http.send(request, within, this.#signal);
    } catch (thrown) {
      this.#signal.throwIfAborted();
      const failed = failureOfConnection(thrown, question);
      note(failed.error.message);
      return failed;
    }
    note(`HTTP ${answer.status}`);
    return { ...readAnswer(answer, question, read, clock.now()), answer };
  }

  /** Learns from an answer how the service is, for all questions to come. */
  #heed(tried: Tried<unknown>, place: Place): void {
    const { clock } = this.#options;
    const failure = "failure" in tried ? tried.failure : undefined;
    if (failure === undefined || failure.kind === "final") this.#budget.giveBack();
    if (failure?.kind === "rate-limited") this.#throttle.refused(place);
    else if (tried.answer !== undefined) this.#throttle.answered();
    // Retry-After is the service's word on this very answer; the other headers tell of its limits in general.
    const asked = failure && retryAfterOf(failure);
    const now = clock.now();
    const until = asked === undefined ? exhaustedUntil(tried.answer?.headers ?? {}, now) : now + asked;
    if (until !== undefined) this.#gate.closeUntil(until);
  }

  /** Waits before the next try, or closes the gate, where the service says how long to wait; throws when there is no next try. */
  async #pauseOrThrow({ error }: FailedTry, failures: Failure[], question: Question, deadline: number): Promise<void> {
    const { clock, notify, maxWait, retries, random } = this.#options;
    const decision = decideRetry(failures, { retries, maxWait, random }, this.#budget);
    if (!decision.again) {
      if (decision.why === "too-long") throw tooLong(question, decision.wait, clock.now(), error);
      throw afterTries(error, failures.length);
    }
    const { after, held } = decision;
    if (held) {
      this.#gate.closeUntil(clock.now() + after);
      return;
    }
    if (clock.now() + after >= deadline) {
      throw afterTries(error, failures.length);
    } else if (after > 0) {
      notify({ kind: "retry", wait: after, error });
    }
    await clock.sleep(after, this.#signal);
  }
}

function readAnswer<T>(
  answer: HttpAnswer,
  question: Question,
  read: (answer: HttpAnswer) => T,
  now: number,
): { value: T } | FailedTry {
  if (answer.status < 200 || answer.status > 299) return failureOfStatus(answer, question, now);
  try {
    return { value: read(answer) };
  } catch (error) {
    if (error instanceof UnusableAnswerError) return { error, failure: { kind: "unusable" } };
    throw error;
  }
}

/** An error that stayed when it was tried again says so. */
function afterTries(error: ServiceError, tries: number): ServiceError {
  if (tries > 1) error.message += `, tried ${tries} times`;
  return error;
}
