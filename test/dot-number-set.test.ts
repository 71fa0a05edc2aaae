import { equal } from "node:assert/strict";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { DotNumber } from "../src/dot-number.ts";
import { DotNumberSet } from "../src/dot-number-set.ts";

/** Numbers close to each other, and to the ends of a byte, of a page and of the whole range. */
const number = fc
  .oneof(
    fc.integer({ min: 1, max: 40 }),
    fc.integer({ min: 65_500, max: 65_580 }),
    fc.integer({ min: 99_999_960, max: 99_999_999 }),
    fc.integer({ min: 1, max: 99_999_999 }),
  )
  .map((value) => String(value) as DotNumber);

test("behaves like a set", () => {
  fc.assert(
    fc.property(fc.array(number, { maxLength: 200 }), fc.array(number, { maxLength: 50 }), (added, others) => {
      const set = new DotNumberSet();
      const model = new Set<string>();
      for (const each of added) {
        equal(set.add(each), !model.has(each));
        model.add(each);
      }
      for (const each of [...added, ...others]) equal(set.has(each), model.has(each));
    }),
    { numRuns: 1_000 },
  );
});

test("is empty at first, and holds the lowest and the highest number", () => {
  const set = new DotNumberSet();
  for (const each of ["1", "99999999"] as DotNumber[]) {
    expect([set.has(each), set.add(each), set.has(each), set.add(each)]).toEqual([false, true, true, false]);
  }
  expect([set.has("2" as DotNumber), set.has("99999998" as DotNumber)]).toEqual([false, false]);
});
