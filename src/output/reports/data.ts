/**
 * The reports for programs and spreadsheets: JSON as the service and the list
 * wrote it, but for characters that would alter a screen.
 */
import { beginsWithMark } from "../../out-of-service-mark.ts";
import {
  findingTexts,
  type Statement,
  withEffect,
} from "../../screen/findings.ts";
import { jsonText, withNulls } from "../../text/json.ts";
import { changeJson } from "../../vet/compare/changes.ts";
import { changesJson, findingJson, hashOf } from "../../vet/evidence/lines.ts";
import type { Effect, RunHeader, Vetted } from "../../vet/model.ts";
import { recordIn } from "../../vet/record/facts.ts";
import { answerDays } from "../../vet/run-notes.ts";
import { vetColumns, vetColumnsBeside } from "../../views.ts";
import type { Columns, Content } from "../format.ts";
import { carrierText, notesOf } from "./carrier.ts";
import { policyText } from "./provenance.ts";
import type { Report } from "./summary.ts";

/** The whole run. */
export const jsonReport: Report = (summary) => {
  const { header, carriers, footer, rules, remarks, reported } = summary;
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
    carriers: reported.map((carrier) => carrierJson(carrier)),
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
const rulesTo = (effect: Effect, { findings }: Vetted) =>
  withEffect(findings, effect)
    .map(({ rule }) => rule)
    .join("; ");

/** The day of a carrier's oldest answer, where not all are of this run. */
function oldestDay({ dossier }: Vetted, header: RunHeader) {
  const days = answerDays(header);
  days.add(dossier.answers);
  return days.inOrder()[0];
}

/** The cells of a carrier by their columns; formats make them safe. */
function cellsOf(vetted: Vetted, header: RunHeader) {
  const carrier = carrierText(vetted);
  const { dossier, dotNumber, legalName, name, place, verdict, statements } =
    carrier;
  const texts = (...effects: Statement["effect"][]) =>
    unlikeMark(findingTexts(statements, ...effects));
  const isNamed = recordIn(dossier.answers, "summary") && legalName;
  return {
    ...runMembers(header, oldestDay(vetted, header)),
    policy: policyText(header),
    dot_number: dotNumber,
    legal_name: legalName,
    name_of_record: isNamed ? name : "",
    verdict,
    reasons: texts("fail", "review", "changed"),
    warnings: texts("warning"),
    waived: texts("waived"),
    notes: notesOf(carrier).join("; "),
    failed: rulesTo("fail", vetted),
    to_review: rulesTo("review", vetted),
    place,
  };
}

/** A row of these columns for each carrier. */
const cellColumns = (
  header: RunHeader,
  names: readonly (keyof ReturnType<typeof cellsOf>)[],
): Columns<Vetted> => ({
  header: names,
  rows(vetted) {
    const cells = cellsOf(vetted, header);
    return [names.map((name) => cells[name])];
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
export const vetContent = (header: RunHeader): Content<Vetted> => ({
  ...cellColumns(header, vetColumns),
  name: header.sample ? "sample data" : "usdot vet",
  json: (vetted) =>
    carrierJson(vetted, runMembers(header, oldestDay(vetted, header))),
});

/** A carrier beside the user's own columns (`--keep-columns`). */
export const keptColumns = (header: RunHeader) =>
  cellColumns(header, vetColumnsBeside);
