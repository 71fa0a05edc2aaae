import { describe, expect, it } from "vitest";
import type { DotNumber } from "../../src/dot-number.ts";
import { InputError } from "../../src/errors.ts";
import type { Input } from "../../src/list/input.ts";
import { type ListTable, readList } from "../../src/list/list.ts";
import { type Cell, readWorkbook } from "../../src/list/workbook.ts";
import type { Result } from "../../src/lookup/outcome.ts";
import { writeWorkbook } from "../../src/output/formats/xlsx.ts";
import {
  type AddedColumns,
  besideOwnRows,
  refuseTakenColumns,
  writeKept,
} from "../../src/output/keep-columns.ts";
import type { View } from "../../src/screen/view.ts";
import { insuranceView, summaryView } from "../../src/screen/views.ts";

const look = {
  width: undefined,
  height: undefined,
  color: false,
  now: Date.UTC(2026, 10, 25),
  zone: "utc",
  sample: false,
} as const;

/** A list with a verdict beside each of its inputs. */
async function vetted(
  bytes: string | Buffer,
): Promise<{ table: ListTable; added: AddedColumns }> {
  const { table, inputs } = await readList(
    Buffer.from(bytes as string),
    "f.csv",
    { keepTable: true },
  );
  if (table === undefined) throw new Error("it has no table");
  const values = (input: Input) =>
    "dotNumber" in input
      ? ["fail", "=no insurance"]
      : ["review", input.invalid.split(";")[0]];
  return { table, added: { headers: ["verdict", "reasons"], inputs, values } };
}

const kept = async (text: string | Buffer) => {
  const { table, added } = await vetted(text);
  return writeKept("csv", table, added) as string;
};

const ours = ",usdot_verdict,usdot_reasons\n";
const fails = ",fail,'=no insurance\n";

describe("as CSV", () => {
  it.each<[what: string, text: string, expected: string]>([
    [
      "rows in their order, cells as they were",
      'DOT,Name\n1,=1+1\n 2 ,"A, ""B"""\n1,\n',
      `DOT,Name${ours}1,=1+1${fails} 2 ,"A, ""B"""${fails}1,${fails}`,
    ],
    [
      "a row without a number is for review",
      "DOT,Name\n,A\nMC-1,B\n",
      `DOT,Name${ours},A,review,has no USDOT number in column DOT\nMC-1,B,review,"is a docket number, not a USDOT number"\n`,
    ],
    [
      "titles, blank rows and comments stay",
      "Report\n\nDOT,Name\n# note\n1,A\n,\n",
      `Report\n\nDOT,Name${ours}# note\n1,A${fails},\n`,
    ],
    [
      "short rows are filled, long ones widen the table",
      "DOT,Name\n1\n2,A,x\n",
      `DOT,Name,${ours}1,,${fails}2,A,x${fails}`,
    ],
    [
      "the delimiter of the file",
      "DOT;Name\n1;A,B\n",
      "DOT;Name;usdot_verdict;usdot_reasons\n1;A,B;fail;'=no insurance\n".replace(
        "A,B",
        '"A,B"',
      ),
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

  it("can be read again, with the same cells", async () => {
    const text = 'Name,DOT\n"A, ""x""\ny",1\n É ,2\n';
    const again = await readList(Buffer.from(await kept(text)), "f.csv", {
      keepTable: true,
    });
    const { table } = await vetted(text);
    expect(again.table?.rows.map((row) => row.slice(0, 2))).toEqual(table.rows);
  });
});

it("refuses a table that has one of our columns", async () => {
  const { table, added } = await vetted("DOT,USDOT_verdict\n1,pass\n");
  expect(() => refuseTakenColumns(table, "f.csv", added.headers)).toThrow(
    "f.csv already has the column USDOT_verdict",
  );
  refuseTakenColumns(
    (await vetted("DOT,Verdict\n1,x\n")).table,
    "f.csv",
    added.headers,
  );
});

const rows: Cell[][] = [
  ["Carrier report", null, null, null, null],
  ["Name", "DOT", "Since", "Amount", "Ok"],
  ['ACME, "INC"', 9000001, new Date("2020-02-29"), 1234.5, true],
  ["=BETA", "00344554", new Date("2026-11-25T10:28:00Z"), -1, false],
  [" spaces ", null, null, 0, null],
  ["ÄÖ <&>\nline", "MC-1", null, null, true],
];

const workbook = async () =>
  Buffer.from(await writeWorkbook({ name: "Fleet", rows, header: 1 }));

describe("as a workbook", () => {
  it("cells keep their values and types, and ours follow", async () => {
    const { table, added } = await vetted(await workbook());
    const [sheet] = await readWorkbook(
      Buffer.from(await writeKept("xlsx", table, added)),
      "x.xlsx",
    );
    expect(sheet?.name).toBe("Fleet");
    expect(sheet?.rows.map((row) => row.slice(0, 5))).toEqual(rows);
    expect(sheet?.rows.map((row) => row.slice(5))).toEqual([
      [null, null],
      ["usdot_verdict", "usdot_reasons"],
      ["fail", "=no insurance"],
      ["fail", "=no insurance"],
      ["review", "has no USDOT number in column DOT"],
      ["review", "is a docket number, not a USDOT number"],
    ]);
  });

  it("from .xlsx to CSV and back: numbers, dates and truth as texts", async () => {
    const { table, added } = await vetted(await workbook());
    const csv = writeKept("csv", table, added) as string;
    expect(csv.split("\n").slice(2, 4)).toEqual([
      '"ACME, ""INC""",9000001,2020-02-29,1234.5,TRUE,fail,\'=no insurance',
      "=BETA,00344554,2026-11-25 10:28:00,-1,FALSE,fail,'=no insurance",
    ]);
    const back = await vetted(csv);
    const [sheet] = await readWorkbook(
      Buffer.from(await writeKept("xlsx", back.table, added)),
      "x.xlsx",
    );
    expect(sheet?.rows[3]?.slice(0, 5)).toEqual([
      "=BETA",
      "00344554",
      "2026-11-25 10:28:00",
      "-1",
      "FALSE",
    ]);
  });
});

describe("a lookup's columns", () => {
  const answered = (dotNumber: string, record: object): Result => ({
    kind: "answered",
    dotNumber: dotNumber as DotNumber,
    answer: { record: { dot_number: dotNumber, ...record }, issues: [] },
  });

  async function lookedUp(
    list: string,
    view: View,
    fields: string[],
    results: Result[],
  ) {
    const { table, ...own } = await readList(Buffer.from(list), "f.csv", {
      keepTable: true,
    });
    if (table === undefined) throw new Error("it has no table");
    const format = besideOwnRows({ table, ...own }, "csv", {
      view,
      fields,
      look,
      single: false,
    });
    for (const result of results) format.row(result);
    return format.end();
  }

  it("stand beside every row of a number, also the second", async () => {
    const missing: Result = {
      kind: "not-found",
      dotNumber: "2" as DotNumber,
      error: new InputError("no"),
    };
    const results = [answered("1", { legal_name: "ACME" }), missing];
    expect(
      await lookedUp(
        "DOT\n1\n2\n1\nMC-1\n",
        summaryView,
        ["legal_name"],
        results,
      ),
    ).toBe(`\
DOT,usdot_dot_number,usdot_legal_name,usdot_error
1,1,ACME,
2,2,,usage
1,1,ACME,
MC-1,,,"MC-1 is a docket number, not a USDOT number"
`);
  });

  it("have all policies of a carrier in one row", async () => {
    const policies = [
      { policy_type: "BIPD", coverage_amount: 1 },
      { policy_type: "CARGO", coverage_amount: null },
    ];
    const fields = ["policies.policy_type", "policies.coverage_amount"];
    expect(
      await lookedUp("DOT\n1\n", insuranceView, fields, [
        answered("1", { policies }),
      ]),
    ).toContain("\n1,1,BIPD; CARGO,1; ,\n");
  });
});
