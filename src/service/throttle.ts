/** Limits how many requests are under way at once, as learned from a service that refuses some of them. */

/** A question's slot among those under way. */
export interface Slot {
  /** Whether the question has it, or waits for it. */
  held: boolean;
  /** How many refusals there had been when it was last given out. */
  refusals: number;
}

/** The longest streak of answers that is required before one more question may be under way. */
const longestStreak = 64;

/**
 * Lets questions pass, up to the most that are allowed at once, until one is refused for being too many (429). From then on they go one at a time, and one more at
 * a time after each streak of answers; the required streak doubles with each refusal. A service that takes few requests gets them
 * nearly one by one, instead of all at once at the end of each pause, when most would be refused again and again.
 */
export class Throttle {
  readonly #allowed: number;
  #most: number;
  #underWay = 0;
  #refusals = 0;
  /** Answers in a row so far, and how many it takes. */
  #answers = 0;
  #streak = 1;
  /** Refused questions go before those not yet asked, so none is refused often. */
  readonly #refused: (() => void)[] = [];
  readonly #fresh: (() => void)[] = [];

  /** @param allowed the most questions under way at once, however well the service does */
  constructor(allowed = Number.POSITIVE_INFINITY) {
    this.#allowed = allowed;
    this.#most = allowed;
  }

  /**
   * Waits for a slot, which must be left in the end.
   *
   * @throws the reason of `signal`, if that comes first
   */
  async enter(signal: AbortSignal): Promise<Slot> {
    const slot = { held: false, refusals: 0 };
    await this.#take(slot, this.#fresh, signal);
    return slot;
  }

  /** An answer came that is not a refusal. */
  answered(): void {
    this.#answers += 1;
    if (this.#answers < this.#streak) return;
    this.#answers = 0;
    this.#most = Math.min(this.#allowed, this.#most + 1);
    this.#admit();
  }

  /** A request was refused. Requests under way together may all be: that counts as one refusal. */
  refused({ refusals }: Slot): void {
    if (refusals === this.#refusals) {
      this.#refusals += 1;
      this.#streak = Math.min(longestStreak, 2 * this.#streak);
    }
    this.#most = 1;
    this.#answers = 0;
  }

  /**
   * Before a question is asked again: keeps its slot if there is room, or waits for one.
   *
   * @throws the reason of `signal`, if that comes first
   */
  async reenter(slot: Slot, signal: AbortSignal): Promise<void> {
    this.#release(slot);
    await this.#take(slot, this.#refused, signal);
  }

  leave(slot: Slot): void {
    if (!slot.held) return;
    this.#release(slot);
    this.#admit();
  }

  #release(slot: Slot): void {
    slot.held = false;
    this.#underWay -= 1;
  }

  async #take(slot: Slot, queue: (() => void)[], signal: AbortSignal): Promise<void> {
    if (this.#underWay >= this.#most) await turn(queue, signal);
    else this.#underWay += 1;
    slot.held = true;
    slot.refusals = this.#refusals;
  }

  #admit(): void {
    while (this.#underWay < this.#most) {
      const next = this.#refused.shift() ?? this.#fresh.shift();
      if (next === undefined) return;
      this.#underWay += 1;
      next();
    }
  }
}

/** Stands in a queue until called. */
function turn(queue: (() => void)[], signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const called = () => {
      signal.removeEventListener("abort", aborted);
      resolve();
    };
    const aborted = () => {
      queue.splice(queue.indexOf(called), 1);
      reject(signal.reason);
    };
    queue.push(called);
    signal.addEventListener("abort", aborted);
  });
}
