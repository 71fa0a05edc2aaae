/** Reads the pages, and runs their commands in `sh` as a reader would: with the built program, over the sample service. */
import { execFile, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import writeWorkbook from "write-excel-file/node";
import { parse } from "yaml";
import { temporaryDirectory } from "../support/resources.ts";
import type { RunResult } from "../support/run.ts";

/** Every page of the documentation. */
export const pages = [
  ...["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"],
  ...readdirSync("docs")
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

export interface Block {
  heading: string;
  language: string;
  text: string;
  /** The prose before it. */
  before: string;
}

/** The fenced blocks of a page, perhaps of one language, in their order. */
export function blocksOf(page: string, language?: string): Block[] {
  const blocks: Block[] = [];
  let heading = "";
  const parts = readFileSync(page, "utf8").split(/^```(\w*)\n(.*?)^```$/ms);
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [before = "", own = "", text = ""] = parts.slice(at, at + 3);
    heading = [...before.matchAll(/^#+ (.*)$/gm)].at(-1)?.[1] ?? heading;
    blocks.push({ heading, language: own, text, before });
  }
  return language === undefined
    ? blocks
    : blocks.filter((block) => block.language === language);
}

// biome-ignore lint/suspicious/noExplicitAny: what the YAML of other systems looks like is theirs to say
export type Yaml = any;

/** The YAML under a heading of a page. */
export function yamlUnder(page: string, heading: string): Yaml {
  return parse(
    blocksOf(page, "yaml").find((block) => block.heading === heading)?.text ??
      "",
  );
}

const numbers = Array.from({ length: 7 }, (_, index) => `${9000001 + index}`);
const loads = [
  ["USDOT", "Carrier Name", "MC #", "Driver contact", "Zip"],
  [
    "9000001",
    "Prairie Lantern Freight Inc",
    "MC-9100001",
    "555-555-0101",
    "68501",
  ],
  ["9000002", "", "", "", ""],
];

const sample = { USDOT_SAMPLE: "true", USDOT_API_KEY: "any" };

/** What is not installed where tests run, or would install something. */
const stubs: Readonly<Record<string, string>> = {
  npm: "exit 0",
  npx: '[ "$1" = --yes ] && shift\nshift\nexec usdot "$@"',
  claude: 'until [ "$1" = -- ]; do shift; done\nshift\nexec "$@"',
  usdot: `exec '${process.execPath}' '${resolve("bin/usdot.cjs")}' "$@"`,
};

/** Whether a program that a page uses is installed here. */
export function hasProgram(name: string): boolean {
  return (
    spawnSync(name, ["--version"], { stdio: "ignore" }).error === undefined
  );
}

/** A directory with the files that the pages name, and a shell in it. */
export async function workspace() {
  const directory = temporaryDirectory();
  const bin = temporaryDirectory();
  for (const [name, script] of Object.entries(stubs))
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const save = (name: string, text: string) =>
    writeFileSync(join(directory, name), text);
  for (const name of ["carriers", "fleet", "all", "big"])
    save(`${name}.csv`, ["dot_number", ...numbers, ""].join("\n"));
  for (const name of ["carriers", "dots"])
    save(`${name}.txt`, "9000001\n9000003\n");
  save("loads.csv", `${loads.map((row) => row.join(",")).join("\n")}\n`);
  save(
    "policy.yaml",
    "version: 1\nname: ours\nrules:\n  status: { allow: [ACTIVE] }\n",
  );
  save(
    "stricter.yaml",
    "version: 1\nname: stricter\nrules:\n  fleet.power_units: { min: 500 }\n",
  );
  const rows = loads.map((row) => row.map((value) => ({ value })));
  for (const name of ["carriers", "loads"])
    await writeWorkbook(rows).toFile(join(directory, `${name}.xlsx`));
  const env = {
    PATH: `${bin}:${process.env["PATH"]}`,
    HOME: directory,
    NO_COLOR: "1",
    ...sample,
  };
  const sh = (script: string, more: Record<string, string> = {}) =>
    new Promise<RunResult>((settle) => {
      const options = {
        cwd: directory,
        env: { ...env, ...more },
        timeout: 60_000,
      };
      const child = execFile(
        "sh",
        ["-c", script],
        options,
        (error, stdout, stderr) =>
          settle({
            status: Number(error?.code ?? (error ? -1 : 0)),
            stdout,
            stderr,
          }),
      );
      child.stdin?.end();
    });
  return { directory, sh };
}
