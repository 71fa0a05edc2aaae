/** The dispatcher's screen: one carrier at a glance, problems before facts. */
import { answerJson, recordOf } from "../answer.ts";
import type { DotNumber } from "../dot-number.ts";
import { sampleText } from "../settings/options.ts";
import { counted } from "../text/digits.ts";
import { valueAt } from "../text/json.ts";
import { visible } from "../text/safe-text.ts";
import { waiverFor } from "../vet/policy/waivers.ts";
import { readRealDay } from "../vet/record/facts.ts";
import { ruleLabels } from "../vet/rules/index.ts";
import { titleLine } from "./card.ts";
import {
  alsoSent,
  asSent,
  date,
  isStated,
  oneLine,
  type RecordRow,
  type Snapshot,
  type StyledText,
  span,
  statedText,
} from "./cells.ts";
import { carrierView, type Recorded } from "./columns.ts";
import {
  isOpen,
  isSpoken,
  openFindings,
  type Statement,
  signs,
  statementOf,
  toneOf,
} from "./findings.ts";
import {
  type Drawing,
  drawingFor,
  type Look,
  labeled,
  noRoomFor,
  remark,
  sideBySide,
  timeText,
} from "./look.ts";
import { type ScreenSection, sections } from "./sections.ts";

/**
 * Joins what the service said about a carrier, and what the rules found in it:
 * null for a record that there is not, `{"error"}` for one without an answer.
 */
export function snapshotOf(dotNumber: DotNumber, judged: Snapshot): Recorded {
  const { answers, findings } = judged;
  const record = {
    dot_number: dotNumber,
    // A summary names the carrier, too.
    carrier: answerJson(answers.carrier ?? answers.summary),
    insurance: answerJson(answers.insurance),
    safety: answerJson(answers.safety),
    findings,
  };
  return { dotNumber, record, judged };
}

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

/**
 * A part of a screen that is shown whole or not at all: the highest rank goes
 * first, 0 never.
 */
interface Block {
  name: string;
  rank: number;
  text: string;
}

/**
 * The screen of one carrier. On a terminal it leaves a line for the prompt:
 * blocks that have no room are left out whole, and named.
 */
export function snapshotScreen(
  row: RecordRow,
  look: Look,
  heading = headingOf(row, look),
): string {
  const drawing = drawingFor(look);
  const { statements, notes, provenance, line = "" } = heading;
  const remarked = (text: string, name = "", rank = 0): Block => {
    return { name, rank, text: remark(text, drawing) };
  };
  const whole = (text: string): Block => ({ name: "", rank: 0, text });
  // What is to be pasted is not folded.
  const copied = (text: string) => whole(text && `${visible(text)}\n`);
  const { carrier, summary } = row.answers;
  const record = recordOf(carrier ?? summary);
  const others = alsoSent(record, carrierView.paths).join("; ");
  const groups = [
    [whole(titleOf(row, drawing, heading.verdict))],
    statementBlocks(statements, look, drawing),
    [
      ...(carrier?.state === "answered" ? factBlocks(row, drawing) : []),
      remarked(others && `also sent: ${others}`, "other fields", 15),
      ...notes.map((note) => remarked(note)),
      remarked(provenance, "source and time", 3),
    ],
    look.verbose ? [...waiverLines(row), line].map(copied) : [],
  ];
  if (look.width !== undefined && !look.verbose)
    return fitted(groups, (look.height ?? 24) - 1, drawing);
  // Lines about requests stand above it.
  const start = look.width === undefined ? "" : "\n";
  return start + fitted(groups, Number.POSITIVE_INFINITY, drawing);
}

/** What accepts the findings that decide, to paste into a file of waivers. */
function waiverLines({ findings }: RecordRow): string[] {
  const waivers = findings.flatMap((finding) => waiverFor(finding) ?? []);
  return waivers.length === 0
    ? []
    : ["# to accept it, in the file of --waivers:", ...waivers];
}

/** Of a carrier that is not judged: what is wrong in a dispatcher's words. */
function headingOf({ findings, isBuiltIn }: RecordRow, look: Look): Heading {
  const statements = openFindings(findings).map((finding) => {
    const { rule, message, after_label = message } = finding;
    const statement = statementOf({ ...finding, message: after_label });
    return { ...statement, title: ruleLabels.get(rule) ?? statement.title };
  });
  return {
    statements,
    notes: look.sample ? [sampleText] : [],
    provenance: `asked ${timeText(look.now, look.zone)}${isBuiltIn ? " · judged by the built-in policy" : ""}`,
  };
}

function titleOf(
  row: RecordRow,
  drawing: Drawing,
  verdict?: StyledText,
): string {
  const { findings, answers, today } = row;
  const title = titleLine(row, drawing, verdict);
  if (answers.carrier?.state !== "answered") return title;
  const status = statedText(asSent(row, "carrier.status"));
  const authority = statedText(asSent(row, "carrier.authority.status"));
  const granted = "carrier.authority.common_authority_date";
  const begun = date(row, granted);
  const { value: day = today } = readRealDay(valueAt(row.record, granted));
  const aside = day < today ? span(today - day) : begun.aside;
  // An authority that is over is not "since" the day on which it was granted.
  const isGranted = /^(?:a|active|authorized\b.*)$/i.test(authority);
  const since =
    isGranted && isStated(begun)
      ? `, since ${oneLine({ ...begun, aside })}`
      : "";
  // Color never reassures over a doubt.
  const isGood = status === "ACTIVE" && !findings.some(isOpen);
  const cells: StyledText[] = [
    {
      text: `status ${status}`,
      tone: isGood ? "good" : toneOf(findings, "status"),
    },
    {
      text: `authority ${authority}${since}`,
      tone: toneOf(findings, "authority"),
    },
  ];
  return title + sideBySide(cells, drawing);
}

/** Below a label of a dispatcher's, or a rule's name. */
const leastStatementIndent = 15;

/**
 * What changed and decides, then warnings and what is waived, each by itself;
 * the rules that pass are counted.
 */
function statementBlocks(
  statements: readonly Statement[],
  { verbose = false }: Look,
  drawing: Drawing,
): Block[] {
  const shown = verbose ? statements : statements.filter(isSpoken);
  const lengths = shown.map(({ title }) => title.length + 4);
  const indent = Math.max(leastStatementIndent, ...lengths);
  const blocks = shown.map((statement): Block => {
    const { effect, title } = statement;
    const text = statementLine(statement, 0, indent, drawing);
    return { name: `${signs[effect].sign} ${title}`.trim(), rank: 1, text };
  });
  const passes = statements.filter(({ effect }) => effect === "pass").length;
  if (passes === 0 || verbose) return blocks;
  const text = `${counted(passes, "rule passes", "rules pass")} (-v: each)`;
  const counting = labeled("", { text, tone: "dim" }, 2, drawing);
  return [...blocks, { name: "passing rules", rank: 6, text: counting }];
}

/**
 * `! status          status is "INACTIVE"`, the text so many columns behind the
 * margin.
 */
export function statementLine(
  { title, effect, text }: Statement,
  margin: number,
  indent: number,
  drawing: Drawing,
): string {
  const { sign, tone } = signs[effect];
  const label = `${" ".repeat(margin)}${drawing.paint(sign || " ", tone)} ${title}`;
  return labeled(label, { text, tone }, margin + indent, drawing);
}

const factIndent = 13;

/**
 * The sections that say something, and which of them state nothing: silence
 * must not look like good news.
 */
function factBlocks(row: RecordRow, drawing: Drawing): Block[] {
  const { findings, answers } = row;
  // A rating that a rule does not accept has a mark, which says it.
  const isSaid = ({ name }: ScreenSection) =>
    name === "Rating" &&
    findings.some((each) => each.rule === "safety.rating" && isOpen(each));
  const shown = sections.filter((section) => !isSaid(section));
  // Whose claims do not agree is called at the number of record.
  const isDoubtful = findings.some(
    (each) => each.rule === "claims" && isOpen(each),
  );
  const rankOf = ({ name, rank }: ScreenSection) =>
    name === "Contact" && isDoubtful ? 2 : rank;
  const blocks = shown.map((section) => {
    const { name, reads, rules, isBelow, lines } = section;
    const rank = rankOf(section);
    const cells = lines(row).map((line) =>
      typeof line === "string" ? { text: line } : line,
    );
    const stated = cells.filter((cell) => cell.text && isStated(cell));
    const texts = stated.map((cell, at) => {
      const label = at > 0 || isBelow ? "" : drawing.paint(name, "bold");
      const toned = { tone: toneOf(findings, ...rules), ...cell };
      return labeled(label, toned, factIndent, drawing, 2);
    });
    const isSilent = texts.length === 0 && answers[reads]?.state === "answered";
    return { name, rank, text: texts.join(""), isSilent: isSilent && !isBelow };
  });
  const silent = blocks.filter(({ isSilent }) => isSilent);
  const text = silent.map(({ name }) => name.toLowerCase()).join(", ");
  const label = drawing.paint("Not stated", "bold");
  const line = labeled(label, { text }, factIndent, drawing, 2);
  return [...blocks, { name: "Not stated", rank: 6, text: text && line }];
}

/**
 * Lays out groups of blocks with a blank line between them, and leaves out
 * blocks until the screen has so many lines at most.
 */
function fitted(
  groups: readonly (readonly Block[])[],
  maxLines: number,
  drawing: Drawing,
): string {
  const said = groups.flat().filter(({ text }) => text !== "");
  const removable = said
    .filter(({ rank }) => rank > 0)
    .sort((one, other) => one.rank - other.rank);
  const dropped = new Set<Block>();
  for (;;) {
    const shown = groups.map((group) =>
      group.map((block) => (dropped.has(block) ? "" : block.text)).join(""),
    );
    const names = said.flatMap((block) =>
      dropped.has(block) ? block.name : [],
    );
    const screen =
      shown.filter((text) => text !== "").join("\n") +
      noRoomFor(names, drawing);
    const last = removable.pop();
    if (screen.split("\n").length - 1 <= maxLines || last === undefined)
      return screen;
    dropped.add(last);
  }
}
