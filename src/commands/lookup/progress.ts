/** How far along a list is, in one line. */
import { createReadStream, promises as files } from "node:fs";
import { resolve } from "node:path";
import { addAbortSignal } from "node:stream";
import type { Shard } from "../../lookup/batches.ts";
import type { Context } from "../../runtime/context.ts";
import type { Host } from "../../runtime/host.ts";
import { counted, grouped, roughTime } from "../../text/digits.ts";
import { fileOf, isStandardInput } from "../files.ts";
import type { Inputs } from "./inputs.ts";

/** How far along a list is. */
export interface Progress {
  /** Inputs that have their outcome. */
  done: number;
  /** undefined where the end of the list is not known. */
  total: number | undefined;
  /** Requests that are still to be sent, as far as that can be told. */
  requestsLeft?: number | undefined;
  /** What else to say, such as `3 not found`. */
  details: readonly string[];
}

/**
 * What makes the progress line: counts, rate and, if the end of the list is known, the time left. undefined where rows scroll by on
 * the terminal: they are progress enough, and a line drawn between them would break them.
 */
export function progressLine(
  { host, settings }: Context,
  read: () => Progress | Promise<Progress>,
): (() => Promise<string>) | undefined {
  if (host.stdout.isTTY && fileOf(settings.values.output) === undefined) return undefined;
  const started = host.monotonicNow();
  return async () => {
    const { done, total, requestsLeft, details } = await read();
    const rate = done / Math.max(0.001, (host.monotonicNow() - started) / 1_000);
    return [
      `${grouped(done)}${total === undefined ? "" : ` of ${grouped(total)}`}`,
      `${rate < 10 ? Number(rate.toPrecision(2)) : grouped(Math.round(rate))} a second`,
      ...(total === undefined || rate === 0 || total <= done ? [] : [`about ${roughTime((total - done) / rate)} left`]),
      ...(requestsLeft ? [`about ${counted(requestsLeft, "request")} left`] : []),
      ...details,
    ].join(", ");
  };
}

/** Whether the lists are files that can be read once more, before they are looked up. */
export async function canReadTwice({ cwd }: Host, lists: readonly string[]): Promise<boolean> {
  if (lists.some(isStandardInput)) return false;
  const found = await Promise.all(lists.map((list) => files.stat(resolve(cwd, list)).catch(() => undefined)));
  return found.every((stats) => stats?.isFile());
}

/** How many inputs there are, by the lines of the lists, or in a shard of them; undefined where that cannot be told, or need not. */
export async function watchedTotal(
  { host, settings }: Context,
  { typed, lists }: Inputs,
  { of }: Pick<Shard, "of"> = { of: 1 },
): Promise<number | undefined> {
  if (settings.values.quiet || !(await canReadTwice(host, lists))) return undefined;
  const lines = await countLines(host, lists);
  return lines === undefined ? undefined : Math.ceil((typed + lines) / of);
}

/** How many lines the lists have, for the time left; undefined where one cannot be read. */
async function countLines({ cwd, signal }: Host, lists: readonly string[]): Promise<number | undefined> {
  let lines = 0;
  for (const list of lists) {
    try {
      const bytes = createReadStream(resolve(cwd, list));
      for await (const chunk of addAbortSignal(signal, bytes)) lines += lineFeedsIn(chunk as Buffer);
    } catch {
      // The same file is opened to be read in a moment, and that error is told.
      return undefined;
    }
  }
  return lines;
}

function lineFeedsIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) count += 1;
  return count;
}
