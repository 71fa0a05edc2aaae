/** How far along a list is, in one line. */
import { createReadStream, promises as files } from "node:fs";
import type { Tally } from "../../lookup/tally.ts";
import type { Context } from "../../runtime/context.ts";

/**
 * What makes the progress line: counts, rate and, if the end of the list is known, the time left. undefined where rows scroll by on
 * the terminal: they are progress enough, and a line drawn between them would break them.
 */
export async function progressLine(
  { host, settings }: Context,
  tally: Tally,
  file: string | undefined,
): Promise<(() => string) | undefined> {
  if (host.stdout.isTTY && settings.values.output === undefined) return undefined;
  const isWatched = host.stderr.isTTY && !settings.values.quiet;
  const total = isWatched && file !== undefined ? await countLines(file) : undefined;
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

/** How many lines a file has, for the time left; undefined for anything but a plain file. */
async function countLines(path: string): Promise<number | undefined> {
  const found = await files.stat(path).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  let lines = 0;
  for await (const chunk of createReadStream(path)) {
    const bytes = chunk as Buffer;
    for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) lines += 1;
  }
  return lines;
}
