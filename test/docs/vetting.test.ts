/** docs/vetting.md works: its commands are run in their order. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { temporaryDirectory } from "../support/resources.ts";
import { environment } from "../support/usdot.ts";

interface Block {
  language: string;
  content: string;
  /** The prose before it and after it, up to the next block. */
  before: string;
  after: string;
}

/** The fenced blocks of the page, with the prose around them. */
const parts = readFileSync("docs/vetting.md", "utf8").split(/^```(\w*)\n([\s\S]*?)^```\n/m);
const blocks: Block[] = [];
for (let at = 1; at < parts.length; at += 3) {
  const [language = "", content = "", after = ""] = parts.slice(at, at + 3);
  blocks.push({ language, content, before: parts[at - 1] ?? "", after });
}

let directory: string;
let env: NodeJS.ProcessEnv;

beforeAll(() => {
  directory = temporaryDirectory();
  const bin = join(directory, "bin");
  mkdirSync(bin);
  const program = (name: string, text: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  program("usdot", `exec "${process.execPath}" "${resolve("bin/usdot.cjs")}" "$@"`);
  env = environment(join(directory, "home"), { PATH: `${bin}:${process.env["PATH"]}`, NO_COLOR: "1" });
  mkdirSync(join(directory, "home/vetting"), { recursive: true });
});

function shell(script: string, { cwd = directory, more = {} }: { cwd?: string; more?: NodeJS.ProcessEnv } = {}) {
  const { status, stdout, stderr } = spawnSync("sh", ["-c", script], {
    cwd,
    env: { ...env, ...more },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

/** The file that the prose before a block last names. */
function nameOf({ before }: Block): string {
  return [...before.matchAll(/`([^`]+\.ya?ml)`/g)].at(-1)?.[1] ?? "";
}

it("shows commands that do what it says, in their order", () => {
  for (const [index, block] of blocks.entries()) {
    const { language, content, after } = block;
    if (language === "yaml") {
      const path = join(directory, nameOf(block));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
    if (language !== "sh") continue;
    const { status, stdout } = shell(content);
    const next = blocks[index + 1];
    const output = next?.language === "" && after.trim() === "" ? next : undefined;
    if (output) expect(stdout).toContain(output.content);
    const [, expected = "0"] = /exit status is (\d+)/.exec(`${after}${output?.after ?? ""}`) ?? [];
    expect([content, status]).toEqual([content, Number(expected)]);
  }
  expect(readdirSync(directory)).toEqual(
    expect.arrayContaining(["policy.yaml", "waivers.yaml", "run.ndjson", "run-2.ndjson", "vet.html"]),
  );
});
