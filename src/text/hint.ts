/**
 * Words for hints: what was meant by a mistyped word, and commands that do what
 * they say when they are pasted into a POSIX shell.
 */
import { distance } from "fastest-levenshtein";

/**
 * What a mistyped word was probably meant to be: one letter is wrong, or a
 * third of them, or it is the last word of a dotted name. Undefined if none of
 * the names is close. Case counts for nothing, nor does `_` for `-`.
 */
export function nearest<Name extends string>(
  word: string,
  names: readonly Name[],
): Name | undefined {
  const plain = (text: string) => text.toLowerCase().replaceAll("_", "-");
  const editsTo = (name: string) =>
    name.endsWith(`.${word}`) ? 0 : distance(plain(word), plain(name));
  const [best] = names.toSorted((a, b) => editsTo(a) - editsTo(b));
  const most = Math.max(1, word.length / 3);
  return best !== undefined && editsTo(best) <= most ? best : undefined;
}

/**
 * The hint for a mistyped word: `did you mean csv?` Undefined if none of the
 * names is close.
 */
export function didYouMean(
  word: string,
  names: readonly string[],
): string | undefined {
  const meant = nearest(word, names);
  return meant && `did you mean ${meant}?`;
}

/** A path as one word that no command takes for an option. */
export function shellPath(path: string): string {
  const word = path.startsWith("-") ? `./${path}` : path;
  return /^[\w./:@%+,=-]+$/.test(word)
    ? word
    : `'${word.replaceAll("'", `'\\''`)}'`;
}
