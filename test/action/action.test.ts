/** action.yml, run as GitHub's runner would: its inputs as environment variables, its steps by bash, its outputs as files. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { temporaryDirectory } from "../support/resources.ts";
import { environment } from "../support/usdot.ts";

interface Step {
  id?: string;
  if?: string;
  run: string;
  shell: string;
  env?: Record<string, string>;
}

interface Action {
  inputs: Record<string, { description: string; required?: boolean }>;
  outputs: Record<string, { description: string; value: string }>;
  runs: { using: string; steps: Step[] };
}

const text = readFileSync("action.yml", "utf8");
const action: Action = parse(text);
const vet = action.runs.steps.find(({ id }) => id === "vet") as Step;

let directory: string;
beforeEach(() => {
  directory = temporaryDirectory();
});

interface Run {
  status: number | null;
  log: string;
  outputs: Record<string, string>;
  summary: string;
}

/** Runs the step that vets. The working directory is a workspace of its own. */
function run(inputs: Record<string, string>, env: Record<string, string> = { USDOT_SAMPLE: "true" }): Run {
  const workspace = join(directory, "workspace");
  const temp = join(directory, "temp");
  for (const each of [workspace, temp]) mkdirSync(each, { recursive: true });
  const files = { GITHUB_OUTPUT: join(directory, "output"), GITHUB_STEP_SUMMARY: join(directory, "summary") };
  for (const file of Object.values(files)) writeFileSync(file, "");
  const mapped = Object.entries(vet.env ?? {}).map(([name, value]) => [
    name,
    value.replace(/\$\{\{ inputs\.([\w-]+) \}\}/, (_, input: string) => inputs[input] ?? ""),
  ]);
  const { status, stdout, stderr } = spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", vet.run], {
    cwd: workspace,
    encoding: "utf8",
    env: {
      ...environment(directory),
      GITHUB_ACTIONS: "true",
      GITHUB_ACTION_PATH: process.cwd(),
      RUNNER_TEMP: temp,
      ...files,
      ...env,
      ...Object.fromEntries(mapped),
    },
  });
  const lines = readFileSync(files.GITHUB_OUTPUT, "utf8").split("\n").slice(0, -1);
  const outputs = Object.fromEntries(lines.map((line) => /^([^=]*)=(.*)$/s.exec(line)?.slice(1) ?? [line, ""]));
  return { status, log: stdout + stderr, outputs, summary: readFileSync(files.GITHUB_STEP_SUMMARY, "utf8") };
}

function list(...lines: string[]): string {
  const path = join(directory, "carriers.txt");
  writeFileSync(path, lines.map((line) => `${line}\n`).join(""));
  return path;
}

/** A program that writes its arguments, one per line, and the settings in its environment to a file, and ends with a status. */
function stub(status: number): { path: string; seen(): { args: string[]; env: string } } {
  const path = join(directory, "a usdot");
  const args = join(directory, "args");
  const env = join(directory, "env");
  writeFileSync(path, `#!/bin/sh\nprintf '%s\\n' "$@" >'${args}'\nenv | grep USDOT_ >'${env}'\nexit ${status}\n`);
  chmodSync(path, 0o755);
  const read = (file: string) => readFileSync(file, "utf8");
  return { path, seen: () => ({ args: read(args).trimEnd().split("\n"), env: read(env) }) };
}

describe("action.yml", () => {
  it("uses every input that it declares, and no other", () => {
    const used = [...text.matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name as string);
    expect([...new Set(used)].sort()).toEqual(Object.keys(action.inputs).sort());
    const script = readFileSync("action/vet.sh", "utf8");
    for (const name of Object.keys(vet.env ?? {})) expect(script).toContain(name);
    for (const [name] of script.matchAll(/INPUT_[A-Z_]+/g)) expect(Object.keys(vet.env ?? {})).toContain(name);
  });

  it("sets every output that it declares, and no other", () => {
    const { outputs } = run({ list: list("9000001") });
    expect(Object.keys(outputs).sort()).toEqual(Object.keys(action.outputs).sort());
    for (const [name, { value }] of Object.entries(action.outputs))
      expect(value).toBe(`\${{ steps.vet.outputs.${name} }}`);
  });

  it("puts no input into a command, where a shell would evaluate it", () => {
    for (const step of action.runs.steps) expect(step.run).not.toContain("${{");
  });

  it("gives the key to no step but the one that asks the service", () => {
    const steps = action.runs.steps.filter((step) => JSON.stringify(step).includes("api-key"));
    expect(steps).toEqual([vet]);
  });
});

describe("a list", () => {
  it.for([
    ["pass", 0, ["9000001"], { carriers: "1", pass: "1", review: "0", fail: "0" }],
    ["fail", 3, ["9000001", "9000005", "9000010"], { carriers: "3", pass: "1", review: "1", fail: "1" }],
    ["review", 8, ["9000001", "9000010"], { carriers: "2", pass: "1", review: "1", fail: "0" }],
  ] as const)("whose verdict is %s", ([verdict, status, numbers, counts]) => {
    const result = run({ list: list(...numbers) });
    expect(result).toMatchObject({ status, outputs: { verdict, status: String(status), ...counts } });
    const { sarif = "", evidence = "", "evidence-sha256": hash } = result.outputs;
    expect(JSON.parse(readFileSync(sarif, "utf8"))).toMatchObject({ version: "2.1.0" });
    expect(readFileSync(evidence, "utf8").trimEnd().split("\n").at(-1)).toContain(`"sha256":"${hash}"`);
    expect(result.summary).toContain(hash);
  });

  it("is annotated line by line", () => {
    const path = list("9000001", "9000005");
    expect(run({ list: path }).log).toContain(`::error file=${path},line=2,title=USDOT 9000005%3A FAIL::`);
  });

  it("without a number has no verdict, no counts and no evidence", () => {
    const { status, outputs } = run({ list: list() });
    expect({ status, outputs }).toEqual({ status: 2, outputs: { verdict: "error", status: "2" } });
  });

  it("that is not there has none either", () => {
    const { status, outputs } = run({ list: "carriers.txt" });
    expect({ status, outputs }).toEqual({ status: 7, outputs: { verdict: "error", status: "7" } });
  });

  it("that is not given is named", () => {
    const { status, log, outputs } = run({});
    expect({ status, log }).toEqual({ status: 2, log: 'usdot: the input "list" is missing\n' });
    expect(outputs).toEqual({ verdict: "error", status: "2" });
  });
});

it("writes evidence and reports where the inputs say", () => {
  const reports = "\n  junit=vet.xml\n\n  html=a page.html\n";
  const { status, outputs } = run({ list: list("9000001"), evidence: "run 1.ndjson", reports });
  expect(status).toBe(0);
  expect(outputs["evidence"]).toBe("run 1.ndjson");
  for (const file of ["run 1.ndjson", "vet.xml", "a page.html"]) {
    expect(existsSync(join(directory, "workspace", file)), file).toBe(true);
  }
});

it("reuses the evidence that is there, one path per line, and names what is not", () => {
  const { path, seen } = stub(0);
  const first = join(directory, "a run.ndjson");
  writeFileSync(first, "");
  const { log } = run({ list: "l", reuse: `\n  ${first}\n  missing.ndjson\n`, usdot: path });
  expect(seen().args.filter((arg) => arg.startsWith("--reuse"))).toEqual([`--reuse=${first}`]);
  expect(log).toContain("usdot: note: nothing to reuse yet: there is no file missing.ndjson\n");
});

it("leaves the evidence to a history, and outputs the run that was not there before, if there is one", () => {
  const history = join(directory, "the runs");
  mkdirSync(history);
  const at = (day: number) => join(history, `2026-11-${day}T084900Z.ndjson`);
  for (const name of [at(21), at(30), join(history, "zz.ndjson")]) writeFileSync(name, "");
  const { path, seen } = stub(0);
  expect(run({ list: "l", history, usdot: path }).outputs["evidence"]).toBeUndefined();
  expect(seen().args).toContain(`--history=${history}`);
  expect(seen().args.join()).not.toContain("--evidence");
  writeFileSync(path, `#!/bin/sh\ntouch '${at(22)}'\n`);
  expect(run({ list: "l", history, usdot: path }).outputs["evidence"]).toBe(at(22));
});

it("compares a run with the history, and records it there", () => {
  const history = join(directory, "runs");
  const first = run({ list: list("9000001"), history });
  expect(first).toMatchObject({ status: 0, outputs: { verdict: "pass", carriers: "1" } });
  const second = run({ list: list("9000001", "9000005"), history });
  expect(second).toMatchObject({ status: 3, outputs: { verdict: "fail", carriers: "2" } });
  expect(second.outputs["evidence"]).not.toBe(first.outputs["evidence"]);
  expect(readFileSync(second.outputs["evidence"] as string, "utf8")).toContain(second.outputs["evidence-sha256"]);
  expect(second.summary).toContain("**New failures: 1**");
});

it("takes no earlier evidence for its own", () => {
  const { path } = stub(0);
  mkdirSync(join(directory, "workspace"));
  writeFileSync(join(directory, "workspace", "run.ndjson"), "");
  const { status, outputs } = run({ list: "l", evidence: "run.ndjson", usdot: path });
  expect({ status, outputs }).toEqual({ status: 2, outputs: { verdict: "error", status: "2" } });
});

it("hands every input to usdot as one argument, and the service by the environment", () => {
  const { path, seen } = stub(3);
  const inputs = { list: "a list.txt", column: "DOT #", policy: "p.yaml", waivers: "w.yaml", since: "none" };
  const service = { "base-url": "https://carriers.example.com", "api-key": "s3cret" };
  const { status, outputs, log } = run({ ...inputs, ...service, reports: "junit=v.xml", usdot: path }, {});
  expect({ status, verdict: outputs["verdict"] }).toEqual({ status: 3, verdict: "fail" });
  const { args, env } = seen();
  const options = Object.entries(inputs).map(([name, value]) => `--${name === "list" ? "file" : name}=${value}`);
  expect(args).toEqual(expect.arrayContaining(["vet", "--format=github", ...options, "--report=junit=v.xml"]));
  expect(env).toContain("USDOT_BASE_URL=https://carriers.example.com\n");
  expect(env).toContain("USDOT_API_KEY=s3cret\n");
  expect(JSON.stringify({ args, outputs, log })).not.toContain("s3cret");
});

it("leaves settings of the job in force", () => {
  const { path, seen } = stub(0);
  const job = {
    USDOT_BASE_URL: "https://carriers.example.com",
    USDOT_API_KEY: "s3cret",
    USDOT_OUTPUT: "elsewhere.txt",
  };
  run({ list: "l", usdot: path }, job);
  expect(seen().env).toContain("USDOT_BASE_URL=https://carriers.example.com\n");
  expect(seen().env).toContain("USDOT_API_KEY=s3cret\n");
  expect(seen().env, "annotations belong in the log").not.toContain("USDOT_OUTPUT");
});

describe("a carrier that fails", () => {
  it("is the verdict, also if a report cannot be written", () => {
    const { status, outputs } = run({ list: list("9000001", "9000005"), reports: "junit=/dev/full" });
    expect(status).toBe(7);
    expect(outputs).toMatchObject({ verdict: "fail", status: "7", fail: "1" });
    const { outputs: others } = run({ list: list("9000001"), reports: "junit=/dev/full" });
    expect(others["verdict"]).toBe("error");
  });

  it("is the verdict beside a request that failed and a line that is no number", () => {
    const { status, outputs } = run(
      { list: list("9000005", "MC-1", "9000500") },
      { USDOT_SAMPLE: "true", USDOT_RETRIES: "0" },
    );
    expect({ status, verdict: outputs["verdict"] }).toEqual({ status: 3, verdict: "fail" });
  });
});

it("takes every other exit status for an error, never for a verdict", () => {
  for (const status of [1, 2, 4, 5, 6, 7, 130, 143]) {
    const { path } = stub(status);
    expect(run({ list: "l", usdot: path })).toMatchObject({
      status,
      outputs: { verdict: "error", status: `${status}` },
    });
  }
});

describe("a hostile input", () => {
  const values = [
    "$(touch pwned)",
    "`touch pwned`",
    "';touch pwned;'",
    '";touch pwned;"',
    "x\ntouch pwned",
    "--help",
    "*",
  ];

  it.for(values)("is an argument and nothing else: %j", (value) => {
    const { path, seen } = stub(0);
    const names = Object.keys(action.inputs).filter(
      // A history has no line break in its path.
      (name) => !["usdot", "evidence", "reports", "reuse", value.includes("\n") ? "history" : ""].includes(name),
    );
    const { outputs } = run({ ...Object.fromEntries(names.map((name) => [name, value])), usdot: path });
    const { args, env } = seen();
    expect(args.join("\n")).toContain(`--file=${value}`);
    expect(args.join("\n")).toContain(`--since=${value}`);
    expect(env).toContain(`USDOT_API_KEY=${value.split("\n")[0]}\n`);
    expect(Object.keys(outputs)).toEqual(["verdict", "status"]);
    expect(existsSync(join(directory, "workspace", "pwned"))).toBe(false);
  });

  it("may be the path of the evidence", () => {
    const path = `$(touch pwned) \`touch pwned\` ';touch pwned;' ";touch pwned;" *`;
    const { status, outputs } = run({ list: list("9000001"), evidence: path });
    expect({ status, evidence: outputs["evidence"] }).toEqual({ status: 0, evidence: path });
    expect(existsSync(join(directory, "workspace", path))).toBe(true);
    expect(existsSync(join(directory, "workspace", "pwned"))).toBe(false);
  });

  it.each(["evidence", "history"])("sets no output of its own as %s", (input) => {
    const { status, outputs } = run({ list: list("9000005"), [input]: "x\nverdict=pass\n" });
    expect({ status, outputs }).toEqual({ status: 2, outputs: { verdict: "error", status: "2" } });
  });
});
