/** Finds what was meant by a mistyped word. Load it when there is one: no other run needs it. */
import { distance } from "fastest-levenshtein";

/** What a mistyped word was probably meant to be; undefined if none of the names is close. Case counts for nothing, nor does `_` for `-`. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const written = plain(word);
  let best: { name: string; edits: number } | undefined;
  for (const name of names) {
    const edits = distance(written, plain(name));
    if (best === undefined || edits < best.edits) best = { name, edits };
  }
  return best !== undefined && best.edits <= maxEdits(written, plain(best.name)) ? best.name : undefined;
}

/** Of a few letters, two may be swapped (`cvs`) or left out (`lvl`), but not be others: `yaml` is not `html`. */
function maxEdits(written: string, name: string): number {
  if (written.length > 4) return Math.max(2, written.length / 3);
  const isSwapped = [...written].sort().join() === [...name].sort().join();
  return isSwapped || isShortened(written, name) ? 2 : 1;
}

/** Whether a name with some letters left out is what was written. */
function isShortened(written: string, name: string): boolean {
  let at = -1;
  return [...written].every((letter) => {
    at = name.indexOf(letter, at + 1);
    return at >= 0;
  });
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll("_", "-");
}
