/** What the three records of a carrier say, in the order in which it matters to a dispatcher. */
import { counted } from "../../text/digits.ts";
import { textAt, valueAt } from "../../text/json.ts";
import { number } from "../../vet/facts.ts";
import type { Finding } from "../../vet/model.ts";
import { address, amount, inspections, inspectionTable, notStated, type RecordRow } from "../cells.ts";
import { filingRows, inForce } from "../filings.ts";
import { labeled } from "../lines.ts";
import type { Drawing, Look, Tone } from "../look.ts";
import { table } from "../table.ts";
import { tableOf } from "../view.ts";
import { policyColumns, violationColumns } from "../views.ts";
import { toneAt, worstTone } from "./marks.ts";
import { hasNoCargo, noCargo, recordIn, type SnapshotPart, type SnapshotRecord, unansweredBecause } from "./record.ts";

/** A part of a screen that is shown whole or not at all. */
export interface Block {
  name: string;
  rank: number;
  text: string;
}

const indent = 13;

/** The blocks of facts; none of a carrier that is not known. */
export function factBlocks(snapshot: SnapshotRecord, { now }: Look, drawing: Drawing): Block[] {
  if (recordIn(snapshot.carrier) === undefined) return [];
  const { findings } = snapshot;
  const rowOf = (part: SnapshotPart): RecordRow => ({ record: recordIn(part) ?? {}, now });
  const [carrier, insurance, safety] = [rowOf(snapshot.carrier), rowOf(snapshot.insurance), rowOf(snapshot.safety)];
  const section = (name: string, rank: number, texts: readonly string[], tone?: Tone): Block => {
    const label = (at: number) => (at === 0 ? drawing.paint(name, "bold") : "");
    const stated = texts.filter((text) => text !== "");
    const lines = stated.map((text, at) => labeled(label(at), { text, tone }, indent, drawing));
    return { name, rank, text: lines.join("") };
  };
  const ratings = new Set([textAt(carrier.record, "safety.rating"), textAt(safety.record, "rating")]);
  const rating = section("Rating", 5, [[...ratings].filter((text) => text !== undefined).join(" or ")]);
  const cover = [absenceOf(snapshot.insurance), ...coverTexts(carrier, insurance, hasNoCargo(snapshot))];
  const crashTone = toneAt(findings, "safety.total_crashes", "safety.crashes");
  const fleetTone = worstTone(findings.filter(({ rule }) => rule.startsWith("fleet.")));
  // Where no table has them, they have none, or the rate is not stated.
  const rates = section("Inspections", 7, [
    absenceOf(snapshot.safety),
    stated(inspections(safety, "inspections.driver")) ?? "",
  ]);
  const sections = [
    section("Insurance", 4, cover, toneAt(findings, "cover", "insurance")),
    // A rating that a rule does not accept has a mark, which says it.
    ...(toneAt(findings, "safety.rating") ? [] : [rating]),
    { ...rates, text: ratesTable(safety, findings, drawing) || rates.text },
    section("Crashes", 8, [crashText(carrier, safety)], crashTone),
    section("Violations", 12, [violationText(safety)], toneAt(findings, "safety.violations")),
    section("Fleet", 10, [fleetText(carrier)], fleetTone),
    section("Contact", 11, [contactText(carrier)], toneAt(findings, "contact", "address")),
  ];
  // Silence must not look like good news.
  const silent = sections.filter(({ text }) => text === "").map(({ name }) => name.toLowerCase());
  const policies = { name: "Policies", rank: 9, text: policyLines(insurance, drawing) };
  return [...sections.toSpliced(1, 0, policies), section("Not stated", 6, [silent.join(", ")], "doubt")];
}

function stated({ text }: { text: string }): string | undefined {
  return text === notStated.text ? undefined : text;
}

function absenceOf(part: SnapshotPart): string {
  if (part === null) return "no record";
  const why = unansweredBecause(part);
  return why === undefined ? "" : `not answered: ${why}`;
}

function coverTexts(carrier: RecordRow, insurance: RecordRow, isWithoutCargo: boolean): string[] {
  const filed = (kind: string) => stated(amount(carrier, `insurance.${kind}_on_file`)) ?? "not stated";
  const onFile = `BIPD ${filed("bipd")}, cargo ${filed("cargo")}`;
  const today = stated(inForce(insurance));
  return [
    today === undefined ? "" : `in force: ${today}`,
    onFile === today || !/\d/.test(onFile) ? "" : `on file: ${onFile}`,
    isWithoutCargo && !today?.includes(noCargo) ? noCargo : "",
  ];
}

function policyLines(insurance: RecordRow, drawing: Drawing): string {
  const shown = filingRows(insurance).filter(({ tone }) => tone !== "dim");
  const { columns, rows } = tableOf(policyColumns.slice(0, 4), shown);
  const bare = columns.map(({ header: _, ...column }) => column);
  const lines = table({ columns: bare, rows }, { ...drawing, width: drawing.width - indent });
  return lines.replace(/^(?=.)/gm, " ".repeat(indent));
}

function ratesTable(safety: RecordRow, findings: readonly Finding[], drawing: Drawing): string {
  const found = findings.filter(({ rule }) => rule === "inspections.oos_rate");
  const { columns, rows } = inspectionTable(safety);
  const toned = rows.map(([group = notStated, ...cells]) => {
    const tone = worstTone(found.filter(({ message }) => message.includes(`${group.text.trim()} `)));
    return [group, ...cells.map((cell) => ({ ...cell, tone }))];
  });
  return table({ columns, rows: toned }, drawing);
}

function counts(row: RecordRow, fields: readonly { label: string; path: string }[]): string[] {
  const stated = fields.filter(({ path }) => amount(row, path) !== notStated);
  return stated.map(({ label, path }) => `${label} ${amount(row, path).text}`);
}

const crashKinds = ["fatal", "injury", "towaway"].map((label) => ({ label, path: `crashes.${label}` }));

function crashText(carrier: RecordRow, safety: RecordRow): string {
  const total = stated(amount(safety, "crashes.total")) ?? stated(amount(carrier, "safety.total_crashes"));
  const kinds = counts(safety, crashKinds);
  return [total, kinds.join(", ")].filter((part) => part).join(": ");
}

function violationText(safety: RecordRow): string {
  const known = counts(safety, violationColumns);
  const some = known.filter((count) => !count.endsWith(" 0")).join(", ");
  return some === "" && known.length === violationColumns.length ? "none" : some;
}

function fleetText(carrier: RecordRow): string {
  const count = (path: string, noun: string) => {
    const { value } = number(valueAt(carrier.record, path));
    return value === undefined ? `${noun}s not stated` : counted(value, noun);
  };
  return `${count("fleet.power_units", "power unit")}, ${count("fleet.drivers", "driver")}`;
}

function contactText(carrier: RecordRow): string {
  const contact = ["contact.phone", "contact.email"].map((path) => textAt(carrier.record, path));
  return [stated(address(carrier, "address")), ...contact].filter((part) => part !== undefined).join(" · ");
}
