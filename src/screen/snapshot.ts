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
  isListed,
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
import { type Block, factBlocks } from "./snapshot-facts.ts";

/** What the screen says beside the records. */
interface Heading {
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
  const status: Block = { name: "status", lines: statusLines(row, drawing) };
  const spoken = verbose ? statements : statements.filter(isSpoken);
  const said = statementBlocks(spoken, drawing);
  const passes = passesBlock(verbose ? [] : statements, drawing);
  const facts = factBlocks(row, drawing);
  const source = { name: "source", lines: drawing.remark(provenance) };
  const groups: Block[][] = [
    [{ lines: titleLines(row, drawing, verdict) }, status],
    [...said, passes],
    [
      ...facts,
      { lines: notes.flatMap((note) => drawing.remark(note)) },
      source,
    ],
    [{ lines: verbose ? linesToCopy(row, line) : [] }],
  ];
  const found = [status, ...said].reverse();
  const droppable = [
    ...[passes, ...facts, source].sort(
      (one, other) => rankOf(one) - rankOf(other),
    ),
    ...found.filter(({ decides }) => !decides),
    ...found.filter(({ decides }) => decides),
  ].filter(({ lines }) => lines.length > 0);
  const isWhole = width === undefined || verbose;
  return printedLines(
    fittingLines(groups, isWhole ? [] : droppable, height, drawing),
  );
}

/** What goes without room, in this order, before the status and what was found. */
const dropOrder = [
  "Fleet",
  "Violations",
  "Policies",
  "Crashes",
  "Inspections",
  "Not stated",
  "Rating",
  "Insurance",
  "passing rules",
  "source",
  "also sent",
  "Contact",
];

/** `authority.common_status REVOKED` is worth the room that a long list is not. */
const rankOf = ({ name = "", lines }: Block) =>
  name === "also sent" && lines.length > 4 ? -1 : dropOrder.indexOf(name);

/**
 * The screen without what comes first of `droppable`, as far as it must go: the
 * last of them stays. Between groups stands a blank line.
 */
function fittingLines(
  groups: readonly (readonly Block[])[],
  droppable: readonly Block[],
  height: number,
  drawing: Drawing,
): string[] {
  const without = (count: number) => {
    const gone = droppable.slice(0, count);
    const shown = groups.map((blocks) =>
      blocks.flatMap((each) => (gone.includes(each) ? [] : each.lines)),
    );
    return [...spacedLines(shown), ...goneLine(gone, drawing)];
  };
  let count = 0;
  while (count < droppable.length - 1 && without(count).length >= height)
    count += 1;
  return without(count);
}

/** Names what has no room, the most important first, as far as a line has room. */
function goneLine(gone: readonly Block[], drawing: Drawing): string[] {
  if (gone.length === 0) return [];
  const names = gone.map(({ name }) => name).reverse();
  const naming = (count: number) => {
    const more = count < names.length ? ", …" : "";
    return `no room for: ${names.slice(0, count).join(", ")}${more} (-v: all)`;
  };
  let count = names.length;
  while (count > 1 && naming(count).length > drawing.width) count -= 1;
  return drawing.remark(naming(count));
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

/** What changed and what was found, each by itself. */
function statementBlocks(
  statements: readonly Statement[],
  drawing: Drawing,
): Block[] {
  const lengths = statements.map(({ title }) => title.length + 4);
  const indent = Math.max(leastStatementIndent, ...lengths);
  return statements.map((statement) => {
    const { effect, title } = statement;
    return {
      name: `${signs[effect].sign} ${title}`.trim(),
      decides: effect !== "changed" && isListed(statement),
      lines: statementLines(statement, 0, indent, drawing),
    };
  });
}

function passesBlock(
  statements: readonly Statement[],
  drawing: Drawing,
): Block {
  const passes = statements.filter(({ effect }) => effect === "pass").length;
  const text = `${counted(passes, "rule passes", "rules pass")} (-v: each)`;
  const lines = drawing.labeled("", { text, tone: "dim" }, 2);
  return { name: "passing rules", lines: passes > 0 ? lines : [] };
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
