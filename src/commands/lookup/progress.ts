/** How far along a list is, in one line. */
import { createReadStream, promises as files } from "node:fs";
import type { Context } from "../../runtime/context.ts";

/** How far along a list is. */
export interface Progress {
  /** Inputs that have their outcome. */
  done: number;
  /** undefined where the end of the list is not known. */
  total: number | undefined;
  /** What else to say, such as `3 not found`. */
  details: readonly string[];
}

/**
 * What makes the progress line: counts, rate and, if the end of the list is known, the time left. undefined where rows scroll by on
 * the terminal: they are progress enough, and a line drawn between them would break them.
 */
export function progressLine({ host, settings }: Context, read: () => Progress): (() => string) | undefined {
  if (host.stdout.isTTY && settings.values.output === undefined) return undefined;
  const started = host.now();
  return () => {
    const { done, total, details } = read();
    const rate = done / Math.max(0.001, (host.now() - started) / 1_000);
    return [
      `${done}${total === undefined ? "" : ` of ${total}`}`,
      `${Math.round(rate)} a second`,
      ...(total === undefined ? [] : [`${Math.max(0, Math.ceil((total - done) / rate))} s left`]),
      ...details,
    ].join(", ");
  };
}

/** The number of lines in a file, if somebody watches the progress through it; undefined for anything but a plain file. */
export async function watchedTotal({ host, settings }: Context, file: string | undefined): Promise<number | undefined> {
  const isWatched = host.stderr.isTTY && !settings.values.quiet;
  return isWatched && file !== undefined ? countLines(file) : undefined;
}

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
