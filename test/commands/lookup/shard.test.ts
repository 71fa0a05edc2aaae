import fc from "fast-check";
import { expect, test } from "vitest";
import { shardOf } from "../../../src/commands/inputs.ts";
import { numbersIn } from "../../../src/list/input.ts";
import { inputsOf, numbered } from "../../lookup/answers.ts";

test("the parts of a list share no number, are equal in size, and add up to it; invalid lines are in the first", () => {
  const entry = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant("x"));
  fc.assert(
    fc.property(fc.array(entry), fc.integer({ min: 1, max: 6 }), (list, of) => {
      const inputs = inputsOf(...list);
      const parts = numbered(of).map((part) => shardOf(inputs, { part, of }));
      expect(parts.flat().length).toBe(inputs.length);
      const sizes = parts.map((part) => numbersIn(part).length);
      expect(sizes.reduce((sum, size) => sum + size)).toBe(
        numbersIn(inputs).length,
      );
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      expect(
        parts
          .slice(1)
          .flat()
          .every((input) => "dotNumber" in input),
      ).toBe(true);
    }),
  );
});
