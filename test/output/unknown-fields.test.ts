import { describe, expect, it } from "vitest";
import { checkFields, extraFields, lookForUnknown } from "../../src/output/unknown-fields.ts";
import { carrierView, insuranceView } from "../../src/output/views.ts";

/** What is said of the fields after these records. */
function noted(fields: string[], ...records: unknown[]): Promise<string | undefined> {
  const unknown = lookForUnknown(carrierView, fields);
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
      'no record has the fields "fleet.trucks", "toString"; the interface names fleet.power_units, fleet.drivers',
    );
    expect(await noted(["a.b"], { a: [[{ b: 1 }]] })).toMatch(/"a\.b".*names dot_number, legal_name, status, /);
  });

  it("get a suggestion when they look mistyped", async () => {
    expect(await noted(["leagl_name"], {})).toBe('no record has the field "leagl_name"; did you mean legal_name?');
  });

  it("need no word where each row of a list has them", async () => {
    expect(await noted(["error"], {})).toBeUndefined();
  });

  it("need no word when there was no record to look at", async () => {
    expect(await noted(["dba_name"])).toBeUndefined();
  });
});

describe("the fields of a table or a CSV", () => {
  it.each([
    ["phone", "contact.phone"],
    ["leagl_name", "legal_name"],
    ["fleet.driver", "fleet.drivers"],
  ])("are refused when they look mistyped, in one line: %s", async (field, meant) => {
    const checking = checkFields(carrierView, ["dot_number", field]);
    await expect(checking).rejects.toMatchObject({ kind: "usage", hint: `did you mean ${meant}?` });
  });

  it("may be others that a service adds", async () => {
    await expect(checkFields(carrierView, ["dba_name", "mcs150.filed", "authority.broker"])).resolves.toBeUndefined();
  });
});

it("the fields that a service adds are those with a value, wherever they are", () => {
  const record = {
    legal_name: "A",
    dba_name: "B",
    lat: null,
    note: "",
    fleet: { drivers: 1, trailers: 2 },
    authority: { broker: { status: "NONE" } },
    toString: 1,
  };
  expect(extraFields(carrierView, record)).toEqual(["dba_name", "fleet.trailers", "authority.broker", "toString"]);
  const policies = [{ policy_type: "BIPD", underwriter: 1 }, { underwriter: 2 }, "odd"];
  expect(extraFields(insuranceView, { policies })).toEqual(["policies.underwriter"]);
  expect(extraFields(carrierView, "odd")).toEqual([]);
  const deep = JSON.parse("[".repeat(60_000) + "]".repeat(60_000));
  expect(extraFields(insuranceView, { policies: [...policies, deep] })).toEqual(["policies.underwriter"]);
});
