import { deepEqual, doesNotMatch, equal } from "node:assert/strict";
import fc from "fast-check";
import { expect, it } from "vitest";
import { plainText, printJson } from "../../src/text/json.ts";

it("a record printed means the same, on one line or indented, with nothing unsafe in it", () => {
  const piece = fc.constantFrom(...'a"\\\u001b\u202e\n9', "\\ue000", ",", ":");
  const text = fc
    .array(piece, { maxLength: 8 })
    .map((pieces) => pieces.join(""));
  const value = fc.object({ key: text, values: [text, fc.double()] });
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

it("in a sentence, a text has no quotes, and any other value is JSON", () => {
  const values = ["a", 1, null, { b: [true] }];
  expect(values.map(plainText)).toEqual(["a", "1", "null", '{"b":[true]}']);
});
