/** The report to paste into a note or an email: one line about a carrier. */

import { isSpoken, messageOf } from "../../screen/findings.ts";
import { timeText } from "../../screen/look.ts";
import { visible, workflowSafe } from "../../text/safe-text.ts";
import type { Run, Vetted } from "../../vet/model.ts";
import { isDeciding, nameText, openNotes, statementsOf } from "./statements.ts";
import type { Report, ReportLook } from "./summary.ts";

/** Tells one run from another for a reader. */
const hashLength = 12;

export const lineReport: Report = (run, look) =>
  run.carriers
    .map((vetted) => `${workflowSafe(carrierLine(vetted, run, look))}\n`)
    .join("");

/**
 * `PASS USDOT 2233855 ACME FREIGHT LLC · policy general freight 2026 · as of
 * 2026-11-28 16:30 PST by Ann · load 4782 · evidence 7c7a3b1f0c2d`.
 */
export function carrierLine(
  vetted: Vetted,
  { header, footer }: Pick<Run, "header" | "footer">,
  { zone }: Pick<ReportLook, "zone">,
): string {
  const { dossier, legalName, verdict } = vetted;
  const { policy, as_of, by, reference, judgedOn } = header;
  const { answersFrom, evidence_sha256: hash } = footer;
  const reasons = statementsOf(vetted)
    .filter((each) => isDeciding(each) || each.effect === "waived")
    .map(({ title, text }) => `${title}: ${text}`);
  // That claims agree, and what no rule asks for: insurance that ended.
  const compared = vetted.findings.filter(
    (finding) => finding.effect === "pass" && isSpoken(finding),
  );
  const parts = [
    `${verdict.toUpperCase()} USDOT ${dossier.dotNumber} ${nameText(legalName)}`,
    ...reasons,
    ...compared.map(messageOf),
    ...openNotes(vetted),
    `policy ${policy.name}`,
    `as of ${timeText(as_of, zone)}${by ? ` by ${by}` : ""}`,
    answersFrom && `answers of ${answersFrom}`,
    judgedOn && `judged again on ${judgedOn.slice(0, 10)}`,
    reference && `load ${reference}`,
    header.service === "usdot sample" && "sample data",
    hash && `evidence ${hash.slice(0, hashLength)}`,
  ];
  return parts.flatMap((part) => (part ? [visible(part)] : [])).join(" · ");
}
