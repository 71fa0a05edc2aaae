/** The report for people: what decides, carrier by carrier. */
import { visible } from "../../text/safe-text.ts";
import { displayWidth, loadWidths, wrap } from "../../text/width.ts";
import { type Effect, effectOf } from "../../vet/finding.ts";
import type { Finding, Verdict, VettedCarrier } from "../../vet/model.ts";
import type { Tone } from "../cells.ts";
import { type Paint, palette } from "../palette.ts";
import { closingLines } from "./closing.ts";
import type { Report, ReportOptions } from "./report.ts";
import { ChangeDigest, changeText } from "./since.ts";
import { asideOf, byEffect, messageOf, nameOf, verdictWords, waiverOf } from "./words.ts";

const verdictColumn = 11;
const numberColumn = 10;
const ruleColumn = 18;
/** With less room than this, a message goes below its rule. */
const narrowest = 24;

const verdictTones: Readonly<Record<Verdict, Tone>> = { fail: "bad", review: "careful", pass: "good" };
const effectTones: Readonly<Record<Effect, Tone>> = {
  fail: "bad",
  review: "careful",
  warning: "careful",
  waived: "faint",
  pass: "faint",
  skipped: "faint",
};

/** A passing carrier is one line; of the others, each finding that decides is one. A single carrier shows every rule. */
export const table: Report = (sink, header, options) => {
  const paint = palette(options.color);
  const changes = new ChangeDigest();
  const block = options.single ? card : listed;
  const writeNow = (carriers: readonly VettedCarrier[]) => {
    for (const carrier of carriers) changes.add(carrier);
    return sink.write(carriers.map((carrier) => block(carrier, options, paint)).join(""));
  };
  return {
    write(carriers) {
      const loading = loadWidths(carriers.flatMap(wideTexts));
      return loading ? loading.then(() => writeNow(carriers)) : writeNow(carriers);
    },
    end(footer) {
      const lines = closingLines(header, footer, changes).map((line) => folded("", line, 2, options, paint));
      return sink.write(`\n${lines.join("")}`);
    },
  };
};

/** The texts that may hold wide characters. */
function wideTexts({ legal_name, findings }: VettedCarrier): string[] {
  return [legal_name ?? "", ...findings.map(({ message }) => message)];
}

function listed(carrier: VettedCarrier, options: ReportOptions, paint: Paint): string {
  const { fail, review } = byEffect(carrier);
  const deciding = [...fail, ...review];
  const column = ruleColumnFor(deciding);
  const lines = deciding.map((finding) => {
    const start = " ".repeat(verdictColumn) + visible(finding.rule).padEnd(column);
    return folded(start, messageOf(finding), verdictColumn + column, options, paint);
  });
  return titleOf(carrier, options, paint) + lines.join("");
}

function card(carrier: VettedCarrier, options: ReportOptions, paint: Paint): string {
  const column = ruleColumnFor(carrier.findings);
  const lines = carrier.findings.map((finding) => {
    const effect = effectOf(finding);
    const start = paint(effect.padEnd(verdictColumn), effectTones[effect]) + visible(finding.rule).padEnd(column);
    const text = [messageOf(finding), waiverOf(finding)].filter((part) => part !== undefined).join("; ");
    return folded(start, text, verdictColumn + column, options, paint);
  });
  const changed = (carrier.changes?.fields ?? []).map((change) => {
    const start = paint("changed".padEnd(verdictColumn), "careful") + change.kind.padEnd(column);
    return folded(start, changeText(change), verdictColumn + column, options, paint);
  });
  return `${titleOf(carrier, options, paint)}\n${changed.join("")}${lines.join("")}`;
}

function ruleColumnFor(findings: readonly Finding[]): number {
  return Math.max(ruleColumn, ...findings.map(({ rule }) => visible(rule).length + 2));
}

/** `FAIL       9000005   FADED HARBOR CARTAGE CO  (2 warnings)` */
function titleOf(carrier: VettedCarrier, options: ReportOptions, paint: Paint): string {
  const { verdict, dot_number } = carrier;
  const start =
    paint(verdictWords[verdict].padEnd(verdictColumn), verdictTones[verdict]) +
    visible(dot_number).padEnd(numberColumn);
  const aside = asideOf(byEffect(carrier));
  const name = nameOf(carrier) + (aside === "" ? "" : `  (${aside})`);
  return folded(start, name, verdictColumn + numberColumn, options, paint, "strong");
}

/**
 * A text that begins after `start`, with its other lines aligned below its first. If that leaves too little room, it goes on an
 * indented line of its own. Nothing is cut.
 *
 * @param indent the columns of `start`
 */
function folded(
  start: string,
  text: string,
  indent: number,
  { width }: ReportOptions,
  paint: Paint,
  tone?: Tone,
): string {
  const painted = (line: string) => paint(line, tone);
  if (width === undefined || indent + displayWidth(text) <= width) return `${start}${painted(text)}\n`;
  const below = start !== "" && width - indent < narrowest;
  const margin = below ? 4 : indent;
  const lines = wrap(text, Math.max(width - margin, narrowest)).map(painted);
  const first = below ? `${start.trimEnd()}\n${" ".repeat(margin)}` : start;
  return `${first}${lines.join(`\n${" ".repeat(margin)}`)}\n`;
}
