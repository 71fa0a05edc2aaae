/** Keeps the tables in the README in line with the code. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { exitStatuses } from "../../src/runtime/exit-status.ts";
import { declarationOf, environmentName, optionNames } from "../../src/settings/options.ts";

const readme = readFileSync("README.md", "utf8");

/** The text between `<!-- name -->` and `<!-- /name -->`. */
function section(name: string): string {
  return readme.split(`<!-- ${name} -->\n`)[1]?.split(`<!-- /${name} -->`)[0] ?? "";
}

describe("README.md", () => {
  it("lists every option as declared", () => {
    const rows = optionNames.map((name) => {
      const { argument, summary, fallback } = declarationOf(name);
      const flag = `\`--${name}${argument ? ` ${argument.replace(/<(.*)>/, (_, word: string) => word.toUpperCase())}` : ""}\``;
      return `| ${flag} | \`${environmentName(name)}\` | ${summary}${fallback === undefined ? "" : ` (default: ${fallback})`} |\n`;
    });
    expect(section("options")).toBe(`| flag | environment | meaning |\n|---|---|---|\n${rows.join("")}`);
  });

  it("lists every exit status as declared", () => {
    const rows = Object.values(exitStatuses).map(({ status, meaning }) => `| ${status} | ${meaning} |\n`);
    expect(section("exit statuses")).toBe(`| status | meaning |\n|---|---|\n${rows.join("")}`);
  });

  it("shows the two commands that work on a fresh clone", () => {
    expect(readme).toContain("\nnpm ci && npx usdot --sample carrier 9000001\n");
    expect(readme).toContain("\nnpm test\n");
  });
});
