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
    execFileSync("tar", [
      "-xJf",
      join(output, `${name}.tar.xz`),
      "-C",
      directory,
    ]);
    root = join(directory, name);
  }, 300_000);

  /** Runs a launcher with nothing on the PATH but what is given. */
  function run(launcher: string, args: readonly string[], path = "") {
    const env = { PATH: path, HOME: temporaryDirectory() };
    const { status, stdout, stderr } = spawnSync(launcher, args, {
      env,
      encoding: "utf8",
      cwd: env.HOME,
    });
    return { status, stdout, stderr };
  }

  it("looks a carrier up without any Node installed, and passes arguments on as they are", () => {
    const { status, stdout } = run(join(root, "usdot"), [
      "--sample",
      "9000001",
    ]);
    expect(status).toBe(0);
    expect(stdout).toContain("PRAIRIE LANTERN FREIGHT INC");
    const odd = "$HOME `x` \"y\" 'z' * \\";
    expect(
      run(join(root, "usdot"), ["--sample", "carrier", odd]),
    ).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(odd),
    });
  });

  it("works through links, and from a directory with blanks in its name", () => {
    const directory = join(temporaryDirectory(), "my links");
    mkdirSync(directory);
    symlinkSync(join(root, "usdot"), join(directory, "one"));
    symlinkSync("one", join(directory, "two"));
    const { status, stdout } = run(
      join(directory, "two"),
      ["--version"],
      "/usr/bin:/bin",
    );
    expect({ status, stdout }).toEqual({ status: 0, stdout: `${version}\n` });
  });

  it("has what it needs, its licenses, and nothing for programmers", () => {
    const expected = [
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "SECURITY.md",
      "bin",
      "dist",
      "runtime",
      "skills",
      "usdot",
    ];
    expect(readdirSync(root).sort()).toEqual(expected.sort());
    const files = readdirSync(join(root, "dist"));
    expect(files).toEqual(expect.arrayContaining(["LICENSES.txt", "cli.cjs"]));
    expect(
      files.filter(
        (file) => file.endsWith(".map") || ["library", "types"].includes(file),
      ),
    ).toEqual([]);
  });

  it("comes with the checksums of everything beside it", () => {
    const lines = readFileSync(join(output, "SHA256SUMS"), "utf8")
      .trimEnd()
      .split("\n");
    const sums = new Map(
      lines.map((line) => line.split("  ").reverse() as [string, string]),
    );
    expect([...sums.keys()].sort()).toEqual(
      readdirSync(output)
        .filter((file) => file !== "SHA256SUMS")
        .sort(),
    );
    expect(
      spawnSync("sha256sum", ["--check", "--quiet", "SHA256SUMS"], {
        cwd: output,
      }).status,
    ).toBe(0);
    expect(
      JSON.parse(
        readFileSync(join(output, `usdot-${version}.cdx.json`), "utf8"),
      ).bomFormat,
    ).toBe("CycloneDX");
  });
});
