/** What a `usdot vet` command line asks for, which options go together, and the plan that they come to. */
import { UsageError } from "../../errors.ts";
import { type Claims, claimFields } from "../../input/input.ts";
import type { ReportFormat } from "../../output/reports/index.ts";
import type { Context } from "../../runtime/context.ts";
import type { Evidence, EvidenceRun } from "../../vet/evidence.ts";
import type { Policy } from "../../vet/policy.ts";
import type { Waivers } from "../../vet/waivers.ts";
import type { Inputs } from "../lookup/inputs.ts";
import type { ListOptions, Request } from "../lookup/list-options.ts";

export interface VetOptions extends ListOptions {
  waivers?: string;
  claim?: Claims;
  claimColumn?: Claims;
  evidence?: string;
  reference?: string;
  from?: string;
  asOf?: string;
  reuse?: readonly string[];
  /** In milliseconds. */
  maxAge?: number;
  since?: string;
  history?: string;
  onlyChanged?: boolean;
  expectSha256?: string;
  report?: readonly string[];
  dryRun?: boolean;
  printPolicy?: boolean;
  rules?: boolean;
}

export type VetRequest = Request<VetOptions>;

export interface Plan {
  context: Context;
  options: VetOptions;
  /** The start of the run, ISO 8601 UTC, and "today" for every rule. */
  asOf: string;
  policy: Policy;
  waivers: Waivers | undefined;
  targets: readonly Target[];
  inputs: Inputs;
  /** What the run says of itself; a replay says it as it was recorded. */
  about: Pick<EvidenceRun, "reference" | "by" | "shard" | "invalid">;
  recorded?: Evidence | undefined;
}

export interface Target {
  format: ReportFormat;
  /** Absolute; undefined for standard output. */
  path: string | undefined;
}

type Name = keyof VetOptions;

const replayHint =
  "a replay judges all carriers of its evidence file and sends nothing";
const historyHint =
  "each run in its directory is one of the whole list, and is compared with the one before it";

/** An option that leaves no room for others, or means nothing without one of them. */
const together: readonly [
  option: Name,
  relation: "excludes" | "needs",
  others: readonly Name[],
  hint: string,
][] = [
  [
    "from",
    "excludes",
    ["file", "column", "strict", "shard", "keepColumns", "dryRun"],
    replayHint,
  ],
  [
    "from",
    "excludes",
    [
      "claim",
      "claimColumn",
      "reference",
      "evidence",
      "history",
      "reuse",
      "maxAge",
    ],
    replayHint,
  ],
  ["history", "excludes", ["since", "evidence", "shard"], historyHint],
  [
    "keepColumns",
    "excludes",
    ["shard", "onlyChanged"],
    "every row of the file is kept",
  ],
  [
    "onlyChanged",
    "needs",
    ["since", "history", "from"],
    "name an earlier run, or the directory of your runs",
  ],
  [
    "maxAge",
    "needs",
    ["reuse"],
    "it says how old an answer may be that --reuse takes",
  ],
  ["asOf", "needs", ["from"], "a live run judges as of now"],
];

/** Finds what is wrong with the options among themselves, before anything is read. */
export function mistakesIn({ numbers, options }: VetRequest): UsageError[] {
  const { from, since, reuse = [], expectSha256 } = options;
  const files = [from, since, ...reuse].filter((path) => path !== undefined);
  const mistakes = together.flatMap((rule) => broken(rule, options));
  const report = (message: string, hint: string) =>
    mistakes.push(new UsageError(message, { hint }));
  if (from !== undefined && numbers.length > 0)
    report("--from cannot be used with numbers", replayHint);
  if (expectSha256 !== undefined && files.length !== 1)
    report(
      "--expect-sha256 needs one evidence file: --from, --since or --reuse",
      "it is one file's hash",
    );
  return mistakes;
}

function broken(
  [option, relation, others, hint]: (typeof together)[number],
  options: VetOptions,
): UsageError[] {
  if (options[option] === undefined) return [];
  const given = others.filter((other) => options[other] !== undefined);
  const flag = flagOf(option);
  if (relation === "excludes")
    return given.map(
      (other) =>
        new UsageError(`${flag} cannot be used with ${flagOf(other)}`, {
          hint,
        }),
    );
  return given.length > 0
    ? []
    : [
        new UsageError(`${flag} needs ${others.map(flagOf).join(" or ")}`, {
          hint,
        }),
      ];
}

function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The parser of `--claim` and `--claim-column`: `FIELD=VALUE`, repeatable. */
export function parseClaim(option: string, what: string) {
  return (text: string, before: Claims = {}): Claims => {
    const [, name = "", value] = /^([^=]*)=\s*(.*\S)\s*$/s.exec(text) ?? [];
    const field = claimFields.find(
      (one) => one === name.trim().toLowerCase().replaceAll("-", "_"),
    );
    const hint = `the fields are ${claimFields.join(", ")}`;
    if (value === undefined)
      throw new UsageError(
        `${option} ${JSON.stringify(text)} is not FIELD=${what}`,
        { hint },
      );
    if (field === undefined)
      throw new UsageError(`${option} has no field ${JSON.stringify(name)}`, {
        hint,
      });
    if (before[field] !== undefined)
      throw new UsageError(`${option} ${field} is given twice`, {
        hint: "one claim about a field is compared",
      });
    return { ...before, [field]: value };
  };
}

/** The parser of `--max-age`: hours, as milliseconds. */
export function parseMaxAge(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0)
    return Number(text) * 3_600_000;
  throw new UsageError(
    `--max-age ${JSON.stringify(text)} is not a number of hours above 0`,
  );
}

/** The parser of `--as-of`: `now`, or a date as ISO 8601 UTC. */
export function parseAsOf(text: string): string {
  const date = new Date(Date.parse(`${text}T00:00:00Z`) || 0).toISOString();
  if (text === "now") return text;
  if (text.length === 10 && date.startsWith(text)) return date;
  throw new UsageError(
    `--as-of ${JSON.stringify(text)} is neither now nor a date such as 2026-11-21`,
  );
}
