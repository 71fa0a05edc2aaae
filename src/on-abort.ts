/**
 * What stops when a signal is aborted, by one listener for all. Node's list keeps a listener that was removed, and all that it refers to, as
 * long as an older one: with a listener for each request, every response was kept until the next full collection.
 */

type Stop = (reason: unknown) => void;

const stopsOf = new WeakMap<AbortSignal, Stop[]>();

/** Calls `stop` when a signal is aborted, at once if it already is; returns what prevents that. */
export function onAbort(signal: AbortSignal, stop: Stop): () => void {
  if (signal.aborted) stop(signal.reason);
  const stops = stopsOf.get(signal) ?? [];
  stopsOf.set(signal, stops);
  if (stops.push(stop) === 1) signal.addEventListener("abort", stopAll);
  return () => {
    const index = stops.indexOf(stop);
    if (index >= 0) stops.splice(index, 1);
    if (stops.length === 0) signal.removeEventListener("abort", stopAll);
  };
}

function stopAll(this: AbortSignal): void {
  for (const stop of [...(stopsOf.get(this) ?? [])]) stop(this.reason);
}
