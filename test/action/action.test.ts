/**
 * action.yml, run as GitHub's runner would: its inputs as environment
 * variables, its step by bash, its outputs as files.
 */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import type { Readable } from "node:stream";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { afterwards, folder } from "../support/resources.ts";
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

let { path: directory, at, read, write } = folder();
beforeEach(() => {
  ({ path: directory, at, read, write } = folder());
});

/** The sample service, in a process of its own: `run` waits for what it starts. */
let sample: string;
beforeAll(async () => {
  const service = startUsdot("sample");
  afterwards(() => service.kill());
  const [url] = await once(service.stdout as Readable, "data");
  sample = String(url).trim();
});

/** Runs the step that vets, by the built program and the sample service unless told. */
function run(given: Record<string, string>, env: Record<string, string> = {}) {
  const inputs: Record<string, string> = { "base-url": sample, ...given };
  for (const name of ["output", "summary"]) write(name, "");
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
        GITHUB_OUTPUT: at("output"),
        GITHUB_STEP_SUMMARY: at("summary"),
        ...env,
        ...Object.fromEntries(variables),
      },
    },
  );
  const lines = read("output").trimEnd().split("\n");
  const outputs: Record<string, string> = Object.fromEntries(
    lines.map((line) => line.split(/=(.*)/s).slice(0, 2)),
  );
  return { status, log: stdout + stderr, outputs, summary: read("summary") };
}

const list = (...lines: string[]) =>
  at(write("carriers.txt", lines.map((line) => `${line}\n`).join("")));

/**
 * A program that writes its arguments and its settings to a file, and ends with
 * a status.
 */
function stub(status: number) {
  const path = at("a usdot");
  write(
    "a usdot",
    `#!/bin/sh\n(printf '%s\\n' "$@"; env | grep USDOT_) >'${at("seen")}'\nexit ${status}\n`,
  );
  chmodSync(path, 0o755);
  return { path, seen: () => read("seen").split("\n") };
}

describe("action.yml", () => {
  it("uses every input that it declares and no other, in no command, where a shell would evaluate it", () => {
    expect(new Set(text.match(/(?<=inputs\.)[\w-]+/g))).toEqual(
      new Set(Object.keys(action.inputs)),
    );
    expect(
      new Set(readFileSync("action/vet.sh", "utf8").match(/INPUT_[A-Z_]+/g)),
    ).toEqual(new Set(Object.keys(vet.env ?? {})));
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
    ["pass", 0, ["9000001"], "1", "0", "0"],
    ["fail", 3, ["9000001", "9000005", "9000010"], "1", "1", "1"],
    ["review", 8, ["9000001", "9000010"], "1", "1", "0"],
  ])(
    "whose verdict is %s has status %i, its counts, a summary and evidence",
    (verdict, status, numbers, pass, review, fail) => {
      const given = { list: list(...numbers), reference: "LOAD-4782" };
      const result = run(given);
      const { outputs } = result;
      expect(result).toMatchObject({
        status,
        outputs: {
          verdict,
          status: String(status),
          carriers: String(numbers.length),
          pass,
          review,
          fail,
        },
        summary: expect.stringMatching(/## .*reference LOAD-4782/s),
      });
      expect(Object.keys(outputs).sort()).toEqual(
        Object.keys(action.outputs).sort(),
      );
      const evidence = readFileSync(outputs["evidence"] ?? "", "utf8");
      expect(evidence.trimEnd().split("\n").at(-1)).toContain(
        `"sha256":"${outputs["evidence-sha256"]}"`,
      );
    },
  );

  it("is annotated line by line", () => {
    const path = list("9000001", "9000005");
    expect(run({ list: path }).log).toContain(
      `::error file=${path},line=2,title=USDOT 9000005%3A FAIL::`,
    );
  });

  it.each<[string, Record<string, string>, number]>([
    ["a list without a number", { list: "empty.txt" }, 2],
    ["a list that is not there", { list: "nowhere.txt" }, 7],
    ["no list", { list: "" }, 2],
    ["a report that cannot be written", { reports: "csv=/dev/full" }, 7],
    ["no answer", { "base-url": "http://127.0.0.1:9" }, 5],
  ])("with %s has no verdict and no counts", (_, inputs, status) => {
    write("empty.txt", "");
    const { outputs, ...rest } = run({ list: list("9000001"), ...inputs });
    expect(outputs).toMatchObject({ verdict: "error", status: `${status}` });
    expect(Object.keys(outputs)).not.toContain("pass");
    expect(rest).toMatchObject({
      status,
      summary: expect.stringMatching(
        new RegExp(`^\\*\\*No verdict: .*exit status ${status}`),
      ),
    });
  });

  it("with a history and a file for evidence is refused", () => {
    const inputs = { history: "runs", evidence: "e.ndjson" };
    const log = 'the input "history" cannot be used with "evidence"';
    expect(run({ list: list("9000001"), ...inputs })).toMatchObject({
      status: 2,
      log: expect.stringContaining(log),
    });
  });
});

it("without a base URL is refused, whatever the job sets", () => {
  const env = { USDOT_BASE_URL: sample, USDOT_SAMPLE: "true" };
  const inputs = { list: list("9000001"), "base-url": "" };
  expect(run(inputs, env)).toMatchObject({
    status: 2,
    outputs: { verdict: "error" },
    log: expect.stringContaining('the input "base-url" is missing'),
  });
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
  const settings = '{"policy":"/none.yaml","sample":true}';
  write(".config/usdot/config.json", settings);
  expect(run({ list: list("9000005") }, env).status).toBe(3);
});

it("gives usdot the key by the environment, and every other input by an argument", () => {
  const { path, seen } = stub(8);
  const reuse = at(write("a run.ndjson", ""));
  const { status, log } = run({
    list: "l",
    usdot: path,
    column: "a b",
    policy: "ours.yaml",
    evidence: "e",
    reports: "\n junit=v.xml\n\n html=a page.html\n",
    "api-key": "SECRET",
    reuse: `${reuse}\nnone.ndjson`,
  });
  expect(status).toBe(8);
  expect(seen()).toEqual(
    expect.arrayContaining([
      "--file=l",
      "--column=a b",
      "--policy=ours.yaml",
      "--evidence=e",
      "--report=junit=v.xml",
      "--report=html=a page.html",
      `--reuse=${reuse}`,
      "USDOT_API_KEY=SECRET",
    ]),
  );
  expect(seen()).not.toContain("--reuse=none.ndjson");
  expect(log).toContain("no file none.ndjson");
});

it("outputs the run that a history got", () => {
  const history = at("runs");
  mkdirSync(history);
  const { evidence = "" } = run({ list: list("9000001"), history }).outputs;
  expect(evidence).toMatch(/runs\/[\dTZ-]+\.ndjson$/);
  expect(existsSync(evidence)).toBe(true);
});

it("has the shell job of docs/ci.md end as usdot does, without the report of an earlier run", () => {
  const [, job] = /run: \|\n((?: {10}.*\n)+)/.exec(
    readFileSync("docs/ci.md", "utf8"),
  ) ?? [""];
  write("vet.md", "of yesterday");
  const summary = at("summary");
  const { status } = spawnSync(
    "bash",
    ["-ec", `usdot() { return 2; }\n${job}`],
    {
      cwd: directory,
      env: { ...process.env, GITHUB_STEP_SUMMARY: summary },
    },
  );
  expect([status, existsSync(summary)]).toEqual([2, false]);
});
