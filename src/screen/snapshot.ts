/**
 * The dispatcher's screen: one carrier at a glance, problems before facts. It
 * makes blocks of lines of findings, and has snapshot-facts.ts make those of
 * records. On a terminal it leaves a line for the prompt (fit.ts).
 */
import { sampleText } from "../settings/declarations.ts";
import { counted } from "../text/digits.ts";
import { valueAt } from "../text/json.ts";
import { visible } from "../text/safe-text.ts";
import { daysAway, spanOf, timeText } from "../text/time.ts";
import { waiverFor } from "../vet/policy/waivers.ts";
import type { LookupRow } from "../views.ts";
import { titleLines } from "./card.ts";
import { type ScreenRow, screenRow, showAsSent, showDate } from "./cells.ts";
import {
  byLabel,
  isListed,
  isOpen,
  isSpoken,
  openStatements,
  type Statement,
  toneOf,
  withEffect,
} from "./findings.ts";
import { type Block, fittingLines } from "./fit.ts";
import {
  Drawing,
  dotSeparated,
  type Look,
  oneLine,
  printedLines,
  type StyledText,
} from "./lines.ts";
import { factBlocks, foundRank } from "./snapshot-facts.ts";

/** What the screen says beside the records. */
interface ScreenText {
  verdict?: StyledText;
  /**
   * What changed, and the findings: by the names of their rules, which policies
   * and waivers use, or in a dispatcher's words.
   */
  statements: readonly Statement[];
  notes: readonly string[];
  /** That nobody compared who calls. */
  callerNote?: string | undefined;
  provenance: string;
  /** A line about the verdict for a note, which `-v` shows. */
  line?: string;
}

/** A carrier that is looked up: what is wrong in a dispatcher's words. */
export function snapshotScreen(carrier: LookupRow, look: Look): string {
  const row = screenRow(carrier, look.today);
  const policy = row.isBuiltIn ? " · judged by the built-in policy" : "";
  return carrierScreen(row, look, {
    statements: openStatements(row.findings, byLabel),
    notes: look.sample ? [sampleText] : [],
    provenance: `asked ${timeText(look.now, look.zone)}${policy}`,
  });
}

export function carrierScreen(
  row: ScreenRow,
  look: Look,
  { verdict, statements, notes, callerNote = "", provenance, line }: ScreenText,
): string {
  const drawing = new Drawing(look);
  const { width, height = 24, verbose = false } = look;
  const spoken = verbose ? statements : statements.filter(isSpoken);
  const rest = statements.filter((each) => !spoken.includes(each));
  const groups: Block[][] = [
    [
      { lines: titleLines(row, drawing, verdict) },
      { name: "status", rank: foundRank, lines: statusLines(row, drawing) },
    ],
    [...statementBlocks(spoken, drawing), passesBlock(rest, drawing)],
    [
      ...factBlocks(row, drawing, look),
      { lines: notes.flatMap((note) => drawing.remark(note)) },
      {
        name: "who calls",
        rank: foundRank,
        lines: drawing.remark(callerNote),
      },
      { name: "source", rank: 10, lines: drawing.remark(provenance) },
    ],
    [{ lines: verbose ? linesToCopy(row, line) : [] }],
  ];
  const room = width === undefined || verbose ? Infinity : height;
  return printedLines(fittingLines(groups, room, drawing));
}

/** The rank of findings that decide: they lose their room last. */
const decidingRank = 14;

/**
 * Waivers that accept the findings that decide, and a line for a note: not
 * folded.
 */
function linesToCopy({ findings }: ScreenRow, line?: string): string[] {
  const waivers = findings.flatMap((finding) => waiverFor(finding) ?? []);
  return [
    ...(waivers.length === 0
      ? []
      : [
          "# to accept it, add this under waivers: in your --waivers file:",
          ...waivers,
        ]),
    ...(line ? [line] : []),
  ].map(visible);
}

function statusLines(row: ScreenRow, drawing: Drawing): string[] {
  const { findings, answers } = row;
  if (answers.carrier?.state !== "answered") return [];
  const status = showAsSent(row, "carrier.status").text;
  const authority = showAsSent(row, "carrier.authority.status").text;
  // Color never reassures over a doubt.
  const isActive = valueAt(row.record, "carrier.status") === "ACTIVE";
  const isGood = isActive && !findings.some(isOpen);
  const texts = [
    {
      text: `status ${status}`,
      tone: isGood ? "good" : toneOf(findings, "status"),
    },
    {
      text: `authority ${authority}${sinceText(row, authority)}`,
      tone: toneOf(findings, "authority"),
    },
  ];
  return drawing.hanging(dotSeparated(texts));
}

/** Since when an authority was granted, unless it is over. */
function sinceText(row: ScreenRow, authority: string): string {
  const path = "carrier.authority.common_authority_date";
  const granted = showDate(row, path, (day, today) =>
    day < today ? spanOf(today - day) : daysAway(day, today),
  );
  const isValid = /^(?:a|active|authorized\b.*)$/i.test(authority);
  return isValid && !granted.isBlank ? `, since ${oneLine(granted)}` : "";
}

/** How far texts are indented at least, behind their titles. */
const leastIndent = 15;

/**
 * What changed and what was found, each by itself: `! status          status is
 * "INACTIVE"`, the texts below each other.
 */
export function statementBlocks(
  statements: readonly Statement[],
  drawing: Drawing,
  { margin = 0, least = leastIndent } = {},
): Block[] {
  const lengths = statements.map(({ title }) => title.length + 4);
  const indent = margin + Math.max(least, ...lengths);
  return statements.map((statement) => {
    const { effect, sign, tone, title, text } = statement;
    const label = `${" ".repeat(margin)}${drawing.paint(sign || " ", tone)} ${title}`;
    return {
      name: `${sign} ${title}`.trim(),
      rank:
        effect !== "changed" && isListed(statement) ? decidingRank : foundRank,
      lines: drawing.labeled(label, { text, tone }, indent),
    };
  });
}

function passesBlock(
  statements: readonly Statement[],
  drawing: Drawing,
): Block {
  const passes = withEffect(statements, "pass").length;
  const text = `${counted(passes, "rule passes", "rules pass")} (-v: each)`;
  const lines = drawing.labeled("", { text, tone: "dim" }, 2);
  return { name: "passing rules", rank: 9, lines: passes > 0 ? lines : [] };
}
