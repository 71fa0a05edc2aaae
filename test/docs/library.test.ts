/** docs/library.md names all that the library has; test/package/library.test.ts runs its programs. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as library from "../../src/library/index.ts";
import { checkOptions } from "../../src/library/options.ts";

const page = readFileSync("docs/library.md", "utf8");

/** The first cells of the table under a heading. */
function rowsOf(header: string): string[] {
  const [, table = ""] = page.split(`\n| ${header} |`);
  const [rows = ""] = table.split("\n\n");
  return [...rows.matchAll(/^\| `(\w+)/gm)].map(([, name = ""]) => name);
}

it("names every option, and no other", () => {
  const options = Object.keys(checkOptions({ baseUrl: "https://carriers.example.com" }));
  expect(rowsOf("option | meaning | default").sort()).toEqual(options.sort());
});

it("names every method of the client", () => {
  const methods = Object.getOwnPropertyNames(library.CarrierLookup.prototype).filter((name) => name !== "constructor");
  expect(rowsOf("method | gives").sort()).toEqual(methods.sort());
});

it("names every error, and no other", () => {
  const named = new Set([...page.matchAll(/`(\w+Error)`/g)].map(([, name]) => name));
  const exported = Object.keys(library).filter((name) => name.endsWith("Error"));
  expect([...named].sort()).toEqual(exported.sort());
});

it("shows every type by an example", () => {
  const index = readFileSync("src/library/index.ts", "utf8") + readFileSync("src/library/types.ts", "utf8");
  const types = [...index.matchAll(/\btype ([A-Z]\w+)|^export interface (\w+)/gm)].map(([, a, b]) => a ?? b);
  const used = types.filter((name) =>
    new RegExp(`: (?:readonly |\\()?${name}\\b|\\| (?:readonly )?${name}\\b`).test(page),
  );
  expect(types.length).toBeGreaterThan(24);
  expect(used).toEqual(types);
});

it("states the defaults", () => {
  const { timeout, retries, maxWait, concurrency, batchSize } = checkOptions({ baseUrl: "https://x.example" });
  const cells = Object.fromEntries(
    [...page.matchAll(/^\| `(\w+)` \|.*\| ([^|]+) \|$/gm)].map(([, name, text]) => [name, text]),
  );
  expect(cells).toMatchObject({
    timeout: String(timeout / 1_000),
    retries: String(retries),
    maxWait: `${maxWait.single / 1_000}; for \`bulk\` ${maxWait.list / 1_000}`,
    concurrency: String(concurrency),
    batchSize: String(batchSize),
  });
});
