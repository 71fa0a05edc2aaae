/** Signals that stop one call. */
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
