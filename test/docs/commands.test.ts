/** Every command of every page works: the `sh` blocks are run line by line. Those of GNU parallel are in recipes.test.ts. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startSampleService } from "../../src/sample/server.ts";
import { afterwards } from "../support/resources.ts";
import { run } from "../support/run.ts";
import { type Block, blocksOf, pages, workspace } from "./page.ts";

/** What ends in 3, because a carrier fails: the page says so beside it. Everything else ends in 0. */
const fails =
  /0199|9000001 9000005|vet 9000004|stricter|monday|tuesday|waivers\.yaml/;

/** What a reader has done before, where a page does not begin with it. */
const preparations: Readonly<Record<string, string>> = {
  "docs/evidence.md": "usdot vet 9000001 --evidence run.ndjson",
  "docs/scale.md":
    "for n in 1 2; do usdot bulk -f all.csv --shard $n/2 -o part-$n.csv; done",
};

/** A line with numbers that the sample service has, and without its comment. */
function typed(line: string, url: string): string {
  const known = line
    .replaceAll("2233855", "9000001")
    .replaceAll("76830", "9000002");
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
      const lines =
        block.language === "sh" ? block.text.trimEnd().split("\n") : [];
      let printed = "";
      for (const line of lines.filter((one) => !/\bparallel\b/.test(one))) {
        const command = typed(line, service.url);
        const expected = fails.test(command) ? 3 : 0;
        const { status, stdout, stderr } = await sh(command, {
          dot: "9000001",
        });
        expect([line, status, status === expected ? "" : stderr]).toEqual([
          line,
          expected,
          "",
        ]);
        printed += stdout;
      }
      const shown = blocks[index + 1];
      if (lines.length > 0 && shown?.language === "")
        expect(printed).toContain(shown.text);
    }
  });
});

/** Commands in prose, but for those that a changelog says were removed. */
const inline = [...pages, "bench/README.md"].flatMap((page) => {
  if (page === "CHANGELOG.md") return [];
  const text = readFileSync(page, "utf8").replaceAll(/^```.*?^```$/gms, "");
  return [...text.matchAll(/`((?:usdot|npm run) [^`]*)`/g)].map(
    ([, command = ""]) => command.replace(/\s+/g, " "),
  );
});

/** What stands for something else, asks for a value, is continued by the prose, or is a script that takes minutes. */
const isPart = /[A-Z]{3}|\.{3}|^usdot [a-z]+$|config set|vet --evidence|^npm/;

it.each([...new Set(inline)].filter((command) => !isPart.test(command)))(
  "`%s` in a page works",
  async (command) => {
    const { sh } = await workspace();
    const { status, stderr } = await sh(typed(command, ""));
    expect([status, stderr.replace(/^usdot: note: .*\n/gm, "")]).toEqual([
      0,
      "",
    ]);
  },
);

it.each([...new Set(inline)].filter((command) => isPart.test(command)))(
  "`%s` in a page exists",
  async (command) => {
    const [program, first = "", second = ""] = command.split(" ");
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
    if (program === "npm")
      return expect(scripts).toHaveProperty([second.replace(/[^\w:]/g, "")]);
    const commandsOf = async (...names: string[]) =>
      (await run([...names, "--help"])).stdout.match(/(?<=^ {2})[a-z]+/gm);
    if (!first.startsWith("NUMBER"))
      expect(await commandsOf()).toContain(first);
    if (first === "config" && second)
      expect(await commandsOf("config")).toContain(second);
    const { stdout } = await run(["help", "options"]);
    const flags = command.match(/(?<= )--[a-z-]+/g) ?? [];
    expect(
      flags.filter((flag) => !new RegExp(`${flag}\\b`).test(stdout)),
    ).toEqual([]);
    return undefined;
  },
);
