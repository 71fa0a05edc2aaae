/**
 * The reports for programs and spreadsheets: JSON as the service and the list
 * wrote it, but for characters that would alter a screen.
 */
import type { Statement } from "../../screen/findings.ts";
import { printJson } from "../../text/json.ts";
import { visible } from "../../text/safe-text.ts";
import { answersFrom } from "../../vet/dossiers.ts";
import { hashOf } from "../../vet/evidence/format.ts";
import type { Effect, RunHeader, Vetted } from "../../vet/model.ts";
import type { Content } from "../format.ts";
import { openNotes, placeText, statementsOnce } from "./statements.ts";
import { type Report, reported, summaryOf } from "./summary.ts";

/** The whole run. */
export const jsonReport: Report = (run, look) => {
  const { tool, as_of, policy, service, reference, by } = run.header;
  const { evidence_sha256, counts, new: added, gone } = run.footer;
  const { answersFrom: answers_from } = run.footer;
  const { judgedOn: judged_on = null } = run.header;
  const { rules, notes } = summaryOf(run, look);
  const report = {
    ...{ tool, as_of, judged_on, answers_from },
    ...{ policy, service, reference, by, evidence_sha256, counts },
    rules: rules.map(({ rule, level, outcomes, effects }) => {
      const { fail, unknown } = outcomes;
      return { rule, level, fail, unknown, waived: effects.waived };
    }),
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
  notes,
  changes,
}: Vetted): object {
  return {
    dot_number: dossier.dotNumber,
    legal_name: legalName,
    verdict,
    place: dossier.place,
    claims: dossier.claims,
    findings,
    notes,
    changes,
    answers: Object.entries(dossier.answers).map(
      ([record, { source, reused = false }]) => ({
        record,
        asked_at: source.askedAt,
        status: source.status ?? null,
        sha256: hashOf(source),
        reused,
      }),
    ),
  };
}

/** What a row is made of. */
interface RowSource {
  vetted: Vetted;
  header: RunHeader;
  statements: readonly Statement[];
}

/** The rules of some effect. */
const rulesTo =
  (effect: Effect) =>
  ({ vetted }: RowSource) =>
    vetted.findings
      .filter((finding) => finding.effect === effect)
      .map(({ rule }) => visible(rule))
      .join("; ");

/** What is said to some effect, each text once. */
const textsTo =
  (...effects: readonly Statement["effect"][]) =>
  ({ statements }: RowSource) => {
    const texts = statements
      .filter(({ effect }) => effects.includes(effect))
      .map(({ text }) => text);
    return [...new Set(texts)].join("; ");
  };

const cells = {
  dot_number: ({ vetted }) => vetted.dossier.dotNumber,
  legal_name: ({ vetted }) => visible(vetted.legalName ?? ""),
  verdict: ({ vetted }) => vetted.verdict,
  reasons: textsTo("changed", "fail", "review"),
  warnings: textsTo("warning"),
  waived: textsTo("waived"),
  notes: ({ vetted }) => openNotes(vetted).join("; "),
  failed: rulesTo("fail"),
  to_review: rulesTo("review"),
  as_of: ({ header }) => header.as_of,
  answers_from: ({ vetted, header }) =>
    answersFrom(vetted.dossier.answers, header) ?? "",
  place: ({ vetted }) => placeText(vetted.dossier.place),
  service: ({ header }) => visible(header.service),
  reference: ({ header }) => visible(header.reference ?? ""),
  by: ({ header }) => visible(header.by ?? ""),
} satisfies Record<string, (row: RowSource) => string>;

type VetColumn = keyof typeof cells;

const vetColumns = Object.keys(cells) as readonly VetColumn[];

/** A carrier's cells, safe to print and not yet protected from spreadsheets. */
function vetRow(
  vetted: Vetted,
  header: RunHeader,
  names = vetColumns,
): string[] {
  const row = { vetted, header, statements: statementsOnce(vetted) };
  return names.map((name) => cells[name](row));
}

/**
 * Beside the user's own columns: what a dispatcher reads first, then what tells
 * runs apart.
 */
const beside: readonly VetColumn[] = [
  ...(["verdict", "reasons", "legal_name"] as const),
  ...(["warnings", "waived", "notes"] as const),
  ...(["as_of", "answers_from", "service", "reference", "by"] as const),
];

/** The names of our columns beside the user's own (`--keep-columns`). */
export const keptColumns: readonly string[] = beside.map((name) =>
  name === "legal_name" ? "name_of_record" : name,
);

export function keptRow(vetted: Vetted, header: RunHeader): string[] {
  return vetRow(vetted, header, beside);
}

/** A carrier as programs and spreadsheets get it. */
export function vetContent(
  header: RunHeader,
  isSample: boolean,
): Content<Vetted> {
  const { as_of, service, reference, by } = header;
  return {
    name: isSample ? "sample data" : "usdot vet",
    header: vetColumns,
    rows: (vetted) => [vetRow(vetted, header)],
    json: (vetted) => ({
      ...carrierJson(vetted),
      as_of,
      answers_from: answersFrom(vetted.dossier.answers, header),
      service,
      reference,
      by,
    }),
  };
}
