/**
 * How screens show a value: readable, and without claiming anything that the
 * service did not say.
 */
import type { Answers } from "../answer.ts";
import { counted, grouped } from "../text/digits.ts";
import {
  isObject,
  isWithin,
  type JsonObject,
  plainText,
  textAt,
  valueAt,
} from "../text/json.ts";
import type { Finding } from "../vet/model.ts";
import {
  basics,
  dayText,
  isNotStated,
  longestText,
  readDay,
  readNumber,
  readRealDay,
} from "../vet/record/facts.ts";
import { isAbove, isAverage, isFew, isShare } from "../vet/record/rates.ts";

/** What a color means. The text says the same without it. */
export type Tone = "good" | "bad" | "doubt" | "dim" | "bold";

/** A text, which may come from the service: whoever draws it makes it safe to print. */
export interface StyledText {
  text: string;
  /**
   * A remark on the text, in parentheses behind it, which a list that has no
   * room leaves out.
   */
  aside?: string | undefined;
  tone?: Tone | undefined;
  /** What the text consists of, separated by dots, each in its own tone. */
  parts?: readonly StyledText[];
}

export function oneLine({ text, aside }: StyledText): string {
  return aside === undefined ? text : `${text} (${aside})`;
}

const dot = " · ";

/** Several cells as one. */
export function dotSeparated(parts: readonly StyledText[]): StyledText {
  return { text: parts.map(oneLine).join(dot), parts };
}

/**
 * All answers about a carrier, and what the rules found in them: of a snapshot
 * alone.
 */
export interface Snapshot {
  answers: Answers;
  findings: readonly Finding[];
  notes: readonly string[];
  /** Whether the user has no policy, and the built-in one was used. */
  isBuiltIn: boolean;
}

/** Of a record by itself. */
export const unjudged: Snapshot = {
  answers: {},
  findings: [],
  notes: [],
  isBuiltIn: false,
};

/** What a line, a card or a screen shows of a carrier. */
export interface RecordRow extends Snapshot {
  record: JsonObject;
  /** The day from which dates count, in days since 1970. */
  today: number;
  /** Set for a row that is history, such as a policy that has expired. */
  tone?: "dim";
  /** Set for a row that says what there is not. */
  isAbsence?: true;
}

/** Shows the value at a column's path; it may look at the rest of the row. */
export type Show = (row: RecordRow, path: string) => StyledText;

export const missing: StyledText = { text: "—", tone: "dim" };

export const isStated = ({ text }: StyledText) => text !== missing.text;

/** Within a sentence. */
export const statedText = (cell: StyledText) =>
  isStated(cell) ? cell.text : "not stated";

export const asSent: Show = ({ record }, path) => {
  const text = textAt(record, path);
  if (text === undefined) return missing;
  const { length } = text;
  return length > longestText
    ? { text: `unreadable: ${grouped(length)} characters` }
    : { text };
};

/**
 * A number with grouped digits: `1,240`. The interface states no units, so none
 * are shown.
 */
export const amount: Show = (row, path) => {
  const value = valueAt(row.record, path);
  return Number.isSafeInteger(value)
    ? { text: grouped(value as number) }
    : asSent(row, path);
};

/**
 * The amount of insurance on file: 0 is none, or of cargo perhaps a limit that
 * is not stated.
 */
export const onFile: Show = (row, path) => {
  const cell = amount(row, path);
  if (cell.text !== "0") return cell;
  return path.includes("cargo")
    ? { text: "0?", aside: "or the limit is not stated" }
    : { text: "none" };
};

/**
 * A docket number: `MC 123456`, or as received if the service wrote a prefix
 * itself.
 */
export const docket: Show = (row, path) => {
  const cell = asSent(row, path);
  return /^\d+$/.test(cell.text) ? { text: `MC ${cell.text}` } : cell;
};

/** The name, and beside it the DBA name, by which drivers introduce themselves. */
export const name: Show = (row, path) => {
  const dba = asSent(row, path.replace(/legal_name$/, "dba_name")).text;
  const legal = asSent(row, path);
  const isOther = dba !== legal.text && dba !== missing.text;
  return isOther && !isNotStated(dba)
    ? { ...legal, aside: `DBA ${dba}` }
    : legal;
};

/**
 * The carrier's address on one line, as on an envelope: `12 Main St, Boise, ID
 * 83702`.
 */
export const address: Show = (row, path) => {
  if (!isObject(valueAt(row.record, path))) return asSent(row, path);
  const at = (part: string) => {
    const cell = asSent(row, `${path}.${part}`);
    return isStated(cell) ? cell.text : "";
  };
  const lines = [at("street"), at("city"), `${at("state")} ${at("zip")}`];
  const text = lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join(", ");
  return text === "" ? missing : { text };
};

/** A UTC date, and how far away it is. Other forms of dates are shown as received. */
export const date: Show = (row, path) => {
  const value = valueAt(row.record, path);
  const read = readDay(value).value;
  if (read === undefined) return asSent(row, path);
  const aside = readRealDay(value).why ?? distance(read, row.today);
  return { text: dayText(read), aside };
};

/** How far away a day is: `in 41 days`, `today`, `3 months ago`, `14 years ago`. */
export function distance(day: number, today: number): string {
  if (day === today) return "today";
  return day > today ? `in ${span(day - today)}` : `${span(today - day)} ago`;
}

/** "1 month" would say less than "60 days". */
export function span(days: number): string {
  if (days < 61) return counted(days, "day");
  return days < 731
    ? counted(Math.floor(days / 30.44), "month")
    : counted(Math.floor(days / 365.25), "year");
}

/** The counts at a path, in words; none where nothing is stated. */
function counts(
  row: RecordRow,
  path: string,
  kinds: Readonly<Record<string, string>>,
): string[] {
  const cells = Object.entries(kinds).map(([field, words]) => {
    const { text } = amount(row, `${path}.${field}`);
    return { text, words };
  });
  if (!cells.some(isStated)) return [];
  return cells.map(({ text, words }) => `${words} ${text}`);
}

const crashKinds = { fatal: "fatal", injury: "injury", towaway: "towaway" };

/** `18 (fatal 1, injury 5, towaway 12)`. */
export const crashes: Show = (row, path) => {
  const aside = counts(row, path, crashKinds).join(", ") || undefined;
  return { ...amount(row, `${path}.total`), aside };
};

/** The violations of each kind but those of which there are none. */
export const violations: Show = (row, path) => {
  const all = counts(row, path, basics);
  if (all.length === 0) return missing;
  const some = all.filter((count) => !count.endsWith(" 0"));
  return { text: some.join(", ") || "none" };
};

/** Services send a rate of 0 for no inspections, which is not a perfect record. */
export const notInspected: StyledText = { text: "no inspections" };

const numberAt = ({ record }: RecordRow, path: string) =>
  readNumber(valueAt(record, path)).value;

export const driverRate: Show = (row, path) =>
  rateCell(row, path, `${path}_national`, { text: "inspections not stated" });

/** A group's rate and its national average: `12.9 ABOVE (national 6.67, 19 of 147)`. */
export const inspections: Show = (row, path) => {
  const total = numberAt(row, `${path}.total`);
  const oos = numberAt(row, `${path}.oos`);
  const rate = `${path}.oos_rate`;
  if (total === 0 && !oos && !numberAt(row, rate)) return notInspected;
  const text = `${countText(oos)} of ${countText(total)}`;
  return rateCell(row, rate, `${path}.national_avg`, { text, total, oos });
};

const countText = (count: number | undefined) =>
  count === undefined ? missing.text : grouped(count);
const rateText = (rate: number) => String(Math.round(rate * 100) / 100);

interface Counts {
  text: string;
  total?: number | undefined;
  oos?: number | undefined;
}

function rateCell(
  row: RecordRow,
  path: string,
  nationalPath: string,
  { text: counts, total, oos }: Counts,
): StyledText {
  const rate = numberAt(row, path);
  const national = numberAt(row, nationalPath);
  const aside = total === undefined ? undefined : counts;
  if (rate === undefined) return { ...asSent(row, path), aside };
  if (rate === 0 && !total) return { text: "0, or no inspections" };
  const text = rateText(rate);
  if (total !== undefined && oos !== undefined && !isShare(rate, oos, total))
    return { text: `${text}?`, aside: `${counts}: not that share` };
  if (national === undefined || !isAverage(national))
    return { text, aside: counts };
  const few = total !== undefined && isFew(total) ? ", few" : "";
  return {
    text: `${text} ${comparison(rate, national)}${few}`,
    aside: `national ${rateText(national)}, ${counts}`,
  };
}

function comparison(rate: number, national: number): string {
  if (isAbove(rate, national)) return "ABOVE";
  return isAbove(national, rate) ? "below" : "equal";
}

/** A longer value is not worth its room. */
const shortValue = 40;

/**
 * What a record states beyond the paths of the interface, with short values:
 * `safety.rating_date 2019-03-11`. The DBA name stands beside the name.
 */
export function alsoSent(
  record: unknown,
  paths: readonly string[],
  start = "",
): string[] {
  if (!isObject(record)) return [];
  return Object.entries(record).flatMap(([name, value]) => {
    const path = start + name;
    if (path === "dba_name" || value === null || value === "") return [];
    if (paths.some((known) => isWithin(known, path)))
      return alsoSent(value, paths, `${path}.`);
    const text = plainText(value);
    if (text.length <= shortValue) return `${path} ${text}`;
    if (typeof value === "string") return path;
    return `${path} ${Array.isArray(value) ? "[...]" : "{...}"}`;
  });
}
