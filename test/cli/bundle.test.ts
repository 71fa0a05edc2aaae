/** Guards start-up speed without timing anything: what each kind of command loads, and how large the bundle is. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";
import { type SampleService, startSampleService } from "../../src/sample/server.ts";
import { displayWidth } from "../../src/text/width.ts";
import { startRecordService } from "../commands/record-service.ts";
import { temporaryDirectory } from "../support/resources.ts";
import { runUsdot } from "../support/usdot.ts";

let service: SampleService;
beforeAll(async () => {
  service = await startSampleService();
});
afterAll(() => service.close());

const loadedBy = new Map<string, Promise<string[]>>();

/** The files of dist/ that a command line loads; each is run once. */
function filesLoadedBy(args: readonly string[]): Promise<string[]> {
  const line = args.join(" ");
  const known = loadedBy.get(line) ?? filesSeenIn(args);
  loadedBy.set(line, known);
  return known;
}

/** By Node's coverage. */
async function filesSeenIn(args: readonly string[]): Promise<string[]> {
  const directory = temporaryDirectory();
  const env = { NODE_V8_COVERAGE: directory, USDOT_BASE_URL: service.url, USDOT_API_KEY: "any" };
  await runUsdot(args, { env });
  const urls = readdirSync(directory).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(join(directory, file), "utf8")) as { result: { url: string }[] };
    return result.map(({ url }) => url).filter((url) => url.includes("/dist/"));
  });
  return [...new Set(urls.map((url) => basename(url)))].sort();
}

/** The packages that files of dist/ contain code from, by their source maps. */
function packagesIn(chunks: readonly string[]): string[] {
  const sources = chunks
    .filter((chunk) => readdirSync("dist").includes(`${chunk}.map`))
    .flatMap((chunk) => (JSON.parse(readFileSync(`dist/${chunk}.map`, "utf8")) as { sources: string[] }).sources);
  const packages = sources
    .map((source) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1])
    .filter((name) => name !== undefined);
  return [...new Set(packages)].sort();
}

/** A few kilobytes that help folds its lines with. */
const width = "fast-string-truncated-width";

it.for<[string, string[], string[]]>([
  ["--version", ["--version"], []],
  ["help", ["--help"], ["commander", width]],
  ["a usage error", ["--no-such-option"], ["commander", width]],
  ["a command that was mistyped", ["carier", "9000001"], ["commander", width, "fastest-levenshtein"]],
  ["one lookup as JSON", ["carrier", "9000001", "--json"], ["commander", width, "undici", "zod"]],
  ["a snapshot", ["9000001"], ["chalk", "cli-table3", "commander", width, "undici", "zod"]],
  ["a card", ["carrier", "9000001"], ["chalk", "cli-table3", "commander", width, "undici", "zod"]],
  ["a list as ndjson", ["bulk", "9000001", "--format", "ndjson"], ["commander", width, "p-map", "undici", "zod"]],
])("%s loads no more than it needs", async ([, args, packages]) => {
  expect(packagesIn(await filesLoadedBy(args))).toEqual(packages);
});

const always = ["cli.cjs", "program.cjs", "rolldown-runtime.cjs"];

// Each takes half a millisecond.
it.for<[string, string[], string[]]>([
  ["--version", ["--version"], ["cli.cjs"]],
  ["help", ["--help"], always],
  ["a usage error", ["--no-such-option"], always],
  ["one lookup as JSON", ["carrier", "9000001", "--json"], ["context.cjs", "lookup.cjs", ...always]],
  ["a card", ["carrier", "9000001"], ["cards.cjs", "context.cjs", "lookup.cjs", ...always]],
  ["a snapshot", ["9000001"], ["cards.cjs", "context.cjs", "evaluate.cjs", "lookup.cjs", "snapshot.cjs", ...always]],
])("%s loads few files", async ([, args, files]) => {
  expect(await filesLoadedBy(args)).toEqual(files.toSorted());
});

it("tables measure recent characters, flags and combining marks", async () => {
  const name = "運送@例え.jp 🫩 🇲🇽 e\u0301 👩🏽‍🚒";
  const record = (dot_number: string, legal_name: string) =>
    JSON.stringify({ dot_number, legal_name, status: "ACTIVE" });
  const records = await startRecordService({
    carrier: new Map([
      ["1", record("1", name)],
      ["2", record("2", "ACME")],
    ]),
  });
  const { stdout } = await runUsdot(["carrier", "1", "2"], { env: { USDOT_BASE_URL: records.url } });
  const [wide, plain] = stdout
    .split("\n")
    .slice(1, 3)
    .map((line) => displayWidth(line.slice(0, line.indexOf("ACTIVE"))));
  expect(stdout).toContain("例え.jp 🫩 🇲🇽");
  expect(wide).toBe(plain);
});

it("the scripts are what the code cache expects: ASCII, and without a dynamic import", () => {
  for (const script of readdirSync("dist").filter((file) => file.endsWith(".cjs"))) {
    const code = readFileSync(join("dist", script), "utf8");
    expect(code.match(/[^\0-\x7f]|\bimport\(/), script).toBeNull();
  }
});

it("the bundle is small enough to start quickly", () => {
  const code = readdirSync("dist").filter((file) => file.endsWith(".cjs") && file !== "run-mcp.cjs");
  const size = code.reduce((sum, file) => sum + statSync(join("dist", file)).size, 0);
  // Catches a package added by accident. Most of the size is undici's parser, as text, and yaml, which only vetting loads.
  expect(size).toBeGreaterThan(200_000);
  expect(size).toBeLessThan(1_050_000);
});
