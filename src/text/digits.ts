/**
 * A number with the digits before its point grouped, and at most four after it: `1,145`, `0.0375`. Not Intl, which takes longer to load
 * than most runs take.
 */
export function grouped(number: number): string {
  const size = Math.abs(number);
  // From 1e21 on, the text of a number has an exponent.
  if ((size < 1_000 && Number.isInteger(size)) || !(size < 1e21)) return String(number);
  const text = String(Number.isInteger(size) ? size : Math.round(size * 10_000) / 10_000);
  const point = text.indexOf(".");
  let start = point < 0 ? text.length : point;
  let shown = text.slice(start);
  for (; start > 3; start -= 3) shown = `,${text.slice(start - 3, start)}${shown}`;
  return `${number < 0 ? "-" : ""}${text.slice(0, start)}${shown}`;
}

/** `1 day`, `1,200 days`. */
export function counted(number: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(number)} ${number === 1 ? noun : plural}`;
}
