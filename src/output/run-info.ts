/** What a run was asked, which it notes beside its unfinished output, so that `--resume` continues only the same. */

/** What rows depend on. Two runs that agree in it write the same row for a number. */
export interface RunInfo {
  /** The command's record: `carrier`, `bulk`. */
  record: string;
  format: string;
  fields?: readonly string[] | undefined;
  csvRaw: boolean;
  /** The base URL, or `sample`. */
  service: string;
  shard?: string | undefined;
}

/** The files beside an output that belong to it. None is left after a run that answered everything. */
export function sidecarsOf(target: string) {
  return {
    /** Rows of a run that has not ended. */
    partial: `${target}.partial`,
    /** Who writes it, and what that run was asked: the log of the lock (file-lock.ts), with a `RunInfo` as its note. */
    run: `${target}.usdot-run`,
    /** Rows on their way to replace others: those that are kept, and those of a run that has no answer yet. */
    kept: `${target}.usdot-kept`,
  };
}

/** The first thing in which two runs differ, in words for the user; undefined where the one may continue the other. */
export function differenceOf(before: Partial<RunInfo>, now: RunInfo): string | undefined {
  if (before.record === undefined) return "it was started by a run that cannot be continued";
  if (before.record !== now.record) return `it holds ${before.record} records, not ${now.record} records`;
  if (before.format !== now.format) return `it is ${before.format}, not ${now.format}`;
  if (before.fields?.join() !== now.fields?.join()) return "it was started with other --fields";
  if (before.csvRaw !== now.csvRaw) return `it was started ${before.csvRaw ? "with" : "without"} --csv-raw`;
  if (before.service !== now.service) return `it was started with another service (${before.service})`;
  if (before.shard !== now.shard)
    return `it was started ${before.shard ? `with --shard ${before.shard}` : "without --shard"}`;
  return undefined;
}
