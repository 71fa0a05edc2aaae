import { distance } from "fastest-levenshtein";

/** What a mistyped word was probably meant to be; undefined if none of the names is close. Case counts for nothing, nor does `_` for `-`. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const written = plain(word);
  let best: { name: string; apart: number } | undefined;
  for (const name of names) {
    const apart = distance(written, plain(name));
    if (best === undefined || apart < best.apart) best = { name, apart };
  }
  return best !== undefined && best.apart <= Math.max(2, word.length / 3) ? best.name : undefined;
}

/** `did you mean base-url?`, or other words where no name is close. */
export function didYouMean(word: string, names: readonly string[], otherwise: string): string {
  const near = nearest(word, names);
  return near === undefined ? otherwise : `did you mean ${near}?`;
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll("_", "-");
}
