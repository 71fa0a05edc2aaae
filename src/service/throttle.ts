/** How many requests may be under way at once, learnt from a service that refuses some of them. */

/** A question's place among those that are under way. */
export interface Place {
  /** Whether the question has it, or waits for it. */
  held: boolean;
  /** How often there had been a refusal when it was last given. */
  refusals: number;
}

/** The longest row of answers that is asked for before one question more may be under way. */
const longestRow = 64;

/**
 * Lets questions pass as they come, until one is refused for being too many (429). From then on they go one at a time, and one more at
 * a time after a row of answers, which is twice as long after each refusal: a service that takes few requests gets them nearly one
 * by one, instead of all of them at once at the end of each pause, where most would be refused again and again.
 */
export class Throttle {
  #most = Number.POSITIVE_INFINITY;
  #underWay = 0;
  #refusals = 0;
  /** How many answers came in a row, and how many it takes. */
  #answers = 0;
  #row = 1;
  /** Those who were refused go before those who have not asked yet: so nobody is refused often. */
  readonly #refused: (() => void)[] = [];
  readonly #fresh: (() => void)[] = [];

  /**
   * Waits for a place. It must be left in the end.
   *
   * @throws the reason of `signal`, when that comes first
   */
  async enter(signal: AbortSignal): Promise<Place> {
    const place = { held: false, refusals: 0 };
    await this.#take(place, this.#fresh, signal);
    return place;
  }

  /** An answer came that is not a refusal. */
  answered(): void {
    this.#answers += 1;
    if (this.#answers < this.#row) return;
    this.#answers = 0;
    this.#most += 1;
    this.#admit();
  }

  /** A request was refused. Of those that were under way together all may be: that is one refusal. */
  refused({ refusals }: Place): void {
    if (refusals === this.#refusals) {
      this.#refusals += 1;
      this.#row = Math.min(longestRow, 2 * this.#row);
    }
    this.#most = 1;
    this.#answers = 0;
  }

  /**
   * Before a question is asked again: keeps its place where there is room for it, or waits for one.
   *
   * @throws the reason of `signal`, when that comes first
   */
  async again(place: Place, signal: AbortSignal): Promise<void> {
    this.#give(place);
    await this.#take(place, this.#refused, signal);
  }

  leave(place: Place): void {
    if (!place.held) return;
    this.#give(place);
    this.#admit();
  }

  #give(place: Place): void {
    place.held = false;
    this.#underWay -= 1;
  }

  async #take(place: Place, queue: (() => void)[], signal: AbortSignal): Promise<void> {
    if (this.#underWay >= this.#most) await turn(queue, signal);
    else this.#underWay += 1;
    place.held = true;
    place.refusals = this.#refusals;
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
      signal.removeEventListener("abort", givenUp);
      resolve();
    };
    const givenUp = () => {
      queue.splice(queue.indexOf(called), 1);
      reject(signal.reason);
    };
    queue.push(called);
    signal.addEventListener("abort", givenUp);
  });
}
