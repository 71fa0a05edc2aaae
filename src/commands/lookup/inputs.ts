/** Where a lookup's numbers come from: arguments, files, standard input. */
import { promises as files, fstatSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { addAbortSignal, type Readable } from "node:stream";
import { quoteInput } from "../../dot-number.ts";
import { InputError, UsageError } from "../../errors.ts";
import { cannotRead } from "../../file-error.ts";
import type { Bytes } from "../../input/decode.ts";
import { type Input, invalidText, readArguments } from "../../input/input.ts";
import type { ReadOptions, RowKeeper } from "../../input/read-list.ts";
import { streamOf } from "../../open-file.ts";
import type { Context } from "../../runtime/context.ts";
import type { Host } from "../../runtime/host.ts";
import type { Reporter } from "../../runtime/reporter.ts";
import { counted } from "../../text/digits.ts";
import { shellPath } from "../../text/shell-word.ts";
import { isStandardInput } from "../files.ts";
import type { LookupOptions, Request } from "./list-options.ts";

/** What a command line asks about. */
export type Inputs = ReturnType<typeof inputsOf>;

/** The bytes of a list. */
export type ReadBytes = (list: string) => Bytes;

/**
 * The inputs that a command line gives. Any option that is about lists makes a list of a single number.
 * @throws {InputError} when an argument is not a USDOT number
 * @throws {UsageError} when nothing is given and standard input is a terminal (after showing the command's help)
 */
export function inputsOf({ host, reporter }: Context, { numbers, options, help }: Request) {
  const { column } = options;
  if (column !== undefined && numbers.length > 0 && !numbers.includes("-") && options.file === undefined)
    throw new UsageError("--column needs a list", { hint: "name it with --file, or - for standard input" });
  const args = readArguments(numbers.filter((number) => number !== "-"));
  refuseInvalidArguments(args, host);
  const lists = [...(options.file ?? []), ...numbers.filter((number) => number === "-")];
  if (numbers.length === 0 && lists.length === 0) {
    if (host.stdin.isTTY) {
      host.printError(`${help()}\n`);
      throw noNumber();
    }
    lists.push("-");
  }
  // In this order: to open standard input takes milliseconds.
  if (lists.some(isStandardInput) && host.stdin.isTTY) throw noNumber();
  const [first, ...others] = args;
  // The others mean something only for a list.
  const { strict, rejects, resume, shard }: LookupOptions = options;
  const isListAsked = [column, strict, rejects, resume, shard].some((option) => option !== undefined);
  const isSingle = others.length === 0 && lists.length === 0 && !isListAsked;
  return {
    /** The number given as an argument, if that is all there is. */
    single: first && "dotNumber" in first && isSingle ? first.dotNumber : undefined,
    /** As they were typed, in the order in which they are read. */
    lists,
    /** Reads all inputs, in order; `read` takes the place of opening a list. */
    pages: (read?: ReadBytes, keeper?: RowKeeper) => pagesOf(args, lists, { host, read, column, keeper, reporter }),
  };
}

/** What messages call a list. */
export function sourceOf(list: string): string {
  return isStandardInput(list) ? "stdin" : list;
}

function noNumber(): UsageError {
  return new UsageError("no USDOT number was given", { hint: "give one, or a list with --file" });
}

/** Reads arguments and lists, and warns if numbers in a list may have been commented out by mistake. */
async function* pagesOf(
  args: readonly Input[],
  lists: readonly string[],
  { host, read, reporter, ...options }: ReadOptions & { host: Host; read: ReadBytes | undefined; reporter: Reporter },
): AsyncGenerator<readonly Input[]> {
  if (read === undefined && args.length + lists.length > 1) await checkLists(host, lists, options.column);
  if (args.length > 0) yield args;
  for (const list of lists) {
    const lines: number[] = [];
    const source = sourceOf(list);
    // Loaded here, since most lookups are of arguments.
    const { readList } = await import("../../input/read-list.ts");
    const bytes = read ? read(list) : listBytes(host, list);
    yield* readList(bytes, source, { ...options, onDoubtfulComment: (line) => lines.push(line) });
    // A list may be read twice, and the reporter warns only once.
    const what = counted(lines.length, "comment with something like a number", "comments with something like a number");
    if (lines.length > 0) reporter.warning(`${source}: skipped ${what}, such as line ${lines[0]}`);
  }
}

/** Reads the beginning of each list: one that is missing, or is none, must be found before the others are asked about. */
async function checkLists(host: Host, lists: readonly string[], column: string | undefined): Promise<void> {
  const { readList } = await import("../../input/read-list.ts");
  for (const list of lists) {
    const stats = await files.stat(resolve(host.cwd, list)).catch(() => undefined);
    // A pipe has its beginning only once: to open and close it would end the program that writes to it.
    if (isStandardInput(list) || stats?.isFIFO() || stats?.isCharacterDevice()) continue;
    for await (const _ of readList(listBytes(host, list), list, { column })) break;
  }
}

function refuseInvalidArguments(args: readonly Input[], { cwd }: Host): void {
  const [first, ...others] = args.filter((input) => "invalid" in input);
  if (first === undefined) return;
  if (statSync(resolve(cwd, first.text), { throwIfNoEntry: false })?.isFile())
    throw new InputError(`${quoteInput(first.text)} is a file`, { hint: `use --file ${shellPath(first.text)}` });
  const hint = first.invalid.includes("docket number") ? findByDocket : "nothing was sent";
  const also = counted(others.length, "other is not a USDOT number", "others are not USDOT numbers");
  const more = others.length === 0 ? "" : `; ${also} either`;
  throw new InputError(`${quoteInput(first.text)} ${first.invalid}${more}`, { hint });
}

const findByDocket = "find its USDOT number by the MC number at https://safer.fmcsa.dot.gov/CompanySnapshot.aspx";

/**
 * Passes a list on, for `--strict`, and reports its invalid lines.
 * @throws {InputError} at its end, if there was one
 */
export async function* refuseInvalidLines(
  pages: AsyncIterable<readonly Input[]>,
  reporter: Reporter,
): AsyncGenerator<readonly Input[]> {
  let count = 0;
  for await (const page of pages) {
    for (const input of page) {
      if (!("invalid" in input)) continue;
      count += 1;
      reporter.invalid(invalidText({ ...input, reason: input.invalid }));
    }
    await reporter.flushed();
    yield page;
  }
  if (count === 0) return;
  const lines = counted(count, "line that is not a USDOT number", "lines that are not USDOT numbers");
  throw new InputError(`the list has ${lines}`, { hint: "nothing was sent; fix it, or leave out --strict" });
}

/**
 * The bytes of a list, a file or standard input. What is made of larger pieces of a list would outlive the collection of short-lived objects.
 * @throws {FileError} when it cannot be read
 */
export async function* listBytes(host: Host, list: string, pieceLength = 2 ** 16): AsyncGenerator<Uint8Array> {
  const { stdin, cwd, signal } = host;
  const isStdin = isStandardInput(list);
  try {
    const stream = isStdin ? stdin : await streamOf(resolve(cwd, list), pieceLength);
    refuseDirectory(stream);
    // A terminal, or a memory stream in a test, may give text.
    for await (const chunk of addAbortSignal(signal, stream))
      yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
  } catch (error) {
    signal.throwIfAborted();
    throw cannotRead(isStdin ? "standard input" : list, error);
  }
}

/**
 * How lists are read again and again, and the bytes of those that are kept in memory for it: standard input, pipes and devices can be
 * read only once, and may have no end.
 * @throws {InputError} if they are larger than may be kept
 */
export async function rereadable(
  host: Host,
  lists: readonly string[],
  { keepsFiles = false, maxMiB = 128, hint = "save it to a file, and name that" } = {},
) {
  const { splitLines } = await import("../../input/lines.ts");
  const { decode } = await import("../../input/decode.ts");
  // By the lists as they were typed: a file may be called stdin.
  const kept = new Map<string, Uint8Array[]>();
  let left = maxMiB * 2 ** 20;
  const keeping = async function* (list: string, own: Uint8Array[]) {
    for await (const piece of listBytes(host, list)) {
      own.push(piece);
      left -= piece.length;
      const what = kept.size > 1 ? "the lists together are" : `${sourceOf(list)} is`;
      if (left < 0) throw new InputError(`${what} larger than ${maxMiB} MiB`, { hint });
      yield piece;
    }
  };
  for (const list of lists) {
    if (kept.has(list) || (!keepsFiles && (await canReadTwice(host, [list])))) continue;
    const own: Uint8Array[] = [];
    kept.set(list, own);
    // What is no text is refused as it comes.
    const source = sourceOf(list);
    const lines = splitLines(decode(keeping(list, own), source), { source });
    while (!(await lines.next()).done);
  }
  const read: ReadBytes = (list) => kept.get(list) ?? listBytes(host, list);
  return { read, kept };
}

/** Whether the lists are files, which can be read once more. */
export async function canReadTwice({ cwd }: Host, lists: readonly string[]): Promise<boolean> {
  if (lists.some(isStandardInput)) return false;
  const found = await Promise.all(lists.map((list) => files.stat(resolve(cwd, list)).catch(() => undefined)));
  return found.every((stats) => stats?.isFile());
}

/** Node reads a directory on standard input as empty; a file's stream has no descriptor yet, and fails by itself. */
function refuseDirectory(stream: Readable & { fd?: number | null }): void {
  if (typeof stream.fd === "number" && fstatSync(stream.fd).isDirectory())
    throw Object.assign(new Error(), { code: "EISDIR" });
}
