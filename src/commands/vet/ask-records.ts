/** Asks for the records that a policy needs: the carrier first, then insurance and safety side by side. */
import type { DotNumber } from "../../dot-number.ts";
import { UsdotError } from "../../errors.ts";
import { lookUpInBulk } from "../../lookup/bulk.ts";
import { type Result, stopsTheRun } from "../../lookup/outcome.ts";
import type { Ask } from "../../lookup/run.ts";
import type { Client } from "../../service/client.ts";
import { NotFoundError } from "../../service/errors.ts";
import type { HttpResponse } from "../../service/http.ts";
import type { SendOptions } from "../../service/transport.ts";
import type { EvidenceAnswer } from "../../vet/evidence/format.ts";
import type { RecordName } from "../../vet/model.ts";

/** What was answered about one carrier; empty if the policy refuses its number unasked. */
export type Answers = readonly EvidenceAnswer[];

export interface RecordsPlan extends Pick<SendOptions, "beforeSend"> {
  client: Client;
  /** The records to ask for, the carrier's first; `["summary"]` for those of the bulk answer. */
  records: readonly RecordName[];
  /** Milliseconds since 1970. */
  now(): number;
  /** Whether the policy refuses a number outright, so that nothing is asked about it. */
  isRefused(dotNumber: DotNumber): boolean;
  /** A recent answer from an earlier run, if there is one. */
  reusable(dotNumber: DotNumber, record: RecordName): Promise<EvidenceAnswer | undefined>;
}

/** Asks for numbers as the plan says. An error that stops the run is thrown; any other is part of the answer. */
export function askRecords(plan: Omit<RecordsPlan, "beforeSend">): Ask<Answers> {
  if (plan.records[0] === "summary") return (numbers, options) => askSummaries({ ...plan, ...options }, numbers);
  return async ([dotNumber], options) => [await askOne({ ...plan, ...options }, dotNumber as DotNumber)];
}

interface Asked {
  answer: EvidenceAnswer;
  /** Why it cannot be used; a 404 can. */
  error?: UsdotError;
}

async function askOne(plan: RecordsPlan, dotNumber: DotNumber): Promise<Result<Answers>> {
  if (plan.isRefused(dotNumber)) return { kind: "answered", dotNumber, answer: [] };
  const carrier = await askRecord(plan, dotNumber, "carrier");
  // After a 404 or no answer, the other records can change nothing.
  const isKnown = carrier.error === undefined && carrier.answer.status !== 404;
  const others = isKnown ? plan.records.filter((record) => record !== "carrier") : [];
  const rest = await Promise.all(others.map((record) => askRecord(plan, dotNumber, record)));
  return resultOf(dotNumber, [carrier, ...rest]);
}

function resultOf(dotNumber: DotNumber, asked: readonly Asked[]): Result<Answers> {
  const answer = asked.map((each) => each.answer);
  const error = asked.find((each) => each.error !== undefined)?.error;
  return error ? { kind: "partial", dotNumber, answer, error } : { kind: "answered", dotNumber, answer };
}

async function askRecord(plan: RecordsPlan, dotNumber: DotNumber, record: RecordName): Promise<Asked> {
  const reused = await plan.reusable(dotNumber, record);
  if (reused) return { answer: reused };
  const { client, beforeSend } = plan;
  let received: HttpResponse | undefined;
  const options = {
    beforeSend,
    onResponse(response: HttpResponse) {
      received = response;
    },
  };
  const about = { dot_number: dotNumber, record, url: client.urlOf(dotNumber, record) };
  const asked_at = new Date(plan.now()).toISOString();
  const answer = (): EvidenceAnswer => ({
    ...about,
    asked_at,
    status: received?.status ?? null,
    body: received?.body ?? null,
  });
  try {
    if (record === "insurance") await client.insurance(dotNumber, options);
    else if (record === "safety") await client.safety(dotNumber, options);
    else await client.carrier(dotNumber, options);
    return { answer: answer() };
  } catch (error) {
    if (!(error instanceof UsdotError) || stopsTheRun(error)) throw error;
    if (error instanceof NotFoundError) return { answer: answer() };
    return { answer: { ...answer(), error: { code: error.kind, message: error.message } }, error };
  }
}

/** Summaries in one request. A number that the answer leaves out is asked for by itself: a "no" needs an answer of its own. */
async function askSummaries(plan: RecordsPlan, dotNumbers: readonly DotNumber[]): Promise<Result<Answers>[]> {
  const { client } = plan;
  const known = new Map<DotNumber, Answers>();
  for (const dotNumber of dotNumbers) {
    const answers = plan.isRefused(dotNumber) ? [] : await reusableSummary(plan, dotNumber);
    if (answers) known.set(dotNumber, answers);
  }
  const asked = await lookUpSummaries(
    plan,
    dotNumbers.filter((dotNumber) => !known.has(dotNumber)),
  );
  return Promise.all(
    dotNumbers.map(async (dotNumber): Promise<Result<Answers>> => {
      const one = asked.get(dotNumber);
      if (one === undefined) return { kind: "answered", dotNumber, answer: known.get(dotNumber) ?? [] };
      const { result, asked_at } = one;
      if (!("answer" in result)) return resultOf(dotNumber, [await askRecord(plan, dotNumber, "carrier")]);
      const about = { dot_number: dotNumber, record: "summary" as const, url: client.urlOf(dotNumber, "summary") };
      return { kind: "answered", dotNumber, answer: [{ ...about, asked_at, status: 200, body: result.answer.text }] };
    }),
  );
}

/** What the bulk answers say about each number, and when that was last asked: numbers that may only be cut off are asked for again. */
async function lookUpSummaries(
  { client, now, beforeSend }: RecordsPlan,
  dotNumbers: readonly DotNumber[],
): Promise<Map<DotNumber, { result: Result; asked_at: string }>> {
  if (dotNumbers.length === 0) return new Map();
  const askedAt = new Map<DotNumber, string>();
  const { results } = await lookUpInBulk((some) => {
    const asked_at = new Date(now()).toISOString();
    for (const dotNumber of some) askedAt.set(dotNumber, asked_at);
    return client.bulk(some, { beforeSend });
  }, dotNumbers);
  return new Map(
    results.map((result) => [result.dotNumber, { result, asked_at: askedAt.get(result.dotNumber) as string }]),
  );
}

/** The carrier record says all that a summary says, and only it can say that there is no such carrier. */
async function reusableSummary({ reusable }: RecordsPlan, dotNumber: DotNumber): Promise<Answers | undefined> {
  const reused = (await reusable(dotNumber, "summary")) ?? (await reusable(dotNumber, "carrier"));
  return reused && [reused];
}
