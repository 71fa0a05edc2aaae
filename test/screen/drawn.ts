/** The carriers of the sample on screens, judged by the built-in policy. */
import type { DotNumber } from "../../src/dot-number.ts";
import { snapshotOf } from "../../src/output/snapshot-record.ts";
import { recordsOf, sampleCarriers } from "../../src/sample/numbers.ts";
import type { JsonObject } from "../../src/text/json.ts";
import { judge } from "../../src/vet/judge.ts";
import { defaultPolicy } from "../../src/vet/policy/policy.ts";
import type { LookupRow } from "../../src/views.ts";
import { now, pipe } from "../output/results.ts";
import { dossierOf, type Records } from "../support/fixtures.ts";
import { policyOf } from "../vet/records.ts";

const samples = new Map(
  sampleCarriers.map((declared) => [
    declared.dot_number,
    recordsOf(declared, new Date(now)),
  ]),
);

export const sampleNumbers = [...samples.keys()];

/** The records of a carrier of the sample. */
export const sampleOf = (number: string) =>
  samples.get(number) as ReturnType<typeof recordsOf>;

/**
 * A carrier of the sample, with other answers in place of some, as it is judged
 * by a policy: the built-in one, or of these rules.
 */
export async function judged(
  number: string,
  answers: Records = {},
  rules?: Parameters<typeof policyOf>[0],
) {
  const dossier = dossierOf(
    { ...sampleOf(number), ...answers },
    { dotNumber: number as DotNumber },
  );
  const policy = rules ? await policyOf(rules) : await defaultPolicy();
  return { dossier, ...judge(policy, dossier, pipe) };
}

/** A carrier as the snapshot's list, screen and JSON have it. */
export function snapshot(
  { dossier, findings, notes }: Judged,
  { isBuiltIn } = { isBuiltIn: true },
): LookupRow {
  const { dotNumber, answers } = dossier;
  const judged = { answers, findings, notes, isBuiltIn };
  return snapshotOf(dotNumber, judged, pipe.today);
}

export type Judged = Awaited<ReturnType<typeof judged>>;

/** A carrier with something to look at in each record. */
export const { carrier, insurance: filed, safety } = sampleOf("9000010");

const [bipd, cargo] = filed["policies"] as JsonObject[];

/** Its filings, and one that they replaced. */
export const policies = {
  bipd,
  cargo,
  former: {
    ...bipd,
    effective_date: "2025-08-26",
    expiration_date: "2026-08-26",
  },
};

export const insurance = (...rows: unknown[]) => ({ ...filed, policies: rows });
