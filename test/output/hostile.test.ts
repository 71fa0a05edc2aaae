import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { views } from "../../src/screen/views.ts";
import { isObject } from "../../src/text/json.ts";
import { displayWidth } from "../../src/text/width.ts";
import { good } from "../support/fixtures.ts";
import { answered, unanswered, written } from "./results.ts";

const {
  carrier: carrierView,
  insurance: insuranceView,
  safety: safetyView,
  bulk: summaryView,
} = views;

const nasty = fc.constantFrom<unknown>(
  // Formulas.
  ...[
    "=cmd|' /C calc'!A0",
    "+1+1",
    "-1+1",
    "@SUM(A1)",
    "＝1",
    "\t=1",
    "\u200b=1",
    " =1",
    "'=1",
  ],
  // What controls a terminal.
  ...[
    "\u001b[31mred",
    "\u009b2J",
    "\u001b]0;title\u0007",
    "SAFE\rEVIL",
    "a\nb",
    "\u2028",
    "\ud83d",
    "\u0000",
  ],
  // What hides or turns text.
  ...[
    "a\u202eb",
    "\u2066x",
    "A\u200bB",
    "\u{e0041}",
    `e${"\u0301".repeat(9)}`,
    "\ufeff",
    "\u2800",
    "\uE000x",
  ],
  ...[
    null,
    true,
    -5,
    1e21,
    0,
    "",
    [],
    {},
    [[]],
    ["=1"],
    { x: "\u001b" },
    "--",
    "1970-01-01",
  ],
  ...["運".repeat(90), "x".repeat(500)],
);

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
const drawnViews = [
  ["carrier", carrierView, good.carrier],
  ["insurance", insuranceView, good.insurance],
  ["safety", safetyView, good.safety],
  ["summary", summaryView, good.carrier],
] as const;

describe.each(drawnViews)("a hostile %s", (_, view, record) => {
  it("reaches no terminal, spreadsheet or next line", {
    timeout: 30_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.gen(),
        fc.integer({ min: 40, max: 130 }),
        async (at, width) => {
          const json = JSON.stringify(damaged(record, at)) ?? "null";
          const parsed = JSON.parse(json);
          fc.pre(isObject(parsed));
          const results = [
            answered(parsed, "9000010"),
            unanswered("5", String(at(() => nasty))),
          ];
          for (const single of [true, false]) {
            const table = await written("table", view, results, {
              single,
              width,
            });
            expect(table.replaceAll("\n", "")).not.toMatch(unsafe);
            expect(
              table.split("\n").filter((line) => displayWidth(line) > width),
            ).toEqual([]);
            const text = await written("json", view, results, { single });
            expect(text.replaceAll("\n", "")).not.toMatch(unsafe);
            expect([JSON.parse(text)].flat()[0]).toEqual(JSON.parse(json));
          }
          const lines = (await written("ndjson", view, results)).split("\n");
          expect(lines).toHaveLength(3);
          const csv = await written("csv", view, results);
          expect(csv.replaceAll("\n", "")).not.toMatch(unsafe);
          // But for negative numbers.
          const formulas =
            /^[\s"]*(?:[=@＝＋－＠]|[+-](?!\d+(?:\.\d+|e\+\d+)?$))/;
          expect(
            (parse(csv) as string[][])
              .flat()
              .filter((cell) => formulas.test(cell)),
          ).toEqual([]);
        },
      ),
      { numRuns: 40 },
    );
  });
});

it("a megabyte in every field is drawn, in time that grows with it alone", {
  timeout: 60_000,
}, async () => {
  const long = "運送 ".repeat(100_000);
  const record = {
    ...good.carrier,
    legal_name: long,
    status: long,
    address: long,
  };
  const list = await written("table", carrierView, [answered(record)], {
    width: 80,
  });
  expect(list.split("\n").every((line) => displayWidth(line) <= 80)).toBe(true);
  expect(
    await written("table", carrierView, [answered(record)], {
      width: 80,
      single: true,
    }),
  ).toContain("unreadable: 300,000 characters");
});
