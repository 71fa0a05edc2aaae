/** The reports for programs and spreadsheets: JSON as the service and the list wrote it, but for characters that would alter a screen. */
import type { AnswerName } from "../../answer.ts";
import type { Statement } from "../../screen/marks.ts";
import { printJson } from "../../text/json.ts";
import { visible } from "../../text/safe-text.ts";
import { storedAnswer } from "../../vet/evidence.ts";
import type { Effect, RunHeader, Vetted } from "../../vet/model.ts";
import type { Sheet } from "../format.ts";
import {
  digestOf,
  placeText,
  reported,
  statementsOf,
  withNotes,
} from "./digest.ts";
import type { FinishedReport } from "./report.ts";

export const json: FinishedReport = (run, look) => {
  const { tool, as_of, policy, service, reference, by } = run.header;
  const { evidence_sha256, counts, new: added, gone } = run.footer;
  const { rules, notes } = digestOf(run, look);
  const report = {
    ...{ tool, as_of, policy, service, reference, by, evidence_sha256, counts },
    rules: rules.map(({ effects, text, ...total }) => total),
    notes,
    new: added,
    gone: gone.map(({ dot_number }) => dot_number),
    carriers: reported(run, look).map(carrierJson),
  };
  return `${printJson(report, 2)}\n`;
};

function carrierJson({
  dossier,
  legalName,
  verdict,
  findings,
  changes,
}: Vetted): object {
  return {
    dot_number: dossier.dotNumber,
    legal_name: legalName,
    verdict,
    place: dossier.place,
    claims: dossier.claims,
    findings,
    changes,
    answers: Object.entries(dossier.answers).map(([name, answer]) => {
      const { record, asked_at, status, sha256 } = storedAnswer(
        name as AnswerName,
        answer,
      );
      return { record, asked_at, status, sha256 };
    }),
  };
}

const rulesWith =
  (effect: Effect) =>
  ({ findings }: Vetted) =>
    findings
      .flatMap((finding) =>
        finding.effect === effect ? visible(finding.rule) : [],
      )
      .join("; ");

const textsOf = (vetted: Vetted, isOwn: (statement: Statement) => boolean) => {
  const own = statementsOf(vetted).filter(isOwn);
  return [...new Set(own.map(({ text }) => text))];
};

const isOpenOrWaived = ({ effect }: Statement) =>
  !["pass", "skipped", "changed"].includes(effect);

const cells = {
  dot_number: ({ dossier }) => dossier.dotNumber,
  legal_name: ({ legalName }) => visible(legalName ?? ""),
  verdict: ({ verdict }) => verdict,
  failed: rulesWith("fail"),
  to_review: rulesWith("review"),
  warnings: rulesWith("warning"),
  waived: rulesWith("waived"),
  messages: (vetted) =>
    withNotes(vetted, textsOf(vetted, isOpenOrWaived)).join("; "),
  changes: (vetted) =>
    textsOf(vetted, ({ effect }) => effect === "changed").join("; "),
  as_of: (_, { as_of }) => as_of,
  place: ({ dossier }) => placeText(dossier.place),
  service: (_, { service }) => visible(service),
  reference: (_, { reference }) => visible(reference ?? ""),
  by: (_, { by }) => visible(by ?? ""),
} satisfies Record<string, (vetted: Vetted, header: RunHeader) => string>;

export const reportColumns = Object.keys(
  cells,
) as readonly (keyof typeof cells)[];

/** A carrier's cells, as CSV, spreadsheets and `--keep-columns` have them, safe to print and not yet protected from spreadsheets. */
export function reportRow(
  vetted: Vetted,
  header: RunHeader,
  columns = reportColumns,
): string[] {
  return columns.map((column) => cells[column](vetted, header));
}

/** A carrier as programs and spreadsheets get it. */
export function vetSheet(header: RunHeader, isSample: boolean): Sheet<Vetted> {
  const { as_of, service, reference, by } = header;
  return {
    name: isSample ? "sample data" : "usdot vet",
    header: reportColumns,
    rows: (vetted) => [reportRow(vetted, header)],
    json: (vetted) => ({
      ...carrierJson(vetted),
      as_of,
      service,
      reference,
      by,
    }),
  };
}
