/** The one limit on how many requests are in flight, lowered where a service throttles us. */
import { onAbort } from "../on-abort.ts";

/** A request's slot among those in flight. */
export interface Slot {
  /** Whether the request has it, or waits for it. */
  held: boolean;
  /** How often we had been throttled when it was last given out. */
  throttlings: number;
}

/** The longest streak of responses that is required before one more request may be in flight. */
const maxStreak = 64;

/**
 * Admits up to `max` requests at once, until one is throttled (429). From then on they go one at a time, and one more at a time after each
 * streak of responses; the required streak doubles with each throttling. A service that takes few requests gets them nearly one by one,
 * instead of all at once at the end of each pause, when most would be throttled again and again.
 */
export class Semaphore {
  readonly #max: number;
  #limit: number;
  #inFlight = 0;
  #throttlings = 0;
  /** Responses in a row so far, and how many it takes. */
  #responses = 0;
  #streak = 1;
  /** Throttled requests go before those not yet sent, so none is throttled often. */
  readonly #throttled: (() => void)[] = [];
  readonly #fresh: (() => void)[] = [];

  /** @param max the most requests in flight, however well the service does */
  constructor(max: number) {
    this.#max = max;
    this.#limit = max;
  }

  /** Whether anyone waits for a slot. */
  get hasWaiting(): boolean {
    return this.#throttled.length + this.#fresh.length > 0;
  }

  /**
   * Waits for a slot, which must be released in the end.
   * @throws the reason of `signal`, if that comes first
   */
  async acquire(signal: AbortSignal): Promise<Slot> {
    const slot = { held: false, throttlings: 0 };
    await this.#take(slot, this.#fresh, signal);
    return slot;
  }

  /**
   * Before a request is sent again: keeps its slot if there is room, or waits for one.
   * @throws the reason of `signal`, if that comes first
   */
  async reacquire(slot: Slot, signal: AbortSignal): Promise<void> {
    this.#giveBack(slot);
    await this.#take(slot, this.#throttled, signal);
  }

  /** Admits whoever is next. May be called again. */
  release(slot: Slot): void {
    this.#giveBack(slot);
    this.#admit();
  }

  /** A response came, and we were not throttled. */
  answered(): void {
    this.#responses += 1;
    if (this.#responses < this.#streak) return;
    this.#responses = 0;
    this.#limit = Math.min(this.#max, this.#limit + 1);
    this.#admit();
  }

  /** A request was throttled. Requests in flight together may all be: that counts once. */
  throttled({ throttlings }: Slot): void {
    if (throttlings === this.#throttlings) {
      this.#throttlings += 1;
      this.#streak = Math.min(maxStreak, 2 * this.#streak);
    }
    this.#limit = 1;
    this.#responses = 0;
  }

  #giveBack(slot: Slot): void {
    if (slot.held) this.#inFlight -= 1;
    slot.held = false;
  }

  async #take(slot: Slot, queue: (() => void)[], signal: AbortSignal): Promise<void> {
    if (this.#inFlight >= this.#limit) await turn(queue, signal);
    else this.#inFlight += 1;
    slot.held = true;
    slot.throttlings = this.#throttlings;
  }

  #admit(): void {
    while (this.#inFlight < this.#limit) {
      const next = this.#throttled.shift() ?? this.#fresh.shift();
      if (next === undefined) return;
      this.#inFlight += 1;
      next();
    }
  }
}

/** Waits in a queue until called. */
function turn(queue: (() => void)[], signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const called = () => {
      ignoreAbort();
      resolve();
    };
    const ignoreAbort = onAbort(signal, (reason) => {
      queue.splice(queue.indexOf(called), 1);
      reject(reason);
    });
    queue.push(called);
  });
}
