/** Keeps the tables in README and docs in line with the code. With UPDATE_DOCS=1 they are written instead. */
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { exitStatuses } from "../../src/runtime/exit-status.ts";
import { declarationOf, environmentName, flagOf, optionNames } from "../../src/settings/options.ts";
import { runInProcess } from "../support/memory-host.ts";

const readme = readFileSync("README.md", "utf8");

/** Holds what stands between `<!-- name -->` and `<!-- /name -->` equal to a table. */
function expectTable(file: string, name: string, table: string): void {
  const text = readFileSync(file, "utf8");
  const [before = "", rest = ""] = text.split(`<!-- ${name} -->\n`);
  const [found = "", after = ""] = rest.split(`<!-- /${name} -->`);
  if (process.env["UPDATE_DOCS"]) {
    writeFileSync(file, `${before}<!-- ${name} -->\n${table}<!-- /${name} -->${after}`);
  } else {
    expect(found).toBe(table);
  }
}

describe("the tables", () => {
  it("docs/settings.md has every setting", () => {
    const rows = optionNames.map((name) => {
      const { summary, fallback } = declarationOf(name);
      const flag = `\`${flagOf(name).replace(/<(.*)>/, (_, word: string) => word.toUpperCase())}\``;
      return `| ${flag} | \`${environmentName(name)}\` | ${summary}${fallback === undefined ? "" : ` (default: ${fallback})`} |\n`;
    });
    expectTable("docs/settings.md", "options", `| flag | environment | meaning |\n|---|---|---|\n${rows.join("")}`);
  });

  it("docs/formats.md has the CSV columns of every command", async () => {
    const commands = ["snapshot", "carrier", "insurance", "safety", "bulk", "vet"];
    const rows = commands.map(async (command) => {
      const { out } = await runInProcess(["--sample", command, "9000001", "--format", "csv", "--quiet"]);
      return `| \`${command}\` | ${(out.split("\n", 1)[0] as string).replaceAll(",", ", ")} |\n`;
    });
    const table = `| command | columns |\n|---|---|\n${(await Promise.all(rows)).join("")}`;
    expectTable("docs/formats.md", "csv columns", table);
  });

  it("README.md has every exit status", () => {
    const rows = exitStatuses.map(({ status, meaning }) => `| ${status} | ${meaning} |\n`);
    expectTable("README.md", "exit statuses", `| status | meaning |\n|---|---|\n${rows.join("")}`);
  });
});

describe("README.md", () => {
  it("leads with the two commands that work on a fresh clone", () => {
    expect(readme).toContain("\nnpm ci && npx usdot --sample 9000001\n");
    expect(readme).toContain("\nnpm test\n");
  });
});
