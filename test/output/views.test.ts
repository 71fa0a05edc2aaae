import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/errors.ts";
import {
  allColumns,
  bulkView,
  carrierView,
  checkFields,
  columnsOf,
  insuranceView,
  safetyView,
  type View,
} from "../../src/output/views.ts";
import { carrierSchema, carrierSummarySchema, insuranceSchema, safetySchema } from "../../src/service/schemas.ts";

const views: [string, View, unknown][] = [
  ["carrier", carrierView, carrierSchema()],
  ["bulk", bulkView, carrierSummarySchema()],
  ["insurance", insuranceView, insuranceSchema()],
  ["safety", safetyView, safetySchema()],
];

/** What zod's schemas of either build have in common. */
interface Schema {
  _zod: { def: { shape?: Record<string, Schema>; element?: Schema; innerType?: Schema } };
}

/** The dotted paths of a schema's leaves, in its order. */
function leaves({ _zod: { def } }: Schema, path = ""): string[] {
  const inner = def.element ?? def.innerType;
  if (inner) return leaves(inner, path);
  if (!def.shape) return [path];
  return Object.entries(def.shape).flatMap(([name, field]) => leaves(field, path === "" ? name : `${path}.${name}`));
}

describe.each(views)("the columns of %s", (_, view, schema) => {
  const csv = columnsOf(view, "csv", undefined).map(({ path }) => path);

  it("are every field of the interface in CSV, once", () => {
    expect([...csv].sort()).toEqual(leaves(schema as Schema).sort());
  });

  it("are named in lower case, and the title's are among them", () => {
    for (const { label } of allColumns(view)) expect(label).toMatch(/^(?:USDOT|BIPD|[a-z][a-zA-Z ]*)$/);
    for (const path of view.title) expect(csv).toContain(path);
  });

  it("can each be asked for by its path, and each group by its own", () => {
    const groups = csv.flatMap((path) => path.split(".").map((_part, at, parts) => parts.slice(0, at + 1).join(".")));
    for (const field of groups) {
      checkFields(view, [field]);
      for (const format of ["table", "csv"] as const) {
        const found = columnsOf(view, format, [field]);
        expect(found.length).toBeGreaterThan(0);
        for (const { path } of found) expect(`${path}.`.startsWith(`${field}.`)).toBe(true);
      }
    }
  });
});

describe("--fields", () => {
  it("refuses what the record does not have, and lists what it has", () => {
    expect(() => checkFields(bulkView, ["dot_number", "fleet.trucks"])).toThrow(
      expect.objectContaining({
        message: '--fields "fleet.trucks" is not a field of this record',
        hint: "it has dot_number, legal_name, status, fleet.power_units, fleet.drivers, address.street, address.city, address.state, address.zip",
      }),
    );
    expect(() => checkFields(bulkView, ["flee"])).toThrow(UsageError);
    expect(() => checkFields(bulkView, [""])).toThrow(UsageError);
  });

  it("keeps the order that was asked for", () => {
    expect(columnsOf(bulkView, "csv", ["status", "fleet", "dot_number"]).map(({ path }) => path)).toEqual([
      "status",
      "fleet.power_units",
      "fleet.drivers",
      "dot_number",
    ]);
  });

  it("shows a table what CSV keeps apart as one", () => {
    expect(columnsOf(bulkView, "table", ["address"]).map(({ path }) => path)).toEqual(["address"]);
    expect(columnsOf(bulkView, "table", ["address.city"]).map(({ path }) => path)).toEqual(["address.city"]);
  });
});

it("is declared where nothing else names the fields: the formats do not", () => {
  for (const file of [
    "formats/cards",
    "wrapped-table",
    "framed-table",
    "formats/csv",
    "formats/json",
    "formats/ndjson",
  ]) {
    const source = readFileSync(new URL(`../../src/output/${file}.ts`, import.meta.url), "utf8");
    expect(source).not.toMatch(/policies\.|legal_name|power_units/);
  }
});
