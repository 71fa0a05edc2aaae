import { expect, it } from "vitest";
import { nearest } from "../../src/text/suggestion.ts";

const names = ["base-url", "format", "csv", "json", "html"];

it.each([
  ["base_url", "base-url"],
  ["BaseUrl", "base-url"],
  ["fromat", "format"],
  ["cvs", "csv"],
  ["JSON", "json"],
  ["htm", "html"],
  ["xml", undefined],
  ["yaml", undefined],
  ["quiet", undefined],
  ["", undefined],
])("%j was meant to be %j", (word, meant) => {
  expect(nearest(word, names)).toBe(meant);
  expect(nearest(word, [])).toBeUndefined();
});
