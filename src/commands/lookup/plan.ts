/** What distinguishes one lookup from another: what it asks for, and how that is shown. */
import type { DotNumber } from "../../dot-number.ts";
import { lookUpInBulk } from "../../lookup/bulk.ts";
import type { Result } from "../../lookup/outcome.ts";
import type { Ask } from "../../lookup/run.ts";
import type { View } from "../../output/view.ts";
import { bulkView, carrierView, insuranceView, safetyView } from "../../output/views.ts";
import type { Client } from "../../service/client.ts";
import { NotFoundError } from "../../service/errors.ts";
import type { RecordAnswer } from "../../service/records.ts";
import type { SendOptions } from "../../service/transport.ts";
import type { RecordName } from "../../vet/model.ts";
import type { NamedPath } from "../files.ts";

export interface LookupPlan {
  view: View;
  /** Asks for one number by itself; without it, a single number is a list of one. */
  one?(client: Client, dotNumber: DotNumber, options?: SendOptions): Promise<Result>;
  /** Asks for some numbers of a list; reports records that nobody asked for. */
  ask(client: Client, onUnrequested: (records: number) => void): Ask<RecordAnswer>;
  /** Whether a request holds many numbers. */
  batched?: boolean;
  /** The records that are requested for each number, if there are several. */
  records?: readonly RecordName[];
  needsKey?: boolean;
  /** Files that it reads besides those that every lookup does. */
  reads?: readonly NamedPath[];
}

const recordViews = { carrier: carrierView, insurance: insuranceView, safety: safetyView };

/** The plan for one of a carrier's records. */
export function recordPlan(record: keyof typeof recordViews): LookupPlan {
  const one = async (client: Client, dotNumber: DotNumber, options?: SendOptions): Promise<Result> => {
    try {
      return { kind: "answered", dotNumber, answer: await client.record(record, dotNumber, options) };
    } catch (error) {
      if (error instanceof NotFoundError) return { kind: "not-found", dotNumber, error };
      throw error;
    }
  };
  return { view: recordViews[record], ...oneByOne(one) };
}

/** Asks for the numbers of a list one by one. */
export function oneByOne(one: NonNullable<LookupPlan["one"]>): Pick<LookupPlan, "one" | "ask"> {
  return {
    one,
    ask: (client) => async (dotNumbers, options) => [await one(client, dotNumbers[0] as DotNumber, options)],
  };
}

/** The plan for summaries, many per request. */
export function bulkPlan(): LookupPlan {
  return {
    view: bulkView,
    needsKey: true,
    batched: true,
    ask: (client, onUnrequested) => async (dotNumbers, options) => {
      const { results, unrequested } = await lookUpInBulk((numbers) => client.bulk(numbers, options), dotNumbers);
      if (unrequested > 0) onUnrequested(unrequested);
      return results;
    },
  };
}
