/**
 * What `npm pack` ships, against a list, so that nothing is published by
 * accident; and what installing it must not need.
 */
import { execSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { expect, it } from "vitest";
import { run } from "../support/run.ts";

const allowed = [
  /^package\.json$/,
  /^(?:README|CHANGELOG|SECURITY)\.md$/,
  /^LICENSE$/,
  /^bin\/usdot\.cjs$/,
  /^skills\/usdot\/SKILL\.md$/,
  /^docs\/schemas\/[a-z-]+\.schema\.json$/,
  /^docs\/openapi\.yaml$/,
  /^docs\/agents\.md$/,
  /^dist\/LICENSES\.txt$/,
  /^dist\/[a-z][\w.-]*\.cjs$/,
  /^dist\/library\/index\.js$/,
  /^dist\/types\/(?:[a-z-]+\/)*[a-z0-9-]+\.d\.ts$/,
];

interface Packed {
  size: number;
  files: { path: string; mode: number }[];
}

// Run through a shell, because npm is a batch file on Windows.
const said = execSync("npm pack --dry-run --json --ignore-scripts", {
  encoding: "utf8",
  stdio: ["ignore", "pipe", "ignore"],
});
const [{ size, files }]: [Packed] = JSON.parse(said);
const paths = files.map(({ path }) => path);
const maps = readdirSync("dist")
  .filter((name) => name.endsWith(".map"))
  .map((name) => `dist/${name}`);

it("contains what users need and nothing else, in less than a megabyte", () => {
  const isAllowed = (path: string) =>
    allowed.some((pattern) => pattern.test(path));
  expect(paths.filter((path) => !isAllowed(path))).toEqual([]);
  const isThere = (pattern: RegExp) => paths.some((path) => pattern.test(path));
  expect(allowed.filter((pattern) => !isThere(pattern))).toEqual([]);
  expect(size).toBeLessThan(1_000_000);
});

it("has exactly one executable file", () => {
  const executable = files.filter(({ mode }) => mode & 0o111);
  expect(executable).toMatchObject([{ path: "bin/usdot.cjs" }]);
});

it("has one library of one file, which imports only Node and sets no flag of V8", () => {
  const { exports } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(Object.keys(exports)).toEqual([".", "./package.json"]);
  const text = readFileSync("dist/library/index.js", "utf8");
  const imported = text.match(/(?<=^import .*?")[^"]+(?=";$)/gm) ?? [];
  expect(imported.filter((specifier) => !isBuiltin(specifier))).toEqual([]);
  expect(text).not.toContain("setFlagsFromString");
});

it("has every page that the program names", async () => {
  const { stdout } = await run("mcp --help");
  const named = stdout.match(/docs\/[\w./-]*\w/g);
  expect(named?.filter((path) => !paths.includes(path))).toEqual([]);
});

it("includes the license of every bundled package", () => {
  const names = new Set(
    maps.flatMap((path) => {
      const { sources }: { sources: string[] } = JSON.parse(
        readFileSync(path, "utf8"),
      );
      return sources.flatMap(
        (source) =>
          /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? [],
      );
    }),
  );
  const licenses = readFileSync("dist/LICENSES.txt", "utf8");
  for (const known of ["undici", "commander", "cli-table3", "chalk", "zod"])
    expect(names).toContain(known);
  for (const name of names)
    expect(licenses).toMatch(
      new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, "m"),
    );
  expect(licenses).toMatch(/^llhttp /m);
});

it("reveals nothing about the machine that built it", () => {
  for (const path of [...paths, ...maps])
    expect(readFileSync(path, "utf8").includes(process.cwd()), path).toBe(
      false,
    );
});
