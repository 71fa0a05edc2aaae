/** A text as a literal of each shell, in which nothing is expanded. */

/** For bash and zsh: nothing is special between single quotes but the quote itself (POSIX, "Quoting"). */
export function posixQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** For fish: between single quotes a backslash escapes a quote and itself (fish, "Quotes"). */
export function fishQuoted(text: string): string {
  return `'${text.replace(/['\\]/g, String.raw`\$&`)}'`;
}

/** For PowerShell: quotes are doubled, of which it takes the typographic ones for single quotes too (about_Quoting_Rules). */
export function powershellQuoted(text: string): string {
  return `'${text.replace(/['‘’‚‛]/g, "$&$&")}'`;
}
