import { describe, expect, it } from "vitest";
import { pick, watchFields } from "../../src/output/fields.ts";
import { views } from "../../src/screen/views.ts";
import { textAt } from "../../src/text/json.ts";

const { carrier: carrierView } = views;

it.each([
  ['{"a":{"b":"x"}}', "a.b", "x"],
  ['{"a":{"b":0}}', "a.b", "0"],
  ['{"a":{"b":false}}', "a.b", "false"],
  ['{"a":{"b":[1,"="]}}', "a.b", '[1,"="]'],
  ['{"a":"12 Main St"}', "a.b", undefined],
  ['{"a":[]}', "a", "[]"],
  ['{"a":{"b":null}}', "a.b", undefined],
  ['{"a":{"b":""}}', "a.b", undefined],
  ["{}", "a.b", undefined],
  ["{}", "constructor.name", undefined],
])("the text in %s at %s is %j", (json, path, text) => {
  expect(textAt(JSON.parse(json) as Record<string, unknown>, path)).toBe(text);
});

it.each([
  ['{"a":1,"b":2}', ["b", "a"], '{"b":2,"a":1}'],
  ['{"a":{"b":1,"c":2},"d":3}', ["a.c", "d"], '{"a":{"c":2},"d":3}'],
  ['{"a":[{"b":1,"c":2},{"c":3}]}', ["a.b"], '{"a":[{"b":1},{"b":null}]}'],
  ['{"a":{"b":1}}', ["a", "a.c"], '{"a":{"b":1}}'],
  ['{"a":5}', ["a.b", "x.y"], '{"a":5,"x":null}'],
  ['{"a":null}', ["a.b"], '{"a":null}'],
  ['{"__proto__":1,"a":2}', ["__proto__"], '{"__proto__":1}'],
  ['{"a":2}', ["toString"], '{"toString":null}'],
])("of %s, the fields %j are %s", (json, paths, picked) => {
  expect(JSON.stringify(pick(JSON.parse(json), paths))).toBe(picked);
});

describe("--fields that the interface does not name", () => {
  const records = [
    { legal_name: "A", extra: null, deep: { x: 1 } },
    { policies: [{}, { status: "y" }] },
  ];
  it.each([
    [["legal_name", "address", "address.zip", "error"], undefined, undefined],
    [["extra", "deep.x", "policies.status"], undefined, undefined],
    [
      ["phone"],
      'no record has the field "phone"',
      "did you mean contact.phone?",
    ],
    [
      ["legal_nam", "y"],
      'no record has the field "legal_nam"',
      "did you mean legal_name?",
    ],
    [
      ["zzzzzzzz"],
      'no record has the field "zzzzzzzz"',
      expect.stringContaining("dot_number, legal_name, status"),
    ],
  ])("%j: %s", (fields, message, hint) => {
    const watch = watchFields(carrierView, fields);
    for (const record of records) watch.see(record);
    const complaint = watch.complaint();
    expect(complaint?.message).toBe(message && `--fields: ${message}`);
    expect(complaint?.hint).toEqual(hint);
  });

  it("is no complaint where nothing was answered", () => {
    expect(watchFields(carrierView, ["phone"]).complaint()).toBeUndefined();
  });
});
