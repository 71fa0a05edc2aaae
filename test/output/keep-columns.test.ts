import { describe, expect, it } from "vitest";
import { type List, readList } from "../../src/list/list.ts";
import type { Table } from "../../src/list/rows.ts";
import type { Columns } from "../../src/output/format.ts";
import { keepColumns, keptNotes } from "../../src/output/keep-columns.ts";
import { type LookupRow, writtenNames } from "../../src/views.ts";
import { plainSheet, sheetFile, sheetOf } from "./results.ts";

/** A verdict beside each row that has a number. */
const verdicts: Columns<LookupRow> = {
  header: ["verdict", "reasons"],
  numberOf: ({ dotNumber }) => dotNumber,
  rows: () => [["fail", "=no insurance"]],
  without: (why = "") => ["review", why.replace(/^.*?(?=is|has)/, "")],
};

type Own = List & { table: Table };

const listOf = (bytes: string | Buffer, column?: string) =>
  readList(Buffer.from(bytes as string), "f.csv", {
    keepColumns: true,
    writtenNames,
    column,
  }) as Promise<Own>;

/** The list with a verdict beside each of its rows. */
async function vetted(
  bytes: string | Buffer,
  format: "csv" | "xlsx",
  added = verdicts,
) {
  const list = await listOf(bytes);
  const { item, end } = keepColumns(list, added, format);
  for (const input of list.inputs)
    if ("dotNumber" in input) item({ dotNumber: input.dotNumber });
  return (await end(undefined)) as string & Buffer;
}

const kept = (text: string | Buffer) => vetted(text, "csv");
const keptSheet = async (bytes: string | Buffer, added?: typeof verdicts) =>
  sheetOf(await vetted(bytes, "xlsx", added));

const ours = ",usdot_verdict,usdot_reasons\n";
const fails = ",fail,'=no insurance\n";

describe("as CSV", () => {
  it.each([
    [
      "rows in their order, cells as they were",
      'DOT,Name\n1,=1+1\n 2 ,"A, ""B"""\n1,\n',
      `DOT,Name${ours}1,=1+1${fails} 2 ,"A, ""B"""${fails}1,${fails}`,
    ],
    [
      "titles, blank rows and comments stay",
      "Report\n\nDOT,Name\n# note\n1,A\n,\n",
      `Report\n\nDOT,Name${ours}# note\n1,A${fails},\n`,
    ],
    [
      "ours below their header in rows of any length",
      "DOT,Name\n1\n2,A,x\n\n3,B\n4,C,x,y\n",
      `DOT,Name,,${ours}1,,,${fails}2,A,x,${fails}\n3,B,,${fails}4,C,x,y${fails}`,
    ],
    [
      "a list of one column",
      "9000001\n2,233,855\n",
      `dot_number${ours}9000001${fails}"2,233,855"${fails}`,
    ],
    [
      "no header",
      "ACME,1000001\nBETA,2\n",
      `column_1,dot_number${ours}ACME,1000001${fails}BETA,2${fails}`,
    ],
    [
      "marks of a text, which keep zeros",
      'DOT,Zip,Note\n="0000001",="08055","=""2"""\n2,x,c\n',
      `DOT,Zip,Note${ours}"=""0000001""","=""08055""","=""2"""${fails}2,x,c${fails}`,
    ],
    [
      "line breaks in cells",
      'DOT,Name\n1,"A\nB"\n',
      `DOT,Name${ours}1,"A\nB"${fails}`,
    ],
  ])("%s", async (_, text, expected) => {
    expect(await kept(text)).toBe(expected);
  });

  it("begins with a byte order mark unless the file was plain UTF-8", async () => {
    const text = "DOT,é\n1,É\n";
    const plain = await kept(text);
    for (const bytes of [
      Buffer.from(`\ufeff${text}`),
      Buffer.from(`\ufeff${text}`, "utf16le"),
      Buffer.from(text, "latin1"),
    ])
      expect(await kept(bytes)).toBe(`\ufeff${plain}`);
  });
});

describe("columns of an earlier run", () => {
  const text = `DOT,usdot_verdict,Name,usdot_status, usdot_error ,usdot_notes of mine,Verdict
1,pass,A,ACTIVE,x,call them,mine
2
`;

  it("are replaced wherever they stand, by their exact names, and named", async () => {
    const cells = "DOT,Name,usdot_notes of mine,Verdict";
    expect(await kept(text)).toBe(
      `${cells}${ours}1,A,call them,mine${fails}2,,,${fails}`,
    );
    expect(keptNotes(await listOf(text))).toEqual([
      "f.csv: removes the columns of an earlier run: usdot_verdict, usdot_status, usdot_error",
    ]);
  });

  it("make a sheet that was checked the same when it is checked again", async () => {
    const once = await kept("Name,DOT\nA,1\n");
    expect(await kept(once)).toBe(once);
    const workbook = await vetted(once, "xlsx");
    expect((await keptSheet(workbook))?.rows).toEqual(sheetOf(workbook)?.rows);
  });

  it("stay where a mark was typed into them", () =>
    expect(listOf("DOT,usdot_warnings\n1,DNU\n")).rejects.toThrow(
      "f.csv:2: DNU was typed into a column that usdot overwrites",
    ));

  it("stay where one of them has the numbers", async () => {
    const text = "usdot_dot_number,usdot_verdict\n1,pass\n";
    const list = await listOf(text, "usdot_dot_number");
    expect(await keepColumns(list, verdicts, "csv").end(undefined)).toBe(
      `usdot_dot_number${ours}1,review,\n`,
    );
  });
});

describe("as a workbook", () => {
  it("has our values with their types", async () => {
    const rows = () => [[7, "2026-11-22T00:00:00Z"]];
    const sheet = await keptSheet("DOT\n1\n", { ...verdicts, rows });
    expect(sheet?.rows[1]).toEqual(["1", 7, new Date("2026-11-22")]);
  });

  it.each([0, 1])(
    "keeps how the user's sheet looks, with %i rows of a header",
    async (header) => {
      const money = '"$"#,##0.00';
      const cells = [
        ["Rate", "DOT"],
        [2.1, 900002],
        ["on request", 900003],
      ].slice(1 - header);
      const formats = [["@"], [money, "0000000"], [money, "0000000"]];
      const widths = [31, undefined];
      const from = formats.slice(1 - header);
      const how = { widths, frozenColumns: 1 };
      const source = await sheetFile(cells, how, from);
      const kept = await keptSheet(source);
      const first = kept?.formats[1]?.slice(0, 2);
      const seen = [kept?.widths[0], kept?.frozenColumns, first];
      expect(seen).toEqual([31, 1, [money, "0000000"]]);
    },
  );

  it.each([
    [
      "DOT,Name",
      ", fonts, borders and colors of cells (usdot reads no marks from them)",
    ],
    ["DOT,usdot_verdict", ""],
  ])(
    "says what it does not keep of %s, but for our own colors",
    async (header, colors) => {
      const list = await listOf(`${header}\n1,pass\n`);
      const table = {
        ...list.table,
        sheet: {
          ...plainSheet,
          name: "S",
          isHidden: false,
          others: ["Rates"],
          unread: [],
          styledColumns: new Map([[1, 1]]),
          lost: new Set(["merged cells", "comments"]),
        },
      };
      expect(keptNotes({ ...list, table }).at(-1)).toBe(
        `f.csv: not kept: 1 other sheet (Rates)${colors}, merged cells, comments`,
      );
    },
  );
});
