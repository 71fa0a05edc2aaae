/** Signals that stop a call, listened to without a cost for each request. */
import { setMaxListeners } from "node:events";

/**
 * A signal that is aborted as soon as one of the others is, with its reason. `AbortSignal.any` does the same, but on Node 20 what it
 * returns is kept in memory as long as its sources, and one of ours lives as long as the client.
 *
 * @returns the signal, and what to call when it is no longer needed
 */
export function anyOf(sources: readonly AbortSignal[]): { signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  // Node warns about more than 10 listeners, and many requests may listen to one signal, ours or the caller's.
  setMaxListeners(0, controller.signal, ...sources);
  const releases = sources.map((source) => {
    const abort = () => controller.abort(source.reason);
    source.addEventListener("abort", abort);
    if (source.aborted) abort();
    return () => source.removeEventListener("abort", abort);
  });
  return {
    signal: controller.signal,
    release() {
      for (const release of releases) release();
    },
  };
}

/** Stops something, for the reason of a signal. */
type Stop = (reason: unknown) => void;

/** What a signal stops. */
const stopsOf = new WeakMap<AbortSignal, Stops>();

/** Calls `stop` when the signal is aborted, or at once if it already is; returns what prevents that. */
export function onAbort(signal: AbortSignal, stop: Stop): () => void {
  if (signal.aborted) stop(signal.reason);
  let stops = stopsOf.get(signal);
  if (stops === undefined) {
    stops = new Stops(signal);
    stopsOf.set(signal, stops);
  }
  return stops.add(stop);
}

/** All that a signal stops, with one listener: to add and remove one for each request takes longer than the rest of what we do to send it. */
class Stops {
  readonly #signal: AbortSignal;
  /** An array, since a `Set` that is refilled all the time leaves a chain of old tables, which keep each other from being collected. */
  readonly #stops: Stop[] = [];

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  add(stop: Stop): () => void {
    if (this.#stops.length === 0) this.#signal.addEventListener("abort", this.#heard);
    this.#stops.push(stop);
    return () => this.#remove(stop);
  }

  #remove(stop: Stop): void {
    const index = this.#stops.indexOf(stop);
    if (index < 0) return;
    this.#stops.splice(index, 1);
    if (this.#stops.length === 0) this.#signal.removeEventListener("abort", this.#heard);
  }

  readonly #heard = () => {
    for (const stop of [...this.#stops]) stop(this.#signal.reason);
  };
}
