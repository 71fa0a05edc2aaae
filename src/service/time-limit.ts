/** Limits the time that something takes. Times are milliseconds. */

/** Time is counted in slices no longer than this: the most that counts of the time in which the process is suspended. */
const longestSlice = 1_000;
/** How late a timer may be before we take it that the process was suspended, or too busy to read what arrived. */
const tolerance = 250;
/** What a slice that was late leaves at least, so that what arrived meanwhile is read before time is up. */
const grace = 500;

/**
 * The time left, counted only between `start` and its stop, and only while this process runs: a laptop that was asleep, or a
 * process that was stopped for a while (SIGSTOP, a container that is paused), has not been kept waiting by the service.
 */
export class TimeLimit {
  readonly #elapsed: () => number;
  #left: number;
  /** A second slice in a row that is late is not excused: somebody must notice that time is up. */
  #excused = false;

  /**
   * @param milliseconds the time there is
   * @param elapsed a clock that nobody sets, in milliseconds since any moment
   */
  constructor(milliseconds: number, elapsed: () => number) {
    this.#left = milliseconds;
    this.#elapsed = elapsed;
  }

  /** The time that is left; below 0 when it was exceeded. */
  get left(): number {
    return this.#left;
  }

  /** Takes away time that is spent otherwise, such as on a pause. */
  spend(milliseconds: number): void {
    this.#left -= milliseconds;
  }

  /** Counts until the returned function is called; calls `expired` once no time is left. */
  start(expired: () => void): () => void {
    let timer: NodeJS.Timeout;
    let slice = 0;
    let since = 0;
    const next = () => {
      slice = Math.max(0, Math.min(this.#left, longestSlice));
      since = this.#elapsed();
      timer = setTimeout(end, slice);
    };
    const end = () => {
      this.#left -= slice;
      this.#excuse(this.#elapsed() - since - slice);
      if (this.#left > 0) next();
      else expired();
    };
    next();
    return () => {
      clearTimeout(timer);
      this.#left -= Math.min(slice, this.#elapsed() - since);
      slice = 0;
    };
  }

  #excuse(late: number): void {
    const excused = late > tolerance && !this.#excused;
    if (excused) this.#left = Math.max(this.#left, grace);
    this.#excused = excused;
  }
}
