/**
 * A number with the digits before its point grouped, and at most four after it: `1,145`, `0.0375`. Not Intl, which takes longer to load
 * than most runs take.
 */
export function grouped(number: number): string {
  const size = Math.abs(number);
  // From 1e21 on, the text of a number has an exponent.
  if ((size < 1_000 && Number.isInteger(size)) || !(size < 1e21)) return String(number);
  const [whole = "", decimals] = String(Number.isInteger(size) ? size : Math.round(size * 10_000) / 10_000).split(".");
  const shown = whole.replace(/\B(?=(?:\d{3})+$)/g, ",");
  return `${number < 0 ? "-" : ""}${shown}${decimals === undefined ? "" : `.${decimals}`}`;
}

/** About how long something takes, in words that people say: `20 s`, `5 min`, `4 h 30 min`, `15 h`. Rounded up. */
export function roughTime(seconds: number): string {
  const up = (unit: number) => Math.ceil(seconds / unit);
  if (seconds <= 50) return `${up(10) * 10} s`;
  if (seconds <= 3_540) return `${up(60)} min`;
  const [hours, minutes] = [Math.floor((up(600) * 10) / 60), (up(600) * 10) % 60];
  if (seconds > 35_400) return `${up(3_600)} h`;
  return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
}

/** `1 day`, `1,200 days`. */
export function counted(number: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(number)} ${number === 1 ? noun : plural}`;
}
