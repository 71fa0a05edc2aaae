/** What distinguishes one lookup from another: what it asks for, and how that is shown. */
import type { DotNumber } from "../../dot-number.ts";
import type { Result } from "../../lookup/outcome.ts";
import type { View } from "../../output/view.ts";
import { bulkView, carrierView, insuranceView, safetyView } from "../../output/views.ts";
import type { Client } from "../../service/client.ts";
import type { SendOptions } from "../../service/transport.ts";
import type { RecordName } from "../../vet/model.ts";
import type { NamedPath } from "../files.ts";

export interface LookupPlan {
  view: View;
  /** Asks for one number. Without it, summaries are asked for: many per request, with a key, and a single number is a list of one. */
  one?(client: Client, dotNumber: DotNumber, options?: SendOptions): Promise<Result>;
  /** The records that are requested for each number, if there are several. */
  records?: readonly RecordName[];
  /** Files that it reads besides those that every lookup does. */
  reads?: readonly NamedPath[];
}

const recordViews = { carrier: carrierView, insurance: insuranceView, safety: safetyView };

/** The plan for one of a carrier's records. */
export function recordPlan(record: keyof typeof recordViews): LookupPlan {
  return {
    view: recordViews[record],
    async one(client, dotNumber, options) {
      return { kind: "answered", dotNumber, answer: await client.record(record, dotNumber, options) };
    },
  };
}

/** The plan for summaries. */
export const bulkPlan: LookupPlan = { view: bulkView };
