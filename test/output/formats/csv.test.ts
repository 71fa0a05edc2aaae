import { deepEqual, equal } from "node:assert/strict";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import * as fc from "fast-check";
import { assert, asyncProperty, constantFrom, integer, oneof, record, string } from "fast-check";
import { describe, expect, it } from "vitest";
import type { DotNumber } from "../../../src/dot-number.ts";
import type { Outcome } from "../../../src/lookup/outcome.ts";
import { csvLine } from "../../../src/output/formats/csv.ts";
import { insuranceView } from "../../../src/output/views.ts";
import { visible } from "../../../src/text/safe-text.ts";
import { anyCharacter } from "../../support/characters.ts";
import { answered, memorySink, notFound, rendered, unanswered, writerTo } from "../outcomes.ts";

const bulk = (value: Record<string, unknown>, options = {}) => rendered("csv", [[answered(value)]], options);

/** The cells of the only row. */
async function cells(value: Record<string, unknown>, options = {}): Promise<Record<string, string>> {
  const [row] = parse(await bulk(value, options), { columns: true }) as Record<string, string>[];
  return row as Record<string, string>;
}

describe("CSV", () => {
  it("has a header, values as received, and the reason where there are none", async () => {
    const acme = {
      dot_number: "1",
      legal_name: 'THE "A", INC',
      status: null,
      fleet: { power_units: 1240, drivers: "30" },
      address: { zip: "08055" },
    };
    expect(await rendered("csv", [[answered(acme), notFound("2")], [unanswered("3")]])).toMatchInlineSnapshot(`
      "dot_number,legal_name,status,fleet.power_units,fleet.drivers,address.street,address.city,address.state,address.zip,error
      1,"THE ""A"", INC",,1240,30,,,,08055,
      2,,,,,,,,,not-found
      3,,,,,,,,,unreachable
      "
    `);
  });

  it("is a lone header if there are no rows", async () => {
    expect((await rendered("csv", [])).split("\n")).toHaveLength(2);
    expect(await rendered("csv", [], { continued: true })).toBe("");
  });

  it("has no second header, on a later page or in a continued file", async () => {
    const pages = [[notFound("1")], [], [notFound("2")]];
    expect(await rendered("csv", pages, { fields: ["dot_number"] })).toBe(
      "dot_number,error\n1,not-found\n2,not-found\n",
    );
    expect(await rendered("csv", pages, { fields: ["dot_number"], continued: true })).toBe(
      "1,not-found\n2,not-found\n",
    );
  });

  it("writes nothing for a page without rows, such as refused, repeated and kept numbers", async () => {
    const dotNumber = "1" as DotNumber;
    const page: Outcome[] = [
      { kind: "invalid", text: "MC-1", reason: "is a docket number" },
      { kind: "repeated", dotNumber },
      { kind: "kept", dotNumber },
    ];
    const sink = memorySink();
    const writer = await writerTo(sink, "csv", { continued: true });
    for (const outcomes of [page, []]) expect(writer.write(outcomes)).toBeUndefined();
    expect(writer.end()).toBeUndefined();
    expect(sink.pieces).toEqual([]);
    expect(await rendered("csv", [page], { fields: ["dot_number"] })).toBe("dot_number,error\n");
  });

  it("has one row per policy, and one for a carrier without any", async () => {
    const text =
      '{"dot_number":"2","policies":[{"form_code":"34"},{"form_code":"91X","coverage_amount":9007199254740993}]}';
    const records = [answered({ dot_number: "1", policies: [] }), answered(JSON.parse(text), text)];
    const fields = ["dot_number", "policies.coverage_amount", "policies.form_code"];
    expect(await rendered("csv", [records], { view: insuranceView, fields })).toMatchInlineSnapshot(`
      "dot_number,policies.coverage_amount,policies.form_code,policies,error
      1,,,0,
      2,,34,2,
      2,9007199254740993,91X,2,
      "
    `);
  });

  it("gives a carrier one row if no policy fields are selected", async () => {
    const fields = ["dot_number"];
    const text = await rendered("csv", [[answered({ dot_number: "1", policies: [{}, {}] })]], {
      view: insuranceView,
      fields,
    });
    expect(text).toBe("dot_number,error\n1,\n");
  });

  it.each(["=1+1", "+1", "-1", "@SUM(1)", "＝1", " =1", "'=1"])("starts no formula: %j", async (legal_name) => {
    const { legal_name: cell } = await cells({ dot_number: "1", legal_name });
    expect(cell).toBe(`'${visible(legal_name)}`);
    expect((await cells({ dot_number: "1", legal_name }, { csvRaw: true }))["legal_name"]).toBe(visible(legal_name));
  });

  it("shows what a spreadsheet would trim before a formula, so that the cell does not start with one", async () => {
    for (const legal_name of ["\t=1", "\r=1", "\0=1", "\u200b=1", "\ufeff=1"]) {
      expect((await cells({ dot_number: "1", legal_name }))["legal_name"]).toMatch(/^'?\\u[\da-f]{4}=1$/);
    }
  });

  it("leaves a negative number as it is", async () => {
    const row = await cells({ dot_number: "1", fleet: { power_units: -1, drivers: "-1" } });
    expect(row).toMatchObject({ "fleet.power_units": "-1", "fleet.drivers": "'-1" });
  });

  it("loses nothing when read back", async () => {
    const text = oneof(
      string({ unit: anyCharacter, maxLength: 8 }),
      constantFrom("é", "=1", '"', ",", "\n", "\r\n", ' "', ""),
    );
    const value = record({
      dot_number: constantFrom("1", "12345678"),
      legal_name: text,
      status: oneof(integer(), text),
    });
    const fields = ["dot_number", "legal_name", "status"];
    await assert(
      asyncProperty(value, async (given) => {
        const row = [given.dot_number, visible(given.legal_name), visible(String(given.status)), ""];
        const [, raw] = parse(await bulk(given, { csvRaw: true, fields })) as string[][];
        deepEqual(raw, row);
        // Made safe, it only has an apostrophe before it.
        const [, guarded = []] = parse(await bulk(given, { fields })) as string[][];
        deepEqual(
          guarded.map((cell, index) => (cell === `'${row[index]}` ? row[index] : cell)),
          row,
        );
      }),
      { numRuns: 1000 },
    );
  });
});

it("a line of CSV is what csv-stringify makes of the cells", () => {
  const cell = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 9 }),
    fc.string({ unit: fc.constantFrom(..."\",\n\r\t' a;é\u2028"), maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 5 }), (cells) => {
      equal(csvLine(cells), stringify([cells]));
    }),
    { numRuns: 5_000 },
  );
});
