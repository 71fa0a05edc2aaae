import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isObject } from "../../src/text/json.ts";
import { displayWidth } from "../../src/text/width.ts";
import { views } from "../../src/views.ts";
import { good, nasty } from "../support/fixtures.ts";
import { answered, unanswered, written } from "./results.ts";

/**
 * The record with some of its values replaced, and with members that nobody
 * expects.
 */
function damaged(value: unknown, at: fc.GeneratorValue): unknown {
  if (at(fc.integer, { min: 0, max: 3 }) === 0) return at(() => nasty);
  if (Array.isArray(value)) return value.map((each) => damaged(each, at));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    damaged(member, at),
  ]);
  return Object.fromEntries([
    ...members,
    [`=\u001b${members.length}\u202e`, at(() => nasty)],
  ]);
}

const unsafe =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
// But for negative numbers.
const formula = /^[\s"]*(?:[=@＝＋－＠]|[+-](?!\d+(?:\.\d+|e\+\d+)?$))/;

describe.each(["carrier", "insurance", "safety", "bulk"] as const)(
  "a hostile record of %s",
  (name) => {
    const view = views[name];
    const record = name === "bulk" ? good.carrier : good[name];
    const width = fc.integer({ min: 40, max: 130 });
    it("reaches no terminal, spreadsheet or next line", {
      timeout: 30_000,
    }, async () => {
      const property = fc.asyncProperty(fc.gen(), width, async (at, width) => {
        const json = JSON.stringify(damaged(record, at)) ?? "null";
        const parsed = JSON.parse(json);
        fc.pre(isObject(parsed));
        const results = [
          answered(parsed, "9000010"),
          unanswered("5", String(at(() => nasty))),
        ];
        for (const single of [true, false]) {
          const look = { single, width };
          const table = await written("table", view, results, look);
          expect(table.replaceAll("\n", "")).not.toMatch(unsafe);
          const lines = table.split("\n").map(displayWidth);
          expect(Math.max(...lines)).toBeLessThanOrEqual(width);
          const text = await written("json", view, results, { single });
          expect(text.replaceAll("\n", "")).not.toMatch(unsafe);
          expect([JSON.parse(text)].flat()[0]).toEqual(JSON.parse(json));
        }
        const lines = (await written("ndjson", view, results)).split("\n");
        expect(lines).toHaveLength(3);
        const csv = await written("csv", view, results);
        expect(csv.replaceAll("\n", "")).not.toMatch(unsafe);
        const cells = (parse(csv) as string[][]).flat();
        expect(cells.filter((cell) => formula.test(cell))).toEqual([]);
      });
      await fc.assert(property, { numRuns: 40 });
    });
  },
);

it.each([
  [false, "unreadable"],
  [true, "unreadable: 300,000 characters"],
])(
  "a megabyte in every field is drawn, in time that grows with it alone: %s",
  {
    timeout: 60_000,
  },
  async (single, text) => {
    const long = "運送 ".repeat(100_000);
    const texts = { legal_name: long, status: long, address: long };
    const record = answered({ ...good.carrier, ...texts });
    const look = { width: 80, single };
    const table = await written("table", views.carrier, [record], look);
    expect(table).toContain(text);
    const lines = table.split("\n").map(displayWidth);
    expect(Math.max(...lines)).toBeLessThanOrEqual(80);
  },
);
