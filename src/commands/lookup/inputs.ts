/** Where a lookup's numbers come from: arguments, files, standard input. */
import { fstatSync } from "node:fs";
import { resolve } from "node:path";
import { addAbortSignal, type Readable } from "node:stream";
import { type DotNumber, quoteInput } from "../../dot-number.ts";
import { InputError, UsageError } from "../../errors.ts";
import { type Input, readArguments } from "../../input/input.ts";
import { cannotRead } from "../../output/file-error.ts";
import type { Host } from "../../runtime/host.ts";
import type { LookupRequest } from "./plan.ts";
import { isStandardInput } from "./standard-streams.ts";

export interface LookupInputs {
  /** The number given as an argument, if that is all there is. */
  single: DotNumber | undefined;
  /** How many numbers were given as arguments. */
  typed: number;
  /** All inputs, as they are read. Reading starts when they are taken. */
  pages: AsyncIterable<readonly Input[]>;
  /** The files that are read, in order, without standard input. */
  files: readonly string[];
  fromStdin: boolean;
}

/** Sees the bytes of a list as they are read; `source` is the list's name in the places of its inputs. */
export type ListTap = (source: string, chunk: Uint8Array) => void;

/**
 * The inputs that a command line gives. Any option that is about lists makes a list of a single number.
 *
 * @throws {InputError} when an argument is not a USDOT number
 * @throws {UsageError} when standard input is named twice, or when nothing is given and standard input is a terminal (after showing the
 * command's help)
 */
export function inputsOf(host: Host, { numbers, flags, help }: LookupRequest, tap: ListTap = () => {}): LookupInputs {
  const args = readArguments(numbers.filter((number) => number !== "-"));
  refuseBadArguments(args);
  const lists = [...(flags.file ?? []), ...numbers.filter((number) => number === "-")];
  if (numbers.length === 0 && lists.length === 0) {
    if (host.stdin.isTTY) {
      host.printError(`${help()}\n`);
      throw noNumber();
    }
    lists.push("-");
  }
  const files = lists.filter((list) => !isStandardInput(list));
  const fromStdin = files.length < lists.length;
  if (fromStdin && host.stdin.isTTY) throw noNumber();
  if (files.length < lists.length - 1) {
    throw new UsageError("standard input is named twice", { hint: "it can be read only once" });
  }
  const [first, ...others] = args;
  const isSingle = others.length === 0 && lists.length === 0 && !isListAsked(flags);
  return {
    single: first && "dotNumber" in first && isSingle ? first.dotNumber : undefined,
    typed: args.length,
    pages: pagesOf(host, args, lists, { column: flags.column, tap }),
    files,
    fromStdin,
  };
}

function noNumber(): UsageError {
  return new UsageError("no USDOT number was given", { hint: "give one, or a list with --file" });
}

/** Options that mean something only for a list. */
function isListAsked({ file, column, strict, rejects, resume, shard }: LookupRequest["flags"]): boolean {
  return [file, column, strict, rejects, resume, shard].some((flag) => flag !== undefined);
}

async function* pagesOf(
  host: Host,
  args: readonly Input[],
  lists: readonly string[],
  { column, tap }: { column: string | undefined; tap: ListTap },
): AsyncGenerator<readonly Input[]> {
  if (args.length > 0) yield args;
  if (lists.length === 0) return;
  // Loaded here, since most lookups are of arguments.
  const [{ readList }, { openList }] = await Promise.all([
    import("../../input/read-list.ts"),
    import("./open-list.ts"),
  ]);
  for (const list of lists) {
    const isStdin = isStandardInput(list);
    const open = async () => (isStdin ? host.stdin : openList(resolve(host.cwd, list)));
    const source = isStdin ? "stdin" : list;
    const bytes = bytesOf(open, isStdin ? "standard input" : list, host.signal);
    yield* readList(
      tapped(bytes, (chunk) => tap(source, chunk)),
      source,
      { column },
    );
  }
}

function refuseBadArguments(args: readonly Input[]): void {
  const [first, ...others] = args.filter((input) => "invalid" in input);
  if (first === undefined) return;
  const more =
    others.length === 0
      ? ""
      : `; ${others.length === 1 ? "another argument is not a USDOT number either" : `${others.length} other arguments are not USDOT numbers either`}`;
  throw new InputError(`${quoteInput(first.text)} ${first.invalid}${more}`, { hint: "nothing was sent" });
}

async function* bytesOf(open: () => Promise<Readable>, name: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    const stream = await open();
    refuseDirectory(stream);
    // A terminal, or a memory stream in a test, may give text.
    for await (const chunk of addAbortSignal(signal, stream))
      yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
  } catch (error) {
    signal.throwIfAborted();
    throw cannotRead(name, error);
  }
}

async function* tapped(bytes: AsyncIterable<Uint8Array>, tap: (chunk: Uint8Array) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    tap(chunk);
    yield chunk;
  }
}

/** Node reads a directory on standard input as empty; a file's stream has no descriptor yet, and fails by itself. */
function refuseDirectory(stream: Readable & { fd?: number | null }): void {
  if (typeof stream.fd === "number" && fstatSync(stream.fd).isDirectory())
    throw Object.assign(new Error(), { code: "EISDIR" });
}
