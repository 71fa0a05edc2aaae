/** The report to paste into a note or an email: one line about a carrier. */
import type { Claims } from "../../list/input.ts";
import { isSpoken } from "../../screen/findings.ts";
import type { Look } from "../../screen/lines.ts";
import { visible } from "../../text/safe-text.ts";
import type { Run, Vetted } from "../../vet/model.ts";
import { type CarrierText, lineParts, verdictText } from "./carrier.ts";
import {
  againText,
  asOfText,
  daysText,
  policyText,
  shortHash,
} from "./provenance.ts";
import type { Report } from "./summary.ts";

export const lineReport: Report = (summary) =>
  summary.reported
    .map((carrier) => `${noteLine(carrier, summary, summary.look)}\n`)
    .join("");

/**
 * That a verdict says nothing of a caller of whom nothing was compared, or only
 * what everybody can look up; undefined where a phone or an email was.
 */
export function callerNote(claims: readonly Claims[] = []): string | undefined {
  const claimed = claims.flatMap((each) => Object.keys(each));
  if (claimed.length === 0)
    return "nothing claimed: the caller was not compared with the record";
  return claimed.includes("phone") || claimed.includes("email")
    ? undefined
    : "neither phone nor email claimed: nobody compared who calls";
}

/** The same of a carrier, unless it fails. */
export const unclaimedNote = ({ verdict, dossier }: Vetted) =>
  verdict === "fail" ? undefined : callerNote(dossier.claims);

/**
 * `PASS USDOT 2233855 ACME FREIGHT LLC · policy general freight 2026 0b87da59 ·
 * as of 2026-11-28 16:30 PST by Ann · load 4782 · evidence 7c7a3b1f0c2d`.
 */
export function noteLine(
  carrier: CarrierText,
  { header, footer }: Pick<Run, "header" | "footer">,
  { zone }: Pick<Look, "zone">,
): string {
  const { dotNumber, name } = carrier;
  const { as_of, by, reference, compared_as_of: before } = header;
  const { answerDays, warnings, notes, evidence_sha256: hash } = footer;
  const parts = [
    `${verdictText(carrier)} USDOT ${dotNumber} ${name}`,
    // Somebody who reads a pasted note sees no screen beside it.
    ...lineParts(carrier, isSpoken),
    unclaimedNote(carrier),
    `policy ${policyText(header)}`,
    `as of ${asOfText(as_of, zone)}${by ? ` by ${by}` : ""}`,
    before && `compared with the run of ${asOfText(before, zone)}`,
    answerDays.length > 0 && `answers ${daysText(answerDays)}`,
    againText(header),
    reference && `load ${reference}`,
    ...warnings,
    ...notes,
    header.sample && "sample data",
    hash && `evidence ${shortHash(hash)}`,
  ];
  // No name, reference or reason may look like a part of its own.
  return parts
    .flatMap((part) => (part ? [visible(part).replaceAll("·", "•")] : []))
    .join(" · ");
}
