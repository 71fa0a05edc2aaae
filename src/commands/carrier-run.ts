/**
 * The one way from a list to its outputs. What differs between commands is what
 * they ask, what they make of a carrier, and what they know at the end:
 *
 * |             | carrier -f, bulk             | vet -f                          |
 * | ----------- | ---------------------------- | ------------------------------- |
 * | `Question`  | the record (lookup-kinds.ts) | what the policy needs           |
 * | `items`     | rows                         | verdicts, already recorded      |
 * | `end`       | the tally                    | the footer: counts, notes, hash |
 * | exit status | `lookupEnding` (endings.ts)  | `vetEnding`                     |
 */

import type { RunEnd } from "../files/output-file.ts";
import { invalidText } from "../list/input.ts";
import {
  type Entry,
  type Question,
  streamCarriers,
} from "../lookup/carriers.ts";
import { EarlyStop } from "../lookup/early-stop.ts";
import type { Tally } from "../lookup/tally.ts";
import type { Output } from "../output/output.ts";
import { aboutService, type Connection } from "../run/connection.ts";
import type { Context } from "../run/context.ts";
import type { Reporter } from "../run/reporter.ts";
import type { Client } from "../service/client.ts";
import { grouped } from "../text/digits.ts";
import { waitText } from "../text/time.ts";

/** What a command writes about carriers, however these come. */
interface CarrierRun<Item, End> {
  /** All are opened before anything is sent, and each gets every item. */
  outputs: readonly (() => Promise<Output<Item, End>>)[];
  /** Called once the outputs are open, before any item. */
  begin?(): Promise<void>;
  items(): AsyncIterable<readonly Item[]>;
  end(): End | Promise<End>;
  runEnd(end: End): RunEnd;
  /** The run ends early, with outputs that have some items. */
  stopped(
    reason: unknown,
    partialPaths: readonly string[],
  ): void | Promise<void>;
}

/**
 * Returns what is known at the end, once all is written; where nobody was
 * answered, also the paths of what was written instead of the outputs.
 */
export async function runCarriers<Item, End>(
  run: CarrierRun<Item, End>,
): Promise<{ end: End; partialPaths: readonly string[] }> {
  /** Those that have not ended. */
  const outputs: Output<Item, End>[] = [];
  const partialPaths: string[] = [];
  try {
    for (const open of run.outputs) outputs.push(await open());
    await run.begin?.();
    for await (const page of run.items()) {
      for (const output of outputs) {
        for (const item of page) output.item(item);
        await output.flush();
      }
    }
    const end = await run.end();
    // One whose end fails stays among them, to be abandoned.
    for (const output of [...outputs]) {
      const path = await output.end(end, run.runEnd(end));
      outputs.shift();
      if (path) partialPaths.push(path);
    }
    return { end, partialPaths };
  } catch (reason) {
    const paths = await Promise.all(
      outputs.map((output) => output.abandon(reason).catch(() => undefined)),
    );
    partialPaths.push(...paths.flatMap((path) => path ?? []));
    await run.stopped(reason, partialPaths);
    throw reason;
  }
}

/**
 * Asks about a list. Standard error says what went wrong in a page before it is
 * written, then how far the run has come, followed by `remark`. What goes wrong
 * with a single number is its command's last message.
 */
export async function* askWithProgress(
  context: Context,
  { client, service }: Connection,
  question: Question,
  tally: Tally,
  { isSingle = false, remark = (): string => "" },
): AsyncGenerator<Entry[]> {
  const { host, settings, reporter, output } = context;
  const { format } = settings.values;
  // Rows on a terminal would be written beside the status line.
  const isScrolling =
    host.stdout.isTTY &&
    (isSingle || format !== "table") &&
    output === undefined;
  const started = host.now();
  const stop = new EarlyStop(question.resumed !== undefined);
  const total = question.inputs.length;
  try {
    const pages = streamCarriers(client, question, settings.values, stop);
    for await (const page of pages) {
      for (const entry of page) {
        tally.add(entry);
        if (!isSingle) complain(entry, reporter, stop);
      }
      if (isScrolling) reporter.status(undefined);
      yield page;
      // Only now: this page was answered before the signal.
      host.signal.throwIfAborted();
      await reporter.flushed();
      reporter.status(() => {
        const elapsed = host.now() - started;
        const progress = progressText(tally, total, elapsed, client.pace());
        return `${aboutService(service)}: ${progress}${remark()}`;
      });
    }
    if (stop.error && !isSingle) reporter.error(stop.error);
  } finally {
    reporter.status(undefined);
    reporter.endComplaints();
  }
}

/** Says what goes wrong; once the list is stopped, that is said for all. */
function complain(entry: Entry, reporter: Reporter, stop: EarlyStop): void {
  if (entry.kind === "invalid") reporter.invalid(invalidText(entry.input));
  if (entry.kind !== "carrier" || stop.error) return;
  const { state, error } = entry.ending;
  if (error && state !== "not-found")
    reporter.failure(`USDOT ${entry.dotNumber}`, error);
}

/**
 * How far along a list is after so many milliseconds: `120 of 1,000, 3 not
 * found, about 4 minutes left`.
 */
export function progressText(
  tally: Tally,
  total: number,
  elapsed: number,
  pace: ReturnType<Client["pace"]>,
): string {
  const done = tally.total;
  const notFound = tally.count("not-found");
  const requested = notFound + tally.count("answered", "partial", "unanswered");
  // The pace that the service allows may be slower than its answers so far.
  const took = Math.max(elapsed, pace.requests * pace.milliseconds);
  const left = requested === 0 ? 0 : (took / requested) * (total - done);
  const parts = [
    `${grouped(done)} of ${grouped(total)}`,
    notFound > 0 && `${grouped(notFound)} not found`,
    left > 0 && `about ${waitText(left)} left`,
  ];
  return parts.filter(Boolean).join(", ");
}
