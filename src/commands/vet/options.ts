/** What a `usdot vet` command line asks for. */
import { UsageError } from "../../errors.ts";
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
  onlyChanged?: boolean;
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
export function checkOptions(request: VetRequest): void {
  const { numbers, options, flags } = request;
  const given = (name: keyof VetOptions) => options[name] !== undefined;
  checkPrinting(request);
  if (given("dryRun") && flags.output !== undefined)
    throw new UsageError("--dry-run cannot be used with --output", { hint: "it prints its plan, and writes no file" });
  if (given("onlyChanged") && !given("since")) {
    throw new UsageError("--only-changed needs an earlier run to compare with", {
      hint: "name its evidence with --since",
    });
  }
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

/** Beside an option that only prints something, no other has a meaning but where it is printed. */
function checkPrinting({ numbers, options, flags: { format, policy } }: VetRequest): void {
  const printing = (["rules", "printPolicy"] as const).find((name) => options[name]);
  if (printing === undefined) return;
  const others = Object.entries({ ...options, format, policy, [printing]: undefined });
  const other = others.find(([, value]) => value !== undefined)?.[0];
  if (other === undefined && numbers.length === 0) return;
  throw new UsageError(`${optionName(printing)} cannot be used with ${optionName(other) ?? "numbers"}`);
}

function optionName(name: string | undefined): string | undefined {
  return name && `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
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
