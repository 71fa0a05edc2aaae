/** The dispatcher's screen: one carrier at a glance, problems before facts. */

import { counted } from "../text/digits.ts";
import {
  asItCame,
  type Cell,
  date,
  inWords,
  notStated,
  oneLine,
  type RecordRow,
} from "./cells.ts";
import {
  labeled,
  noRoomFor,
  remark,
  sampleText,
  sideBySide,
  titleLine,
} from "./lines.ts";
import { type Drawing, drawingFor, type Look, timeText } from "./look.ts";
import {
  isOpen,
  isSpoken,
  labelOf,
  marksOf,
  type Statement,
  signTones,
  statementOf,
  toneAt,
} from "./marks.ts";
import { recordIn, type SnapshotRecord } from "./snapshot-record.ts";
import { type Block, factBlocks } from "./snapshot-sections.ts";
import { extraFields } from "./view.ts";
import { carrierView } from "./views.ts";

export interface Heading {
  verdict?: Cell;
  /** What changed, and all findings, by the names of their rules, which policies and waivers use. */
  statements: readonly Statement[];
  verbose: boolean;
  notes: readonly string[];
  provenance: string;
}

/** The screen of one carrier. On a terminal it leaves a line for the prompt: blocks that have no room are left out whole, and named. */
export function snapshotScreen(
  snapshot: SnapshotRecord,
  look: Look,
  heading = headingOf(snapshot, look),
): string {
  const drawing = drawingFor(look);
  const { verdict, statements, verbose, notes, provenance } = heading;
  const line = (text: string, name = "", rank = 0): Block => ({
    name,
    rank,
    text: remark(text, drawing),
  });
  const others = extraFields(carrierView, recordIn(snapshot.carrier)).join(
    ", ",
  );
  const command = `usdot ${look.sample ? "--sample " : ""}carrier ${snapshot.dot_number} --json`;
  const groups = [
    [
      {
        name: "",
        rank: 0,
        text: titleOf(snapshot, look.now, drawing, verdict),
      },
    ],
    statementBlocks(statements, verbose, drawing),
    [
      ...factBlocks(snapshot, look, drawing),
      line(others && `also sent: ${others} (${command})`, "other fields", 15),
      ...notes.map((note) => line(note)),
      line(provenance, "source and time", 3),
    ],
  ];
  const maxLines =
    look.width === undefined
      ? Number.POSITIVE_INFINITY
      : (look.height ?? 24) - 1;
  return fitted(groups, maxLines, drawing);
}

/** Of a carrier that is not judged: its marks in a dispatcher's words. */
function headingOf(
  { findings }: SnapshotRecord,
  { now, zone, sample }: Look,
): Heading {
  const statements = marksOf(findings).map((one) => ({
    ...statementOf(one),
    rule: labelOf(one.rule),
  }));
  return {
    statements,
    verbose: false,
    notes: sample ? [sampleText] : [],
    provenance: `asked ${timeText(now, zone)}`,
  };
}

/** Lays out groups of blocks, with a blank line between the groups. */
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
    const texts = groups.map((group) =>
      group.flatMap((block) => (dropped.has(block) ? [] : block.text)).join(""),
    );
    const names = said
      .filter((block) => dropped.has(block))
      .map(({ name }) => name);
    const screen =
      texts.filter((text) => text !== "").join("\n") +
      noRoomFor(names, drawing);
    const last = removable.pop();
    if (screen.split("\n").length - 1 <= maxLines || last === undefined)
      return screen;
    dropped.add(last);
  }
}

function titleOf(
  { carrier, dot_number, findings }: SnapshotRecord,
  now: number,
  drawing: Drawing,
  verdict?: Cell,
) {
  const record = recordIn(carrier);
  const row: RecordRow = { record: record ?? {}, now };
  const title = titleLine(dot_number, row, drawing, verdict);
  if (record === undefined) return title;
  const [status, authority] = [
    inWords(asItCame(row, "status")),
    inWords(asItCame(row, "authority.status")),
  ];
  const begun = date(row, "authority.common_authority_date");
  // An authority that is over is not "since" the day on which it was granted.
  const isGranted =
    begun !== notStated && /^(?:a|active|authorized\b.*)$/i.test(authority);
  const since = isGranted
    ? `, since ${oneLine(begun).replace(" ago", "")}`
    : "";
  // Color never reassures over a doubt.
  const good =
    status === "ACTIVE" && !findings.some(isOpen) ? "good" : undefined;
  const cells = [
    { text: `status ${status}`, tone: toneAt(findings, "status") ?? good },
    {
      text: `authority ${authority}${since}`,
      tone: toneAt(findings, "authority"),
    },
  ];
  return title + sideBySide(cells, drawing);
}

/** What changed and decides, then warnings and what is waived, each by itself; the rules that pass are counted. */
function statementBlocks(
  statements: readonly Statement[],
  verbose: boolean,
  drawing: Drawing,
): Block[] {
  const shown = verbose ? statements : statements.filter(isSpoken);
  const width = Math.max(18, ...shown.map(({ rule }) => rule.length + 4));
  const blocks = shown.map((statement): Block => {
    const name = `${statement.sign} ${statement.rule}`.trim();
    return {
      name,
      rank: isSpoken(statement) ? 1 : 13,
      text: statementLine(statement, 0, width, drawing),
    };
  });
  const passes = statements.filter(({ effect }) => effect === "pass").length;
  const summary = {
    text: `${counted(passes, "rule passes", "rules pass")} (-v: each)`,
    tone: "dim",
  } as const;
  const counting = {
    name: "passing rules",
    rank: 6,
    text: labeled("", summary, 2, drawing),
  };
  return passes > 0 && !verbose ? [...blocks, counting] : blocks;
}

/** `! status          status is "INACTIVE"`, the text so many columns behind the margin. */
export function statementLine(
  statement: Statement,
  margin: number,
  width: number,
  drawing: Drawing,
): string {
  const { rule, effect, sign, text } = statement;
  const tone = effect === "changed" ? undefined : (signTones[sign] ?? "dim");
  const label = `${" ".repeat(margin)}${drawing.paint(sign || " ", tone)} ${rule}`;
  return labeled(label, { text, tone }, margin + width, drawing);
}
