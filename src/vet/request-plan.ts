/**
 * What is asked of the carriers of a list, by what a policy needs, until they are
 * dossiers to judge.
 */
import type { AnswerName, Answers, RecordName } from "../answer.ts";
import type { DotNumber } from "../dot-number.ts";
import {
  type ClaimsRow,
  type Input,
  markOf,
  rowsByNumber,
} from "../list/input.ts";
import {
  type AskBatch,
  askAtOnce,
  askEach,
  askRecords,
  askSummaries,
} from "../lookup/ask.ts";
import type { Carrier, Entry, Question } from "../lookup/carriers.ts";
import type { Client } from "../service/client.ts";
import { recordsForClaims } from "./compare/certificate.ts";
import { refusesUnasked } from "./judge.ts";
import type { Dossier } from "./model.ts";
import { needsOf, type Policy, rulesFor } from "./policy/policy.ts";

/** What is asked about carriers. */
export interface RequestPlan extends Question {
  policy: Policy;
  /** The one number that is asked about: its records are asked for at once. */
  single: DotNumber | undefined;
  /** The records to ask for; `["summary"]` for those of the bulk answer. */
  records: readonly AnswerName[];
  /** Answers that need not be asked for (`--reuse`). */
  reuse?: ReadonlyMap<DotNumber, Answers> | undefined;
}

/**
 * What has to be asked: the records that the policy needs, and the claims. The
 * bulk answer takes an API key.
 */
export function requestPlanFor(
  given: Pick<RequestPlan, "policy" | "inputs" | "single" | "reuse">,
  withKey: boolean,
): RequestPlan {
  const { policy, inputs } = given;
  const needed = needsOf([
    ...rulesFor(policy, inputs.some(hasClaims)),
    { needs: recordsForClaims(inputs.flatMap(({ claims }) => claims ?? [])) },
  ]);
  const isSummary = needed[0] === "summary";
  const isBulk = isSummary && withKey;
  const askAll = isBulk ? askInBulk : askSingly;
  const plan: RequestPlan = {
    ...given,
    records: isSummary && !isBulk ? ["carrier"] : needed,
    isBulk,
    askOf: (client) => askAll(plan, client),
  };
  return plan;
}

export const hasClaims = ({ claims }: Input): boolean => claims !== undefined;

/** The records still to ask for; in bulk, where the bulk answer lacks it. */
export function recordsToAsk(
  plan: RequestPlan,
  number: DotNumber,
): readonly RecordName[] {
  const { isBulk } = plan;
  const reused = plan.reuse?.get(number) ?? {};
  const isSettled =
    reused.carrier?.state === "none" || (isBulk && reused.summary);
  if (isSettled || refusesUnasked(plan.policy, number)) return [];
  const names = isBulk ? ["carrier"] : plan.records;
  return (names as readonly RecordName[]).filter(
    (name) => reused[name] === undefined,
  );
}

function askSingly(plan: RequestPlan, client: Client): AskBatch {
  const { reuse, single } = plan;
  const ask = single === undefined ? askRecords : askAtOnce;
  return askEach(async (number) => {
    const answers = await ask(client, number, recordsToAsk(plan, number));
    return { ...reuse?.get(number), ...answers };
  });
}

/** A number that is left out is asked for by itself: a "no" needs its own answer. */
function askInBulk(plan: RequestPlan, client: Client): AskBatch {
  const askBulk = askSummaries(client);
  const askOthers = askSingly(plan, client);
  return async (numbers) => {
    const toAsk = numbers.filter(
      (number) => recordsToAsk(plan, number).length > 0,
    );
    const answers = toAsk.length > 0 ? [...(await askBulk(toAsk))] : [];
    const settled = new Map(
      answers.filter(([, { summary }]) => summary?.state !== "none"),
    );
    const others = numbers.filter((number) => !settled.has(number));
    return new Map([...settled, ...(await askOthers(others))]);
  };
}

/** The carriers of a list, to be judged. */
export async function* dossiers(
  { inputs }: RequestPlan,
  pages: AsyncIterable<readonly Entry[]>,
): AsyncGenerator<{ dossier: Dossier }[]> {
  const dossierOf = dossierMaker(inputs);
  for await (const page of pages)
    yield page.flatMap((entry) =>
      entry.kind === "carrier" ? { dossier: dossierOf(entry) } : [],
    );
}

/**
 * Makes dossiers of carriers: what all rows of one say, together, as a second
 * row with another name may be another caller.
 */
export function dossierMaker(
  inputs: readonly Input[],
): (carrier: Carrier) => Dossier {
  const rows = rowsByNumber(inputs);
  return ({ dotNumber, input, answers }) => {
    const ofNumber = rows.get(dotNumber) ?? [];
    return {
      dotNumber,
      place: input.place,
      claims: claimedIn(ofNumber),
      mark: markOf(ofNumber),
      answers,
    };
  };
}

/** The rows that claim something; of those that say the same, the first. */
function claimedIn(rows: readonly Input[]): Dossier["claims"] {
  const distinct = new Map<string, ClaimsRow>();
  for (const { claims, place } of rows.filter(hasClaims)) {
    const key = JSON.stringify(claims);
    if (!distinct.has(key)) distinct.set(key, { ...claims, place });
  }
  return distinct.size === 0 ? undefined : [...distinct.values()];
}
