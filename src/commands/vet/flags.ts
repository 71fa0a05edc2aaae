/** What a `usdot vet` command line asks for. */
import { UsageError } from "../../errors.ts";
import type { Context, Flags } from "../../runtime/context.ts";
import type { ListFlags } from "../lookup/plan.ts";
import { parseShard } from "../lookup/shard.ts";

/** The options of `usdot vet`, without the settings. */
export interface VetFlags extends ListFlags, Flags {
  waivers?: string;
  evidence?: string;
  from?: string;
  asOf?: string;
  reuse?: string[];
  maxAge?: string;
  since?: string;
  report?: string[];
  dryRun?: boolean;
  printPolicy?: boolean;
  rules?: boolean;
}

export interface VetRequest {
  numbers: readonly string[];
  flags: VetFlags;
  /** The command's help, for a terminal at which no number was given. */
  help(): string;
}

/** Options that ask the service, or read a list: a replay does neither. */
const liveOnly = ["file", "column", "strict", "shard", "rejects", "evidence", "reuse", "maxAge", "dryRun"] as const;

/** Options that name a file. */
const paths = ["file", "rejects", "waivers", "evidence", "from", "reuse", "since"] as const;

/**
 * Checks every option, and which go together, before anything is read.
 *
 * @throws {UsageError} for an invalid option, or options that exclude or require each other
 */
export function checkFlags({ numbers, flags }: VetRequest): void {
  const given = (name: keyof VetFlags) => flags[name] !== undefined;
  const empty = paths.find((name) => [flags[name]].flat().includes(""));
  if (empty) throw new UsageError(`${optionName(empty)} is empty`, { hint: "name a file" });
  for (const name of ["reuse", "since"] as const) {
    if (![flags[name]].flat().includes("-")) continue;
    throw new UsageError(`${optionName(name)} cannot read standard input`, { hint: "name a file" });
  }
  if (given("maxAge") && !given("reuse") && !given("from")) throw new UsageError("--max-age needs --reuse");
  maxAgeOf(flags);
  if (flags.shard !== undefined) parseShard(flags.shard);
  asOfTime(flags, "", 0);
  if (given("from")) checkReplay(numbers, given);
  else if (given("asOf")) throw new UsageError("--as-of needs --from", { hint: "a live run judges as of now" });
}

function checkReplay(numbers: readonly string[], given: (name: keyof VetFlags) => boolean): void {
  if (numbers.length > 0) throw exclusive("--from", "numbers");
  const other = liveOnly.find(given);
  if (other) throw exclusive("--from", optionName(other));
}

function exclusive(one: string, other: string): UsageError {
  return new UsageError(`${one} cannot be used with ${other}`, {
    hint: "a replay judges all carriers of its evidence file and sends nothing",
  });
}

function optionName(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
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
const longestAge = 24 * 365;

/**
 * The age up to which answers are reused, in milliseconds.
 *
 * @throws {UsageError} for anything but a positive number of hours
 */
export function maxAgeOf({ maxAge = "24" }: VetFlags): number {
  const hours = Number(maxAge);
  if (!/^\d+(\.\d+)?$/.test(maxAge) || hours <= 0 || hours > longestAge) {
    throw new UsageError(`--max-age ${JSON.stringify(maxAge)} is not a number of hours above 0`, {
      hint: `at most ${longestAge}, a year`,
    });
  }
  return hours * hour;
}

/**
 * The time as of which a replay judges.
 *
 * @param recorded ISO 8601, the time of the recorded run
 * @param now milliseconds since 1970
 * @returns ISO 8601 UTC
 * @throws {UsageError} for anything but a date or `now`
 */
export function asOfTime({ asOf }: VetFlags, recorded: string, now: number): string {
  if (asOf === undefined) return recorded;
  if (asOf === "now") return new Date(now).toISOString();
  const time = Date.parse(`${asOf}T00:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(asOf) || Number.isNaN(time) || !new Date(time).toISOString().startsWith(asOf)) {
    throw new UsageError(`--as-of ${JSON.stringify(asOf)} is neither now nor a date such as 2026-11-21`);
  }
  return new Date(time).toISOString();
}
