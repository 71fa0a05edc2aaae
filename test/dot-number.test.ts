import { deepEqual, doesNotMatch, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDotNumber, quoteInput } from "../src/dot-number.ts";
import { anyCharacter } from "./support/characters.ts";

const accepted: [string, string][] = [
  // How people write a USDOT number.
  ["2233855", "2233855"],
  [" 2233855 ", "2233855"],
  ["USDOT 2233855", "2233855"],
  ["usdot2233855", "2233855"],
  ["US DOT 2233855", "2233855"],
  ["DOT-2233855", "2233855"],
  ["DOT# 2233855", "2233855"],
  ["DOT #: 2233855", "2233855"],
  ["USDOT Number: 2233855", "2233855"],
  ["#2233855", "2233855"],
  ["2,233,855", "2233855"],
  ["00344554", "344554"],
  ["2233855C", "2233855"],
  // kin of these
  ["1", "1"],
  ["99999999", "99999999"],
  ["00000001", "1"],
  ["000344554", "344554"],
  ["0004581509", "4581509"],
  ["USDOT 0004581509", "4581509"],
  ["\t2233855\r\n", "2233855"],
  ["\u00a02233855\ufeff", "2233855"],
  ["dot 2233855", "2233855"],
  ["Dot.2233855", "2233855"],
  ["U.S. DOT 2233855", "2233855"],
  ["U.S.DOT 2233855", "2233855"],
  ["u s dot 2233855", "2233855"],
  ["us-dot 2233855", "2233855"],
  ["US_DOT_NUMBER=2233855", "2233855"],
  ["USDOT No. 2233855", "2233855"],
  ["usdot no 2233855", "2233855"],
  ["dot num 2233855", "2233855"],
  ["DOT: #2233855", "2233855"],
  ["DOT_2233855", "2233855"],
  ["DOT # 2233855", "2233855"],
  ["DOT # : 2233855", "2233855"],
  ["USDOTNumber2233855", "2233855"],
  ["DOT _ No. 2233855", "2233855"],
  ["# 2233855", "2233855"],
  ["USDOT Number: 2,233,855c", "2233855"],
  ["12,345,678", "12345678"],
  ["1,234", "1234"],
  ["0,344,554", "344554"],
  ...[..."CVPHBFEXZNRcvphbfexznr"].map((letter): [string, string] => [`1234567${letter}`, "1234567"]),
];

const docket = "is a docket number, not a USDOT number";
const rounded = "was rounded by a spreadsheet; format the column as text and export again";
const several = "is not one USDOT number; give several one by one";
const noDigits = "has no digits; a USDOT number has 1 to 8";
const script = "has digits of another script; use 0 to 9";
const invisible = "has an invisible character in it; retype it";
const negative = "is negative; a USDOT number is not";
const hexadecimal = "is a hexadecimal number; a USDOT number is decimal";
const fraction = "is a decimal fraction; write the whole number";
const zero = "is zero; USDOT numbers start at 1";
const other = "is not a USDOT number, which is 1 to 8 digits and nothing else";
const digits = (count: number) => `has ${count} digits; a USDOT number has at most 8 (is it a phone number?)`;

const lineBreak = "has a line break in it; write the number on one line";

const invalid: [string, string][] = [
  ...["\n", "\r\n", "\v", "\f", "\u0085", "\u2028"].map((end): [string, string] => [`2233${end}855`, lineBreak]),
  ["MC-747866", docket],
  ["mc747866", docket],
  ["MC 747866", docket],
  ["MC#747866", docket],
  ["MC: 747866", docket],
  ["MC No. 747866", docket],
  ["MC number 747866", docket],
  ["MC num747866", docket],
  ["MCNo747866", docket],
  ["MX-123456", docket],
  ["FF-1234", docket],
  ["MC_1 / MC_2", docket],
  ["LYNDEN LOGISTICS,INC.", noDigits],
  ["McLane", noDigits],
  ["USDOT", noDigits],
  ["N/A", noDigits],
  ["--", noDigits],
  ["2143983 ALBERTA LTD", other],
  ["ALBERTA 2143983", other],
  ["ACME-MC1", other],
  ["123456789", digits(9)],
  ["0123456789", digits(10)],
  ["(008) 555-0123", digits(10)],
  ["6085550123", digits(10)],
  ["608-555-0123", digits(10)],
  ["(608) 555-0123", digits(10)],
  ["+1 608.555.0123", digits(11)],
  ["608 555 0123", digits(10)],
  ["608  555 -0123", digits(10)],
  ["1-608-555-0123", digits(11)],
  ["(608)5550123", digits(10)],
  ["+16085550123", digits(11)],
  ["USDOT 123456789", digits(9)],
  ["#123456789", digits(9)],
  ["123,456,789", digits(9)],
  ["1".repeat(70), digits(70)],
  ["0", zero],
  ["000", zero],
  ["000000000", zero],
  ["00000000", zero],
  ["USDOT 0", zero],
  ["0C", zero],
  ["2.18E+04", rounded],
  ["2,18E+04", rounded],
  ["2.18e+04", rounded],
  ["2E05", rounded],
  ["-2.18E-04", rounded],
  ["+218E4", rounded],
  ["-1", negative],
  ["- 2,233.5", negative],
  ["\u22122233855", negative],
  ["\u20132233855", negative],
  ["-1x", other],
  ["0x10", hexadecimal],
  ["0XfF", hexadecimal],
  ["0x1g", other],
  ["a0x10", other],
  ["2233855.0", fraction],
  ["2233855.", fraction],
  ["2233855.0a", other],
  ["v2233855.0", other],
  ["\u0662\u0662\u0663\u0663\u0668\u0665\u0665", script],
  ["\uff12\uff12\uff13", script],
  ["22\u0663", script],
  ["22\u200b33855", invisible],
  ["22\u000033855", invisible],
  ["\u202e2233855", invisible],
  ["", "is empty; a USDOT number has 1 to 8 digits"],
  [" \t ", "is empty; a USDOT number has 1 to 8 digits"],
  ["2233855,76830", several],
  ["2233855 76830", several],
  ["2233855; 76830", several],
  ["22,33,855", several],
  ["2,2338,55", several],
  ["1/2|3", several],
  ["x1 2", other],
  ["1 2x", other],
  [",2233855", other],
  ["2233855,", other],
  ["2233855Q", other],
  ["2233855CC", other],
  ["2233855 C", other],
  ["C2233855", other],
  ["+2233855", other],
  ["(2233855", other],
  ["22-33855", other],
  ["##2233855", other],
  ["NUMBER 2233855", other],
  ["USDOT DOT 2233855", other],
  ["US 2233855", other],
  ["2233855 USDOT", other],
  ["x USDOT 2233855", other],
  ["2.18E+04x", other],
  ["x2.18E+04", other],
  ["2.18E+", other],
  ["2.E+04", other],
  ["x-1", other],
  ["39-1234567", other],
  ["+2 608-555-0123", other],
  ["608-555-01234", other],
  ["608-555-0123 x4", other],
  ["608-55-0123", other],
  ["x 608-555-0123", other],
];

describe("parseDotNumber", () => {
  it.each(accepted)("reads %j as %s", (text, dotNumber) => {
    expect(parseDotNumber(text)).toEqual({ dotNumber });
  });

  it.each(invalid)("refuses %j: it %s", (text, reason) => {
    expect(parseDotNumber(text)).toEqual({ invalid: reason });
  });

  it.each([null, undefined, 2233855, 5n, {}, ["1"], Symbol("1")])("says that %o is not text", (given) => {
    expect(parseDotNumber(given as unknown as string)).toEqual({ invalid: "is not text" });
  });

  it("gives up on endless texts, for which matching would never end", () => {
    const blanks = " ".repeat(100_000);
    expect(parseDotNumber(`DOT${blanks}1`)).toEqual({ invalid: noDigits });
    expect(parseDotNumber(`MC${blanks}x1`)).toEqual({ invalid: noDigits });
    expect(parseDotNumber(`1${blanks}x`)).toEqual({ invalid: other });
  });

  it("reads a spelling of 64 characters, and none longer", () => {
    const spelled = (length: number) => `DOT${" ".repeat(length - 4)}1`;
    expect(parseDotNumber(spelled(64))).toEqual({ dotNumber: "1" });
    expect(parseDotNumber(spelled(65))).toEqual({ invalid: noDigits });
    expect(parseDotNumber(`${" ".repeat(100)}1C`)).toEqual({ dotNumber: "1" });
  });

  const numbers = fc.integer({ min: 1, max: 99_999_999 });
  const prefixes = ["", "#", "DOT", "dot ", "DOT-", "DOT# ", "DOT #: ", "USDOT ", "usdot", "US DOT ", "USDOT Number: "];
  const digitStyles = [
    (number: number) => String(number),
    (number: number) => number.toLocaleString("en-US"),
    (number: number) => String(number).padStart(8, "0"),
  ];

  it("reads every spelling of every number", () => {
    const spellings = fc.record({
      number: numbers,
      prefix: fc.constantFrom(...prefixes),
      style: fc.constantFrom(...digitStyles),
      suffix: fc.constantFrom("", ..."CVPHBFEXZNR"),
      blanks: fc.constantFrom("", " ", "\t", "  "),
    });
    fc.assert(
      fc.property(spellings, ({ number, prefix, style, suffix, blanks }) => {
        const text = `${blanks}${prefix}${style(number)}${suffix}${blanks}`;
        deepEqual(parseDotNumber(text), { dotNumber: String(number) });
      }),
      { numRuns: 1000 },
    );
  });

  const hostile = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.string({ unit: fc.constantFrom(..."0123456789,.-+#:eExXCDOTUSMnumber \t\0\u0663") }),
    fc.tuple(fc.constantFrom(...prefixes), fc.string()).map((parts) => parts.join("")),
  );

  it("either accepts a canonical number or says why not, whatever the text", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const parsed = parseDotNumber(text);
        if ("invalid" in parsed) expect(parsed.invalid).toMatch(/^(is|has|was) \S/);
        else expect(parsed.dotNumber).toMatch(/^[1-9][0-9]{0,7}$/);
      }),
      { numRuns: 1000 },
    );
  });

  it("keeps exactly the digits that were written", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const parsed = parseDotNumber(text);
        if ("dotNumber" in parsed) equal(Number(parsed.dotNumber), Number(text.replace(/\D/g, "")));
      }),
      { numRuns: 1000 },
    );
  });

  it("reads its own result as the same number", () => {
    fc.assert(
      fc.property(fc.oneof(hostile, numbers.map(String)), (text) => {
        const parsed = parseDotNumber(text);
        if ("dotNumber" in parsed) deepEqual(parseDotNumber(parsed.dotNumber), parsed);
      }),
      { numRuns: 1000 },
    );
  });

  it("never takes a docket for a USDOT number", () => {
    fc.assert(
      fc.property(fc.constantFrom("MC", "MX", "FF", "mc"), fc.constantFrom("", "-", " ", "#"), numbers, (...parts) => {
        deepEqual(parseDotNumber(parts.join("")), { invalid: docket });
      }),
      { numRuns: 1000 },
    );
  });
});

describe("quoteInput", () => {
  it.each([
    ["MC-747866", "MC-747866"],
    ["  MC-747866\t", "MC-747866"],
    ["", '""'],
    [" \n", '""'],
    ["x".repeat(40), "x".repeat(40)],
    ["x".repeat(41), `${"x".repeat(39)}…`],
    [`   ${"x".repeat(40)}   `, "x".repeat(40)],
    ["😀".repeat(40), "😀".repeat(40)],
    ["😀".repeat(41), `${"😀".repeat(39)}…`],
    [`${"x".repeat(38)}😀😀😀`, `${"x".repeat(38)}😀…`],
    ["a\u001b[31mb", "a\u001b[31mb"],
  ])("shows %j as %j", (text, quoted) => {
    expect(quoteInput(text)).toBe(quoted);
  });

  it("shows less on demand", () => {
    expect(quoteInput("😀😀😀", 3)).toBe("😀😀😀");
    expect(quoteInput("😀😀😀😀", 3)).toBe("😀😀…");
  });

  it("shows at most 40 characters, and no half ones", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
        const quoted = quoteInput(text);
        ok([...quoted].length <= 40);
        doesNotMatch(quoted, /\p{Surrogate}/u);
      }),
      { numRuns: 1000 },
    );
  });
});
