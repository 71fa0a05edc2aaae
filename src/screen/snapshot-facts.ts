/**
 * What the three records of a carrier say in a snapshot: each fact a block of
 * lines behind its label, and below them the names of those that a record
 * leaves open.
 */
import {
  type RecordName,
  recordNames,
  recordOf,
  whySilent,
} from "../answer.ts";
import { counted } from "../text/digits.ts";
import { inspectionGroups } from "../vet/record/safety.ts";
import { views } from "../views.ts";
import { alsoSent } from "./card.ts";
import {
  notInspected,
  numberAt,
  type ScreenRow,
  showAddress,
  showAmount,
  showAsSent,
  showCrashes,
  showDriverRate,
  showInspections,
  showRating,
  showViolations,
} from "./cells.ts";
import { coverColumns, filingText } from "./columns.ts";
import { isOpen, toneOf, worstTone } from "./findings.ts";
import type { Block } from "./fit.ts";
import { insuranceRow, latestFilings, showInForce } from "./insurance-cells.ts";
import { type Drawing, type Look, oneLine, type StyledText } from "./lines.ts";

interface Section {
  name: string;
  /** When it goes (`Block`). */
  rank: number;
  /**
   * The record that it shows: if that was answered and has nothing for it, its
   * name is under "Not stated". Absent where it continues the section above.
   */
  reads?: RecordName;
  /** The rules whose findings color it. */
  rules: readonly string[];
  /** A rule whose open finding says the same, and stands above. */
  saidBy?: string;
  /** What stands below each other; what states nothing is left out. */
  facts(row: ScreenRow): readonly (StyledText | string | undefined)[];
}

const sections: readonly Section[] = [
  {
    name: "Insurance",
    rank: 8,
    reads: "insurance",
    rules: ["policies", "insurance"],
    facts: coverFacts,
  },
  {
    name: "Policies",
    rank: 5,
    rules: ["policies"],
    facts: (row) =>
      latestFilings(insuranceRow(row)).map((each) =>
        filingText(each, coverColumns),
      ),
  },
  {
    name: "Rating",
    rank: 7,
    reads: "safety",
    rules: ["safety.rating"],
    saidBy: "safety.rating",
    facts: (row) => [showRating(row)],
  },
  {
    name: "Inspections",
    rank: 4,
    reads: "safety",
    rules: ["inspections"],
    facts: rateFacts,
  },
  {
    name: "Crashes",
    rank: 3,
    reads: "safety",
    rules: ["crashes"],
    // Where the safety record states none, the carrier record's total counts.
    facts: (row) => {
      const crashes = showCrashes(row, "safety.crashes");
      const total = showAmount(row, "carrier.safety.total_crashes");
      return [crashes.isBlank ? total : crashes];
    },
  },
  {
    name: "Violations",
    rank: 2,
    reads: "safety",
    rules: [],
    facts: (row) => [showViolations(row, "safety.violations")],
  },
  {
    name: "Fleet",
    rank: 1,
    reads: "carrier",
    rules: ["fleet"],
    facts: fleetFacts,
  },
  {
    // Who is called at another number than the record's may be a thief.
    name: "Contact",
    rank: 12,
    reads: "carrier",
    rules: ["contact", "address"],
    facts: contactFacts,
  },
];

export function factBlocks(
  row: ScreenRow,
  drawing: Drawing,
  look: Look,
): Block[] {
  const isKnown = row.answers.carrier?.state === "answered";
  return [
    ...(isKnown ? sectionBlocks(row, drawing) : []),
    alsoSentBlock(row, drawing, look),
  ];
}

/** The rank of what was found, which loses its room after the facts. */
export const foundRank = 13;

const factIndent = 13;

/**
 * The sections that say something, and which of them state nothing: silence
 * must not look like good news.
 */
function sectionBlocks(row: ScreenRow, drawing: Drawing): Block[] {
  const { answers, findings } = row;
  const said = findings.filter(isOpen).map(({ rule }) => rule);
  const blocks: Block[] = [];
  const silent: string[] = [];
  for (const section of sections) {
    const { name, rank, reads, rules, saidBy } = section;
    if (saidBy && said.includes(saidBy)) continue;
    const facts = section.facts(row).flatMap(stated);
    const isAnswered = reads && answers[reads]?.state === "answered";
    if (isAnswered && facts.length === 0) silent.push(name.toLowerCase());
    const tone = toneOf(findings, ...rules);
    const lines = facts.flatMap((fact, at) =>
      factLines(reads && at === 0 ? name : "", { tone, ...fact }, drawing),
    );
    // Notes say what is not in force: that must not look like good news.
    const isAbsent = reads === "insurance" && row.notes.length > 0;
    blocks.push({ name, rank: isAbsent ? foundRank : rank, lines });
  }
  const text = silent.join(", ");
  const lines = text ? factLines("Not stated", { text }, drawing) : [];
  return [...blocks, { name: "Not stated", rank: 6, lines }];
}

const factLines = (label: string, fact: StyledText, drawing: Drawing) =>
  drawing.labeled(drawing.paint(label, "bold"), fact, factIndent, 2);

/** What the service sends beyond the interface. */
function alsoSentBlock(
  { answers }: ScreenRow,
  drawing: Drawing,
  look: Look,
): Block {
  const sent = { carrier: answers.summary, ...answers };
  const text = alsoSent(
    recordNames.map((name) => [recordOf(sent[name]), views[name].paths]),
    look,
  );
  const lines = drawing.remark(text && `also sent: ${text}`);
  // `authority.common_status REVOKED` is worth the room that a long list is not.
  return { name: "also sent", rank: lines.length > 4 ? 0 : 11, lines };
}

function stated(fact: StyledText | string | undefined): StyledText[] {
  const text = typeof fact === "string" ? { text: fact } : fact;
  return text?.text && !text.isBlank ? [text] : [];
}

function coverFacts(row: ScreenRow) {
  const inForce = showInForce(insuranceRow(row));
  const inForceText = inForce.isBlank ? [] : [`in force: ${inForce.text}`];
  const onFile = onFileText(row);
  return [
    whySilent("insurance", row.answers),
    [...inForceText, ...row.notes].join(", "),
    onFile && onFile !== inForce.text ? `on file: ${onFile}` : undefined,
  ];
}

/** The amounts on file; undefined where neither is stated. */
function onFileText(row: ScreenRow): string | undefined {
  const bipd = showAmount(row, "carrier.insurance.bipd_on_file");
  const cargo = showAmount(row, "carrier.insurance.cargo_on_file");
  return bipd.isBlank && cargo.isBlank
    ? undefined
    : `BIPD ${bipd.text}, cargo ${cargo.text}`;
}

function rateFacts(row: ScreenRow) {
  const rates = inspectionGroups.map((group) => ({
    group,
    rate: showInspections(row, `safety.inspections.${group}`),
  }));
  if (rates.every(({ rate }) => rate.isBlank)) {
    const rate = showDriverRate(row, "carrier.safety.driver_oos_rate");
    return [
      whySilent("safety", row.answers),
      rate.isBlank ? undefined : `${"driver".padEnd(8)} ${oneLine(rate)}`,
    ];
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

function fleetFacts(row: ScreenRow) {
  const count = (path: string, noun: string) => {
    const value = numberAt(row, path);
    return value === undefined ? `${noun}s not stated` : counted(value, noun);
  };
  const powerUnits = count("carrier.fleet.power_units", "power unit");
  return [`${powerUnits}, ${count("carrier.fleet.drivers", "driver")}`];
}

function contactFacts(row: ScreenRow) {
  const contacts = [
    showAddress(row, "carrier.address"),
    showAsSent(row, "carrier.contact.phone"),
    showAsSent(row, "carrier.contact.email"),
  ].flatMap(stated);
  return [contacts.map(({ text }) => text).join(" · ")];
}
