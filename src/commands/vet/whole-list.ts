/** The list of carriers to vet, read to its end before anything is sent, so that mistakes in it are found first. */
import type { DotNumber } from "../../dot-number.ts";
import { InputError } from "../../errors.ts";
import type { Input } from "../../input/input.ts";
import type { RowKeeper } from "../../input/read-list.ts";
import { type ListSize, sizeOf } from "../../lookup/batches.ts";
import type { Context } from "../../runtime/context.ts";
import { holding, type Inputs, listBytes, type ReadBytes } from "../lookup/inputs.ts";
import type { ListOptions } from "../lookup/list-options.ts";

/** A list in memory, as bytes, which take a fraction of the room of its inputs. */
export interface WholeList {
  /** The number given as an argument, if it is the only one. */
  single: DotNumber | undefined;
  /** The files and streams that were read, by name. */
  sources: readonly { path: string; bytes: Uint8Array }[];
  size: ListSize;
  /** All inputs, in order. */
  inputs(keeper?: RowKeeper): AsyncGenerator<readonly Input[]>;
}

/**
 * Reads the list that a command line gives, and counts its carriers.
 * @param isAsked whether requests are sent for a number
 * @throws {InputError} when it or the shard holds no input at all, when it cannot be read as a list, or for invalid lines under `--strict`
 */
export async function readWholeList(
  { host }: Context,
  inputs: Inputs,
  { shard }: ListOptions,
  isAsked: (dotNumber: DotNumber) => boolean,
): Promise<WholeList> {
  const chunks = new Map<string, Uint8Array[]>();
  const pages = inputs.pages((list, source) => {
    const own: Uint8Array[] = [];
    chunks.set(source, own);
    const tooLarge = `${source} is larger than 32 MiB, too large for one run of vet`;
    return holding(listBytes(host, list), own, maxBytes, new InputError(tooLarge, { hint: "split it" }));
  });
  const size = await sizeOf(pages, shard, isAsked);
  // Nothing vetted is no pass.
  const what = shard ? `part ${shard.text} of the list` : "the list";
  if (size.inputs === 0) throw new InputError(`${what} holds no USDOT number`, { hint: "nothing was sent" });
  const sources = [...chunks].map(([path, own]) => ({ path, bytes: Buffer.concat(own) }));
  const read: ReadBytes = (_, source) => sources.filter(({ path }) => path === source).map(({ bytes }) => bytes);
  return { single: inputs.single, sources, size, inputs: (keeper) => inputs.pages(read, keeper) };
}

/** The most bytes of a list: the first line of the evidence holds them all, and can be read up to 64 MiB. */
const maxBytes = 32 * 2 ** 20;
