/** How many requests a run takes: its first line on standard error, and what `--dry-run` prints. */
import type { ListSize } from "../../lookup/batches.ts";
import { counted, roughTime } from "../../text/digits.ts";
import type { RecordName } from "../../vet/model.ts";

/** A rate to estimate by: what a public service with this interface documents for requests without a key. Others may allow more or less. */
const requestsPerMinute = 100;

export interface RequestPlan extends ListSize {
  /** The records to ask for; `["summary"]` for the bulk answer. */
  records: readonly RecordName[];
  /** Numbers per bulk request. */
  batchSize: number;
  /** Whether some answers may be reused. */
  mayReuse: boolean;
}

/** `1,000 carriers: carrier, insurance, safety: 3,000 requests, about 30 min at 100 a minute`. */
export function planText({ carriers, asked, records, batchSize, mayReuse }: RequestPlan): string {
  const isBulk = records[0] === "summary";
  const requests = isBulk ? Math.ceil(asked / batchSize) : asked * records.length;
  // A number that a bulk answer leaves out is asked for by itself: a no needs an answer of its own.
  const bound = isBulk ? (mayReuse ? "about " : "at least ") : mayReuse ? "at most " : "";
  const time = `, about ${roughTime((60 * requests) / requestsPerMinute)} at ${requestsPerMinute} a minute`;
  return [
    counted(carriers, "carrier"),
    isBulk ? "bulk summary" : records.join(", "),
    `${bound}${counted(requests, "request")}${requests < requestsPerMinute ? "" : time}`,
  ].join(": ");
}
