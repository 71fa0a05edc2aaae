/** Where a lookup's numbers come from: arguments, a file, standard input. */
import { createReadStream, fstatSync } from "node:fs";
import { addAbortSignal, type Readable } from "node:stream";
import { type DotNumber, quoteInput } from "../../dot-number.ts";
import { FileError, InputError, reasonOf, UsageError } from "../../errors.ts";
import { type Input, readArguments } from "../../input/input.ts";
import type { Host } from "../../runtime/host.ts";
import type { LookupRequest } from "./plan.ts";

export interface LookupInputs {
  /** The number given as an argument, if that is all there is. */
  single: DotNumber | undefined;
  /** All inputs, as they are read. Reading starts when they are taken. */
  pages: AsyncIterable<readonly Input[]>;
  /** The file that is read, for the progress through it. */
  file: string | undefined;
}

/** Sees the bytes of a list as they are read; `source` is the list's name in the places of its inputs. */
export type ListTap = (source: string, chunk: Uint8Array) => void;

/**
 * The inputs that a command line gives.
 *
 * @throws {InputError} when an argument is not a USDOT number
 * @throws {UsageError} when nothing is given and standard input is a terminal, after showing the command's help
 */
export function inputsOf(host: Host, { numbers, flags, help }: LookupRequest, tap: ListTap = () => {}): LookupInputs {
  const args = readArguments(numbers.filter((number) => number !== "-"));
  refuseBadArguments(args);
  const { file, column } = flags;
  const fromStdin = numbers.includes("-") || (numbers.length === 0 && file === undefined);
  if (fromStdin && host.stdin.isTTY) {
    if (!numbers.includes("-")) host.tell(`${help()}\n`);
    throw new UsageError("no USDOT number was given", { hint: "give one, or a list with --file" });
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
    // Loaded here, since most lookups are of arguments.
    const { readList } = await import("../../input/read-list.ts");
    const bytes = (stream: Readable, name: string, source: string) =>
      tapped(bytesOf(stream, name, host.signal), (chunk) => tap(source, chunk));
    if (file !== undefined) yield* readList(bytes(createReadStream(file), file, file), file, options);
    if (fromStdin) yield* readList(bytes(host.stdin, "standard input", "stdin"), "stdin", options);
  }
  return { single, pages: pages(), file };
}

function refuseBadArguments(args: readonly Input[]): void {
  const [first, ...others] = args.filter((input) => "refused" in input);
  if (first === undefined) return;
  const more =
    others.length === 0
      ? ""
      : `; ${others.length === 1 ? "another argument is not a USDOT number either" : `${others.length} other arguments are not USDOT numbers either`}`;
  throw new InputError(`${quoteInput(first.text)} ${first.refused}${more}`, { hint: "nothing was sent" });
}

async function* bytesOf(stream: Readable, name: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    refuseDirectory(stream);
    // A terminal, or a memory stream in a test, may give text.
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
