/** A judged carrier as JSON: the one shape of json and ndjson. */
import { publicFinding } from "../../vet/finding.ts";
import type { RunFooter, VettedCarrier } from "../../vet/model.ts";
import type { ChangeDigest } from "./since.ts";

/** The JSON text of a carrier. It is not yet safe to print: see json-text.ts. */
export function carrierJson(carrier: VettedCarrier): string {
  const { dot_number, legal_name, verdict, place, findings, changes, answers } = carrier;
  return JSON.stringify({
    dot_number,
    legal_name,
    verdict,
    place,
    findings: findings.map(publicFinding),
    changes,
    answers,
  });
}

/** What json and SARIF say after the last carrier. */
export function closingFields(footer: RunFooter, changes: ChangeDigest): object {
  const { counts, waivers, refused, cut_off, evidence_sha256, oldest_answer } = footer;
  return { counts, waivers, refused, cut_off, since: changes.json, evidence_sha256, oldest_answer };
}
