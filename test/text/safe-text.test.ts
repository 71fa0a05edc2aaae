import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  csvSafe,
  cutTo,
  visible,
  visibleUpTo,
  workflowSafe,
} from "../../src/text/safe-text.ts";

function codePoints(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) =>
    String.fromCodePoint(first + index),
  );
}

describe("visible", () => {
  /**
   * What must never reach a terminal, listed independently of the Unicode
   * properties in the source.
   */
  it.each([
    ["C0", 0x00, 0x1f],
    ["DEL and C1", 0x7f, 0x9f],
    ["soft hyphen", 0xad, 0xad],
    ["Hangul fillers", 0x115f, 0x1160],
    ["zero width, joiners, direction marks", 0x200b, 0x200f],
    ["line separators, embeddings, overrides", 0x2028, 0x202e],
    ["word joiner, invisible operators, isolates", 0x2060, 0x206f],
    ["Braille blank", 0x2800, 0x2800],
    ["surrogates", 0xd800, 0xdfff],
    ["private use", 0xe000, 0xf8ff],
    ["noncharacters", 0xfdd0, 0xfdef],
    ["variation selectors", 0xfe00, 0xfe0f],
    ["byte order mark", 0xfeff, 0xfeff],
    ["tag characters", 0xe0000, 0xe007f],
    ["variation selectors supplement", 0xe0100, 0xe01ef],
  ])("escapes %s in a way that JSON can decode", (_, first, last) => {
    const characters = codePoints(first, last);
    // Separated by "a"s, or two surrogates would form a character.
    const text = `aa${characters.join("aa")}`;
    const shown = visible(text);
    expect(shown.replace(/\\u[0-9a-f]{4}/g, "")).toBe(
      "aa".repeat(characters.length),
    );
    expect(JSON.parse(`"${shown}"`)).toBe(text);
    expect(visible(shown)).toBe(shown);
  });

  it.each([
    ["ASCII", 0x20, 0x7e],
    ["Latin", 0xae, 0x2ff],
    ["punctuation", 0x2010, 0x2027],
    ["CJK", 0x4e00, 0x9fff],
    ["emoji", 0x1f300, 0x1f64f],
  ])("leaves %s unchanged", (_, first, last) => {
    const text = codePoints(first, last).join("");
    expect(visible(text)).toBe(text);
  });

  it.each([
    ["\\u001b \\", "\\u001b \\"],
    ["Ho\u0323\u0302i", "Ho\u0323\u0302i"],
  ])("%j becomes %j", (text, shown) => expect(visible(text)).toBe(shown));
});

it.each([
  ["abcde", 5, "abcde"],
  ["abcdef", 5, "abcd…"],
  ["\u001b[0m", 9, "\\u001b[0m"],
  ["\u001b[0m", 8, "\\u001b[…"],
  ["🚚🚚🚚🚚", 3, "🚚🚚…"],
  ["ab", 1, "…"],
])("%j in %i characters: %j", (text, max, line) => {
  expect(visibleUpTo(text, max)).toBe(line);
  expect(cutTo(visible(text), max)).toBe(line);
});

describe("csvSafe", () => {
  const formulas = [
    "=1+1",
    "@SUM(A1)",
    "＝1",
    "＋1",
    "－1",
    "＠a",
    "\t1",
    "\r1",
    "\n1",
    "\u00001",
    "-",
    "+",
    "-2+3",
    "+1+1",
  ];
  const hidden = [
    " =1",
    "\u00a0=1",
    '"=1"',
    "''=1",
    "\u200b=1",
    "\ufeff@",
    "'\t",
    " \n",
    "-1 ",
  ];
  const phones = [
    "+1-608-555-0110",
    "+1 608=2",
    "+(1)",
    "+1 A1",
    "+1 (SUM(1))",
    "-1 2",
    "+ 1",
  ];
  it.each([...formulas, ...hidden, ...phones])(
    "keeps a spreadsheet from computing %j",
    (text) => expect(csvSafe(text)).toBe(`'${text}`),
  );

  const texts = ["", " ", "'", "A=B", "'ACME'", "\u{1f69a}=", "1-2", "(=1)"];
  const numbers = [
    "+1 608 555 0110",
    "+1 (608) 555-0110",
    "+16085550110",
    "-97.5",
  ];
  it.each([...texts, ...numbers])("leaves %j unchanged", (text) =>
    expect(csvSafe(text)).toBe(text),
  );

  it.each([
    ["a;=1", "a;'=1"],
    ["ACME;+1 608;-2", "ACME;'+1 608;'-2"],
    ["x\t@SUM(A1)", "x\t'@SUM(A1)"],
    ["=1;=2", "'=1;'=2"],
    ["a; =1;b", "a; =1;b"],
  ])("guards signs behind what splits a line in %j", (text, safe) =>
    expect(csvSafe(text)).toBe(safe),
  );
});

describe("workflowSafe", () => {
  const collator = new Intl.Collator("en");
  /**
   * How the runner finds the command of a line (ActionCommand.cs): it compares
   * culturally, which skips whatever ICU ignores.
   */
  function commandOf(line: string): string | undefined {
    const seen = [...line]
      .filter((one) => /\s/.test(one) || collator.compare(one, "") !== 0)
      .join("");
    return (/^\s*::(.*?)::/.exec(seen) ?? /##\[([^\]]*)\]/.exec(seen))?.[1];
  }

  it.each([
    ["::error::x", "\\u003a:error::x"],
    [" \t ::add-mask::x", " \t \\u003a:add-mask::x"],
    ["a ##[error]x", "a \\u0023#[error]x"],
    ["###[x]", "#\\u0023#[x]"],
    ["##[a] ##[b]", "\\u0023#[a] \\u0023#[b]"],
    ["#\u0640#[x]", "\\u0023\u0640#[x]"],
    ["##\u0591[x]", "#\\u0023\u0591[x]"],
    ["\u0591::x::", "\u0591\\u003a:x::"],
    ["a\n::b::\n", "a\n\\u003a:b::\n"],
    ["a\r::b::\r\n ::c::", "a\r\\u003a:b::\r\n \\u003a:c::"],
  ])("disarms %j", (line, safe) => {
    expect(
      line.split(/[\r\n]+/).some((part) => commandOf(part) !== undefined),
    ).toBe(true);
    expect(workflowSafe(line)).toBe(safe);
  });

  it.each(["", "a ::b::", "12:30", "# a", "DOT #[1]", "## a", "a\n b ::c::"])(
    "leaves %j unchanged",
    (line) => expect(workflowSafe(line)).toBe(line),
  );

  it("never produces a line that the runner obeys, and keeps JSON equivalent", () => {
    const piece = fc.constantFrom(
      ...'::##[]\\" \t\n\r\u0301\u0640\u180a\u200b\u3000\u{e0041}a',
      "::",
      "##[",
      "error",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join("");
        for (const line of workflowSafe(text).split(/[\r\n]/))
          equal(commandOf(line), undefined);
        deepEqual(JSON.parse(workflowSafe(JSON.stringify({ text }, null, 2))), {
          text,
        });
      }),
      { numRuns: 200 },
    );
  });
});
