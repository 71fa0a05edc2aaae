import { describe, expect, it } from "vitest";
import { UnknownFields } from "../../src/output/unknown-fields.ts";
import { carrierView } from "../../src/output/views.ts";

/** What is said of the fields after these records. */
function noted(fields: string[], ...records: unknown[]): string | undefined {
  const unknown = new UnknownFields(carrierView, fields);
  for (const record of records) unknown.look(record);
  return unknown.note();
}

describe("the fields that the interface does not name", () => {
  it("need no word when any record has them, in a list as well", () => {
    expect(noted(["dba_name"], {}, { dba_name: null })).toBeUndefined();
    expect(noted(["cargo.kinds.name"], { cargo: [1, { kinds: [{}, { name: "milk" }] }] })).toBeUndefined();
    expect(noted(["legal_name", "fleet", "fleet.drivers"], {})).toBeUndefined();
  });

  it("are named with the known ones beside them when no record has them", () => {
    expect(noted(["fleet.trucks", "toString"], { fleet: { drivers: 1 } })).toBe(
      'no record has the fields "fleet.trucks", "toString", so null is shown; the interface names fleet.power_units, fleet.drivers',
    );
    expect(noted(["a.b"], { a: [[{ b: 1 }]] })).toMatch(/"a\.b".*names dot_number, legal_name, status, /);
  });

  it("need no word when there was no record to look at", () => {
    expect(noted(["dba_name"])).toBeUndefined();
  });
});
