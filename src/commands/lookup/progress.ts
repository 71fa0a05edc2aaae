/** How far along a list is, in one line. */
import { createReadStream, promises as files } from "node:fs";
import { resolve } from "node:path";
import { addAbortSignal } from "node:stream";
import type { Tally } from "../../lookup/tally.ts";
import type { Context } from "../../runtime/context.ts";
import type { Host } from "../../runtime/host.ts";
import type { LookupInputs } from "./inputs.ts";
import { fileOf } from "./standard-streams.ts";

/**
 * What makes the progress line: counts, rate and, if the end of the list is known, the time left. undefined where rows scroll by on
 * the terminal: they are progress enough, and a line drawn between them would break them.
 */
export async function progressLine(
  { host, settings }: Context,
  tally: Tally,
  { files: lists, fromStdin }: LookupInputs,
): Promise<(() => string) | undefined> {
  if (host.stdout.isTTY && fileOf(settings.values.output) === undefined) return undefined;
  const isWatched = host.stderr.isTTY && !settings.values.quiet;
  const total = isWatched && !fromStdin ? await countLines(host, lists) : undefined;
  const started = host.now();
  return () => {
    const { counts, inputs } = tally;
    const rate = inputs / Math.max(0.001, (host.now() - started) / 1_000);
    return [
      `${inputs}${total === undefined ? "" : ` of ${total}`}`,
      `${Math.round(rate)} a second`,
      ...(total === undefined ? [] : [`${Math.max(0, Math.ceil((total - inputs) / rate))} s left`]),
      `${counts["not-found"]} not found`,
      `${counts.unanswered + counts.partial} unanswered`,
    ].join(", ");
  };
}

/** How many lines the lists have, for the time left; undefined if there is none, or where that cannot be told without harm. */
async function countLines({ cwd, signal }: Host, lists: readonly string[]): Promise<number | undefined> {
  let lines = 0;
  for (const list of lists) {
    const path = resolve(cwd, list);
    const found = await files.stat(path).catch(() => undefined);
    if (!found?.isFile()) return undefined;
    try {
      for await (const chunk of addAbortSignal(signal, createReadStream(path))) lines += lineFeedsIn(chunk as Buffer);
    } catch {
      // The same file is opened to be read in a moment, and that error is told.
      return undefined;
    }
  }
  return lists.length === 0 ? undefined : lines;
}

function lineFeedsIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) count += 1;
  return count;
}
