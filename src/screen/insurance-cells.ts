/**
 * Rows and cells of filings, which texts call policies: what is in force today,
 * and what there is not. It reads filings as vetting does.
 */
import { recordOf, whySilent } from "../answer.ts";
import { grouped } from "../text/digits.ts";
import { daysAway } from "../text/time.ts";
import { absencesIn } from "../vet/record/absent-cover.ts";
import { readField } from "../vet/record/facts.ts";
import { coverKinds, isOver, kindNames } from "../vet/record/filings.ts";
import { type Cover, insuranceOn } from "../vet/record/insurance.ts";
import { dayText, isNotStated } from "../vet/record/readers.ts";
import { elementRecords } from "../views.ts";
import {
  blank,
  numberAt,
  type ScreenRow,
  type Show,
  showAmount,
  showAsSent,
} from "./cells.ts";
import { toneOf } from "./findings.ts";
import type { StyledText } from "./lines.ts";

/** The insurance record of a snapshot, as a row by itself. */
export const insuranceRow = (row: ScreenRow): ScreenRow => ({
  ...row,
  record: recordOf(row.answers.insurance) ?? {},
});

/** Undefined where nobody can tell what it states. */
const insuranceInRow = ({ record, today }: ScreenRow) =>
  readField(record, insuranceOn(today)).value;

/** A row for each filing; those that are over stand last, dimmed. */
function filingRows(row: ScreenRow): ScreenRow[] {
  const insurance = insuranceInRow(row);
  if (insurance === undefined) return [];
  const records = elementRecords(row.record, "policies");
  const rows = insurance.filings.map((filing, at): ScreenRow => {
    const isPast = isOver(filing, row.today);
    return { ...row, record: records[at] ?? {}, filing, isPast };
  });
  return rows.sort((a, b) => Number(a.isPast) - Number(b.isPast));
}

/** The rows of current filings; for a kind that has none, of its expired ones. */
export function latestFilings(row: ScreenRow): ScreenRow[] {
  const rows = filingRows(row);
  const currentKinds = rows
    .filter(({ isPast }) => !isPast)
    .map(({ filing }) => filing?.kind);
  return rows.filter(
    ({ isPast, filing }) => !isPast || !currentKinds.includes(filing?.kind),
  );
}

/** The filings, and what is missing, in words: silence would look like good news. */
export function filingsAndGaps(row: ScreenRow): (ScreenRow | string)[] {
  const insurance = insuranceInRow(row);
  return insurance ? [...filingRows(row), ...absencesIn(insurance)] : [];
}

/**
 * What is in force today: `BIPD 750,000, cargo 100,000`. An amount that nobody
 * can be sure of says so. Missing cargo insurance is reported separately: by
 * `absencesIn` on a card, by the carrier's notes in a snapshot.
 */
export const showInForce = (row: ScreenRow): StyledText => {
  if (!Array.isArray(row.record["policies"])) return blank;
  const insurance = insuranceInRow(row);
  if (insurance === undefined) return { text: "unreadable" };
  const [bipd, cargo] = coverKinds.map((kind) =>
    coverText(kindNames[kind], insurance.cover(kind)),
  );
  return { text: [bipd || "no BIPD", cargo].filter(Boolean).join(", ") };
};

function coverText(name: string, cover: Cover): string {
  const { certainAmount, highestAmount, certain } = cover;
  if (highestAmount === 0) return "";
  if (certainAmount === highestAmount)
    return `${name} ${grouped(certainAmount)}`;
  if (certainAmount > 0) return `${name} at least ${grouped(certainAmount)}`;
  return certain.length > 0
    ? `${name} of no stated amount`
    : `${name} not certain`;
}

/** What is in force, or why nobody knows, in the color of what was found. */
export const showBipdInForce: Show = (row, path) => {
  const silence = whySilent("insurance", row.answers);
  const cover =
    silence === undefined ? showBipdOnFile(row, path) : { text: silence };
  return { ...cover, tone: toneOf(row.findings, "policies.bipd") };
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

/** The coverage amount of a filing. */
export const showCoverage = showAmountOr({ text: "limit not stated" });

/**
 * Until when a filing lasts: `until canceled`, `until 2027-01-01 (in 41 days)`,
 * `ended 2026-11-01 (20 days ago)`.
 */
export const showTerm: Show = (row) => {
  if (row.filing === undefined) return blank;
  const { begins, ends, isMarkedOver } = row.filing;
  const { today } = row;
  const dated = (words: string, day: number): StyledText => {
    return { text: `${words} ${dayText(day)}`, aside: daysAway(day, today) };
  };
  if (ends <= today) return dated("ended", ends);
  if (isMarkedOver)
    return { text: showAsSent(row, "policies.status").text.toLowerCase() };
  if (begins > today) return dated("begins", begins);
  if (Number.isFinite(ends)) return dated("until", ends);
  const { text, isBlank } = showAsSent(row, "policies.expiration_date");
  if (!isBlank && !isNotStated(text)) return { text: `until ${text}` };
  return Number.isFinite(begins) ? { text: "until canceled" } : blank;
};
