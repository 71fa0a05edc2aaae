import { describe, expect, it } from "vitest";
import { counted, grouped, inWords, roughTime } from "../../src/text/digits.ts";
import { shellPath, shellWord } from "../../src/text/shell-word.ts";
import { nearest } from "../../src/text/suggestion.ts";

it.each([
  [0, "0"],
  [700, "700"],
  [7_000, "7,000"],
  [Number.MAX_SAFE_INTEGER, "9,007,199,254,740,991"],
  [22.26, "22.26"],
  [-12_345.5, "-12,345.5"],
  [1.1583011583, "1.1583"],
  [0.00001, "0"],
  [1e21, "1e+21"],
])("%d is written %s", (number, text) => expect(grouped(number)).toBe(text));

it.each([
  [1, "1 second"],
  [1_000, "1 second"],
  [1_001, "2 seconds"],
  [120_000, "120 seconds"],
  [121_000, "3 minutes"],
  [3_600_000, "60 minutes"],
  [2 * 3_600_000 + 1, "3 hours"],
  [12 * 86_400_000, "12 days"],
  [1_795_577_456_000, "20,783 days"],
])("%d ms are %s", (wait, words) => expect(inWords(wait)).toBe(words));

it.each([
  [0, "0 s"],
  [11, "20 s"],
  [50, "50 s"],
  [51, "1 min"],
  [3_540, "59 min"],
  [3_541, "1 h"],
  [16_000, "4.5 h"],
  [90_000, "25 h"],
])("%d seconds are about %s", (seconds, text) =>
  expect(roughTime(seconds)).toBe(text),
);

it("counts", () => {
  expect([
    counted(1, "day"),
    counted(1_200, "day"),
    counted(2, "is", "are"),
  ]).toEqual(["1 day", "1,200 days", "2 are"]);
});

describe("what was meant by a mistyped word", () => {
  it.each([
    ["csve", "csv"],
    ["cvs", "csv"],
    ["BASE_URL", "base-url"],
    ["yaml", undefined],
    ["legal_nam", "legal_name"],
    ["something else", undefined],
  ])("%s: %s", (word, meant) => {
    expect(nearest(word, ["csv", "html", "base-url", "legal_name"])).toBe(
      meant,
    );
  });

  it("is nothing where there are no names", () =>
    expect(nearest("x", [])).toBeUndefined());
});

it.each([
  ["out.csv", "out.csv"],
  ["my file.csv", "'my file.csv'"],
  ["it's", "'it'\\''s'"],
  ["$(rm -rf ~)", "'$(rm -rf ~)'"],
  ["", "''"],
])("a shell takes %j as one word: %s", (text, word) =>
  expect(shellWord(text)).toBe(word),
);

it("a path is never taken for an option", () =>
  expect(shellPath("-f")).toBe("./-f"));
