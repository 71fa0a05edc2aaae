import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { catalogEntries, commonLines, ruleCatalog } from "../../src/output/rule-catalog.ts";
import { displayWidth } from "../../src/text/width.ts";
import { rules } from "../../src/vet/rules/index.ts";

/** Our own words: only what Markdown would take for its own in them. */
const markdown = (words: string) => words.replaceAll(/[|*_]/g, "\\$&");
const bullets = (lines: [string, string][]) => lines.map(([name, words]) => `- \`${name}\`: ${markdown(words)}`);

function catalogMarkdown(): string {
  const introduction = [
    "# The rules of `usdot vet`",
    "",
    "`usdot vet --rules` prints this catalog. It is generated from the rules' declarations (`npm run docs:rules`).",
    "A value that is not stated, or cannot be read, never fails a rule: the outcome is unknown. [How values are",
    "read](vetting.md#how-values-are-read), [how insurance adds up](vetting.md#how-insurance-adds-up) and [what is",
    "asked](vetting.md#what-is-asked) are on the page about vetting.",
    "",
    "Every rule also takes:",
    "",
    ...bullets(commonLines),
  ];
  return [introduction.join("\n"), ...catalogEntries().map(entryMarkdown)].join("\n\n").concat("\n");
}

function entryMarkdown({ name, summary, lines }: ReturnType<typeof catalogEntries>[number]): string {
  const outcomesAt = lines.findIndex(([line]) => line === "asks");
  const parameters = bullets(lines.slice(0, outcomesAt));
  const outcomes = lines.slice(outcomesAt).map(([outcome, words]) => `| ${outcome} | ${markdown(words)} |`);
  const body = [...parameters, ...(parameters.length > 0 ? [""] : []), "| | |", "|---|---|", ...outcomes];
  return [`## \`${name}\``, "", markdown(summary), "", ...body].join("\n");
}

const path = new URL("../../docs/rules.md", import.meta.url);

test("docs/rules.md is current (UPDATE_DOCS=1 writes it)", () => {
  if (process.env["UPDATE_DOCS"] === "1") writeFileSync(path, catalogMarkdown());
  expect(readFileSync(path, "utf8")).toBe(catalogMarkdown());
});

test("both forms of the catalog have every rule and every parameter", () => {
  for (const catalog of [ruleCatalog(), catalogMarkdown()]) {
    for (const name of ["exists", "level", "unknown", "why"]) expect(catalog).toContain(name);
    for (const rule of rules) {
      expect(catalog).toContain(rule.name);
      for (const parameter of Object.keys(rule.parameters())) expect(catalog).toContain(parameter);
    }
  }
});

test("the catalog has no line that ends in a blank", () => {
  expect(ruleCatalog()).not.toMatch(/[ \t]$/m);
  expect(catalogMarkdown()).not.toMatch(/[ \t]$/m);
});

test("the catalog fits a terminal of 60 columns", () => {
  for (const line of ruleCatalog(60).split("\n")) expect(displayWidth(line), line).toBeLessThanOrEqual(60);
});
