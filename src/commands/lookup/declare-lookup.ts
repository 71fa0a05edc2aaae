/** What the four lookups declare alike: where their numbers come from, and what becomes of a list. */
import type { Command } from "commander";
import { UsageError } from "../../errors.ts";
import { isLabel } from "../../input/label.ts";
import { lookupFormats } from "../../output/formats/index.ts";
import type { Host } from "../../runtime/host.ts";
import { withExamples } from "../help.ts";
import { addNotes } from "../notes.ts";
import { repeated } from "../option-values.ts";
import { settingFlags } from "../setting-flags.ts";
import type { ListFlags, PlanFor } from "./plan.ts";

export interface LookupDeclaration {
  name: string;
  /** In the list of commands. */
  summary: string;
  /** In its own help. */
  description: string;
  examples: readonly string[];
  /** Whether it runs when no command is named: `usdot 2233855`. */
  isDefault?: boolean;
  /** What to ask for and how to show it, loaded when the command runs: help needs none of it. */
  plan(): Promise<PlanFor>;
}

/** Declares `usdot NAME [numbers...]` with the options of a list. */
export function declareLookup(program: Command, host: Host, declaration: LookupDeclaration): void {
  const { name, summary, description, examples, isDefault = false, plan } = declaration;
  const declared = program.command(name, { isDefault });
  addNotes(declared, { formats: lookupFormats, isDefault });
  withExamples(declared, examples)
    .summary(summary)
    .description(description)
    .argument("[numbers...]", "USDOT numbers; - reads them from standard input")
    .option("-f, --file <path>", "read a list, by line or delimited; repeatable", repeatedFile)
    .option("--column <name|number>", "the list's column, if it cannot be told")
    .option("--strict", "refuse a list that has a bad line")
    .option("--allow-missing", "exit with 0 although a carrier doesn't exist")
    .option("--rejects <path>", "write what was not answered to a CSV for --file", (path: string) =>
      named("--rejects", path),
    )
    .option("--resume", "continue --output after an interruption")
    .option("--shard <part/of>", "look up one of several equal parts, such as 3/8")
    .action(async (numbers: string[], own: ListFlags, command: Command) => {
      const isNamed = program.args[0] === name;
      const [first] = numbers;
      if (!isNamed && first !== undefined) refuseMistyped(first, program);
      const [{ runLookup }, ready] = await Promise.all([import("./run-lookup.ts"), plan()]);
      const help = () => (isNamed ? command : program).helpInformation();
      await runLookup(host, ready, { numbers, flags: { ...own, ...settingFlags(program) }, help });
    });
}

/** The parser of `--file`, which may be repeated. */
export const repeatedFile = repeated((path) => named("--file", path));

/** An empty path, often that of an unset variable, would be the current directory. */
function named(option: string, path: string): string {
  if (path === "")
    throw new UsageError(`${option} names no file`, { hint: "give its path, or - for the standard stream" });
  return path;
}

/** A word in place of a number is most likely a mistyped command, unless people write it before a number: `usdot DOT 2233855`. */
function refuseMistyped(word: string, program: Command): void {
  if (!/^[a-z][a-z-]*$/i.test(word) || isLabel(word)) return;
  throw new UsageError(`${JSON.stringify(word)} is neither a command nor a USDOT number`, {
    hint: "usdot help lists the commands",
    mistyped: { word, names: program.commands.map((command) => command.name()) },
  });
}
