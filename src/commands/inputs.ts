/** Where a command's numbers come from: arguments, files, standard input. All is read before anything is sent. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { type DotNumber, quoteInput } from "../dot-number.ts";
import { UsageError } from "../errors.ts";
import { gather, readBytes } from "../files/read.ts";
import { readArguments } from "../list/arguments.ts";
import {
  type Input,
  invalidIn,
  invalidText,
  numbersIn,
} from "../list/input.ts";
import type { List, ReadOptions } from "../list/list.ts";
import type { OwnRows } from "../output/keep-columns.ts";
import type { Context } from "../run/context.ts";
import type { Reporter } from "../run/reporter.ts";
import { counted } from "../text/digits.ts";
import { shellPath } from "../text/shell-word.ts";
import type { ListOptions, Request } from "./list-options.ts";

export interface Inputs {
  inputs: readonly Input[];
  lists: readonly List[];
  /** The number, if a single one was given as an argument and no option makes a list of it. */
  single: DotNumber | undefined;
}

/** Reads the inputs that a command line gives, and says on standard error what is to be known about them. */
export async function readInputs(
  context: Context,
  { numbers, options, help }: Omit<Request, "flags">,
  claims: Pick<ReadOptions, "claims" | "claimColumns"> = {},
): Promise<Inputs> {
  const { host, reporter } = context;
  const { column, strict, shard, file = [], resume, keepColumns } = options;
  const given = readArguments(numbers.filter((number) => number !== "-"));
  const names = [
    ...file,
    ...numbers.filter((number) => number === "-").slice(0, 1),
  ];
  if (numbers.length + names.length === 0) {
    if (host.stdin.isTTY) {
      help();
      throw new UsageError("no USDOT number was given", {
        hint: "give one, or a list with --file",
      });
    }
    names.push("-");
  }
  refuseInvalidArgument(given.inputs, host.cwd);
  const lists: List[] = [];
  for (const name of names)
    lists.push(
      await readOne(name, context, {
        column,
        keepTable: keepColumns,
        ...claims,
      }),
    );
  for (const note of [given, ...lists].flatMap(({ notes }) => notes))
    reporter.note(note);

  const all = [given, ...lists].flatMap(({ inputs }) => inputs);
  if (all.length === 0)
    throw new UsageError("the list has no USDOT number", {
      hint: "nothing was sent",
    });
  if (strict) refuseInvalidLines(all, reporter);
  const [first, ...others] = all;
  const isList =
    names.length > 0 || others.length > 0 || strict || shard || resume;
  const single =
    first && "dotNumber" in first && !isList ? first.dotNumber : undefined;
  return { inputs: shard ? shardOf(all, shard) : all, lists, single };
}

/** Each part takes every `of`th of the distinct numbers, wherever these occur again; invalid lines belong to part 1. */
export function shardOf(
  inputs: readonly Input[],
  { part, of }: NonNullable<ListOptions["shard"]>,
): Input[] {
  const numbers = [...new Set(numbersIn(inputs))];
  const own = new Set(numbers.filter((_, index) => index % of === part - 1));
  return inputs.filter((input) =>
    "invalid" in input ? part === 1 : own.has(input.dotNumber),
  );
}

/** The names of the lists. */
export const sourcesOf = ({ lists }: Inputs): string[] =>
  lists.map(({ source }) => source);

/** The user's own rows, which get ours beside them (`--keep-columns`). */
export function ownRows({ lists, inputs }: Inputs): OwnRows {
  const [list] = lists;
  if (list?.table && list.inputs.length === inputs.length)
    return { ...list, table: list.table };
  throw new UsageError("--keep-columns needs one list with columns", {
    hint: "give one --file, and no numbers",
  });
}

async function readOne(
  name: string,
  { host, reporter }: Context,
  options: ReadOptions,
): Promise<List> {
  // Loaded here, since most lookups are of arguments.
  const { readList } = await import("../list/list.ts");
  if (name !== "-") {
    // `carriers.xlsx#Sheet2`
    const [, path = name, sheet] = /^(.+\.xlsx)#(.+)$/is.exec(name) ?? [];
    return readList(await readBytes(resolve(host.cwd, path)), path, {
      ...options,
      sheet,
    });
  }
  reporter.status("reading the list from standard input");
  const bytes = await gather(host.stdin, "standard input").finally(() =>
    reporter.status(undefined),
  );
  return readList(bytes, "stdin", { ...options, isPasted: true });
}

function refuseInvalidArgument(inputs: readonly Input[], cwd: string): void {
  const first = inputs.find((input) => "invalid" in input);
  if (first === undefined) return;
  if (statSync(resolve(cwd, first.text), { throwIfNoEntry: false })?.isFile())
    throw new UsageError(`${quoteInput(first.text)} is a file`, {
      hint: `use --file ${shellPath(first.text)}`,
    });
  const findByDocket =
    "find its USDOT number by the MC number at https://safer.fmcsa.dot.gov/CompanySnapshot.aspx";
  throw new UsageError(invalidText(first), {
    hint: first.invalid.includes("docket number")
      ? findByDocket
      : "nothing was sent",
  });
}

function refuseInvalidLines(
  inputs: readonly Input[],
  reporter: Reporter,
): void {
  const invalid = invalidIn(inputs);
  if (invalid.length === 0) return;
  for (const line of invalid) reporter.invalid(invalidText(line));
  reporter.endComplaints();
  const lines = counted(
    invalid.length,
    "line that is not a USDOT number",
    "lines that are not USDOT numbers",
  );
  throw new UsageError(`the list has ${lines}`, {
    hint: "nothing was sent; fix it, or leave out --strict",
  });
}
