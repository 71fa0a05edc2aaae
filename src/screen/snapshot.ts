/**
 * The dispatcher's screen: one carrier at a glance, problems before facts. It
 * makes blocks of lines of findings, and has snapshot-facts.ts make those of
 * records. On a terminal it leaves a line for the prompt: blocks that have no
 * room go whole, the least important first, and are named.
 */
import { sampleText } from "../settings/options.ts";
import { counted } from "../text/digits.ts";
import { valueAt } from "../text/json.ts";
import { visible } from "../text/safe-text.ts";
import { spanOf, timeText } from "../text/time.ts";
import { waiverFor } from "../vet/policy/waivers.ts";
import { readRealDay } from "../vet/record/readers.ts";
import type { LookupRow } from "../views.ts";
import { titleLines } from "./card.ts";
import { type ScreenRow, screenRow, showAsSent, showDate } from "./cells.ts";
import {
  byLabel,
  isOpen,
  isSpoken,
  openStatements,
  type Statement,
  signs,
  toneOf,
} from "./findings.ts";
import {
  Drawing,
  dotSeparated,
  type Look,
  oneLine,
  printedLines,
  type StyledText,
  spacedLines,
} from "./lines.ts";
import { type Block, block, factBlocks } from "./snapshot-facts.ts";

/** What the screen says beside the records. */
export interface Heading {
  verdict?: StyledText;
  /**
   * What changed, and the findings: by the names of their rules, which policies
   * and waivers use, or in a dispatcher's words.
   */
  statements: readonly Statement[];
  notes: readonly string[];
  provenance: string;
  /** A line about the verdict for a note, which `-v` shows. */
  line?: string;
}

export function snapshotScreen(
  carrier: LookupRow,
  look: Look,
  given?: Heading,
): string {
  const row = screenRow(carrier, look.today);
  const drawing = new Drawing(look);
  const { verdict, statements, notes, provenance, line } =
    given ?? headingOf(row, look);
  const { width, height = 24, verbose = false } = look;
  const groups: Block[][] = [
    [
      always(titleLines(row, drawing, verdict)),
      block("status", noteworthy, statusLines(row, drawing)),
    ],
    statementBlocks(statements, verbose, drawing),
    [
      ...factBlocks(row, drawing),
      always(notes.flatMap((note) => drawing.remark(note))),
      block("source", 4, drawing.remark(provenance)),
    ],
    [always(verbose ? linesToCopy(row, line) : [])],
  ];
  const isWhole = width === undefined || verbose;
  const most = isWhole ? Number.POSITIVE_INFINITY : height;
  return printedLines(fittingLines(groups, most, drawing));
}

/** The importance of what decides, and of what else was found or changed. */
const deciding = 6;
const noteworthy = 5;

const always = (lines: readonly string[]) =>
  block("", Number.POSITIVE_INFINITY, lines);

/**
 * The screen with as many blocks as have room, at least the most important, and
 * a blank line between groups.
 */
function fittingLines(
  groups: readonly (readonly Block[])[],
  height: number,
  drawing: Drawing,
): string[] {
  const going = groups
    .flat()
    .filter(
      ({ lines, importance }) => lines.length > 0 && importance <= deciding,
    )
    .reverse()
    .sort((first, second) => first.importance - second.importance);
  const without = (count: number) => {
    const gone = going.slice(0, count);
    const shown = groups.map((blocks) =>
      blocks.flatMap((each) => (gone.includes(each) ? [] : each.lines)),
    );
    return [...spacedLines(shown), ...goneLine(gone, drawing)];
  };
  const counts = [...going.keys()];
  const count = counts.find((each) => without(each).length < height);
  return without(count ?? going.length - 1);
}

/** Names what has no room, the most important first, as far as a line has room. */
function goneLine(gone: readonly Block[], drawing: Drawing): string[] {
  if (gone.length === 0) return [];
  const names = gone.map(({ name }) => name).reverse();
  const naming = (count: number) => {
    const more = count < names.length ? ", …" : "";
    return `no room for: ${names.slice(0, count).join(", ")}${more} (-v: all)`;
  };
  const last = names.findLastIndex(
    (_, at) => naming(at + 1).length <= drawing.width,
  );
  return drawing.remark(naming(Math.max(0, last) + 1));
}

/** What accepts the findings that decide, and a line for a note: not folded. */
function linesToCopy({ findings }: ScreenRow, line?: string): string[] {
  const waivers = findings.flatMap((finding) => waiverFor(finding) ?? []);
  const introduction = "# to accept it, in the file of --waivers:";
  return [
    ...(waivers.length === 0 ? [] : [introduction, ...waivers]),
    ...(line ? [line] : []),
  ].map(visible);
}

/** Of a carrier that is not judged: what is wrong in a dispatcher's words. */
function headingOf({ findings, isBuiltIn }: ScreenRow, look: Look): Heading {
  const policy = isBuiltIn ? " · judged by the built-in policy" : "";
  return {
    statements: openStatements(findings, byLabel),
    notes: look.sample ? [sampleText] : [],
    provenance: `asked ${timeText(look.now, look.zone)}${policy}`,
  };
}

function statusLines(row: ScreenRow, drawing: Drawing): string[] {
  const { findings, answers } = row;
  if (answers.carrier?.state !== "answered") return [];
  const status = showAsSent(row, "carrier.status").text;
  const authority = showAsSent(row, "carrier.authority.status").text;
  // Color never reassures over a doubt.
  const isActive = valueAt(row.record, "carrier.status") === "ACTIVE";
  const isGood = isActive && !findings.some(isOpen);
  const text = dotSeparated([
    {
      text: `status ${status}`,
      tone: isGood ? "good" : toneOf(findings, "status"),
    },
    {
      text: `authority ${authority}${sinceText(row, authority)}`,
      tone: toneOf(findings, "authority"),
    },
  ]);
  return drawing.hanging(text);
}

/** Since when an authority was granted, unless it is over. */
function sinceText(row: ScreenRow, authority: string): string {
  const path = "carrier.authority.common_authority_date";
  const granted = showDate(row, path);
  const isValid = /^(?:a|active|authorized\b.*)$/i.test(authority);
  if (!isValid || granted.isBlank) return "";
  const { today } = row;
  const { value: day = today } = readRealDay(valueAt(row.record, path));
  const aside = day < today ? spanOf(today - day) : granted.aside;
  return `, since ${oneLine({ ...granted, aside })}`;
}

/** Below a label of a dispatcher's, or a rule's name. */
const leastStatementIndent = 15;

/**
 * What changed and decides, then warnings and what is waived, each by itself;
 * the rules that pass are counted.
 */
function statementBlocks(
  statements: readonly Statement[],
  verbose: boolean,
  drawing: Drawing,
): Block[] {
  const shown = verbose ? statements : statements.filter(isSpoken);
  const lengths = shown.map(({ title }) => title.length + 4);
  const indent = Math.max(leastStatementIndent, ...lengths);
  const blocks = shown.map((statement): Block => {
    const { effect, title } = statement;
    const name = `${signs[effect].sign} ${title}`.trim();
    // Without an exception that somebody made, a pass would look like any other.
    const decides = ["fail", "review", "waived"].includes(effect);
    const lines = statementLines(statement, 0, indent, drawing);
    return block(name, decides ? deciding : noteworthy, lines);
  });
  const passes = statements.filter(({ effect }) => effect === "pass").length;
  if (passes === 0 || verbose) return blocks;
  const text = `${counted(passes, "rule passes", "rules pass")} (-v: each)`;
  const lines = drawing.labeled("", { text, tone: "dim" }, 2);
  return [...blocks, block("passing rules", 3, lines)];
}

/**
 * `! status          status is "INACTIVE"`, the text so many columns behind the
 * margin.
 */
export function statementLines(
  { title, effect, text }: Statement,
  margin: number,
  indent: number,
  drawing: Drawing,
): string[] {
  const { sign, tone } = signs[effect];
  const label = `${" ".repeat(margin)}${drawing.paint(sign || " ", tone)} ${title}`;
  return drawing.labeled(label, { text, tone }, margin + indent);
}
