/** The module boundaries: which folder of src/ may import which, and who may import which package. */
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, it } from "vitest";

/** What all folders share, and what it shares in turn. */
const vocabulary = [
  "errors.ts",
  "dot-number.ts",
  "dot-number-set.ts",
  "file-error.ts",
  "file-lock.ts",
  "on-abort.ts",
  "open-file.ts",
  "text",
];

/** What each folder may import besides the vocabulary and itself. `cli.ts`, `main.ts` and `library/` are the edges: nothing imports them. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  settings: [],
  service: [],
  input: [],
  sample: [],
  reference: ["settings"],
  lookup: ["service", "input"],
  vet: ["input"],
  output: ["service", "lookup", "vet", "input"],
  runtime: ["settings", "service", "sample"],
  commands: ["runtime", "output", "lookup", "vet", "input", "service", "sample", "settings", "reference"],
  library: ["lookup", "vet", "input", "service", "settings"],
  process: ["runtime", "output"],
  "program.ts": ["commands", "runtime"],
  "main.ts": ["program.ts", "commands", "runtime", "process"],
  "cli.ts": ["main.ts", "process"],
  ...Object.fromEntries(vocabulary.map((part) => [part, []])),
};

/** The only files, by how their paths begin, that may import these packages. */
const importers: Readonly<Record<string, readonly string[]>> = {
  undici: ["service/http.ts"],
  chalk: ["output/"],
  "cli-table3": ["output/"],
  "@modelcontextprotocol": ["commands/mcp/"],
  commander: ["program.ts", "commands/", "reference/", "runtime/error-report.ts"],
};

/** What a file imports that it may not. */
function forbidden(path: string, text: string): string[] {
  const importing = text.matchAll(/^(?:import|export|\}).* from "([^"]+)"|^import "([^"]+)"|\bimport\(\s*"([^"]+)"/gm);
  const specifiers = [...importing].map(([, from, bare, dynamic]) => (from ?? bare ?? dynamic) as string);
  return specifiers.filter((each) => !mayImport(path, each)).map((each) => `${path} imports ${each}`);
}

function mayImport(path: string, specifier: string): boolean {
  if (!specifier.startsWith(".")) {
    const only = importers[specifier.split("/")[0] as string];
    return only === undefined || only.some((start) => path.startsWith(start));
  }
  const [from, to] = [path, posix.join(posix.dirname(path), specifier)].map((each) => each.split("/")[0] as string);
  return to === ".." || to === from || [...vocabulary, ...(allowed[from as string] ?? [])].includes(to as string);
}

describe("module boundaries", () => {
  it("hold in every file", () => {
    const paths = (readdirSync("src", { recursive: true }) as string[]).map((path) => path.replaceAll("\\", "/"));
    const sources = paths.filter((path) => path.endsWith(".ts"));
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.flatMap((path) => forbidden(path, readFileSync(`src/${path}`, "utf8")))).toEqual([]);
  });

  it.each([
    ["text/width.ts", 'import { x } from "../reference/page.ts";'],
    ["vet/rules/profile.ts", 'import type { Host } from "../../runtime/host.ts";'],
    ["output/sink.ts", 'export * from "../commands/print.ts";'],
    ["commands/man.ts", 'const page = await import("../main.ts");'],
    ["runtime/context.ts", 'import {\n  x,\n} from "../library/index.ts";'],
    ["service/transport.ts", 'import "undici/lib/api/api-connect.js";'],
    ["vet/cover.ts", 'import chalk from "chalk";'],
  ])("would be seen to break in %s: %s", (path, text) => {
    expect(forbidden(path, text)).toHaveLength(1);
  });
});
