/**
 * Words for hints: what was meant by a mistyped word, and commands that do what
 * they say when they are pasted into a POSIX shell.
 */
import { distance } from "fastest-levenshtein";

/**
 * What a mistyped word was probably meant to be: at most a third of its letters
 * are wrong, or two are swapped (`cvs`), or it is the last word of a dotted name.
 * Undefined if none of the names is close. Case counts for nothing, nor does `_` for `-`.
 */
export function nearest<Name extends string>(
  word: string,
  names: readonly Name[],
): Name | undefined {
  const plain = (text: string) => text.toLowerCase().replaceAll("_", "-");
  const sorted = (text: string) => [...plain(text)].sort().join("");
  const [best] = names
    .map((name) => {
      const isLast = name.endsWith(`.${word}`);
      return { name, edits: isLast ? 0 : distance(plain(word), plain(name)) };
    })
    .sort((one, other) => one.edits - other.edits);
  if (best === undefined) return undefined;
  const isSwapped = sorted(word) === sorted(best.name);
  return best.edits <= Math.max(isSwapped ? 2 : 1, word.length / 3)
    ? best.name
    : undefined;
}

/**
 * The hint to a mistyped word: `did you mean csv?` Undefined if none of the
 * names is close.
 */
export function didYouMean(
  word: string,
  names: readonly string[],
): string | undefined {
  const meant = nearest(word, names);
  return meant === undefined ? undefined : `did you mean ${meant}?`;
}

/** A text as one word. */
export function shellWord(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text)
    ? text
    : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A path as one word that no command takes for an option. */
export function shellPath(path: string): string {
  return shellWord(path.startsWith("-") ? `./${path}` : path);
}

/**
 * What to type instead of what Word or Outlook made of an option or a quote:
 * `–f`, `—claim`, `“ACME`.
 */
export function typedHint(text: string): string | undefined {
  const [, name] = /^[\p{Pd}−]+([a-z][a-z-]*)/iu.exec(text) ?? [];
  if (name !== undefined)
    return `type plain hyphens: ${name.length === 1 ? "-" : "--"}${name}`;
  return /[“”„‘’]/.test(text) ? `type plain quotes: " or '` : undefined;
}
