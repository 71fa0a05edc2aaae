/**
 * action.yml, run as GitHub's runner would: its inputs as environment
 * variables, its step by bash, its outputs as files.
 */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { afterwards, temporaryDirectory } from "../support/resources.ts";
import { startUsdot } from "../support/run.ts";

interface Step {
  id?: string;
  run: string;
  env?: Record<string, string>;
}

interface Action {
  inputs: Record<string, object>;
  outputs: Record<string, { value: string }>;
  runs: { steps: Step[] };
}

const text = readFileSync("action.yml", "utf8");
const action: Action = parse(text);
const vet = action.runs.steps.find(({ id }) => id === "vet") as Step;

let directory: string;
beforeEach(() => {
  directory = temporaryDirectory();
});

/** The sample service, in a process of its own: `run` waits for what it starts. */
let sample: string;
beforeAll(async () => {
  const service = startUsdot(["sample"]);
  afterwards(() => service.kill());
  const [url] = await once(service.stdout as Readable, "data");
  sample = String(url).trim();
});

/** Runs the step that vets, by the built program and the sample service unless told. */
function run(given: Record<string, string>, env: Record<string, string> = {}) {
  const inputs: Record<string, string> = { "base-url": sample, ...given };
  const [output, summary] = [
    join(directory, "output"),
    join(directory, "summary"),
  ];
  for (const file of [output, summary]) writeFileSync(file, "");
  const variables = Object.entries(vet.env ?? {}).map(([name, value]) => [
    name,
    value.replace(
      /\$\{\{ inputs\.([\w-]+) \}\}/,
      (_, input: string) => inputs[input] ?? "",
    ),
  ]);
  const { status, stdout, stderr } = spawnSync(
    "bash",
    ["--noprofile", "--norc", "-eo", "pipefail", "-c", vet.run],
    {
      cwd: directory,
      encoding: "utf8",
      env: {
        PATH: process.env["PATH"],
        HOME: directory,
        GITHUB_ACTION_PATH: process.cwd(),
        RUNNER_TEMP: directory,
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: summary,
        ...env,
        ...Object.fromEntries(variables),
      },
    },
  );
  const lines = readFileSync(output, "utf8").trimEnd().split("\n");
  const outputs: Record<string, string> = Object.fromEntries(
    lines.map((line) => line.split(/=(.*)/s).slice(0, 2)),
  );
  return {
    status,
    log: stdout + stderr,
    outputs,
    summary: readFileSync(summary, "utf8"),
  };
}

function list(...lines: string[]): string {
  const path = join(directory, "carriers.txt");
  writeFileSync(path, lines.map((line) => `${line}\n`).join(""));
  return path;
}

/**
 * A program that writes its arguments and its settings to a file, and ends with
 * a status.
 */
function stub(status: number) {
  const [path, seen] = [join(directory, "a usdot"), join(directory, "seen")];
  writeFileSync(
    path,
    `#!/bin/sh\n(printf '%s\\n' "$@"; env | grep USDOT_) >'${seen}'\nexit ${status}\n`,
  );
  chmodSync(path, 0o755);
  return { path, seen: () => readFileSync(seen, "utf8").split("\n") };
}

describe("action.yml", () => {
  it("uses every input that it declares and no other, in no command, where a shell would evaluate it", () => {
    const used = [...text.matchAll(/inputs\.([\w-]+)/g)].map(
      ([, name]) => name,
    );
    expect([...new Set(used)].sort()).toEqual(
      Object.keys(action.inputs).sort(),
    );
    const script = readFileSync("action/vet.sh", "utf8");
    const named = new Set(
      [...script.matchAll(/INPUT_[A-Z_]+/g)].map(([name]) => name),
    );
    expect([...named].sort()).toEqual(Object.keys(vet.env ?? {}).sort());
    for (const step of action.runs.steps) expect(step.run).not.toContain("${{");
  });

  it("gives the key to no step but the one that asks the service", () => {
    expect(
      action.runs.steps.filter((step) =>
        JSON.stringify(step).includes("api-key"),
      ),
    ).toEqual([vet]);
  });
});

describe("a list", () => {
  it.each([
    [
      "pass",
      0,
      ["9000001"],
      { carriers: "1", pass: "1", review: "0", fail: "0" },
    ],
    [
      "fail",
      3,
      ["9000001", "9000005", "9000010"],
      { carriers: "3", pass: "1", review: "1", fail: "1" },
    ],
    [
      "review",
      8,
      ["9000001", "9000010"],
      { carriers: "2", pass: "1", review: "1", fail: "0" },
    ],
  ])(
    "whose verdict is %s has status %i, its counts, a summary and evidence",
    (verdict, status, numbers, counts) => {
      const {
        status: ended,
        outputs,
        summary,
      } = run({ list: list(...numbers), reference: "LOAD-4782" });
      expect({ ended, outputs }).toMatchObject({
        ended: status,
        outputs: { verdict, status: String(status), ...counts },
      });
      expect(Object.keys(outputs).sort()).toEqual(
        Object.keys(action.outputs).sort(),
      );
      const evidence = readFileSync(outputs["evidence"] ?? "", "utf8");
      expect(evidence.trimEnd().split("\n").at(-1)).toContain(
        `"sha256":"${outputs["evidence-sha256"]}"`,
      );
      expect(summary).toContain("## ");
      expect(summary).toContain("reference LOAD-4782");
    },
  );

  it("is annotated line by line", () => {
    const path = list("9000001", "9000005");
    expect(run({ list: path }).log).toContain(
      `::error file=${path},line=2,title=USDOT 9000005%3A FAIL::`,
    );
  });

  it.each([
    ["without a number", () => list(), 2],
    ["that is not there", () => "nowhere.txt", 7],
    ["that is not named", () => "", 2],
  ])("%s has no verdict, no counts and no evidence", (_, path, status) => {
    const result = run({ list: path() });
    expect(result.outputs).toEqual({
      verdict: "error",
      status: String(status),
    });
    expect(result.status).toBe(status);
  });
});

it("without a base URL is refused, whatever the job sets", () => {
  const env = { USDOT_BASE_URL: sample, USDOT_SAMPLE: "true" };
  const { status, log, outputs } = run(
    { list: list("9000001"), "base-url": "" },
    env,
  );
  expect([status, outputs["verdict"]]).toEqual([2, "error"]);
  expect(log).toContain('the input "base-url" is missing');
});

it("takes nothing but its inputs: no variable of the job, no configuration of the runner", () => {
  const { path, seen } = stub(0);
  const env = {
    USDOT_POLICY: "p.yaml",
    USDOT_FIELDS: "a",
    USDOT_EVIDENCE: "e",
  };
  run({ list: "l", usdot: path }, env);
  expect(seen().filter((line) => /^USDOT_|^--policy/.test(line))).toEqual([]);
  const settings = { policy: "/none.yaml", sample: true };
  mkdirSync(join(directory, ".config/usdot"), { recursive: true });
  writeFileSync(
    join(directory, ".config/usdot/config.json"),
    JSON.stringify(settings),
  );
  expect(run({ list: list("9000005") }, env).status).toBe(3);
  run({ list: "l", usdot: path, policy: "ours.yaml" }, env);
  expect(seen()).toContain("--policy=ours.yaml");
});

it("gives usdot the key by the environment, and every other input by an argument", () => {
  const { path, seen } = stub(8);
  const reuse = join(directory, "a run.ndjson");
  writeFileSync(reuse, "");
  const inputs = {
    column: "a b",
    waivers: "w",
    evidence: "e",
    reports: "\n junit=v.xml\n\n html=a page.html\n",
  };
  const { status, log } = run({
    ...inputs,
    list: "l",
    usdot: path,
    "api-key": "SECRET",
    reuse: `${reuse}\nnone.ndjson`,
  });
  expect(status).toBe(8);
  expect(seen()).toEqual(
    expect.arrayContaining([
      "--file=l",
      "--column=a b",
      "--waivers=w",
      "--evidence=e",
      "--report=junit=v.xml",
    ]),
  );
  expect(seen()).toEqual(
    expect.arrayContaining([
      "--report=html=a page.html",
      `--reuse=${reuse}`,
      "USDOT_API_KEY=SECRET",
    ]),
  );
  expect(seen().filter((line) => line.startsWith("--reuse"))).toHaveLength(1);
  expect(log).toContain("no file none.ndjson");
});

it("outputs the run that a history got", () => {
  const history = join(directory, "runs");
  mkdirSync(history);
  const first = run({ list: list("9000001"), history });
  expect(first.outputs["evidence"]).toMatch(/runs\/[\dTZ-]+\.ndjson$/);
  expect(existsSync(first.outputs["evidence"] ?? "")).toBe(true);
});
