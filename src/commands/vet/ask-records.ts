/** Asks for the records that a policy needs: the carrier first, then insurance and safety side by side. */
import type { DotNumber } from "../../dot-number.ts";
import { lookUpInBulk } from "../../lookup/bulk.ts";
import type { Result } from "../../lookup/outcome.ts";
import { definitePart, type Part, type Parts, requestPart } from "../../lookup/parts.ts";
import type { Ask } from "../../lookup/run.ts";
import type { Client } from "../../service/client.ts";
import type { HttpResponse } from "../../service/http.ts";
import type { SendOptions } from "../../service/transport.ts";
import { isRefusedUnasked } from "../../vet/evaluate.ts";
import { type EvidenceAnswer, hashedAnswer } from "../../vet/evidence/format.ts";
import type { RecordName } from "../../vet/model.ts";
import type { Policy } from "../../vet/policy.ts";
import type { ReusableRuns } from "./earlier-runs.ts";

/** What was answered about one carrier; empty if the policy refuses its number unasked. */
export type Answers = readonly EvidenceAnswer[];

export interface RecordsPlan extends Pick<SendOptions, "beforeSend" | "signal"> {
  client: Client;
  /** The records to ask for, the carrier's first; `["summary"]` for those of the bulk answer. */
  records: readonly RecordName[];
  /** Milliseconds since 1970. */
  now(): number;
  /** It may refuse a number outright, so that nothing is asked about it. */
  policy: Policy;
  /** Where recent answers are, if any are to be reused. */
  reuse?: ReusableRuns | undefined;
}

/** Asks for numbers as the plan says. An error that stops the run is thrown; any other is part of the answer. */
export function askRecords(plan: Omit<RecordsPlan, "beforeSend">): Ask<Answers> {
  if (plan.records[0] === "summary") return (numbers, options) => askSummaries({ ...plan, ...options }, numbers);
  return async ([dotNumber], options) => [await askOne({ ...plan, ...options }, dotNumber as DotNumber)];
}

/** What became of a request, and the evidence of it. */
type Asked = (Part | { state: "answered" | "none" }) & { evidence: EvidenceAnswer };

async function askOne(plan: RecordsPlan, dotNumber: DotNumber): Promise<Result<Answers>> {
  if (isRefusedUnasked(plan.policy, dotNumber)) return { kind: "answered", dotNumber, answer: [] };
  const carrier = await askRecord(plan, dotNumber, "carrier");
  // The others are worth nothing without it.
  const others = carrier.state === "answered" ? plan.records.filter((record) => record !== "carrier") : [];
  const asked = await Promise.all(others.map((record) => askRecord(plan, dotNumber, record)));
  return resultOf(dotNumber, [carrier, ...asked]);
}

/** What the service answered. A 404 that may be about the path is settled once the base URL is proven, perhaps by a later carrier. */
function resultOf(dotNumber: DotNumber, asked: readonly Asked[]): Result<Answers> {
  const answer = asked.map(({ evidence }) => evidence);
  const failed = asked.find((each) => each.state === "unanswered");
  if (failed === undefined) return { kind: "answered", dotNumber, answer };
  const settled = asked.map((each): Asked => {
    const part = "error" in each ? definitePart(each) : each;
    return part === each ? each : { ...part, evidence: { ...each.evidence, error: undefined } };
  });
  const isInDoubt = settled.some((each, index) => each !== asked[index]);
  const ifProven = isInDoubt && { ifProven: resultOf(dotNumber, settled) };
  return { kind: "partial", dotNumber, answer, error: failed.error, ...ifProven };
}

async function askRecord(plan: RecordsPlan, dotNumber: DotNumber, record: RecordName): Promise<Asked> {
  const reused = plan.reuse?.answer(dotNumber, record);
  if (reused) return { state: reused.status === 404 ? "none" : "answered", evidence: reused };
  let received: HttpResponse | undefined;
  const onResponse = (response: HttpResponse) => {
    received = response;
  };
  const asked_at = new Date(plan.now()).toISOString();
  const options = { beforeSend: plan.beforeSend, signal: plan.signal, onResponse };
  // What stops the run takes nothing from what was answered before it: about this carrier, or others of its batch.
  const part = await requestPart(plan.client, dotNumber, record as keyof Parts, options);
  const { status = null, body = null } = received ?? {};
  const url = plan.client.urlOf(dotNumber, record);
  const error = part.state === "unanswered" ? { code: part.code, message: part.message } : undefined;
  const kept = plan.client.withoutKey(body);
  return { evidence: hashedAnswer({ dot_number: dotNumber, record, url, asked_at, status, error, ...kept }), ...part };
}

/** Summaries in one request. A number that the answer leaves out is asked for by itself: a "no" needs an answer of its own. */
async function askSummaries(plan: RecordsPlan, dotNumbers: readonly DotNumber[]): Promise<Result<Answers>[]> {
  const { client } = plan;
  const known = new Map<DotNumber, Answers>();
  for (const dotNumber of dotNumbers) {
    const isRefused = isRefusedUnasked(plan.policy, dotNumber);
    const reused = isRefused ? undefined : plan.reuse?.answer(dotNumber, "summary");
    if (isRefused || reused) known.set(dotNumber, reused ? [reused] : []);
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
      const answer = hashedAnswer({ ...about, asked_at, status: 200, ...client.withoutKey(result.answer.text) });
      return { kind: "answered", dotNumber, answer: [answer] };
    }),
  );
}

/** What the bulk answers say about each number, and when that was last asked: numbers that may only be cut off are asked for again. */
async function lookUpSummaries(
  { client, now, beforeSend, signal }: RecordsPlan,
  dotNumbers: readonly DotNumber[],
): Promise<Map<DotNumber, { result: Result; asked_at: string }>> {
  if (dotNumbers.length === 0) return new Map();
  const askedAt = new Map<DotNumber, string>();
  const { results } = await lookUpInBulk((some) => {
    const asked_at = new Date(now()).toISOString();
    for (const dotNumber of some) askedAt.set(dotNumber, asked_at);
    return client.bulk(some, { beforeSend, signal });
  }, dotNumbers);
  return new Map(
    results.map((result) => [result.dotNumber, { result, asked_at: askedAt.get(result.dotNumber) as string }]),
  );
}
