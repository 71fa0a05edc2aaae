/** Moments with the offset of the clock that named them, and their calendar days. */

/**
 * A moment by this machine's clock: `2026-11-28T16:30:00.000-08:00`. Its first
 * ten characters are the day here.
 */
export function localTime(milliseconds: number): string {
  const offset = -new Date(milliseconds).getTimezoneOffset();
  const local = new Date(milliseconds + offset * 60_000).toISOString();
  const [hours, minutes] = [Math.abs(offset) / 60, Math.abs(offset) % 60].map(
    (part) => String(Math.trunc(part)).padStart(2, "0"),
  );
  return local.replace("Z", `${offset < 0 ? "-" : "+"}${hours}:${minutes}`);
}

/** The calendar day of a moment by the clock that named it, in days since 1970. */
export function dayIn(moment: string): number {
  return Date.parse(moment.slice(0, 10)) / 86_400_000;
}

/** The calendar day of a moment by this machine's clock, in days since 1970. */
export function localDay(milliseconds: number): number {
  return dayIn(localTime(milliseconds));
}

/**
 * The calendar day of a moment where another was named, by that one's offset:
 * `2026-11-28`.
 */
export function dayBy(clock: string, moment: string): string {
  const wall = Date.parse(clock.replace(/[+-]\d\d:\d\d$/, "Z"));
  const offset = wall - Date.parse(clock);
  return new Date(Date.parse(moment) + offset).toISOString().slice(0, 10);
}

/** A moment in the name of a file, in UTC: `2026-11-22T084900Z`. */
export function fileTime(moment: string): string {
  const utc = new Date(moment).toISOString().slice(0, 19);
  return `${utc.replaceAll(":", "")}Z`;
}
