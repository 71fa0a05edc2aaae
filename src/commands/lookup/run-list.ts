/** Looks up a list: what a lookup asks for, run through the list loop, and its closing line. */
import type { DotNumber } from "../../dot-number.ts";
import { DotNumberSet } from "../../dot-number-set.ts";
import { BatchSize, sizeOf } from "../../lookup/batches.ts";
import { lookUpInBulk } from "../../lookup/bulk.ts";
import { type Ask, lookUp } from "../../lookup/run.ts";
import { Tally } from "../../lookup/tally.ts";
import { columnsOf, type View } from "../../output/view.ts";
import type { Context } from "../../runtime/context.ts";
import type { Client } from "../../service/client.ts";
import type { RecordAnswer } from "../../service/records.ts";
import { grouped } from "../../text/digits.ts";
import { type Inputs, type ReadBytes, refuseInvalidLines, rereadable, sourceOf } from "./inputs.ts";
import { openKeptRows } from "./keep-columns.ts";
import { ListReport, runList } from "./list-loop.ts";
import type { LookupOptions } from "./list-options.ts";
import { openOutput } from "./open-output.ts";
import type { LookupPlan } from "./plan.ts";
import { countedList, type Progress, planText, progressLine } from "./progress.ts";

/**
 * Looks up a list to its end: every input is accounted for, and the last line on standard error says how.
 * @throws {UsdotError} whenever the exit status is not 0
 */
export async function runListLookup(
  context: Context,
  plan: LookupPlan,
  client: Client,
  given: Inputs,
  options: LookupOptions,
): Promise<void> {
  const { host, reporter, settings } = context;
  const { shard, strict, keepColumns } = options;
  let again = strict || keepColumns ? await rereadable(host, given.lists) : undefined;
  if (strict) for await (const _ of refuseInvalidLines(given.pages(again?.read), reporter));
  const own = keepColumns ? await ownRows(context, plan.view, given, again?.read) : undefined;
  const { records = [] } = plan;
  // Where a number takes several requests, what is about to be asked is said first. Most other lists end before they need counting.
  let counting = records.length > 1 ? countedList(context, given, shard) : undefined;
  const length = await counting;
  if (length) reporter.note(planText({ ...length, records, batchSize: 1, mayReuse: false }));
  const tally = new Tally();
  const asked = async (isNoted: boolean) => {
    if (!isNoted) reporter.note("nothing is known of the run that wrote the rows in the output, such as its service");
    const numbers = new DotNumberSet();
    again ??= await rereadable(host, given.lists);
    await sizeOf(given.pages(again.read), shard, (number) => numbers.add(number));
    return numbers;
  };
  const output = await openOutput(context, plan.view, options, { tally, own: own?.rows, asked });
  const report = new ListReport(reporter);
  const { "batch-size": batchSize, concurrency } = settings.values;
  const size = new BatchSize(plan.one ? 1 : batchSize);
  const outcomes = lookUp(own?.inputs ?? given.pages(again?.read), askFor(plan, client, tally), {
    size,
    concurrency,
    shard,
    kept: output.kept,
    service: client,
    onStop: (error) => report.stop(error),
  });
  const progress = progressLine(context, async () => {
    // The same list is being read, and what is wrong with it told there.
    counting ??= countedList(context, given, shard).catch(() => undefined);
    const total = (await counting)?.inputs;
    return progressOf(tally, total, (records.length || 1) / size.current);
  });
  await runList(context, { outcomes, tally, report, progress, output });
  const verdict = tally.verdict({ allowMissing: options.allowMissing ?? false });
  if (verdict) throw verdict;
  reporter.note(String(tally));
}

/** Asks one by one, or for summaries in batches. */
function askFor({ one }: LookupPlan, client: Client, tally: Tally): Ask<RecordAnswer> {
  if (one === undefined)
    return async (dotNumbers, options) => {
      const { results, unrequested } = await lookUpInBulk((numbers) => client.bulk(numbers, options), dotNumbers);
      tally.unrequested += unrequested;
      return results;
    };
  return async ([first], options) => [await one(client, first as DotNumber, options)];
}

/** The list with its rows, read once to see how it is written, and to be read again. */
async function ownRows(context: Context, view: View, given: Inputs, read: ReadBytes | undefined) {
  const columns = columnsOf(view, "csv", context.settings.values.fields).map(({ path }) => path);
  const rows = await openKeptRows(
    context,
    sourceOf(given.lists[0] ?? "-"),
    (keeper) => given.pages(read, keeper),
    columns,
  );
  return { rows, inputs: given.pages(read, rows) };
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
