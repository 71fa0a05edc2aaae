import { UsageError } from "../../errors.ts";
import type { Shard } from "../../lookup/batches.ts";

/**
 * `3/8`: the third of eight parts.
 *
 * @throws {UsageError}
 */
export function parseShard(text: string): Shard {
  const [, part, of] = /^(\d{1,5})\/(\d{1,5})$/.exec(text) ?? [];
  const shard = { part: Number(part), of: Number(of) };
  if (!(shard.part >= 1 && shard.part <= shard.of)) {
    throw new UsageError(`--shard ${JSON.stringify(text)} is not a part of a list`, {
      hint: "the third of eight parts is 3/8",
    });
  }
  return shard;
}
