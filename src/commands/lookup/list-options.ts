/** The options of a list, which the lookups and vet share: declared once, and parsed once, by the command line's own parser. */
import type { Command } from "commander";
import { UsageError } from "../../errors.ts";
import type { Shard } from "../../lookup/batches.ts";
import { repeated } from "../../reference/command-tree.ts";
import type { Flags } from "../../runtime/context.ts";

export interface ListOptions {
  /** All lists as they were typed, in order; `-` is standard input. */
  file?: readonly string[];
  column?: string;
  strict?: boolean;
  /** With its text: `3/8`. */
  shard?: Shard & { text: string };
  rejects?: string;
  keepColumns?: boolean;
}

export interface LookupOptions extends ListOptions {
  allowMissing?: boolean;
  resume?: boolean;
}

/** What a command line asks for. */
export interface Request<O extends ListOptions = ListOptions> {
  numbers: readonly string[];
  /** The command's own options. */
  options: O;
  /** The settings among the options. */
  flags: Flags;
  /** The command's help, for a terminal at which no number was given. */
  help(): string;
}

/** Declares the numbers and the lists that a command takes. */
export function addListOptions(command: Command): Command {
  return command
    .argument("[numbers...]", "USDOT numbers; - reads them from standard input")
    .option("-f, --file <path>", "read a list, by line or delimited; repeatable", repeated(filePathOf("--file")))
    .option("--column <name|number>", "column with the USDOT numbers, if not detected")
    .option("--strict", "refuse a list that has an invalid line")
    .option("--shard <part/of>", "only one of several equal parts, such as 3/8", parseShard)
    .option(
      "--rejects <path>",
      "write invalid and unanswered entries to a CSV that --file can read",
      filePathOf("--rejects"),
    );
}

/** Declares `--keep-columns`, for commands with one row of columns for each number. */
export function addKeepColumns(command: Command): Command {
  return command.option("--keep-columns", "CSV: every row of --file as it is, then our columns");
}

/** The parser of an option that names a file. An empty path, often that of an unset variable, would be the current directory. */
export function filePathOf(option: string): (path: string) => string {
  return (path) => {
    if (path !== "") return path;
    throw new UsageError(`${option} names no file`, { hint: "give its path, or - for the standard stream" });
  };
}

/** The same for an option that cannot name a standard stream. */
export function fileNameOf(option: string, what: "file" | "directory" = "file"): (path: string) => string {
  return (path) => {
    if (path !== "" && path !== "-") return path;
    const mistake = path === "" ? `names no ${what}` : `takes a ${what}, not a standard stream`;
    throw new UsageError(`${option} ${mistake}`, { hint: `give the path of a ${what}` });
  };
}

/** `3/8`: the third of eight parts. */
function parseShard(typed: string): Shard & { text: string } {
  const [, part, of] = (/^(\d{1,5})\/(\d{1,5})$/.exec(typed) ?? []).map(Number);
  if (part && of && part <= of) return { part, of, text: `${part}/${of}` };
  throw new UsageError(`--shard ${JSON.stringify(typed)} is not a part of a list`, {
    hint: "the third of eight parts is 3/8",
  });
}
