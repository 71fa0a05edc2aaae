/** How tables show dates, and the terms of policies: with how far away they are. */
import { counted } from "../text/digits.ts";
import { dayOfTime, dayText, isNotStated, readDay } from "../vet/values.ts";
import { asItCame, authority, type Cell, notStated, oneLine, status, type ToCell } from "./cells.ts";
import { plainText, type RecordRow, valueAt } from "./value.ts";

/** A UTC date and how far away it is: `2012-06-15, 14 years ago`. Other date formats are shown as received. */
export const date: ToCell = (row, path) => {
  const day = readDay(valueAt(row, path)).value;
  return day === undefined ? asItCame(row, path) : { text: dayText(day), aside: distance(day, today(row)) };
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
    const [begins, ends] = [beginningPath, path].map((each) => readDay(valueAt(row, each)).value);
    if (ends !== undefined && ends <= today(row)) return dated("expired", ends, row, "error");
    if (begins !== undefined && begins > today(row)) return dated("begins", begins, row, "warning");
    if (begins === undefined) return withoutBeginning(row, beginningPath, path);
    if (ends !== undefined) return dated("until", ends, row, ends - today(row) <= soon ? "warning" : undefined);
    const isOpen = isNotStated(valueAt(row, path));
    return isOpen ? { text: "until canceled" } : { text: `until ${plainText(row, path)}`, tone: "warning" };
  };
}

function withoutBeginning(row: RecordRow, beginningPath: string, path: string): Cell {
  if (!isNotStated(valueAt(row, beginningPath)))
    return { text: `since ${plainText(row, beginningPath)}`, tone: "warning" };
  if (isNotStated(valueAt(row, path))) return notStated;
  const { text, ...end } = date(row, path);
  return { text: `beginning not stated, until ${text}`, ...end, tone: "warning" };
}

function dated(words: string, day: number, row: RecordRow, tone: Cell["tone"]): Cell {
  return { text: `${words} ${dayText(day)}`, aside: distance(day, today(row)), tone };
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
