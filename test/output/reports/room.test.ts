import { deepEqual, equal, ok } from "node:assert/strict";
import { array, assert, integer, property, tuple } from "fast-check";
import { describe, expect, it } from "vitest";
import { Room } from "../../../src/output/reports/room.ts";

describe("a room", () => {
  it.each([
    ["short", 0, 2_000],
    ["long", 20_000, 50],
  ])(
    "of %s lines is never overfull, and holds of each rank the first, higher ranks before lower ones",
    (_, pad, numRuns) => {
      const texts = array(tuple(integer({ min: 0, max: 2 }), integer({ min: 1, max: 5 })), { maxLength: 40 });
      assert(
        property(integer({ min: 0, max: 30 }), texts, (size, given) => {
          const room = new Room(size, 3);
          for (const [index, [rank, length]] of given.entries()) room.hold(rank, `${index}`.padEnd(pad), length);
          const held = [0, 1, 2].map((rank) => Array.from(room.held(rank), (line) => line.trimEnd()));
          const sizeOf = (indexes: readonly string[]) =>
            indexes.reduce((sum, index) => sum + (given[Number(index)]?.[1] ?? 0), 0);
          ok(sizeOf(held.flat()) <= size);
          for (const rank of [0, 1, 2]) {
            const all = given.flatMap(([one], index) => (one === rank ? [`${index}`] : []));
            deepEqual(held[rank], all.slice(0, held[rank]?.length));
            equal(room.leftOut(rank), all.length - (held[rank]?.length ?? 0));
            // Nothing of a lower rank has the room that the next of this one would have needed.
            const next = given[Number(all[held[rank]?.length ?? 0])]?.[1];
            const lower = held.slice(rank + 1).flat().length;
            if (next !== undefined && lower > 0) deepEqual(held[rank], all);
            // And it is left out only where it does not fit, or where something more important was.
            const isFirstLeftOut =
              next !== undefined && ![0, 1, 2].slice(0, rank).some((each) => room.leftOut(each) > 0);
            if (isFirstLeftOut) ok(sizeOf(held.slice(0, rank + 1).flat()) + next > size);
          }
          equal(room.leftOut(), given.length - held.flat().length);
        }),
        { numRuns },
      );
    },
  );
});

it("gives back the lines as they were, in order, as often as asked", () => {
  const lines = Array.from({ length: 2_000 }, (_, index) => `${index} Ünïcödé 運送 🚚 ${"x".repeat(index % 300)}`);
  const room = new Room(Number.POSITIVE_INFINITY, 1);
  expect([...room.held(0)]).toEqual([]);
  for (const line of lines) room.hold(0, line, 1);
  for (const _ of [1, 2]) expect([...room.held(0)]).toEqual(lines);
});
