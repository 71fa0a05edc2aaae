/** The sections of the snapshot screen: what the three records say, in the order in which it matters. */
import { grouped } from "../../text/digits.ts";
import { displayWidth, shortened } from "../../text/width.ts";
import type { RecordState } from "../../vet/model.ts";
import { inspectionGroups } from "../../vet/values.ts";
import { address, amount, asItCame, type Cell, liability, notStated, oneLine, rating, safe, town } from "../cells.ts";
import { cellLines, gap, largest, sum } from "../column-widths.ts";
import { term } from "../date-cells.ts";
import { coverage, coverToday, inForce, type ListedFiling, listedFilings } from "../filings.ts";
import { comparedWith, inspections, noInspections } from "../inspection-cells.ts";
import { besideLabel, inspectionTable, type LabeledLines } from "../labeled-lines.ts";
import type { Drawing } from "../palette.ts";
import { tableOf } from "../table.ts";
import { plainText, type RecordRow } from "../value.ts";
import { violationColumns } from "../views.ts";
import { isUnknown, topicTone } from "./findings.ts";
import type { Snapshot } from "./snapshot.ts";

/** The sections that say something, and the topics of those that don't, in lower case. */
export type Sections = ReturnType<typeof snapshotSections>;

/** A record as the cells read it. */
export function rowOf(state: RecordState | undefined, now: number): RecordRow {
  if (state?.state !== "answered") return { answer: { record: {}, text: "{}" }, now };
  return { answer: { record: state.value, text: state.text ?? JSON.stringify(state.value) }, now };
}

/** What a screen that is too long does without, one after the other. */
const savings = { violations: 1, formerFilings: 2, street: 3, insurers: 4 };
export const maxSaving = 4;

/** A snapshot, with its records as the cells read them. */
interface Facts extends Snapshot {
  carrier: RecordRow;
  insurance: RecordRow;
  safety: RecordRow;
}

/**
 * Divides what the records say.
 * @param saving how much it does without
 */
export function snapshotSections(snapshot: Snapshot, drawing: Drawing, saving: number) {
  const { records, findings, asOf } = snapshot;
  const [carrier, insurance] = [rowOf(records.carrier, asOf), rowOf(records.insurance, asOf)];
  const safety = rowOf(records.safety, asOf);
  const facts: Facts = { ...snapshot, carrier, insurance, safety };
  const beside = besideLabel(drawing);
  const section = (label: string, cells: readonly Cell[]): LabeledLines => [label, linesOf(cells, beside)];
  const fact = (label: string, text: string | undefined): LabeledLines =>
    section(label, text === undefined ? [] : [{ text, tone: topicTone(findings, label.toLowerCase()) }]);
  const all: readonly LabeledLines[] = [
    ["Insurance", [...linesOf(coverCells(facts), beside), ...filingLines(facts, beside, saving)]],
    section("Rating", ratingCells(facts)),
    ...(inspectionTable(safety, beside) ?? [section("Inspections", inspectionCells(facts))]),
    fact("Crashes", crashesOf(facts)),
    fact("Violations", violationsOf(safety, saving < savings.violations ? 4 : 2)),
    fact("Fleet", fleetOf(carrier)),
    section("Contact", contactCells(facts, saving)),
  ];
  return {
    shown: all.filter(([, own]) => own.length > 0),
    notStated: all.flatMap(([label, own]) => (own.length === 0 && label !== "Rating" ? [label.toLowerCase()] : [])),
  };
}

function linesOf(cells: readonly Cell[], { paint, width }: Drawing): string[] {
  return cells.flatMap((cell) => cellLines(cell, width, paint));
}

function stated({ text }: Cell): string | undefined {
  return text === notStated.text ? undefined : text;
}

/** That a record was not answered, or that there is none; nothing where there is one, or where it was not asked for. */
function withoutRecord(state: RecordState | undefined, { findings }: Facts): Cell[] {
  if (state === undefined || state.state === "answered") return [];
  if (state.state === "none") return [{ text: "no record", tone: "warning" }];
  // Where a rule needed the record, its mark says why.
  const isSaid = findings.some((finding) => isUnknown(finding) && finding.error?.message === state.message);
  return [{ text: isSaid ? "not answered" : `not answered: ${state.message}`, tone: "error" }];
}

/** What is in force today, and what is on file where that is something else. */
function coverCells(facts: Facts): Cell[] {
  const { carrier, insurance, records } = facts;
  const [bipd, cargo] = [amount(carrier, "insurance.bipd_on_file"), amount(carrier, "insurance.cargo_on_file")];
  const today = coverToday(insurance);
  const isListed = today !== undefined || plainText(insurance, "policies") !== undefined;
  // 0 on file and no filing of that kind in force are the same.
  const isNone = today?.tone === "error" && bipd.text === "0" && cargo.text === "0";
  const isSame =
    isNone ||
    `BIPD ${bipd.text}, cargo ${cargo.text}` === today?.text ||
    `BIPD ${bipd.text}${cargo.text === "0" ? "" : ","}` === today?.text;
  const isStated = bipd !== notStated || cargo !== notStated;
  const { tone } = liability(carrier, "insurance.bipd_on_file");
  return [
    ...withoutRecord(records.insurance, facts),
    ...(isListed ? [inForce(insurance, today)] : []),
    ...(isStated && !isSame ? [{ text: `on file: BIPD ${bipd.text}, cargo ${cargo.text}`, tone }] : []),
  ];
}

/** Filings that are over are history: the most recent few are enough. */
const maxFormer = 2;
const maxCurrent = 6;

/** The filings below each other: type, amount, term, insurer. */
function filingLines({ insurance, dotNumber }: Facts, drawing: Drawing, saving: number): string[] {
  const listed = listedFilings(insurance) ?? [];
  const current = listed.filter(({ term }) => term !== "former").slice(0, maxCurrent);
  const former = listed
    .filter(({ term }) => term === "former")
    .slice(0, saving < savings.formerFilings ? maxFormer : 0);
  const whole = [...current, ...former].map(filingCells);
  const rows = saving < savings.insurers ? whole : withInsurersCut(whole, drawing.width);
  const hidden = listed.length - rows.length;
  const table = tableOf(rows, filingColumns, drawing);
  const narrow = rows.map((cells) => {
    const texts = cells.map(oneLine).filter((text) => text !== "");
    return { text: texts.join(", "), tone: cells[0]?.tone };
  });
  return [
    ...(table?.split("\n").slice(0, -1) ?? linesOf(narrow, drawing)),
    ...(hidden > 0
      ? linesOf([{ text: `and ${grouped(hidden)} more: usdot insurance ${dotNumber}`, tone: "dim" }], drawing)
      : []),
  ];
}

/** The insurers cut to the room that is left beside their filings; a few letters say nothing. */
function withInsurersCut(rows: readonly (readonly Cell[])[], room: number): (readonly Cell[])[] {
  const others = [0, 1, 2].map((at) => largest(rows.map((row) => displayWidth(oneLine(row[at] as Cell)))));
  const left = room - sum(others) - gap.length * others.length;
  return rows.map(([type, amount, term, insurer]) => {
    const text = left < 8 ? "" : shortened(insurer?.text ?? "", left);
    return [type, amount, term, { ...insurer, text }] as readonly Cell[];
  });
}

/** Type, amount, term, insurer. */
const filingColumns = [{}, { align: "right" as const }, {}, { mayGoBelow: true }];

const termCell = term("policies.effective_date");

/** `BIPD/Primary`, `750,000`, `until canceled`, `PROGRESSIVE`; what is not in force says so. */
function filingCells({ row, term: phase }: ListedFiling): Cell[] {
  const until = termCell(row, "policies.expiration_date");
  const tone = phase === "former" ? "dim" : until === notStated ? "warning" : until.tone;
  const cells: readonly Cell[] = [
    { text: stated(asItCame(row, "policies.policy_type")) ?? "type not stated" },
    { text: stated(coverage(row, "policies.coverage_amount")) ?? "amount not stated" },
    until === notStated ? { text: "dates not stated" } : until,
    { text: stated(asItCame(row, "policies.insurer_name")) ?? "" },
  ];
  return cells.map((cell) => safe({ ...cell, tone }));
}

/** The groups where they are no table: one below the other, or the drivers' rate, which the carrier record has too. */
function inspectionCells(facts: Facts): Cell[] {
  const { carrier, safety, records } = facts;
  const groups = inspectionGroups.map((name) => ({ name, cell: inspections(safety, `inspections.${name}`) }));
  const known = groups.filter(({ cell }) => cell !== notStated);
  if (known.length > 0 && known.every(({ cell }) => cell === noInspections)) {
    return [{ ...noInspections, text: `${noInspections.text} (${known.map(({ name }) => name).join(", ")})` }];
  }
  if (known.length > 0) return known.map(({ name, cell }) => ({ text: `${name} ${oneLine(cell)}`, tone: cell.tone }));
  const drivers = comparedWith("safety.driver_oos_rate_national")(carrier, "safety.driver_oos_rate");
  const rate = drivers === notStated ? [] : [{ ...drivers, text: `driver OOS rate ${drivers.text}` }];
  return [...withoutRecord(records.safety, facts), ...rate];
}

/** The rating in both records; if they differ, both. A rating that a rule does not accept has a mark, which says it. */
function ratingCells({ findings, carrier, safety, records }: Facts): Cell[] {
  if (topicTone(findings, "rating") !== undefined) return [];
  const ratings = [rating(carrier, "safety.rating"), rating(safety, "rating")];
  const texts = [...new Set(ratings.flatMap((cell) => stated(cell) ?? []))];
  if (texts.length === 0) return records.safety?.state === "answered" ? [{ text: "none" }] : [];
  const isJudged = findings.some(({ rule }) => rule === "safety.rating");
  const worst = ratings.find((cell) => cell.tone === "error") ?? ratings.find((cell) => cell.tone === "warning");
  const text = texts.length === 1 ? texts.join() : `${texts.join(" (carrier record), ")} (safety record)`;
  return [{ text, tone: isJudged ? undefined : worst?.tone }];
}

/** `18: fatal 1, injury 5, towaway 12` */
function crashesOf({ carrier, safety }: Facts): string | undefined {
  const total = stated(amount(safety, "crashes.total")) ?? stated(amount(carrier, "safety.total_crashes"));
  const kinds = ["fatal", "injury", "towaway"].flatMap((kind) => {
    const count = stated(amount(safety, `crashes.${kind}`));
    return count === undefined ? [] : [`${kind} ${count}`];
  });
  if (total === undefined && kinds.length === 0) return undefined;
  if (total === "0" && kinds.every((kind) => kind.endsWith(" 0"))) return "none";
  return [total, kinds.join(", ")].filter((part) => part).join(": ");
}

/** `unsafe driving 63, hours of service 58; others 1`: the largest by name. */
function violationsOf(safety: RecordRow, maxNamed: number): string | undefined {
  const counts = violationColumns.map(({ path, label }) => ({
    label,
    text: stated(amount(safety, path)),
    count: Number(plainText(safety, path)),
  }));
  const known = counts.filter(({ text }) => text !== undefined);
  if (known.length === 0) return undefined;
  const largest = known.filter(({ text }) => text !== "0").toSorted((one, other) => other.count - one.count);
  const named = known.filter((each) => largest.slice(0, maxNamed).includes(each));
  const others = sum(known.filter((each) => !named.includes(each)).map(({ count }) => count));
  const rest = named.length === 0 ? "none" : `others ${grouped(others)}`;
  return [
    named.map(({ label, text }) => `${label} ${text}`).join(", "),
    named.length < known.length ? rest : "",
    known.length < counts.length ? "others not stated" : "",
  ]
    .filter((part) => part !== "")
    .join("; ");
}

function fleetOf(carrier: RecordRow): string | undefined {
  const units = stated(amount(carrier, "fleet.power_units"));
  const drivers = stated(amount(carrier, "fleet.drivers"));
  if (units === undefined && drivers === undefined) return undefined;
  const count = (text: string | undefined, noun: string) =>
    text === undefined ? `${noun}s not stated` : `${text} ${noun}${text === "1" ? "" : "s"}`;
  return `${count(units, "power unit")}, ${count(drivers, "driver")}`;
}

/** `606 HONK HOLLOW RD, MACON, GA 31201 · (555) 555-0110 · dispatch10@example.com` */
function contactCells({ findings, carrier }: Facts, saving: number): Cell[] {
  const parts = [
    stated((saving < savings.street ? address : town)(carrier, "address")),
    ...["contact.phone", "contact.email"].map((path) => plainText(carrier, path)),
  ].filter((part) => part !== undefined);
  if (parts.length === 0) return [];
  return [{ text: parts.join(" · "), tone: topicTone(findings, "contact") ?? topicTone(findings, "address") }];
}
