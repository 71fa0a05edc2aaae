import { expect, it } from "vitest";
import { readArguments } from "../../src/input/input.ts";

const docket = "is a docket number, not a USDOT number";

it("reads or refuses each argument, in order and without a place", () => {
  expect(readArguments(["USDOT 2233855", "MC-1", "76830", "76830"])).toEqual([
    { dotNumber: "2233855" },
    { refused: docket, text: "MC-1" },
    { dotNumber: "76830" },
    { dotNumber: "76830" },
  ]);
  expect(readArguments([])).toEqual([]);
});
