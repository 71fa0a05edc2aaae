import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { expect, it } from "vitest";
import { visible } from "../../src/text/safe-text.ts";
import { displayWidth, shortened, wrap } from "../../src/text/width.ts";

/** Narrow, wide and combining characters, in any order. */
const text = fc
  .string({
    unit: fc.constantFrom(
      ..."aB é運🚚한\u001b",
      "e\u0301",
      "  ",
      "\u{1f1fa}\u{1f1f8}",
    ),
    maxLength: 40,
  })
  .map(visible);

it.each([
  ["", 0],
  ["e\u0301", 1],
  ["運送", 4],
  ["…—─", 3],
  ["👍🏽", 2],
  ["Ελλάς Жук", 9],
])("%j takes %i columns", (shown, columns) =>
  expect(displayWidth(shown)).toBe(columns),
);

it.each([
  ["abcde", 5, "abcde"],
  ["abcdef", 5, "abcd…"],
  ["運送会社", 6, "運送…"],
  ["運送会社", 2, "…"],
  ["ไทย — abc", 6, "ไทย —…"],
  ["e\u0301e\u0301e\u0301", 2, "e\u0301…"],
])("%j is shortened to %i columns: %j", (whole, width, cut) =>
  expect(shortened(whole, width)).toBe(cut),
);

it.each([
  ["abc de fgh", 6, ["abc de", "fgh"]],
  ["abc  de", 7, ["abc  de"]],
  ["abcdefgh", 3, ["abc", "def", "gh"]],
  ["運送会社", 5, ["運送", "会社"]],
  // A sign stays with its word, and a command is not broken.
  ["ab ? cd ef", 5, ["ab", "? cd", "ef"]],
  ["or run usdot config check", 20, ["or run", "usdot config check"]],
])("%j is wrapped in %i columns", (shown, width, lines) =>
  expect(wrap(shown, { width })).toEqual(lines),
);

it("a word that is not broken may be too long, and the first line is its own length", () => {
  const keeping = { width: 4, long: "keep" } as const;
  expect(wrap("abcdefgh ab cd", keeping)).toEqual(["abcdefgh", "ab", "cd"]);
  // Behind a label, and with hanging lines.
  expect(wrap("abcd ab", { width: 6, firstWidth: 3 })).toEqual([
    "",
    "abcd",
    "ab",
  ]);
  expect(wrap("ab cde f  ", { width: 4, firstWidth: 6 })).toEqual([
    "ab cde",
    "f",
  ]);
});

it("no wrapped line is too wide, and only spaces are lost", () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 20 }), (shown, width) => {
      const lines = wrap(shown, { width });
      for (const line of lines) ok(displayWidth(line) <= width);
      equal(
        lines.join("").replaceAll(" ", "").normalize(),
        shown.replaceAll(" ", "").normalize(),
      );
      if (displayWidth(shown) <= width) deepEqual(lines, [shown]);
    }),
    { numRuns: 200 },
  );
});
