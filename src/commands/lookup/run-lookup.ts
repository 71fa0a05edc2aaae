/** Runs a lookup: numbers in, rows out, the books kept. */

import type { DotNumber } from "../../dot-number.ts";
import { NotFoundError } from "../../errors.ts";
import type { Ask } from "../../lookup/run.ts";
import { checkFields, type View } from "../../output/views.ts";
import { openConnection } from "../../runtime/connection.ts";
import { type Context, openContext } from "../../runtime/context.ts";
import type { Host } from "../../runtime/host.ts";
import type { Answer, Client } from "../../service/client.ts";
import type { LookupFlags } from "./declare-lookup.ts";
import { inputsOf, type LookupInputs } from "./inputs.ts";
import { openOutput, warnOfOddities } from "./open-output.ts";

/** What distinguishes one lookup from another. */
export interface LookupPlan<R> {
  view: View;
  /** Asks for one number by itself; without it a single number is a list of one. */
  one?(client: Client, dotNumber: DotNumber): Promise<Answer<R>>;
  /** Asks for some numbers of a list. */
  ask(client: Client, onUnasked: (records: number) => void): Ask<R>;
  /** Whether a request holds many numbers. */
  batched?: boolean;
  needsKey?: boolean;
}

export interface LookupRequest {
  numbers: readonly string[];
  flags: LookupFlags;
  /** The command's help, for a terminal at which nothing was given. */
  help(): string;
}

/** The plan of an endpoint that answers about one number. */
export function oneByOne<R>(
  one: (client: Client, dotNumber: DotNumber) => Promise<Answer<R>>,
): Pick<LookupPlan<R>, "one" | "ask"> {
  return {
    one,
    ask: (client) => async (dotNumbers) => {
      const [dotNumber] = dotNumbers as [DotNumber];
      try {
        return [{ kind: "answered", dotNumber, answer: await one(client, dotNumber) }];
      } catch (error) {
        if (error instanceof NotFoundError) return [{ kind: "not-found", dotNumber, error }];
        throw error;
      }
    },
  };
}

/**
 * Runs a lookup to its end.
 *
 * @throws {UsdotError} whenever the exit status is not 0; for a list after all of it was written and reported
 */
export async function runLookup<R>(host: Host, plan: LookupPlan<R>, request: LookupRequest): Promise<void> {
  const context = await openContext(host, request.flags);
  const { fields } = context.settings.values;
  if (fields) checkFields(plan.view, fields);
  const inputs = inputsOf(host, request);
  const single = plan.one && inputs.single;

  const { client, close } = await openConnection(context, { key: plan.needsKey ?? false, list: !single });
  try {
    if (single) await runSingle(context, plan, client, single, request.flags);
    else await runList(context, plan, client, inputs, request.flags);
  } finally {
    await close();
  }
}

async function runList<R>(
  context: Context,
  plan: LookupPlan<R>,
  client: Client,
  inputs: LookupInputs,
  flags: LookupFlags,
): Promise<void> {
  // Loaded here: one carrier needs none of it.
  const { ListRun } = await import("./run-list.ts");
  await new ListRun(context, plan, client, flags).run(inputs);
}

/** One number: its record stands alone, and where there is none, nothing is written. */
async function runSingle<R>(
  context: Context,
  { view, one }: LookupPlan<R>,
  client: Client,
  dotNumber: DotNumber,
  flags: LookupFlags,
): Promise<void> {
  const output = await openOutput(context, view, flags, true);
  try {
    const answer = await (one as NonNullable<typeof one>)(client, dotNumber);
    warnOfOddities(context, dotNumber, answer.oddities);
    await output.writer.write([{ kind: "answered", dotNumber, answer }]);
    await output.finish();
  } catch (error) {
    await output.abandon();
    if (error instanceof NotFoundError && flags.allowMissing) return context.reporter.error(error);
    throw error;
  }
}
