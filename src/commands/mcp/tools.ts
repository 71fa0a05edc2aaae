/**
 * The tools: what agents are told of them, and what they do, by the same parts
 * as the commands.
 */
import type { z } from "zod";
import { answerJson, endingOf, recordNames, recordOf } from "../../answer.ts";
import { type Input, singleNumber } from "../../list/input.ts";
import { inputOf } from "../../list/pasted.ts";
import { askAtOnce, askSummaries } from "../../lookup/ask.ts";
import { streamCarriers } from "../../lookup/carriers.ts";
import { carrierText } from "../../output/reports/carrier.ts";
import { noteLine, unclaimedNote } from "../../output/reports/line.ts";
import { countsText, outageTexts } from "../../output/reports/summary.ts";
import type { Connection } from "../../run/connection.ts";
import type { Context } from "../../run/context.ts";
import { isSpoken } from "../../screen/findings.ts";
import { localDay, localTime } from "../../text/time.ts";
import type { Vetted } from "../../vet/model.ts";
import { coverNotes } from "../../vet/record/absent-cover.ts";
import { dossiers, requestPlanFor } from "../../vet/request-plan.ts";
import { clockNotes, type VettingBasis } from "../../vet/run-notes.ts";
import { liveVetting } from "../../vet/vetting.ts";
import { notesOn } from "../inputs.ts";
import { refuseChangedFiles } from "../vetting-files.ts";
import { addClaims, bulkInput, carrierInput, vetInput } from "./arguments.ts";
import {
  errorWithHint,
  hintFor,
  invalidError,
  invalidJson,
  type Result,
} from "./result.ts";

/** What all calls share. Agents cannot change what the operator gave. */
export interface Session
  extends Context,
    Connection,
    Omit<VettingBasis, "single"> {}

export interface Tool {
  name: string;
  description: string;
  input: z.ZodType;
  // biome-ignore lint/suspicious/noExplicitAny: each tool states its own arguments
  run(session: Session, given: any): Promise<Result>;
}

export const tools: readonly Tool[] = [
  {
    name: "get_carrier",
    description:
      "The carrier, insurance and safety records of one carrier; a missing one is null if others exist. " +
      "Judges nothing: vet_carriers before booking.",
    input: carrierInput,
    run: getCarrier,
  },
  {
    name: "vet_carriers",
    description:
      "Judges up to 25 carriers by the operator's policy: pass, fail (do not book), or review (a person has to decide), with the reasons. " +
      "Give as claims what a caller, an email or a certificate of insurance says: it is compared with the record.",
    input: vetInput,
    run: vetCarriers,
  },
  {
    name: "bulk_lookup",
    description:
      "Name, status, address and fleet of up to 50 carriers; cheaper than get_carrier, without insurance or safety. Judges nothing.",
    input: bulkInput,
    run: bulkLookup,
  },
];

async function getCarrier(
  { client, host, values }: Session,
  { dot_number, records = [...recordNames] }: z.output<typeof carrierInput>,
): Promise<Result> {
  const input = inputOf(dot_number);
  if ("invalid" in input) throw invalidError(input);
  const answers = await askAtOnce(client, input.dotNumber, records);
  const { error } = endingOf(answers);
  if (error && !Object.values(answers).some(recordOf)) throw error;
  const parts = Object.entries(answers).map(([name, answer]) => [
    name,
    answerJson(answer),
  ]);
  return {
    dot_number: input.dotNumber,
    ...Object.fromEntries(parts),
    notes: [
      ...notesOn([input]),
      ...coverNotes(answers, localDay(host.now())),
      ...(values.sample ? [] : clockNotes(answers)),
    ],
  };
}

async function bulkLookup(
  { client, values }: Session,
  { dot_numbers }: z.output<typeof bulkInput>,
): Promise<Result> {
  const carriers: object[] = [];
  const errors: object[] = [];
  const inputs = dot_numbers.map(inputOf);
  const question = { inputs, isBulk: true, askOf: askSummaries };
  const pages = streamCarriers(client, question, values);
  for await (const page of pages)
    for (const entry of page) {
      if (entry.kind === "invalid") errors.push(invalidJson(entry.input));
      if (entry.kind !== "carrier") continue;
      const { dotNumber: dot_number, answers, ending } = entry;
      const record = recordOf(answers.summary);
      const { error } = ending;
      if (record) carriers.push({ ...record, dot_number });
      else if (error) errors.push({ dot_number, error: errorWithHint(error) });
    }
  return { carriers, errors, notes: notesOn(inputs) };
}

/** Judges carriers by what the operator gave, as the command does. */
async function vetCarriers(
  session: Session,
  given: z.output<typeof vetInput>,
): Promise<Result> {
  const inputs = addClaims(
    given.dot_numbers.map(inputOf),
    given.claims ?? [],
    session.policy,
  );
  const { vetting, carriers, footer } = await vetAndRecord(
    session,
    inputs,
    given,
  );
  const { header, evidencePath } = vetting;
  const { firstError } = footer.tally;
  const outage =
    firstError && [...outageTexts(footer), hintFor(firstError)].join("; ");
  const showsAll = given.findings === "all";
  // Of several carriers, a note may be about another one.
  const ofLine = carriers.length > 1 ? { ...footer, notes: [] } : footer;
  const errors = inputs.flatMap((input) =>
    "invalid" in input ? invalidJson(input) : [],
  );
  return {
    policy: header.policy.name,
    reference: header.reference,
    by: header.by,
    // A long list is cut, but no verdict of it.
    verdicts: Object.fromEntries(
      carriers.map(({ dossier, verdict }) => [dossier.dotNumber, verdict]),
    ),
    carriers: carriers.map((vetted) => ({
      ...judgmentJson(vetted, showsAll),
      line: noteLine(
        carrierText(vetted),
        { header, footer: ofLine },
        { zone: "utc" },
      ),
    })),
    errors,
    ...(evidencePath && {
      evidence: { file: evidencePath, sha256: footer.evidence_sha256 },
    }),
    // Without this, verdicts would look complete.
    notes: [
      ...(errors.length > 0 ? [countsText(footer)] : []),
      ...(outage ? [outage] : []),
      ...footer.notes,
    ],
  };
}

/** Asks about the carriers, judges and records them. */
async function vetAndRecord(
  session: Session,
  inputs: readonly Input[],
  { reference, by }: z.output<typeof vetInput>,
) {
  const { host, values, service, policy } = session;
  await refuseChangedFiles(session);
  const single = singleNumber(inputs);
  const requests = requestPlanFor({ policy, inputs, single }, session.withKey);
  const vetting = liveVetting({ ...session, single }, inputs, host.version, {
    as_of: localTime(host.now()),
    service,
    sample: values.sample,
    reference,
    by: signature(values.by, by),
  });
  const pages = streamCarriers(session.client, requests, values);
  const carriers: Vetted[] = [];
  const footer = await vetting.run(dossiers(requests, pages), (page) =>
    carriers.push(...page),
  );
  return { vetting, carriers, footer };
}

/** Who vetted: an agent cannot sign with a bare name, nor as the operator. */
function signature(operator: string | undefined, agent: string | undefined) {
  const who = [operator, agent].filter(Boolean).join(" for ");
  return `${who || "an agent"} over MCP`;
}

function judgmentJson(vetted: Vetted, showsAll: boolean): object {
  const { dossier, legalName, verdict, findings, notes } = vetted;
  const shown = findings.filter((finding) => showsAll || isSpoken(finding));
  return {
    dot_number: dossier.dotNumber,
    legal_name: legalName,
    verdict,
    findings: shown.map(
      ({ rule, outcome, effect, message, lacks, why, parts, waived }) => {
        return { rule, outcome, effect, message, lacks, why, parts, waived };
      },
    ),
    notes: [...notes, unclaimedNote(vetted) ?? []].flat(),
  };
}
