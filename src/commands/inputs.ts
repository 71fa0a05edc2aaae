/**
 * Where a command's numbers come from: arguments, files, standard input. All is
 * read before anything is sent.
 */
import type { DotNumber } from "../dot-number.ts";
import { refuse } from "../errors.ts";
import { identityOf } from "../files/output-file.ts";
import { gather, readBytes } from "../files/read.ts";
import {
  type Input,
  invalidIn,
  invalidText,
  markOf,
  numbersIn,
  type ReadOptions,
  readOutNotes,
  rowsByNumber,
  searchHint,
  singleNumber,
  standardInput,
} from "../list/input.ts";
import type { List } from "../list/list.ts";
import { readPasted } from "../list/pasted.ts";
import { markExcerpt } from "../out-of-service-mark.ts";
import type { KeptList } from "../output/keep-columns.ts";
import type { Context } from "../run/context.ts";
import type { Host } from "../run/host.ts";
import type { Reporter } from "../run/reporter.ts";
import { firstOf } from "../text/digits.ts";
import { shellPath } from "../text/hint.ts";
import { excerpt } from "../text/safe-text.ts";
import { writtenNames } from "../views.ts";
import { type ListOptions, NoNumbersError, type Request } from "./options.ts";

/** The numbers that a command line gives, and the lists that they are from. */
export interface Given {
  inputs: readonly Input[];
  lists: readonly List[];
  /**
   * The number, if a single one was given as an argument and no option makes a
   * list of it.
   */
  single: DotNumber | undefined;
  /** The user's own rows, which get ours beside them (`--keep-columns`). */
  keptList?: KeptList | undefined;
}

/**
 * Reads the inputs that a command line gives: arguments, files and standard
 * input. Says on standard error what is to be known about them.
 */
export async function openInputs(
  context: Context,
  { numbers, options }: Request,
  claims: ReadOptions = {},
): Promise<Given> {
  const { host, reporter, values } = context;
  const { strict, shard, resume, keepColumns, file = [] } = options;
  const isNothing = numbers.length + file.length === 0;
  if (isNothing && host.stdin.isTTY)
    throw new NoNumbersError("no USDOT number was given", {
      hint: "give one, or a list with --file",
    });
  const typed = readPasted(numbers.filter((number) => number !== "-"));
  refuseInvalidArgument(typed, host);
  const isPiped = isNothing || numbers.includes("-");
  if (isPiped) reporter.status("reading the list from standard input");
  const names = isPiped ? [...file, "-"] : file;
  const lists = await readListFiles(host, names, {
    ...options,
    ...claims,
    writtenNames: new Set([...writtenNames, ...(values.fields ?? [])]),
  }).finally(() => reporter.status(undefined));
  const inputs = [...typed, ...lists.flatMap((list) => list.inputs)];
  const toAsk = shard ? shardOf(inputs, shard) : inputs;
  reporter.note(...lists.flatMap(({ notes }) => notes), ...notesOn(toAsk));
  const empty = lists.find((list) => list.inputs.length === 0);
  if (empty) refuse(`${empty.source} has no USDOT number`, "nothing was sent");
  if (strict && printInvalid(inputs, reporter).length > 0)
    refuse(
      "the list has lines that are not USDOT numbers",
      "nothing was sent; fix them, or leave out --strict",
    );
  const isList =
    names.length > 0 || inputs.length > 1 || strict || shard || resume;
  if (toAsk.length === 0)
    reporter.note("this part of the list has no USDOT number");
  return {
    inputs: toAsk,
    lists,
    single: isList ? undefined : singleNumber(inputs),
    keptList: keepColumns
      ? await keptListIn(context, lists, inputs)
      : undefined,
  };
}

/**
 * What to know about all inputs together: numbers that were read out of text,
 * marks of OOS, and where to search without any number.
 */
export function notesOn(inputs: readonly Input[]): string[] {
  const isSearch = inputs.some(
    (each) => "invalid" in each && each.isSearchable,
  );
  if (isSearch && numbersIn(inputs).length === 0) return [searchHint];
  const notes = readOutNotes(inputs);
  const marked = Array.from(
    rowsByNumber(inputs.filter((each) => "mark" in each && each.mark)),
    ([dotNumber, rows]) => `${dotNumber} (${markExcerpt(markOf(rows) ?? "")})`,
  );
  if (marked.length > 0)
    notes.push(
      `marked: USDOT ${firstOf(marked)}; other words, colors and comments are not marks`,
    );
  return notes;
}

/**
 * Each part takes every `of`th of the distinct numbers, wherever these occur
 * again; invalid lines belong to part 1.
 */
function shardOf(
  inputs: readonly Input[],
  { part, of }: NonNullable<ListOptions["shard"]>,
): Input[] {
  const inPart = new Set(
    numbersIn(inputs).filter((_, index) => index % of === part - 1),
  );
  return inputs.filter((input) =>
    "invalid" in input ? part === 1 : inPart.has(input.dotNumber),
  );
}

/** The names of the lists. */
export const sourcesOf = ({ lists }: Given): string[] =>
  lists.map(({ source }) => source);

/** Says which columns of an earlier run are replaced, and what is not kept. */
async function keptListIn(
  { reporter }: Context,
  [list]: readonly List[],
  inputs: readonly Input[],
): Promise<KeptList> {
  if (!list?.table || list.inputs.length !== inputs.length)
    refuse(
      "--keep-columns needs one list with columns",
      "give one --file, and no numbers",
    );
  const { keptNotes } = await import("../output/keep-columns.ts");
  const keptList = { ...list, table: list.table };
  reporter.note(...keptNotes(keptList));
  return keptList;
}

async function readListFiles(
  host: Host,
  names: readonly string[],
  options: ReadOptions,
): Promise<List[]> {
  if (names.length === 0) return [];
  // Loaded here, since most lookups are of arguments.
  const { readList } = await import("../list/list.ts");
  const lists: List[] = [];
  for (const name of names) {
    // `carriers.xlsx#Sheet2`
    const [, path = name, sheet] = /^(.+\.xlsx)#(.+)$/is.exec(name) ?? [];
    const isPiped = name === "-";
    const bytes = isPiped
      ? await gather(host.stdin, "standard input")
      : await readBytes(host.resolve(path));
    const source = isPiped ? standardInput : path;
    const read = { ...options, sheet, isPiped };
    lists.push(await readList(bytes, source, read));
  }
  return lists;
}

function refuseInvalidArgument(inputs: readonly Input[], host: Host): void {
  const first = inputs.find((input) => "invalid" in input);
  if (first === undefined) return;
  const path = host.resolve(first.text);
  if (identityOf(path))
    refuse(
      `${excerpt(first.text)} is a file`,
      `use --file ${shellPath(first.text)}`,
    );
  refuse(
    invalidText(first),
    first.isSearchable ? searchHint : "nothing was sent",
  );
}

/** Names the lines of a list that are not USDOT numbers, and returns them. */
export function printInvalid(inputs: readonly Input[], reporter: Reporter) {
  const invalid = invalidIn(inputs);
  for (const line of invalid) reporter.invalid(invalidText(line));
  reporter.endComplaints();
  return invalid;
}
