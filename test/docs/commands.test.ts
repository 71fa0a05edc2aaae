/**
 * Every command of every page works. Those that need a shell are run by
 * test/long/pages.test.ts.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { run } from "../support/run.ts";
import { blocksOf, pages, saveYaml, typed, workspace } from "./page.ts";

const env = { USDOT_SAMPLE: "true", USDOT_API_KEY: "any", NO_COLOR: "1" };

/**
 * The words of a command line that needs no shell; undefined if it does, or if
 * its value comes from elsewhere.
 */
function wordsOf(line: string): string[] | undefined {
  const [program, ...words] = [
    ...typed(line).matchAll(/(?:"[^"$]*"|'[^']*'|[^\s"'|$<>&;*])+|\S/g),
  ].map(([word]) => word.replaceAll(/["']/g, ""));
  const needsShell = words.some((word) => /^[|$<>&;"*]/.test(word));
  const waits = /^(?:config set \S+|mcp|sample)$/.test(words.join(" "));
  return program === "usdot" && !needsShell && !waits ? words : undefined;
}

/**
 * A page's commands are right where they are understood and done, whatever the
 * verdict is.
 */
const fine = (words: readonly string[]) =>
  words.includes("vet") ? [0, 3, 8] : [0];

describe.each(pages.filter((page) => blocksOf(page, "sh").length > 0))(
  "%s",
  (page) => {
    it("has commands that work, and print what stands below them", async () => {
      const files = await workspace();
      const blocks = blocksOf(page);
      for (const [index, block] of blocks.entries()) {
        if (block.language === "yaml") saveYaml(block, files);
        if (block.language !== "sh") continue;
        let printed = "";
        for (const line of block.text.trimEnd().split("\n")) {
          const words = wordsOf(line);
          if (words === undefined) continue;
          const result = await run(words, {
            cwd: files.path,
            env,
            stdin: "9000001\n",
          });
          const isFine = fine(words).includes(result.status);
          expect([line, isFine ? "" : result.stderr]).toEqual([line, ""]);
          printed += result.stdout;
        }
        const shown = blocks[index + 1];
        if (printed !== "" && shown?.language === "")
          expect(printed).toContain(shown.text);
      }
    });
  },
);

/** Commands in prose, but for those that a changelog says were removed. */
const inline = [...pages, "bench/README.md", "skills/usdot/SKILL.md"]
  .filter((page) => page !== "CHANGELOG.md")
  .flatMap((page) => {
    const text = readFileSync(page, "utf8").replaceAll(/^```.*?^```$/gms, "");
    return [...text.matchAll(/`(usdot [^`]*)`/g)].map(([, command = ""]) =>
      command.replace(/\s+/g, " "),
    );
  });

it.each([...new Set(inline)])("`%s` in a page exists", async (command) => {
  const [, first = "", second = ""] = command.split(" ");
  const commandsOf = async (name = "") =>
    (await run(`${name} --help`)).stdout.match(/(?<=^ {2})[a-z]+/gm);
  if (/^[a-z]+$/.test(first)) expect(await commandsOf()).toContain(first);
  if (first === "config" && second)
    expect(await commandsOf("config")).toContain(second);
  const { stdout } = await run("help options");
  const flags = command.match(/(?<= )--[a-z-]+/g) ?? [];
  expect(
    flags.filter((flag) => !new RegExp(`${flag}\\b`).test(stdout)),
  ).toEqual([]);
});
