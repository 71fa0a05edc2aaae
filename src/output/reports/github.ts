/** Annotations for GitHub Actions: workflow commands on standard output. */
import { type Place, standardInput } from "../../list/input.ts";
import { grouped } from "../../text/digits.ts";
import { visible, visibleUpTo, workflowSafe } from "../../text/safe-text.ts";
import { type CarrierText, isListed, lineParts } from "./carrier.ts";
import type { Report } from "./summary.ts";

/**
 * GitHub keeps 10 errors and 10 warnings of a step and drops the rest
 * (docs.github.com, "Workflow commands").
 */
const maxAnnotations = 10;

/**
 * An `::error` per carrier that fails, a `::warning` per carrier to review and
 * per invalid line, the rest as log; nobody else must escape it.
 */
export const githubReport: Report = (summary) => {
  const { byVerdict, problems, headlines, remarks, run } = summary;
  const { warnings } = run.footer;
  const [failing, open] = [byVerdict("fail"), byVerdict("review")];
  const ofList = (text: string, place?: Place | undefined) =>
    workflowCommand("warning", place, "usdot vet", text);
  const needReview = [
    // What is about the whole list must not be cut.
    ...warnings.map((text) => ofList(text)),
    ...problems.flatMap(({ text, place }) => (place ? [] : ofList(text))),
    ...open.map((carrier) => annotation("warning", carrier)),
    ...problems.flatMap(({ text, place }) =>
      place ? ofList(text, place) : [],
    ),
  ];
  const log = [
    ...headlines,
    ...[failing, open]
      .filter(({ length }) => length > maxAnnotations)
      .flatMap((all) => all.slice(maxAnnotations - 1).map(plainLine)),
    // What a person must not overlook of a carrier that passes.
    ...byVerdict("pass")
      .filter((carrier) => lineParts(carrier, isListed).length > 0)
      .map(plainLine),
    ...remarks.filter((text) => !warnings.includes(text)),
    summary.counts,
    summary.totals,
    summary.provenance,
  ];
  return [
    ...atMostTen(
      failing.map((carrier) => annotation("error", carrier)),
      "error",
      "fail",
    ),
    ...atMostTen(needReview, "warning", "need review"),
    ...log.filter((line) => line !== "").map(workflowSafe),
    "",
  ].join("\n");
};

const titleOf = ({ dotNumber, verdict }: CarrierText) =>
  `USDOT ${dotNumber}: ${verdict.toUpperCase()}`;

const messageOf = (carrier: CarrierText) =>
  `${carrier.name}: ${lineParts(carrier, isListed).join("; ")}`;

/** A carrier in the log, where GitHub has no annotation for it. */
const plainLine = (carrier: CarrierText) =>
  `${titleOf(carrier)}: ${messageOf(carrier)}`;

function annotation(level: string, carrier: CarrierText): string {
  const { place } = carrier.vetted.dossier;
  return workflowCommand(level, place, titleOf(carrier), messageOf(carrier));
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
  place: Place | undefined,
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
