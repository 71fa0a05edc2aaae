import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { cellText } from "../../src/list/cells.ts";
import type { ReadOptions } from "../../src/list/input.ts";
import { readList } from "../../src/list/list.ts";
import { shownInputs } from "./shown.ts";

const main =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const office =
  "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

interface Parts {
  shared?: readonly string[];
  /** Names of hidden sheets. */
  hidden?: readonly string[];
  /** Of each sheet, before and behind its cells. */
  before?: string;
  behind?: string;
  properties?: string;
  /** What a part is called instead, or what it holds. */
  rename?: (name: string) => string;
  encode?: (text: string) => Uint8Array;
}

/** A workbook as other programs write it: the cells of each sheet, by its name. */
function workbook(sheets: Record<string, string>, parts: Parts = {}): Buffer {
  const { shared = [], hidden = [], properties = "" } = parts;
  const { before = "", behind = "" } = parts;
  const { rename = (name) => name, encode = strToU8 } = parts;
  const texts = shared.map((text) => `<si>${text}</si>`).join("");
  let listed = "";
  let related = `<Relationship Id="a" Type="${office}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="b" Type="${office}/styles" Target="styles.xml"/>`;
  const files: [name: string, xml: string][] = [
    ["sharedStrings.xml", `<sst ${main}>${texts}</sst>`],
    [
      "styles.xml",
      `<styleSheet ${main}><numFmts><numFmt numFmtId="164" formatCode="&quot;day &quot;yyyy\\-mm"/><numFmt numFmtId="165" formatCode="[Magenta]0.0"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165" fillId="2"/></cellXfs></styleSheet>`,
    ],
  ];
  for (const [name, xml] of Object.entries(sheets)) {
    const kind = xml === chart ? "chartsheet" : "worksheet";
    const state = hidden.includes(name) ? 'state="hidden"' : "";
    listed += `<sheet name="${name}" ${state} r:id="r${name}"/>`;
    related += `<Relationship Id="r${name}" Type="${office}/${kind}" Target="${kind}s/sheet${name}.xml"/>`;
    files.push([
      `${kind}s/sheet${name}.xml`,
      `<${kind} ${main}>${before}<sheetData>${xml}</sheetData>${behind}</${kind}>`,
    ]);
  }
  files.push(
    [
      "workbook.xml",
      `<workbook ${main} xmlns:r="${office}">${properties}<sheets>${listed}</sheets></workbook>`,
    ],
    [
      "_rels/workbook.xml.rels",
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${related}</Relationships>`,
    ],
  );
  const entries = files.map(([name, xml]) => [
    rename(`xl/${name}`),
    encode(xml),
  ]);
  return Buffer.from(zipSync(Object.fromEntries(entries)));
}

const chart = "<drawing/>";

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

const read = async (bytes: Buffer, options?: ReadOptions) =>
  shownInputs((await reading(bytes, options)).inputs);

describe("cells", () => {
  const plain = row(1, "DOT") + row(2, 9000001);

  it.each<[what: string, cells: string, inputs: string, parts?: Parts]>([
    [
      "inline texts and numbers",
      row(1, "Name", "DOT") + row(2, "A", 2233855) + row(3, "B", "00344554"),
      "2: 2233855 | 3: 344554",
    ],
    [
      "shared texts, also rich ones",
      '<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c></row>',
      "2: 9000001",
      {
        shared: [
          "<t>USDOT</t>",
          "<r><t>9000</t></r><r><t>001</t></r><rPh><t>9</t></rPh>",
        ],
      },
    ],
    [
      "numbers as some programs write them",
      `${row(1, "DOT")}<row r="2"><c r="A2" t="n"><v>2233855.0</v></c></row><row r="3"><c r="A3"><v>9.000001E6</v></c></row>`,
      "2: 2233855 | 3: 9000001",
    ],
    [
      "what a formula gave",
      `${row(1, "DOT")}<row r="2"><c r="A2" t="str"><f>B2</f><v>9000001</v></c></row>`,
      "2: 9000001",
    ],
    [
      "errors",
      `${row(1, "DOT", "Name")}<row r="2"><c r="A2" t="e"><f>X!A1</f><v>#N/A</v></c><c r="B2"><v>5</v></c></row><row r="3"><c r="A3" t="e"><v>#REF!</v></c></row>`,
      "2: #N/A is an error of the spreadsheet | 3: #REF! is an error of the spreadsheet",
    ],
    [
      "formulas that were not computed, and one that gave no text",
      `${row(1, "DOT")}<row r="2"><c r="A2"><f>Loads!B2</f></c></row><row r="3"><c r="A3"><f>Loads!B3</f><v></v></c></row><row r="4"><c r="A4" t="str"><f>B4</f><v></v></c><c r="B4"><v>7</v></c></row>`,
      "2: =Loads!B2 is a formula without a value | 3: =Loads!B3 is a formula without a value | 4: 7 has no USDOT number in column DOT",
    ],
    [
      "cells and rows without references",
      '<row><c t="inlineStr"><is><t>Load</t></is></c><c t="inlineStr"><is><t>USDOT</t></is></c></row><row><c><v>1</v></c><c><v>9000001</v></c></row>',
      "2: 9000001",
    ],
    [
      "CDATA, comments, and characters by their numbers",
      '<row><c t="inlineStr"><is><t><![CDATA[USDOT]]></t></is></c></row><!-- x --><row><c t="inlineStr"><is><t>&#57;000001</t></is></c></row>',
      "2: 9000001",
    ],
    [
      "UTF-16",
      plain,
      "2: 9000001",
      { encode: (text) => Buffer.from(`\ufeff${text}`, "utf16le") },
    ],
    [
      "parts whose names have backslashes and another case",
      plain,
      "2: 9000001",
      { rename: (name) => name.replaceAll("/", "\\").replace("s", "S") },
    ],
    [
      "a number that is merged downwards",
      row(1, "DOT") + row(2, 9000001) + row(3, "", 12) + row(4, "", 13),
      "2: 9000001 | 3: 9000001 | 4: 13 has no USDOT number in column DOT",
      { behind: '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>' },
    ],
    [
      "empty rows, and a thousand columns",
      '<row r="2"><c r="ALL2" t="inlineStr"><is><t>DOT #</t></is></c></row><row r="9"><c r="ALL9"><v>9000001</v></c></row>',
      "9: 9000001",
    ],
  ])("%s", async (_, cells, inputs, parts) => {
    expect(await read(workbook({ S: cells }, parts))).toBe(inputs);
  });

  it("look as they did: widths, formats, dates, what is hidden, and what is lost", async () => {
    const cells = (style: number) =>
      `<c s="${style}"><v>44870</v></c><c t="n" s="0"><v>1</v></c>`;
    const bytes = workbook(
      {
        Chart: chart,
        S: `${row(1, "Day", "DOT")}${[1, 2, 3].map((style) => `<row hidden="1">${cells(style)}</row>`).join("")}<row><c><f>SUM(A2:A3)</f></c></row>`,
      },
      {
        before: '<cols><col min="2" max="3" width="12.5" hidden="1"/></cols>',
        behind:
          '<mergeCells><mergeCell ref="A1:B1"/></mergeCells><hyperlinks><hyperlink ref="A1"/></hyperlinks><drawing r:id="d"/><legacyDrawing r:id="c"/>',
        properties: '<workbookPr date1904="1"/>',
      },
    );
    const day = new Date("2026-11-06");
    expect(await reading(bytes, { keepColumns: true })).toMatchObject({
      notes: ["f.xlsx: also read 3 hidden rows"],
      table: {
        rows: [["Day", "DOT"], [day, 1], [day, 1], [44870, 1], ["=SUM(A2:A3)"]],
        sheet: {
          others: ["Chart"],
          widths: [undefined, 12.5, 12.5],
          formats: [
            undefined,
            ["m/d/yyyy"],
            ['"day "yyyy\\-mm'],
            ["[Magenta]0.0"],
          ],
          hiddenRows: 3,
          styledColumns: new Map([[0, 3]]),
          lost: new Set([
            "hidden columns (they are shown)",
            "formulas (their values are)",
            "merged cells",
            "links",
            "drawings",
            "comments",
          ]),
        },
      },
    });
  });

  it.each([
    ["2026-11-25T00:00:00Z", "2026-11-25"],
    ["2026-11-25T10:28:00Z", "2026-11-25 10:28:00"],
    ["1899-12-30T08:30:00Z", "08:30:00"],
    ["1899-12-30T00:00:00Z", "00:00:00"],
    ["1899-12-31T12:00:00Z", "1899-12-31 12:00:00"],
  ])("that are the date %s say %j", (date, text) => {
    expect(cellText(new Date(date))).toBe(text);
  });
});

describe("sheets", () => {
  const dot = (cell: string | number) => row(1, "DOT") + row(2, cell);
  /** Below the header, an error or a formula. */
  const dotOf = (xml: string) => `${row(1, "DOT")}<row r="2">${xml}</row>`;
  const error = dotOf('<c t="e"><v>#REF!</v></c>');
  const formula = dotOf("<c><f>X!A1</f></c>");
  const words = row(1, "Call") + row(2, "Bob");
  const readHidden = /^f.xlsx: read the hidden sheet S$/;
  const readOne = /^f.xlsx: read only the sheet S, not [ABH]; f.xlsx#SHEET/;

  it.each([
    [
      "one that names USDOT numbers goes before one without a header",
      { A: row(1, "Account", 104523), S: dot(9000001) },
      "2: 9000001",
      readOne,
    ],
    ["and before words", { A: words, S: dot(9000001) }, "2: 9000001", /^$/],
    [
      "one of numbers goes before words below a header",
      { A: dot("a number of FMCSA"), S: dot(9000001) },
      "2: 9000001",
      readOne,
    ],
    [
      "but not before errors",
      { S: error, B: dot(9000001) },
      "2: #REF! is an error of the spreadsheet",
      readOne,
    ],
    [
      "a hidden one is read where there is no other",
      { S: dot(9000009) },
      "2: 9000009",
      readHidden,
      "S",
    ],
    [
      "a seen one goes before it",
      { H: dot(9000009), S: dot(9000001) },
      "2: 9000001",
      readOne,
      "H",
    ],
    [
      "also one of errors",
      { H: dot(9000009), S: error },
      "2: #REF! is an error of the spreadsheet",
      readOne,
      "H",
    ],
    [
      "of formulas",
      { H: dot(9000009), S: formula },
      "2: =X!A1 is a formula without a value",
      readOne,
      "H",
    ],
    [
      "and of words",
      { H: dot(9000009), S: dot("TBD") },
      "2: TBD has no digits",
      readOne,
      "H",
    ],
  ])("%s", async (_, sheets, inputs, note, hidden = "") => {
    const list = await reading(workbook(sheets, { hidden: [hidden] }));
    expect(shownInputs(list.inputs)).toBe(inputs);
    expect(list.notes.join()).toMatch(note);
  });

  it("that is unclear is named, not one before it without numbers", async () => {
    const unclear = row(1, 9000001, 9000002) + row(2, 9000003, 9000004);
    await expect(
      reading(workbook({ Notes: words, S: unclear })),
    ).rejects.toThrow("f.xlsx, sheet S: cannot tell which column");
  });

  const bytes = workbook({
    Notes: row(1, "Call", "Bob"),
    Fleet: dot(1),
    Old: dot(2),
  });

  it("is read by its name in any case, and then not said", async () => {
    const { inputs, notes } = await reading(bytes, { sheet: "old" });
    expect(shownInputs(inputs)).toBe("2: 2");
    expect(notes).toEqual([]);
  });

  it.each([
    ["None", "f.xlsx has no sheet None", "its sheets are Notes, Fleet, Old"],
    [
      "Notes",
      "f.xlsx, sheet Notes: cannot tell which column holds the USDOT numbers; the columns are 1 Call, 2 Bob",
      expect.stringContaining("usdot cannot search by name or MC number"),
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
  const large = Buffer.from(whole);
  // The size in the directory of the archive, without having to unpack to it.
  large.writeUInt32LE(0x7fffffff, large.lastIndexOf("PK\x01\x02") + 24);
  const zip = (name: string, text: string) =>
    Buffer.from(zipSync({ [name]: strToU8(text) }));
  const damaged = "is not an Excel workbook, or it is damaged or cut off";

  it("are not those whose sizes stand behind the data, as POI streams them", async () => {
    const streamed = Buffer.from(whole);
    for (let at = 0; at >= 0; at = streamed.indexOf("PK\x03\x04", at + 1))
      streamed.fill(0, at + 14, at + 26).writeUInt16LE(8, at + 6);
    expect(await read(streamed)).toBe("2: 1");
  });

  it.each([
    ["another archive", zip("a.txt", "1"), damaged],
    ["one that is cut off", whole.subarray(0, whole.length - 200), damaged],
    [
      "one whose data are damaged",
      Buffer.from(whole).fill(0, 60, 400),
      damaged,
    ],
    ["one without its sheet", zip("xl/workbook.xml", "<workbook/>"), damaged],
    [
      "one whose shared texts are missing",
      workbook({ S: '<row><c t="s"><v>3</v></c></row>' }),
      damaged,
    ],
    [
      "one of gigabytes",
      large,
      "unpacked, by the sizes in it, is larger than 256 MiB",
    ],
    [
      "LibreOffice's",
      zip("content.xml", "<x/>"),
      "is an OpenDocument spreadsheet (.ods)",
    ],
    [
      "a binary one",
      zip("xl/workbook.bin", "x"),
      "is a binary Excel workbook (.xlsb)",
    ],
  ])("%s", async (_, bytes, message) => {
    await expect(reading(bytes)).rejects.toMatchObject({
      message: `f.xlsx ${message}`,
    });
  });
});
