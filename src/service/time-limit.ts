/** Time limits that ignore the time in which this process is suspended. Times are milliseconds. */

/** Time is counted in slices of at most this length, which is also the most that a suspension can count. */
const maxSlice = 1_000;
/** A timer later than this means that the process was suspended, or too busy to read what arrived. */
const tolerance = 250;
/** The least time left after a late slice, so that what arrived meanwhile can be read. */
const grace = 500;

/**
 * The time left. It is counted only between `start` and stop, and only while this process runs: it isn't the service's fault if a
 * laptop sleeps, or if the process is stopped for a while (SIGSTOP, a paused container).
 */
export class TimeLimit {
  readonly #monotonicNow: () => number;
  /** The time left; negative if it was exceeded. Time spent elsewhere, such as on a pause, is deducted from it. */
  left: number;
  /** Whether the last slice was late and excused. The next one is not, so that time runs out in the end. */
  #excused = false;

  constructor(milliseconds: number, monotonicNow: () => number) {
    this.left = milliseconds;
    this.#monotonicNow = monotonicNow;
  }

  /** Counts until the returned function is called; calls `expired` once no time is left. */
  start(expired: () => void): () => void {
    let timer: NodeJS.Timeout;
    let slice = 0;
    let since = 0;
    const next = () => {
      slice = Math.max(0, Math.min(this.left, maxSlice));
      since = this.#monotonicNow();
      timer = setTimeout(end, slice);
    };
    const end = () => {
      this.left -= slice;
      this.#excuse(this.#monotonicNow() - since - slice);
      if (this.left > 0) next();
      else expired();
    };
    next();
    return () => {
      clearTimeout(timer);
      this.left -= Math.min(slice, this.#monotonicNow() - since);
      slice = 0;
    };
  }

  #excuse(late: number): void {
    const excused = late > tolerance && !this.#excused;
    if (excused) this.left = Math.max(this.left, grace);
    this.#excused = excused;
  }
}
