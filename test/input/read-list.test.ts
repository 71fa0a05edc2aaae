import { deepEqual } from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../src/errors.ts";
import type { Input } from "../../src/input/input.ts";
import { readList } from "../../src/input/read-list.ts";

async function* chunksOf(...chunks: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk as Uint8Array);
}

async function inputsOf(chunks: AsyncIterable<Uint8Array>, column?: string): Promise<Input[]> {
  const inputs: Input[] = [];
  for await (const page of readList(chunks, "fleet.csv", { column })) {
    expect(page.length).toBeGreaterThan(0);
    inputs.push(...page);
  }
  return inputs;
}

/** `17: 2233855`, `18: MC-1 (is a docket number...)` */
async function read(text: string, column?: string): Promise<string[]> {
  return (await inputsOf(chunksOf(text), column)).map(shown);
}

function shown(input: Input): string {
  const what = "dotNumber" in input ? input.dotNumber : `${JSON.stringify(input.text)} ${input.invalid}`;
  expect(input.place?.source).toBe("fleet.csv");
  return `${input.place?.line}: ${what}`;
}

async function refusal(text: string, column?: string): Promise<unknown> {
  const error = await read(text, column).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InputError);
  expect(error).toMatchObject({ hint: "say which with --column NAME or --column NUMBER" });
  return (error as InputError).message;
}

const docket = "is a docket number, not a USDOT number";
const noDigits = "has no digits; a USDOT number has 1 to 8";
const other = "is not a USDOT number, which is 1 to 8 digits and nothing else";
const several = "is not one USDOT number; give several one by one";
const notClosed = "opens a quote that is not closed";
const nineDigits = "has 9 digits; a USDOT number has at most 8 (is it a phone number?)";
const tooLong = "is longer than 64 KiB; a list has one number or one row a line";

describe("readList: one number a line", () => {
  it.each<[string, string, string[]]>([
    ["numbers", "2233855\n76830\n", ["1: 2233855", "2: 76830"]],
    [
      "every spelling",
      "USDOT 2233855\n 00344554 \n2,233,855\n2233855C",
      ["1: 2233855", "2: 344554", "3: 2233855", "4: 2233855"],
    ],
    ["blank lines and comments", "\n# fleet\n2233855\n \n  # note\n76830\n", ["3: 2233855", "6: 76830"]],
    [
      "a # glued to a number",
      "#2233855\n# 76830\n  #76830\n#1 of all",
      ["1: 2233855", "3: 76830", `4: "#1 of all" ${other}`],
    ],
    [
      "a # glued to a number and a name",
      "2233855\n#76830 FADED HARBOR CO",
      ["1: 2233855", `2: "#76830 FADED HARBOR CO" ${other}`],
    ],
    ["a # before a number that is bad", "2233855\n#12, ACME", ["1: 2233855", `2: "#12, ACME" ${other}`]],
    [
      "bad lines",
      "2233855\nMC-747866\nACME\n76830",
      ["1: 2233855", `2: "MC-747866" ${docket}`, `3: "ACME" ${noDigits}`, "4: 76830"],
    ],
    ["an error of Excel's", "2233855\n#N/A\n", ["1: 2233855", `2: "#N/A" ${noDigits}`]],
    ["a bad first line", "MC-747866\n76830", [`1: "MC-747866" ${docket}`, "2: 76830"]],
    ["a name first", "ACME\n76830", [`1: "ACME" ${noDigits}`, "2: 76830"]],
    ["an inch mark first", '5" PIPE\n76830', [`1: "5\\" PIPE" ${other}`, "2: 76830"]],
    ["blanks around what is refused", " MC-1 \n", [`1: " MC-1 " ${docket}`]],
    ["a row among numbers", "2233855\n76830,12", ["1: 2233855", `2: "76830,12" ${several}`]],
    ["a number with commas first, then a row", "2,233,855\n76830,ACME", ["1: 2233855", `2: "76830,ACME" ${other}`]],
    ["a header", "DOT Number\n2233855\n", ["2: 2233855"]],
    ["a header after blank lines and a comment", "\n# 2026\nUSDOT\n2233855\n", ["4: 2233855"]],
    ["a header once more", "dot\n2233855\ndot\n", ["2: 2233855", `3: "dot" ${noDigits}`]],
    ["a header alone", "dot_number\n", []],
    ["quotes", '2233855\n"76830"\n "2,233,856" \n""\n', ["1: 2233855", "2: 76830", "3: 2233856"]],
    ["quotes below a header without them", 'dot_number\n"1"\n"5"\n', ["2: 1", "3: 5"]],
    ["the same with CRLF and a BOM", '\ufeffdot_number\r\n"1"\r\n"5"\r\n', ["2: 1", "3: 5"]],
    ["no quotes below a header with them", '\ufeff"dot_number"\r\n1\r\n"5"\r\n', ["2: 1", "3: 5"]],
    [
      "quotes that enclose nothing",
      '1\n"2\n3"\n"4"5\n',
      ["1: 1", `2: "\\"2" ${other}`, `3: "3\\"" ${other}`, `4: "\\"4\\"5" ${other}`],
    ],
    ["nothing", "", []],
    ["nothing but line ends", "\n\r\n\r", []],
    ["nothing but comments", "# a\n#b", []],
  ])("reads %s", async (_, text, inputs) => {
    expect(await read(text)).toEqual(inputs);
  });

  it("takes a long line for an invalid one, with a short excerpt, and an endless one for no list", async () => {
    const long = "7".repeat(65_537);
    expect(await read(`${long}\n# a\ndot,name\n76830,A\n`)).toEqual([`1: "${"7".repeat(100)}" ${tooLong}`, "4: 76830"]);
    expect(await read(`2233855\n${long}\n76830\n`)).toHaveLength(3);
    expect(await read(`${long}\n`)).toHaveLength(1);
    let sent = 0;
    const endless = async function* () {
      const piece = Buffer.alloc(1 << 16, "7");
      for (; sent < 10_000; sent++) yield piece;
    };
    await expect(inputsOf(endless())).rejects.toThrow("fleet.csv:1 is longer than 1 MiB");
    expect(sent).toBeLessThan(30);
  });

  it("does not accept a number hidden in an endless line", async () => {
    expect(await read(`${" ".repeat(65_530)}12345678\n76830`)).toEqual([
      `1: "${" ".repeat(100)}" ${tooLong}`,
      "2: 76830",
    ]);
  });

  it("yields numbers as they arrive", async () => {
    const sent: string[] = [];
    const slow = async function* () {
      for (const text of ["2233855\n", "76830\n", "12\n"]) {
        sent.push(text);
        yield Buffer.from(text);
      }
    };
    const pages = readList(slow(), "stdin", {});
    expect((await pages.next()).value).toEqual([{ dotNumber: "2233855", place: { source: "stdin", line: 1 } }]);
    expect(sent).toHaveLength(1);
    expect((await pages.next()).value).toEqual([{ dotNumber: "76830", place: { source: "stdin", line: 2 } }]);
    expect(sent).toHaveLength(2);
  });

  it.each([
    ["numbers", "2233855\n76830\n"],
    ["rows", "dot,name\n2233855,A\n76830,B\n"],
  ])("closes its source when the reader of %s stops", async (_, text) => {
    let closed = false;
    const source = async function* () {
      try {
        for (const line of text.split(/(?<=\n)/)) yield Buffer.from(line);
      } finally {
        closed = true;
      }
    };
    const pages = readList(source(), "stdin", {});
    expect((await pages.next()).done).toBe(false);
    expect(closed).toBe(false);
    await pages.return(undefined);
    expect(closed).toBe(true);
  });

  it("passes on an error of its source", async () => {
    const failure = new Error("EISDIR");
    const source = async function* () {
      yield* chunksOf("2233855\n");
      throw failure;
    };
    await expect(inputsOf(source())).rejects.toBe(failure);
  });

  it("reads a million numbers, and holds no more than a page of them", async () => {
    const lines = Buffer.from(Array.from({ length: 10_000 }, (_, index) => `${1_000_000 + index}\n`).join(""));
    const source = async function* () {
      for (let times = 0; times < 100; times++) yield lines;
    };
    let count = 0;
    let last: Input | undefined;
    for await (const page of readList(source(), "fleet.csv", {})) {
      count += page.length;
      last = page.at(-1);
    }
    expect(count).toBe(1_000_000);
    expect(last).toEqual({ dotNumber: "1009999", place: { source: "fleet.csv", line: 1_000_000 } });
  });
});

describe("readList: delimited", () => {
  it.each<[string, string, string[]]>([
    ["a header", "name,dot_number\nACME,2233855\nBETA,76830\n", ["2: 2233855", "3: 76830"]],
    ["tabs", "name\tDOT #\nACME\t2233855\n", ["2: 2233855"]],
    ["semicolons", "name;DOT #\nACME, INC;2233855\n", ["2: 2233855"]],
    ["pipes", "name|USDOT Number\nACME|2233855\n", ["2: 2233855"]],
    ["Excel's sep=", "sep=;\nname;dot\nA,B;76830", ["3: 76830"]],
    ["quoted fields", '"name","dot"\n"ACME, ""INC""","2,233,855"\n', ["2: 2233855"]],
    ["line ends in quotes", '"DOT\nNumber",name\n2233855,"A\nB\n\n#C"\n76830,D\n', ["3: 2233855", "7: 76830"]],
    ["one quoted column", '"dot_number"\n"2233855"\n"2,233,855"\n', ["2: 2233855", "3: 2233855"]],
    ["one quoted column without header", '"2233855"\n "76830"\n', ["1: 2233855", "2: 76830"]],
    ["a first column that numbers the rows", "#,dot\n1,2233855\n", ["2: 2233855"]],
    ["comments and blank lines", "# 2026\n\ndot,name\n# one\n2233855,A\n\n76830,B", ["5: 2233855", "7: 76830"]],
    ["a comment like a row", "dot,name\n#2233855,A\n# 76830,B\n", ["2: 2233855", "3: 76830"]],
    ["a # in another column", "Unit,DOT\n7,1\n#12A,2\n# 12,3\n", ["2: 1", "3: 2", "4: 3"]],
    ["a # in another column, before the first row", "#12A,76830\nB7,2233855\n", ["1: 76830", "2: 2233855"]],
    ["a name after a #", "# Best Movers;76830\nACME;2233855\n", ["1: 76830", "2: 2233855"]],
    ["a comment with a delimiter, before the header", "# batch,12345\nUnit,DOT\n7,1\n", ["3: 1"]],
    [
      "an error of Excel's first in a row",
      "Unit,DOT\n#REF!,MC-9\n#N/A,\n#NAME?,76830\n",
      [`2: "MC-9" ${docket}`, '3: "#N/A," has no USDOT number in column DOT', "4: 76830"],
    ],
    ["a # before line breaks in quotes", 'Name,DOT,Addr\n# Movers,5,"1 St\nTown, 6, x"\na,1,b\n', ["2: 5", "4: 1"]],
    ["a # and line breaks in quotes before the number", 'Name,Addr,DOT\n# Movers,"1 St\nTown",5\n', ["2: 5"]],
    ["a # before line breaks in quotes, no header", '# Movers,5,"1 St\nTown, 6, x"\na,1,b\n', ["1: 5", "3: 1"]],
    [
      "a # before line breaks in quotes and a bad number",
      'Name,Note,DOT,Units\n#,"x\ny",123456789,197\nACME,z,5,6\n',
      [`2: "123456789" ${nineDigits}`, "4: 5"],
    ],
    ["a # and a quote that is not closed", 'Name,DOT,A\n# M,5,"b\na,1,b', [`2: "# M,5,\\"b" ${notClosed}`, "3: 1"]],
    ["a comment with a quote", 'A,DOT\n# a,"b\n"x, y",1\n# c,"d\nz,2\n', ["3: 1", "5: 2"]],
    ["a comment whose quote another row seems to close", 'DOT,A\n# a,"b\n1,c"\n2,"d\ne"\n', ["3: 1", "4: 2"]],
    ["a comment that is closed by a quote that opens", 'DOT,A\n# a,"b\n1,"\n2,d"\n3,e', ["3: 1", "5: 3"]],
    // Takes minutes if each comment is read with all that follows it.
    ["thousands of comments with a quote", `A,DOT,B\n${'#,a","x\n'.repeat(60_000)}z,2,\n`, ["60002: 2"]],
    ["a comment with a quote, before the header", '# a,"b\nDOT,A"\n1,c', ["3: 1"]],
    [
      "an error of Excel's in the number's column",
      "DOT,Name\n#SPILL!,A\n#NV,B\n1,C",
      [`2: "#SPILL!" ${noDigits}`, `3: "#NV" ${noDigits}`, "4: 1"],
    ],
    ["an error of Excel's, before the first row", "#VALUE!,76830\nB7,2233855\n", ["1: 76830", "2: 2233855"]],
    ["the word USDOT before each number", "USDOT,4321\nUSDOT,9000001\n", ["1: 4321", "2: 9000001"]],
    ["the word USDOT before a long number", "USDOT,9000001\nUSDOT,4321\n", ["1: 9000001", "2: 4321"]],
    ["a header with years in it", "usdot,2025,2026\n9000001,3,4\n", ["2: 9000001"]],
    ["a # and a digit without a number", "Unit,DOT\n#12A,\n", ['2: "#12A," has no USDOT number in column DOT']],
    ["blanks around quotes", 'dot,name\n"2233855" ,"ACME"\n', ["2: 2233855"]],
    [
      "bad numbers",
      "dot,name\nMC-1,A\n123456789,B\n76830,C\n",
      [
        `2: "MC-1" ${docket}`,
        '3: "123456789" has 9 digits; a USDOT number has at most 8 (is it a phone number?)',
        "4: 76830",
      ],
    ],
    [
      "rows without a number",
      'name,DOT #\nA,\nB\nC,"  "\nD,76830',
      [
        '2: "A," has no USDOT number in column DOT #',
        '3: "B" has no USDOT number in column DOT #',
        '4: "C,\\"  \\"" has no USDOT number in column DOT #',
        "5: 76830",
      ],
    ],
    ["blank rows", 'name,dot\nA,1\n,\n , \n"",\nB,2\n,,,\n', ["2: 1", "6: 2"]],
    ["rows that are too long", "name,dot\nA,1,x,y\n", ["2: 1"]],
    ["thousands commas below a header", "dot,name,city\n2,233,855\n", ["2: 2"]],
    ["no header", "ACME,2233855\nBETA,76830\n", ["1: 2233855", "2: 76830"]],
    ["no header, one row", "2233855,ACME", ["1: 2233855"]],
    ["no header, a trailing delimiter", "2233855,\n76830,\n", ["1: 2233855", "2: 76830"]],
    [
      "no header, bad rows",
      "2233855;A\nMC-1;B\n;C\n",
      ["1: 2233855", `2: "MC-1" ${docket}`, '3: ";C" has no USDOT number in column 1'],
    ],
    [
      "a quote that is not closed",
      'dot,name\n1,"A\n2,B\n3,"C, D"\n4,"E',
      [`2: "1,\\"A" ${notClosed}`, "3: 2", "4: 3", `5: "4,\\"E" ${notClosed}`],
    ],
    ["a quote that is not closed in the first row", '"A,1\n2,B\n3,C', [`1: "\\"A,1" ${notClosed}`, "2: 2", "3: 3"]],
    ["a broken first row, then a header", '"x\ndot,name\n5,B\n', [`1: "\\"x" ${notClosed}`, "3: 5"]],
    ["nothing but an open quote", '"x\n', [`1: "\\"x" ${notClosed}`]],
    ["what only one delimiter takes for a quote", 'dot,"x;"y\n7,8\n', ["2: 7"]],
    ["a header that is all there is", "dot,name\n", []],
    ["a first row that ends in a tab", "2233855\t\n76830\tACME\n", ["1: 2233855", "2: 76830"]],
    ["a header that a tab parts from a year", "USDOT\t2025\n9000001\t3\n", ["2: 9000001"]],
    ["a header with a year, above rows that begin with #", "No,2025,DOT\n# 4,105,\n#,182,43\n", ["3: 43"]],
    ["the word USDOT before one number", "USDOT,76830\n# a, b\n", ["1: 76830"]],
    ["a comment that names the column", "# name, DOT number\nACME,76830\n", ["2: 76830"]],
    ["comments that hold no number of five digits", "# dot\n# as of, Q1, 2026\nACME,76830\n", ["3: 76830"]],
  ])("reads %s", async (_, text, inputs) => {
    expect(await read(text)).toEqual(inputs);
  });

  it("asks for the column if it is not clear", async () => {
    const what = "fleet.csv: cannot tell which column holds the USDOT numbers; the columns are";
    expect(await refusal("name,zip\nACME,53201\n")).toBe(`${what} 1 name, 2 zip`);
    expect(await refusal("dot;usdot\n1;2\n")).toBe(`${what} 1 dot, 2 usdot`);
    expect(await refusal("2233855,ACME,53201\n")).toBe(`${what} 1 2233855, 2 ACME, 3 53201`);
    expect(await refusal("2233855,ACME\n76830,12\n")).toBe(`${what} 1 2233855, 2 ACME`);
    // A year in the header, or the number of trucks, is no USDOT number because the column has none.
    expect(await refusal("usdot,2025\n,145\n")).toBe(`${what} 1 usdot, 2 2025`);
    expect(await refusal("# Trucks,DOT\n12,MC-5\n")).toBe(`${what} 1 12, 2 MC-5`);
    expect(await refusal("#12,MC-5\n# 4,3831780\n")).toBe(`${what} 1 #12, 2 MC-5`);
  });

  it.each<[text: string, column: string]>([
    ["Smith, 12, X;9000001", "2"],
    ["9000001;Dallas, TX, 75201", "1"],
    ["9000001, foo|12", "1"],
    ["9000001,12;34", "1"],
    ["9000001,Bob\t12", "1"],
    ["123,Bob;456", "1"],
    ["45,Bob;123", "1"],
    ["45,Bob;12345", "1"],
    ["45,12;34", "1"],
    ["Unit 7,45,B;C;123", "2"],
    ["1,5;76830", "1"],
    ["12345;Main St, 60601", "2"],
    ["9000001;1,5,x\n9000005;2,5,y", "1"],
    ['45,"Bob;7";123', "1"],
  ])("refuses %j, whose number depends on the delimiter, also that in column %s", async (text, column) => {
    for (const asked of [undefined, column]) {
      await expect(read(text, asked)).rejects.toMatchObject({
        message: expect.stringContaining("cannot tell which delimiter line 1 has"),
        hint: "put a header above it, such as name;dot_number",
      });
    }
    expect(await read(`name;dot\nA;1\n${text}`)).toHaveLength(text.split("\n").length + 1);
  });

  it.each([
    ["45,Bob;123", "2", ["1: 123"]],
    ["9000001, foo|12", "2", ["1: 12"]],
    ["9000001;Dallas, TX, 75201", "3", ["1: 75201"]],
    ["9000001;Main St, 60601", "1", ["1: 9000001"]],
    ["76830;Main St, 606", "1", ["1: 76830"]],
    ["MC-1;12", "1", [`1: "MC-1" ${docket}`]],
  ])("reads %j if the number in column %s does not depend on the delimiter", async (text, column, inputs) => {
    expect(await read(text, column)).toEqual(inputs);
  });

  it("refuses a row whose column holds a number only with another delimiter", async () => {
    for (const text of ["ACME; Inc,2233855", "9000001;Main St, 60601"])
      await expect(read(text, "2")).rejects.toThrow("cannot tell which delimiter line 1 has");
  });

  it.each([
    ["9000001\tDallas, TX, 75201"],
    ["ACME, 12\t9000001"],
    ["12, Elm;9000001"],
    ["9000001;Main St, 60601"],
    ["9000001;1,5"],
    ["9000001;12345,67"],
    ["9000001|ACME|1,200,x"],
    ["9000001,ACME;X,Y"],
    ['9000001,"ACME;12",x'],
    ['"ACME; INC","9000001"'],
    ['"9000001","ACME; INC"'],
    ['9000001,"ACME; INC"'],
    ['"A; B; C","9000001","D; E | F"'],
    ['9000001,"ACME;1234567;X"'],
    ['9000001,"ACME;1234567;X",A;B'],
    ['9000001,"A\t12\tB"'],
    ['9000001;"ACME" INC, LLC'],
  ])("reads the one number of %j", async (text) => {
    expect(await read(text)).toEqual(["1: 9000001"]);
  });

  it.each([
    ["76830;1,5"],
    ["76830;12345,67"],
    ["76830|ACME|1,200,x"],
    ["76830;ACME;Main St"],
    ["76830\tDallas,TX,752"],
  ])("reads the short number of %j", async (text) => {
    expect(await read(text)).toEqual(["1: 76830"]);
  });

  it.each<[string, string, string[]]>([
    ["a semicolon", "sep=;\nACME, X, 12;9000001\n", ["2: 9000001"]],
    ["a comma", "SEP=,\r\nACME; X,9000001\r\n76830; Y,12\r\n", ["2: 9000001", "3: 12"]],
    ["a pipe, with blanks after it", "sep=|  \n\n# a\nACME; 5,X|9000001\n", ["4: 9000001"]],
    ["a tab", "sep=\t\nACME; 5,X\t9000001\n", ["2: 9000001"]],
    ["a comma, though the row is a number without it", "sep=,\n2,\n76830,B\n", ["2: 2", "3: 76830"]],
    ["a semicolon, in a row that is a number", "sep=;\n2,233,855\n76830\n", ["2: 2233855", "3: 76830"]],
    ["a semicolon, where only a comma is before a quote", 'sep=;\nDOT;a,"b\n9000001;c\n', ["3: 9000001"]],
    ["a comma, and nothing else", "sep=,\n", []],
    ["a semicolon, where the first row has none", "sep=;\n76830\n9000001;1,5\n", ["2: 76830", "3: 9000001"]],
    ["a semicolon, where no row has one", "sep=;\nFleet\n76830\n", [`2: "Fleet" ${noDigits}`, "3: 76830"]],
  ])("goes by Excel's first line that names %s", async (_, text, inputs) => {
    expect(await read(text)).toEqual(inputs);
  });

  it("goes by Excel's line only where it is the first, and by no other delimiter then", async () => {
    for (const above of ["", "\n", "# a\n"]) await refusal(`${above}${above && "sep=;\n"}ACME, X, 12;9000001\n`);
    expect(await read("9000001;A\nsep=,\n9000002;B,7\n")).toEqual(["1: 9000001", "3: 9000002"]);
    expect(await refusal("sep=,\n2,233,855\n")).toContain("the columns are 1 2, 2 233, 3 855");
    expect(await refusal("sep=;\nDOT,Name\n1,A\n")).toContain("the columns are 1 DOT,Name");
    const lines: number[] = [];
    const onDoubtfulComment = (line: number) => lines.push(line);
    for await (const _ of readList(chunksOf("sep=;\n7;A\n"), "x", { onDoubtfulComment }));
    expect(lines).toEqual([]);
  });

  it("reads the number beside any cells, if those that hold a delimiter are quoted", async () => {
    const cells = fc.array(fc.string({ unit: fc.constantFrom(...'",;|\t ab'), maxLength: 8 }), { maxLength: 3 });
    const quoted = (cell: string) => (/[",;|\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
    const rows = fc.tuple(cells, fc.constantFrom("45", "76830", "9000001"), cells, fc.constantFrom(..."\t;|,"));
    await fc.assert(
      fc.asyncProperty(rows, async ([before, number, after, delimiter]) => {
        const row = [...before, number, ...after].map(quoted).join(delimiter);
        for (const column of [undefined, String(before.length + 1)])
          deepEqual(await read(`${row}\n`, column), [`1: ${number}`]);
      }),
      { numRuns: 1000 },
    );
  });

  it("asks for the column if no delimiter makes the first lines a row", async () => {
    expect(await refusal('a,"b\nc";d\n5,6')).toContain('the columns are 1 a,"b\nc";d');
    expect(await read('a,"b\nc";d\n5,6', "1")).toEqual([`1: "a,\\"b" ${notClosed}`, `2: "c\\";d" ${noDigits}`, "3: 5"]);
  });

  it("looks at no more than 20 rows to find the column", async () => {
    const rows = (count: number) => `${"2233855,ACME\n".repeat(count)}76830,12\n`;
    await refusal(rows(19));
    expect(await read(rows(20))).toHaveLength(21);
    const byLine = chunksOf(...rows(20).split(/(?<=\n)/));
    expect(await inputsOf(byLine)).toHaveLength(21);
  });

  it("skips unreadable rows when looking for the column", async () => {
    expect(await read(`1,A\n3,"B\n`)).toEqual(["1: 1", `2: "3,\\"B" ${notClosed}`]);
  });

  it("shortens the excerpt of an unreadable row", async () => {
    expect(await read(`dot,name\n1,"${"x".repeat(200)}\n`)).toEqual([`2: "1,\\"${"x".repeat(97)}" ${notClosed}`]);
  });
});

describe("readList: --column", () => {
  it.each<[string, string, string, string[]]>([
    ["a name", "id,carrier\n1,2233855\n", "Carrier", ["2: 2233855"]],
    ["a name rather than a DOT header", "dot,other_dot\n1,2\n", "other dot", ["2: 2"]],
    ["a number", "1,2233855,3\n4,76830,5\n", "2", ["1: 2233855", "2: 76830"]],
    ["a number below a header", "id,carrier\n1,2233855\n", "2", ["2: 2233855"]],
    ["a number, and a header's word beside it", "USDOT,9\nUSDOT,8\n", "2", ["1: 9", "2: 8"]],
    ["a number, and a first row without one", "ACME,unknown\nB,2\n", "2", [`1: "unknown" ${noDigits}`, "2: 2"]],
    ["a number, and a bad first row", "MC-1,A\n2,B\n", "1", [`1: "MC-1" ${docket}`, "2: 2"]],
    ["a name in a list of one column", "carrier\n2233855\n", "carrier", ["2: 2233855"]],
    ["a number in a list of one column", "2233855\n76830\n", "1", ["1: 2233855", "2: 76830"]],
    ["a number, which says that it is delimited", "2,233,855\n", "3", ["1: 855"]],
    ["a name that tells the delimiter", "id,x;y;z\n5,a;b;c\n", "id", ["2: 5"]],
    ["a number below a header with dots in it", "U.S. DOT Number,a\n76830,b\n", "1", ["2: 76830"]],
    [
      "a number, and an error of Excel's first",
      "a,#REF!\nb,#NAME?\nc,5\n",
      "2",
      ["#REF!", "#NAME?"].map((text, at) => `${at + 1}: "${text}" ${noDigits}`).concat("3: 5"),
    ],
    [
      "a number, and rows that all begin with #",
      "# 4,ACME,12\n#,# note\n# Movers,B,76830\n",
      "3",
      ["1: 12", "3: 76830"],
    ],
    ["a row without a number", "1,\n2,5\n", "2", ['1: "1," has no USDOT number in column 2', "2: 5"]],
    ["an empty list", "", "dot", []],
    ["nothing but comments", "# a\n", "7", []],
  ])("accepts %s", async (_, text, column, inputs) => {
    expect(await read(text, column)).toEqual(inputs);
  });

  it("refuses a first row that may be one number with commas", async () => {
    for (const text of ["909,507\n", "USDOT 1,234,567\n76830\n"])
      await expect(read(text, "1")).rejects.toThrow("cannot tell which delimiter line 1 has");
    expect(await read("909507\n2,233,855\n", "1")).toEqual(["1: 909507", "2: 2233855"]);
  });

  it("names the columns if the requested one does not exist", async () => {
    expect(await refusal("dot,name\n1,A\n", "carrier")).toBe(
      "fleet.csv: there is no column carrier; the columns are 1 dot, 2 name",
    );
    expect(await refusal("dot,name\n1,A\n", "3")).toBe(
      "fleet.csv: there is no column 3; the columns are 1 dot, 2 name",
    );
    expect(await refusal("2233855\n76830\n", "dot")).toBe(
      "fleet.csv: there is no column dot; the columns are 1 2233855",
    );
    expect(await refusal("dot,name\n1,A\n", "")).toMatch(/^fleet\.csv: there is no column "";/);
  });
});

describe("readList: comments", () => {
  it("that seem to hold a number are reported", async () => {
    const lines: number[] = [];
    const onDoubtfulComment = (line: number) => lines.push(line);
    for (const text of [
      "# 1\n# a\n7\n#USDOT 8\n",
      "# 12345\nUnit,DOT\n# 76830 ACME\n# b, c\n7,9\n",
      "# 76830\n# 5 a",
    ]) {
      for await (const _ of readList(chunksOf(text), "x", { onDoubtfulComment }));
      lines.push(0);
    }
    expect(lines).toEqual([1, 4, 0, 1, 3, 0, 1, 0]);
  });

  it("that come without end are no list", async () => {
    await expect(read("# a\n".repeat(10_001))).rejects.toThrow(
      "only blank lines and comments in its first 10000 lines",
    );
  });
});

describe("readList: files", () => {
  const refused = async (text: string) => {
    const error = await read(text).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    return (error as InputError).message;
  };

  it("refuses what is no list, once", async () => {
    expect(await read(`1\n[${"2,".repeat(40_000)}2]\n3\n`)).toHaveLength(3);
    const words = "It was a dark and stormy night.\n".repeat(200);
    expect(await refused(words)).toMatch(
      /^fleet.csv seems to be something else, not a list: 100 of its first 100 entries .* line 1, It was .*, which has no digits/,
    );
    expect(await refused(`7\n${words}`)).toContain("99 of its first 100 entries");
    expect(await refused(`{\n${'"dot": 1\n'.repeat(200)}`)).toContain("seems to be JSON");
    expect(await refused(`<html>\n${"<p>\n".repeat(200)}`)).toContain("seems to be HTML or XML");
    expect(await refused(`DOT,name\n${"MC-1,x\n".repeat(200)}`)).toContain(docket);
    for (const json of [
      "[76830,90849,2233855]",
      '{"dot": 76830, "x": 1}\n{"dot": 2}',
      "[\n1,\n2\n]",
      '# a\n ["1","2"]',
      '{"dot_numbers": [\n1,\n2\n]}',
      `# a\n${JSON.stringify(Array.from({ length: 20_000 }, (_, index) => index))}\n`,
      `{"carriers":[{"dot_number":"1","notes":"${"x".repeat(100_000)}"}]}`,
    ])
      expect(await refused(json)).toMatch(/^fleet.csv seems to be JSON, not a list: line [12] is /);
    await expect(read("[76830,90849,2233855]", "2")).rejects.toThrow("seems to be JSON");
    expect(await read("[1] ACME,5\n{2} B,6\n")).toEqual(["1: 5", "2: 6"]);
    expect(await refused("1\n2\0\n")).toMatch(/^fleet.csv:2 has a NUL byte/);
  });

  it("reads a list with as many invalid lines as numbers, or with few of either", async () => {
    expect(await read("x\n1\n".repeat(200))).toHaveLength(400);
    expect(await read("x\n".repeat(94) + "1\n".repeat(6))).toHaveLength(100);
    expect(await read("x\n".repeat(19))).toHaveLength(19);
    expect(await read(`${"x\n".repeat(36)}1\n2\n`)).toHaveLength(38);
    expect(await refused(`${"x\n".repeat(38)}1\n`)).toContain("38 of its first 39 entries");
  });

  it("refuses a workbook, naming it", async () => {
    const workbook = inputsOf(chunksOf(Uint8Array.of(0x50, 0x4b, 3, 4)));
    await expect(workbook).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringMatching(/^fleet\.csv is an Excel/),
    });
  });

  const encodings = {
    "UTF-8": (text: string) => Buffer.from(text),
    "UTF-8 with BOM": (text: string) => Buffer.from(`\ufeff${text}`),
    "UTF-16 LE": (text: string) => Buffer.from(text, "utf16le"),
    "UTF-16 LE with BOM": (text: string) => Buffer.from(`\ufeff${text}`, "utf16le"),
    "UTF-16 BE": (text: string) => Buffer.from(text, "utf16le").swap16(),
    "UTF-16 BE with BOM": (text: string) => Buffer.from(`\ufeff${text}`, "utf16le").swap16(),
  };
  const plainLine = fc.constantFrom("2233855", " 76830", "#12", "# é", "", "MC-1", "2,233,855", "é", '"1"', "1;2");
  const rowLine = fc.constantFrom('2233855,"É, 😀"', "76830,B", ",C", ",", "# d,e", "", '12,"A', 'B",x', "MC-1,F", '"');
  const lists = fc.oneof(
    fc.tuple(fc.constantFrom("7", "dot", "# a", "MC-2"), fc.array(plainLine)).map(([head, lines]) => [head, ...lines]),
    fc
      .tuple(fc.constantFrom("dot,é", "5,A", "# a", '"A', '"dot', "sep=,"), fc.array(rowLine, { maxLength: 30 }))
      .map(([head, lines]) => [head, ...lines]),
  );

  it("reads the same list in every encoding, with any line breaks, however the bytes are split", async () => {
    const outcome = (chunks: AsyncIterable<Uint8Array>) =>
      inputsOf(chunks).catch((error: unknown) => (error instanceof InputError ? error.message : Promise.reject(error)));
    await fc.assert(
      fc.asyncProperty(
        lists,
        fc.constantFrom(...Object.values(encodings)),
        fc.constantFrom("\n", "\r\n", "\r"),
        fc.boolean(),
        fc.array(fc.nat(200), { maxLength: 12 }),
        async (lines, encode, lineEnd, ended, cuts) => {
          const bytes = encode(lines.join(lineEnd) + (ended ? lineEnd : ""));
          const ends = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
          const chunks = ends.slice(1).map((end, index) => bytes.subarray(ends[index], end));
          deepEqual(await outcome(chunksOf(...chunks)), await outcome(chunksOf(`${lines.join("\n")}\n`)));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it("finds each number of any table on its row", async () => {
    const row = fc.record({
      number: fc.integer({ min: 1, max: 99_999_999 }),
      name: fc.string({ unit: fc.constantFrom(...'",;\n\r# aé1') }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row), fc.constantFrom(",", ";", "\t", "|"), async (rows, delimiter) => {
        let text = `name${delimiter}DOT_NUMBER\n`;
        const expected: Input[] = [];
        for (const { number, name } of rows) {
          const line = text.split(/\r\n|\r|\n/).length;
          expected.push({ dotNumber: String(number), place: { source: "fleet.csv", line } } as Input);
          text += `"${name.replaceAll('"', '""')}"${delimiter}${number}\n`;
        }
        deepEqual(await inputsOf(chunksOf(text)), expected);
      }),
      { numRuns: 1000 },
    );
  });
});
