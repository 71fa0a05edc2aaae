/** How tables show dates, and the terms of policies: with how far away they are. */
import { counted } from "../text/digits.ts";
import { dayOfTime, dayText, isNotStated, readDay, readRealDay } from "../vet/values.ts";
import { asItCame, authority, type Cell, notStated, oneLine, status, type ToCell } from "./cells.ts";
import { type RecordRow, valueInRow } from "./value.ts";

/** A UTC date and how far away it is: `2012-06-15, 14 years ago`. Other date formats are shown as received. */
export const date: ToCell = (row, path) => {
  const [day, real] = [readDay(valueInRow(row, path)).value, readRealDay(valueInRow(row, path))];
  if (day === undefined) return asItCame(row, path);
  return { text: dayText(day), aside: real.why ?? distance(day, today(row)) };
};

/** The status and the operating authority: `status ACTIVE`, `authority ACTIVE, since 2022-06-14 (4 years)`. */
export function standingOf(carrier: RecordRow): [status: Cell, authority: Cell] {
  const [own, granted] = [status(carrier, "status"), authority(carrier, "authority.status")];
  const begun = date(carrier, "authority.common_authority_date");
  const since = oneLine({ ...begun, aside: begun.aside?.replace(/ ago$/, "") });
  const text = `authority ${granted === notStated ? "not stated" : granted.text}`;
  return [
    { text: `status ${own.text}`, tone: own.tone },
    {
      text: begun === notStated ? text : `${text}, since ${since}`,
      tone: granted === notStated ? undefined : granted.tone,
    },
  ];
}

/** A UTC date alone: `2026-01-01`. */
export const plainDate: ToCell = (row, path) => ({ text: date(row, path).text });

/** Cover that ends within so many days is highlighted, as the built-in rules mark it. */
const soon = 14;

/**
 * Until when a policy lasts: `until canceled`, `until 2027-01-01 (in 41 days)`, `expired 2026-11-01 (20 days ago)`, `begins 2027-01-01`.
 * The expiration of a policy that has no beginning says nothing about today; on the day of its expiration it is no longer in force.
 */
export function term(beginningPath: string): ToCell {
  return (row, path) => {
    const [begins, ends] = [beginningPath, path].map((each) => readRealDay(valueInRow(row, each)).value);
    if (ends !== undefined && ends <= today(row)) return dated("expired", row, path, "error");
    if (begins !== undefined && begins > today(row)) return dated("begins", row, beginningPath, "warning");
    if (begins === undefined) return withoutBeginning(row, beginningPath, path);
    if (isNotStated(valueInRow(row, path))) return { text: "until canceled" };
    return dated("until", row, path, ends === undefined || ends - today(row) <= soon ? "warning" : undefined);
  };
}

function withoutBeginning(row: RecordRow, beginningPath: string, path: string): Cell {
  if (!isNotStated(valueInRow(row, beginningPath))) return dated("since", row, beginningPath, "warning");
  if (isNotStated(valueInRow(row, path))) return notStated;
  return dated("beginning not stated, until", row, path, "warning");
}

function dated(words: string, row: RecordRow, path: string, tone: Cell["tone"]): Cell {
  const cell = date(row, path);
  return { ...cell, text: `${words} ${cell.text}`, tone };
}

function today({ now }: RecordRow): number {
  return dayOfTime(now);
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
