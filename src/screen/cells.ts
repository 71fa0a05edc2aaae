/**
 * What a row states, as cells: texts with a tone, and a remark that a list
 * without room leaves out. safety-cells.ts and insurance-cells.ts make the
 * cells of those records. A `show` function claims nothing that the service did
 * not say: where nothing is stated, the cell is `blank`.
 */
import { grouped } from "../text/digits.ts";
import {
  isObject,
  type JsonObject,
  membersBeyond,
  plainText,
  textAt,
  valueAt,
} from "../text/json.ts";
import { cutTo } from "../text/safe-text.ts";
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
import { type LookupRow, type Snapshot, wholeRecord } from "../views.ts";
import type { Look, StyledText } from "./lines.ts";

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

/**
 * What records state beyond the paths of the interface:
 * `safety.rating_date 2019-03-11`. Long objects are only named, and on a
 * terminal long texts are cut. The DBA name stands beside the name.
 */
export function alsoSent(
  records: readonly (readonly [record: unknown, paths: readonly string[]])[],
  { width, verbose }: Look,
): string {
  const short = 40;
  const most = width === undefined || verbose ? Infinity : short;
  const members = records.flatMap((given) => [...membersBeyond(...given)]);
  const texts = members.flatMap(([path, value]) => {
    if (path === "dba_name" || value === null || value === "") return [];
    const text = plainText(value);
    return isObject(value) && text.length > short
      ? `${path} {...}`
      : `${path} ${cutTo(text, most)}`;
  });
  return [...new Set(texts)].join("; ");
}
