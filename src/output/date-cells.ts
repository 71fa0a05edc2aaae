/** How tables show dates, and the terms of policies: with how far away they are. */
import { counted } from "../text/digits.ts";
import { dayOfTime, dayText, isNotStated, readDay } from "../vet/values.ts";
import { asItCame, authority, type Cell, notStated, oneLine, status, type ToCell } from "./cells.ts";
import { plainText, type RecordRow, valueAt } from "./value.ts";

/** A UTC date and how far away it is: `2012-06-15, 14 years ago`. Other date formats are shown as received. */
export const date: ToCell = (row, path) => {
  const day = dayOf(valueAt(row, path));
  return day === undefined ? asItCame(row, path) : { text: dayText(day), aside: distance(day, today(row)) };
};

/** Since when something is: `2012-06-15 (14 years)`. */
export const since: ToCell = (row, path) => {
  const { aside, ...shown } = date(row, path);
  return { ...shown, ...(aside !== undefined && { aside: aside.replace(/ ago$/, "") }) };
};

/** The status and the operating authority: `status ACTIVE`, `authority ACTIVE, since 2022-06-14 (4 years)`. */
export function standingOf(carrier: RecordRow): [status: Cell, authority: Cell] {
  const [own, granted] = [status(carrier, "status"), authority(carrier, "authority.status")];
  const begun = since(carrier, "authority.common_authority_date");
  const text = `authority ${granted === notStated ? "not stated" : granted.text}`;
  return [
    { text: `status ${own.text}`, tone: own.tone },
    {
      text: begun.text === notStated.text ? text : `${text}, since ${oneLine(begun)}`,
      tone: granted === notStated ? undefined : granted.tone,
    },
  ];
}

/** The day a policy begins: `2026-01-01`, or if that is in the future, `2027-01-01, begins in 41 days`. */
export const beginning: ToCell = (row, path) => {
  const day = dayOf(valueAt(row, path));
  if (day === undefined) return asItCame(row, path);
  if (day <= today(row)) return { text: dayText(day) };
  return { text: dayText(day), aside: `begins ${distance(day, today(row))}`, tone: "warning" };
};

/** A policy that ends within this many days is highlighted. */
const soon = 30;

/**
 * The day a policy ends: `2027-01-01, in 41 days`, `2026-11-01, expired 20 days ago`. A filing that began and has no expiration is in
 * force `until cancelled`. On the day of its expiration it no longer is.
 */
export function expiration(beginningPath: string): ToCell {
  return (row, path) => {
    const day = dayOf(valueAt(row, path));
    if (day === undefined) return isOpen(row, beginningPath, path) ? { text: untilCancelled } : asItCame(row, path);
    const left = day - today(row);
    const text = dayText(day);
    const aside = distance(day, today(row));
    if (left <= 0) return { text, aside: `expired ${aside}`, tone: "error" };
    const begins = dayOf(valueAt(row, beginningPath));
    if (begins !== undefined && begins >= day) {
      return { text, aside: `${aside}, ${begins === day ? "the day" : "before"} it begins`, tone: "error" };
    }
    return left <= soon ? { text, aside, tone: "warning" } : { text, aside };
  };
}

/** The same for a list's column, which may be the only one that says so: `expired 2026-11-01`, `begins 2026-12-01`. */
export function briefExpiration(beginningPath: string): ToCell {
  const whole = expiration(beginningPath);
  return (row, path) => {
    const [begins, ends] = [dayOf(valueAt(row, beginningPath)), dayOf(valueAt(row, path))];
    const { text, tone } = whole(row, path);
    if (ends !== undefined && ends <= today(row)) return { text: `expired ${text}`, tone: "error" };
    if (begins !== undefined && begins > today(row)) return { text: `begins ${dayText(begins)}`, tone: "warning" };
    return { text, ...(tone && { tone }) };
  };
}

const untilCancelled = "until cancelled";

/** Whether a filing began and states no end. */
function isOpen(row: RecordRow, beginningPath: string, endPath: string): boolean {
  return isNotStated(valueAt(row, endPath)) && !isNotStated(valueAt(row, beginningPath));
}

/**
 * The term of a policy in words: `until cancelled`, `until 2027-01-01 (in 41 days)`, `expired 2026-11-01 (20 days ago)`. The expiration of
 * a policy that has no beginning says nothing about today.
 */
export function termText(row: RecordRow, beginningPath: string, endPath: string): Cell {
  const [begins, ends] = [dayOf(valueAt(row, beginningPath)), dayOf(valueAt(row, endPath))];
  const at = (words: string, day: number, tone?: Cell["tone"]): Cell => ({
    text: `${words} ${dayText(day)}`,
    aside: distance(day, today(row)),
    tone,
  });
  if (ends !== undefined && ends <= today(row)) return at("expired", ends);
  if (begins !== undefined && begins > today(row)) return at("begins", begins, "warning");
  const isEndStated = !isNotStated(valueAt(row, endPath));
  const end = isEndStated ? `until ${plainText(row, endPath)}` : untilCancelled;
  if (isNotStated(valueAt(row, beginningPath))) {
    if (!isEndStated) return { text: "dates not stated", tone: "warning" };
    return ends === undefined
      ? { text: `beginning not stated, ${end}`, tone: "warning" }
      : at("beginning not stated, until", ends, "warning");
  }
  if (begins === undefined) return { text: `since ${plainText(row, beginningPath)}`, tone: "warning" };
  if (ends === undefined) return { text: end, tone: isEndStated ? "warning" : undefined };
  return at("until", ends, ends - today(row) <= soon ? "warning" : undefined);
}

function today({ now }: RecordRow): number {
  return dayOfTime(now);
}

/** The day that a value states, read as vetting reads it; undefined for anything but an ISO 8601 date. */
function dayOf(value: unknown): number | undefined {
  const day = readDay(value);
  return day.state === "stated" ? day.value : undefined;
}

/** How far away a day is, in the largest unit that is precise enough: `in 41 days`, `today`, `3 months ago`, `14 years ago`. */
function distance(day: number, today: number): string {
  const days = Math.abs(day - today);
  if (days === 0) return "today";
  // 61 days are two whole months, and 731 days are two whole years: "1 month" would say less than "60 days".
  const words =
    days < 61
      ? counted(days, "day")
      : days < 731
        ? counted(Math.floor(days / 30.44), "month")
        : counted(Math.floor(days / 365.25), "year");
  return day > today ? `in ${words}` : `${words} ago`;
}
