/** A judged carrier as JSON: the one shape of json and ndjson. */
import { escapeUnsafe } from "../../text/unsafe-characters.ts";
import { findingsJson } from "../../vet/finding.ts";
import type { RunFooter, VettedCarrier } from "../../vet/model.ts";
import type { ChangeDigest } from "./since.ts";

/** The JSON text of a carrier, on one line and safe to print. */
export function carrierJson(carrier: VettedCarrier): string {
  const { dot_number, legal_name, verdict, place, findings, changes, answers } = carrier;
  const head = escapeUnsafe(JSON.stringify({ dot_number, legal_name, verdict, place }));
  const rest = escapeUnsafe(JSON.stringify({ changes, answers }));
  return `${head.slice(0, -1)},"findings":${findingsJson(findings)},${rest.slice(1)}`;
}

/** What json and SARIF say after the last carrier. */
export function closingFields(footer: RunFooter, changes: ChangeDigest): object {
  const { counts, waivers, refused, cut_off, evidence_sha256, oldest_answer } = footer;
  return { counts, waivers, refused, cut_off, since: changes.json, evidence_sha256, oldest_answer };
}
