/** What insurance policies say about today, read as vetting reads them, where they are called filings. */
import { grouped } from "../text/digits.ts";
import { isObject, valueAt } from "../text/json.ts";
import { coverOn, type Filing, filingsOf, noCargo } from "../vet/cover.ts";
import { dayOfTime, dayText, isNotStated, number } from "../vet/facts.ts";
import {
  amount,
  asItCame,
  type Cell,
  distance,
  notStated,
  type RecordRow,
  type ToCell,
} from "./cells.ts";
import { elementRows } from "./view.ts";

const list = "policies";

function filingIn(row: RecordRow): Filing {
  return filingsOf([row.record[list]])[0] as Filing;
}

const isOver = ({ isCanceled, ends }: Filing, now: number) =>
  isCanceled || ends <= dayOfTime(now);

/** The rows of the policies; those that are over stand last, dimmed. */
export function filingRows(row: RecordRow): RecordRow[] {
  const rows = elementRows(row, list);
  const over = rows.filter((own) => isOver(filingIn(own), own.now));
  return [
    ...rows.filter((own) => !over.includes(own)),
    ...over.map((own) => ({ ...own, tone: "dim" as const })),
  ];
}

/** The rows of the policies that count: those that are not over, and of the kinds of which there is no other, those that are. */
export function tellingRows(row: RecordRow): RecordRow[] {
  const rows = filingRows(row);
  const current = rows
    .filter(({ tone }) => tone !== "dim")
    .map((own) => filingIn(own).kind);
  return rows.filter(
    (own) => own.tone !== "dim" || !current.includes(filingIn(own).kind),
  );
}

type NamedCover = NonNullable<ReturnType<typeof coversOf>>[number];

function coversOf({ record, now }: RecordRow) {
  const rows = record[list];
  if (!Array.isArray(rows)) return undefined;
  const today = dayOfTime(now);
  const filings = filingsOf(rows);
  const coverOf = (kind: "bipd" | "cargo") => {
    const { certain, ...cover } = coverOn(today, filings, kind);
    return {
      ...cover,
      inForce: certain.length,
      listed: filings.filter((one) => one.kind === kind).length,
    };
  };
  return [
    { name: "BIPD", absent: "no BIPD policy", cover: coverOf("bipd") },
    { name: "cargo", absent: noCargo, cover: coverOf("cargo") },
  ];
}

export const inForce = (row: RecordRow): Cell => {
  const covers = coversOf(row);
  return covers ? { text: covers.map(coverText).join(", ") } : notStated;
};

/** An amount that nobody can be sure of says so. */
function coverText({ name, absent, cover }: NamedCover): string {
  const { sure, possible, inForce, listed } = cover;
  if (possible === 0) return listed > 0 ? `no ${name}` : absent;
  if (sure === possible) return `${name} ${grouped(sure)}`;
  if (sure > 0) return `${name} at least ${grouped(sure)}`;
  return inForce > 0 ? `${name} of no stated amount` : `${name} not certain`;
}

/** Rows for the kinds of cover that are not in force: nobody must take silence for good news. */
export function absentCover(row: RecordRow): RecordRow[] {
  const absent = (coversOf(row) ?? []).filter(
    ({ cover }) => cover.possible === 0,
  );
  return absent.map(({ name, cover }) => {
    const policy = {
      policy_type: `no ${name} ${cover.listed > 0 ? "in force" : "on file"}`,
    };
    return {
      ...row,
      record: { ...row.record, [list]: policy },
      isAbsence: true,
    };
  });
}

/** A coverage amount; 0 means that the limit is not stated. */
export const coverage: ToCell = (row, path) => {
  const isZero = number(valueAt(row.record, path)).value === 0;
  return isZero ? { text: "limit not stated" } : amount(row, path);
};

/** Until when a policy lasts: `until canceled`, `until 2027-01-01 (in 41 days)`, `ended 2026-11-01 (20 days ago)`. */
export const term: ToCell = (row) => {
  if (!isObject(row.record[list])) return notStated;
  const filing = filingIn(row);
  const { begins, ends } = filing;
  const today = dayOfTime(row.now);
  const stated = (name: string) => asItCame(row, `${list}.${name}`);
  const dated = (words: string, day: number) => ({
    text: `${words} ${dayText(day)}`,
    aside: distance(day, today),
  });
  if (isOver(filing, row.now))
    return ends > today
      ? { text: stated("status").text.toLowerCase() }
      : dated("ended", ends);
  if (begins !== undefined && begins > today) return dated("begins", begins);
  if (Number.isFinite(ends))
    return dated(
      begins === undefined ? "beginning not known, until" : "until",
      ends,
    );
  const written = stated("expiration_date");
  if (written !== notStated && !isNotStated(written.text))
    return { text: `until ${written.text}` };
  return begins === undefined ? notStated : { text: "until canceled" };
};
