/**
 * Words of a POSIX shell, for a command in a hint: what is pasted does what it
 * says.
 */

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
