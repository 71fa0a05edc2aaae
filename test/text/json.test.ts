import { deepEqual, doesNotMatch, equal } from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isObject,
  numberIn,
  parseJson,
  plainText,
  printJson,
} from "../../src/text/json.ts";

describe("numbers that JavaScript cannot hold", () => {
  it.each([
    ...[
      "9007199254740993",
      "-9007199254740993",
      "12345678901234567890123",
      "1e400",
      "-1E+400",
    ],
    ...[
      '{"a":[9007199254740993,{"b":-9007199254740995}]}',
      '{"9007199254740993":1}',
      '["9007199254740993"]',
    ],
    ...[
      '{"a\\"":90071992547409931,"\\\\":90071992547409932}',
      '["\\\\\\"90071992547409931",1]',
    ],
  ])("%s is printed as it came", (text) =>
    expect(printJson(parseJson(text))).toBe(text),
  );

  it.each([
    ["[1.0,1e5,-0,1.50]", "[1,100000,0,1.5]"],
    ["1.12345678901234567890", "1.1234567890123457"],
    ["[0.1234567890123456789e-400,1e300]", "[0,1e+300]"],
    ["1234567890123456.75", "1234567890123456.8"],
    ["9007199254740991", "9007199254740991"],
  ])("%s is as JavaScript reads it: %s", (text, printed) =>
    expect(printJson(parseJson(text))).toBe(printed),
  );

  it("is a number for arithmetic, and its digits in a sentence", () => {
    const long = parseJson("9007199254740993");
    expect([numberIn(long), plainText(long)]).toEqual([
      9007199254740992,
      "9007199254740993",
    ]);
    expect(["5", null, true].map(numberIn)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each([
    "{",
    "9007199254740993x",
    "[90071992547409931,]",
    "-",
    "01234567890123456789",
  ])("%s is refused", (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });
});

it("a text that looks like such a number is at worst one, and breaks nothing", () => {
  for (const text of [
    "\uE000x",
    '"\uE0001',
    "\uE0001.2.3",
    "\uE000007",
    "a\uE0001",
  ]) {
    const json = JSON.stringify({ [text]: text, "\uE0005": "\\\uE0006" });
    expect(JSON.parse(printJson(parseJson(json)))).toEqual(JSON.parse(json));
    expect(numberIn(text)).toBeUndefined();
  }
  expect(printJson("\uE0001")).toBe("1");
});

it("what is parsed and printed means the same, on one line or indented, with nothing unsafe in it", () => {
  const piece = fc.constantFrom(
    ...'a"\\\uE000\u001b\u202e\n9',
    "1234567890123456789",
    "\\ue000",
    "1e999",
    ",",
    ":",
  );
  const text = fc
    .array(piece, { maxLength: 8 })
    .map((pieces) => pieces.join(""))
    .filter((one) => numberIn(one) === undefined);
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      text,
      fc.double(),
      fc.constant(null),
      tie("list"),
      tie("object"),
    ),
    list: fc.array(tie("any"), { maxLength: 4 }),
    object: fc.dictionary(text, tie("any"), { maxKeys: 4 }),
  })).any;
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 2), (any, indent) => {
      const json = JSON.stringify(any);
      const printed = printJson(parseJson(json), indent);
      deepEqual(JSON.parse(printed), JSON.parse(json));
      doesNotMatch(printed.replaceAll("\n", ""), /[\p{Cc}\p{Cf}\p{Co}]/u);
      equal(indent === undefined && printed.includes("\n"), false);
    }),
    { numRuns: 200 },
  );
});

it("a string of millions of characters does not overflow the stack", () => {
  const text = `["${"a\\n".repeat(1e6)}",90071992547409931]`;
  expect(printJson(parseJson(text))).toBe(text);
});

it("tells objects from other values", () => {
  expect([{}, [], null, "a", undefined].map(isObject)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
