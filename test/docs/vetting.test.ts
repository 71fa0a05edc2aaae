/** docs/vetting.md works: its commands are run in their order, its jobs are parsed and their commands run. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { temporaryDirectory } from "../support/resources.ts";

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
  program("npm", "exit 0");
  env = { PATH: `${bin}:${process.env["PATH"]}`, HOME: join(directory, "home"), NO_COLOR: "1" };
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

/** The commands of a job, and its variables without what only a real service has. */
function jobIn(path: string, commandsOf: (job: never) => { commands: string[]; variables: Record<string, string> }) {
  const { commands, variables } = commandsOf(parse(readFileSync(join(directory, path), "utf8")) as never);
  const { USDOT_BASE_URL: _, USDOT_API_KEY: __, ...own } = variables;
  return { commands, more: { ...own, USDOT_SAMPLE: "true" } };
}

type Workflow = { jobs: { vet: { env: Record<string, string>; steps: { run?: string }[] } } };
type Pipeline = { vet: { variables: Record<string, string>; script: string[] } };

it.each([
  [
    ".github/workflows/vet.yaml",
    ({ jobs }: Workflow) => ({ commands: jobs.vet.steps.flatMap(({ run }) => run ?? []), variables: jobs.vet.env }),
  ],
  [".gitlab-ci.yml", ({ vet }: Pipeline) => ({ commands: vet.script, variables: vet.variables })],
] as const)("has a job in %s whose commands work", (path, commandsOf) => {
  const { commands, more } = jobIn(path, commandsOf as never);
  expect(commands).toHaveLength(2);
  rmSync(join(directory, "run.ndjson"), { force: true });
  const { status, stderr } = shell(commands.join("\n"), { more });
  expect(stderr).toContain("3 carriers: 1 fails, 0 need review, 2 pass");
  expect(status).toBe(3);
});

it("has a line for cron that works", () => {
  const line = blocks.find(({ language }) => language === "crontab")?.content ?? "";
  const [, command = ""] = /^[\d*/,-]+ +[\d*/,-]+ +[\d*/,-]+ +[\d*/,-]+ +[\d*/,-]+ +(.*)$/m.exec(line) ?? [];
  for (const name of ["policy.yaml", "carriers.txt"]) {
    writeFileSync(join(directory, "home/vetting", name), readFileSync(join(directory, name)));
  }
  const { status } = shell(command.replaceAll("\\%", "%"), { more: { USDOT_SAMPLE: "true" } });
  expect(status).toBe(3);
  expect(
    readdirSync(join(directory, "home/vetting")).filter((name) => /^run-\d{4}-\d\d-\d\d\.ndjson$/.test(name)),
  ).toHaveLength(1);
});
