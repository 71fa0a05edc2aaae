/** The recipes of docs/ci.md for a long list: together, the parts are the whole list. */
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newWorkspace, numbers, sh, shellUnder, type Yaml, yamlUnder } from "../docs/ci-page.ts";

/** The numbers in all parts, in the order of the parts. */
function numbersIn(directory: string, extension: string): string[] {
  const parts = readdirSync(directory).filter((file) => file.startsWith("part-") && file.endsWith(extension));
  expect(parts).toHaveLength(4);
  const text = parts.sort().map((file) => readFileSync(join(directory, file), "utf8"));
  return [...text.join("").matchAll(/^(?:\{"dot_number":")?(9\d+)/gm)].map(([, number = ""]) => number);
}

it("covers the whole list in a GitHub Actions matrix", () => {
  const workspace = newWorkspace();
  const { bulk } = yamlUnder("GitHub Actions matrix").jobs;
  const { run } = bulk.steps.find((step: Yaml) => step.run?.startsWith("usdot"));
  for (const part of bulk.strategy.matrix.part) {
    expect(sh(run.replaceAll(`\${{ matrix.part }}`, part), workspace).status).toBe(0);
  }
  expect(numbersIn(workspace, ".csv").sort()).toEqual(numbers);
  const [merge = ""] = shellUnder("A list too long for one machine");
  expect(sh(merge, workspace).status).toBe(0);
  const merged = readFileSync(join(workspace, "all-parts.csv"), "utf8").trimEnd().split("\n");
  expect(merged.map((line) => line.split(",")[0]).sort()).toEqual([...numbers, "dot_number"]);
});

it.for(["parallel", "xargs"])("covers the whole list with %s", (tool, { skip }) => {
  if (sh(`command -v ${tool}`, tmpdir()).status !== 0) skip(`${tool} is not installed`);
  const command = shellUnder("GNU parallel").find((text) => text.includes(tool)) ?? "";
  const directory = newWorkspace();
  expect(sh(command, directory)).toMatchObject({ status: 0 });
  expect(numbersIn(directory, ".ndjson").sort()).toEqual(numbers);
});

it("covers the whole list in a Kubernetes Indexed Job", () => {
  const job = yamlUnder("Kubernetes").spec;
  const { command } = job.template.spec.containers[0];
  expect(command.slice(0, 2)).toEqual(["sh", "-c"]);
  const directory = newWorkspace();
  const script = command[2].replaceAll("/data/", `${directory}/`);
  for (let index = 0; index < job.completions; index++) {
    expect(sh(script, directory, { JOB_COMPLETION_INDEX: String(index) }).status).toBe(0);
  }
  expect(numbersIn(directory, ".ndjson").sort()).toEqual(numbers);
});
