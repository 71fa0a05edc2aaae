/** The time in which the service wants no requests. */
import type { CompleteOptions, Notice } from "./client-options.ts";
import { type ErrorContext, serviceError } from "./service-error.ts";

type Why = Extract<Notice, { kind: "pause" }>["why"];

export class Pause {
  readonly #options: CompleteOptions;
  #until = 0;
  #why: Why = "rate-limit";
  /** Whether the user is to hear of it from the first request that waits. */
  #isNews = false;

  constructor(options: CompleteOptions) {
    this.#options = options;
  }

  /** Milliseconds. */
  get left(): number {
    return Math.max(0, this.#until - this.#options.clock.now());
  }

  /** Lets all requests wait. A pause that is on does not become shorter. */
  extend(wait: number, why: Why): void {
    const more = wait - this.left;
    if (more <= 0) return;
    this.#until = this.#options.clock.now() + wait;
    this.#why = why;
    // Of requests that wait together, each asks for slightly more: said once.
    this.#isNews ||= more >= 1_000;
  }

  /** Waits for its end, which may have moved meanwhile. */
  async waitOut(context: ErrorContext, signal: AbortSignal): Promise<void> {
    const { clock, maxWait, notify } = this.#options;
    for (let wait = this.left; wait > 0; wait = this.left) {
      const exchange = { askedAt: new Date(clock.now()).toISOString() };
      if (wait > maxWait)
        throw serviceError("wait-too-long", { ...context, exchange, wait });
      if (this.#isNews) notify({ kind: "pause", why: this.#why, wait });
      this.#isNews = false;
      await clock.sleep(wait, signal);
    }
  }
}
