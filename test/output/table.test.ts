import { equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Cell } from "../../src/output/cells.ts";
import { drawingFor } from "../../src/output/look.ts";
import { table } from "../../src/output/table.ts";
import { displayWidth } from "../../src/text/width.ts";

const at = (width: number | undefined, color = false) => drawingFor({ width, color });
const columns = [
  { header: "DOT" },
  { header: "Name", least: 6 },
  { header: "Status" },
  { header: "Amount", align: "right" as const },
  { header: "Note" },
];
const row = (...[number, name, amount, aside]: string[]): Cell[] =>
  [number, name, "ACTIVE", amount, "ends"].map((text = "", index) => ({ text, ...(index === 4 && { aside }) }));
const rows = [
  row("1", "ACME FREIGHT", "1,000,000", "in 9 days"),
  row("23", "B", "5", "today"),
  [{ text: "4" }, { text: "not found" }],
];

it.each([
  [
    undefined,
    `DOT  Name          Status     Amount  Note
─
1    ACME FREIGHT  ACTIVE  1,000,000  ends (in 9 days)
23   B             ACTIVE          5  ends (today)
4    not found
`,
  ],
  [
    42,
    `DOT  Name          Status     Amount  Note
─
1    ACME FREIGHT  ACTIVE  1,000,000  ends
23   B             ACTIVE          5  ends
4    not found
`,
  ],
  [
    30,
    `DOT  Name         Amount  Note
─
1    ACME FR…  1,000,000  ends
23   B                 5  ends
4    not found
`,
  ],
  [
    16,
    `DOT  Name
─
1    ACME FREIG…
23   B
4    not found
`,
  ],
])("in %s columns loses remarks first, then what says ACTIVE everywhere, then the last columns", (width, text) => {
  expect(table({ columns, rows }, at(width)).replace(/─+/, "─")).toBe(text);
});

it("is colored around the text, not around the padding", () => {
  const drawn = table(
    { columns: [{}, {}], rows: [[{ text: "ACTIVE", tone: "good" }, { text: "x" }]] },
    at(undefined, true),
  );
  expect(drawn).toBe("\u001b[32mACTIVE\u001b[39m  x\n");
});

it("lines up over hundreds of rows, whose widths are the same", () => {
  const many = Array.from({ length: 100 }, (_, index) => row(`${index}`, "N", String(10 ** (index % 9)), "x"));
  const lines = table({ columns, rows: many }, at(undefined)).trimEnd().split("\n");
  expect(lines).toHaveLength(102);
  expect(new Set(lines.slice(2).map((line) => line.indexOf("ends")))).toEqual(new Set([30]));
});

it("is never too wide, and cuts nothing but free text, whatever the cells", () => {
  const word = fc.constantFrom("a", "ACME", "1,000,000", "運送会社", "e\u0301", "\u001b[31m", "ไทย", "🚚");
  const cell = fc.array(word, { maxLength: 6 }).map((words) => ({ text: words.join(" ") }));
  const amount = fc.constantFrom("1", "1,000,000", "12,345,678").map((text) => ({ text }));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(amount, cell), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 24, max: 60 }),
      (some, width) => {
        const drawn = table({ columns: columns.slice(0, 2), rows: some }, at(width));
        const lines = drawn.trimEnd().split("\n");
        equal(lines.length, some.length + 2);
        for (const line of lines) ok(displayWidth(line) <= width, line);
        for (const [index, [{ text }]] of some.entries()) ok(lines[index + 2]?.startsWith(text));
      },
    ),
    { numRuns: 100 },
  );
});
