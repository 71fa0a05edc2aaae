import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { claimFields, type Input } from "../../src/list/input.ts";
import { type ReadOptions, readList } from "../../src/list/list.ts";
import { cellText } from "../../src/list/workbook.ts";
import { writeWorkbook } from "../../src/output/workbook.ts";

const main =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const office =
  "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A workbook as other programs write it: a sheet's XML by its name. */
function workbook(
  sheets: Record<string, string>,
  shared: readonly string[] = [],
): Buffer {
  const names = Object.keys(sheets);
  const files: Record<string, string> = {
    "[Content_Types].xml":
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    "xl/workbook.xml": `<workbook ${main} xmlns:r="${office}"><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.map((_, at) => `<Relationship Id="rId${at + 1}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join("")}<Relationship Id="rS" Type="${office}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rT" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    "xl/sharedStrings.xml": `<sst ${main}>${shared.map((text) => `<si>${text}</si>`).join("")}</sst>`,
    "xl/styles.xml": `<styleSheet ${main}><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
  };
  for (const [at, xml] of Object.values(sheets).entries())
    files[`xl/worksheets/sheet${at + 1}.xml`] =
      `<worksheet ${main}><sheetData>${xml}</sheetData></worksheet>`;
  return Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, text]) => [name, strToU8(text)]),
      ),
    ),
  );
}

/** Cells of a row that need no types: numbers, and texts within the row. */
function row(number: number, ...cells: (string | number)[]): string {
  const xml = cells.map((cell, at) => {
    const r = `${String.fromCharCode(65 + at)}${number}`;
    return typeof cell === "number"
      ? `<c r="${r}"><v>${cell}</v></c>`
      : `<c r="${r}" t="inlineStr"><is><t>${cell}</t></is></c>`;
  });
  return `<row r="${number}">${xml.join("")}</row>`;
}

const reading = (bytes: Buffer, options: ReadOptions = {}) =>
  readList(bytes, "f.xlsx", options);

function shown(input: Input): string {
  const what =
    "dotNumber" in input
      ? input.dotNumber
      : `${input.text} ${input.invalid.split(/[,;]/)[0]}`;
  return `${input.place?.line}: ${what}${"isMarkedOutOfService" in input ? " OOS" : ""}`;
}

const read = async (bytes: Buffer, options?: ReadOptions) =>
  (await reading(bytes, options)).inputs.map(shown);

describe("cells", () => {
  it.each<[what: string, bytes: Buffer, inputs: string[]]>([
    [
      "inline texts and numbers",
      workbook({
        S:
          row(1, "Name", "DOT Number") +
          row(2, "A", 2233855) +
          row(3, "B", "00344554"),
      }),
      ["2: 2233855", "3: 344554"],
    ],
    [
      "shared texts, also rich ones",
      workbook(
        {
          S: '<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c></row>',
        },
        ["<t>USDOT</t>", "<r><t>9000</t></r><r><t>001</t></r>"],
      ),
      ["2: 9000001"],
    ],
    [
      "numbers as some programs write them",
      workbook({
        S: `${row(1, "DOT")}<row r="2"><c r="A2" t="n"><v>2233855.0</v></c></row><row r="3"><c r="A3"><v>9.000001E6</v></c></row>`,
      }),
      ["2: 2233855", "3: 9000001"],
    ],
    [
      "numbers that are not whole, and texts that were rounded",
      workbook({
        S: row(1, "DOT") + row(2, 2233855.5) + row(3, "2.18E+04") + row(4, 1),
      }),
      [
        "2: 2233855.5 is a decimal fraction",
        "3: 2.18E+04 was rounded by a spreadsheet",
        "4: 1",
      ],
    ],
    [
      "what a formula gave",
      workbook({
        S: `${row(1, "DOT")}<row r="2"><c r="A2" t="str"><f>B2</f><v>9000001</v></c></row>`,
      }),
      ["2: 9000001"],
    ],
    [
      "an error",
      workbook({
        S: `${row(1, "DOT", "Name")}<row r="2"><c r="A2" t="e"><v>#REF!</v></c><c r="B2"><v>5</v></c></row>`,
      }),
      ["2: #REF! has no digits"],
    ],
    [
      "the OOS mark on two lines",
      workbook({ S: row(1, "DOT") + row(2, "4033402\nOOS") }),
      ["2: 4033402 OOS"],
    ],
    [
      "a date",
      workbook({
        S: `${row(1, "Since", "DOT")}<row r="2"><c r="A2" s="1"><v>46351</v></c><c r="B2"><v>7</v></c></row>`,
      }),
      ["2: 7"],
    ],
    [
      "the OOS mark in another cell",
      workbook({ S: row(1, "DOT", "") + row(2, 4033402, "OOS") }),
      ["2: 4033402 OOS"],
    ],
    [
      "title rows, merged, above the header",
      workbook({
        S:
          row(1, "Carrier report") +
          row(3, "Name", "DOT Number") +
          row(4, "A", 9000001),
      }),
      ["4: 9000001"],
    ],
    [
      "empty columns and rows",
      workbook({
        S: `<row r="2"><c r="D2" t="inlineStr"><is><t>DOT #</t></is></c></row><row r="9"><c r="D9"><v>9000001</v></c></row>`,
      }),
      ["9: 9000001"],
    ],
    [
      "no header",
      workbook({ S: row(1, "ACME", 9000001) + row(2, "BETA", 9000002) }),
      ["1: 9000001", "2: 9000002"],
    ],
  ])("%s", async (_, bytes, inputs) => {
    expect(await read(bytes)).toEqual(inputs);
  });

  it("are kept with their types, and are texts in claims", async () => {
    const day = new Date("2026-11-25");
    const rows = [
      ["Carrier", "DOT", "MC", "When", "Active"],
      ["ACME", 9000001, 747866, day, true],
    ];
    const bytes = Buffer.from(
      await writeWorkbook({ name: "Mine", rows, header: 0 }),
    );
    const list = await reading(bytes, { keepTable: true, claims: claimFields });
    expect(list.table).toMatchObject({
      sheet: "Mine",
      rows,
      firstRow: 1,
      column: 1,
    });
    expect(list.inputs[0]?.claims).toEqual({
      name: "ACME",
      mc_number: "747866",
    });
  });

  it.each([
    ["2026-11-25T00:00:00Z", "2026-11-25"],
    ["2026-11-25T10:28:00Z", "2026-11-25 10:28:00"],
    ["1899-12-30T08:30:00Z", "08:30:00"],
    ["1899-12-30T00:00:00Z", "00:00:00"],
    ["1899-12-31T12:00:00Z", "1899-12-31 12:00:00"],
    ["never", ""],
  ])("that are the date %s say %j", (date, text) => {
    expect(cellText(new Date(date))).toBe(text);
  });

  it("may be a thousand in a row", async () => {
    const header = Array.from({ length: 1_000 }, (_, at) =>
      at === 999 ? "DOT" : `Column ${at}`,
    );
    const rows = [header, header.map((_, at) => (at === 999 ? 9000001 : at))];
    expect(
      await read(
        Buffer.from(await writeWorkbook({ name: "Wide", rows, header: 0 })),
      ),
    ).toEqual(["2: 9000001"]);
  });
});

describe("sheets", () => {
  const bytes = workbook({
    Notes: row(1, "Call", "Bob"),
    Fleet: row(1, "DOT") + row(2, 1),
    Old: row(1, "DOT") + row(2, 2),
  });

  it.each<[what: string, sheets: Record<string, string>, inputs: string[]]>([
    [
      "without a header",
      {
        Accounts: row(1, "Account", 104523),
        Fleet: row(1, "DOT") + row(2, 9000001),
      },
      ["2: 9000001"],
    ],
    [
      "of one column",
      {
        Accounts: row(1, "Account #") + row(2, 104523),
        Fleet: row(1, "DOT") + row(2, 9000001),
      },
      ["2: 9000001"],
    ],
    [
      "of words",
      { Cover: row(1, "Call") + row(2, "Bob"), Fleet: row(1, "A", 9000001) },
      ["1: 9000001"],
    ],
    [
      "that is the only one",
      { Accounts: row(1, "Account", 9000001) },
      ["1: 9000001"],
    ],
  ])(
    "one that names USDOT numbers goes before a first one %s",
    async (_, sheets, inputs) => {
      expect(await read(workbook(sheets))).toEqual(inputs);
    },
  );

  it("says which one it reads if there are several", async () => {
    expect((await reading(bytes)).notes).toEqual([
      "f.xlsx: read sheet Fleet, one of 2 with numbers",
    ]);
    expect((await reading(bytes, { sheet: "Old" })).notes).toEqual([]);
  });

  it.each<[sheet: string | undefined, inputs: string[]]>([
    [undefined, ["2: 1"]],
    ["Old", ["2: 2"]],
    ["old", ["2: 2"]],
  ])("%s", async (sheet, inputs) => {
    expect(await read(bytes, { sheet })).toEqual(inputs);
  });

  it.each<[sheet: string, message: string, hint: string]>([
    ["None", "f.xlsx has no sheet None", "its sheets are Notes, Fleet, Old"],
    [
      "Notes",
      "f.xlsx, sheet Notes: cannot tell which column holds the USDOT numbers; the columns are 1 Call, 2 Bob",
      "say which with --column NAME or --column NUMBER",
    ],
  ])("refuses %s", async (sheet, message, hint) => {
    await expect(reading(bytes, { sheet })).rejects.toMatchObject({
      kind: "usage",
      message,
      hint,
    });
  });
});

describe("files that are not whole workbooks", () => {
  const whole = workbook({ S: row(1, "DOT") + row(2, 1) });
  /** The size in the directory of the archive, without having to unpack to it. */
  const bomb = Buffer.from(whole);
  bomb.writeUInt32LE(0x7fffffff, bomb.lastIndexOf("PK\x01\x02") + 24);

  it.each<[what: string, bytes: Buffer, message: RegExp]>([
    [
      "another archive",
      Buffer.from(zipSync({ "a.txt": strToU8("1") })),
      /^f.xlsx is not an Excel workbook/,
    ],
    [
      "one that is cut off",
      whole.subarray(0, whole.length - 200),
      /^f.xlsx is not an Excel workbook, or it is damaged/,
    ],
    [
      "one whose data are damaged",
      Buffer.from(whole).fill(0, 60, 400),
      /^f.xlsx is not an Excel workbook/,
    ],
    [
      "one without its sheet",
      Buffer.from(zipSync({ "xl/workbook.xml": strToU8("<workbook/>") })),
      /^f.xlsx is not an Excel workbook/,
    ],
    [
      "one that unpacks to gigabytes",
      bomb,
      /^f.xlsx unpacks to more than 256 MiB$/,
    ],
  ])("%s", async (_, bytes, message) => {
    await expect(reading(bytes)).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringMatching(message),
    });
  });
});
