/** What a `usdot vet` command line asks for. */
import { UsageError } from "../../errors.ts";
import type { Context } from "../../runtime/context.ts";
import type { ListOptions, Request } from "../lookup/list-options.ts";

/** The options of `usdot vet`, without the settings. */
export interface VetOptions extends ListOptions {
  waivers?: string;
  evidence?: string;
  from?: string;
  /** ISO 8601 UTC, or `now`. */
  asOf?: string;
  reuse?: readonly string[];
  /** In milliseconds. */
  maxAge?: number;
  /** A path, or `none`. */
  since?: string;
  report?: readonly string[];
  dryRun?: boolean;
  printPolicy?: boolean;
  rules?: boolean;
}

export type VetRequest = Request<VetOptions>;

/** Options that send requests, or read a list: a replay does neither. */
const liveOnly = ["file", "column", "strict", "shard", "rejects", "evidence", "reuse", "maxAge", "dryRun"] as const;

/**
 * Checks which options go together, before anything is read.
 *
 * @throws {UsageError} for options that exclude or require each other
 */
export function checkOptions({ numbers, options }: VetRequest): void {
  const given = (name: keyof VetOptions) => options[name] !== undefined;
  if (given("from")) {
    const other = numbers.length > 0 ? "numbers" : optionName(liveOnly.find(given));
    if (other === undefined) return;
    throw new UsageError(`--from cannot be used with ${other}`, {
      hint: "a replay judges all carriers of its evidence file and sends nothing",
    });
  }
  if (given("maxAge") && !given("reuse")) throw new UsageError("--max-age needs --reuse");
  if (given("asOf")) throw new UsageError("--as-of needs --from", { hint: "a live run judges as of now" });
}

function optionName(name: string | undefined): string | undefined {
  return name && `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/**
 * Refuses flags that only lookups understand: silently ignored, they would seem to work. In the environment or the configuration
 * file they are meant for the lookups.
 *
 * @throws {UsageError}
 */
export function refuseLookupFlags({ settings: { origins } }: Context): void {
  for (const name of ["fields", "csv-raw"] as const) {
    if (origins[name]?.from !== "flag") continue;
    throw new UsageError(`--${name} cannot be used with vet`, {
      hint: "a report shows every finding; pick fields with --format ndjson and jq",
    });
  }
}

const hour = 3_600_000;
const maxHours = 24 * 365;

/** The parser of `--max-age`: hours, as milliseconds. */
export function parseMaxAge(text: string): number {
  const hours = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && hours > 0 && hours <= maxHours) return hours * hour;
  throw new UsageError(`--max-age ${JSON.stringify(text)} is not a number of hours above 0`, {
    hint: `at most ${maxHours}, a year`,
  });
}

/** The parser of `--as-of`: `now`, or a date as ISO 8601 UTC. */
export function parseAsOf(text: string): string {
  if (text === "now") return text;
  const time = Date.parse(`${text}T00:00:00Z`);
  if (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text))
    return new Date(time).toISOString();
  throw new UsageError(`--as-of ${JSON.stringify(text)} is neither now nor a date such as 2026-11-21`);
}
