/** The list of carriers to vet, read to its end before anything is sent, so that mistakes in it are found first. */
import type { DotNumber } from "../../dot-number.ts";
import { InputError } from "../../errors.ts";
import { type Input, readArguments } from "../../input/input.ts";
import { readList } from "../../input/read-list.ts";
import { DotNumberSet } from "../../lookup/dot-number-set.ts";
import type { Host } from "../../runtime/host.ts";
import { inputsOf } from "../lookup/inputs.ts";
import type { VetRequest } from "./flags.ts";

/** A list in memory, as bytes, which take a fraction of the room of its inputs. */
export interface WholeList {
  /** The number given as an argument, if it is the only one. */
  single: DotNumber | undefined;
  /** The files and streams that were read, by name. */
  sources: readonly { path: string; bytes: Uint8Array }[];
  /** Distinct numbers. */
  carriers: number;
  /** The number of lines that are not USDOT numbers. */
  refused: number;
  /** All inputs, in order. */
  inputs(): AsyncGenerator<readonly Input[]>;
}

/** The error for a list without any input: nothing vetted is no pass. `what` is the list, or the part of it. */
export function emptyList(what = "the list"): InputError {
  return new InputError(`${what} holds no USDOT number`, { hint: "nothing was sent" });
}

/**
 * Reads the list that a command line gives.
 *
 * @throws {InputError} when it holds no input at all, or cannot be read as a list
 * @throws {UsageError} when nothing is given and standard input is a terminal
 */
export async function readWholeList(host: Host, request: VetRequest): Promise<WholeList> {
  const chunks = new Map<string, Uint8Array[]>();
  const tap = (source: string, chunk: Uint8Array) => {
    const own = chunks.get(source);
    if (own) own.push(chunk);
    else chunks.set(source, [chunk]);
  };
  const { single, pages } = inputsOf(host, request, tap);
  const seen = new DotNumberSet();
  const size = { carriers: 0, refused: 0 };
  for await (const page of pages) {
    for (const input of page) {
      if ("invalid" in input) size.refused += 1;
      else if (seen.add(input.dotNumber)) size.carriers += 1;
    }
  }
  if (size.carriers + size.refused === 0) throw emptyList();
  const sources = [...chunks].map(([path, own]) => ({ path, bytes: Buffer.concat(own) }));
  return { single, sources, ...size, inputs: () => inputsIn(request, sources) };
}

async function* inputsIn(
  { numbers, flags: { column } }: VetRequest,
  sources: WholeList["sources"],
): AsyncGenerator<readonly Input[]> {
  const args = readArguments(numbers.filter((number) => number !== "-"));
  if (args.length > 0) yield args;
  for (const { path, bytes } of sources) yield* readList(only(bytes), path, { column });
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
