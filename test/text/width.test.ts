import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { visible } from "../../src/text/safe-text.ts";
import { displayWidth, shortened, wrap } from "../../src/text/width.ts";

/** Narrow, wide, combining and joined characters, in any order. */
const text = fc
  .string({
    unit: fc.constantFrom(
      "a",
      "B",
      " ",
      "  ",
      "é",
      "e\u0301",
      "\u0301",
      "運",
      "送",
      "🚚",
      "\u{1f1fa}\u{1f1f8}",
      "한",
      "ｶﾞ",
      "\u001b",
    ),
    maxLength: 40,
  })
  .map(visible);

describe("displayWidth", () => {
  test.each([
    ["", 0],
    ["ACME, Inc.", 10],
    ["Ñandú", 5],
    ["e\u0301", 1],
    ["運送", 4],
    ["🚚", 2],
    ["\\u001b", 6],
    ["…", 1],
    ["ｶﾞ", 2],
    ["한국", 4],
    ["\u{1f1fa}\u{1f1f8}", 2],
    ["👍🏽", 2],
    ["Ελλάς Жук ไทย", 13],
    ["\u{20000}", 2],
  ])("%j takes %i columns", (shown, columns) => {
    expect(displayWidth(shown)).toBe(columns);
  });
});

describe("shortened", () => {
  test("leaves text that just fits unchanged", () => {
    expect(shortened("abcde", 5)).toBe("abcde");
    expect(shortened("運送", 4)).toBe("運送");
    expect(shortened("", 1)).toBe("");
  });

  test("ends a cut with an ellipsis", () => {
    expect(shortened("abcdef", 5)).toBe("abcd…");
    expect(shortened("abcdef", 1)).toBe("…");
  });

  test("never splits a wide or combining character", () => {
    expect(shortened("運送会社", 5)).toBe("運送…");
    expect(shortened("運送会社", 6)).toBe("運送…");
    expect(shortened("運送会社", 2)).toBe("…");
    expect(shortened("e\u0301e\u0301e\u0301", 2)).toBe("e\u0301…");
    expect(shortened("\u{1f1fa}\u{1f1f8}abcd", 3)).toBe("\u{1f1fa}\u{1f1f8}…");
  });

  test("never exceeds the width, and shows the start of the text", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 30 }), (whole, width) => {
        const cut = shortened(whole, width);
        ok(displayWidth(cut) <= width);
        // The character that no longer fits is at most two columns wide.
        if (cut !== whole) ok(displayWidth(cut) >= width - 1);
        equal(whole.startsWith(cut.replace(/…$/, "")), true);
        equal(cut.includes("…"), displayWidth(whole) > width);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("wrap", () => {
  test.each([
    ["", 5, [""]],
    ["abc", 5, ["abc"]],
    ["abc de fgh", 6, ["abc de", "fgh"]],
    ["abc de fgh", 5, ["abc", "de", "fgh"]],
    ["abc  de", 7, ["abc  de"]],
    ["abc  de", 6, ["abc", "de"]],
    ["abc  ", 5, ["abc  "]],
    ["abc   ", 5, ["abc"]],
    [" abc", 4, [" abc"]],
    ["  abc", 4, ["abc"]],
    ["      ", 4, [""]],
    ["abcdefgh", 3, ["abc", "def", "gh"]],
    ["a bcdefgh i", 3, ["a", "bcd", "efg", "h i"]],
    ["abcdef", 3, ["abc", "def"]],
    ["運送会社", 5, ["運送", "会社"]],
    ["運送", 1, ["運", "送"]],
    ["ab", 0, ["a", "b"]],
    ["e\u0301e\u0301", 1, ["e\u0301", "e\u0301"]],
  ])("%j in %i columns", (shown, width, lines) => {
    expect(wrap(shown, width)).toEqual(lines);
  });

  test("handles a line of a million characters without overflowing the stack", () => {
    expect(wrap("x".repeat(1_000_000), 2)).toHaveLength(500_000);
  });

  test("no line is too wide or blank, and only spaces are lost", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 20 }), (shown, width) => {
        const lines = wrap(shown, width);
        for (const line of lines) ok(displayWidth(line) <= width);
        equal(lines.join("").replaceAll(" ", ""), shown.replaceAll(" ", ""));
        if (lines.length > 1) ok(!lines.slice(1).includes(""));
        if (displayWidth(shown) <= width) deepEqual(lines, [shown]);
      }),
      { numRuns: 2000 },
    );
  });

  test("breaks only where the next word does not fit", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "運"), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(word), fc.integer({ min: 8, max: 30 }), (words, width) => {
        const lines = wrap(words.join(" "), width);
        equal(lines.join(" "), words.join(" "));
        lines.slice(1).forEach((line, index) => {
          ok(displayWidth(`${lines[index]} ${line.split(" ")[0]}`) > width);
        });
      }),
      { numRuns: 1000 },
    );
  });
});

describe("a text of a hundred thousand characters", () => {
  const long = "運".repeat(100_000);

  test("takes linear time", { timeout: 20_000 }, () => {
    expect(displayWidth(long)).toBe(200_000);
    expect(shortened(long, 6)).toBe("運運…");
    expect(wrap(long, 4)).toHaveLength(50_000);
  });

  test("is never cut inside a character", () => {
    for (const character of ["\u{1f1fa}\u{1f1f8}", "e\u0301\u0302\u0303", "🚚", "ᄒ\u1161\u11ab"]) {
      for (let before = 250; before <= 257; before++) {
        const shown = `${"é".repeat(before)}${character.repeat(200)}`;
        const size = displayWidth(character);
        expect(displayWidth(shown)).toBe(before + 200 * size);
        expect(shortened(shown, before + 2 * size + 1)).toBe(`${"é".repeat(before)}${character.repeat(2)}…`);
      }
    }
  });

  test("may be a single character: it is split, but never inside a surrogate pair", () => {
    const jamo = "\u1100".repeat(1000);
    expect(displayWidth(jamo)).toBe(2000);
    expect(wrap(jamo, 80).join("")).toBe(jamo);
    const skins = `a👍${"🏻".repeat(1000)}`;
    expect(wrap(skins, 2).join("")).toBe(skins);
    for (const line of wrap(skins, 2)) expect(line).not.toMatch(/\p{Surrogate}/u);
  });

  test("terminates even for text that was not made safe", () => {
    const broken = `${"é".repeat(300)}\ud83d`;
    expect(wrap(broken, 600)).toEqual([broken]);
    expect(wrap(broken, 300).join("")).toBe(broken);
  });
});
