import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DotNumber } from "../../src/dot-number.ts";
import { DotNumberSet } from "../../src/dot-number-set.ts";
import type { Input } from "../../src/input/input.ts";
import { type Batch, type BatchOptions, BatchSize, batchesOf, numbersIn } from "../../src/lookup/batches.ts";

const place = (line: number) => ({ source: "list", line });
const dot = (number: number) => String(number) as DotNumber;

/** Inputs: numbers, and texts that are invalid. */
function inputs(list: readonly (number | string)[]): Input[] {
  return list.map((each, index) =>
    typeof each === "number"
      ? { dotNumber: dot(each), place: place(index + 1) }
      : { invalid: "is none", text: each, place: place(index + 1) },
  );
}

async function batches(
  list: readonly (number | string)[],
  { size = 3, page = 100, ...options }: Partial<Omit<BatchOptions, "size">> & { size?: number; page?: number } = {},
): Promise<Batch[]> {
  const all = inputs(list);
  const pages = Array.from({ length: Math.ceil(all.length / page) }, (_, at) => all.slice(at * page, (at + 1) * page));
  return collect(batchesOf(pages, { size: new BatchSize(size), ...options }));
}

async function collect<T>(iterable: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of iterable) items.push(item);
  return items;
}

/** A batch in one line, in the order of the input: numbers, and in brackets what is already known. */
function show(batch: Batch): string {
  const words = batch.map((entry) => {
    if (!("kind" in entry)) return entry.dotNumber;
    return `(${entry.kind} ${"text" in entry ? entry.text : entry.dotNumber})`;
  });
  return words.join(" ");
}

describe("batches", () => {
  test.each([
    ["nothing", [], []],
    ["less than a batch", [1, 2], ["1 2"]],
    ["exactly one", [1, 2, 3], ["1 2 3"]],
    ["more than one", [1, 2, 3, 4], ["1 2 3", "4"]],
    ["repeated numbers", [1, 2, 1, 3, 3], ["1 2 (repeated 1)", "3 (repeated 3)"]],
    ["invalid lines", ["a", 1, "b", 2, "c"], ["(invalid a) 1 (invalid b)", "2 (invalid c)"]],
    ["nothing but invalid lines", ["a", "b", "c", "a"], ["(invalid a) (invalid b) (invalid c)", "(invalid a)"]],
  ])("%s", async (_, list, expected) => {
    for (const page of [1, 2, 100]) expect((await batches(list, { page })).map(show)).toEqual(expected);
  });

  test("places are kept", async () => {
    const [batch] = await batches([7, "x"], {});
    expect(batch).toEqual([
      { dotNumber: "7", place: place(1) },
      { kind: "invalid", text: "x", reason: "is none", place: place(2) },
    ]);
  });

  test("numbers that the output already has are not asked for", async () => {
    const kept = new DotNumberSet();
    kept.add(dot(2));
    expect((await batches([1, 2, 3, 2, 1], { kept, size: 9 })).map(show)).toEqual([
      "1 (kept 2) 3 (repeated 2) (repeated 1)",
    ]);
  });

  test("the size may change along the way", async () => {
    const size = new BatchSize(4);
    const seen: string[] = [];
    for await (const batch of batchesOf([inputs([1, 2, 3, 4, 5, 6, 7, 8, 9])], { size })) {
      seen.push(show(batch));
      size.tooMany(4);
    }
    expect(seen).toEqual(["1 2 3 4", "5 6", "7 8", "9"]);
  });
});

describe("the size", () => {
  const learn = (...lessons: ((size: BatchSize) => void)[]) => {
    const size = new BatchSize(50);
    for (const lesson of lessons) lesson(size);
    return size.current;
  };
  const tooMany = (count: number) => (size: BatchSize) => size.tooMany(count);
  const took = (size: BatchSize) => size.accepted();
  const notTheSize = (size: BatchSize) => size.notTheSize();
  const downToOne = [50, 25, 12, 6, 3].map(tooMany);

  test("is halved when it was too many, down to one", () => {
    expect(learn(tooMany(50))).toBe(25);
    expect(learn(tooMany(3))).toBe(1);
    expect(learn(tooMany(1))).toBe(1);
    expect(learn(tooMany(50), tooMany(50), tooMany(50))).toBe(25);
    expect(learn(tooMany(25), tooMany(50))).toBe(12);
    expect(learn(...downToOne)).toBe(1);
  });

  test("is learned again if a single number was invalid", () => {
    expect(learn(...downToOne, notTheSize)).toBe(50);
    expect(learn(took, ...downToOne, notTheSize, tooMany(50))).toBe(25);
  });

  test("is learned again only once while the service accepts nothing", () => {
    expect(learn(notTheSize, tooMany(50), notTheSize)).toBe(25);
    expect(learn(notTheSize, tooMany(50), took, notTheSize)).toBe(50);
  });
});

describe("shards", () => {
  const list = fc.array(fc.oneof(fc.integer({ min: 1, max: 30 }), fc.constantFrom("a", "b")), { maxLength: 60 });

  test("add up to the list, share nothing, and differ in size by at most one", async () => {
    await fc.assert(
      fc.asyncProperty(list, fc.integer({ min: 1, max: 9 }), async (all, of) => {
        const shards = await Promise.all(
          Array.from({ length: of }, (_, index) => batches(all, { shard: { part: index + 1, of } })),
        );
        const lines = shards.map((shard) => shard.flat().map(({ place }) => place?.line));
        expect(lines.flat().sort((a, b) => Number(a) - Number(b))).toEqual(all.map((_, index) => index + 1));
        const asked = shards.map((shard) => shard.flatMap(numbersIn));
        expect(asked.flat().sort()).toEqual(
          [...new Set(all.filter((each) => typeof each === "number"))].map(String).sort(),
        );
        const isCounted = (entry: Batch[number]) => !("kind" in entry) || entry.kind === "invalid";
        const counts = shards.map((shard) => shard.flat().filter(isCounted).length);
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 300 },
    );
  });

  test("put a repeated number into the shard of the first one", async () => {
    const shard = (part: number) => batches([1, 2, 3, 1, 2], { shard: { part, of: 2 }, size: 9 });
    expect((await shard(1)).map(show)).toEqual(["1 3 (repeated 1)"]);
    expect((await shard(2)).map(show)).toEqual(["2 (repeated 2)"]);
  });

  test("don't depend on what the output already has", async () => {
    const kept = new DotNumberSet();
    kept.add(dot(1));
    expect((await batches([1, 2, 3, 4], { kept, shard: { part: 1, of: 2 } })).map(show)).toEqual(["(kept 1) 3"]);
  });
});
