/** What the four lookups declare alike: where their numbers come from, and what becomes of a list. */
import type { Command } from "commander";
import { UsageError } from "../../errors.ts";
import type { Flags } from "../../runtime/context.ts";
import type { Host } from "../../runtime/host.ts";
import { listCommand } from "../declare.ts";
import { settingFlags } from "../flags.ts";
import { helpOf } from "../help.ts";
import type { LookupPlan } from "./run-lookup.ts";

/** The options of a lookup, beside the settings. */
export interface ListFlags {
  file?: string;
  column?: string;
  strict?: boolean;
  allowMissing?: boolean;
  rejects?: string;
  resume?: boolean;
  shard?: string;
}

export type LookupFlags = ListFlags & Flags;

export interface LookupDeclaration<R> {
  name: string;
  /** In the list of commands. */
  summary: string;
  /** In its own help. */
  description: string;
  examples: readonly string[];
  /** Whether it is meant where no command is named: `usdot 2233855`. */
  isDefault?: boolean;
  /** What to ask and how to show it, loaded when the command runs: the help needs none of it. */
  plan(): Promise<LookupPlan<R>>;
}

/** Lists a lookup: `usdot NAME [numbers...]` with the options of a list. */
export function declareLookup<R>(
  program: Command,
  host: Host,
  { name, summary, description, examples, isDefault, plan }: LookupDeclaration<R>,
): void {
  listCommand(program, { name, summary, isDefault }, (command) => {
    helpOf(command, examples)
      .description(description)
      .argument("[numbers...]", "USDOT numbers; - reads them from standard input")
      .option("-f, --file <path>", "read a list: one a line, or delimited")
      .option("--column <name|number>", "its column, where that is not evident")
      .option("--strict", "refuse a list with a bad line as a whole")
      .option("--allow-missing", "an unknown carrier is no failure")
      .option("--rejects <path>", "CSV of what was not answered, for --file")
      .option("--resume", "continue --output after an interruption")
      .option("--shard <part/of>", "one of several equal parts, such as 3/8")
      .action(async (numbers: string[], own: ListFlags, command: Command) => {
        const named = program.args[0] === name;
        const [first] = numbers;
        if (!named && first !== undefined && /^[a-z][a-z-]*$/i.test(first)) throw await mistyped(first, program);
        const [{ runLookup }, ready] = await Promise.all([import("./run-lookup.ts"), plan()]);
        const help = () => (named ? command : program).helpInformation();
        await runLookup(host, ready, { numbers, flags: { ...own, ...settingFlags(program) }, help });
      });
  });
}

/** A word where a number is meant to be is a command that was mistyped. */
async function mistyped(word: string, program: Command): Promise<UsageError> {
  const { closest, distance } = await import("fastest-levenshtein");
  const near = closest(
    word,
    program.commands.map((command) => command.name()),
  );
  const hint =
    distance(word, near) <= Math.max(2, word.length / 3) ? `did you mean ${near}?` : "usdot help lists the commands";
  return new UsageError(`${JSON.stringify(word)} is neither a command nor a USDOT number`, { hint });
}
