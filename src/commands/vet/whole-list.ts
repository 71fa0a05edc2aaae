/** The list of carriers to vet, read to its end before anything is sent, so that mistakes in it are found first. */
import type { DotNumber } from "../../dot-number.ts";
import { InputError } from "../../errors.ts";
import type { RowKeeper } from "../../input/read-list.ts";
import { sizeOf } from "../../lookup/batches.ts";
import type { Context } from "../../runtime/context.ts";
import { type Inputs, refuseInvalidLines, rereadable, sourceOf } from "../lookup/inputs.ts";
import type { ListOptions } from "../lookup/list-options.ts";

/** A list in memory, as bytes, which take a fraction of the room of its inputs. */
export type WholeList = Awaited<ReturnType<typeof readWholeList>>;

/**
 * Reads the list that a command line gives, and counts its carriers.
 * @param isAsked whether requests are sent for a number
 * @throws {InputError} when it or the shard holds no input at all, when it cannot be read as a list, or for invalid lines under `--strict`
 */
export async function readWholeList(
  { host, reporter }: Context,
  inputs: Inputs,
  { shard, strict }: ListOptions,
  isAsked: (dotNumber: DotNumber) => boolean,
) {
  const { read, kept } = await rereadable(host, inputs.lists, whole);
  const pages = inputs.pages(read);
  const size = await sizeOf(strict ? refuseInvalidLines(pages, reporter) : pages, shard, isAsked);
  // Nothing vetted is no pass.
  const what = shard ? `part ${shard.text} of the list` : "the list";
  if (size.inputs === 0) throw new InputError(`${what} holds no USDOT number`, { hint: "nothing was sent" });
  // The files and streams that were read, by name.
  const sources = [...kept].map(([list, pieces]) => ({ path: sourceOf(list), bytes: Buffer.concat(pieces) }));
  return { single: inputs.single, sources, size, inputs: (keeper?: RowKeeper) => inputs.pages(read, keeper) };
}

/** The first line of the evidence holds all lists, and can be read up to 64 MiB. */
const whole = { keepsFiles: true, maxMiB: 32, hint: "one run of vet takes no more: split the list" };
