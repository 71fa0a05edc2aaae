/** How many requests a run takes: its first line on standard error, and what `--dry-run` prints. */
import { BatchSize, batchesOf } from "../../lookup/batches.ts";
import { counted } from "../../text/digits.ts";
import { isRefusedUnasked } from "../../vet/evaluate.ts";
import type { RecordName } from "../../vet/model.ts";
import type { Policy } from "../../vet/policy.ts";
import { dotNumber as dotNumberRule } from "../../vet/rules/standing.ts";
import { parseShard } from "../lookup/shard.ts";
import type { VetFlags } from "./flags.ts";
import { emptyList, type WholeList } from "./whole-list.ts";

/** A rate to estimate by: what a public service with this interface documents for requests without a key. Others may allow more or less. */
const requestsPerMinute = 100;

export interface RunSize {
  /** How many carriers of the list are vetted: all, or those of the shard. */
  carriers: number;
  /** Those of them that are asked about: the policy may refuse a number outright. */
  asked: number;
}

export interface RequestPlan extends RunSize {
  /** The records to ask for; `["summary"]` for the bulk answer. */
  records: readonly RecordName[];
  /** Numbers per bulk request. */
  batchSize: number;
  /** Whether some answers may be reused. */
  atMost: boolean;
}

/** `1,000 carriers: carrier, insurance, safety: 3,000 requests, about 30 min at 100 a minute`. */
export function planText({ carriers, asked, records, batchSize, atMost }: RequestPlan): string {
  const isBulk = records[0] === "summary";
  const requests = isBulk ? Math.ceil(asked / batchSize) : asked * records.length;
  return [
    counted(carriers, "carrier"),
    isBulk ? "bulk summary" : records.join(", "),
    `${atMost ? "at most " : ""}${counted(requests, "request")}${duration(requests)}`,
  ].join(": ");
}

/** Nothing for what takes less than a minute. */
function duration(requests: number): string {
  const minutes = requests / requestsPerMinute;
  if (minutes < 1) return "";
  const time = minutes < 120 ? `${Math.ceil(minutes)} min` : `${Math.ceil(minutes / 60)} h`;
  return `, about ${time} at ${requestsPerMinute} a minute`;
}

/**
 * Counts the carriers to vet. The whole list is only gone through where that tells more than its length.
 *
 * @throws {InputError} if the shard has no part of the list
 */
export async function sizeOf(list: WholeList, { shard: given }: VetFlags, policy: Policy): Promise<RunSize> {
  const refusesSome = policy.rules.some(({ rule }) => rule === dotNumberRule);
  if (given === undefined && !refusesSome) return { carriers: list.carriers, asked: list.carriers };
  const shard = given === undefined ? undefined : parseShard(given);
  const size = { carriers: 0, asked: 0 };
  let inputs = 0;
  for await (const { numbers, known } of batchesOf(list.inputs(), { size: new BatchSize(1_000), shard })) {
    inputs += numbers.length + known.length;
    size.carriers += numbers.length;
    size.asked += numbers.filter((dotNumber) => !isRefusedUnasked(policy, dotNumber)).length;
  }
  if (inputs === 0) throw emptyList(`part ${given} of the list`);
  return size;
}
