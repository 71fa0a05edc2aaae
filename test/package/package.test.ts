/** Checks what `npm pack` ships against an allowlist, so that nothing is published by accident. */
import { execSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { temporaryDirectory } from "../support/resources.ts";
import { runUsdot } from "../support/usdot.ts";
import { bundledModules } from "./bundled-modules.ts";

const allowed = [
  /^package\.json$/,
  /^(?:README|CHANGELOG|SECURITY)\.md$/,
  /^LICENSE$/,
  /^bin\/usdot\.cjs$/,
  /^skills\/usdot\/SKILL\.md$/,
  /^dist\/LICENSES\.txt$/,
  /^dist\/sbom\.cdx\.json$/,
  /^dist\/(?:policy|waivers)\.schema\.json$/,
  /^dist\/usdot\.1$/,
  /^dist\/[a-z][a-z0-9-]*\.cjs$/,
  /^dist\/library\/(?:index|sample|dot-number)\.js$/,
  /^dist\/types\/(?:[a-z]+\/)?[a-z-]+\.d\.ts$/,
];

interface Packed {
  path: string;
  mode: number;
}

let packed: Packed[];
beforeAll(() => {
  // Run through a shell, because npm is a batch file on Windows.
  const said = execSync("npm pack --dry-run --json --ignore-scripts", {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  packed = (JSON.parse(said) as [{ files: Packed[] }])[0].files;
});

describe("the package", () => {
  it("contains what users need and nothing else", () => {
    const paths = packed.map(({ path }) => path);
    expect(paths.filter((path) => !allowed.some((pattern) => pattern.test(path)))).toEqual([]);
    for (const pattern of allowed) expect(paths.filter((path) => pattern.test(path))).not.toEqual([]);
  });

  it("has exactly one executable file", () => {
    expect(packed.filter(({ mode }) => mode & 0o111).map(({ path }) => path)).toEqual(["bin/usdot.cjs"]);
  });

  it("has a library that is found wherever a package manager puts it: a file for each entry, which imports only Node", () => {
    for (const name of ["index", "sample", "dot-number"]) {
      const text = readFileSync(`dist/library/${name}.js`, "utf8");
      const imported = [...text.matchAll(/^import .*?"([^"]+)";$/gm)].map(([, specifier = ""]) => specifier);
      expect(imported.filter((specifier) => !isBuiltin(specifier))).toEqual([]);
    }
    // For programs that check numbers and nothing else.
    expect(statSync("dist/library/dot-number.js").size).toBeLessThan(8_000);
  });

  it("has no dependencies and no install scripts", () => {
    const { dependencies, scripts } = JSON.parse(readFileSync("package.json", "utf8")) as Record<string, object>;
    expect(dependencies).toBeUndefined();
    // npm warns about `prepare` too, when a package comes from a tarball or from git.
    expect(Object.keys(scripts ?? {}).filter((name) => /install$|^prepare$/.test(name))).toEqual([]);
  });

  it("says in one line what to do where nothing was built", async () => {
    const clone = temporaryDirectory();
    await mkdir(join(clone, "bin"));
    await copyFile("bin/usdot.cjs", join(clone, "bin/usdot.cjs"));
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(clone, "bin/usdot.cjs"), "9000001"], {
      encoding: "utf8",
    });
    const message = `usdot: not built yet: run "npm ci && npm run build" in ${clone}\n`;
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: "", stderr: message });
  });

  it("includes the manual page of this version, and tells npm so", async () => {
    const { man } = JSON.parse(readFileSync("package.json", "utf8")) as { man: string[] };
    // A list: npm 11 ignores a name by itself.
    expect(man).toEqual(["./dist/usdot.1"]);
    const { stdout } = await runUsdot(["man"]);
    expect(readFileSync(man[0] as string, "utf8")).toBe(stdout);
    expect(stdout).toMatch(/^\.TH USDOT 1 /);
  });

  it("includes the license of every bundled package", () => {
    const names = bundledModules().flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
    const licenses = readFileSync("dist/LICENSES.txt", "utf8");
    expect(names).toContain("undici");
    for (const name of new Set(names)) expect(licenses).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, "m"));
  });

  it("reveals nothing about the machine that built it", () => {
    // The source maps are not in the package, but attached to the release.
    const maps = readdirSync("dist").filter((name) => name.endsWith(".map"));
    const texts = packed.map(({ path }) => path).filter((path) => /\.(?:cjs|js|ts|txt|json|1)$/.test(path));
    for (const path of [...texts, ...maps.map((name) => `dist/${name}`)]) {
      expect(statSync(path).size, path).toBeGreaterThan(0);
      expect(readFileSync(path, "utf8").includes(process.cwd()), path).toBe(false);
      if (path.endsWith(".map")) expect(sourcesOf(path).filter((source) => !source.startsWith("../"))).toEqual([]);
    }
  });
});

function sourcesOf(map: string): string[] {
  const { sources } = JSON.parse(readFileSync(map, "utf8")) as { sources: string[] };
  // The stand-ins for what the build leaves out have no file.
  return sources.filter((source) => !source.includes("left-out"));
}
