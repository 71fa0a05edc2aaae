/** Every command of every page works: the `sh` blocks are run line by line. Those of GNU parallel are in recipes.test.ts. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startSampleService } from "../../src/sample/server.ts";
import { afterwards } from "../support/resources.ts";
import { run } from "../support/run.ts";
import { type Block, blocksOf, pages, workspace } from "./page.ts";

/** What ends in 3, because a carrier fails: the page says so beside it. Everything else ends in 0. */
const fails = /0199|9000001 9000005|vet 9000004|stricter|monday|tuesday|waivers\.yaml/;

/** What a reader has done before, where a page does not begin with it. */
const preparations: Readonly<Record<string, string>> = {
  "docs/evidence.md": "usdot vet 9000001 --evidence run.ndjson",
  "docs/scale.md": "for n in 1 2; do usdot bulk -f all.csv --shard $n/2 -o part-$n.csv; done",
};

/** A line with numbers that the sample service has, and without its comment. */
function typed(line: string, url: string): string {
  const known = line.replaceAll("2233855", "9000001").replaceAll("76830", "9000002");
  const hash = "$(tail -n 1 run.ndjson | jq -r .sha256)";
  return known
    .replace("http://localhost:8080", url)
    .replace("$HASH", () => hash)
    .replace(/ +#.*$/, "");
}

/** YAML that a reader saves under the name that the prose before it gives. */
function save({ before, text }: Block, directory: string): void {
  const [, name] = /Save this as `([^`]+)`[^`]*$/.exec(before) ?? [];
  if (name !== undefined) writeFileSync(join(directory, name), text);
}

const withCommands = pages.filter((page) => blocksOf(page, "sh").length > 0);

describe.each(withCommands)("%s", (page) => {
  it("has commands that do what it says", async () => {
    const service = await startSampleService();
    afterwards(() => service.close());
    const { directory, sh } = await workspace();
    await sh(preparations[page] ?? ":");
    const blocks = blocksOf(page);
    for (const [index, block] of blocks.entries()) {
      if (block.language === "yaml") save(block, directory);
      const lines = block.language === "sh" ? block.text.trimEnd().split("\n") : [];
      let printed = "";
      for (const line of lines.filter((one) => !/\bparallel\b/.test(one))) {
        const command = typed(line, service.url);
        const expected = fails.test(command) ? 3 : 0;
        const { status, stdout, stderr } = await sh(command, { dot: "9000001" });
        expect([line, status, status === expected ? "" : stderr]).toEqual([line, expected, ""]);
        printed += stdout;
      }
      const shown = blocks[index + 1];
      if (lines.length > 0 && shown?.language === "") expect(printed).toContain(shown.text);
    }
  });
});

/** Commands in prose. They may take minutes, install or ask something, so that only what they name is looked up. */
const inline = [...pages, "bench/README.md"].flatMap((page) => {
  const text = readFileSync(page, "utf8").replaceAll(/^```.*?^```$/gms, "");
  return [...text.matchAll(/`((?:usdot|npm run) [^`]*)`/g)].map(([, command = ""]) => command.replace(/\s+/g, " "));
});

it.each([...new Set(inline)])("the pages name `%s`, which exists", async (command) => {
  const [program, first = "", second = ""] = command.replace(/^usdot --sample /, "usdot ").split(" ");
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  if (program === "npm") return expect(scripts).toHaveProperty([second.replace(/[^\w:]/g, "")]);
  const names = [first, ...(first === "config" ? [second] : [])].filter((word) => /^[a-z]/.test(word));
  expect(await run([...names, "--help"])).toMatchObject({ status: 0, stderr: "" });
  const { stdout } = await run(["help", "options"]);
  const flags = command.match(/(?<= )--[a-z-]+/g) ?? [];
  expect(flags.filter((flag) => !new RegExp(`${flag}\\b`).test(`${stdout} --version`))).toEqual([]);
  return undefined;
});
