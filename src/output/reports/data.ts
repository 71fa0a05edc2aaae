/** The reports for programs and spreadsheets: JSON as the service and the list wrote it, but for characters that would alter a screen. */
import { printJson } from "../../text/json.ts";
import { csvSafe, visible } from "../../text/safe-text.ts";
import type { Effect, RunHeader, Vetted } from "../../vet/model.ts";
import { csvLine } from "../formats/csv.ts";
import { isSpoken, type Statement } from "../snapshot/marks.ts";
import { placeText, statementsOf } from "./carrier.ts";
import { digestOf, reported } from "./digest.ts";
import type { FinishedReport, StreamedReport } from "./report.ts";

export const json: FinishedReport = (run, look) => {
  const { tool, as_of, policy, service, reference, by } = run.header;
  const { evidence_sha256, counts, new: added, gone } = run.footer;
  const { rules, notes } = digestOf(run, look);
  const report = {
    ...{ tool, as_of, policy, service, reference, by, evidence_sha256, counts },
    rules: rules.map(({ effects: _, ...total }) => total),
    notes,
    new: added,
    gone: gone.map(({ dot_number }) => dot_number),
    carriers: reported(run, look).map(carrierJson),
  };
  return `${printJson(report, 2)}\n`;
};

export const ndjson: StreamedReport = {
  head: "",
  carrier: (vetted, { as_of, service, reference, by }) =>
    `${printJson({ ...carrierJson(vetted), as_of, service, reference, by })}\n`,
};

function carrierJson({ dossier, legalName, verdict, findings, changes }: Vetted): object {
  return {
    dot_number: dossier.dotNumber,
    legal_name: legalName,
    verdict,
    place: dossier.place,
    claims: dossier.claims,
    findings,
    changes,
    answers: Object.entries(dossier.answers).map(([record, { source, reused = false }]) => {
      const { asked_at = null, status = null, sha256 = null } = source ?? {};
      return { record, asked_at, status, sha256, reused };
    }),
  };
}

export const reportColumns = [
  ...(["dot_number", "legal_name", "verdict", "failed", "to_review", "warnings", "waived", "messages"] as const),
  ...(["changes", "as_of", "place", "service", "reference", "by"] as const),
];

/** A carrier's cells, as CSV, spreadsheets and `--keep-columns` have them, safe to print and not yet protected from spreadsheets. */
export function reportRow(
  vetted: Vetted,
  { as_of, service, reference, by }: RunHeader,
): Record<(typeof reportColumns)[number], string> {
  const { dossier, legalName, verdict, findings } = vetted;
  const rulesWith = (effect: Effect) => {
    const own = findings.filter((finding) => finding.effect === effect);
    return own.map(({ rule }) => visible(rule)).join("; ");
  };
  const spoken = statementsOf(vetted).filter(isSpoken);
  const textOf = (statements: readonly Statement[]) => statements.map(({ text }) => text).join("; ");
  return {
    dot_number: dossier.dotNumber,
    legal_name: visible(legalName ?? ""),
    verdict,
    failed: rulesWith("fail"),
    to_review: rulesWith("review"),
    warnings: rulesWith("warning"),
    waived: rulesWith("waived"),
    messages: textOf(spoken.filter(({ effect }) => effect !== "changed")),
    changes: textOf(spoken.filter(({ effect }) => effect === "changed")),
    as_of,
    place: placeText(dossier.place),
    service: visible(service),
    reference: visible(reference ?? ""),
    by: visible(by ?? ""),
  };
}

export const csv: StreamedReport = {
  head: csvLine(reportColumns),
  carrier(vetted, header) {
    const row = reportRow(vetted, header);
    return csvLine(reportColumns.map((column) => csvSafe(row[column])));
  },
};
