/** The journal beside an unfinished output: what the run that began it was asked, so that only the same is continued. */
import { promises as files } from "node:fs";

/** What rows depend on. Two runs that agree in it write the same row for a number. */
export interface Beginning {
  /** The command's record: `carrier`, `bulk`. */
  record: string;
  format: string;
  fields: readonly string[] | undefined;
  csvRaw: boolean;
  /** The base URL, or `sample`. */
  service: string;
  shard: string | undefined;
}

/** The files beside an output that belong to it. All are ours by their names, and none is left after a run that answered everything. */
export function companionsOf(target: string) {
  return {
    /** Rows of a run that has not ended. */
    partial: `${target}.partial`,
    journal: `${target}.usdot-resume`,
    lock: `${target}.usdot-lock`,
    /** Rows that are kept, on their way to replace all rows. */
    kept: `${target}.usdot-kept`,
  };
}

const version = 1;

/** Reads a journal; undefined where there is none, or one that was never finished. */
export async function readJournal(path: string): Promise<Beginning | undefined> {
  const text = await files.readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return "";
  });
  try {
    const { usdot, ...beginning } = JSON.parse(text);
    return usdot === version ? { fields: undefined, shard: undefined, ...beginning } : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a journal, before the first row is. It is created, so that a link that somebody put there leads nowhere. */
export async function writeJournal(path: string, beginning: Beginning): Promise<void> {
  await files.rm(path, { force: true });
  try {
    await files.writeFile(path, `${JSON.stringify({ usdot: version, ...beginning })}\n`, { flag: "wx" });
  } catch (error) {
    await files.rm(path, { force: true });
    throw error;
  }
}

/** The first thing in which two runs differ, in words for the user; undefined where the one may continue the other. */
export function differenceOf(before: Beginning, now: Beginning): string | undefined {
  if (before.record !== now.record) return `it holds ${before.record} records, not ${now.record} records`;
  if (before.format !== now.format) return `it is ${before.format}, not ${now.format}`;
  if (before.fields?.join() !== now.fields?.join()) return "it was started with other --fields";
  if (before.csvRaw !== now.csvRaw) return `it was started ${before.csvRaw ? "with" : "without"} --csv-raw`;
  if (before.service !== now.service) return `it was started with another service (${before.service})`;
  if (before.shard !== now.shard)
    return `it was started ${before.shard ? `with --shard ${before.shard}` : "without --shard"}`;
  return undefined;
}
