/** Where a lookup's numbers come from: arguments, a file, standard input. */
import { createReadStream, fstatSync } from "node:fs";
import { addAbortSignal, type Readable } from "node:stream";
import { type DotNumber, quoteInput } from "../../dot-number.ts";
import { FileError, InputError, reasonOf, UsageError } from "../../errors.ts";
import { type Input, readArguments } from "../../input/input.ts";
import type { Host } from "../../runtime/host.ts";
import type { LookupRequest } from "./run-lookup.ts";

export interface LookupInputs {
  /** The one number that was given as an argument, when that is all. */
  single: DotNumber | undefined;
  /** All inputs, as they are read. Reading begins when they are taken. */
  pages: AsyncIterable<readonly Input[]>;
  /** The file that is read, for how far we are in it. */
  file: string | undefined;
}

/**
 * The inputs that a command line names.
 *
 * @throws {InputError} when an argument is no USDOT number
 * @throws {UsageError} when nothing is given and standard input is a terminal, after the command's help was shown
 */
export function inputsOf(host: Host, { numbers, flags, help }: LookupRequest): LookupInputs {
  const args = readArguments(numbers.filter((number) => number !== "-"));
  refuseBadArguments(args);
  const { file, column } = flags;
  const fromStdin = numbers.includes("-") || (numbers.length === 0 && file === undefined);
  if (fromStdin && host.stdin.isTTY) {
    if (!numbers.includes("-")) host.tell(`${help()}\n`);
    throw new UsageError("no USDOT number is given", { hint: "name one, or a list with --file" });
  }
  const [first, ...others] = args;
  const single =
    first && "dotNumber" in first && others.length === 0 && !fromStdin && file === undefined
      ? first.dotNumber
      : undefined;
  const options = column === undefined ? {} : { column };
  async function* pages(): AsyncGenerator<readonly Input[]> {
    if (args.length > 0) yield args;
    if (file === undefined && !fromStdin) return;
    // Loaded here, for most lookups are of arguments.
    const { readList } = await import("../../input/read-list.ts");
    if (file !== undefined) yield* readList(bytesOf(createReadStream(file), file, host.signal), file, options);
    if (fromStdin) yield* readList(bytesOf(host.stdin, "standard input", host.signal), "stdin", options);
  }
  return { single, pages: pages(), file };
}

function refuseBadArguments(args: readonly Input[]): void {
  const [first, ...others] = args.filter((input) => "refused" in input);
  if (first === undefined) return;
  const more =
    others.length === 0
      ? ""
      : `, nor ${others.length === 1 ? "is another argument" : `are ${others.length} other arguments`} a USDOT number`;
  throw new InputError(`${quoteInput(first.text)} ${first.refused}${more}`, { hint: "nothing was asked" });
}

async function* bytesOf(stream: Readable, name: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    refuseDirectory(stream);
    // A memory stream in a test, or a terminal, may give text.
    for await (const chunk of addAbortSignal(signal, stream))
      yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
  } catch (error) {
    signal.throwIfAborted();
    throw new FileError(`cannot read ${name}: ${reasonOf(error)}`, {
      cause: error,
      hint: "check its path and its permissions",
    });
  }
}

/** Node reads a directory on standard input as nothing; a file's stream has no descriptor yet, and fails by itself. */
function refuseDirectory(stream: Readable & { fd?: number | null }): void {
  if (typeof stream.fd === "number" && fstatSync(stream.fd).isDirectory())
    throw Object.assign(new Error(), { code: "EISDIR" });
}
