import { doesNotMatch, equal } from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import { unsafeClass, visible } from "../../src/text/safe-text.ts";

/** What must never reach a terminal, by code point: listed here independently of the Unicode properties used in the source. */
const dangerous: [name: string, first: number, last: number][] = [
  ["C0", 0x00, 0x1f],
  ["DEL and C1", 0x7f, 0x9f],
  ["soft hyphen", 0xad, 0xad],
  ["combining grapheme joiner", 0x34f, 0x34f],
  ["Arabic letter mark", 0x61c, 0x61c],
  ["Hangul fillers", 0x115f, 0x1160],
  ["Khmer inherent vowels", 0x17b4, 0x17b5],
  ["Mongolian variation selectors and vowel separator", 0x180b, 0x180f],
  ["zero width, joiners, direction marks", 0x200b, 0x200f],
  ["line and paragraph separators", 0x2028, 0x2029],
  ["embeddings and overrides", 0x202a, 0x202e],
  ["word joiner, invisible operators, isolates", 0x2060, 0x206f],
  ["Braille blank", 0x2800, 0x2800],
  ["Hangul filler", 0x3164, 0x3164],
  ["surrogates", 0xd800, 0xdfff],
  ["private use", 0xe000, 0xf8ff],
  ["noncharacters", 0xfdd0, 0xfdef],
  ["variation selectors", 0xfe00, 0xfe0f],
  ["byte order mark", 0xfeff, 0xfeff],
  ["halfwidth Hangul filler", 0xffa0, 0xffa0],
  ["interlinear annotation", 0xfff9, 0xfffb],
  ["noncharacters of plane 0", 0xfffe, 0xffff],
  ["shorthand format controls", 0x1bca0, 0x1bca3],
  ["musical format controls", 0x1d173, 0x1d17a],
  ["noncharacters of plane 1", 0x1fffe, 0x1ffff],
  ["tag characters", 0xe0000, 0xe007f],
  ["variation selectors supplement", 0xe0100, 0xe01ef],
  ["private use planes", 0xf0000, 0x10ffff],
];

const printable: [name: string, first: number, last: number][] = [
  ["ASCII", 0x20, 0x7e],
  ["Latin-1", 0xa0, 0xac],
  ["Latin-1, Latin Extended, IPA", 0xae, 0x2ff],
  ["Greek", 0x3a3, 0x3ff],
  ["Cyrillic", 0x400, 0x482],
  ["Hebrew", 0x5d0, 0x5ea],
  ["Arabic", 0x620, 0x64a],
  ["Devanagari", 0x904, 0x939],
  ["spaces and dashes", 0x2000, 0x200a],
  ["punctuation", 0x2010, 0x2027],
  ["arrows, mathematics, box drawing", 0x2190, 0x23ff],
  ["Braille", 0x2801, 0x28ff],
  ["kana", 0x3041, 0x3096],
  ["CJK", 0x4e00, 0x9fff],
  ["Hangul", 0xac00, 0xd7a3],
  ["full-width forms", 0xff01, 0xff9f],
  ["emoji", 0x1f300, 0x1f64f],
  ["CJK extension B", 0x20000, 0x2a6d6],
];

function codePoints(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
}

test.each(dangerous)("%s are escaped in a way that JSON can decode", (_, first, last) => {
  const characters = codePoints(first, last);
  // Separated by "a"s, or two surrogates would form a character.
  const text = `aa${characters.join("aa")}`;
  const shown = visible(text);
  expect(shown.replace(/\\u[0-9a-f]{4}/g, "")).toBe("aa".repeat(characters.length));
  expect(JSON.parse(`"${shown}"`)).toBe(text);
});

test.each(printable)("%s are left unchanged", (_, first, last) => {
  const text = codePoints(first, last).join("");
  expect(visible(text)).toBe(text);
});

test("unsafeClass fits inside a character class", () => {
  const unsafe = new RegExp(`^[${unsafeClass}]$`, "u");
  expect(unsafe.test("\u202e")).toBe(true);
  expect(unsafe.test("p")).toBe(false);
  expect(unsafe.test("\\")).toBe(false);
});

test("escapes use JSON notation: four lowercase hex digits, two escapes beyond U+FFFF", () => {
  expect(visible("\u001b[31m")).toBe("\\u001b[31m");
  expect(visible("\r\n\t\b")).toBe("\\u000d\\u000a\\u0009\\u0008");
  expect(visible("\u{e0041}")).toBe("\\udb40\\udc41");
  expect(visible("\ud83d")).toBe("\\ud83d");
  expect(visible("\u{1f69a}\u200d\u{1f527}")).toBe("\u{1f69a}\\u200d\u{1f527}");
});

test("a backslash is left unchanged", () => {
  expect(visible("\\u001b \\ \\\\")).toBe("\\u001b \\ \\\\");
  expect(visible("\\\u001b")).toBe("\\\\u001b");
});

test("up to four combining marks in a row are kept; the rest are escaped", () => {
  const mark = "\u0301";
  expect(visible(`e${mark.repeat(4)}e`)).toBe(`e${mark.repeat(4)}e`);
  expect(visible(`e${mark.repeat(7)}e${mark}`)).toBe(`e${mark.repeat(4)}${"\\u0301".repeat(3)}e${mark}`);
  expect(visible(`x${"\u{1e8d0}".repeat(5)}`)).toBe(`x${"\u{1e8d0}".repeat(4)}\\ud83a\\udcd0`);
});

test("a combining mark with nothing to combine with is escaped, since it would alter the text before it", () => {
  expect(visible("\u0338abc")).toBe("\\u0338abc");
  expect(visible("\u{1e8d0}abc")).toBe("\\ud83a\\udcd0abc");
  expect(visible('a \u0338"\u0338')).toBe('a \\u0338"\\u0338');
  expect(visible("a\u0338bc\u0338")).toBe("a\u0338bc\u0338");
});

test("200,000 marks or control characters are handled without overflowing the stack", () => {
  expect(visible(`a${"\u0301".repeat(200_000)}`)).toHaveLength(1 + 4 + 6 * 199_996);
  expect(visible("\u200b".repeat(200_000))).toHaveLength(1_200_000);
});

test("no unsafe character survives, and escaping is idempotent", () => {
  const anyText = fc.string({
    unit: fc.oneof(
      fc.constantFrom(...'aé\u0301\u0338 "\\u001b\u001b\u202e\u200b\ud83d\u{e0041}\u{1f69a}'),
      fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point)),
    ),
  });
  fc.assert(
    fc.property(anyText, (text) => {
      const shown = visible(text);
      doesNotMatch(shown, /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
      doesNotMatch(shown, /\p{M}{5}|^\p{M}|[ "]\p{M}/u);
      equal(visible(shown), shown);
      if (!text.includes("\\"))
        equal(
          shown.replace(/\\u([0-9a-f]{4})/g, (_, unit) => String.fromCharCode(parseInt(unit, 16))),
          text,
        );
    }),
    { numRuns: 2000 },
  );
});
