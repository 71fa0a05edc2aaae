import { deepEqual, doesNotMatch, equal } from "node:assert/strict";
import fc from "fast-check";
import { expect, it } from "vitest";
import { isObject, plainText, printJson } from "../../src/text/json.ts";

it("a record printed means the same, on one line or indented, with nothing unsafe in it", () => {
  const piece = fc.constantFrom(...'a"\\\u001b\u202e\n9', "\\ue000", ",", ":");
  const text = fc
    .array(piece, { maxLength: 8 })
    .map((pieces) => pieces.join(""));
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
      const printed = printJson(JSON.parse(json), indent);
      deepEqual(JSON.parse(printed), JSON.parse(json));
      doesNotMatch(printed.replaceAll("\n", ""), /[\p{Cc}\p{Cf}\p{Co}]/u);
      equal(indent === undefined && printed.includes("\n"), false);
    }),
    { numRuns: 200 },
  );
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

it("in a sentence, a text has no quotes, and any other value is JSON", () => {
  expect(["a", 1, null, { b: [true] }].map(plainText)).toEqual([
    "a",
    "1",
    "null",
    '{"b":[true]}',
  ]);
});
