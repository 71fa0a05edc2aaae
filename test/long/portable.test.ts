/**
 * The portable archive for this system, made with the Node that runs the tests,
 * and used as somebody without Node uses it.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { temporaryDirectory } from "../support/resources.ts";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as {
  version: string;
};
const system = `linux-${process.arch}`;
const name = `usdot-${version}-${system}`;
const isPossible =
  process.platform === "linux" &&
  spawnSync("xz", ["--version"]).error === undefined;

describe.runIf(isPossible)("the portable archive", () => {
  let output: string;
  let root: string;
  beforeAll(() => {
    output = join(temporaryDirectory(), "portable");
    const args = [
      "scripts/portable.js",
      "--only",
      system,
      "--node",
      process.execPath,
      "--output",
      output,
    ];
    // The least work that xz can do.
    const env = {
      ...process.env,
      XZ_OPT: "--lzma2=preset=0,mode=fast,nice=2,depth=1,dict=4KiB",
    };
    execFileSync(process.execPath, args, { env, stdio: "ignore" });
    const directory = temporaryDirectory();
    execFileSync("tar", ["-xJf", `${output}/${name}.tar.xz`, "-C", directory]);
    root = join(directory, name);
  }, 300_000);

  /** Runs a launcher with nothing on the PATH but what is given. */
  function run(launcher: string, args: readonly string[], path = "") {
    const cwd = temporaryDirectory();
    const env = { PATH: path, HOME: cwd };
    return spawnSync(launcher, args, { env, encoding: "utf8", cwd });
  }

  it("looks a carrier up without any Node installed, and passes arguments on as they are", () => {
    const usdot = (...args: string[]) =>
      run(join(root, "usdot"), ["--sample", ...args]);
    expect(usdot("9000001")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("PRAIRIE LANTERN FREIGHT INC"),
    });
    const odd = "$HOME `x` \"y\" 'z' * \\";
    expect(usdot("carrier", odd)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(odd),
    });
  });

  it("works through links, and from a directory with blanks in its name", () => {
    const directory = join(temporaryDirectory(), "my links");
    mkdirSync(directory);
    symlinkSync(join(root, "usdot"), join(directory, "one"));
    symlinkSync("one", join(directory, "two"));
    const path = "/usr/bin:/bin";
    expect(run(join(directory, "two"), ["--version"], path)).toMatchObject({
      status: 0,
      stdout: `${version}\n`,
    });
  });

  it("has what it needs, its licenses, and nothing for programmers", () => {
    expect(readdirSync(root).sort()).toEqual([
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "SECURITY.md",
      "bin",
      "dist",
      "runtime",
      "skills",
      "usdot",
    ]);
    const files = readdirSync(join(root, "dist"));
    expect(files).toEqual(expect.arrayContaining(["LICENSES.txt", "cli.cjs"]));
    expect(files.join()).not.toMatch(/\.map\b|(?:^|,)(?:library|types)\b/);
  });

  it("comes with the checksums of everything beside it", () => {
    const read = (file: string) => readFileSync(join(output, file), "utf8");
    const summed = read("SHA256SUMS").match(/(?<= {2}).+/g) ?? [];
    expect([...summed, "SHA256SUMS"].sort()).toEqual(
      readdirSync(output).sort(),
    );
    execFileSync("sha256sum", ["--check", "--quiet", "SHA256SUMS"], {
      cwd: output,
    });
    expect(JSON.parse(read(`usdot-${version}.cdx.json`)).bomFormat).toBe(
      "CycloneDX",
    );
  });
});
