/**
 * A number with the digits before its point grouped, and at most four after it: `1,145`, `0.0375`. Not Intl, which takes longer to load
 * than most runs take.
 */
export function grouped(number: number): string {
  const size = Math.abs(number);
  // From 1e21 on, the text of a number has an exponent.
  if (!(size < 1e21)) return String(number);
  const rounded = Number.isInteger(size) ? size : Math.round(size * 10_000) / 10_000;
  let text = String(rounded);
  for (let at = String(Math.trunc(rounded)).length - 3; at > 0; at -= 3)
    text = `${text.slice(0, at)},${text.slice(at)}`;
  return number < 0 ? `-${text}` : text;
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
