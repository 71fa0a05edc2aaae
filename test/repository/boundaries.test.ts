/** The arrows between the folders of src/, and who may import which package or touch the process. */
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, it } from "vitest";

/** What all folders share. */
const vocabulary = ["errors.ts", "dot-number.ts", "text"];

/** What each folder may import besides the vocabulary and itself. Nothing imports `cli.ts` and `library/`. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  text: [],
  "errors.ts": [],
  "dot-number.ts": [],
  files: [],
  settings: ["files", "runtime/host.ts"],
  service: [],
  input: ["files"],
  lookup: ["service", "input"],
  vet: ["files", "service", "input", "lookup"],
  output: ["files", "service", "input", "lookup", "vet"],
  sample: [],
  runtime: ["files", "settings", "service", "sample"],
  reference: ["settings"],
  commands: [
    "files",
    "settings",
    "service",
    "input",
    "lookup",
    "vet",
    "output",
    "sample",
    "runtime",
    "reference",
  ],
  library: ["settings", "service", "input", "lookup", "vet"],
  "program.ts": ["commands", "runtime"],
  "main.ts": ["program.ts", "commands", "runtime"],
  "cli.ts": ["main.ts"],
};

/** The only files, by how their paths begin, that may import these packages. */
const importers: Readonly<Record<string, readonly string[]>> = {
  undici: ["service/http.ts"],
  chalk: ["output/"],
  "cli-table3": ["output/"],
  "csv-parse": ["input/", "output/"],
  yaml: ["vet/"],
  "read-excel-file": ["input/"],
  "write-excel-file": ["output/"],
  "@modelcontextprotocol": ["commands/mcp/"],
  commander: [
    "program.ts",
    "commands/",
    "reference/",
    "runtime/error-report.ts",
  ],
};

const mayKnowProcess = ["cli.ts", "main.ts", "runtime/process.ts"];

/** What a file imports or uses that it may not. */
function forbidden(path: string, text: string): string[] {
  const importing = text.matchAll(
    /^(?:import|export|\}).* from "([^"]+)"|^import "([^"]+)"|\bimport\(\s*"([^"]+)"/gm,
  );
  const specifiers = [...importing].map(
    ([, from, bare, dynamic]) => (from ?? bare ?? dynamic) as string,
  );
  const wrong = specifiers
    .filter((each) => !mayImport(path, each))
    .map((each) => `${path} imports ${each}`);
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
  return /(?<![.\w"])process\.\w/.test(code) && !mayKnowProcess.includes(path)
    ? [...wrong, `${path}: process`]
    : wrong;
}

function mayImport(path: string, specifier: string): boolean {
  if (!specifier.startsWith(".")) {
    const name = specifier.split("/")[0] as string;
    return (
      !Object.hasOwn(importers, name) ||
      (importers[name] ?? []).some((start) => path.startsWith(start))
    );
  }
  const target = posix.join(posix.dirname(path), specifier);
  const [from = "", to = ""] = [path, target].map(
    (each) => each.split("/")[0] as string,
  );
  return (
    to === ".." ||
    to === from ||
    [...vocabulary, ...(allowed[from] ?? [])].some(
      (each) => each === to || each === target,
    )
  );
}

const paths = (readdirSync("src", { recursive: true }) as string[]).map(
  (path) => path.replaceAll("\\", "/"),
);
const sources = paths.filter((path) => /(?<!\.d)\.ts$/.test(path));

describe("module boundaries", () => {
  it("hold in every file", () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(
      sources.flatMap((path) =>
        forbidden(path, readFileSync(`src/${path}`, "utf8")),
      ),
    ).toEqual([]);
  });

  it.each([
    ["text/width.ts", 'import { x } from "../reference/page.ts";'],
    [
      "vet/rules/profile.ts",
      'import type { Host } from "../../runtime/host.ts";',
    ],
    [
      "settings/settings.ts",
      'import type { Context } from "../runtime/context.ts";',
    ],
    ["output/table.ts", 'export * from "../commands/destination.ts";'],
    ["commands/sample.ts", 'const page = await import("../main.ts");'],
    ["runtime/context.ts", 'import {\n  x,\n} from "../library/index.ts";'],
    ["service/service.ts", 'import "undici/lib/api/api-connect.js";'],
    ["vet/cover.ts", 'import chalk from "chalk";'],
    ["vet/cover.ts", "const now = process.hrtime();"],
  ])("would be seen to break in %s: %s", (path, text) => {
    expect(forbidden(path, text)).toHaveLength(1);
  });
});
