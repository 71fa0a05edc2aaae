/**
 * What the three records of a carrier say in a snapshot: each fact a block of
 * lines behind its label, and below them the names of those that a record leaves
 * open. snapshot.ts calls this; it calls cells.ts, insurance-cells.ts and
 * safety-cells.ts.
 */
import { type RecordName, recordNames, recordOf } from "../answer.ts";
import { counted } from "../text/digits.ts";
import { inspectionGroups } from "../vet/record/safety.ts";
import { views } from "../views.ts";
import {
  absenceOf,
  alsoSent,
  numberAt,
  type ScreenRow,
  showAddress,
  showAmount,
  showAsSent,
} from "./cells.ts";
import { coverColumns, filingText } from "./columns.ts";
import { isOpen, toneOf, worstTone } from "./findings.ts";
import { insuranceRow, latestFilings, showInForce } from "./insurance-cells.ts";
import { type Drawing, oneLine, type StyledText } from "./lines.ts";
import {
  notInspected,
  showCrashes,
  showDriverRate,
  showInspections,
  showRating,
  showViolations,
} from "./safety-cells.ts";

/** A part of a snapshot, shown whole or not at all. */
export interface Block {
  /** What it is called where it has no room; without a name, it never goes. */
  name?: string;
  /** Whether it says what decides, and goes after all others. */
  decides?: boolean;
  lines: readonly string[];
}

interface Section {
  name: string;
  /** Without an answer here, nobody can say what is not stated. */
  reads: RecordName;
  /** The rules whose findings color it. */
  rules: readonly string[];
  /** Whether it stands below the section before it, without a label. */
  isBelow?: boolean;
  /** A rule whose open finding says the same, and stands above. */
  saidBy?: string;
  /** What stands below each other; what states nothing is left out. */
  cells(row: ScreenRow): readonly StyledText[];
}

const sections: readonly Section[] = [
  {
    name: "Insurance",
    reads: "insurance",
    rules: ["policies", "insurance"],
    cells: coverCells,
  },
  {
    name: "Policies",
    reads: "insurance",
    rules: ["policies"],
    isBelow: true,
    cells: (row) =>
      latestFilings(insuranceRow(row)).map((each) =>
        filingText(each, coverColumns),
      ),
  },
  {
    name: "Rating",
    reads: "safety",
    rules: ["safety.rating"],
    saidBy: "safety.rating",
    cells: (row) => [showRating(row)],
  },
  {
    name: "Inspections",
    reads: "safety",
    rules: ["inspections"],
    cells: rateCells,
  },
  {
    name: "Crashes",
    reads: "safety",
    rules: ["crashes"],
    // Where the safety record states none, the carrier record's total counts.
    cells: (row) => {
      const crashes = showCrashes(row, "safety.crashes");
      const total = showAmount(row, "carrier.safety.total_crashes");
      return [crashes.isBlank ? total : crashes];
    },
  },
  {
    name: "Violations",
    reads: "safety",
    rules: [],
    cells: (row) => [showViolations(row, "safety.violations")],
  },
  {
    name: "Fleet",
    reads: "carrier",
    rules: ["fleet"],
    cells: fleetCells,
  },
  {
    // Who is called at another number than the record's may be a thief.
    name: "Contact",
    reads: "carrier",
    rules: ["contact", "address"],
    cells: contactCells,
  },
];

export function factBlocks(row: ScreenRow, drawing: Drawing): Block[] {
  const isKnown = row.answers.carrier?.state === "answered";
  return [
    ...(isKnown ? sectionBlocks(row, drawing) : []),
    alsoSentBlock(row, drawing),
  ];
}

const factIndent = 13;

/**
 * The sections that say something, and which of them state nothing: silence
 * must not look like good news.
 */
function sectionBlocks(row: ScreenRow, drawing: Drawing): Block[] {
  const { answers, findings } = row;
  const said = findings.filter(isOpen).map(({ rule }) => rule);
  const shown = sections
    .filter(({ saidBy = "" }) => !said.includes(saidBy))
    .map((section) => ({
      ...section,
      facts: section.cells(row).filter(({ isBlank }) => !isBlank),
    }));
  const silent = shown.filter(
    ({ reads, isBelow, facts }) =>
      facts.length === 0 && !isBelow && answers[reads]?.state === "answered",
  );
  const names = silent.map(({ name }) => name.toLowerCase()).join(", ");
  const notStated = {
    name: "Not stated",
    rules: [],
    isBelow: false,
    facts: factsOf(names),
  };
  return [...shown, notStated].map(({ name, rules, isBelow, facts }) => {
    const tone = toneOf(findings, ...rules);
    const lines = facts.flatMap((fact, at) => {
      const label = isBelow || at > 0 ? "" : drawing.paint(name, "bold");
      return drawing.labeled(label, { tone, ...fact }, factIndent, 2);
    });
    return { name, lines };
  });
}

/** What the service sends beyond the interface. */
function alsoSentBlock({ answers }: ScreenRow, drawing: Drawing): Block {
  const sent = { carrier: answers.summary, ...answers };
  const text = alsoSent(
    recordNames.map((name) => [recordOf(sent[name]), views[name].paths]),
  );
  return {
    name: "also sent",
    lines: drawing.remark(text && `also sent: ${text}`),
  };
}

const factsOf = (...texts: (string | undefined)[]): StyledText[] =>
  texts.flatMap((text) => (text ? { text } : []));

function coverCells(row: ScreenRow): StyledText[] {
  const inForce = showInForce(insuranceRow(row), "policies");
  const inForceText = inForce.isBlank ? [] : [`in force: ${inForce.text}`];
  const onFile = onFileText(row);
  return factsOf(
    absenceOf("insurance", row.answers),
    [...inForceText, ...row.notes].join(", "),
    onFile && onFile !== inForce.text ? `on file: ${onFile}` : undefined,
  );
}

/** The amounts on file; undefined where neither is stated. */
function onFileText(row: ScreenRow): string | undefined {
  const bipd = showAmount(row, "carrier.insurance.bipd_on_file");
  const cargo = showAmount(row, "carrier.insurance.cargo_on_file");
  return bipd.isBlank && cargo.isBlank
    ? undefined
    : `BIPD ${bipd.text}, cargo ${cargo.text}`;
}

function rateCells(row: ScreenRow): StyledText[] {
  const rates = inspectionGroups.map((group) => ({
    group,
    rate: showInspections(row, `safety.inspections.${group}`),
  }));
  if (rates.every(({ rate }) => rate.isBlank)) {
    const rate = showDriverRate(row, "carrier.safety.driver_oos_rate");
    return factsOf(
      absenceOf("safety", row.answers),
      rate.isBlank ? undefined : `driver   ${oneLine(rate)}`,
    );
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

function fleetCells(row: ScreenRow): StyledText[] {
  const count = (path: string, noun: string) => {
    const value = numberAt(row, path);
    return value === undefined ? `${noun}s not stated` : counted(value, noun);
  };
  const powerUnits = count("carrier.fleet.power_units", "power unit");
  return factsOf(`${powerUnits}, ${count("carrier.fleet.drivers", "driver")}`);
}

function contactCells(row: ScreenRow): StyledText[] {
  const stated = [
    showAddress(row, "carrier.address"),
    showAsSent(row, "carrier.contact.phone"),
    showAsSent(row, "carrier.contact.email"),
  ].filter(({ isBlank }) => !isBlank);
  return factsOf(stated.map(({ text }) => text).join(" · "));
}
