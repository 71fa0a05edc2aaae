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
  /** A directory. */
  history?: string;
  onlyChanged?: boolean;
  /** Hexadecimal, in lower case. */
  expectSha256?: string;
  report?: readonly string[];
  dryRun?: boolean;
  printPolicy?: boolean;
  printSchema?: SchemaName;
  rules?: boolean;
}

export type VetRequest = Request<VetOptions>;

/** Options that send requests, or read a list: a replay does neither. */
const liveOnly = [
  "file",
  "column",
  "strict",
  "shard",
  "rejects",
  "keepColumns",
  "evidence",
  "history",
  "reuse",
  "maxAge",
  "dryRun",
] as const;

/**
 * Checks which options go together, before anything is read.
 * @throws {UsageError} for options that exclude or require each other
 */
export function checkVetOptions(request: VetRequest): void {
  const { numbers, options, flags } = request;
  const given = (name: keyof VetOptions) => options[name] !== undefined;
  checkPrinting(request);
  if (given("dryRun") && flags.output !== undefined)
    throw new UsageError("--dry-run cannot be used with --output", { hint: "it prints its plan, and writes no file" });
  refuseUnclearHash(options);
  if (given("onlyChanged") && !given("since") && !given("history") && !given("from")) {
    throw new UsageError("--only-changed needs an earlier run to compare with", {
      hint: "name its evidence with --since, or the directory of your runs with --history",
    });
  }
  if (given("from")) {
    const other = numbers.length > 0 ? "numbers" : optionName(liveOnly.find(given));
    if (other === undefined) return;
    throw new UsageError(`--from cannot be used with ${other}`, {
      hint: "a replay judges all carriers of its evidence file and sends nothing",
    });
  }
  refuseBesideHistory(options);
  if (given("maxAge") && !given("reuse")) throw new UsageError("--max-age needs --reuse");
  if (given("asOf")) throw new UsageError("--as-of needs --from", { hint: "a live run judges as of now" });
}

/** Beside an option that only prints something, no other has a meaning but where it is printed. */
function checkPrinting({ numbers, options, flags: { format, policy } }: VetRequest): void {
  const printing = (["rules", "printPolicy", "printSchema"] as const).find((name) => options[name]);
  if (printing === undefined) return;
  const others = Object.entries({ ...options, format, policy, [printing]: undefined });
  const other = others.find(([, value]) => value !== undefined)?.[0];
  if (other === undefined && numbers.length === 0) return;
  throw new UsageError(`${optionName(printing)} cannot be used with ${optionName(other) ?? "numbers"}`);
}

/** Options that `--history` leaves no room for. */
const withoutHistory = {
  since: "it compares with the runs in its directory",
  evidence: "it records the run in its directory",
  shard: "each run in its directory is one of the whole list",
} as const;

function refuseBesideHistory({ history, ...options }: VetOptions): void {
  for (const [name, hint] of Object.entries(withoutHistory)) {
    if (history === undefined || options[name as keyof typeof withoutHistory] === undefined) continue;
    throw new UsageError(`--history cannot be used with --${name}`, { hint });
  }
}

/** A hash is that of one file. */
function refuseUnclearHash({ expectSha256, from, reuse = [], since }: VetOptions): void {
  const files = [from, ...reuse, since === "none" ? undefined : since].filter((path) => path !== undefined);
  if (expectSha256 === undefined || files.length === 1) return;
  throw new UsageError("--expect-sha256 needs one evidence file: --from, --reuse or --since", {
    hint: files.length === 0 ? "name it" : "check the others by themselves",
  });
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

/** The files that people write for vetting. */
export const schemaNames = ["policy", "waivers"] as const;
type SchemaName = (typeof schemaNames)[number];

/** The parser of `--print-schema`. */
export function parseSchemaName(text: string): SchemaName {
  const name = schemaNames.find((one) => one === text);
  if (name !== undefined) return name;
  throw new UsageError(`--print-schema ${JSON.stringify(text)} is not a file of usdot`, {
    hint: `choose one of: ${schemaNames.join(", ")}`,
    mistyped: { word: text, names: schemaNames },
  });
}

/** The parser of `--expect-sha256`. */
export function parseSha256(text: string): string {
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
  throw new UsageError(`--expect-sha256 ${JSON.stringify(text)} is not a SHA-256`, {
    hint: "it has 64 hexadecimal digits",
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
