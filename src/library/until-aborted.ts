/** Reads what arrives over time. */

/**
 * The values of an iterable, until a signal is aborted: the next value may never come, and a caller who stops must not wait for it.
 *
 * @throws whatever the iterable throws, and the signal's reason
 */
export async function* untilAborted<T>(values: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T, void> {
  const iterator = values[Symbol.asyncIterator]();
  try {
    for (;;) {
      const step = await unlessAborted(iterator.next(), signal);
      if (step.done) return;
      yield step.value;
    }
  } finally {
    // Tells the source that nobody reads on; after its end, that does nothing.
    const closed = Promise.resolve(iterator.return?.());
    if (signal.aborted) closed.catch(() => {});
    else await closed;
  }
}

/** Listens only while it waits: `Promise.race` with one lasting promise keeps a reaction for every value. */
function unlessAborted<T>(waiting: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    const settle = () => signal.removeEventListener("abort", abort);
    waiting.then(resolve, reject).finally(settle);
  });
}
