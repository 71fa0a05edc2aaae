/** Snapshots for tests: records as a service might send them, judged by the built-in policy. */
import type { DotNumber } from "../../../src/dot-number.ts";
import type { Part } from "../../../src/lookup/parts.ts";
import type { Snapshot } from "../../../src/output/snapshot/snapshot.ts";
import { sampleCarriers } from "../../../src/sample/carriers.ts";
import { NotFoundError, UnreachableError } from "../../../src/service/errors.ts";
import { defaultPolicy } from "../../../src/vet/default-policy.ts";
import { evaluate } from "../../../src/vet/evaluate.ts";
import type { RecordState } from "../../../src/vet/model.ts";
import { dayOfTime } from "../../../src/vet/values.ts";
import { testDay } from "../../support/memory-host.ts";

type Fields = Record<string, unknown>;

/** A record; `none` where the service has none, `unanswered` where asking failed. */
export type Given = Fields | "none" | "unanswered";

export interface GivenRecords {
  carrier: Given;
  insurance: Given;
  safety: Given;
}

/** The records of a carrier of the sample. */
export function sampleRecords(number: string): { carrier: Fields; insurance: Fields; safety: Fields } {
  const found = sampleCarriers(new Date(testDay)).find(({ carrier }) => carrier["dot_number"] === number);
  if (found === undefined) throw new Error(`the sample has no ${number}`);
  return found;
}

/** The snapshot of some records. */
export function snapshotOf(given: GivenRecords, dotNumber = "7"): Snapshot {
  const number = dotNumber as DotNumber;
  const records = { carrier: state(given.carrier), insurance: state(given.insurance), safety: state(given.safety) };
  const { findings } = evaluate(defaultPolicy(), { dotNumber: number, records }, { today: dayOfTime(testDay) });
  return {
    dotNumber: number,
    carrier: part(given.carrier),
    insurance: part(given.insurance),
    safety: part(given.safety),
    findings,
    asOf: testDay,
    askedAt: testDay,
  };
}

const notFound = new NotFoundError("the service knows no such carrier", { reason: "no-such-carrier", status: 404 });
const failed = new UnreachableError("the service failed (HTTP 503)", { reason: "host-unreachable" });

function part(given: Given): Part {
  if (given === "none") return { state: "none", error: notFound };
  if (given === "unanswered") return { state: "unanswered", error: failed };
  return { state: "answered", answer: { record: given, text: JSON.stringify(given), schemaIssues: [] } };
}

function state(given: Given): RecordState {
  if (given === "none") return { state: "none" };
  if (given === "unanswered") return { state: "unanswered", code: failed.kind, message: failed.message };
  return { state: "answered", value: given };
}
