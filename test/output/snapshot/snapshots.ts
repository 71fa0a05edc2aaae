/** Snapshots for tests: records as a service might send them, judged by the built-in policy. */
import type { DotNumber } from "../../../src/dot-number.ts";
import type { Snapshot } from "../../../src/output/snapshot/snapshot.ts";
import { sampleCarriers } from "../../../src/sample/carriers.ts";
import { displayWidth } from "../../../src/text/width.ts";
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

const sample = sampleCarriers(new Date(testDay));

/** The records of a carrier of the sample. */
export function sampleRecords(number: string): { carrier: Fields; insurance: Fields; safety: Fields } {
  const found = sample.find(({ carrier }) => carrier["dot_number"] === number);
  if (found === undefined) throw new Error(`the sample has no ${number}`);
  return found;
}

/** The snapshot of some records. */
export function snapshotOf(given: GivenRecords, dotNumber = "7"): Snapshot {
  const number = dotNumber as DotNumber;
  const records = { carrier: state(given.carrier), insurance: state(given.insurance), safety: state(given.safety) };
  const { findings } = evaluate(defaultPolicy(), { dotNumber: number, records }, { today: dayOfTime(testDay) });
  return { dotNumber, records, findings, asOf: testDay, askedAt: testDay };
}

function state(given: Given): RecordState {
  if (given === "none") return { state: "none" };
  if (given === "unanswered")
    return { state: "unanswered", code: "unreachable", message: "the service failed (HTTP 503)" };
  return { state: "answered", value: given, text: JSON.stringify(given) };
}

/** The lines of a screen that do not fit the terminal. */
export function linesBeyond(screen: string, width: number): string[] {
  return screen.split("\n").filter((line) => displayWidth(line) > width);
}
