/** Numbers in words: grouped and counted. */

/**
 * A number with the digits before its point grouped, and at most four after it:
 * `1,145`, `0.0375`.
 */
export function grouped(number: number): string {
  const text = String(Number(number.toFixed(4)));
  // Not after the point.
  return text.replace(/(?<!\.\d*)\B(?=(?:\d{3})+(?!\d))/g, ",");
}

/** `1 day`, `1,200 days`. */
export function counted(
  number: number,
  noun: string,
  plural = `${noun}s`,
): string {
  return `${grouped(number)} ${number === 1 ? noun : plural}`;
}

/** The first of some texts, and the number of others: `1, 2 and 290 more`. */
export function firstOf(
  texts: readonly string[],
  most = 5,
  separator = ", ",
): string {
  const more = texts.length - most;
  const first = texts.slice(0, most).join(separator);
  return more > 0 ? `${first} and ${grouped(more)} more` : first;
}
