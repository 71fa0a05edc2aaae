import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { SheetCell } from "../../src/list/cells.ts";
import { cellOfValue } from "../../src/output/format.ts";
import { sheetFile, sheetOf } from "./results.ts";

/** Gives the text of a part of a workbook. */
function partsOf(bytes: Uint8Array) {
  const files = unzipSync(bytes);
  return (name: string) => strFromU8(files[name] ?? Buffer.of());
}

const rowsOf = async (rows: SheetCell[][]) =>
  sheetOf(await sheetFile(rows))?.rows;

describe("a workbook", () => {
  const hostile = [
    "=1+1",
    "+cmd|' /C calc'!A0",
    "@SUM(A1)",
    "-2+3",
    "\t=1",
    "'quoted",
    "<&>\"'",
    "]]>",
    " blanks ",
    "a\nb\tc\n",
    "É 😀",
  ];
  const time = new Date("2026-11-25T10:28:00Z");

  it("gives every cell back with its type, texts as texts", async () => {
    const rows: SheetCell[][] = [
      ["Text", "Number", "Date", "Bool"],
      ...hostile.map((text): SheetCell[] => [
        text,
        9000001,
        new Date("2026-11-25"),
        true,
      ]),
      ["00344554", -2.5, time, false],
      [null, 1e21, new Date(Date.UTC(1899, 11, 30, 13, 30))],
      ["x", 0, null, true],
    ];
    expect(await rowsOf(rows)).toEqual(rows);
  });

  it("has a bold, frozen header with a filter, no triangles, and no formula", async () => {
    const rows = [
      ["Report"],
      ["DOT", "Name"],
      ["9000001", "=1+1", time],
      ["9000002", "B"],
    ];
    const xml = partsOf(
      await sheetFile(rows, { name: "a/b [1]: 'c'", headerAt: 1 }),
    );
    const sheet = xml("xl/worksheets/sheet1.xml");
    expect(sheet).toMatch(
      /<pane ySplit="2"[^>]* topLeftCell="A3"[^>]* state="frozen"/,
    );
    expect(sheet).toContain('<autoFilter ref="A2:C4"/>');
    expect(sheet).toContain(
      '<ignoredError sqref="A2:C4" numberStoredAsText="1"/>',
    );
    expect(xml("xl/workbook.xml").match(/<definedName.*?>/g)).toEqual([
      "<definedNames>",
      '<definedName name="_xlnm.Print_Titles" localSheetId="0">',
    ]);
    expect(xml("xl/workbook.xml")).toContain("'a b  1    c '!$2:$2");
    expect(sheet).toContain(' orientation="landscape"');
    expect(sheet).toContain('<pageSetUpPr fitToPage="1"/>');
    expect(sheet).not.toContain("<f>");
    expect(xml("xl/styles.xml")).toContain("<b/>");
    expect(xml("xl/styles.xml").match(/(?<=formatCode=")[^"]*/g)).toEqual([
      "yyyy-mm-dd",
    ]);
    expect(xml("xl/workbook.xml")).toMatch(/name="a b {2}1 {4}c "/);
  });

  it("fills a cell by its verdict", async () => {
    const rows = [["verdict"], ["fail"], ["review"], ["pass"]];
    const judged = { verdictAt: 0, reasonsAt: 1 };
    const xml = partsOf(await sheetFile(rows, { judged }));
    const fills = xml("xl/styles.xml").match(/(?<=<fgColor rgb=")\w+/g);
    expect(fills).toEqual(["FFFFC7CE", "FFFFEB9C", "FFC6EFCE"]);
  });

  it("folds what is longer than its column, also in the user's own of a workbook", async () => {
    const text = "a note that the column has no room for";
    const widths = [20];
    const xml = partsOf(
      await sheetFile([["Note"], [text], ["short"]], { widths }),
    );
    expect(xml("xl/styles.xml").match(/wrapText="1"/g)).toHaveLength(1);
    // LibreOffice fits no row to its text.
    expect(xml("xl/worksheets/sheet1.xml")).toContain(' ht="30" ');
  });

  it.each([
    ["leaves out what XML cannot hold", "b\u0000\u001b\ud800\uffffc", "bc"],
    ["cuts what Excel refuses", "y".repeat(40_000), "y".repeat(32_767)],
  ])("%s", async (_, text, kept) => {
    expect(await rowsOf([[text]])).toEqual([[kept]]);
  });
});

it.each([
  ["2026-11-22", new Date("2026-11-22")],
  ["2026-11-22T00:00:00.0Z", new Date("2026-11-22")],
  ["2026-11-28T00:00:00-08:00", "2026-11-28T00:00:00-08:00"],
  ["2026-11-22T10:28:00Z", "2026-11-22T10:28:00Z"],
  ["2026-02-31", "2026-02-31"],
  ["1899-12-31", "1899-12-31"],
  ["2026-11-22 or later", "2026-11-22 or later"],
])("%s is the cell %s: a day is a date, a time has its zone", (text, cell) => {
  expect(cellOfValue(text)).toEqual(cell);
});
