/** docs/ci.md: its YAML parses and names things that exist, and its commands do what the page says, in `sh`. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { blocks, newWorkspace, page, sh, shellUnder, type Yaml, yaml, yamlUnder } from "./ci-page.ts";

it("has YAML that parses", () => {
  for (const { text } of blocks("yaml")) expect(yaml(text)).toBeTypeOf("object");
  expect(blocks("yaml").length).toBeGreaterThanOrEqual(5);
});

describe("GitHub Actions", () => {
  it("uses inputs and outputs that the action has", () => {
    const action: Yaml = yaml(readFileSync("action.yml", "utf8"));
    const workflow = yamlUnder("With the action").jobs.vet.steps;
    const step = workflow.find(({ uses = "" }: Yaml) => uses.startsWith("OWNER/usdot@"));
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(step.with)));
    const outputs = [...page.matchAll(/steps\.vet\.outputs\.([\w-]+)/g)].map(([, name]) => name);
    expect(Object.keys(action.outputs)).toEqual(expect.arrayContaining([...new Set(outputs)]));
  });

  it("vets with the shell", () => {
    const { jobs } = yamlUnder("With the shell");
    const { run } = jobs.vet.steps.find((step: Yaml) => step.run?.startsWith("usdot"));
    const directory = newWorkspace();
    expect(sh(run, directory)).toMatchObject({
      status: 3,
      stdout: expect.stringContaining("::error file=carriers.csv"),
    });
    const uploaded = jobs.vet.steps.at(-1).with.path.trim().split("\n");
    for (const file of uploaded) expect(existsSync(join(directory, file)), file).toBe(true);
  });
});

it("lets only 0 pass: no recipe goes on after another status, or calls it unstable", () => {
  expect(page).not.toMatch(/allow_failure|continue-on-error|unstable|\|\| (?:true|echo|:)|returnStatus|set \+e/);
});

it("has a job for GitLab", () => {
  const { vet } = yamlUnder("GitLab");
  const directory = newWorkspace();
  expect(sh(vet.script.at(-1), directory).status).toBe(3);
  expect(sh(vet.script.at(-1), directory)).toMatchObject({
    status: 3,
    stderr: expect.not.stringContaining("no earlier run"),
  });
  expect(vet.cache.paths).toEqual(["runs"]);
  for (const file of [...vet.artifacts.paths, vet.artifacts.reports.junit]) {
    expect(existsSync(join(directory, file)), file).toBe(true);
  }
});

it("has a job for Jenkins", () => {
  const [{ text: pipeline = "" } = {}] = blocks("groovy");
  // In a Groovy string, a backslash is written twice.
  const script = /sh '''(.*?)'''/s.exec(pipeline)?.[1]?.replaceAll("\\\\", "\\") ?? "";
  const directory = newWorkspace();
  expect(sh(script, directory, { BUILD_NUMBER: "7" }).status).toBe(3);
  for (const file of ["vet.xml", "vet.sarif"]) {
    expect(pipeline).toContain(`'${file}'`);
    expect(existsSync(join(directory, file)), file).toBe(true);
  }
  expect(existsSync(join(directory, "run-7.ndjson"))).toBe(true);
});

it("has commands for any shell", () => {
  const [commands = ""] = shellUnder("In any shell");
  const workspace = newWorkspace();
  const statuses = commands
    .trimEnd()
    .split("\n")
    .map((command) => sh(command, workspace).status);
  expect(statuses).toEqual([0, 3, 3, 3]);
  expect(readFileSync(join(workspace, "tuesday.csv"), "utf8")).toContain(",fail,");
});
