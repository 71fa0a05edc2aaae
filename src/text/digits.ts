/**
 * A number with the digits before its point grouped, and at most four after it: `1,145`, `0.0375`. Not Intl, which takes longer to load
 * than most runs take.
 */
export function grouped(number: number): string {
  const size = Math.abs(number);
  // From 1e21 on, the text of a number has an exponent.
  if ((size < 1_000 && Number.isInteger(size)) || !(size < 1e21)) return String(number);
  const rounded = Number.isInteger(size) ? size : Math.round(size * 10_000) / 10_000;
  const [whole = "", fraction] = String(rounded).split(".");
  let digits = whole;
  for (let at = whole.length - 3; at > 0; at -= 3) digits = `${digits.slice(0, at)},${digits.slice(at)}`;
  return `${number < 0 ? "-" : ""}${digits}${fraction === undefined ? "" : `.${fraction}`}`;
}
