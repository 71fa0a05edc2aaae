/** A moment by this machine's clock, with its offset: `2026-11-28T16:30:00.000-08:00`. Its first ten characters are the day here. */
export function localTime(milliseconds: number): string {
  const offset = -new Date(milliseconds).getTimezoneOffset();
  const local = new Date(milliseconds + offset * 60_000)
    .toISOString()
    .slice(0, -1);
  const [hours, minutes] = [Math.abs(offset) / 60, Math.abs(offset) % 60].map(
    (part) => String(Math.trunc(part)).padStart(2, "0"),
  );
  return `${local}${offset < 0 ? "-" : "+"}${hours}:${minutes}`;
}
