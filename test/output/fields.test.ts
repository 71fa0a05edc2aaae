import { expect, it } from "vitest";
import { pick, watchFields } from "../../src/output/chosen-fields.ts";
import { textAt } from "../../src/text/json.ts";
import { views } from "../../src/views.ts";

it.each([
  ['{"a":{"b":"x"}}', "a.b", "x"],
  ['{"a":{"b":0}}', "a.b", "0"],
  ['{"a":{"b":[1,"="]}}', "a.b", '[1,"="]'],
  ['{"a":"12 Main St"}', "a.b", undefined],
  ['{"a":[]}', "a", "[]"],
  ['{"a":{"b":null}}', "a.b", undefined],
  ['{"a":{"b":""}}', "a.b", undefined],
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
  ['{"__proto__":1,"a":2}', ["__proto__"], '{"__proto__":1}'],
  ['{"a":2}', ["toString"], '{"toString":null}'],
])("of %s, the fields %j are %s", (json, paths, picked) => {
  expect(JSON.stringify(pick(JSON.parse(json), paths))).toBe(picked);
});

const records = [
  { legal_name: "A", extra: null, deep: { x: 1 } },
  { policies: [{}, { status: "y" }] },
];

it.each([
  [["legal_name", "address", "address.zip", "error"], undefined, undefined],
  [["extra", "deep.x", "policies.status"], undefined, undefined],
  [["legal_nam", "y"], "legal_nam", "did you mean legal_name?"],
  [["zzz"], "zzz", expect.stringContaining("dot_number, legal_name, status")],
])("no record has a field of %j: %s", (fields, field, hint) => {
  const watch = watchFields(views.carrier, fields);
  // Where nothing was answered, there is nothing to complain of.
  expect(watch.complaint()).toBeUndefined();
  for (const record of records) watch.see(record);
  const complaint = watch.complaint();
  const message = `--fields: no record has the field ${JSON.stringify(field)}`;
  expect(complaint?.message).toBe(field && message);
  expect(complaint?.hint).toEqual(hint);
});
