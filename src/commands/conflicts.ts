/** The options that cannot be used together, or not with a command. */
import type { Command } from "commander";
import { refuse } from "../errors.ts";
import {
  exclusivePairs,
  type Flags,
  type SettingName,
  settingNames,
} from "../settings/declarations.ts";
import { nameOf, type UsdotCommand } from "./usdot-command.ts";

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
