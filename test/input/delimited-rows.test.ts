import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  assembleRows,
  chooseDelimiter,
  type DelimitedRow,
  RowAssembler,
  splitCells,
} from "../../src/input/delimited-rows.ts";
import { maxLineLength } from "../../src/input/lines.ts";
import { growth, nearlyLinear } from "../support/growth.ts";

const notClosed = "opens a quote that is not closed";

function rowsOf(lines: readonly string[], delimiter = ","): DelimitedRow[] {
  const assembler = new RowAssembler(delimiter);
  return [...assembler.add({ line: 1, texts: [...lines] }), ...assembler.end()];
}

describe("RowAssembler", () => {
  it.each<[string, string[], DelimitedRow[]]>([
    [
      "lines",
      ["a,b", "c"],
      [
        { line: 1, text: "a,b" },
        { line: 2, text: "c" },
      ],
    ],
    [
      "blank lines and comments",
      ["", "a", " ", '# b,"x', "c"],
      [
        { line: 1, text: "" },
        { line: 2, text: "a" },
        { line: 3, text: " " },
        { line: 4, text: '# b,"x' },
        { line: 5, text: "c" },
      ],
    ],
    ["a quoted field", ['1,"a, b"'], [{ line: 1, text: '1,"a, b"' }]],
    [
      "line ends in quotes",
      ['1,"a', "b", 'c",2', "3"],
      [
        { line: 1, text: '1,"a\nb\nc",2' },
        { line: 4, text: "3" },
      ],
    ],
    ["a blank line and a comment in quotes", ['"a', "", "# b", 'c"'], [{ line: 1, text: '"a\n\n# b\nc"' }]],
    ["quotes that close and open on one line", ['"a', 'b","c', 'd"'], [{ line: 1, text: '"a\nb","c\nd"' }]],
    ["doubled quotes", ['"a""', '""b', '"""'], [{ line: 1, text: '"a""\n""b\n"""' }]],
    [
      "blanks around quotes",
      ['1,  "a', 'b"  ,2', "3"],
      [
        { line: 1, text: '1,  "a\nb"  ,2' },
        { line: 3, text: "3" },
      ],
    ],
    [
      "a blank after the last quote",
      ['1,"a', 'b" ', "3"],
      [
        { line: 1, text: '1,"a\nb" ' },
        { line: 3, text: "3" },
      ],
    ],
    [
      "an empty quoted field",
      ['"",1', '1,""', '""'],
      [
        { line: 1, text: '"",1' },
        { line: 2, text: '1,""' },
        { line: 3, text: '""' },
      ],
    ],
    [
      "inch marks",
      ['1,5" PIPE', '2,5" PIPE"'],
      [
        { line: 1, text: '1,5" PIPE' },
        { line: 2, text: '2,5" PIPE"' },
      ],
    ],
    [
      "text after a closing quote",
      ['"ACME" INC,1', "2"],
      [
        { line: 1, text: '"ACME" INC,1' },
        { line: 2, text: "2" },
      ],
    ],
    [
      "a quote after a closing quote",
      ['"A" "B,1', "2"],
      [
        { line: 1, text: '"A" "B,1' },
        { line: 2, text: "2" },
      ],
    ],
    [
      "a quote that is never closed",
      ['1,"a', "# c", "", "2,b"],
      [
        { line: 1, text: '1,"a', invalid: notClosed },
        { line: 2, text: "# c" },
        { line: 3, text: "" },
        { line: 4, text: "2,b" },
      ],
    ],
    [
      "a forgotten quote before a quoted field",
      ['1,"a', "2,b", '3,"c, d"', "4"],
      [
        { line: 1, text: '1,"a', invalid: notClosed },
        { line: 2, text: "2,b" },
        { line: 3, text: '3,"c, d"' },
        { line: 4, text: "4" },
      ],
    ],
    [
      "two forgotten quotes",
      ['1,"a', '2,"b', "3"],
      [
        { line: 1, text: '1,"a', invalid: notClosed },
        { line: 2, text: '2,"b', invalid: notClosed },
        { line: 3, text: "3" },
      ],
    ],
    [
      "a forgotten quote before line ends in quotes",
      ['1,"a', '2,"b', 'c"', "3"],
      [
        { line: 1, text: '1,"a', invalid: notClosed },
        { line: 2, text: '2,"b\nc"' },
        { line: 4, text: "3" },
      ],
    ],
  ])("reads %s", (_, lines, rows) => {
    expect(rowsOf(lines)).toEqual(rows);
    const assembler = new RowAssembler(",");
    const oneByOne = lines.flatMap((text, index) => assembler.add({ line: index + 1, texts: [text] }));
    expect([...oneByOne, ...assembler.end()]).toEqual(rows);
  });

  it("recognizes the start of a field by the delimiter", () => {
    expect(rowsOf(['a;"b', "c"], ",")).toEqual([
      { line: 1, text: 'a;"b' },
      { line: 2, text: "c" },
    ]);
    expect(rowsOf(['a;"b', 'c"'], ";")).toEqual([{ line: 1, text: 'a;"b\nc"' }]);
    expect(rowsOf(['a\t"b', 'c"'], "\t")).toEqual([{ line: 1, text: 'a\t"b\nc"' }]);
    expect(rowsOf(['a|"b', 'c";d'], "\t;|,")).toEqual([{ line: 1, text: 'a|"b\nc";d' }]);
    expect(rowsOf(['"a', 'b";c', "d"], ",")[0]).toEqual({ line: 1, text: '"a', invalid: notClosed });
  });

  it("says whether it is holding lines back", () => {
    const assembler = new RowAssembler(",");
    expect(assembler.isOpen).toBe(false);
    assembler.add({ line: 1, texts: ['"a'] });
    expect(assembler.isOpen).toBe(true);
    assembler.add({ line: 2, texts: ['b"'] });
    expect(assembler.isOpen).toBe(false);
    assembler.add({ line: 3, texts: ['"c'] });
    assembler.end();
    expect(assembler.isOpen).toBe(false);
    expect(assembler.end()).toEqual([]);
  });

  it("holds back at most 64 KiB", () => {
    const filler = "x".repeat(maxLineLength - 4);
    expect(rowsOf(['"a', filler, '"'])).toEqual([
      { line: 1, text: '"a', invalid: notClosed },
      { line: 2, text: filler },
      { line: 3, text: '"', invalid: notClosed },
    ]);
    expect(rowsOf(['"a', filler.slice(1), '"'])).toEqual([{ line: 1, text: `"a\n${filler.slice(1)}\n"` }]);
  });

  it("looks for quotes in a line of the maximum length", () => {
    const text = `"${"x".repeat(maxLineLength - 1)}`;
    expect(rowsOf([text])).toEqual([{ line: 1, text, invalid: notClosed }]);
  });

  it("refuses a line that is too long, quoted or not, and continues", () => {
    const endless = `"${"x".repeat(maxLineLength)}`;
    const invalid = expect.stringContaining("longer than 64 KiB");
    expect(rowsOf(['1,"a', endless, "2"])).toEqual([
      { line: 1, text: '1,"a', invalid: notClosed },
      { line: 2, text: endless, invalid },
      { line: 3, text: "2" },
    ]);
    expect(rowsOf([endless, "2"])).toEqual([
      { line: 1, text: endless, invalid },
      { line: 2, text: "2" },
    ]);
    expect(rowsOf([endless.slice(1), "2"])[0]).toEqual({ line: 1, text: endless.slice(1) });
  });

  it("reads a hostile list of quotes in linear time", () => {
    const hostile = (size: number) => {
      const lines = Array.from({ length: size }, () => 'x","y');
      expect(rowsOf(['1,"a', ...lines, '"b'])).toHaveLength(size + 2);
      rowsOf([`${'"",'.repeat(size)}"`, `${'""'.repeat(size)}x"`]);
    };
    expect(growth(hostile, 2_000)).toBeLessThan(nearlyLinear);
  });

  const texts = fc.array(fc.string({ unit: fc.constantFrom(...'"",,;ab# \t1'), maxLength: 8 }), { maxLength: 12 });

  it("uses every line exactly once", () => {
    fc.assert(
      fc.property(texts, (lines) => {
        const taken = rowsOf(lines).flatMap(({ line, text }) =>
          text.split("\n").map((part, index) => [line + index, part] as const),
        );
        const numbers = taken.map(([line]) => line);
        deepEqual(
          numbers,
          [...new Set(numbers)].toSorted((a, b) => a - b),
        );
        for (const [line, part] of taken) equal(part, lines[line - 1]);
        equal(numbers.length, lines.length);
      }),
      { numRuns: 1000 },
    );
  });

  it("ends rows where their cells end", () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(",", ";", "\t", "|"), (lines, delimiter) => {
        for (const { text, invalid } of rowsOf(lines, delimiter)) {
          if (invalid !== undefined) continue;
          const whole = splitCells(text, delimiter).map((cell) => `"${cell.replaceAll('"', '""')}"`);
          equal(rowsOf(whole.join(delimiter).split("\n"), delimiter).length, 1);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe("assembleRows", () => {
  it("yields the rows of each page, and the remaining ones at the end", async () => {
    const pages = async function* () {
      yield { line: 1, texts: ["1", '2,"a'] };
      yield { line: 3, texts: ['b"', '3,"c'] };
    };
    const rows: DelimitedRow[][] = [];
    for await (const page of assembleRows(pages(), ",")) rows.push(page);
    expect(rows).toEqual([
      [{ line: 1, text: "1" }],
      [{ line: 2, text: '2,"a\nb"' }],
      [{ line: 4, text: '3,"c', invalid: notClosed }],
    ]);
  });
});

describe("splitCells", () => {
  const cellsOf = (...texts: string[]) => texts.map((text) => splitCells(text, ","));

  it("splits rows with and without quotes", () => {
    expect(cellsOf("1,a", '2,"b, c"', "3,,d", '"x ""y""",\t"z\nz"', "4")).toEqual([
      ["1", "a"],
      ["2", "b, c"],
      ["3", "", "d"],
      ['x "y"', "z\nz"],
      ["4"],
    ]);
  });

  it("takes blanks around quotes for no part of the cell", () => {
    expect(cellsOf('"2233855" ,"ACME"', ' "a" , b ,"c"\t')).toEqual([
      ["2233855", "ACME"],
      ["a", " b ", "c"],
    ]);
  });

  it("keeps quotes that do not enclose a field", () => {
    expect(cellsOf('1,5" PIPE', '"ACME" INC,2')).toEqual([
      ["1", '5" PIPE'],
      ['"ACME" INC', "2"],
    ]);
  });

  it("returns the cells of any table written according to RFC 4180", () => {
    const cell = fc.string({ unit: fc.constantFrom(...'",; \nab1é') });
    const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 6 });
    fc.assert(
      fc.property(table, fc.constantFrom(",", ";", "\t", "|"), (cells, delimiter) => {
        const quoted = cells.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(delimiter));
        const lines = quoted.join("\n").split("\n");
        const rows = rowsOf(cells.length === 0 ? [] : lines, delimiter);
        deepEqual(
          rows.map(({ text }) => splitCells(text, delimiter)),
          cells,
        );
      }),
      { numRuns: 1000 },
    );
  });
});

describe("chooseDelimiter", () => {
  it.each<[string, string, string[]]>([
    ["dot,name", ",", ["dot", "name"]],
    ["dot\tname", "\t", ["dot", "name"]],
    ["dot;name", ";", ["dot", "name"]],
    ["dot|name", "|", ["dot", "name"]],
    ["name;city, state, zip;usdot", ";", ["name", "city, state, zip", "usdot"]],
    ["dot, or MC,name;city;state;zip", ",", ["dot", " or MC", "name;city;state;zip"]],
    ["2233855;ACME, INC", ";", ["2233855", "ACME, INC"]],
    ["2233855;ACME, INC, WI", ",", ["2233855;ACME", " INC", " WI"]],
    ["2233855\tACME, INC, WI, 53081", "\t", ["2233855", "ACME, INC, WI, 53081"]],
    ["name\tcity, state, dot", ",", ["name\tcity", " state", " dot"]],
    ['"2233855;1;2",ACME', ",", ["2233855;1;2", "ACME"]],
    ['"dot\nnumber",name', ",", ["dot\nnumber", "name"]],
    ['a,"b;"c', ",", ["a", '"b;"c']],
    ["dot", "\t", ["dot"]],
    ['12,"A\n"', ",", ["12", "A\n"]],
    ['1|"A;a\n"', "|", ["1", "A;a\n"]],
    ['a,"b\nc";d', ",", ['a,"b\nc";d']],
    ['"A; B","2233855"', ",", ["A; B", "2233855"]],
    ['2233855,"A; B; C"', ",", ["2233855", "A; B; C"]],
    ['"2233855","A\t12\tB"', ",", ["2233855", "A\t12\tB"]],
    ['"A, ""B"", C";2233855', ";", ['A, "B", C', "2233855"]],
    ['12;5" PIPE, 6" PIPE', ";", ["12", '5" PIPE, 6" PIPE']],
  ])("reads %j as delimited by %j", (text, delimiter, cells) => {
    expect(chooseDelimiter({ line: 1, text })).toMatchObject({ delimiter, cells });
  });

  it("prefers the delimiter that produces the wanted column", () => {
    const text = "carrier,a;b;c";
    expect(chooseDelimiter({ line: 1, text })).toMatchObject({ delimiter: ";" });
    expect(chooseDelimiter({ line: 1, text }, "Carrier")).toMatchObject({ delimiter: "," });
    expect(chooseDelimiter({ line: 1, text: "1,5;a;b" }, "1")).toMatchObject({ delimiter: ";" });
  });
});
