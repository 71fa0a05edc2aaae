import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { linesOf } from "../../src/output/whole-lines.ts";
import { temporaryDirectory } from "../support/resources.ts";

it.each<[string, unknown[]]>([
  ["", []],
  ["torn", ["torn", 4, false]],
  ["a\nbb\ntorn", ["a", 2, true, "bb", 5, true, "torn", 9, false]],
  ["é\n\n", ["é", 3, true, "", 4, true]],
  [`${"x".repeat(200_000)}\ny\n`, ["x".repeat(200_000), 200_001, true, "y", 200_003, true]],
])("the lines of a file have their ends in bytes, and the last may have no line feed", async (content, expected) => {
  const path = join(temporaryDirectory(), "lines");
  writeFileSync(path, content);
  const found: unknown[] = [];
  for await (const { bytes, end, ended } of linesOf(path)) found.push(String(bytes), end, ended);
  expect(found).toEqual(expected);
});
