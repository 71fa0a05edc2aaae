import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { SheetCell } from "../../src/list/cells.ts";
import { readWorkbook } from "../../src/list/workbook.ts";
import { cellOfValue } from "../../src/output/format.ts";
import { views } from "../../src/screen/views.ts";
import {
  answered,
  notFound,
  plainSheet,
  sheetFile,
  workbook,
} from "./results.ts";

const { insurance: insuranceView } = views;

const sheetOf = async (bytes: Uint8Array) =>
  (await readWorkbook(Buffer.from(bytes), "x.xlsx"))[0];

describe("a workbook", () => {
  const hostile = [
    ...[
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
    ],
    ...["constructor", "__proto__", "toString", "_x0041_", "_x005F_", "É 😀"],
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
    expect((await sheetOf(await sheetFile(rows)))?.rows).toEqual(rows);
  });

  it("has a bold, frozen header with a filter, no triangles, no formula, and times as they are said", async () => {
    const morning = new Date(Date.UTC(1899, 11, 30, 8, 30));
    const rows = [
      ["Report"],
      ["DOT", "Name"],
      ["9000001", "=1+1", morning],
      ["9000002", "B", time],
    ];
    const files = unzipSync(
      await sheetFile(rows, { name: "a/b [1]: 'c'", header: 1 }),
    );
    const xml = (name: string) => strFromU8(files[name] ?? new Uint8Array());
    const sheet = xml("xl/worksheets/sheet1.xml");
    expect(sheet).toMatch(
      /<pane ySplit="2"[^>]* topLeftCell="A3"[^>]* state="frozen"/,
    );
    expect(sheet).toContain('<autoFilter ref="A2:C4"/>');
    expect(sheet).toContain(
      '<ignoredError sqref="A2:C4" numberStoredAsText="1"/>',
    );
    expect(sheet).not.toContain("<f>");
    expect(xml("xl/styles.xml")).toContain("<b/>");
    expect(xml("xl/styles.xml").match(/(?<=formatCode=")[^"]*/g)).toEqual([
      "hh:mm:ss",
      "yyyy-mm-dd hh:mm:ss",
    ]);
    expect(xml("xl/workbook.xml")).toMatch(/name="a b {2}1 {4}c "/);
  });

  it("folds what is longer than its column, also in the user's own of a workbook", async () => {
    const text = "a note that the column has no room for";
    const own = { count: 1, look: { ...plainSheet, widths: [20] } };
    const bytes = await sheetFile([["Note"], [text], ["short"]], { own });
    const xml = strFromU8(unzipSync(bytes)["xl/styles.xml"] ?? Buffer.of());
    expect(xml.match(/wrapText="1"/g)).toHaveLength(1);
  });

  it("leaves out what XML cannot hold", async () => {
    const bytes = await sheetFile([["a"], ["b\u0000\u001b\ud800\uffffc"]]);
    const sheet = await sheetOf(bytes);
    expect(sheet?.rows[1]).toEqual(["bc"]);
  });

  it("cuts a text that Excel would refuse", async () => {
    const sheet = await sheetOf(await sheetFile([["a"], ["y".repeat(40_000)]]));
    expect(String(sheet?.rows[1]?.[0])).toHaveLength(32_767);
  });
});

it.each([
  ["2026-11-22", new Date("2026-11-22")],
  ["2026-11-22T00:00:00.0Z", new Date("2026-11-22")],
  ["2026-11-28T16:30:15.945-08:00", new Date("2026-11-28T16:30:15Z")],
  ["2026-02-31", "2026-02-31"],
  ["1899-12-31", "1899-12-31"],
  ["2026-11-22 or later", "2026-11-22 or later"],
])("%s is the cell %s, by the clock that it was written by", (text, cell) => {
  expect(cellOfValue(text)).toEqual(cell);
});

it("a lookup's results have the values of its CSV, with their types", async () => {
  const policies = [
    {
      policy_type: "BIPD/Primary",
      coverage_amount: 750000,
      expiration_date: "2027-08-26T00:00:00Z",
    },
    { policy_type: "=CARGO", coverage_amount: null, expiration_date: "soon" },
  ];
  const record = {
    dot_number: "09000001",
    legal_name: "ACME\u0007",
    policies,
  };
  const sheet = await sheetOf(
    await workbook(insuranceView, [
      answered(record, "9000001"),
      notFound("9000404"),
    ]),
  );
  const [header = [], ...rows] = sheet?.rows ?? [];
  const named = rows.map((row) =>
    Object.fromEntries(header.map((name, at) => [name, row[at]])),
  );
  expect(sheet?.name).toBe("insurance");
  expect(named).toMatchObject([
    {
      dot_number: "9000001",
      legal_name: "ACME\\u0007",
      "policies.coverage_amount": 750000,
      "policies.expiration_date": new Date("2027-08-26"),
    },
    {
      "policies.policy_type": "=CARGO",
      "policies.expiration_date": "soon",
    },
    { dot_number: "9000404", error: "not-found" },
  ]);
});
