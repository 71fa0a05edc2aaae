import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isLabel, readArguments } from "../../src/input/input.ts";

const docket = "is a docket number, not a USDOT number";
const notOne = "is not one USDOT number; give several one by one";

/** Each input as its number, or as the refused text. */
const read = (...args: string[]) =>
  readArguments(args).map((input) => ("dotNumber" in input ? input.dotNumber : { invalid: input.text }));

it("reads or refuses each argument, in order and without a place", () => {
  expect(readArguments(["USDOT 2233855", "MC-1", "76830", "76830"])).toEqual([
    { dotNumber: "2233855" },
    { invalid: docket, text: "MC-1" },
    { dotNumber: "76830" },
    { dotNumber: "76830" },
  ]);
  expect(readArguments([])).toEqual([]);
});

describe("words before a number", () => {
  it.each([
    [["USDOT", "90849"]],
    [["usdot", "#", "90849"]],
    [["DOT#", "90849"]],
    [["DOT", "#:", "90849"]],
    [["DOT", "#:90849"]],
    [["US", "DOT", "90849"]],
    [["U.S.", "DOT", "90849"]],
    [["U.S.", "DOT", "No.", "90849"]],
    [["USDOT", "Number:", "90849"]],
    [["USDOT:", "90849"]],
    [["DOT_NUMBER:", "90849"]],
    [["usdotNumber", "90849"]],
    [["Number:", "90849"]],
    [["#", "90849"]],
    [["USDOT", "0000090849"]],
    [["DOT", "90,849"]],
  ])("%j are one with it", (args) => {
    expect(read(...args)).toEqual(["90849"]);
  });

  it("each belong to their own number", () => {
    expect(read("USDOT", "90849", "29124", "DOT#", "76830")).toEqual(["90849", "29124", "76830"]);
  });

  it("may say that it is no USDOT number", () => {
    expect(readArguments(["MC", "115495"])).toEqual([{ text: "MC 115495", invalid: docket }]);
    expect(readArguments(["MC", "#", "115495"])).toEqual([{ text: "MC # 115495", invalid: docket }]);
  });

  it("are refused with what is no number, for the reason that it isn't one", () => {
    expect(readArguments(["USDOT", "MC-1"])).toEqual([{ text: "USDOT MC-1", invalid: docket }]);
    expect(readArguments(["DOT", "ACME"])).toMatchObject([{ text: "DOT ACME", invalid: /has no digits/ }]);
  });

  it("are refused at the end, where the shell has taken the rest for a comment", () => {
    expect(readArguments(["90849", "DOT"])).toMatchObject([
      { dotNumber: "90849" },
      { text: "DOT", invalid: expect.stringMatching(/^has no number after it .*#/) },
    ]);
  });

  it("are none of our commands", () => {
    for (const name of ["vet", "bulk", "carrier", "help", "config", "ACME", "90849", "", " "]) {
      expect(isLabel(name), name).toBe(false);
    }
  });
});

describe("several numbers in one argument", () => {
  it.each([
    ["90849,29124"],
    ["90849;29124"],
    ["90849|29124"],
    ["90849, 29124"],
    ["90849,29124,"],
    ["90849\n29124\n"],
    ["90849\t29124"],
    ["USDOT 90849, DOT# 29124"],
    ["90,849; 29,124"],
    ["90,849, 29,124"],
    ["00090849,00029124"],
  ])("%j are two", (text) => {
    expect(read(text)).toEqual(["90849", "29124"]);
  });

  it("are two as well when the shell splits them at the space", () => {
    expect(read("90849,", "29124")).toEqual(["90849", "29124"]);
    expect(read("USDOT", "90849,29124")).toEqual(["90849", "29124"]);
  });

  it("are one where commas group its digits", () => {
    expect(read("2,233,855")).toEqual(["2233855"]);
    expect(read("344554,123")).toEqual(["344554", "123"]);
  });

  it.each(["2,233,855,76830", "1,234,56", "90849,1,234"])("%j can be read in two ways, and is refused", (text) => {
    expect(readArguments([text])).toEqual([{ text, invalid: notOne }]);
  });

  it("are refused one by one", () => {
    expect(readArguments(["90849,MC-1"])).toEqual([{ dotNumber: "90849" }, { text: "MC-1", invalid: docket }]);
  });

  it("are not looked for in names", () => {
    expect(read("LYNDEN LOGISTICS,INC.")).toEqual([{ invalid: "LYNDEN LOGISTICS,INC." }]);
    expect(read("90849,ACME")).toEqual([{ invalid: "90849,ACME" }]);
    expect(read(",")).toEqual([{ invalid: "," }]);
  });
});

it("drops no number and invents none", () => {
  const number = fc.integer({ min: 1_000, max: 99_999_999 }).map(String);
  const between = fc.constantFrom(";", "|", ", ", "\n");
  fc.assert(
    fc.property(fc.array(number, { minLength: 1 }), between, (numbers, separator) => {
      expect(read(numbers.join(separator))).toEqual(numbers);
    }),
  );
});
