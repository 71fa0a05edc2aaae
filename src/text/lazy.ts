/** Makes something on first use: compiling the Unicode properties of one expression takes a tenth of the start-up time. */
export function lazy<T>(make: () => T): () => T {
  let made: { thing: T } | undefined;
  return () => {
    made ??= { thing: make() };
    return made.thing;
  };
}
