/** Annotations for GitHub Actions: workflow commands on standard output. */
import { type Place, standardInput } from "../../list/input.ts";
import { isListed, withEffect } from "../../screen/findings.ts";
import { grouped } from "../../text/digits.ts";
import { visible, visibleUpTo, workflowSafe } from "../../text/safe-text.ts";
import { type CarrierText, lineParts } from "./carrier.ts";
import type { Report } from "./summary.ts";

/**
 * GitHub keeps 10 errors and 10 warnings of a step and drops the rest
 * (docs.github.com, "Workflow commands").
 */
const maxAnnotations = 10;

/** The title of what concerns no carrier alone. */
const ofRun = "usdot vet";

/**
 * An `::error` per carrier that fails, a `::warning` per carrier to review and
 * per invalid line, a `::notice` of what changed, which may pass; the rest in
 * the log. All is escaped here; doing it again would break the commands.
 */
export const githubReport: Report = (summary) => {
  const { byVerdict, listProblems, outages, headlines, runNotes, footer } =
    summary;
  const passesToRead = byVerdict("pass").filter(
    (carrier) => lineParts(carrier, isListed).length > 0,
  );
  const toReview = withEffect(listProblems, "review");
  // Lines about the whole list must not be cut.
  const errors = atMostTen(
    "error",
    [
      ...withEffect(listProblems, "fail"),
      ...byVerdict("fail").map(carrierAnnotation),
    ],
    "fail",
  );
  const warnings = atMostTen(
    "warning",
    [
      ...[...outages, ...footer.warnings].map((text) => ({ text })),
      ...toReview.filter(({ place }) => !place),
      ...byVerdict("review").map(carrierAnnotation),
      ...toReview.filter(({ place }) => place),
    ],
    "warnings",
  );
  const changes = headlines.map((text) => workflowCommand("notice", { text }));
  const logged = [
    ...errors.beyond,
    ...warnings.beyond,
    // Carriers that pass, with something that a person must not overlook.
    ...passesToRead.map(carrierAnnotation),
  ];
  const log = [
    ...headlines,
    ...logged.map(({ title = ofRun, text }) => `${title}: ${text}`),
    ...runNotes,
    summary.counts,
    summary.totals,
    summary.provenance,
  ];
  return [
    ...errors.commands,
    ...warnings.commands,
    ...changes,
    ...log.filter(Boolean).map(workflowSafe),
    "",
  ].join("\n");
};

interface Annotation {
  /** Absent where it concerns no carrier alone. */
  title?: string;
  text: string;
  place?: Place | undefined;
}

function carrierAnnotation(carrier: CarrierText): Annotation {
  const { dotNumber, verdict, name, dossier } = carrier;
  return {
    title: `USDOT ${dotNumber}: ${verdict.toUpperCase()}`,
    text: `${name}: ${lineParts(carrier, isListed).join("; ")}`,
    place: dossier.place,
  };
}

/** Where there are more, the last counts those that are left to the log. */
function atMostTen(level: string, all: readonly Annotation[], what: string) {
  const isAll = all.length <= maxAnnotations;
  const fitting = isAll ? all : all.slice(0, maxAnnotations - 1);
  const beyond = all.slice(fitting.length);
  const text = `${grouped(beyond.length)} more ${what}: see the log below`;
  const rest = isAll ? [] : [{ text }];
  const commands = [...fitting, ...rest].map((annotation) =>
    workflowCommand(level, annotation),
  );
  return { commands, beyond };
}

/**
 * A workflow command, escaped as actions/toolkit does
 * (packages/core/src/command.ts). Standard input cannot be annotated.
 */
function workflowCommand(
  level: string,
  { title = ofRun, text, place }: Annotation,
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
