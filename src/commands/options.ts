/**
 * The options of the lookups and of vet, and which go together. Those of a list,
 * which both have, are declared once, and parsed once, by the command line's own
 * parser.
 */
import type { Command } from "commander";
import { refuse, UsageError } from "../errors.ts";
import type { Claims } from "../list/input.ts";
import {
  exclusivePairs,
  type Flags,
  type SettingName,
  settingNames,
} from "../settings/declarations.ts";
import { quoted } from "../text/json.ts";
import { moreOptions } from "./help.ts";
import { nameOf, type UsdotCommand } from "./usdot-command.ts";

export interface ListOptions {
  file?: readonly string[];
  column?: string;
  strict?: boolean;
  /** The third of eight parts: `{ part: 3, of: 8 }`. */
  shard?: { part: number; of: number };
  keepColumns?: boolean;
}

export interface LookupOptions extends ListOptions {
  allowMissing?: boolean;
  resume?: boolean;
}

export interface VetOptions extends ListOptions {
  waivers?: string;
  waive?: readonly string[];
  claim?: Claims;
  claimColumn?: Claims;
  /** False with `--no-evidence`. */
  evidence?: boolean;
  reference?: string;
  from?: string;
  reuse?: readonly string[];
  history?: string;
  onlyChanged?: boolean;
  report?: readonly string[];
  dryRun?: boolean;
  printPolicy?: boolean;
  rules?: boolean;
}

export interface Request<O extends ListOptions = LookupOptions> {
  numbers: readonly string[];
  options: O;
  flags: Flags;
}

/** Neither a number nor a list was given, and nothing is piped in. */
export class NoNumbersError extends UsageError {}

/**
 * Runs a command, and prints its help on standard error where a terminal gave
 * it no number.
 */
export async function withHelp(
  command: Command,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (error instanceof NoNumbersError) command.outputHelp({ error: true });
    throw error;
  }
}

export function addListOptions(command: Command): Command {
  return command
    .argument("[numbers...]", "USDOT numbers; - reads them from standard input")
    .optionsGroup("Lists:")
    .option(
      "-f, --file <path>",
      "a list: text, CSV or .xlsx; repeatable",
      collect,
    )
    .option("--keep-columns", "each row of --file as it is, then our columns")
    .optionsGroup(moreOptions)
    .option(
      "--column <name|number>",
      "column with the USDOT numbers, if not detected",
    )
    .option("--strict", "refuse a list that has an invalid line")
    .option(
      "--shard <part/of>",
      "only one of several equal parts, such as 3/8",
      parseShard,
    )
    .optionsGroup("Options:");
}

/**
 * The parser of an option that may be repeated. A variadic option would take
 * the numbers after it for more values.
 */
export function collect(
  value: string,
  before: readonly string[] = [],
): string[] {
  return [...before, value];
}

/** The two sides of `FIELD=VALUE`; empty for any other text. */
export const pairIn = (text: string): string[] =>
  (/^([^=]*)=\s*(.*\S)\s*$/s.exec(text) ?? []).slice(1);

function parseShard(typed: string): ListOptions["shard"] {
  const [, part, of] = (/^(\d{1,5})\/(\d{1,5})$/.exec(typed) ?? []).map(Number);
  if (part && of && part <= of) return { part, of };
  refuse(`--shard ${quoted(typed)} is not a part of a list, such as 3/8`);
}

type Conflict = readonly [
  option: string,
  others: readonly string[],
  hint?: string,
];

/** The options that only a vetting that asks the service uses. */
const askingOptions = [
  "--column",
  "--strict",
  "--shard",
  "--keep-columns",
  "--dry-run",
  "--claim",
  "--claim-column",
  "--reference",
  "--by",
  "--waive",
  "--evidence",
  "--history",
  "--reuse",
];

/** Those that cannot stand beside --rules or --print-policy, which vet nothing. */
const vettingOptions = [
  "numbers",
  "--file",
  "--output",
  "--report",
  "--from",
  "--policy",
  "--waivers",
  "--only-changed",
  ...askingOptions,
];

const conflicts: readonly Conflict[] = [
  ...exclusivePairs.map(
    ([first, second]): Conflict => [`--${first}`, [`--${second}`]],
  ),
  ["--rules", [...vettingOptions, "--print-policy"]],
  ["--print-policy", vettingOptions],
  ["--format", ["--rules", "--print-policy", "--dry-run"], "it prints text"],
  [
    "--from",
    ["numbers", "--file"],
    "it takes one file: for several, run it for each",
  ],
  ["--from", askingOptions],
  ["--history", ["--evidence"]],
  ["--no-evidence", ["--evidence", "--history"]],
  [
    "--history",
    ["--shard"],
    "give the evidence of all parts to --reuse, with the whole list",
  ],
  ["--only-changed", ["--keep-columns"]],
  [
    "--keep-columns",
    ["--shard", "--resume"],
    "it writes every row of the file",
  ],
];

/**
 * Settings conflict only as flags: one in the environment or the file yields.
 */
export function refuseConflicts(
  program: UsdotCommand,
  command: UsdotCommand,
): void {
  refuseIgnoredFlags(program, command);
  const given = [program, command].flatMap(typedOptions);
  if (command.args.length > 0) given.push("numbers");
  for (const [option, others, hint] of conflicts) {
    const other =
      given.includes(option) && others.find((name) => given.includes(name));
    if (other) refuse(`${option} cannot be used with ${other}`, hint);
  }
}

const typedOptions = (command: Command): string[] =>
  command.options
    .filter((option) => {
      const name = option.attributeName();
      // --evidence and --no-evidence have one name; the latter is false.
      const isOff = command.getOptionValue(name) === false;
      const isTyped = command.getOptionValueSource(name) === "cli";
      return isTyped && option.negate === isOff;
    })
    .map(({ long }) => long ?? "");

/**
 * Refuses flags that the command does not use. Set in the environment or the
 * file, they are meant for other commands.
 */
function refuseIgnoredFlags(
  program: UsdotCommand,
  command: UsdotCommand,
): void {
  const flags: Flags = program.opts();
  const takersOf = (setting: SettingName) =>
    program.commands.filter(({ settings }) => settings.includes(setting));
  const ignored = settingNames.find(
    (name) =>
      name in flags &&
      takersOf(name).length > 0 &&
      !command.settings.includes(name),
  );
  if (ignored === undefined) return;
  refuse(
    `--${ignored} cannot be used with ${command.name()}`,
    `it is an option of usdot ${takersOf(ignored).map(nameOf).join(", ")}`,
  );
}
