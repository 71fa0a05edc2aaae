/** The snapshot of a carrier as JSON and CSV have it: its three records joined. */
import { type Answers, answerJson } from "../answer.ts";
import type { DotNumber } from "../dot-number.ts";
import { byRule, findingTexts, openStatements } from "../screen/findings.ts";
import type { JsonObject } from "../text/json.ts";
import { findingJson } from "../vet/evidence/lines.ts";
import type { CoverKind } from "../vet/record/filings.ts";
import { insuranceIn } from "../vet/record/insurance.ts";
import type { LookupRow, Snapshot } from "../views.ts";

/**
 * Joins what the service said about a carrier: null for a record that does not
 * exist, `{"error"}` for one without an answer.
 */
export const joinedRecord = (
  dotNumber: DotNumber,
  { carrier, summary, insurance, safety }: Answers,
) => ({
  dot_number: dotNumber,
  // A summary names the carrier, too.
  carrier: answerJson(carrier ?? summary),
  insurance: answerJson(insurance),
  safety: answerJson(safety),
});

/** The same with what the rules found in it. */
export function snapshotOf(
  dotNumber: DotNumber,
  snapshot: Snapshot,
  today: number,
): LookupRow {
  const { answers, findings } = snapshot;
  const record = {
    ...joinedRecord(dotNumber, answers),
    findings: findings.map(findingJson),
  };
  const derived = derivedOf(snapshot, today);
  return { dotNumber, record, snapshot, derived };
}

/** What no record says by itself. */
function derivedOf({ answers, findings }: Snapshot, today: number): JsonObject {
  const insurance = insuranceIn(answers, today);
  /** Null where nobody can tell. */
  const inForce = (kind: CoverKind) => {
    const { certainAmount, highestAmount } = insurance?.cover(kind) ?? {};
    return certainAmount !== undefined && certainAmount === highestAmount
      ? certainAmount
      : null;
  };
  const open = openStatements(findings, byRule);
  return {
    in_force: { bipd: inForce("bipd"), cargo: inForce("cargo") },
    problems: findingTexts(open, "fail"),
    unknown: findingTexts(open, "review"),
    warnings: findingTexts(open, "warning"),
  };
}
