import { describe, expect, it } from "vitest";
import { UnknownFields } from "../../src/output/unknown-fields.ts";
import { carrierView } from "../../src/output/views.ts";

/** What is said of the fields after these records. */
function noted(fields: string[], ...records: unknown[]): Promise<string | undefined> {
  const unknown = new UnknownFields(carrierView, fields);
  for (const record of records) unknown.look(record);
  return unknown.note();
}

describe("the fields that the interface does not name", () => {
  it("need no word when any record has them, in a list as well", async () => {
    expect(await noted(["dba_name"], {}, { dba_name: null })).toBeUndefined();
    expect(await noted(["cargo.kinds.name"], { cargo: [1, { kinds: [{}, { name: "milk" }] }] })).toBeUndefined();
    expect(await noted(["legal_name", "fleet", "fleet.drivers"], {})).toBeUndefined();
  });

  it("are named with the known ones beside them when no record has them", async () => {
    expect(await noted(["fleet.trucks", "toString"], { fleet: { drivers: 1 } })).toBe(
      'no record has the fields "fleet.trucks", "toString", so null is shown; the interface names fleet.power_units, fleet.drivers',
    );
    expect(await noted(["a.b"], { a: [[{ b: 1 }]] })).toMatch(/"a\.b".*names dot_number, legal_name, status, /);
  });

  it("get a suggestion when they look mistyped", async () => {
    expect(await noted(["leagl_name"], {})).toBe(
      'no record has the field "leagl_name", so null is shown; did you mean legal_name?',
    );
  });

  it("need no word when there was no record to look at", async () => {
    expect(await noted(["dba_name"])).toBeUndefined();
  });
});
