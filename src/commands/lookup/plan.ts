/** What a lookup is: the plan that distinguishes one from another, and the request that a command line makes. */
import type { DotNumber } from "../../dot-number.ts";
import type { Result } from "../../lookup/outcome.ts";
import type { Ask } from "../../lookup/run.ts";
import type { View } from "../../output/view.ts";
import type { Context, Flags } from "../../runtime/context.ts";
import type { Client } from "../../service/client.ts";
import { NotFoundError } from "../../service/errors.ts";
import type { RecordAnswer } from "../../service/records.ts";
import type { SendOptions } from "../../service/transport.ts";

/** The options of a lookup, besides the settings. */
export interface ListFlags {
  /** All lists, in order; `-` is standard input. */
  file?: readonly string[];
  column?: string;
  strict?: boolean;
  allowMissing?: boolean;
  rejects?: string;
  resume?: boolean;
  shard?: string;
}

export type LookupFlags = ListFlags & Flags;

/** What a command line asks for. */
export interface LookupRequest {
  numbers: readonly string[];
  flags: LookupFlags;
  /** The command's help, for a terminal at which no number was given. */
  help(): string;
}

/** What distinguishes one lookup from another. */
export interface LookupPlan {
  view: View;
  /** Asks for one number by itself; without it, a single number is a list of one. */
  one?(client: Client, dotNumber: DotNumber, options?: SendOptions): Promise<Result>;
  /** Asks for some numbers of a list; reports records that nobody asked for. */
  ask(client: Client, onUnrequested: (records: number) => void): Ask<RecordAnswer>;
  /** Whether a request holds many numbers. */
  batched?: boolean;
  /** How many requests a number takes, if not one. */
  requestsPerNumber?: number;
  needsKey?: boolean;
}

/** A plan may depend on the settings: a snapshot is judged by a policy. */
export type PlanFor = (context: Context) => LookupPlan | Promise<LookupPlan>;

/** The plan for an endpoint that answers about one number. */
export function oneByOne(
  answerOf: (client: Client, dotNumber: DotNumber, options?: SendOptions) => Promise<RecordAnswer>,
): Pick<LookupPlan, "one" | "ask"> {
  const one = async (client: Client, dotNumber: DotNumber, options?: SendOptions): Promise<Result> => {
    try {
      return { kind: "answered", dotNumber, answer: await answerOf(client, dotNumber, options) };
    } catch (error) {
      if (error instanceof NotFoundError) return { kind: "not-found", dotNumber, error };
      throw error;
    }
  };
  return {
    one,
    ask: (client) => async (dotNumbers, options) => [await one(client, dotNumbers[0] as DotNumber, options)],
  };
}
