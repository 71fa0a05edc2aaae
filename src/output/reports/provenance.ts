/** What a run rests on: which answers, judged when, by what and for whom. */
import type { Look } from "../../screen/lines.ts";
import { visible } from "../../text/safe-text.ts";
import { timeText } from "../../text/time.ts";
import type { Run, RunHeader } from "../../vet/model.ts";

/** Two policies may have one name; eight characters tell them apart. */
export const policyText = ({ policy: { name, sha256 } }: RunHeader) =>
  `${name} ${sha256.slice(0, 8)}`;

/** That a recorded run is judged again; empty of one that asks. */
export const againText = ({ judgedOn }: RunHeader): string =>
  judgedOn ? `judged again on ${judgedOn.slice(0, 10)}` : "";

/** From when answers are: `of 2026-11-22 to 2026-11-28`; empty for this run. */
export function daysText(days: readonly string[]): string {
  const [oldest, newest] = [days[0], days.at(-1)];
  if (oldest === newest) return oldest ? `of ${oldest}` : "";
  return `of ${oldest} to ${newest}`;
}

/** A moment; also by the clock of its run, where that has another day. */
export function asOfText(asOf: string, zone: Look["zone"]): string {
  const text = timeText(asOf, zone);
  const there = `${asOf.slice(0, 16).replace("T", " ")} ${asOf.slice(-6)}`;
  return text.slice(0, 10) === asOf.slice(0, 10) ? text : `${text} (${there})`;
}

/** Tells one run from another for a reader. */
export const shortHash = (hash: string) => hash.slice(0, 12);

/** What a run rests on, each with its name. */
export function basisOf({ header, footer }: Run, zone: Look["zone"]) {
  const { tool, as_of, reference, by, compared_as_of: before } = header;
  const { answerDays, evidence_sha256 } = footer;
  const policy = policyText(header);
  const again = againText(header);
  const answers = [
    daysText(answerDays),
    again && `${again} by policy ${policy}`,
  ];
  const basis: Readonly<Record<string, string | undefined>> = {
    answers: answers.filter(Boolean).join(", "),
    "vetting policy": again ? undefined : policy,
    tool: `${tool.name} ${tool.version}`,
    service: header.sample ? "sample service" : header.service,
    reference,
    [again ? "recorded by" : "by"]: by,
    "as of": asOfText(as_of, zone),
    "compared with the run of": before && asOfText(before, zone),
    // Only the whole hash protects a run in court.
    evidence: evidence_sha256,
  };
  return Object.entries(basis).flatMap(([name, text]) =>
    text ? { name, text: visible(text) } : [],
  );
}

/** Names that are left out: their values say what they are. */
const plainNames = ["tool", "service"];

/** The same on one line. */
export const provenanceText = (basis: ReturnType<typeof basisOf>): string =>
  basis
    .map(({ name, text }) =>
      plainNames.includes(name) ? text : `${name} ${text}`,
    )
    .join(" · ");
