/** Annotations for GitHub Actions: workflow commands on standard output. */
import { type Place, standardInput } from "../../list/input.ts";
import { grouped } from "../../text/digits.ts";
import { visible, visibleUpTo, workflowSafe } from "../../text/safe-text.ts";
import {
  type CarrierText,
  isDeciding,
  isListed,
  lineParts,
} from "./carrier.ts";
import { type Report, summaryOf } from "./summary.ts";

/**
 * GitHub keeps 10 errors and 10 warnings of a step and drops the rest
 * (docs.github.com, "Workflow commands").
 */
const maxAnnotations = 10;

/**
 * An `::error` per carrier that fails, a `::warning` per carrier to review and
 * per invalid line, the rest as log; nobody else must escape it.
 */
export const githubReport: Report = (run, look) => {
  const { byVerdict, problems, ...texts } = summaryOf(run, look);
  const { headlines, remarks, counts, totals, provenance } = texts;
  const of = (verdict: string, level: string) =>
    byVerdict(verdict).map((carrier) => annotation(level, carrier));
  const warnings = run.footer.warnings.map((text) => ({ text, place: null }));
  const commands = (isAboutLine: boolean) =>
    [...warnings, ...problems]
      .filter(({ place }) => (place !== null) === isAboutLine)
      .map(({ text, place }) =>
        workflowCommand("warning", place, "usdot vet", text),
      );
  const passing = byVerdict("pass").flatMap(passingLine);
  const unannotated = ["fail", "review"]
    .map(byVerdict)
    .filter(({ length }) => length > maxAnnotations)
    .flatMap((all) => all.slice(maxAnnotations - 1).map(plainLine));
  const log = [
    ...headlines,
    ...unannotated,
    ...passing,
    ...remarks,
    counts,
    totals,
    provenance,
  ];
  return [
    ...atMostTen(of("fail", "error"), "error", "fail"),
    ...atMostTen(
      // What is about the whole list must not be cut.
      [...commands(false), ...of("review", "warning"), ...commands(true)],
      "warning",
      "need review",
    ),
    ...log.filter((line) => line !== "").map(workflowSafe),
    "",
  ].join("\n");
};

/** What a person must not overlook of a carrier that passes. */
function passingLine(carrier: CarrierText): string[] {
  const { dotNumber, name } = carrier;
  const parts = lineParts(carrier, isListed);
  if (parts.length === 0) return [];
  return [`USDOT ${dotNumber} passes: ${name}: ${parts.join("; ")}`];
}

/** What GitHub shows of a carrier for which it has no annotation left. */
function plainLine(carrier: CarrierText): string {
  const { dotNumber, verdict, name } = carrier;
  const why = lineParts(carrier, isDeciding).join("; ");
  return `USDOT ${dotNumber}: ${verdict.toUpperCase()}: ${name}: ${why}`;
}

function annotation(level: string, carrier: CarrierText): string {
  const { dotNumber, verdict, name, vetted } = carrier;
  const parts = lineParts(carrier, isDeciding);
  const title = `USDOT ${dotNumber}: ${verdict.toUpperCase()}`;
  const message = `${name}: ${parts.join("; ")}`;
  return workflowCommand(level, vetted.dossier.place, title, message);
}

function atMostTen(
  commands: readonly string[],
  level: string,
  verb: string,
): readonly string[] {
  if (commands.length <= maxAnnotations) return commands;
  const shown = commands.slice(0, maxAnnotations - 1);
  const rest = `${grouped(commands.length - shown.length)} more ${verb}: see the job summary`;
  return [...shown, workflowCommand(level, undefined, "usdot vet", rest)];
}

/**
 * A workflow command, escaped as actions/toolkit does
 * (packages/core/src/command.ts). Standard input cannot be annotated.
 */
function workflowCommand(
  level: string,
  place: Place | null | undefined,
  title: string,
  message: string,
): string {
  const escaped = (text: string, characters: RegExp) =>
    text.replace(characters, encodeURIComponent);
  const property = (name: string, text: string) =>
    `${name}=${escaped(text, /[%\r\n:,]/g)}`;
  const isFile = place && place.source !== standardInput;
  const where = isFile
    ? `${property("file", visible(place.source))},line=${place.line},`
    : "";
  const data = escaped(workflowSafe(visibleUpTo(message, 2_000)), /[%\r\n]/g);
  return `::${level} ${where}${property("title", title)}::${data}`;
}
