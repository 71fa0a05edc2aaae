import { describe, expect, it } from "vitest";
import { createProgram } from "../../src/program.ts";
import { declarationOf, environmentName, flagOf, formatOfFile, optionNames } from "../../src/settings/options.ts";
import { resolveSettings } from "../../src/settings/settings.ts";
import { memoryHost, runInProcess } from "../support/memory-host.ts";

/** A valid value for every setting as a flag or variable, and its normalized form. */
const samples: Record<string, [given: string, value: unknown]> = {
  "base-url": ["https://carriers.example.com/", "https://carriers.example.com"],
  "api-key": ["k3y", "k3y"],
  "api-key-file": ["/run/secrets/key", "/run/secrets/key"],
  config: ["/etc/usdot.json", "/etc/usdot.json"],
  sample: ["true", true],
  format: ["csv", "csv"],
  policy: ["/etc/usdot/policy.yaml", "/etc/usdot/policy.yaml"],
  fields: ["legal_name, fleet.drivers", ["legal_name", "fleet.drivers"]],
  output: ["out.csv", "out.csv"],
  "csv-raw": ["true", true],
  timeout: ["2.5", 2.5],
  retries: ["0", 0],
  "max-wait": ["0", 0],
  "batch-size": ["10", 10],
  concurrency: ["2", 2],
  quiet: ["true", true],
  verbose: ["true", true],
  color: ["never", "never"],
};

describe.each(optionNames)("%s", (name) => {
  const [given, value] = samples[name] ?? [];
  const file = { path: "/home/me/config.json", values: {} };

  it("is one word in three spellings", () => {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(environmentName(name)).toBe(`USDOT_${name.replaceAll("-", "_").toUpperCase()}`);
    const places = [
      { flags: { [name]: given }, env: {}, file },
      { flags: {}, env: { [environmentName(name)]: given }, file },
      ...(declarationOf(name).notInFile ? [] : [{ flags: {}, env: {}, file: { ...file, values: { [name]: given } } }]),
    ];
    for (const sources of places) expect(resolveSettings(sources).values[name]).toEqual(value);
  });

  it("is declared by the program without a default value", () => {
    const option = createProgram(memoryHost()).options.find(({ long }) => long === `--${name}`);
    expect(option).toBeDefined();
    expect(option?.defaultValue).toBeUndefined();
    expect(option?.required).toBe(declarationOf(name).argument !== undefined);
  });

  it("appears in the help with its default", async () => {
    const { out, status } = await runInProcess(["help", "options"]);
    expect(status).toBe(0);
    const line = out.split("\n").find((each) => each.startsWith(`  ${flagOf(name)} `));
    expect(line).toContain(declarationOf(name).summary);
    const { fallback } = declarationOf(name);
    if (fallback !== undefined) expect(line).toContain(`(default: ${fallback})`);
  });
});

it("every default passes its own check", () => {
  const { values } = resolveSettings({ flags: {}, env: {}, file: { path: "none", values: {} } });
  for (const name of optionNames) expect(values[name]).toEqual(declarationOf(name).fallback);
});

describe("a file's extension", () => {
  it.each([
    ["fleet.csv", "csv"],
    ["/tmp/a.b/FLEET.CSV", "csv"],
    ["out.ndjson", "ndjson"],
    ["out.jsonl", "ndjson"],
    ["out.json", "json"],
    ["vet.sarif", "sarif"],
    ["vet.sarif.json", "sarif"],
    ["vet.html", "html"],
    ["vet.md", "markdown"],
    ["vet.xml", "junit"],
    ["out.txt", undefined],
    ["csv", undefined],
    ["out.csv.gz", undefined],
    ["-", undefined],
  ])("of %j means %j", (path, format) => {
    expect(formatOfFile(path)).toBe(format);
  });
});
