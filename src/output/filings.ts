/** What the policies of an insurance record say about today. They are read as vetting reads them, where they are called filings. */
import { grouped } from "../text/digits.ts";
import { type Cover, coverOf, type Filing, filingsOf, readFilings } from "../vet/cover.ts";
import { dayOfTime } from "../vet/values.ts";
import { amount, asItCame, type Cell, type ToCell } from "./cells.ts";
import { plainText, type RecordRow, valueInRow } from "./value.ts";

const list = "policies";

/** Where a policy stands in time; `unclear` where a date cannot be read. What matters today comes first: a renewal before what it replaced. */
const terms = ["in force", "unclear", "upcoming", "former"] as const;

/** A policy, and where it stands in time. */
export interface ListedFiling {
  filing: Filing;
  row: RecordRow;
  term: (typeof terms)[number];
}

/** The policies in the order in which they matter, the ones that ended last first; undefined where the record has no list. */
export function listedFilings(row: RecordRow): ListedFiling[] | undefined {
  const filings = filingsOf(row.answer.record, dayOfTime(row.now));
  const listed = filings?.map((filing, index): ListedFiling => {
    const term = phaseOf(filing);
    return { filing, term, row: { ...row, element: { list, index }, ...(term === "former" && { isFormer: true }) } };
  });
  const endedLater = (one: ListedFiling, other: ListedFiling) => other.filing.daysLeft - one.filing.daysLeft;
  return listed?.sort(
    (one, other) =>
      terms.indexOf(one.term) - terms.indexOf(other.term) || (one.term === "former" ? endedLater(one, other) : 0),
  );
}

function phaseOf({ inForce, daysLeft }: Filing): ListedFiling["term"] {
  if (inForce === "no") return daysLeft > 0 ? "upcoming" : "former";
  return inForce === "yes" ? "in force" : "unclear";
}

/** The rows of the policies, in the order of `listedFilings`. */
export function filingRows(row: RecordRow): RecordRow[] {
  return (listedFilings(row) ?? []).map((each) => each.row);
}

/** `in force: BIPD 1,000,000, cargo 100,000`. A list that is missing or isn't a list is not called empty. */
export function inForce(row: RecordRow, cover = coverToday(row)): Cell {
  if (cover === undefined) return { text: `${list} ${plainText(row, list) ?? "not stated"}`, tone: "warning" };
  return { text: `in force: ${cover.text}`, tone: cover.tone };
}

/** What is in force, without the words "in force". */
export function coverToday(row: RecordRow): Cell | undefined {
  const listed = listedFilings(row);
  if (listed === undefined) return undefined;
  if (listed.length === 0) return { text: "none (no active policies listed)", tone: "error" };
  const current = listed.filter(({ term }) => term === "in force" || term === "unclear");
  if (current.length === 0) return { text: "none", tone: "error" };
  const filings = listed.map(({ filing }) => filing);
  const [bipd, cargo] = [coverOf(filings, "bipd"), coverOf(filings, "cargo")];
  const others = current.filter(({ filing, term }) => filing.kind === "other" && term === "in force").length;
  const parts = [
    coverText("BIPD", bipd, current),
    ...(cargo.listed > 0 ? [coverText("cargo", cargo, current)] : []),
    ...(others > 0 ? [`${grouped(others)} other`] : []),
  ];
  const tone = bipd.amount.upper === 0 ? "error" : bipd.doubt === null ? undefined : "warning";
  return { text: parts.join(", "), tone };
}

/** An amount that nobody can be sure of says so. */
function coverText(name: string, cover: Cover, current: readonly ListedFiling[]): string {
  const { lower, upper } = cover.amount;
  if (upper === 0) return `no ${name}`;
  if (cover.doubt === null) return `${name} ${grouped(lower)}${upper > lower ? ` or ${grouped(upper)}` : ""}`;
  if (lower > 0) return `${name} at least ${grouped(lower)}`;
  const kind = name === "cargo" ? "cargo" : "bipd";
  // Excess is no cover by itself, and one whose cancellation is pending may be over.
  const isCertain = current.some(({ filing }) => filing.kind === kind && filing.isClear && !filing.isExcess);
  return isCertain ? `${name} of no stated amount` : `${name} not known`;
}

/** A coverage amount. On cargo policies and bonds, 0 means that the limit is not stated. */
export const coverage: ToCell = (row, path) => {
  if (valueInRow(row, path) !== 0) return amount(row, path);
  const kind = readFilings([valueInRow(row, list)], dayOfTime(row.now))[0]?.kind ?? "unclear";
  if (kind === "unclear") return { text: "0" };
  return kind === "bipd" ? { text: "0", tone: "error" } : { text: "limit not stated", tone: "warning" };
};

/** The type of a policy in a list, where a carrier without policies has a line too. */
export const filingType: ToCell = (row, path) => {
  const policies = row.element === undefined ? valueInRow(row, list) : undefined;
  if (Array.isArray(policies) && policies.length === 0) return { text: "no active policies", tone: "error" };
  return asItCame(row, path);
};
