/** Looks up a list: what a lookup asks for, run through the list loop, and its closing line. */
import type { DotNumber } from "../../dot-number.ts";
import { DotNumberSet } from "../../dot-number-set.ts";
import type { Input } from "../../input/input.ts";
import { BatchSize, sizeOf } from "../../lookup/batches.ts";
import { lookUpInBulk } from "../../lookup/bulk.ts";
import { type Ask, lookUp } from "../../lookup/run.ts";
import { Tally } from "../../lookup/tally.ts";
import { columnsOf, type View } from "../../output/view.ts";
import type { Context } from "../../runtime/context.ts";
import type { Client } from "../../service/client.ts";
import type { RecordAnswer } from "../../service/records.ts";
import { grouped } from "../../text/digits.ts";
import { type Inputs, sourceOf } from "./inputs.ts";
import { openKeptRows, rereadable } from "./keep-columns.ts";
import { ListReport, runList } from "./list-loop.ts";
import type { LookupOptions } from "./list-options.ts";
import { openOutput } from "./open-output.ts";
import type { LookupPlan } from "./plan.ts";
import { canReadTwice, countedList, type Progress, planText, progressLine } from "./progress.ts";

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
  const { reporter, settings } = context;
  const { shard, strict } = options;
  const own = options.keepColumns ? await ownRows(context, plan.view, given) : undefined;
  let inputs: Iterable<readonly Input[]> | AsyncIterable<readonly Input[]> =
    own?.inputs ?? (strict ? await wholeList(given.pages()) : given.pages());
  const { records = [] } = plan;
  // Where a number takes several requests, what is about to be asked is said first. Most other lists end before they need counting.
  let counting = records.length > 1 ? countedList(context, given, shard) : undefined;
  const length = await counting;
  if (length) reporter.note(planText({ ...length, records, batchSize: 1, mayReuse: false }));
  const tally = new Tally();
  const asked = async (isNoted: boolean) => {
    if (!isNoted) reporter.note("nothing is known of the run that wrote the rows in the output, such as its service");
    const again = (await canReadTwice(context.host, given.lists)) ? given.pages() : undefined;
    if (again === undefined) inputs = await wholeList(inputs);
    const numbers = new DotNumberSet();
    await sizeOf(again ?? inputs, shard, (number) => numbers.add(number));
    return numbers;
  };
  const output = await openOutput(context, plan.view, options, { tally, own: own?.rows, asked });
  const report = new ListReport(reporter);
  const { "batch-size": batchSize, concurrency } = settings.values;
  const size = new BatchSize(plan.one ? 1 : batchSize);
  const outcomes = lookUp(inputs, askFor(plan, client, tally), {
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
async function ownRows(context: Context, view: View, given: Inputs) {
  const columns = columnsOf(view, "csv", context.settings.values.fields).map(({ path }) => path);
  const [list = "-"] = given.lists;
  const read = await rereadable(context, list);
  const rows = await openKeptRows(context, sourceOf(list), (keeper) => given.pages(read, keeper), columns);
  return { rows, inputs: given.pages(read, rows) };
}

/** A list read to its end before anything is looked up. */
async function wholeList<T>(pages: AsyncIterable<T> | Iterable<T>): Promise<T[]> {
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
