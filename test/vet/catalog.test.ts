import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ruleCatalog } from "../../src/output/plain-table.ts";
import { displayWidth } from "../../src/text/width.ts";
import { catalogEntries, catalogMarkdown, commonLines } from "../../src/vet/catalog.ts";
import { rules } from "../../src/vet/rules/index.ts";

const catalogText = (width?: number) => ruleCatalog(catalogEntries(), commonLines, width);
const path = new URL("../../docs/rules.md", import.meta.url);

test("docs/rules.md is current (UPDATE_DOCS=1 writes it)", () => {
  if (process.env["UPDATE_DOCS"] === "1") writeFileSync(path, catalogMarkdown());
  expect(readFileSync(path, "utf8")).toBe(catalogMarkdown());
});

test("both forms of the catalog have every rule and every parameter", () => {
  for (const catalog of [catalogText(), catalogMarkdown()]) {
    for (const name of ["exists", "level", "unknown", "why"]) expect(catalog).toContain(name);
    for (const rule of rules) {
      expect(catalog).toContain(rule.name);
      for (const parameter of Object.keys(rule.parameters)) expect(catalog).toContain(parameter);
    }
  }
});

test("the catalog has no line that ends in a blank", () => {
  expect(catalogText()).not.toMatch(/[ \t]$/m);
  expect(catalogMarkdown()).not.toMatch(/[ \t]$/m);
});

test("the catalog fits a terminal of 60 columns", () => {
  for (const line of catalogText(60).split("\n")) expect(displayWidth(line), line).toBeLessThanOrEqual(60);
});
