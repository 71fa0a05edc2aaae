/** The dispatcher's screen: one carrier at a glance, problems before facts. */
import { counted } from "../../text/digits.ts";
import { asItCame, type Cell, date, notStated, oneLine, type RecordRow } from "../cells.ts";
import { extraFields } from "../fields.ts";
import { alsoSent, hanging, labeled, sampleNote, sideBySide, titleLine } from "../lines.ts";
import { type Drawing, drawingFor, type Look, timeText } from "../look.ts";
import { carrierView } from "../views.ts";
import { isOpen, isSpoken, labelOf, marksOf, type Statement, signTones, statementOf, toneAt } from "./marks.ts";
import { recordIn, type SnapshotRecord } from "./record.ts";
import { type Block, factBlocks } from "./sections.ts";

export interface Heading {
  verdict: Cell;
  /** What changed, and all findings, by the names of their rules, which policies and waivers use. */
  statements: readonly Statement[];
  verbose: boolean;
  end: readonly string[];
}

/** The screen of one carrier. On a terminal it leaves a line for the prompt: blocks that have no room are left out whole, and named. */
export function snapshotScreen(snapshot: SnapshotRecord, look: Look, heading?: Heading): string {
  const drawing = drawingFor(look);
  const top = { name: "", rank: 0, text: titleOf(snapshot, look.now, drawing, heading?.verdict) };
  const marks = marksOf(snapshot.findings).map((one): Statement => ({ ...statementOf(one), rule: labelOf(one.rule) }));
  const { statements = marks, verbose = false } = heading ?? {};
  const groups = [
    [top],
    statementBlocks(statements, verbose, drawing),
    [...factBlocks(snapshot, look, drawing), ...endBlocks(snapshot, look, drawing, heading)],
  ];
  const maxLines = look.width === undefined ? Number.POSITIVE_INFINITY : (look.height ?? 24) - 1;
  return fitted(groups, maxLines, drawing);
}

/** Lays out groups of blocks, with a blank line between the groups. What a person does not see is named: absence must not look like good news. */
function fitted(groups: readonly (readonly Block[])[], maxLines: number, drawing: Drawing): string {
  const said = groups.flat().filter(({ text }) => text !== "");
  const removable = said.filter(({ rank }) => rank > 0).sort((one, other) => one.rank - other.rank);
  const dropped = new Set<Block>();
  for (;;) {
    const texts = groups.map((group) => group.flatMap((block) => (dropped.has(block) ? [] : block.text)).join(""));
    const names = new Set(said.filter((block) => dropped.has(block)).map(({ name }) => name));
    const notice = { text: `no room for: ${[...names].join(", ")}`, tone: "dim" } as const;
    const screen = texts.filter((text) => text !== "").join("\n") + (names.size === 0 ? "" : hanging(notice, drawing));
    const last = removable.pop();
    if (screen.split("\n").length - 1 <= maxLines || last === undefined) return screen;
    dropped.add(last);
  }
}

function titleOf({ carrier, dot_number, findings }: SnapshotRecord, now: number, drawing: Drawing, verdict?: Cell) {
  const record = recordIn(carrier);
  const row: RecordRow = { record: record ?? {}, now };
  const title = titleLine(dot_number, row, drawing, verdict);
  if (record === undefined) return title;
  const [status = "", authority = ""] = ["status", "authority.status"].map((path) => {
    const shown = asItCame(row, path);
    return shown === notStated ? "not stated" : shown.text;
  });
  const begun = date(row, "authority.common_authority_date");
  // An authority that is over is not "since" the day on which it was granted.
  const isGranted = begun !== notStated && /^(?:a|active|authorized\b.*)$/i.test(authority);
  const since = isGranted ? `, since ${oneLine(begun).replace(" ago", "")}` : "";
  // Color never reassures over a doubt.
  const good = status === "ACTIVE" && !findings.some(isOpen) ? "good" : undefined;
  const cells = [
    { text: `status ${status}`, tone: toneAt(findings, "status") ?? good },
    { text: `authority ${authority}${since}`, tone: toneAt(findings, "authority") },
  ];
  return title + sideBySide(cells, drawing);
}

/** What changed and decides, then warnings and what is waived, each by itself; the rules that pass are counted. */
function statementBlocks(statements: readonly Statement[], verbose: boolean, drawing: Drawing): Block[] {
  const shown = verbose ? statements : statements.filter(isSpoken);
  const width = Math.max(18, ...shown.map(({ rule }) => rule.length + 4));
  const blocks = shown.map((statement): Block => {
    const { rule, sign, text } = statement;
    const tone = signTones[sign] ?? "dim";
    const start = `${drawing.paint(sign || " ", tone)} ${rule}`;
    return {
      name: "findings",
      rank: isSpoken(statement) ? 2 : 13,
      text: labeled(start, { text, tone }, width, drawing),
    };
  });
  const passes = statements.filter(({ effect }) => effect === "pass").length;
  const summary = { text: `${counted(passes, "rule passes", "rules pass")} (-v: each)`, tone: "dim" } as const;
  const counting = { name: "passing rules", rank: 6, text: labeled("", summary, 2, drawing) };
  return passes > 0 && !verbose ? [...blocks, counting] : blocks;
}

function endBlocks({ dot_number, carrier }: SnapshotRecord, look: Look, drawing: Drawing, heading?: Heading): Block[] {
  const line = (text: string) => ({ name: "", rank: 0, text: hanging({ text, tone: "dim" }, drawing) });
  if (heading) return heading.end.map(line);
  const command = `usdot ${look.sample ? "--sample " : ""}carrier ${dot_number} --json`;
  return [
    { name: "other fields", rank: 15, text: alsoSent(extraFields(carrierView, carrier), command, drawing) },
    line(`asked ${timeText(look.now, look.zone)}`),
    { name: "", rank: 0, text: sampleNote(look, drawing) },
  ];
}
