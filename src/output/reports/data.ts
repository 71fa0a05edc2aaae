/** The reports for programs and spreadsheets: JSON as the service and the list wrote it, but for characters that would alter a screen. */
import { printJson } from "../../text/json.ts";
import { csvSafe, visible } from "../../text/safe-text.ts";
import type { Effect, RunHeader, Vetted } from "../../vet/model.ts";
import { csvLine } from "../formats/csv.ts";
import { writeWorkbook } from "../formats/xlsx.ts";
import type { Statement } from "../snapshot/marks.ts";
import {
  digestOf,
  placeText,
  reported,
  statementsOf,
  withCargoNote,
} from "./digest.ts";
import type {
  FinishedReport,
  StreamedReport,
  WorkbookReport,
} from "./report.ts";

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

export const ndjson: StreamedReport = {
  head: "",
  carrier: (vetted, { as_of, service, reference, by }) =>
    `${printJson({ ...carrierJson(vetted), as_of, service, reference, by })}\n`,
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
    answers: Object.entries(dossier.answers).map(
      ([record, { source, reused = false }]) => {
        const { asked_at = null, status = null, sha256 = null } = source ?? {};
        return { record, asked_at, status, sha256, reused };
      },
    ),
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
    withCargoNote(vetted, textsOf(vetted, isOpenOrWaived)).join("; "),
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

export const csv: StreamedReport = {
  head: csvLine(reportColumns),
  carrier: (vetted, header) => csvLine(reportRow(vetted, header).map(csvSafe)),
};

export const xlsx: WorkbookReport = (run, look) => {
  const rows = reported(run, look).map((vetted) =>
    reportRow(vetted, run.header),
  );
  const name = look.sample ? "sample data" : "usdot vet";
  return writeWorkbook({
    name,
    rows: [[...reportColumns], ...rows],
    header: 0,
  });
};
