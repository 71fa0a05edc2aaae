/**
 * The lower part of a snapshot: what the three records of a carrier say, each
 * fact a block of lines behind its label. What a record leaves open is named
 * below them.
 */
import { type RecordName, recordNames, recordOf } from "../answer.ts";
import { counted } from "../text/digits.ts";
import { valueAt } from "../text/json.ts";
import { readNumber } from "../vet/record/readers.ts";
import { inspectionGroups } from "../vet/record/safety.ts";
import { views } from "../views.ts";
import {
  absenceOf,
  alsoSent,
  blank,
  type ShownRow,
  showAddress,
  showAmount,
  showAsSent,
} from "./cells.ts";
import { filingColumns, rowText } from "./columns.ts";
import { isOpen, toneOf, worstTone } from "./findings.ts";
import { insuranceRow, showInForce, tellingFilings } from "./insurance.ts";
import {
  type Drawing,
  labeledLines,
  oneLine,
  type StyledText,
} from "./lines.ts";
import {
  notInspected,
  showCrashes,
  showDriverRate,
  showInspections,
  showRating,
  showViolations,
} from "./safety.ts";

/** A part of a snapshot, shown whole or not at all. */
export interface Block {
  /** What it is called where it has no room. */
  name: string;
  /** What is less important goes first: from 0 to what never goes. */
  importance: number;
  lines: readonly string[];
}

export const block = (
  name: string,
  importance: number,
  lines: readonly string[],
): Block => ({ name, importance, lines });

interface Section extends Pick<Block, "name" | "importance"> {
  /** Without an answer here, nobody can say what is not stated. */
  reads: RecordName;
  /** The rules whose findings color it. */
  rules: readonly string[];
  /** Whether it stands below the section before it, without a label. */
  isBelow?: true;
  /** A rule whose open finding says the same, and stands above. */
  saidBy?: string;
  /** Its lines; those that state nothing are left out. */
  lines(row: ShownRow): readonly StyledText[];
}

const decidingColumns = filingColumns.filter(({ decides }) => decides);

const sections: readonly Section[] = [
  {
    name: "Insurance",
    importance: 3,
    reads: "insurance",
    rules: ["policies", "insurance"],
    lines: coverLines,
  },
  {
    name: "Policies",
    importance: 1,
    reads: "insurance",
    rules: ["policies"],
    isBelow: true,
    lines: (row) =>
      tellingFilings(insuranceRow(row)).map((each) =>
        rowText(each, decidingColumns),
      ),
  },
  {
    name: "Rating",
    importance: 3,
    reads: "safety",
    rules: ["safety.rating"],
    saidBy: "safety.rating",
    lines: (row) => [showRating(row)],
  },
  {
    name: "Inspections",
    importance: 2,
    reads: "safety",
    rules: ["inspections"],
    lines: rateLines,
  },
  {
    name: "Crashes",
    importance: 2,
    reads: "safety",
    rules: ["crashes"],
    lines: (row) => [crashesOf(row)],
  },
  {
    name: "Violations",
    importance: 1,
    reads: "safety",
    rules: [],
    lines: (row) => [showViolations(row, "safety.violations")],
  },
  {
    name: "Fleet",
    importance: 1,
    reads: "carrier",
    rules: ["fleet"],
    lines: (row) => [fleetOf(row)],
  },
  {
    // Who is called at another number than the record's may be a thief.
    name: "Contact",
    importance: 4,
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
export function factBlocks(row: ShownRow, drawing: Drawing): Block[] {
  const { answers, findings } = row;
  if (answers.carrier?.state !== "answered") return [];
  const said = findings.filter(isOpen).map(({ rule }) => rule);
  const shown = sections
    .filter(({ saidBy = "" }) => !said.includes(saidBy))
    .map((section) => ({
      ...section,
      texts: section.lines(row).filter(({ isBlank }) => !isBlank),
    }));
  const blocks = shown.map(({ name, importance, rules, isBelow, texts }) => {
    const tone = toneOf(findings, ...rules);
    const toned = texts.map((text) => ({ tone, ...text }));
    const lines = labeledFacts(isBelow ? "" : name, toned, drawing);
    return block(name, importance, lines);
  });
  const silent = shown.filter(
    ({ reads, isBelow, texts }) =>
      texts.length === 0 && !isBelow && answers[reads]?.state === "answered",
  );
  const names = silent.map(({ name }) => name.toLowerCase()).join(", ");
  const notStated = labeledFacts("Not stated", linesOf(names), drawing);
  return [...blocks, block("Not stated", 3, notStated)];
}

/** Facts below each other, the first behind their label. */
const labeledFacts = (
  label: string,
  facts: readonly StyledText[],
  drawing: Drawing,
): string[] =>
  facts.flatMap((text, at) => {
    const start = at > 0 || label === "" ? "" : drawing.paint(label, "bold");
    return labeledLines(start, text, factIndent, drawing, 2);
  });

/** What the service sends beyond the interface. */
export function othersText({ answers }: ShownRow): string {
  const sent = { carrier: answers.summary, ...answers };
  const others = recordNames.flatMap((name) =>
    alsoSent(recordOf(sent[name]), views[name].paths),
  );
  const text = [...new Set(others)].join("; ");
  return text && `also sent: ${text}`;
}

const linesOf = (...texts: (string | undefined)[]): StyledText[] =>
  texts.flatMap((text) => (text ? { text } : []));

function coverLines(row: ShownRow): StyledText[] {
  const inForce = showInForce(insuranceRow(row), "policies");
  const inForceText = inForce.isBlank ? [] : [`in force: ${inForce.text}`];
  const onFile = onFileText(row);
  return linesOf(
    absenceOf("insurance", row.answers),
    [...inForceText, ...row.notes].join(", "),
    onFile && onFile !== inForce.text ? `on file: ${onFile}` : undefined,
  );
}

/** The amounts on file; undefined where neither is stated. */
function onFileText(row: ShownRow): string | undefined {
  const bipd = showAmount(row, "carrier.insurance.bipd_on_file");
  const cargo = showAmount(row, "carrier.insurance.cargo_on_file");
  return bipd.isBlank && cargo.isBlank
    ? undefined
    : `BIPD ${bipd.text}, cargo ${cargo.text}`;
}

function rateLines(row: ShownRow): StyledText[] {
  const rates = inspectionGroups.map((group) => ({
    group,
    rate: showInspections(row, `safety.inspections.${group}`),
  }));
  const absence = linesOf(absenceOf("safety", row.answers));
  if (rates.every(({ rate }) => rate.isBlank)) {
    const rate = showDriverRate(row, "carrier.safety.driver_oos_rate");
    const stated = rate.isBlank ? undefined : `driver   ${oneLine(rate)}`;
    return [...absence, ...linesOf(stated)];
  }
  if (rates.every(({ rate }) => rate === notInspected)) return [notInspected];
  return rates.map(({ group, rate }) => {
    const findings = row.findings.filter(({ parts = [] }) =>
      parts.some(({ about, outcome }) => about === group && outcome !== "pass"),
    );
    const text = `${group.padEnd(8)} ${oneLine(rate)}`;
    return { text, tone: worstTone(findings) };
  });
}

/** The crashes by kind; where the safety record states none, the carrier's total. */
function crashesOf(row: ShownRow): StyledText {
  const crashes = showCrashes(row, "safety.crashes");
  return crashes.isBlank
    ? showAmount(row, "carrier.safety.total_crashes")
    : crashes;
}

function fleetOf({ record }: ShownRow): StyledText {
  const count = (path: string, noun: string) => {
    const { value } = readNumber(valueAt(record, path));
    return value === undefined ? `${noun}s not stated` : counted(value, noun);
  };
  const powerUnits = count("carrier.fleet.power_units", "power unit");
  return { text: `${powerUnits}, ${count("carrier.fleet.drivers", "driver")}` };
}

function contactOf(row: ShownRow): StyledText {
  const stated = [
    showAddress(row, "carrier.address"),
    showAsSent(row, "carrier.contact.phone"),
    showAsSent(row, "carrier.contact.email"),
  ].filter(({ isBlank }) => !isBlank);
  return stated.length === 0
    ? blank
    : { text: stated.map(({ text }) => text).join(" · ") };
}
