/** The report for people: what decides, carrier by carrier. */
import { visible } from "../../text/safe-text.ts";
import { displayWidth } from "../../text/width.ts";
import type { Finding, VettedCarrier } from "../../vet/model.ts";
import { foldedLine } from "../folded-line.ts";
import { type Drawing, palette } from "../palette.ts";
import { isProblem } from "../snapshot/findings.ts";
import type { Report } from "./report.ts";
import { Room } from "./room.ts";
import { changeLines, closingLines, type ReportFooter } from "./summary.ts";
import { verdictScreen, verdictTones } from "./verdict-screen.ts";
import { asideOf, byEffect, changeTexts, markOf, messageOf, nameOf, verdictWords } from "./words.ts";

const verdictColumn = 11;
const margin = " ".repeat(verdictColumn);
const numberColumn = 10;
const ruleColumn = 18;

/** A passing carrier is one line; of the others, each finding that decides is one. A single carrier has a screen of its own. */
export const table: Report = (sink, header, options) => {
  const paint = palette(options.color);
  const { single, verbose, width } = options;
  const drawing = { width, paint };
  const block = (carrier: VettedCarrier) =>
    single ? verdictScreen(carrier, header, drawing, verbose) : listed(carrier, drawing);
  const textOf = (carriers: readonly VettedCarrier[]) => carriers.map(block).join("");
  const folded = (lines: readonly string[]) =>
    lines.map((line) => foldedLine("", line, 0, width, (each) => each, 2)).join("");
  const closing = (footer: ReportFooter) => {
    const lines = closingLines(header, footer, options);
    const provenance = lines.pop() ?? "";
    return folded([...lines, single && !verbose ? inOneLine(provenance, width) : provenance]);
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
      return undefined;
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
function inOneLine(provenance: string, width: number | undefined): string {
  const parts = provenance.split(" · ");
  while (width !== undefined && parts.length > 2 && displayWidth(parts.join(" · ")) > width) parts.splice(1, 1);
  return parts.join(" · ");
}

function listed(carrier: VettedCarrier, { width, paint }: Drawing): string {
  const { fail, review } = byEffect(carrier);
  const deciding = [...fail, ...review];
  const column = ruleColumnFor(deciding);
  const lines = deciding.map((finding) => {
    const mark = paint(markOf(finding), isProblem(finding) ? "error" : "warning");
    const start = `${margin}${mark} ${visible(finding.rule).padEnd(column)}`;
    return foldedLine(start, messageOf(finding), verdictColumn + 2 + column, width, (line) => line);
  });
  const changed = changeTexts(carrier).map((text) =>
    foldedLine(`${margin}  ${"changed".padEnd(column)}`, text, verdictColumn + 2 + column, width, (line) => line),
  );
  return [titleOf(carrier, { width, paint }), ...lines, ...changed].join("");
}

function ruleColumnFor(findings: readonly Finding[]): number {
  return Math.max(ruleColumn, ...findings.map(({ rule }) => visible(rule).length + 2));
}

/** `FAIL       9000005   FADED HARBOR CARTAGE CO  (2 warnings)` */
function titleOf(carrier: VettedCarrier, { width, paint }: Drawing): string {
  const { verdict, dot_number } = carrier;
  const start =
    paint(verdictWords[verdict].padEnd(verdictColumn), verdictTones[verdict]) +
    visible(dot_number).padEnd(numberColumn);
  const aside = asideOf(byEffect(carrier));
  const name = nameOf(carrier) + (aside === "" ? "" : `  (${aside})`);
  return foldedLine(start, name, verdictColumn + numberColumn, width, (line) => paint(line, "bold"));
}
