/** Looks up a list: what a lookup asks for, run through the list loop, and its closing line. */
import { InputError } from "../../errors.ts";
import { BatchSize, batchesOf } from "../../lookup/batches.ts";
import { lookUp } from "../../lookup/run.ts";
import { Tally } from "../../lookup/tally.ts";
import type { Context } from "../../runtime/context.ts";
import type { Client } from "../../service/client.ts";
import { grouped } from "../../text/digits.ts";
import { planText } from "../vet/request-plan.ts";
import { type Inputs, refuseInvalidLines } from "./inputs.ts";
import { type ListOutput, ListReport, runList } from "./list-loop.ts";
import type { LookupOptions } from "./list-options.ts";
import { type Output, openOutput } from "./open-output.ts";
import type { LookupPlan } from "./plan.ts";
import { canReadTwice, type Progress, progressLine, watchedTotal } from "./progress.ts";
import { warnOfSchemaIssues } from "./schema-warnings.ts";

/**
 * Looks up a list to its end: every input is accounted for, and the last line on standard error says how.
 *
 * @throws {UsdotError} whenever the exit status is not 0
 */
export async function runListLookup(
  context: Context,
  plan: LookupPlan,
  client: Client,
  given: Inputs,
  options: LookupOptions,
): Promise<void> {
  const { reporter, settings } = context;
  const { shard, strict } = options;
  const inputs = strict ? await wholeList(refuseInvalidLines(given.pages(), reporter)) : given.pages();
  await announce(context, plan, given, options);
  const tally = new Tally();
  const output = await openOutput(context, plan.view, options, false);
  const report = new ListReport(reporter);
  const { "batch-size": batchSize, concurrency } = settings.values;
  const ask = plan.ask(client, (records) => {
    tally.unrequested += records;
  });
  const size = new BatchSize(plan.batched ? batchSize : 1);
  const outcomes = lookUp(inputs, ask, {
    size,
    concurrency,
    shard,
    kept: output.kept,
    answered: () => client.answered,
    onStop: (error) => report.stop(error),
  });
  let counting: Promise<number | undefined> | undefined;
  const progress = progressLine(context, async () => {
    // Only now: most lists end before there is any progress to show.
    counting ??= watchedTotal(context, given, shard);
    const total = await counting;
    return progressOf(tally, total, (plan.records?.length ?? 1) / size.current);
  });
  await runList(context, { outcomes, tally, report, progress, output: rows(context, output, tally) });
  close(context, tally, report, options);
}

/** What is about to be asked, and how long it takes, where a number takes several requests and the list can be counted first. */
async function announce(
  { host, reporter, settings }: Context,
  plan: LookupPlan,
  given: Inputs,
  { shard }: LookupOptions,
): Promise<void> {
  const { records = [] } = plan;
  if (records.length < 2 || settings.values.quiet || !(await canReadTwice(host, given.lists))) return;
  let carriers = 0;
  for await (const { numbers } of batchesOf(given.pages(), { size: new BatchSize(1_000), shard }))
    carriers += numbers.length;
  reporter.note(planText({ carriers, asked: carriers, records, batchSize: 1, atMost: false }));
}

/** A list read to its end before anything is looked up. */
async function wholeList<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const whole: T[] = [];
  for await (const page of pages) whole.push(page);
  return whole;
}

function progressOf({ counts, inputs }: Tally, total: number | undefined, requestsPerNumber: number): Progress {
  const details: [count: number, words: string][] = [
    [counts["not-found"], "not found"],
    [counts.unanswered + counts.partial, "unanswered"],
  ];
  return {
    done: inputs,
    total,
    requestsLeft: total === undefined ? undefined : Math.ceil(Math.max(0, total - inputs) * requestsPerNumber),
    details: details.filter(([count]) => count > 0).map(([count, words]) => `${grouped(count)} ${words}`),
  };
}

/** Where the rows of a list go. */
function rows(context: Context, output: Output, tally: Tally): ListOutput {
  return {
    async write(page) {
      for (const outcome of page) {
        if (outcome.kind === "answered") {
          warnOfSchemaIssues(context, outcome.dotNumber, outcome.answer.schemaIssues);
        }
        // A number that is no longer in the list doesn't count.
        if (outcome.kind === "kept" && output.keptMissing?.has(outcome.dotNumber)) tally.keptMissing += 1;
        const rejected = output.reject(outcome);
        // Most are not rejected, and a million needless awaits take time.
        if (rejected) await rejected;
      }
      await output.writer.write(page);
    },
    finish() {
      // Nothing is written for a list of nothing: an earlier output stays.
      if (tally.inputs === 0) throw new InputError("the list holds no USDOT number", { hint: "nothing was sent" });
      return output.finish(tally.counts.unanswered + tally.counts.partial > 0);
    },
    abandon: () => output.abandon(),
  };
}

function close({ reporter }: Context, tally: Tally, report: ListReport, { allowMissing = false }: LookupOptions): void {
  report.closeStop();
  const verdict = tally.verdict({ allowMissing });
  if (verdict) throw verdict;
  reporter.note(String(tally));
}
