/** The report for people: what decides, carrier by carrier. */
import { visible } from "../../text/safe-text.ts";
import { displayWidth } from "../../text/width.ts";
import { byEffect } from "../../vet/finding.ts";
import type { VettedCarrier } from "../../vet/model.ts";
import { foldedLine, hanging } from "../folded-line.ts";
import { type Drawing, drawingFor } from "../palette.ts";
import { markOf } from "../snapshot/findings.ts";
import type { Report } from "./report.ts";
import { Room } from "./room.ts";
import { changeLines, closingLines, type ReportFooter } from "./summary.ts";
import { verdictScreen, verdictTones } from "./verdict-screen.ts";
import { asideOf, carrierName, changeTexts, messageOf, verdictWords } from "./words.ts";

const verdictColumn = 11;
const margin = " ".repeat(verdictColumn);
const numberColumn = 10;
const ruleColumn = 18;

/** A passing carrier is one line; of the others, each finding that decides is one. A single carrier has a screen of its own. */
export const table: Report = (sink, header, options) => {
  const { single, verbose } = options;
  const drawing = drawingFor(options);
  const block = (carrier: VettedCarrier) =>
    single ? verdictScreen(carrier, header, drawing, verbose) : listed(carrier, drawing);
  const textOf = (carriers: readonly VettedCarrier[]) => carriers.map(block).join("");
  const folded = (lines: readonly string[]) => lines.map((text) => hanging({ text }, drawing)).join("");
  const closing = (footer: ReportFooter) => {
    const lines = closingLines(header, footer, options);
    const provenance = lines.pop() ?? "";
    return folded([...lines, single && !verbose ? inOneLine(provenance, drawing.width) : provenance]);
  };
  if (single || !options.compared) {
    return {
      write: (carriers) => sink.write(textOf(carriers)),
      end: (footer) => sink.write(`${single ? "" : "\n"}${closing(footer)}`),
    };
  }
  // What changed comes first, so the carriers are held until all of them are known.
  const held = new Room(Number.POSITIVE_INFINITY, 1);
  const writeHeld = async () => {
    for (const line of held.held(0)) await sink.write(`${line}\n`);
  };
  return {
    write(carriers) {
      for (const line of textOf(carriers).split("\n").slice(0, -1)) held.hold(0, line, 1);
    },
    async end(footer) {
      const changed = changeLines(footer);
      if (changed.length > 0) await sink.write(`${folded(changed)}\n`);
      await writeHeld();
      await sink.write(`\n${closing(footer)}`);
    },
    flush: writeHeld,
  };
};

/** What identifies the run, without the parts in its middle that have no room. */
function inOneLine(provenance: string, width: number): string {
  const parts = provenance.split(" · ");
  while (parts.length > 2 && displayWidth(parts.join(" · ")) > width) parts.splice(1, 1);
  return parts.join(" · ");
}

function listed(carrier: VettedCarrier, drawing: Drawing): string {
  const { fail, review } = byEffect(carrier.findings);
  const deciding = [...fail, ...review];
  const column = Math.max(ruleColumn, ...deciding.map(({ rule }) => visible(rule).length + 2));
  const line = (mark: string, label: string, text: string) =>
    foldedLine(`${margin}${mark} ${label.padEnd(column)}`, { text }, verdictColumn + 2 + column, drawing);
  const findings = deciding.map((finding) => {
    const { sign, tone } = markOf(finding);
    return line(drawing.paint(sign, tone), visible(finding.rule), messageOf(finding));
  });
  const changed = changeTexts(carrier).map((text) => line(" ", "changed", text));
  return [titleOf(carrier, drawing), ...findings, ...changed].join("");
}

/** `FAIL       9000005   FADED HARBOR CARTAGE CO  (2 warnings)` */
function titleOf(carrier: VettedCarrier, drawing: Drawing): string {
  const { verdict, dot_number } = carrier;
  const start =
    drawing.paint(verdictWords[verdict].padEnd(verdictColumn), verdictTones[verdict]) +
    visible(dot_number).padEnd(numberColumn);
  const aside = asideOf(byEffect(carrier.findings));
  const text = carrierName(carrier) + (aside === "" ? "" : `  (${aside})`);
  return foldedLine(start, { text, tone: "bold" }, verdictColumn + numberColumn, drawing);
}
