/** What the three records of a carrier say, in the order in which it matters to a dispatcher. */
import { counted } from "../text/digits.ts";
import { valueAt } from "../text/json.ts";
import { noCargo } from "../vet/cover.ts";
import { inspectionGroups, number } from "../vet/facts.ts";
import type { Finding } from "../vet/model.ts";
import {
  address,
  amount,
  type Cell,
  crashes,
  driverRate,
  inspections,
  inWords,
  noInspections,
  notStated,
  oneLine,
  type RecordRow,
  violations,
} from "./cells.ts";
import { inForce, tellingRows } from "./filings.ts";
import { labeled } from "./lines.ts";
import type { Drawing, Look, Tone } from "./look.ts";
import { toneAt, worstTone } from "./marks.ts";
import {
  absenceOf,
  ratingOf,
  recordIn,
  type SnapshotPart,
  type SnapshotRecord,
} from "./snapshot-record.ts";
import { told } from "./view.ts";
import { policyColumns } from "./views.ts";

/** A part of a screen that is shown whole or not at all; of the removable ones, the highest rank goes first. */
export interface Block {
  name: string;
  rank: number;
  text: string;
}

const indent = 13;

const contact = [
  { path: "address", label: "", cell: address },
  { path: "contact.phone", label: "" },
  { path: "contact.email", label: "" },
];

/** The blocks of facts; none of a carrier that is not known. */
export function factBlocks(
  snapshot: SnapshotRecord,
  { now }: Look,
  drawing: Drawing,
): Block[] {
  if (recordIn(snapshot.carrier) === undefined) return [];
  const { findings } = snapshot;
  const rowOf = (part: SnapshotPart): RecordRow => ({
    record: recordIn(part) ?? {},
    now,
  });
  const [carrier, insurance, safety] = [
    rowOf(snapshot.carrier),
    rowOf(snapshot.insurance),
    rowOf(snapshot.safety),
  ];
  const section = (
    name: string,
    rank: number,
    tone: Tone | undefined,
    ...said: (Cell | string)[]
  ): Block => {
    const cells = said.map((one) =>
      typeof one === "string" ? { text: one } : one,
    );
    const stated = cells.filter(
      ({ text }) => text !== "" && text !== notStated.text,
    );
    // The policies stand below the cover that they add up to.
    const label = (at: number) =>
      at === 0 && name !== "Policies" ? drawing.paint(name, "bold") : "";
    const lines = stated.map((cell, at) =>
      labeled(
        label(at),
        { ...cell, tone: cell.tone ?? tone },
        indent,
        drawing,
        2,
      ),
    );
    return { name, rank, text: lines.join("") };
  };
  const fleetTone = worstTone(
    findings.filter(({ rule }) => rule.startsWith("fleet.")),
  );
  const crashTone = toneAt(findings, "safety.total_crashes", "safety.crashes");
  const violationTone = toneAt(findings, "safety.violations");
  const lacksSafety = absenceOf(snapshot.safety);
  const covers = coverTexts(carrier, insurance, snapshot.notes.join("; "));
  const known = [
    section(
      "Insurance",
      4,
      toneAt(findings, "cover", "insurance"),
      absenceOf(snapshot.insurance),
      ...covers,
    ),
    // A rating that a rule does not accept has a mark, which says it.
    ...(toneAt(findings, "safety.rating")
      ? []
      : [section("Rating", 5, undefined, ratingOf(snapshot))]),
    section(
      "Inspections",
      7,
      undefined,
      lacksSafety,
      ...rateCells(carrier, safety, findings),
    ),
    section("Crashes", 8, crashTone, crashCell(carrier, safety)),
    section(
      "Violations",
      12,
      violationTone,
      lacksSafety,
      violations(safety, "violations"),
    ),
    section("Fleet", 10, fleetTone, fleetText(carrier)),
    section(
      "Contact",
      11,
      toneAt(findings, "contact", "address"),
      told(carrier, contact),
    ),
  ];
  const policies = tellingRows(insurance).map((row) =>
    told(row, policyColumns.slice(0, 4)),
  );
  // Silence must not look like good news.
  const silent = known
    .filter(({ text }) => text === "")
    .map(({ name }) => name.toLowerCase());
  return [
    ...known.toSpliced(1, 0, section("Policies", 9, undefined, ...policies)),
    section("Not stated", 6, "doubt", silent.join(", ")),
  ];
}

function coverTexts(
  carrier: RecordRow,
  insurance: RecordRow,
  absence: string,
): string[] {
  const filed = (kind: string) =>
    inWords(amount(carrier, `insurance.${kind}_on_file`));
  const onFile = `BIPD ${filed("bipd")}, cargo ${filed("cargo")}`;
  const today = inForce(insurance).text.replace(noCargo, absence || noCargo);
  return [
    today === notStated.text ? "" : `in force: ${today}`,
    onFile === today || !/\d/.test(onFile) ? "" : `on file: ${onFile}`,
    today.includes(absence) ? "" : absence,
  ];
}

function rateCells(
  carrier: RecordRow,
  safety: RecordRow,
  findings: readonly Finding[],
): Cell[] {
  const found = findings.filter(({ rule }) => rule === "inspections.oos_rate");
  const rates = inspectionGroups.map((group) => ({
    group,
    ...inspections(safety, `inspections.${group}`),
  }));
  if (rates.every(({ text }) => text === noInspections.text))
    return [noInspections];
  const named = (group: string, rate: Cell) => {
    const isAbout = ({ parts = [] }: Finding) =>
      parts.some(({ about, outcome }) => about === group && outcome !== "pass");
    const tone = worstTone(found.filter(isAbout));
    return {
      text: `${group.padEnd(8)} ${oneLine({ ...rate, text: inWords(rate) })}`,
      tone,
    };
  };
  if (
    rates.some(
      ({ text, aside }) => text !== notStated.text || aside !== undefined,
    )
  )
    return rates.map(({ group, ...rate }) => named(group, rate));
  const rate = driverRate(carrier, "safety.driver_oos_rate");
  return rate.text === notStated.text ? [] : [named("driver", rate)];
}

function crashCell(carrier: RecordRow, safety: RecordRow): Cell {
  const all = crashes(safety, "crashes");
  if (all.text !== notStated.text) return all;
  const total = amount(carrier, "safety.total_crashes");
  return all.aside === undefined
    ? total
    : { text: inWords(total), aside: all.aside };
}

function fleetText(carrier: RecordRow): string {
  const count = (path: string, noun: string) => {
    const { value } = number(valueAt(carrier.record, path));
    return value === undefined ? `${noun}s not stated` : counted(value, noun);
  };
  return `${count("fleet.power_units", "power unit")}, ${count("fleet.drivers", "driver")}`;
}
