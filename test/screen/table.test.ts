import { expect, it } from "vitest";
import {
  Drawing,
  printedLines,
  type StyledText,
} from "../../src/screen/lines.ts";
import { tableLines } from "../../src/screen/table.ts";

const at = (width: number | undefined, color = false) =>
  new Drawing({ width, color });
const table = (...given: Parameters<typeof tableLines>) =>
  printedLines(tableLines(...given));
const columns = [
  { path: "dot_number", label: "DOT", isKept: true },
  { path: "name", label: "name", least: 6 },
  {
    path: "status",
    label: "status",
    usual: "ACTIVE",
    least: 10,
    isKept: true,
  },
  { path: "amount", label: "amount", align: "right" as const },
  { path: "note", label: "note" },
];
const row = (
  ...[number, name, status, amount, aside]: string[]
): StyledText[] =>
  [number, name, status, amount, "ends"].map((text = "", index) => ({
    text,
    ...(index === 4 && { aside }),
  }));
const rows = [
  row("1", "ACME FREIGHT", "ACTIVE", "1,000,000", "in 9 days"),
  row("23", "B", "ACTIVE", "5", "today"),
  { number: "4", reason: "not found" },
];
const oneInactive = [...rows, row("5", "C", "NOT AUTHORIZED", "0", "today")];

it.each([
  [
    undefined,
    rows,
    `DOT  Name          Status     Amount  Note
─
1    ACME FREIGHT  ACTIVE  1,000,000  ends (in 9 days)
23   B             ACTIVE          5  ends (today)
4    not found
`,
  ],
  [
    42,
    rows,
    `DOT  Name          Status     Amount  Note
─
1    ACME FREIGHT  ACTIVE  1,000,000  ends
23   B             ACTIVE          5  ends
4    not found
`,
  ],
  [
    30,
    rows,
    `DOT  Name         Amount  Note
─
1    ACME FR…  1,000,000  ends
23   B                 5  ends
4    not found
no room for: status
`,
  ],
  [
    18,
    rows,
    `DOT  Name
─
1    ACME FREIGHT
23   B
4    not found
no room for:
    status,
    amount, note
`,
  ],
  [
    30,
    oneInactive,
    `DOT  Name       Status
─
1    ACME FRE…  ACTIVE
23   B          ACTIVE
4    not found
5    C          NOT AUTHORIZED
no room for: amount, note
`,
  ],
  [
    16,
    oneInactive,
    `DOT  Status
─
1    ACTIVE
23   ACTIVE
4    not found
5    NOT
     AUTHORIZED
no room for:
    name,
    amount, note
`,
  ],
])(
  "in %s columns loses remarks, what is as usual everywhere, the last columns, and names them",
  (width, shown, text) => {
    expect(table(columns, shown, at(width)).replace(/─+/, "─")).toBe(text);
  },
);

it.each([[columns.slice(0, 1)], [columns.slice(0, 3).reverse()]])(
  "says a reason in full beside its number: %j",
  (some) => {
    const reason = "no answer (unreachable)";
    const drawn = table(some, [{ number: "4", reason }], at(40));
    expect(drawn).toMatch(/\n─+\n4 {4}no answer \(unreachable\)\n/);
  },
);

it("is colored around the text, not around the padding", () => {
  const drawn = table(
    columns.slice(2, 4),
    [[{ text: "YES", tone: "good" }, { text: "x" }]],
    at(undefined, true),
  );
  expect(drawn).toContain("\n\u001b[32mYES\u001b[39m          x\n");
});

it("cuts a word that is longer than its column, and paints each part of a cell by itself", () => {
  const parts = [
    { text: `! ${"x".repeat(40)} y`, tone: "bad" as const },
    { text: "- z" },
  ];
  const cell = { text: parts.map(({ text }) => text).join(" · "), parts };
  const drawn = table(columns.slice(0, 1), [[cell]], at(24, true));
  const lines = drawn.trimEnd().split("\n").slice(2);
  expect(lines).toEqual([
    "\u001b[31m\u001b[1m!\u001b[22m\u001b[39m",
    `\u001b[31m\u001b[1m${"x".repeat(23)}…\u001b[22m\u001b[39m`,
    "\u001b[31m\u001b[1my\u001b[22m\u001b[39m · - z",
  ]);
});

it("is laid out at any width, of which no line is wider", () => {
  const long = row("7", "N ".repeat(60), "S ".repeat(60), "1", "note");
  for (let width = 20; width <= 200; width += 1)
    for (const line of table(columns, [long], at(width)).split("\n"))
      expect(line.length).toBeLessThanOrEqual(width);
});
