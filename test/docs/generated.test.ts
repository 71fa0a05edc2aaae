/**
 * What stands in the pages is what the program says: the parts made from its
 * declarations. With UPDATE_DOCS=1 they are written instead.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { exitStatuses } from "../../src/errors.ts";
import {
  declarationOf,
  flagOf,
  settingNames,
} from "../../src/settings/declarations.ts";
import { catalogEntries } from "../../src/vet/policy/catalog.ts";
import {
  jsonSchemaOf,
  policySchema,
  waiversSchema,
} from "../../src/vet/policy/schemas.ts";
import { existsRule, markedRule } from "../../src/vet/rules/standing.ts";
import { run } from "../support/run.ts";
import { picture } from "./picture.ts";

/** Holds a file equal to what is generated. */
function expectFile(path: string, text: string): void {
  if (process.env["UPDATE_DOCS"] === "1") writeFileSync(path, text);
  expect(readFileSync(path, "utf8")).toBe(text);
}

it.each([
  ["policy", policySchema],
  ["waivers", waiversSchema],
])(
  "docs/schemas/%s.schema.json is what files are checked by",
  (name, schema) => {
    const text = `${JSON.stringify(jsonSchemaOf(schema), null, 2)}\n`;
    expectFile(`docs/schemas/${name}.schema.json`, text);
  },
);

/** The same for what stands between `<!-- name -->` and `<!-- /name -->`. */
function expectPart(path: string, name: string, text: string): void {
  const [before, rest = ""] = readFileSync(path, "utf8").split(
    `<!-- ${name} -->\n`,
  );
  const after = rest.slice(rest.indexOf(`<!-- /${name} -->`));
  expectFile(path, `${before}<!-- ${name} -->\n${text}${after}`);
}

/** The same for a table of docs/settings.md. */
function expectTable(name: string, header: string, rows: string[][]): void {
  const lines = rows.map((cells) => `| ${cells.join(" | ")} |\n`);
  expectPart("docs/settings.md", name, `${header}\n${lines.join("")}`);
}

/** Our own words: only what Markdown would take for its own in them. */
const plain = (words: string) => words.replaceAll(/[|*_]/g, "\\$&");
const code = (name: string) => `\`${name}\``;

it("docs/settings.md has every exit status", () => {
  const rows = exitStatuses.map(([status, , meaning]) => [
    String(status),
    meaning,
  ]);
  expectTable("exit statuses", "| status | meaning |\n|---|---|", rows);
});

it("docs/settings.md has every setting", () => {
  const rows = settingNames.map((name) => {
    const { description, fallback } = declarationOf(name);
    const flag = flagOf(name).replace(/<(.*)>/, (_, word: string) =>
      word.toUpperCase(),
    );
    return [
      code(flag),
      fallback === undefined ? description : `${description} (${fallback})`,
    ];
  });
  expectTable("options", "| flag | meaning, and default |\n|---|---|", rows);
});

it("docs/lists.md has the CSV columns of vet", async () => {
  const { stdout } = await run("--sample vet 9000001 --format csv");
  const [header = ""] = stdout.split("\n");
  const columns = header.split(",").map(code).join(", ");
  expectPart("docs/lists.md", "csv columns", `${columns}\n`);
});

it("docs/rules.md has every rule, and every parameter with the values that it takes", () => {
  const always = [existsRule, markedRule].map(
    ({ name, description }) =>
      `- ${code(name)} (always): ${plain(description)}\n`,
  );
  const catalog = catalogEntries();
  const named = catalog.map(
    ({ name, asks, description }) =>
      `- ${code(name)} (${asks}): ${plain(description)}\n`,
  );
  expectPart("docs/rules.md", "rules", [...always, ...named].join(""));
  const rulesWith = new Map<string, string[]>();
  for (const { name, parameters } of catalog)
    for (const [parameter, words] of Object.entries(parameters)) {
      const line = `${code(parameter)}: ${plain(words)}`;
      rulesWith.set(line, [...(rulesWith.get(line) ?? []), code(name)]);
    }
  const lines = [...rulesWith].map(
    ([line, names]) => `- ${line} (${names.join(", ")})\n`,
  );
  expectPart("docs/rules.md", "parameters", lines.join(""));
});

it("docs/terminal.svg shows the screen of the README", async () => {
  expectFile("docs/terminal.svg", await picture("--sample 9000010"));
});
