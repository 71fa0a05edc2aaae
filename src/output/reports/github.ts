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
  const { byVerdict, listProblems, headlines, remarks, run } = summary;
  const failing = byVerdict("fail").map(ofCarrier);
  const open = byVerdict("review").map(ofCarrier);
  const exceptions = byVerdict("pass").filter(
    (carrier) => lineParts(carrier, isListed).length > 0,
  );
  const ofRun = listProblems.map((problem) => ({
    title: "usdot vet",
    ...problem,
  }));
  const toReview = ofRun.filter(({ effect }) => effect === "review");
  const beyond = [failing, open]
    .filter(({ length }) => length > maxAnnotations)
    .flatMap((all) => all.slice(maxAnnotations - 1));
  const log = [
    ...headlines,
    // What a person must not overlook of a carrier that passes.
    ...[...beyond, ...exceptions.map(ofCarrier)].map(
      ({ title, text }) => `${title}: ${text}`,
    ),
    ...remarks,
    summary.counts,
    summary.totals,
    summary.provenance,
  ];
  return [
    // What is about the whole list must not be cut.
    ...atMostTen(
      "error",
      [...ofRun.filter(({ effect }) => effect === "fail"), ...failing],
      "fail",
    ),
    ...atMostTen(
      "warning",
      [
        ...run.footer.warnings.map((text) => ({ title: "usdot vet", text })),
        ...toReview.filter(({ place }) => !place),
        ...open,
        ...toReview.filter(({ place }) => place),
      ],
      "warnings",
    ),
    ...log.filter((line) => line !== "").map(workflowSafe),
    "",
  ].join("\n");
};

interface Annotation {
  title: string;
  text: string;
  place?: Place | undefined;
}

function ofCarrier(carrier: CarrierText): Annotation {
  const { dotNumber, verdict, name, vetted } = carrier;
  return {
    title: `USDOT ${dotNumber}: ${verdict.toUpperCase()}`,
    text: `${name}: ${lineParts(carrier, isListed).join("; ")}`,
    place: vetted.dossier.place,
  };
}

function atMostTen(
  level: string,
  all: readonly Annotation[],
  what: string,
): string[] {
  const command = (annotation: Annotation) =>
    workflowCommand(level, annotation);
  if (all.length <= maxAnnotations) return all.map(command);
  const shown = all.slice(0, maxAnnotations - 1);
  const rest = `${grouped(all.length - shown.length)} more ${what}: see the job summary`;
  return [...shown, { title: "usdot vet", text: rest }].map(command);
}

/**
 * A workflow command, escaped as actions/toolkit does
 * (packages/core/src/command.ts). Standard input cannot be annotated.
 */
function workflowCommand(
  level: string,
  { title, text, place }: Annotation,
): string {
  const property = (name: string, value: string) =>
    `${name}=${value.replace(/[%\r\n:,]/g, encodeURIComponent)}`;
  const isFile = place && place.source !== standardInput;
  const where = isFile
    ? `${property("file", visible(place.source))},line=${place.line},`
    : "";
  const data = workflowSafe(visibleUpTo(text, 2_000)).replace(
    /[%\r\n]/g,
    encodeURIComponent,
  );
  return `::${level} ${where}${property("title", title)}::${data}`;
}
