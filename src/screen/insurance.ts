/**
 * How policies are shown: a row for each, what is in force today, and what there
 * is not. They are read as vetting reads them, where they are called filings.
 */
import { recordOf } from "../answer.ts";
import { grouped } from "../text/digits.ts";
import { coverKinds, kindNames } from "../vet/record/filings.ts";
import { type Cover, insuranceIn } from "../vet/record/insurance.ts";
import { dayText, isNotStated } from "../vet/record/readers.ts";
import { elementRecords } from "../views.ts";
import {
  absentValue,
  daysAway,
  type Show,
  type ShownRow,
  showAsSent,
} from "./cells.ts";
import type { StyledText } from "./lines.ts";

/** The insurance record of a snapshot, as a row by itself. */
export const insuranceRow = (row: ShownRow): ShownRow => {
  return { ...row, record: recordOf(row.answers.insurance) ?? {} };
};

/** A row for each policy; those that are over stand last, dimmed. */
export function filingRows(row: ShownRow): ShownRow[] {
  const records = elementRecords(row.record, "policies");
  const insurance = insuranceIn(row);
  const rows = (insurance?.filings ?? []).map((filing, at): ShownRow => {
    const tone = insurance?.isOver(filing) ? "dim" : undefined;
    return { ...row, record: records[at] ?? {}, filing, tone };
  });
  return [
    ...rows.filter(isCurrent),
    ...rows.filter((each) => !isCurrent(each)),
  ];
}

const isCurrent = ({ tone }: ShownRow) => tone === undefined;

/** The rows of current policies; for a kind that has none, of its expired ones. */
export function tellingFilings(row: ShownRow): ShownRow[] {
  const rows = filingRows(row);
  const kinds = rows.filter(isCurrent).map(({ filing }) => filing?.kind);
  return rows.filter(
    (each) => isCurrent(each) || !kinds.includes(each.filing?.kind),
  );
}

/**
 * What is in force today: `BIPD 750,000, cargo 100,000`. An amount that nobody
 * can be sure of says so. Missing cargo insurance is said by `absentCargo`.
 */
export const showInForce: Show = (row) => {
  if (!Array.isArray(row.record["policies"])) return absentValue;
  const insurance = insuranceIn(row);
  if (insurance === undefined) return { text: "unreadable" };
  const [bipd, cargo] = coverKinds.map((kind) =>
    coverText(kindNames[kind], insurance.cover(kind)),
  );
  return { text: [bipd || "no BIPD", cargo].filter(Boolean).join(", ") };
};

function coverText(name: string, cover: Cover): string {
  const { sure, possible, certain } = cover;
  if (possible === 0) return "";
  if (sure === possible) return `${name} ${grouped(sure)}`;
  if (sure > 0) return `${name} at least ${grouped(sure)}`;
  return certain.length > 0
    ? `${name} of no stated amount`
    : `${name} not certain`;
}

/** What there is not, in words: nobody must take silence for good news. */
export function absentCover(row: ShownRow): string[] {
  const insurance = insuranceIn(row);
  if (insurance === undefined) return [];
  const isFiled = insurance.filings.some(({ kind }) => kind === "bipd");
  const hasBipd = insurance.cover("bipd").possible > 0;
  const bipd = hasBipd ? [] : [`no BIPD policy${isFiled ? " in force" : ""}`];
  return [...bipd, ...insurance.absentCargo()];
}

/** The policies, and what there is not, in words. */
export function insuranceLines(row: ShownRow): (ShownRow | string)[] {
  return [...filingRows(row), ...absentCover(row)];
}

/**
 * Until when a policy lasts: `until canceled`, `until 2027-01-01 (in 41 days)`,
 * `ended 2026-11-01 (20 days ago)`.
 */
export const showTerm: Show = (row) => {
  if (row.filing === undefined) return absentValue;
  const { begins, ends, isCanceled } = row.filing;
  const { today } = row;
  const dated = (words: string, day: number): StyledText => {
    return { text: `${words} ${dayText(day)}`, aside: daysAway(day, today) };
  };
  if (ends <= today) return dated("ended", ends);
  if (isCanceled)
    return { text: showAsSent(row, "policies.status").text.toLowerCase() };
  if (begins > today) return dated("begins", begins);
  if (Number.isFinite(ends)) return dated("until", ends);
  const { text, isMissing } = showAsSent(row, "policies.expiration_date");
  if (!isMissing && !isNotStated(text)) return { text: `until ${text}` };
  return Number.isFinite(begins) ? { text: "until canceled" } : absentValue;
};
