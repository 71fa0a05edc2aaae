/**
 * A run over carriers, which a person watches: how far it is, how it ended, and
 * where it was when it was cut short. What differs between commands is what they
 * ask, what they write of a carrier, and what they know at the end:
 *
 * |             | carrier -f, bulk             | vet -f                          |
 * | ----------- | ---------------------------- | ------------------------------- |
 * | `Question`  | the record (lookup.ts)       | what the policy needs           |
 * | written     | rows (row-output.ts)         | verdicts, already recorded      |
 * | the end     | the tally                    | the footer: counts, notes, hash |
 * | exit status | `lookupEnding`               | `vetEnding`                     |
 */
import {
  type ErrorKind,
  ExitStatus,
  FileError,
  OtherError,
} from "../errors.ts";
import { descriptor, identityOf } from "../files/output-file.ts";
import { invalidText } from "../list/input.ts";
import {
  type Entry,
  type Question,
  streamCarriers,
} from "../lookup/carriers.ts";
import { EarlyStop } from "../lookup/early-stop.ts";
import { Tally } from "../lookup/tally.ts";
import { aboutService, type Connection } from "../run/connection.ts";
import type { Context } from "../run/context.ts";
import type { Host } from "../run/host.ts";
import type { Reporter } from "../run/reporter.ts";
import type { Client } from "../service/client.ts";
import { grouped } from "../text/digits.ts";
import { waitText } from "../text/time.ts";

/**
 * Asks about a list. Standard error says what went wrong in a page before it is
 * written, then how far the run has come, followed by `remark`. What goes wrong
 * with a single number is its command's last message.
 */
export async function* askWithProgress(
  context: Context,
  { client, service }: Connection,
  question: Question,
  { tally = new Tally(), isSingle = false, remark = (): string => "" },
): AsyncGenerator<Entry[]> {
  const { host, values, reporter, output } = context;
  // Rows on a terminal would be beside the status line; a list's table comes
  // after it.
  const isScrolling =
    host.stdout.isTTY &&
    (isSingle || values.format !== "table") &&
    output === undefined;
  const started = host.now();
  const stop = new EarlyStop(question.resumed !== undefined);
  const total = question.inputs.length;
  try {
    const pages = streamCarriers(client, question, values, stop);
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

/** Why the exit status is not 0, and what to do. */
export interface BadEnding {
  kind: ErrorKind;
  hint?: string | undefined;
  /** What is said where the counts are said already. */
  words?: string;
  /** Whether no carrier got an answer: files of earlier runs stay. */
  isOutage?: true;
}

/** Says where the rows are if no carrier got an answer: earlier files stay. */
export function unansweredText(
  host: Host,
  partialPaths: readonly string[],
): string {
  const paths = partialPaths.map(host.shownPath).join(", ");
  return paths && `no carrier got an answer: what was written is in ${paths}`;
}

/**
 * Says how a list ended, and throws what sets the exit status. `areCountsSaid`:
 * by standard output.
 */
export function endList(
  { reporter, values }: Context,
  counts: string,
  ending: BadEnding | undefined,
  areCountsSaid = false,
): void {
  if (ending === undefined) {
    if (!areCountsSaid) reporter.note(counts);
    return;
  }
  const { kind, words = "not every carrier passes", hint } = ending;
  // With --quiet, only what failed was named, and the exit status says the rest.
  if (values.quiet) throw new ExitStatus(kind);
  throw new OtherError(areCountsSaid ? words : counts, kind, { hint });
}

export const continuedBy = (option: string) =>
  `the same command with ${option} continues it`;

/**
 * Says how far a stopped run came: `after` so much, or undefined before the first
 * answer, which is said of a list alone.
 */
export function noteStopped(
  { reporter }: Context,
  after: string | undefined,
  isList: boolean,
): void {
  if (after) reporter.note(`stopped after ${after}`);
  else if (isList)
    reporter.note(
      "stopped before the first answer: run the same command again",
    );
}

/** Says where a run that ended early wrote, and how to use or continue that. */
export function noteLeft(
  { host, reporter }: Context,
  path: string,
  next?: string,
): void {
  const where = `what was written is in ${host.shownPath(path)}`;
  reporter.note(next ? `${where}; ${next}` : where);
}

/**
 * Runs a command. If it fails, says, also with --quiet, which of its outputs
 * are still the old files: nobody should take yesterday's report for today's.
 */
export async function namingUnwritten(
  { host, reporter }: Context,
  outputs: readonly (string | undefined)[],
  run: () => Promise<void>,
): Promise<void> {
  const before = outputs.map(identityOf);
  try {
    await run();
  } catch (error) {
    const unwritten = outputs.flatMap((path, at) =>
      path &&
      !descriptor.test(path) &&
      before[at] !== "" &&
      identityOf(path) === before[at]
        ? host.shownPath(path)
        : [],
    );
    if (unwritten.length > 0)
      reporter.error(
        new FileError(
          `not written, and still from before this run: ${unwritten.join(", ")}`,
        ),
      );
    throw error;
  }
}
