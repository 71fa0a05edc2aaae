import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { allColumns, columnsOf, type View } from "../../src/output/view.ts";
import { bulkView, carrierView, insuranceView, safetyView } from "../../src/output/views.ts";
import { carrierSchema, carrierSummarySchema, insuranceSchema, safetySchema } from "../../src/service/schemas.ts";

const views: [string, View, unknown][] = [
  ["carrier", carrierView, carrierSchema()],
  ["bulk", bulkView, carrierSummarySchema()],
  ["insurance", insuranceView, insuranceSchema()],
  ["safety", safetyView, safetySchema()],
];

/** What the schemas of both zod builds have in common. */
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

  it("include every field of the interface exactly once in CSV", () => {
    expect([...csv].sort()).toEqual(leaves(schema as Schema).sort());
  });

  it("have lowercase names, and include those of the title", () => {
    for (const { label } of allColumns(view)) expect(label).toMatch(/^(?:USDOT|BIPD|[a-z][a-zA-Z ]*)$/);
    for (const path of view.title) expect(csv).toContain(path);
  });

  it("can be selected by their paths, and groups by theirs", () => {
    const groups = csv.flatMap((path) => path.split(".").map((_part, at, parts) => parts.slice(0, at + 1).join(".")));
    for (const field of groups) {
      for (const format of ["table", "csv"] as const) {
        const found = columnsOf(view, format, [field]);
        expect(found.length).toBeGreaterThan(0);
        for (const { path } of found) expect(`${path}.`.startsWith(`${field}.`)).toBe(true);
      }
    }
  });
});

describe("--fields", () => {
  it("has a column for a field that the interface does not name", () => {
    expect(columnsOf(bulkView, "csv", ["dba_name"]).map(({ path }) => path)).toEqual(["dba_name"]);
  });

  it("keeps the order asked for", () => {
    expect(columnsOf(bulkView, "csv", ["status", "fleet", "dot_number"]).map(({ path }) => path)).toEqual([
      "status",
      "fleet.power_units",
      "fleet.drivers",
      "dot_number",
    ]);
  });

  it("joins in a table what CSV keeps separate", () => {
    expect(columnsOf(bulkView, "table", ["address"]).map(({ path }) => path)).toEqual(["address"]);
    expect(columnsOf(bulkView, "table", ["address.city"]).map(({ path }) => path)).toEqual(["address.city"]);
  });
});

it("is the only place that names the fields: formats don't", () => {
  for (const file of ["formats/cards", "table", "labeled-lines", "formats/csv", "formats/json"]) {
    const source = readFileSync(new URL(`../../src/output/${file}.ts`, import.meta.url), "utf8");
    expect(source).not.toMatch(/policies\.|legal_name|power_units/);
  }
});
