/** Carriers as a run judged them. */
import { findingsJson } from "../../src/vet/finding.ts";
import type { Finding, VettedCarrier } from "../../src/vet/model.ts";

/** A finding of a carrier; it fails the rule `status` unless told. */
export function found(number: string, rest: Partial<Finding> = {}): Finding {
  return {
    dot_number: number,
    rule: "status",
    outcome: "fail",
    level: "error",
    message: 'status is "INACTIVE"',
    observed: { status: ["INACTIVE"] },
    place: { source: "carriers.txt", line: 7 },
    waived: null,
    unknown: "block",
    ...rest,
  };
}

/** A carrier whose findings, place and answers are those of its number. */
export function carrier(number: string, rest: Partial<VettedCarrier> = {}): VettedCarrier {
  const findings = rest.findings ?? [found(number)];
  return {
    dot_number: number,
    legal_name: "FADED HARBOR CARTAGE CO",
    verdict: "fail",
    place: { source: "carriers.txt", line: 7 },
    findings,
    findingsJson: () => findingsJson(findings),
    changes: null,
    answers: [],
    records: {},
    ...rest,
  };
}
