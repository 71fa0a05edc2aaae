/**
 * What insurance policies say about today, read as vetting reads them, where
 * they are called filings.
 */
import { recordOf } from "../answer.ts";
import { counted, grouped } from "../text/digits.ts";
import { isObject, valueAt } from "../text/json.ts";
import {
  absentCargo,
  coverOn,
  type Filing,
  filingsOf,
} from "../vet/record/cover.ts";
import {
  dayText,
  isNotStated,
  longestList,
  readNumber,
} from "../vet/record/facts.ts";
import {
  amount,
  asSent,
  distance,
  isStated,
  missing,
  type RecordRow,
  type Show,
  type StyledText,
} from "./cells.ts";

const list = "policies";

/** The insurance record of a snapshot, as a row by itself. */
export function insuranceOf(row: RecordRow): RecordRow {
  return { ...row, record: recordOf(row.answers.insurance) ?? {} };
}

/**
 * The record once for each element of a list in it, which stands in the list's
 * place.
 */
export function elementRows(row: RecordRow, name: string): RecordRow[] {
  const elements = row.record[name];
  if (!Array.isArray(elements)) return [];
  return elements.map((element) => rowWith(row, name, element));
}

function rowWith(row: RecordRow, name: string, value: unknown): RecordRow {
  return { ...row, record: { ...row.record, [name]: value } };
}

function filingIn(row: RecordRow): Filing {
  return filingsOf([row.record[list]])[0] as Filing;
}

const isOver = ({ isCanceled, ends }: Filing, today: number) =>
  isCanceled || ends <= today;

/** The rows of the policies; those that are over stand last, dimmed. */
export function filingRows(row: RecordRow): RecordRow[] {
  const rows = elementRows(row, list);
  if (rows.length > longestList) return [];
  const isCurrent = (each: RecordRow) => !isOver(filingIn(each), row.today);
  const over = rows.filter((each) => !isCurrent(each));
  return [
    ...rows.filter(isCurrent),
    ...over.map((each) => ({ ...each, tone: "dim" as const })),
  ];
}

/** The rows of current policies; for a kind that has none, of its expired ones. */
export function tellingRows(row: RecordRow): RecordRow[] {
  const rows = filingRows(row);
  const current = rows.filter(({ tone }) => tone !== "dim");
  const kinds = new Set(current.map((each) => filingIn(each).kind));
  const isTelling = (each: RecordRow) =>
    each.tone !== "dim" || !kinds.has(filingIn(each).kind);
  return rows.filter(isTelling);
}

/**
 * What is in force today: `BIPD 750,000, cargo 100,000`. An amount that nobody
 * can be sure of says so; what there is not of cargo is said in another place
 * (`absentCargo`).
 */
export const inForce: Show = ({ record, today }) => {
  const rows = record[list];
  if (!Array.isArray(rows)) return missing;
  if (rows.length > longestList)
    return {
      text: `unreadable: ${counted(rows.length, "policy", "policies")}`,
    };
  const filings = filingsOf(rows);
  const bipd = coverText("BIPD", coverOn(today, filings, "bipd"));
  const cargo = coverText("cargo", coverOn(today, filings, "cargo"));
  return { text: [bipd || "no BIPD", cargo].filter(Boolean).join(", ") };
};

function coverText(
  name: string,
  { sure, possible, certain }: ReturnType<typeof coverOn>,
): string {
  if (possible === 0) return "";
  if (sure === possible) return `${name} ${grouped(sure)}`;
  if (sure > 0) return `${name} at least ${grouped(sure)}`;
  return certain.length > 0
    ? `${name} of no stated amount`
    : `${name} not certain`;
}

/** What there is not, in words: nobody must take silence for good news. */
export function absentCover({ record, today }: RecordRow): string[] {
  const rows = record[list];
  if (!Array.isArray(rows) || rows.length > longestList) return [];
  const filings = filingsOf(rows);
  const isFiled = filings.some(({ kind }) => kind === "bipd");
  const hasBipd = coverOn(today, filings, "bipd").possible > 0;
  const bipd = hasBipd ? [] : [`no BIPD policy${isFiled ? " in force" : ""}`];
  return [...bipd, ...absentCargo(filings, undefined, today)];
}

/** The rows of a list: the policies, and what there is not. */
export function insuranceRows(row: RecordRow): RecordRow[] {
  const absent = absentCover(row).map((policy_type): RecordRow => {
    return { ...rowWith(row, list, { policy_type }), isAbsence: true };
  });
  return [...filingRows(row), ...absent];
}

/** A coverage amount; 0 means that the limit is not stated. */
export const coverage: Show = (row, path) => {
  const isZero = readNumber(valueAt(row.record, path)).value === 0;
  return isZero ? { text: "limit not stated" } : amount(row, path);
};

/**
 * Until when a policy lasts: `until canceled`, `until 2027-01-01 (in 41 days)`,
 * `ended 2026-11-01 (20 days ago)`.
 */
export const term: Show = (row) => {
  if (!isObject(row.record[list])) return missing;
  const { today } = row;
  const filing = filingIn(row);
  const { begins, ends } = filing;
  const dated = (words: string, day: number): StyledText => {
    const aside = distance(day, today);
    return { text: `${words} ${dayText(day)}`, aside };
  };
  const sent = (name: string) => asSent(row, `${list}.${name}`);
  if (filing.isCanceled && ends > today)
    return { text: sent("status").text.toLowerCase() };
  if (ends <= today) return dated("ended", ends);
  if (begins !== undefined && begins > today) return dated("begins", begins);
  const until = begins === undefined ? "beginning not known, until" : "until";
  if (Number.isFinite(ends)) return dated(until, ends);
  const written = sent("expiration_date");
  if (isStated(written) && !isNotStated(written.text))
    return { text: `until ${written.text}` };
  return begins === undefined ? missing : { text: "until canceled" };
};
