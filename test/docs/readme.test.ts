/** The README says what the code does: its tables are the code's own. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { exitStatuses } from "../../src/runtime/exit-status.ts";
import { declarationOf, environmentName, optionNames } from "../../src/settings/options.ts";

const readme = readFileSync("README.md", "utf8");

/** What stands between `<!-- name -->` and `<!-- /name -->`. */
function section(name: string): string {
  return readme.split(`<!-- ${name} -->\n`)[1]?.split(`<!-- /${name} -->`)[0] ?? "";
}

describe("README.md", () => {
  it("has the table of the options", () => {
    const rows = optionNames.map((name) => {
      const { argument, summary, fallback } = declarationOf(name);
      const flag = `\`--${name}${argument ? ` ${argument.replace(/<(.*)>/, (_, word: string) => word.toUpperCase())}` : ""}\``;
      return `| ${flag} | \`${environmentName(name)}\` | ${summary}${fallback === undefined ? "" : ` (default: ${fallback})`} |\n`;
    });
    expect(section("options")).toBe(`| flag | environment | meaning |\n|---|---|---|\n${rows.join("")}`);
  });

  it("has the table of the exit statuses", () => {
    const rows = Object.values(exitStatuses).map(({ status, meaning }) => `| ${status} | ${meaning} |\n`);
    expect(section("exit statuses")).toBe(`| status | meaning |\n|---|---|\n${rows.join("")}`);
  });

  it("leads with the two commands that work on a fresh clone", () => {
    expect(readme).toContain("\nnpm ci && npx usdot --sample carrier 9000001\n");
    expect(readme).toContain("\nnpm test\n");
  });
});
