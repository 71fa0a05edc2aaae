/**
 * Moments with the offset of the clock that named them, their calendar days,
 * how people read them, and how long something takes.
 */

import { counted } from "./digits.ts";

export const millisecondsPerDay = 86_400_000;

/**
 * A moment by this machine's clock: `2026-11-28T16:30:00.000-08:00`. Its first
 * ten characters are the day here.
 */
export function localTime(milliseconds: number): string {
  const offset = -new Date(milliseconds).getTimezoneOffset();
  const local = new Date(milliseconds + offset * 60_000).toISOString();
  const hours = new Date(Math.abs(offset) * 60_000).toISOString().slice(11, 16);
  return local.replace("Z", `${offset < 0 ? "-" : "+"}${hours}`);
}

/** The calendar day of a moment by the clock that named it, in days since 1970. */
export function dayIn(moment: string): number {
  return Date.parse(moment.slice(0, 10)) / millisecondsPerDay;
}

/** The calendar day of a moment by this machine's clock, in days since 1970. */
export function localDay(milliseconds: number): number {
  return dayIn(localTime(milliseconds));
}

/**
 * The calendar day of a moment by the offset of `clock`, another moment, as a
 * text: `2026-11-28`.
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

const usZone =
  /\((Eastern|Central|Mountain|Pacific) (Standard|Daylight) Time\)/;

/**
 * A moment for people: `2026-11-21 15:28 UTC`, or by this machine's clock
 * `2026-11-21 10:28 EST`, in other zones than those of the US `2026-11-21 16:28
 * +01:00`.
 */
export function timeText(time: string | number, zone: "local" | "utc"): string {
  const date = new Date(time);
  const isUtc = zone === "utc" || date.getTimezoneOffset() === 0;
  const iso = isUtc ? date.toISOString() : localTime(date.getTime());
  const minute = iso.slice(0, 16).replace("T", " ");
  if (isUtc) return `${minute} UTC`;
  // Intl takes 30 ms to name a zone.
  const [, name, season] = usZone.exec(String(date)) ?? [];
  const initials = name && season && `${name[0]}${season[0]}T`;
  return `${minute} ${initials ?? iso.slice(-6)}`;
}

/** How far away a day is: `in 41 days`, `today`, `3 months ago`, `14 years ago`. */
export function daysAway(day: number, today: number): string {
  if (day === today) return "today";
  return day > today
    ? `in ${spanOf(day - today)}`
    : `${spanOf(today - day)} ago`;
}

/** Up to 60 days in days: months would be too coarse. */
export function spanOf(days: number): string {
  if (days < 61) return counted(days, "day");
  return days < 731
    ? counted(Math.floor(days / 30.44), "month")
    : counted(Math.floor(days / 365.25), "year");
}

const units = [
  ["day", millisecondsPerDay],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/**
 * A wait as a person says it: `20 seconds`, `5 minutes`, `12 days`. Rounded up,
 * by at most a tenth, so that nobody comes back too early.
 */
export function waitText(milliseconds: number): string {
  const countOf = (size: number) => Math.max(1, Math.ceil(milliseconds / size));
  const isCloseEnough = (size: number) =>
    milliseconds > 2 * size && countOf(size) * size <= 1.1 * milliseconds;
  const [unit, size] = units.find(([, each]) => isCloseEnough(each)) ?? [
    "second",
    1_000,
  ];
  return counted(countOf(size), unit);
}
