import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../src/errors.ts";
import {
  isBlank,
  type LinePage,
  maxLineLength,
  mayBeComment,
  seemsToHoldNumber,
  splitLines,
  unreadable,
} from "../../src/input/lines.ts";

async function pagesOf(...texts: string[]): Promise<LinePage[]> {
  const pages: LinePage[] = [];
  const source = async function* () {
    yield* texts;
  };
  for await (const page of splitLines(source(), { source: "fleet.csv" })) pages.push(page);
  return pages;
}

async function linesOf(...texts: string[]): Promise<string[]> {
  const pages = await pagesOf(...texts);
  return pages.flatMap((page) => page.texts);
}

describe("splitLines", () => {
  it.each([
    ["LF", "1\n2\n", ["1", "2"]],
    ["CRLF", "1\r\n2\r\n", ["1", "2"]],
    ["CR", "1\r2\r", ["1", "2"]],
    ["all of them", "1\r\n2\n3\r4", ["1", "2", "3", "4"]],
    ["no end after the last line", "1\n2", ["1", "2"]],
    ["blank lines", "\n\n1\r\r2\r\n\r\n", ["", "", "1", "", "2", ""]],
    ["LF CR, which is two ends", "1\n\r2", ["1", "", "2"]],
    ["form feed and U+2028, which are none", "1\f2\u20283", ["1\f2\u20283"]],
    ["nothing", "", []],
  ])("splits at %s", async (_, text, lines) => {
    expect(await linesOf(text)).toEqual(lines);
    expect(await linesOf(...text)).toEqual(lines);
  });

  it("numbers the lines from 1, with a page for each text that ends a line", async () => {
    expect(await pagesOf("1\n2\n3", "4", "5\r", "\n6\n", "7")).toEqual([
      { line: 1, texts: ["1", "2"] },
      { line: 3, texts: ["345", "6"] },
      { line: 5, texts: ["7"] },
    ]);
  });

  it("treats only an LF right after a CR as part of the same line break", async () => {
    expect(await linesOf("1\r", "\n", "\n2")).toEqual(["1", "", "2"]);
    expect(await linesOf("1\r", "2\n", "\n3")).toEqual(["1", "2", "", "3"]);
  });

  it("cuts an endless line, but leaves it recognizably too long", async () => {
    const piece = "7".repeat(50_000);
    const lines = await linesOf(piece, piece, piece, `${piece}\n2\n`);
    expect(lines.map((line) => line.length)).toEqual([maxLineLength + 1, 1]);
  });

  it("keeps a line of the maximum length whole, in one piece or many", async () => {
    const longest = "7".repeat(maxLineLength);
    expect(await linesOf(longest, "\n1")).toEqual([longest, "1"]);
    expect(await linesOf(longest.slice(1), "7", "\n1")).toEqual([longest, "1"]);
    expect((await linesOf(longest, "7", "\n1")).map((line) => line.length)).toEqual([maxLineLength + 1, 1]);
  });

  it("yields the same lines however the text is split", async () => {
    const texts = fc.array(fc.string({ unit: fc.constantFrom("\r", "\n", "1", "a"), maxLength: 6 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(texts, async (pieces) => {
        const expected = pieces.join("").split(/\r\n|\r|\n/);
        if (expected.at(-1) === "") expected.pop();
        // decode() yields no empty text
        const pages = await pagesOf(...pieces.filter((piece) => piece !== ""));
        deepEqual(
          pages.flatMap((page) => page.texts),
          expected,
        );
        const counts = pages.map((page) => page.texts.length);
        expect(pages.map((page) => page.line)).toEqual(
          counts.map((_, index) => counts.slice(0, index).reduce((sum, count) => sum + count, 1)),
        );
        ok(!counts.includes(0));
      }),
      { numRuns: 1000 },
    );
  });
});

describe("unreadable", () => {
  it("says why", () => {
    expect(unreadable("7".repeat(maxLineLength + 1))).toBe(
      "is longer than 64 KiB; a list has one number or one row a line",
    );
    expect(unreadable("7".repeat(maxLineLength))).toBeUndefined();
    expect(unreadable("")).toBeUndefined();
  });
});

describe("isBlank", () => {
  it.each(["", " \t\u00a0", "sep=;", "SEP=,", "sep=", "sep=|"])("is %j", (text) => {
    expect(isBlank(text)).toBe(true);
  });

  it.each(["2233855", "#", "# a", ",,", "sep=;x", "xsep=;", "sep=a"])("is not %j", (text) => {
    expect(isBlank(text)).toBe(false);
  });
});

describe("mayBeComment", () => {
  it.each([
    "# Midwest",
    "  # Midwest",
    "#Midwest",
    "#",
    "# 2233855",
    "#\t2233855",
    "#,name,city",
    "# dot_number",
    "#dot,number",
    "# note, dot",
    "# Best Movers;9000005",
    "# REF!",
    "#NAME",
    "#N/Abc",
    ...["# SPILL!", "#Midwest!", "#new?", "#NV carriers", "#NVx", "#!", "#?", "#ACME MOVERS!"],
  ])("is %j", (text) => {
    expect(mayBeComment(text)).toBe(true);
  });

  it.each([
    "",
    "2233855",
    "#2233855",
    "  #2233855  ",
    "#1 carriers of 2026",
    "#12A,9000005",
    "#9000005 FADED HARBOR CO",
    "#0",
    "#,DOT Number,Name",
    "#,dot,#1",
    "# ;usdot",
    '"#";"DOT #"',
    "MC-1 # a docket",
    "DOT #",
    ...["#REF!,MC-9", "#N/A", "  #VALUE!;1", "#NAME?", "#DIV/0!", "#NULL!", "#NUM!,"],
    ...[
      "#SPILL!,ACME",
      "#CALC!",
      "#FIELD!",
      "#BEZUG!",
      "#NV",
      "#NV;5",
      "#¡REF!",
      "#¿NOMBRE?",
      "#ÜBERLAUF!",
      "#N/D",
      "#ERROR!",
    ],
    ...["#GETTING_DATA", "#N/A (none)", "#I/T,5"],
  ])("is not %j", (text) => {
    expect(mayBeComment(text)).toBe(false);
  });
});

describe("seemsToHoldNumber", () => {
  it.each(["# 12", "# USDOT 9000005", "#\t2,233,855", "# ACME 9000005", "# was 00344554 before", "# Best;90000"])(
    "is %j",
    (text) => {
      expect(seemsToHoldNumber(text)).toBe(true);
    },
  );

  it.each(["#", "# Midwest", "# exported 2026-11-22", "# (608) 555-0123", "# 12 carriers", "# 123456789"])(
    "is not %j",
    (text) => {
      expect(seemsToHoldNumber(text)).toBe(false);
    },
  );
});

describe("what is no text", () => {
  const refused = async (...texts: string[]) => {
    const error = await linesOf(...texts).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    return (error as InputError).message;
  };

  it("is refused at its first NUL", async () => {
    expect(await refused("\0")).toBe("fleet.csv:1 has a NUL byte in it: the file is not a list, or damaged");
    expect(await refused("1\r\n2\r", "\n3\n4\0\n")).toMatch(/^fleet.csv:4 has a NUL byte/);
  });

  it("is refused at a line that does not end within 1 MiB", async () => {
    const piece = "7".repeat(2 ** 16);
    const endless = [...Array(15).fill(piece), `${piece}\n`];
    expect(await linesOf(...endless, ...endless)).toHaveLength(2);
    expect(await refused("1\n", ...endless.slice(1, -1), piece, piece, piece)).toMatch(
      /^fleet.csv:2 is longer than 1 MiB/,
    );
  });
});

it("keeps line ends where they are asked for, however the text is split", async () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom("\r", "\n", "1"), maxLength: 6 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(texts, async (pieces) => {
      const source = async function* () {
        yield* pieces.filter((piece) => piece !== "");
      };
      let whole = "";
      for await (const { texts, ends = [] } of splitLines(source(), { source: "x", keepEnds: true })) {
        equal(ends.length, texts.length);
        whole += texts.map((text, index) => text + ends[index]).join("");
      }
      equal(whole, pieces.join(""));
    }),
    { numRuns: 500 },
  );
});
