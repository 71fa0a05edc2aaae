/**
 * How a run ends: its exit status and its last message, or where it was when it
 * was cut short. Which status that is, each command decides.
 */
import {
  type ErrorKind,
  ExitStatus,
  FileError,
  InterruptedError,
  OtherError,
} from "../errors.ts";
import { descriptor, identityOf } from "../files/output-file.ts";
import type { Context } from "../run/context.ts";
import type { Host } from "../run/host.ts";

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
 * Says how far a stopped run came: `after` so much; undefined: no answer yet,
 * which is said of a list alone. Returns whether there was any.
 */
export function noteStopped(
  { reporter }: Context,
  reason: unknown,
  isList: boolean,
  after: string | undefined,
): boolean {
  if (!(reason instanceof InterruptedError)) return false;
  if (after) reporter.note(`stopped after ${after}`);
  else if (isList)
    reporter.note(
      "stopped before the first answer: run the same command again",
    );
  return after !== undefined;
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
