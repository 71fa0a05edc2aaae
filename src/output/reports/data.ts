/**
 * The reports for programs and spreadsheets: JSON as the service and the list
 * wrote it, but for characters that would alter a screen.
 */
import { beginsWithMark } from "../../out-of-service-mark.ts";
import { findingTexts } from "../../screen/findings.ts";
import { jsonText, withNulls } from "../../text/json.ts";

import { changeJson } from "../../vet/compare/changes.ts";
import { changesJson, findingJson, hashOf } from "../../vet/evidence/lines.ts";
import type { Effect, RunHeader, Vetted } from "../../vet/model.ts";
import { recordIn } from "../../vet/record/facts.ts";
import { answerDays } from "../../vet/run-notes.ts";
import { vetColumns } from "../../views.ts";
import type { Columns, Content } from "../format.ts";
import { type CarrierText, carrierText, notesOf } from "./carrier.ts";
import { policyText } from "./provenance.ts";
import type { Report } from "./summary.ts";

/** The whole run. */
export const jsonReport: Report = ({ run, rules, remarks, reported }) => {
  const { header, carriers, footer } = run;
  const report = withNulls({
    tool: header.tool,
    ...runMembers(header, footer.answerDays[0]),
    evidence_sha256: footer.evidence_sha256,
    counts: footer.counts,
    rules: rules.map(({ rule, level, outcomes, effects }) => {
      const { fail, unknown } = outcomes;
      return { rule, level, fail, unknown, waived: effects.waived };
    }),
    notes: remarks,
    new: carriers
      .filter(({ changes }) => changes?.before === "new")
      .map(({ dossier }) => dossier.dotNumber),
    gone: footer.gone.map(({ dot_number }) => dot_number),
    carriers: reported.map(({ vetted }) => carrierJson(vetted)),
  });
  return `${jsonText(report, 2)}\n`;
};

/** What each report says of the run. `answersFrom`: the day of the oldest answer. */
const runMembers = (header: RunHeader, answersFrom: string | undefined) => ({
  as_of: header.as_of,
  judged_on: header.judgedOn,
  answers_from: answersFrom,
  // Without its text, which evidence has.
  policy: { name: header.policy.name, sha256: header.policy.sha256 },
  service: header.service,
  reference: header.reference,
  by: header.by,
});

function carrierJson(vetted: Vetted, ofRun = {}): object {
  const { dossier, verdict, recordedVerdict, findings, notes, changes } =
    vetted;
  const { place, claims } = dossier;
  const answers = Object.entries(dossier.answers).map(
    ([record, { exchange, reused = false }]) =>
      withNulls({
        record,
        asked_at: exchange.askedAt,
        status: exchange.status,
        sha256: hashOf(exchange),
        reused,
      }),
  );
  return withNulls({
    dot_number: dossier.dotNumber,
    legal_name: vetted.legalName,
    verdict,
    ...(recordedVerdict && { recorded_verdict: recordedVerdict }),
    place,
    claims,
    findings: findings.map(findingJson),
    notes,
    changes: changes && changesJson(changes, changeJson),
    answers,
    ...ofRun,
  });
}

/**
 * A reason as the cell of a list has it: one that begins with a mark, such as
 * `oos is "Y"`, would look like what a person types over it.
 */
const unlikeMark = (reason: string): string =>
  beginsWithMark(reason) ? `reason: ${reason}` : reason;

/** The names of the rules whose findings have an effect. */
const rulesTo =
  (effect: Effect) =>
  ({ vetted }: CarrierText) =>
    vetted.findings
      .filter((finding) => finding.effect === effect)
      .map(({ rule }) => rule)
      .join("; ");

/** The day of a carrier's oldest answer, where not all are of this run. */
function oldestDay({ dossier }: Vetted, header: RunHeader) {
  const days = answerDays(header);
  days.add(dossier.answers);
  return days.inOrder()[0];
}

/** The cells of a carrier, which formats make safe. */
const cells = {
  dot_number: ({ dotNumber }) => dotNumber,
  legal_name: ({ vetted }) => vetted.legalName,
  name_of_record: ({ vetted, name }) =>
    recordIn(vetted.dossier.answers, "summary") && vetted.legalName ? name : "",
  verdict: ({ verdict }) => verdict,
  reasons: ({ statements }) =>
    unlikeMark(findingTexts(statements, "fail", "review", "changed")),
  warnings: ({ statements }) => unlikeMark(findingTexts(statements, "warning")),
  waived: ({ statements }) => unlikeMark(findingTexts(statements, "waived")),
  notes: (carrier) => notesOf(carrier).join("; "),
  failed: rulesTo("fail"),
  to_review: rulesTo("review"),
  as_of: (_, { as_of }) => as_of,
  answers_from: ({ vetted }, header) => oldestDay(vetted, header),
  place: ({ place }) => place,
  service: (_, { service }) => service,
  reference: (_, { reference }) => reference,
  by: (_, { by }) => by,
  policy: (_, header) => policyText(header),
  judged_on: (_, { judgedOn }) => judgedOn,
} satisfies Record<
  string,
  (carrier: CarrierText, header: RunHeader) => string | undefined
>;

type VetColumn = keyof typeof cells;

/** A row of these columns for each carrier. */
const cellColumns = (
  header: RunHeader,
  names: readonly VetColumn[],
): Columns<Vetted> => ({
  header: names,
  rows(vetted) {
    const carrier = carrierText(vetted);
    return [names.map((name) => cells[name](carrier, header))];
  },
  judged: {
    verdictAt: names.indexOf("verdict"),
    reasonsAt: names.indexOf("reasons"),
  },
  numberOf: ({ dossier }) => dossier.dotNumber,
  without(reasons = "not judged") {
    // A filter on "not fail" must hide nothing that nobody has looked at.
    const stated: Record<string, string> = {
      verdict: "review",
      reasons: unlikeMark(reasons),
    };
    return names.map((name) => stated[name]);
  },
});

/** A carrier as programs and spreadsheets get it. */
export function vetContent(header: RunHeader): Content<Vetted> {
  const { name_of_record, ...others } = cells;
  return {
    ...cellColumns(header, Object.keys(others) as VetColumn[]),
    name: header.sample ? "sample data" : "usdot vet",
    json: (vetted) =>
      carrierJson(vetted, runMembers(header, oldestDay(vetted, header))),
  };
}

/** A carrier beside the user's own columns (`--keep-columns`). */
export const keptColumns = (header: RunHeader) =>
  cellColumns(header, vetColumns);
