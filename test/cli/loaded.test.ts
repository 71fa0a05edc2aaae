/** What the built program loads to answer. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folder } from "../support/resources.ts";

/** The text of all files that the program loaded, and the modules of Node. */
function loadedBy(...args: string[]): string {
  const { at, read, write } = folder();
  write(
    "hook.cjs",
    `process.on("exit", () => require("node:fs").writeFileSync(${JSON.stringify(at("list"))}, Object.keys(require.cache).join("\\n")));`,
  );
  const program = join(process.cwd(), "bin/usdot.cjs");
  const { status } = spawnSync(process.execPath, [
    "-r",
    at("hook.cjs"),
    program,
    ...args,
  ]);
  expect(status).toBe(0);
  const files = read("list").split("\n");
  return files.map((file) => readFileSync(file, "utf8")).join("\n");
}

const [http, zod, rules] = ["Dispatcher", "safeParse", "deny_file"];
const [tables, screens] = ["top-mid", "no room for"];
const commander = "CommanderError";

it.each([
  ["--version", [http, zod, rules, tables, commander]],
  ["--help", [http, zod, rules, tables]],
  ["--sample carrier 9000001 --json", [rules, tables, screens]],
  ["--sample carrier 9000001 9000002 --format csv", [rules, tables, screens]],
  ["--sample carrier 9000001", [rules, tables]],
])("usdot %s loads no %j", (args, unwanted) => {
  const text = loadedBy(...args.split(" "));
  for (const each of unwanted) expect(text.includes(each), each).toBe(false);
});

it("a table of carriers loads what a card does not: the words looked for are there", () => {
  const text = loadedBy("--sample", "9000001", "9000002");
  for (const each of [http, zod, rules, tables, screens, commander])
    expect(text.includes(each), each).toBe(true);
});
