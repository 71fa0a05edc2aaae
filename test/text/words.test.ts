import { expect, it } from "vitest";
import { grouped } from "../../src/text/digits.ts";
import { nearest, shellPath } from "../../src/text/hint.ts";
import { waitText } from "../../src/text/time.ts";

it.each([
  [0, "0"],
  [Number.MAX_SAFE_INTEGER, "9,007,199,254,740,991"],
  [-12_345.5, "-12,345.5"],
  [1.1583011583, "1.1583"],
  [0.00001, "0"],
  [1e21, "1e+21"],
])("%d is written %s", (number, text) => expect(grouped(number)).toBe(text));

it.each([
  [1, "1 second"],
  [1_001, "2 seconds"],
  [120_000, "120 seconds"],
  [121_000, "121 seconds"],
  [179_000, "3 minutes"],
  [2 * 3_600_000 + 1, "121 minutes"],
  [12 * 3_600_000 + 1, "13 hours"],
  [12 * 86_400_000, "12 days"],
])("%d ms are %s", (wait, words) => expect(waitText(wait)).toBe(words));

it.each([
  ["csve", "csv"],
  ["BASE_URL", "base-url"],
  ["yaml", undefined],
  ["something else", undefined],
])("a mistyped %s was meant to be %s", (word, meant) => {
  const names = ["csv", "html", "base-url"];
  expect(nearest(word, names)).toBe(meant);
  expect(nearest(word, [])).toBeUndefined();
});

it.each([
  ["out.csv", "out.csv"],
  ["my file.csv", "'my file.csv'"],
  ["it's", "'it'\\''s'"],
  ["", "''"],
  ["-f", "./-f"],
])("a shell takes %j as one word, and for no option: %s", (text, word) =>
  expect(shellPath(text)).toBe(word),
);
