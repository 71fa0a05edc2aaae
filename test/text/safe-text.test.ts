import { deepEqual, doesNotMatch, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvSafe, singleLine, visible, workflowSafe } from "../../src/text/safe-text.ts";
import { anyCharacter } from "../support/characters.ts";
import { parsedJson } from "../support/parsed-json.ts";

const anyText = fc.string({
  unit: fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 2 }),
    fc.constantFrom(..."a 'é\u0301\u202e\u001b\n\u{1f69a}"),
  ),
});

describe("visible", () => {
  test.each([
    ["colours", "\u001b[31mACME\u001b[0m", "\\u001b[31mACME\\u001b[0m"],
    ["a title", "\u001b]0;pwned\u0007", "\\u001b]0;pwned\\u0007"],
    ["C1 sequences", "\u009b2J", "\\u009b2J"],
    ["overwriting", "SAFE\rEVIL\b\b", "SAFE\\u000dEVIL\\u0008\\u0008"],
    ["further lines", "a\nb\u2028c", "a\\u000ab\\u2028c"],
    ["reversal", "ACME \u202eCNI", "ACME \\u202eCNI"],
    ["hidden characters", "AC\u200bME\u{e0041}", "AC\\u200bME\\udb40\\udc41"],
  ])("shows %s", (_, text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  test.each([
    "LYNDEN LOGISTICS,INC.",
    "THE CHEFS' WAREHOUSE",
    "Ñandú Transportes",
    "Ho\u0323\u0302i",
    "運送会社",
    "\u{1f69a} Inc.",
  ])("leaves %s unchanged", (text) => {
    expect(visible(text)).toBe(text);
  });
});

describe("singleLine", () => {
  test("leaves text that just fits unchanged", () => {
    expect(singleLine("abcde", 5)).toBe("abcde");
    expect(singleLine("abcdef", 5)).toBe("abcd…");
    expect(singleLine("", 5)).toBe("");
  });

  test("counts the characters shown, not the original ones", () => {
    expect(singleLine("\u001b[0m", 9)).toBe("\\u001b[0m");
    expect(singleLine("\u001b[0m", 8)).toBe("\\u001b[…");
  });

  test("counts a character beyond U+FFFF once, and never splits it", () => {
    expect(singleLine("🚚🚚🚚", 3)).toBe("🚚🚚🚚");
    expect(singleLine("🚚🚚🚚🚚", 3)).toBe("🚚🚚…");
  });

  test("has room for the ellipsis or for nothing", () => {
    expect(singleLine("ab", 1)).toBe("…");
    expect(singleLine("ab", 0)).toBe("");
    expect(singleLine("ab", -3)).toBe("");
  });

  test("is a prefix of the visible text, and never longer than the limit", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 30 }), (text, max) => {
        const line = singleLine(text, max);
        const whole = [...visible(text)];
        equal(line, whole.length <= max ? whole.join("") : `${whole.slice(0, max - 1).join("")}…`);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("csvSafe", () => {
  // Must be first: the expression is built on first use, and `npm run test:mutation` checks a mutation in it with this test alone.
  test("looks at the first character that a spreadsheet does not trim", () => {
    const trimmed = fc.string({ unit: fc.constantFrom(" ", "'", '"', "\u00a0", "\u200b", "\ufeff", "\u{e0041}") });
    const formula = fc.constantFrom(..."=+-@＝＋－＠\t\r\n\0");
    const other = fc.constantFrom(..."ApCs{_1(é\u0301\u{1f69a}");
    fc.assert(
      fc.property(trimmed, formula, other, anyText, (before, start, letter, text) => {
        equal(csvSafe(before + start + text), `'${before}${start}${text}`);
        equal(csvSafe(before + letter + text), before + letter + text);
      }),
      { numRuns: 1000 },
    );
  });

  test.each(["=1+1", "+1 555 0100", "-1", "@SUM(A1)", "＝1", "＋1", "－1", "＠a", "\t1", "\r1", "\n1", "\u00001"])(
    "neutralises %j",
    (text) => {
      expect(csvSafe(text)).toBe(`'${text}`);
    },
  );

  test.each([" =1", "\u00a0=1", '"=1"', "'=1", "''=1", "\u200b=1", "\ufeff@", " '\" -1", "'\t", " \n", '"\r', "'\0"])(
    "sees through what comes before: %j",
    (text) => {
      expect(csvSafe(text)).toBe(`'${text}`);
    },
  );

  test.each([
    "",
    " ",
    "'",
    "' '",
    "ACME",
    "A=B",
    "A-1",
    "a\t=1",
    "a\n",
    "'ACME'",
    "\u{1f69a}=",
    "1-2",
    "\u200b",
    "(=1)",
  ])("leaves %j unchanged", (text) => {
    expect(csvSafe(text)).toBe(text);
  });

  test("is reversible: no two texts give the same cell", () => {
    const cell = fc.string({ unit: fc.constantFrom(..."='\" +\ta\u200b＝") });
    fc.assert(
      fc.property(cell, (text) => {
        const safe = csvSafe(text);
        const stripped = safe.startsWith("'") && csvSafe(safe.slice(1)) === safe ? safe.slice(1) : safe;
        equal(stripped, text);
      }),
      { numRuns: 2000 },
    );
  });

  test("never lets a cell start with a formula", () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(..."=+-@\t\r\n\0"), (text, start) => {
        equal(csvSafe(start + text), `'${start}${text}`);
        doesNotMatch(csvSafe(text), /^[=+\-@\t\r\n\0]/);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("workflowSafe", () => {
  /**
   * How the runner parses a line, up to the command's name (actions/runner, ActionCommand.cs: TryParseV2 and TryParse). It compares
   * culturally, which skips whatever ICU ignores.
   */
  const collator = new Intl.Collator("en");
  function commandOf(line: string): string | undefined {
    const seen = [...line]
      .filter((character) => /\s/.test(character) || collator.compare(character, "") !== 0)
      .join("");
    return (/^\s*::(.*?)::/.exec(seen) ?? /##\[([^\]]*)\]/.exec(seen))?.[1];
  }

  test("the model of the runner agrees with its source", () => {
    expect(commandOf("::error file=a::b")).toBe("error file=a");
    expect(commandOf(" \t ::x::")).toBe("x");
    expect(commandOf("a ::x::")).toBeUndefined();
    expect(commandOf("a ##[x]")).toBe("x");
    expect(commandOf("#\u0640#\u200b[x]")).toBe("x");
    expect(commandOf("\u200b:\u0591:x::")).toBe("x");
  });

  // Must be first, for the same reason as above.
  test("disarms a marker with invisible characters in it, loses nothing, and changes nothing else", () => {
    const blanks = fc.string({ unit: fc.constantFrom(..." \t\u3000") });
    const unseen = fc.string({ unit: fc.constantFrom(..."\u0591\u0640\u180a\u200b\u{e0041}"), maxLength: 3 });
    const word = fc.constantFrom("error", "12:30", "# a", "#p", "a::b", "M", "{");
    fc.assert(
      fc.property(blanks, unseen, unseen, word, (before, one, other, name) => {
        for (const line of [`${before}:${one}:${name}:${other}:`, `${name}#${one}#${other}[x]`]) {
          const safe = workflowSafe(line);
          equal(commandOf(safe), undefined);
          equal(safe.replaceAll("\\u003a", ":").replaceAll("\\u0023", "#"), line);
        }
        equal(workflowSafe(before + name), before + name);
      }),
      { numRuns: 1000 },
    );
  });

  test("never produces a line that the runner obeys", () => {
    const piece = fc.constantFrom(
      "::",
      ":",
      "##[",
      "#",
      "[",
      "]",
      "error",
      " ",
      "\t",
      "\n",
      "\r",
      "\u0301",
      "\u0640",
      "\u07fa",
      "\u180a",
      "\u1cd3",
      "\ufe73",
      "\u200b",
      "\u3000",
      "\u{e0041}",
      "a",
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        for (const line of workflowSafe(pieces.join("")).split(/[\r\n]/)) equal(commandOf(line), undefined);
      }),
      { numRuns: 5000 },
    );
  });

  test.each([
    ["::error::x", "\\u003a:error::x"],
    [" \t ::add-mask::x", " \t \\u003a:add-mask::x"],
    ["\u00a0::x::", "\u00a0\\u003a:x::"],
    ["a ##[error]x", "a \\u0023#[error]x"],
    ["###[x]", "#\\u0023#[x]"],
    ["##[a] ##[b]", "\\u0023#[a] \\u0023#[b]"],
    ["#\u0640#[x]", "\\u0023\u0640#[x]"],
    ["##\u0591[x]", "#\\u0023\u0591[x]"],
    [":\u0640:x::", "\\u003a\u0640:x::"],
    ["\u0591::x::", "\u0591\\u003a:x::"],
    ["::a::##[b]", "\\u003a:a::\\u0023#[b]"],
    ["a\n::b::\n", "a\n\\u003a:b::\n"],
    ["a\r::b::\r\n ::c::", "a\r\\u003a:b::\r\n \\u003a:c::"],
    ["\n\n::b::", "\n\n\\u003a:b::"],
    ["  \n##[b]", "  \n\\u0023#[b]"],
  ])("disarms %j", (line, safe) => {
    expect(commandOf(line.split(/[\r\n]+/).find((part) => commandOf(part) !== undefined) ?? "")).toBeDefined();
    expect(workflowSafe(line)).toBe(safe);
  });

  test.each([
    "",
    "a ::b::",
    "12:30",
    ": a",
    "usdot: a::b",
    "# a",
    "DOT #[1]",
    "## a",
    "#1: [2]",
    "[##]",
    "a\n b ::c::",
    "::\u0023".slice(2),
    "  \n: ::",
  ])("leaves %j unchanged", (line) => {
    expect(workflowSafe(line)).toBe(line);
  });

  test("hides markers from the runner, whatever ICU ignores between their characters", () => {
    for (let point = 0; point <= 0x10ffff; point++) {
      const character = String.fromCodePoint(point);
      if (collator.compare(`#${character}#[`, "##[") !== 0) continue;
      for (const line of [`#${character}#[x]`, `##${character}[x]`]) ok(workflowSafe(line).includes("\\u0023"), line);
      for (const line of [`:${character}:x::`, `${character}::x::`]) {
        if (!/[\r\n]/.test(line)) ok(workflowSafe(line).includes("\\u003a"), line);
      }
    }
  });

  test("keeps JSON equivalent", () => {
    const text = fc.string({ unit: fc.constantFrom(...'::##[]\\"\n a\u0301') });
    fc.assert(
      fc.property(fc.dictionary(text, text), (value) => {
        for (const json of [JSON.stringify(value), JSON.stringify(value, null, 2)])
          deepEqual(parsedJson(workflowSafe(json)), parsedJson(json));
      }),
      { numRuns: 1000 },
    );
  });
});
