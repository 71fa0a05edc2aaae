/**
 * `vet_carriers`: judges carriers for an agent by the pipeline of the command,
 * by what the operator gave.
 */
import type { z } from "zod";
import { refuse } from "../../errors.ts";
import {
  type Claims,
  claimFields,
  type Input,
  numbersIn,
  singleNumber,
} from "../../list/input.ts";
import { inputOf } from "../../list/pasted.ts";
import { streamCarriers } from "../../lookup/carriers.ts";
import { outageTexts } from "../../output/reports/about-list.ts";
import { carrierText } from "../../output/reports/carrier.ts";
import { noteLine, unclaimedNote } from "../../output/reports/line.ts";
import { countsText } from "../../output/reports/summary.ts";
import type { Connection } from "../../run/connection.ts";
import type { Context } from "../../run/context.ts";
import { isSpoken } from "../../screen/findings.ts";
import { excerpt } from "../../text/safe-text.ts";
import { localTime } from "../../text/time.ts";
import type { Vetted } from "../../vet/model.ts";
import type { Policy } from "../../vet/policy/policy.ts";
import { refuseUselessClaims } from "../../vet/refuse-claims.ts";
import { dossiers, requestPlanFor } from "../../vet/request-plan.ts";
import type { VettingBasis } from "../../vet/run-notes.ts";
import { liveVetting } from "../../vet/vetting.ts";
import { refuseChangedFiles } from "../vetting-files.ts";
import type { vetInput } from "./arguments.ts";
import { hintFor, invalidJson, type Result } from "./result.ts";

/** What all calls share. Agents cannot change what the operator gave. */
export interface Session
  extends Context,
    Connection,
    Omit<VettingBasis, "single"> {}

export async function vetCarriers(
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

/**
 * @throws {UsageError} where nothing would be compared: for claims about a
 * carrier that is not asked for, or that say nothing
 */
function addClaims(
  inputs: readonly Input[],
  claims: readonly Record<string, string | undefined>[],
  policy: Policy,
): Input[] {
  const numbers = numbersIn(inputs);
  // Each is an input of its own about the number, so that all of them are compared.
  const claiming = claims.map(({ dot_number = "", ...said }): Input => {
    const input = inputOf(dot_number);
    if (!("dotNumber" in input) || !numbers.includes(input.dotNumber))
      refuse(
        `claims are about ${excerpt(dot_number)}, which ${"invalid" in input ? input.invalid : "is not among dot_numbers"}`,
      );
    refuseUselessClaims(
      said as Claims,
      policy,
      `a claim about ${dot_number}: `,
    );
    if (Object.keys(said).length === 0)
      refuse(
        `claims about ${dot_number} say nothing`,
        `give one of ${claimFields.join(", ")}, or leave them out`,
      );
    return { ...input, claims: { ...input.claims, ...said } };
  });
  return [...inputs, ...claiming];
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
