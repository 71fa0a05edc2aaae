/**
 * How a value of a record becomes a cell: a text with a tone, and a remark that
 * a list without room leaves out. A `show` function claims nothing that the
 * service did not say; where nothing is stated, the cell is `absentValue`.
 */
import type { Answers, RecordName } from "../answer.ts";
import { counted, grouped } from "../text/digits.ts";
import {
  isObject,
  isWithin,
  type JsonObject,
  plainText,
  textAt,
  valueAt,
} from "../text/json.ts";
import type { Filing } from "../vet/record/filings.ts";
import {
  dayText,
  isNotStated,
  longestText,
  readDay,
  readNumber,
  readRealDay,
} from "../vet/record/readers.ts";
import { basics, isAbove, isAverage, isFew } from "../vet/record/safety.ts";
import { type LookupRow, type Snapshot, wholeRecord } from "../views.ts";
import type { StyledText } from "./lines.ts";

/**
 * A row of a lookup, or of one policy in it, as it is drawn. Only that of a
 * snapshot has answers and findings.
 */
export interface ShownRow extends Snapshot {
  record: JsonObject;
  /** The day from which dates count, in days since 1970. */
  today: number;
  /** Of a row that stands for a policy. */
  filing?: Filing;
  /** Set for a row that is history, such as a policy that has expired. */
  tone?: "dim" | undefined;
}

export function shownRow(row: LookupRow, today: number): ShownRow {
  return { ...unjudged, ...row.snapshot, record: wholeRecord(row), today };
}

const unjudged: Snapshot = {
  answers: {},
  findings: [],
  notes: [],
  isBuiltIn: false,
};

/** Shows the value at a path; it may look at the rest of the row. */
export type Show = (row: ShownRow, path: string) => StyledText;

export const absentValue: StyledText = {
  text: "—",
  tone: "dim",
  isMissing: true,
};

/** What states a value without the rest of a row. */
type Stated = Pick<ShownRow, "record">;

export function showAsSent({ record }: Stated, path: string): StyledText {
  const text = textAt(record, path);
  if (text === undefined) return absentValue;
  const { length } = text;
  if (length > longestText)
    return { text: `unreadable: ${grouped(length)} characters` };
  return { text };
}

const numberAt = ({ record }: ShownRow, path: string) =>
  readNumber(valueAt(record, path)).value;

/**
 * A number with grouped digits: `1,240`. The interface states no units, so none
 * are shown.
 */
export const showAmount: Show = (row, path) => {
  const value = valueAt(row.record, path);
  return Number.isSafeInteger(value)
    ? { text: grouped(value as number) }
    : showAsSent(row, path);
};

/** An amount, of which 0 means something else. */
const showAmountOr =
  (zero: StyledText): Show =>
  (row, path) =>
    numberAt(row, path) === 0 ? zero : showAmount(row, path);

export const showBipdOnFile = showAmountOr({ text: "none" });

export const showCargoOnFile = showAmountOr({
  text: "0?",
  aside: "or the limit is not stated",
});

/** The coverage amount of a policy. */
export const showCoverage = showAmountOr({ text: "limit not stated" });

/**
 * A docket number: `MC 123456`, or as received if the service wrote a prefix
 * itself.
 */
export const showDocket: Show = (row, path) => {
  const sent = showAsSent(row, path);
  return /^\d+$/.test(sent.text) ? { text: `MC ${sent.text}` } : sent;
};

/** The name, and beside it the DBA name, by which drivers introduce themselves. */
export function showName(row: Stated, path: string): StyledText {
  const legal = showAsSent(row, path);
  const dba = showAsSent(row, path.replace(/legal_name$/, "dba_name"));
  const isOther =
    !dba.isMissing && !isNotStated(dba.text) && dba.text !== legal.text;
  return isOther ? { ...legal, aside: `DBA ${dba.text}` } : legal;
}

/**
 * The carrier's address on one line, as on an envelope: `12 Main St, Boise, ID
 * 83702`.
 */
export const showAddress: Show = (row, path) => {
  if (!isObject(valueAt(row.record, path))) return showAsSent(row, path);
  const at = (part: string) => {
    const { text, isMissing } = showAsSent(row, `${path}.${part}`);
    return isMissing ? "" : text;
  };
  const lines = [at("street"), at("city"), `${at("state")} ${at("zip")}`];
  const stated = lines.map((line) => line.trim()).filter(Boolean);
  return stated.length === 0 ? absentValue : { text: stated.join(", ") };
};

/** A UTC date, and how far away it is. Other forms of dates are shown as received. */
export const showDate: Show = (row, path) => {
  const value = valueAt(row.record, path);
  const day = readDay(value).value;
  if (day === undefined) return showAsSent(row, path);
  const aside = readRealDay(value).why ?? daysAway(day, row.today);
  return { text: dayText(day), aside };
};

/** How far away a day is: `in 41 days`, `today`, `3 months ago`, `14 years ago`. */
export function daysAway(day: number, today: number): string {
  if (day === today) return "today";
  return day > today
    ? `in ${spanOf(day - today)}`
    : `${spanOf(today - day)} ago`;
}

/** "1 month" would say less than "60 days". */
export function spanOf(days: number): string {
  if (days < 61) return counted(days, "day");
  return days < 731
    ? counted(Math.floor(days / 30.44), "month")
    : counted(Math.floor(days / 365.25), "year");
}

/** The counts at a path; none where nothing is stated. */
function countsAt(
  row: ShownRow,
  path: string,
  names: Readonly<Record<string, string>>,
) {
  const counts = Object.entries(names).map(([field, name]) => {
    const { text, isMissing } = showAmount(row, `${path}.${field}`);
    return { name, text, isMissing };
  });
  return counts.every(({ isMissing }) => isMissing) ? [] : counts;
}

const namedCounts = (counts: ReturnType<typeof countsAt>) =>
  counts.map(({ name, text }) => `${name} ${text}`).join(", ");

const crashKinds = { fatal: "fatal", injury: "injury", towaway: "towaway" };

/** `18 (fatal 1, injury 5, towaway 12)`. */
export const showCrashes: Show = (row, path) => {
  const counts = countsAt(row, path, crashKinds);
  const total = showAmount(row, `${path}.total`);
  return counts.length === 0
    ? total
    : { text: total.text, aside: namedCounts(counts) };
};

/** The violations of each kind but those of which there are none. */
export const showViolations: Show = (row, path) => {
  const counts = countsAt(row, path, basics);
  if (counts.length === 0) return absentValue;
  return {
    text: namedCounts(counts.filter(({ text }) => text !== "0")) || "none",
  };
};

/** Services send a rate of 0 for no inspections, which is not a perfect record. */
export const notInspected: StyledText = { text: "no inspections" };

/** The rate of a carrier record, which does not state the inspections. */
export const showDriverRate: Show = (row, path) =>
  rateText(row, path, `${path}_national`);

/** A group's rate and its national average: `12.9 ABOVE (national 6.67, 19 of 147)`. */
export const showInspections: Show = (row, path) => {
  const total = numberAt(row, `${path}.total`);
  const oosPath = `${path}.oos`;
  const ratePath = `${path}.oos_rate`;
  const isWithout = !numberAt(row, oosPath) && !numberAt(row, ratePath);
  if (total === 0 && isWithout) return notInspected;
  const { text: oos } = showAmount(row, oosPath);
  return rateText(row, ratePath, `${path}.national_avg`, { oos, total });
};

function rateText(
  row: ShownRow,
  path: string,
  nationalPath: string,
  { oos = "", total }: { oos?: string; total?: number | undefined } = {},
): StyledText {
  const rate = numberAt(row, path);
  const inspected =
    total === undefined
      ? "of how many is not stated"
      : `${oos} of ${grouped(total)}`;
  if (rate === undefined) {
    const sent = showAsSent(row, path);
    return total === undefined ? sent : { text: sent.text, aside: inspected };
  }
  if (rate === 0 && !total) return { text: "0, or no inspections" };
  const national = numberAt(row, nationalPath);
  if (national === undefined || !isAverage(national))
    return { text: grouped(rate), aside: inspected };
  const few = total !== undefined && isFew(total) ? ", few" : "";
  return {
    text: `${grouped(rate)} ${comparison(rate, national)}${few}`,
    aside: `national ${grouped(national)}, ${inspected}`,
  };
}

function comparison(rate: number, national: number): string {
  if (isAbove(rate, national)) return "ABOVE";
  return isAbove(national, rate) ? "below" : "equal";
}

/**
 * Why a record says nothing, in words; undefined where it was answered.
 * Standard error and findings have the reason.
 */
export function absenceOf(
  name: RecordName,
  { [name]: answer }: Answers,
): string | undefined {
  if (answer?.state === "answered") return undefined;
  if (answer?.state === "none") return `no ${name} record`;
  return answer
    ? `${name} record not answered`
    : `${name} record not asked for: the policy does not need it`;
}

/** The rating, from both records where they differ. */
export function showRating(row: ShownRow): StyledText {
  const ratings = ["carrier.safety.rating", "safety.rating"]
    .map((path) => showAsSent(row, path))
    .filter(({ isMissing }) => !isMissing);
  const texts = new Set(ratings.map(({ text }) => text));
  return texts.size === 0 ? absentValue : { text: [...texts].join(" or ") };
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
  if (Array.isArray(record))
    return record.flatMap((each) => alsoSent(each, paths, start));
  if (!isObject(record)) return [];
  return Object.entries(record).flatMap(([name, value]) => {
    const path = start + name;
    if (path === "dba_name" || value === null || value === "") return [];
    if (paths.some((known) => isWithin(known, path)))
      return alsoSent(value, paths, `${path}.`);
    const text = plainText(value);
    if (text.length <= shortValue) return `${path} ${text}`;
    return isObject(value) ? `${path} {...}` : path;
  });
}
