/** The reports for programs and spreadsheets: JSON as the service and the list wrote it, but for characters that would alter a screen. */
import type { Statement } from "../../screen/findings.ts";
import { printJson } from "../../text/json.ts";
import { visible } from "../../text/safe-text.ts";
import { answersFrom } from "../../vet/asked.ts";
import { hashOf } from "../../vet/evidence-writer.ts";
import type { Effect, RunHeader, Vetted } from "../../vet/model.ts";
import type { Sheet } from "../format.ts";
import { openNotes, placeText, statementsOnce } from "./statements.ts";
import { type Report, reported, summaryOf } from "./summary.ts";

/** The whole run. */
export const json: Report = (run, look) => {
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

/** The rules of a carrier's findings of an effect. */
const rulesOf =
  (effect: Effect) =>
  ({ findings }: Vetted) =>
    findings
      .filter((finding) => finding.effect === effect)
      .map(({ rule }) => visible(rule))
      .join("; ");

/** What is said of a carrier to some effect, each text once. */
const textsOf =
  (...effects: readonly Statement["effect"][]) =>
  (vetted: Vetted) => {
    const statements = statementsOnce(vetted).filter(({ effect }) =>
      effects.includes(effect),
    );
    return [...new Set(statements.map(({ text }) => text))].join("; ");
  };

const cells = {
  dot_number: ({ dossier }) => dossier.dotNumber,
  legal_name: ({ legalName }) => visible(legalName ?? ""),
  verdict: ({ verdict }) => verdict,
  reasons: textsOf("changed", "fail", "review"),
  warnings: textsOf("warning"),
  waived: textsOf("waived"),
  notes: (vetted) => openNotes(vetted).join("; "),
  failed: rulesOf("fail"),
  to_review: rulesOf("review"),
  as_of: (_, { as_of }) => as_of,
  answers_from: ({ dossier }, header) =>
    answersFrom(dossier.answers, header) ?? "",
  place: ({ dossier }) => placeText(dossier.place),
  service: (_, { service }) => visible(service),
  reference: (_, { reference }) => visible(reference ?? ""),
  by: (_, { by }) => visible(by ?? ""),
} satisfies Record<string, (vetted: Vetted, header: RunHeader) => string>;

type Column = keyof typeof cells;

const columns = Object.keys(cells) as readonly Column[];

/** A carrier's cells, safe to print and not yet protected from spreadsheets. */
function rowOf(vetted: Vetted, header: RunHeader, names = columns): string[] {
  return names.map((name) => cells[name](vetted, header));
}

/** Beside the user's own columns: what a dispatcher reads first, then what tells runs apart. */
const beside: readonly Column[] = [
  ...(["verdict", "reasons", "legal_name"] as const),
  ...(["warnings", "waived", "notes"] as const),
  ...(["as_of", "answers_from", "service", "reference", "by"] as const),
];

/** The names of our columns beside the user's own (`--keep-columns`). */
export const keptColumns: readonly string[] = beside.map((name) =>
  name === "legal_name" ? "name_of_record" : name,
);

export function keptRow(vetted: Vetted, header: RunHeader): string[] {
  return rowOf(vetted, header, beside);
}

/** A carrier as programs and spreadsheets get it. */
export function vetSheet(header: RunHeader, isSample: boolean): Sheet<Vetted> {
  const { as_of, service, reference, by } = header;
  return {
    name: isSample ? "sample data" : "usdot vet",
    header: columns,
    verdictColumn: "verdict",
    rows: (vetted) => [rowOf(vetted, header)],
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
