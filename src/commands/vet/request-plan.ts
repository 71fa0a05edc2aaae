/** How many requests a run takes: its first line on standard error, and what `--dry-run` prints. */
import { grouped } from "../../text/digits.ts";
import type { RecordName } from "../../vet/model.ts";

/** A rate to estimate by: what a public service with this interface documents for requests without a key. Others may allow more or less. */
const requestsPerMinute = 100;

export interface RequestPlan {
  carriers: number;
  /** The records to ask for; `["summary"]` for the bulk answer. */
  records: readonly RecordName[];
  /** Numbers per bulk request. */
  batchSize: number;
  /** Whether some answers may be reused. */
  atMost: boolean;
}

/** `1,000 carriers: carrier, insurance, safety: 3,000 requests, about 30 min at 100 a minute`. */
export function planText({ carriers, records, batchSize, atMost }: RequestPlan): string {
  const isBulk = records[0] === "summary";
  const requests = isBulk ? Math.ceil(carriers / batchSize) : carriers * records.length;
  return [
    `${grouped(carriers)} ${carriers === 1 ? "carrier" : "carriers"}`,
    isBulk ? "bulk summary" : records.join(", "),
    `${atMost ? "at most " : ""}${grouped(requests)} ${requests === 1 ? "request" : "requests"}${duration(requests)}`,
  ].join(": ");
}

/** Nothing for what takes less than a minute. */
function duration(requests: number): string {
  const minutes = requests / requestsPerMinute;
  if (minutes < 1) return "";
  const time = minutes < 120 ? `${Math.ceil(minutes)} min` : `${Math.ceil(minutes / 60)} h`;
  return `, about ${time} at ${requestsPerMinute} a minute`;
}
