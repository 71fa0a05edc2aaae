/**
 * What a row states, as cells: texts with a tone, and a remark that a list
 * without room leaves out. insurance-cells.ts makes the cells of filings. A
 * `show` function claims nothing that the service did not say: where nothing is
 * stated, the cell is `blank`. Rates are compared as vetting compares them.
 */
import { grouped } from "../text/digits.ts";
import { isObject, type JsonObject, textAt, valueAt } from "../text/json.ts";
import { daysAway } from "../text/time.ts";
import type { Filing } from "../vet/record/filings.ts";
import {
  dayText,
  isNotStated,
  longestText,
  readDay,
  readNumber,
  readRealDay,
} from "../vet/record/readers.ts";
import { basics, isAbove, isAverage, isShare } from "../vet/record/safety.ts";
import { type LookupRow, type Snapshot, wholeRecord } from "../views.ts";
import type { StyledText } from "./lines.ts";

/**
 * A row of a lookup, or of one filing in it, as it is drawn. Only that of a
 * snapshot has answers and findings.
 */
export interface ScreenRow extends Snapshot {
  record: JsonObject;
  /** The day from which dates count, in days since 1970. */
  today: number;
  /** Of a row that stands for a filing. */
  filing?: Filing;
  /** Whether the row is history: a filing that is over. */
  isPast?: boolean;
}

export const screenRow = (row: LookupRow, today: number): ScreenRow => ({
  answers: {},
  findings: [],
  notes: [],
  ...row.snapshot,
  record: wholeRecord(row),
  today,
});

/** Shows the value at a path; it may look at the rest of the row. */
export type Show = (row: ScreenRow, path: string) => StyledText;

export const blank: StyledText = { text: "—", tone: "dim", isBlank: true };

/** What of a row is enough to show a value. */
type HasRecord = Pick<ScreenRow, "record">;

export function showAsSent({ record }: HasRecord, path: string): StyledText {
  const text = textAt(record, path);
  if (text === undefined) return blank;
  const { length } = text;
  if (length > longestText)
    return { text: `unreadable: ${grouped(length)} characters` };
  return { text };
}

export const numberAt = ({ record }: HasRecord, path: string) =>
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

/**
 * A docket number: `MC 123456`, or as received if the service wrote a prefix
 * itself.
 */
export const showDocket: Show = (row, path) => {
  const sent = showAsSent(row, path);
  return /^\d+$/.test(sent.text) ? { text: `MC ${sent.text}` } : sent;
};

/** The name, and beside it the DBA name, by which drivers introduce themselves. */
export function showName(row: HasRecord, path: string): StyledText {
  const legal = showAsSent(row, path);
  const dba = showAsSent(row, path.replace(/legal_name$/, "dba_name"));
  const isOther =
    !dba.isBlank && !isNotStated(dba.text) && dba.text !== legal.text;
  return isOther ? { ...legal, aside: `DBA ${dba.text}` } : legal;
}

/**
 * The carrier's address on one line, as on an envelope: `12 Main St, Boise, ID
 * 83702`.
 */
export const showAddress: Show = (row, path) => {
  if (!isObject(valueAt(row.record, path))) return showAsSent(row, path);
  const [street, city, state, zip] = ["street", "city", "state", "zip"].map(
    (part) => {
      const { text, isBlank } = showAsSent(row, `${path}.${part}`);
      return isBlank ? "" : text.trim();
    },
  );
  const lines = [street, city, `${state} ${zip}`.trim()].filter(Boolean);
  return lines.length === 0 ? blank : { text: lines.join(", ") };
};

/** A UTC date, and how far away it is. Other forms of dates are shown as received. */
export function showDate(
  row: ScreenRow,
  path: string,
  awayText = daysAway,
): StyledText {
  const value = valueAt(row.record, path);
  const day = readDay(value).value;
  if (day === undefined) return showAsSent(row, path);
  const aside = readRealDay(value).why ?? awayText(day, row.today);
  return { text: dayText(day), aside };
}

/** Services send a rate of 0 for no inspections, which is not a perfect record. */
export const notInspected: StyledText = { text: "no inspections" };

/** The rate of a carrier record, which does not state the inspections. */
export const showDriverRate: Show = (row, path) =>
  rateCell(row, path, `${path}_national`);

/** A group's rate and its national average: `12.9 ABOVE (national 6.67, 19 of 147)`. */
export const showInspections: Show = (row, path) => {
  const [total, count, rate] = ["total", "oos", "oos_rate"].map((field) =>
    numberAt(row, `${path}.${field}`),
  );
  if (total === 0 && !count && !rate) return notInspected;
  const { text: oos } = showAmount(row, `${path}.oos`);
  const inspected = total === undefined ? undefined : { oos, count, total };
  return rateCell(row, `${path}.oos_rate`, `${path}.national_avg`, inspected);
};

interface Inspected {
  /** How many were put out of service, as it is shown, and as a number. */
  oos: string;
  count: number | undefined;
  total: number;
}

function rateCell(
  row: ScreenRow,
  path: string,
  nationalPath: string,
  inspected?: Inspected,
): StyledText {
  const rate = numberAt(row, path);
  const ofHowMany = inspected
    ? `${inspected.oos} of ${grouped(inspected.total)}`
    : "inspections not stated";
  if (rate === undefined) {
    const sent = showAsSent(row, path);
    return inspected ? { text: sent.text, aside: ofHowMany } : sent;
  }
  if (rate === 0 && !inspected?.total) return { text: "0, or no inspections" };
  const { count, total = 0 } = inspected ?? {};
  // Nobody can tell which of them is right.
  if (count !== undefined && !isShare(rate, count, total))
    return { text: `${grouped(rate)}, but ${ofHowMany}` };
  const national = numberAt(row, nationalPath);
  if (national === undefined || !isAverage(national))
    return { text: grouped(rate), aside: ofHowMany };
  // So few inspections say little about a fleet.
  const few = inspected && total < 20 ? ", few" : "";
  return {
    text: `${grouped(rate)} ${comparisonWord(rate, national)}${few}`,
    aside: `national ${grouped(national)}, ${ofHowMany}`,
  };
}

function comparisonWord(rate: number, national: number): string {
  if (isAbove(rate, national)) return "ABOVE";
  return isAbove(national, rate) ? "below" : "equal";
}

/** `18 (fatal 1, injury 5, towaway 12)`. */
export const showCrashes: Show = (row, path) => {
  const kinds = { fatal: "fatal", injury: "injury", towaway: "towaway" };
  const counts = countsAt(row, path, kinds);
  const total = showAmount(row, `${path}.total`);
  if (counts.every(({ isBlank }) => isBlank)) return total;
  return { text: total.text, aside: namedCounts(counts) };
};

/** The violations of each kind but those of which there are none. */
export const showViolations: Show = (row, path) => {
  const counts = countsAt(row, path, basics);
  if (counts.every(({ isBlank }) => isBlank)) return blank;
  const some = counts.filter(({ text }) => text !== "0");
  return { text: namedCounts(some) || "none" };
};

/** The counts of an object, each with its name. */
const countsAt = (
  row: ScreenRow,
  path: string,
  names: Readonly<Record<string, string>>,
) =>
  Object.entries(names).map(([field, name]) => {
    return { name, ...showAmount(row, `${path}.${field}`) };
  });

const namedCounts = (counts: ReturnType<typeof countsAt>) =>
  counts.map(({ name, text }) => `${name} ${text}`).join(", ");

/** The rating, from both records where they differ. */
export function showRating(row: ScreenRow): StyledText {
  const ratings = ["carrier.safety.rating", "safety.rating"]
    .map((path) => showAsSent(row, path))
    .filter(({ isBlank }) => !isBlank);
  const texts = new Set(ratings.map(({ text }) => text));
  return texts.size === 0 ? blank : { text: [...texts].join(" or ") };
}
