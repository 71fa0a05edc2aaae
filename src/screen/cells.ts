/** How tables show a value: readable, and without claiming anything the service didn't say. */
import { counted, grouped } from "../text/digits.ts";
import { isObject, type JsonObject, textAt, valueAt } from "../text/json.ts";
import {
  basics,
  day,
  dayOfTime,
  dayText,
  isNotStated,
  number,
  realDay,
} from "../vet/facts.ts";
import type { Tone } from "./look.ts";

export interface Cell {
  /** From the service, so not yet safe to print: whoever draws it makes it so. */
  text: string;
  /** A remark on the text, in parentheses behind it, which a list that has no room leaves out. */
  aside?: string | undefined;
  tone?: Tone | undefined;
}

export interface RecordRow {
  record: JsonObject;
  now: number;
  /** Set for a row that is history, such as a policy that has expired. */
  tone?: "dim";
  /** Set for a row that says what there is not. */
  isAbsence?: true;
}

/** Shows the value at a column's path; it may look at the rest of the row. */
export type ToCell = (row: RecordRow, path: string) => Cell;

export function oneLine({ text, aside }: Cell): string {
  return aside === undefined ? text : `${text} (${aside})`;
}

export const notStated: Cell = { text: "—", tone: "dim" };

/** Within a sentence. */
export function inWords({ text }: Cell): string {
  return text === notStated.text ? "not stated" : text;
}

export const asItCame: ToCell = ({ record }, path) => {
  const text = textAt(record, path);
  return text === undefined ? notStated : { text };
};

/** A number with grouped digits: `1,240`. The interface states no units, so none are shown. */
export const amount: ToCell = (row, path) => {
  const value = valueAt(row.record, path);
  return Number.isSafeInteger(value)
    ? { text: grouped(value as number) }
    : asItCame(row, path);
};

/** The amount of insurance on file: 0 is none, or of cargo perhaps a limit that is not stated. */
export const onFile: ToCell = (row, path) => {
  const shown = amount(row, path);
  if (shown.text !== "0") return shown;
  return path.includes("cargo")
    ? { text: "0?", aside: "or the limit is not stated" }
    : { text: "none" };
};

/** A docket number: `MC 123456`, or as received if the service wrote a prefix itself. */
export const docket: ToCell = (row, path) => {
  const shown = asItCame(row, path);
  return /^\d+$/.test(shown.text) ? { text: `MC ${shown.text}` } : shown;
};

/** The name, and beside it the DBA name, by which drivers introduce themselves. */
export const name: ToCell = (row, path) => {
  const dba = textAt(row.record, path.replace(/legal_name$/, "dba_name"));
  const legal = asItCame(row, path);
  return isNotStated(dba) || dba === legal.text
    ? legal
    : { ...legal, aside: `DBA ${dba}` };
};

/** The carrier's address on one line, as on an envelope: `12 Main St, Boise, ID 83702`. */
export const address: ToCell = (row, path) => {
  if (!isObject(valueAt(row.record, path))) return asItCame(row, path);
  const at = (part: string) => textAt(row.record, `${path}.${part}`) ?? "";
  const lines = [
    at("street"),
    at("city"),
    `${at("state")} ${at("zip")}`.trim(),
  ].filter((line) => line !== "");
  return lines.length === 0 ? notStated : { text: lines.join(", ") };
};

/** A UTC date, and how far away it is. Other date formats are shown as received. */
export const date: ToCell = (row, path) => {
  const value = valueAt(row.record, path);
  const known = day(value).value;
  if (known === undefined) return asItCame(row, path);
  return {
    text: dayText(known),
    aside: realDay(value).why ?? distance(known, dayOfTime(row.now)),
  };
};

/** How far away a day is: `in 41 days`, `today`, `3 months ago`, `14 years ago`. */
export function distance(day: number, today: number): string {
  const days = Math.abs(day - today);
  if (days === 0) return "today";
  // "1 month" would say less than "60 days".
  const inMonths =
    days < 731
      ? counted(Math.floor(days / 30.44), "month")
      : counted(Math.floor(days / 365.25), "year");
  const words = days < 61 ? counted(days, "day") : inMonths;
  return day > today ? `in ${words}` : `${words} ago`;
}

/** The counts at a path, in words; none where nothing is stated. */
function counts(
  row: RecordRow,
  path: string,
  kinds: Readonly<Record<string, string>>,
): string[] {
  const texts = Object.entries(kinds).map(([field, words]) => [
    words,
    amount(row, `${path}.${field}`).text,
  ]);
  return texts.every(([, text]) => text === notStated.text)
    ? []
    : texts.map((words) => words.join(" "));
}

/** `18 (fatal 1, injury 5, towaway 12)`. */
export const crashes: ToCell = (row, path) => {
  const kinds = counts(row, path, {
    fatal: "fatal",
    injury: "injury",
    towaway: "towaway",
  });
  return {
    ...amount(row, `${path}.total`),
    aside: kinds.join(", ") || undefined,
  };
};

const violationKinds = Object.fromEntries(
  Object.entries(basics).map(([name, [words]]) => [name, words]),
);

/** The violations of each kind but those of which there are none. */
export const violations: ToCell = (row, path) => {
  const all = counts(row, path, violationKinds);
  if (all.length === 0) return notStated;
  return {
    text: all.filter((count) => !count.endsWith(" 0")).join(", ") || "none",
  };
};

/** Services send a rate of 0 for no inspections, which is not a perfect record. */
export const noInspections: Cell = { text: "no inspections" };

type Group = Partial<
  Record<"total" | "oos" | "rate" | "national", number | undefined>
>;

const numberAt = (row: RecordRow, path: string) =>
  number(valueAt(row.record, path)).value;
const countText = (count: number | undefined) =>
  count === undefined ? notStated.text : grouped(count);
const rateText = (rate: number) => String(Math.round(rate * 100) / 100);

export const driverRate: ToCell = (row, path) => {
  const [rate, national] = [
    numberAt(row, path),
    numberAt(row, `${path}_national`),
  ];
  return rateCell(
    asItCame(row, path),
    { rate, national },
    "inspections not stated",
  );
};

export const inspections: ToCell = (row, path) => {
  const at = (name: string) => numberAt(row, `${path}.${name}`);
  const [total, oos, rate, national] = [
    at("total"),
    at("oos"),
    at("oos_rate"),
    at("national_avg"),
  ];
  if (total === 0 && !oos && !rate) return noInspections;
  const written = asItCame(row, `${path}.oos_rate`);
  return rateCell(
    written,
    { total, oos, rate, national },
    `${countText(oos)} of ${countText(total)}`,
  );
};

function rateCell(written: Cell, group: Group, counts: string): Cell {
  const { rate, national = 0, total } = group;
  if (rate === undefined)
    return total === undefined ? written : { ...written, aside: counts };
  if (rate === 0 && !total) return { text: "0, or no inspections" };
  if (!isShare(group))
    return { text: `${rateText(rate)}?`, aside: `${counts}: not that share` };
  const word = wordOf(group);
  const text = `${rateText(rate)} ${word}`.trim();
  return {
    text,
    aside: word === "" ? counts : `national ${rateText(national)}, ${counts}`,
  };
}

function isShare({ total, oos, rate = 0 }: Group): boolean {
  return (
    total === undefined ||
    oos === undefined ||
    Math.abs(rate * total - 100 * oos) <= total / 2
  );
}

/** `below`, `ABOVE` or `equal`; empty where an average is not one in percent. */
function wordOf({ total, rate, national }: Group): string {
  if (
    rate === undefined ||
    national === undefined ||
    national < 0.5 ||
    national > 100
  )
    return "";
  const word =
    rate > national ? "ABOVE" : rate === national ? "equal" : "below";
  return total !== undefined && total < 20 ? `${word}, few` : word;
}
