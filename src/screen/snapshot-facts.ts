/**
 * What the three records of a carrier say, in the order in which it matters to
 * a dispatcher.
 */
import { type RecordName, recordOf } from "../answer.ts";
import { counted } from "../text/digits.ts";
import { valueAt } from "../text/json.ts";
import { type CoverKind, coverKinds } from "../vet/record/filings.ts";
import { insuranceOf } from "../vet/record/insurance.ts";
import { readNumber } from "../vet/record/readers.ts";
import { inspectionGroups } from "../vet/record/safety.ts";
import { isOpen, toneOf, worstTone } from "./findings.ts";
import { insuranceRow, showInForce, tellingFilings } from "./insurance.ts";
import {
  type Drawing,
  dotSeparated,
  labeledLines,
  oneLine,
  type StyledText,
} from "./look.ts";
import { filingColumns, rowText } from "./record-columns.ts";
import {
  absenceOf,
  absentValue,
  alsoSent,
  notInspected,
  type RecordRow,
  showAddress,
  showAmount,
  showAsSent,
  showCrashes,
  showDriverRate,
  showInspections,
  showRating,
  showViolations,
  statedText,
} from "./show.ts";
import { type Block, block, type Going } from "./snapshot-blocks.ts";
import { views } from "./views.ts";

interface ScreenSection {
  name: Going;
  /** Without an answer here, nobody can say what is not stated. */
  reads: RecordName;
  /** The rules whose findings color it. */
  rules: readonly string[];
  /** Whether it stands below the section before it, without a label. */
  isBelow?: true;
  /** A rule whose open finding says the same, and stands above. */
  saidBy?: string;
  /** Its lines; those that state nothing are left out. */
  lines(row: RecordRow): readonly StyledText[];
}

/** Type, coverage, term and insurer, who needs no label here. */
const coverColumns = filingColumns
  .slice(0, 4)
  .map((column) => (column.decides ? column : { ...column, label: "" }));

const sections: readonly ScreenSection[] = [
  {
    name: "Insurance",
    reads: "insurance",
    rules: ["policies", "insurance"],
    lines: coverLines,
  },
  {
    name: "Policies",
    reads: "insurance",
    rules: ["policies"],
    isBelow: true,
    lines: (row) =>
      tellingFilings(insuranceRow(row)).map((each) =>
        rowText(each, coverColumns),
      ),
  },
  {
    name: "Rating",
    reads: "safety",
    rules: ["safety.rating"],
    saidBy: "safety.rating",
    lines: (row) => [showRating(row)],
  },
  {
    name: "Inspections",
    reads: "safety",
    rules: ["inspections"],
    lines: rateLines,
  },
  {
    name: "Crashes",
    reads: "safety",
    rules: ["crashes"],
    lines: (row) => [crashesOf(row)],
  },
  {
    name: "Violations",
    reads: "safety",
    rules: [],
    lines: (row) => [showViolations(row, "safety.violations")],
  },
  {
    name: "Fleet",
    reads: "carrier",
    rules: ["fleet"],
    lines: (row) => [fleetOf(row)],
  },
  {
    name: "Contact",
    reads: "carrier",
    rules: ["contact", "address"],
    lines: (row) => [contactOf(row)],
  },
];

const factIndent = 13;

/**
 * The sections that say something, and which of them state nothing: silence
 * must not look like good news.
 */
export function factBlocks(row: RecordRow, drawing: Drawing): Block[] {
  const { answers, findings } = row;
  if (answers.carrier?.state !== "answered") return [];
  const open = findings.filter(isOpen);
  const shown = sections.filter(
    ({ saidBy }) => !open.some(({ rule }) => rule === saidBy),
  );
  const blocks = shown.map((section) =>
    block(section.name, sectionLines(section, row, drawing)),
  );
  const silent = shown.filter(
    ({ reads, isBelow }, at) =>
      blocks[at]?.lines.length === 0 &&
      !isBelow &&
      answers[reads]?.state === "answered",
  );
  const text = silent.map(({ name }) => name.toLowerCase()).join(", ");
  const notStated = text ? labeledFacts("Not stated", [{ text }], drawing) : [];
  return [...blocks, block("Not stated", notStated)];
}

function sectionLines(
  { name, rules, isBelow, lines }: ScreenSection,
  row: RecordRow,
  drawing: Drawing,
): string[] {
  const tone = toneOf(row.findings, ...rules);
  const stated = lines(row).filter(({ isMissing }) => !isMissing);
  const toned = stated.map((text) => ({ tone, ...text }));
  return labeledFacts(isBelow ? "" : name, toned, drawing);
}

/** Facts below each other, the first behind their label. */
function labeledFacts(
  label: string,
  facts: readonly StyledText[],
  drawing: Drawing,
): string[] {
  return facts.flatMap((text, at) => {
    const start = at > 0 || label === "" ? "" : drawing.paint(label, "bold");
    return labeledLines(start, text, factIndent, drawing, 2);
  });
}

/** What the service sends beyond the interface. */
export function othersText({ answers }: RecordRow): string {
  const record = recordOf(answers.carrier ?? answers.summary);
  const others = alsoSent(record, views.carrier.paths);
  return others.length === 0 ? "" : `also sent: ${others.join("; ")}`;
}

const linesOf = (...texts: (string | undefined)[]): StyledText[] =>
  texts.flatMap((text) => (text ? { text } : []));

function coverLines(row: RecordRow): StyledText[] {
  const { text, isMissing } = showInForce(insuranceRow(row), "policies");
  const inForce = isMissing ? [] : [`in force: ${text}`];
  return linesOf(
    absenceOf("insurance", row.answers),
    [...inForce, ...row.notes].join(", "),
    isOnFileInForce(row) ? undefined : onFileText(row),
  );
}

/** The amounts on file; undefined where neither is stated. */
function onFileText(row: RecordRow): string | undefined {
  const bipd = showAmount(row, onFilePath("bipd"));
  const cargo = showAmount(row, onFilePath("cargo"));
  if (bipd.isMissing && cargo.isMissing) return undefined;
  return `on file: BIPD ${statedText(bipd)}, cargo ${statedText(cargo)}`;
}

const onFilePath = (kind: CoverKind) => `carrier.insurance.${kind}_on_file`;

/** Whether both amounts on file are certainly those that are in force. */
function isOnFileInForce(row: RecordRow): boolean {
  const insurance = insuranceOf(row.answers, row.today);
  return coverKinds.every((kind) => {
    const inForce = insurance?.cover(kind).amount ?? 0;
    const onFile = readNumber(valueAt(row.record, onFilePath(kind))).value;
    return inForce > 0 && inForce === onFile;
  });
}

function rateLines(row: RecordRow): StyledText[] {
  const rates = inspectionGroups.map((group) => ({
    group,
    rate: showInspections(row, `safety.inspections.${group}`),
  }));
  if (rates.every(({ rate }) => rate === notInspected)) return [notInspected];
  const isSaid = ({ rate }: { rate: StyledText }) =>
    !rate.isMissing || rate.aside !== undefined;
  const driver = showDriverRate(row, "carrier.safety.driver_oos_rate");
  const shown = rates.some(isSaid)
    ? rates
    : [{ group: "driver" as const, rate: driver }].filter(isSaid);
  const lines = shown.map(({ group, rate }) => {
    const text = oneLine({ ...rate, text: statedText(rate) });
    const findings = row.findings.filter(({ parts = [] }) =>
      parts.some(({ about, outcome }) => about === group && outcome !== "pass"),
    );
    return { text: `${group.padEnd(8)} ${text}`, tone: worstTone(findings) };
  });
  return [...linesOf(absenceOf("safety", row.answers)), ...lines];
}

/** The crashes by kind; where the safety record states none, the carrier's total. */
function crashesOf(row: RecordRow): StyledText {
  const crashes = showCrashes(row, "safety.crashes");
  if (!crashes.isMissing) return crashes;
  const total = showAmount(row, "carrier.safety.total_crashes");
  const { aside } = crashes;
  return aside === undefined ? total : { text: statedText(total), aside };
}

function fleetOf({ record }: RecordRow): StyledText {
  const count = (path: string, noun: string) => {
    const { value } = readNumber(valueAt(record, path));
    return value === undefined ? `${noun}s not stated` : counted(value, noun);
  };
  const powerUnits = count("carrier.fleet.power_units", "power unit");
  return { text: `${powerUnits}, ${count("carrier.fleet.drivers", "driver")}` };
}

function contactOf(row: RecordRow): StyledText {
  const stated = [
    showAddress(row, "carrier.address"),
    showAsSent(row, "carrier.contact.phone"),
    showAsSent(row, "carrier.contact.email"),
  ].filter(({ isMissing }) => !isMissing);
  return stated.length === 0 ? absentValue : dotSeparated(stated);
}
