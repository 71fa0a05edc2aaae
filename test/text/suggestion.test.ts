import { expect, it } from "vitest";
import { didYouMean, nearest } from "../../src/text/suggestion.ts";

const names = ["base-url", "format", "csv", "json"];

it.each([
  ["base_url", "base-url"],
  ["BaseUrl", "base-url"],
  ["fromat", "format"],
  ["cvs", "csv"],
  ["JSON", "json"],
  ["quiet", undefined],
  ["", undefined],
])("%j was meant to be %j", (word, meant) => {
  expect(nearest(word, names)).toBe(meant);
});

it("has other words where no name is close", () => {
  expect(didYouMean("fromat", names, "see usdot help")).toBe("did you mean format?");
  expect(didYouMean("quiet", names, "see usdot help")).toBe("see usdot help");
  expect(didYouMean("quiet", [], "see usdot help")).toBe("see usdot help");
});
