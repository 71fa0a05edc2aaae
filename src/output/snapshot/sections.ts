/** The sections of the snapshot screen: what the three records say, in the order in which it matters. */
import { grouped } from "../../text/digits.ts";
import { visible } from "../../text/safe-text.ts";
import { displayWidth, shortened } from "../../text/width.ts";
import { address, amount, asItCame, type Cell, liability, notStated, oneLine, rating } from "../cells.ts";
import { gap, largest, sum } from "../column-widths.ts";
import { term } from "../date-cells.ts";
import { coverage, coverToday, type ListedFiling, listedFilings } from "../filings.ts";
import { comparedWith, inspectionGroups, inspections, noInspections } from "../inspection-cells.ts";
import { folded, inspectionTable, type LabeledLines, roomBeside } from "../labeled-lines.ts";
import type { Drawing, Paint } from "../palette.ts";
import { tableOf } from "../table.ts";
import { plainText, type RecordRow } from "../value.ts";
import { isUnknown, topicTone } from "./findings.ts";
import type { ScreenFacts, ShownRecord } from "./snapshot.ts";

/** The sections that say something, and the topics of those that don't, in lower case. */
export interface Sections {
  shown: readonly LabeledLines[];
  notStated: readonly string[];
}

/** A record as the cells read it. */
export function rowOf(part: ShownRecord, now: number): RecordRow {
  return { answer: part.state === "answered" ? part.answer : { record: {}, text: "{}" }, now };
}

/** What a screen that is too long does without, one after the other. */
const savings = { violations: 1, formerFilings: 2, street: 3, insurers: 4 };
export const maxSaving = 4;

/**
 * Divides what the records say.
 *
 * @param saving how much it does without
 */
export function sectionsOf(snapshot: ScreenFacts, { paint, width }: Drawing, saving: number): Sections {
  const { findings, asOf } = snapshot;
  const [carrier, safety] = [rowOf(snapshot.carrier, asOf), rowOf(snapshot.safety, asOf)];
  const room = roomBeside(width);
  const lines = (cells: readonly Cell[]) => folded(cells, room, paint);
  const fact = (label: string, text: string | undefined): LabeledLines => [
    label,
    text === undefined ? [] : lines([{ text, tone: topicTone(findings, label.toLowerCase()) }]),
  ];
  const inspected =
    (snapshot.safety.state === "answered" ? inspectionTable(safety, room, paint) : undefined) ??
    ([["Inspections", lines(inspectionCells(snapshot, carrier, safety))]] as const);
  const all: readonly LabeledLines[] = [
    ["Insurance", [...lines(coverCells(snapshot, carrier)), ...filingLines(snapshot, room, paint, saving)]],
    ["Rating", lines(ratingCells(snapshot, carrier, safety))],
    ...inspected,
    fact("Crashes", crashesOf(carrier, safety)),
    fact("Violations", violationsOf(safety, saving < savings.violations ? 4 : 2)),
    fact("Fleet", fleetOf(carrier)),
    ["Contact", lines(contactCells(snapshot, carrier, saving))],
  ];
  return {
    shown: all.filter(([, own]) => own.length > 0),
    notStated: all.flatMap(([label, own]) => (own.length === 0 && label !== "Rating" ? [label.toLowerCase()] : [])),
  };
}

function stated({ text }: Cell): string | undefined {
  return text === notStated.text ? undefined : text;
}

/** That a record was not answered, or that there is none; undefined where there is one. */
function withoutRecord({ findings }: ScreenFacts, part: ShownRecord): Cell[] | undefined {
  if (part.state === "answered") return undefined;
  if (part.state === "not-asked") return [];
  if (part.state === "none") return [{ text: "no record", tone: "warning" }];
  const { message } = part.error;
  // Where a rule needed the record, its mark says why.
  const isSaid = findings.some((finding) => isUnknown(finding) && finding.error?.message === message);
  return [{ text: isSaid ? "not answered" : `not answered: ${message}`, tone: "error" }];
}

/** What is in force today, and what is on file where that is something else. */
function coverCells(snapshot: ScreenFacts, carrier: RecordRow): Cell[] {
  const [bipd = notStated.text, cargo = notStated.text] = ["bipd", "cargo"].map(
    (kind) => amount(carrier, `insurance.${kind}_on_file`).text,
  );
  const isStated = bipd !== notStated.text || cargo !== notStated.text;
  const insurance = rowOf(snapshot.insurance, snapshot.asOf);
  const today = coverToday(insurance);
  const policies = today === undefined ? plainText(insurance, "policies") : undefined;
  // 0 on file and no filing of that kind in force are the same.
  const isNone = today?.tone === "error" && bipd === "0" && cargo === "0";
  const isSame =
    isNone ||
    `BIPD ${bipd}, cargo ${cargo}` === today?.text ||
    `BIPD ${bipd}${cargo === "0" ? "" : ","}` === today?.text;
  return [
    ...(withoutRecord(snapshot, snapshot.insurance) ?? []),
    ...(today === undefined ? [] : [{ text: `in force: ${today.text}`, tone: today.tone }]),
    ...(policies === undefined ? [] : [{ text: `policies ${policies}`, tone: "warning" as const }]),
    ...(!isStated || isSame
      ? []
      : [{ text: `on file: BIPD ${bipd}, cargo ${cargo}`, tone: liability(carrier, "insurance.bipd_on_file").tone }]),
  ];
}

/** Filings that are over are history: the most recent few are enough. */
const maxFormer = 2;
const maxCurrent = 6;

/** The filings below each other: type, amount, term, insurer. */
function filingLines(
  { insurance, dotNumber, asOf }: ScreenFacts,
  room: number | undefined,
  paint: Paint,
  saving: number,
): string[] {
  const listed = listedFilings(rowOf(insurance, asOf)) ?? [];
  const current = listed.filter(({ term }) => term !== "former").slice(0, maxCurrent);
  const former = listed
    .filter(({ term }) => term === "former")
    .slice(0, saving < savings.formerFilings ? maxFormer : 0);
  const whole = [...current, ...former].map(filingCells);
  const rows = saving < savings.insurers ? whole : withInsurersCut(whole, room);
  const hidden = listed.length - rows.length;
  const table = tableOf(rows, filingColumns, { paint, width: room, headless: true });
  const more: Cell[] =
    hidden > 0 ? [{ text: `and ${grouped(hidden)} more: usdot insurance ${dotNumber}`, tone: "dim" }] : [];
  const narrow = rows.map((cells) => ({ text: cells.map(oneLine).join(", "), tone: cells[0]?.tone }));
  return table === undefined
    ? folded([...narrow, ...more], room, paint)
    : [...table.split("\n").slice(0, -1), ...folded(more, room, paint)];
}

/** The insurers cut to the room that is left beside their filings; a few letters say nothing. */
function withInsurersCut(rows: readonly (readonly Cell[])[], room = Number.POSITIVE_INFINITY): (readonly Cell[])[] {
  const others = [0, 1, 2].map((at) => largest(rows.map((row) => displayWidth(oneLine(row[at] as Cell)))));
  const left = room - sum(others) - gap.length * others.length;
  return rows.map(([type, amount, term, insurer]) => {
    const text = left < 8 ? "" : shortened(insurer?.text ?? "", left);
    return [type, amount, term, { ...insurer, text }] as readonly Cell[];
  });
}

const filingColumns = [
  { header: "type" },
  { header: "amount", align: "right" as const },
  { header: "term" },
  { header: "insurer", mayGoBelow: true },
];

const termOf = term("policies.effective_date");

/** `BIPD/Primary`, `750,000`, `until canceled`, `PROGRESSIVE`; what is not in force says so. */
function filingCells({ row, term: phase }: ListedFiling): Cell[] {
  const until = termOf(row, "policies.expiration_date");
  const tone = phase === "former" ? "dim" : until === notStated ? "warning" : until.tone;
  const cells: readonly Cell[] = [
    { text: stated(asItCame(row, "policies.policy_type")) ?? "type not stated" },
    { text: stated(coverage(row, "policies.coverage_amount")) ?? "amount not stated" },
    until === notStated ? { text: "dates not stated" } : until,
    { text: stated(asItCame(row, "policies.insurer_name")) ?? "" },
  ];
  return cells.map((cell) => ({ ...cell, text: visible(cell.text), tone }));
}

/** The groups where they are no table: one below the other, or the drivers' rate, which the carrier record has too. */
function inspectionCells(snapshot: ScreenFacts, carrier: RecordRow, safety: RecordRow): Cell[] {
  const groups = inspectionGroups.map((name) => ({ name, cell: inspections(safety, `inspections.${name}`) }));
  const known = groups.filter(({ cell }) => cell !== notStated);
  if (known.length > 0 && known.every(({ cell }) => cell === noInspections)) {
    return [{ ...noInspections, text: `${noInspections.text} (${known.map(({ name }) => name).join(", ")})` }];
  }
  if (known.length > 0) {
    return known.map(({ name, cell: { text, aside, tone } }) => ({
      text: `${name} ${text}${aside === undefined ? "" : ` (${aside})`}`,
      tone,
    }));
  }
  const drivers = comparedWith("safety.driver_oos_rate_national")(carrier, "safety.driver_oos_rate");
  const rate = drivers === notStated ? [] : [{ ...drivers, text: `driver OOS rate ${drivers.text}` }];
  return [...(withoutRecord(snapshot, snapshot.safety) ?? []), ...rate];
}

/**
 * The rating in both records; if they differ, both. A rating that a rule does not accept has a mark, which says it.
 */
function ratingCells({ findings, safety: part }: ScreenFacts, carrier: RecordRow, safety: RecordRow): Cell[] {
  const tone = topicTone(findings, "rating");
  if (tone !== undefined) return [];
  const ratings = [rating(carrier, "safety.rating"), rating(safety, "rating")];
  const texts = ratings.flatMap((cell) => stated(cell) ?? []);
  if (texts.length === 0) return part.state === "answered" ? [{ text: "none" }] : [];
  const text = [...new Set(texts)]
    .join(" (carrier record), ")
    .concat(new Set(texts).size > 1 ? " (safety record)" : "");
  const isJudged = findings.some(({ rule }) => rule === "safety.rating");
  const worst = ratings.find((cell) => cell.tone === "error") ?? ratings.find((cell) => cell.tone === "warning");
  return [{ text, tone: isJudged ? undefined : worst?.tone }];
}

/** `18: fatal 1, injury 5, towaway 12` */
function crashesOf(carrier: RecordRow, safety: RecordRow): string | undefined {
  const total = stated(amount(safety, "crashes.total")) ?? stated(amount(carrier, "safety.total_crashes"));
  const kinds = ["fatal", "injury", "towaway"].flatMap((kind) => {
    const count = stated(amount(safety, `crashes.${kind}`));
    return count === undefined ? [] : [`${kind} ${count}`];
  });
  if (total === undefined && kinds.length === 0) return undefined;
  if (total === "0" && kinds.every((kind) => kind.endsWith(" 0"))) return "none";
  return [...(total === undefined ? [] : [total]), ...(kinds.length > 0 ? [kinds.join(", ")] : [])].join(": ");
}

const basics = [
  ["unsafe_driving", "unsafe driving"],
  ["driver_fitness", "driver fitness"],
  ["hos", "hours of service"],
  ["drug_alcohol", "drugs and alcohol"],
  ["vehicle_maint", "vehicle maintenance"],
] as const;
/** `unsafe driving 63, hours of service 58; others 1`: the largest by name. */
function violationsOf(safety: RecordRow, maxNamed: number): string | undefined {
  const counts = basics.map(([field, name]) => ({
    name,
    text: stated(amount(safety, `violations.${field}`)),
    count: Number(plainText(safety, `violations.${field}`)),
  }));
  const known = counts.filter(({ text }) => text !== undefined);
  if (known.length === 0) return undefined;
  const largest = known.filter(({ text }) => text !== "0").toSorted((one, other) => other.count - one.count);
  const named = known.filter((each) => largest.slice(0, maxNamed).includes(each));
  const others = known.filter((each) => !named.includes(each)).reduce((sum, { count }) => sum + count, 0);
  const rest = [
    ...(named.length < known.length ? [named.length === 0 ? "none" : `others ${grouped(others)}`] : []),
    ...(known.length < counts.length ? ["others not stated"] : []),
  ];
  return [...(named.length > 0 ? [named.map(({ name, text }) => `${name} ${text}`).join(", ")] : []), ...rest].join(
    "; ",
  );
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
function contactCells({ findings }: ScreenFacts, carrier: RecordRow, saving: number): Cell[] {
  const parts = [
    stated(address("address", { townOnly: saving >= savings.street })(carrier, "address")),
    ...["contact.phone", "contact.email"].map((path) => plainText(carrier, path)),
  ].filter((part) => part !== undefined);
  if (parts.length === 0) return [];
  return [{ text: parts.join(" · "), tone: topicTone(findings, "contact") ?? topicTone(findings, "address") }];
}
