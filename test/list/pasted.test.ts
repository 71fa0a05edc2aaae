import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Input, readOutNotes } from "../../src/list/input.ts";
import { readList } from "../../src/list/list.ts";
import { readPasted } from "../../src/list/pasted.ts";

/** Each input as its number, or as the refused text with its reason. */
function shown(input: Input): string {
  return "invalid" in input
    ? `${input.text}: ${input.invalid.split(";")[0]}`
    : input.dotNumber + (input.mark ? ` ${input.mark}` : "");
}

const read = (...args: string[]) => readPasted(args).map(shown);

describe("arguments", () => {
  it.each([
    ["2233855 76830 76830", "2233855 | 76830 | 76830"],
    [
      "USDOT 90849 29124 DOT# 76830",
      "USDOT 90849 29124 DOT# 76830: is not one USDOT number",
    ],
    ["MC # 115495", "MC # 115495: is a docket number, not a USDOT number"],
    ["DOT ACME", "DOT ACME: has no digits"],
    ["90849 76830 DOT", "90849 | 76830 | DOT: has no digits"],
    ["90849,MC-1", "90849,MC-1: is not a USDOT number, which is 1 to 8 digits"],
    ["4033402 OOS", "4033402 OOS"],
    ["4033402\nOOS 76830", "4033402 OOS | 76830"],
    [
      "DOT 2233 855",
      "DOT 2233 855: is not a USDOT number, which is 1 to 8 digits",
    ],
    ["900 0001", "900 0001: is not one USDOT number"],
    ["2,233,855,76830", "2,233,855,76830: is not one USDOT number"],
    ["90849,1,234", "90849,1,234: is not one USDOT number"],
    ["100, 200", "100 | 200"],
    ["100 200 300", "100 | 200 | 300"],
    ["1000 2000", "1000 | 2000"],
    ["9000001 12", "9000001 | 12"],
  ])("%j", (args, inputs) => {
    expect(read(...args.split(" ")).join(" | ")).toBe(inputs);
    expect(readOutNotes(readPasted(args.split(" ")))).toEqual([]);
  });

  it.each([["", "9000001"], ["9000001", "  "], [""]])(
    "%j %j: refuses what is empty, as a variable that was not set",
    (...args) => {
      expect(read(...args).some((text) => /: is empty$/.test(text))).toBe(true);
    },
  );

  it.each([
    [["123", "456", "ACME DOT 9000001"], "123 | 456 | 9000001"],
    [["ACME DOT 9000001", "BETA DOT 9000002"], "9000001 | 9000002"],
    [["USDOT 9000001 MC 9100001", "9000002"], "9000001 | 9000002"],
  ])("%j: loses no number", (args, inputs) => {
    expect(read(...args).join(" | ")).toBe(inputs);
  });

  it.each(["DOT 900 0001", "DOT#900 0001 76830", "12 9000001"])(
    "%j: is not split where a blank may cut a number up",
    (text) => {
      expect(read(text)).toEqual([expect.stringMatching(/ is not /)]);
    },
  );

  it.each([
    "USDOT 90849",
    "DOT #:90849",
    "U.S. DOT No. 90849",
    "# 90849",
    "DOT 90,849",
  ])("%s: words before a number belong to it", (args) => {
    expect(read(...args.split(" "))).toEqual(["90849"]);
  });

  it.each(["90849,29124", "90849, 29124", "90849,29124,", "90849\n29124\n"])(
    "%j is two numbers",
    (text) => {
      expect(read(text)).toEqual(["90849", "29124"]);
    },
  );

  it.each<[text: string, mc_number?: string]>([
    ["MC 747866 / DOT 9000001", "MC 747866"],
    ["Please call USDOT 9000001, MC 900001", "MC 900001"],
    ["DOT 9000001 MC# 747,866 MX 5", "MC# 747,866, MX 5"],
    ["USDOT 9000001 OOS - do not use"],
    ["the USDOT number is 9000001"],
    ["9000001B"],
  ])("%s: reads the one number, and says so", (text, mc_number) => {
    for (const args of [[text], text.split(" ")]) {
      const inputs = readPasted(args);
      expect(readOutNotes(inputs)).toEqual([
        `read USDOT 9000001 out of "${text}"`,
      ]);
      expect(inputs.map(({ claims }) => claims?.mc_number)).toEqual([
        mc_number,
      ]);
    }
  });

  it("does not take two numbers for a sentence about one", () => {
    expect(read("9000002", "FOO", "DOT", "9000001")).toEqual([
      "9000002",
      "FOO: has no digits",
      "DOT: has no digits",
      "9000001",
    ]);
  });

  it("drops no number and invents none", () => {
    const number = fc.integer({ min: 1_000, max: 99_999_999 }).map(String);
    fc.assert(
      fc.property(
        fc.array(number, { minLength: 1 }),
        fc.constantFrom(";", "|", ", ", "\n", " "),
        (numbers, separator) => {
          expect(read(numbers.join(separator))).toEqual(numbers);
        },
      ),
    );
  });
});

it.each([
  ["9000001,9000002\n", "9000001 | 9000002"],
  ["9000001;9000002\r\n", "9000001 | 9000002"],
  ["9000001 9000002", "9000001 | 9000002"],
  ["9000001", "9000001"],
  ["2,233,855", "2233855"],
  ["", ""],
])("a line of standard input: %j", async (line, numbers) => {
  const { inputs } = await readList(Buffer.from(line), "stdin", {
    isPiped: true,
  });
  expect(inputs.map(shown).join(" | ")).toBe(numbers);
});
