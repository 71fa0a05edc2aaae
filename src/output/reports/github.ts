/** Annotations for GitHub Actions: workflow commands on standard output. */
import type { Place } from "../../list/input.ts";
import { grouped } from "../../text/digits.ts";
import { singleLine, visible, workflowSafe } from "../../text/safe-text.ts";
import type { Vetted } from "../../vet/model.ts";
import {
  isDeciding,
  nameText,
  openNotes,
  statementsOnce,
} from "./statements.ts";
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
  const { leads, problems, notes, counts, totals, provenance, carriers } =
    summaryOf(run, look);
  const of = (verdict: string, level: string) =>
    carriers
      .filter((vetted) => vetted.verdict === verdict)
      .map((vetted) => annotation(level, vetted));
  const others = problems.map(({ text, place }) =>
    workflowCommand("warning", place, "usdot vet", text),
  );
  const warnings = [...of("review", "warning"), ...others];
  const annotated = problems.map(({ text }) => text);
  const log = [
    ...leads,
    ...notes.filter((note) => !annotated.includes(note)),
    counts,
    totals,
    provenance,
  ];
  return [
    ...limited(of("fail", "error"), "error", "fail"),
    ...limited(warnings, "warning", "need review"),
    ...log.filter((line) => line !== "").map(workflowSafe),
    "",
  ].join("\n");
};

function annotation(level: string, vetted: Vetted): string {
  const { dossier, legalName, verdict } = vetted;
  const deciding = statementsOnce(vetted).filter(isDeciding);
  const parts = [
    ...deciding.map(({ title, text }) => `${title}: ${text}`),
    ...openNotes(vetted, isDeciding),
  ];
  const title = `USDOT ${dossier.dotNumber}: ${verdict.toUpperCase()}`;
  return workflowCommand(
    level,
    dossier.place,
    title,
    `${nameText(legalName)}: ${parts.join("; ")}`,
  );
}

function limited(
  commands: readonly string[],
  level: string,
  verb: string,
): readonly string[] {
  if (commands.length <= maxAnnotations) return commands;
  const shown = commands.slice(0, maxAnnotations - 1);
  const rest = `${grouped(commands.length - shown.length)} more ${verb}: see the job summary`;
  return [...shown, workflowCommand(level, null, "usdot vet", rest)];
}

/**
 * A workflow command, escaped as actions/toolkit does
 * (packages/core/src/command.ts). Standard input cannot be annotated.
 */
function workflowCommand(
  level: string,
  place: Place | null,
  title: string,
  message: string,
): string {
  const property = (name: string, text: string) =>
    `${name}=${text.replace(/[%\r\n:,]/g, encodeURIComponent)}`;
  const isFile = place !== null && place.source !== "stdin";
  const where = isFile
    ? `${property("file", visible(place.source))},line=${place.line},`
    : "";
  const data = workflowSafe(singleLine(message, 2_000)).replace(
    /[%\r\n]/g,
    encodeURIComponent,
  );
  return `::${level} ${where}${property("title", title)}::${data}`;
}
