/** The portable archive for this system, made with the Node that runs the tests, and used as somebody without Node uses it. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { temporaryDirectory } from "../support/resources.ts";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
const system = `linux-${process.arch}`;
const name = `usdot-${version}-${system}`;

const isPossible = process.platform === "linux" && spawnSync("xz", ["--version"]).error === undefined;

describe.runIf(isPossible)("the portable archive", () => {
  let output: string;
  let root: string;
  beforeAll(() => {
    output = join(temporaryDirectory(), "portable");
    const args = ["scripts/portable.js", "--only", system, "--node", process.execPath, "--output", output];
    // The least work that xz can do.
    const env = { ...process.env, XZ_OPT: "--lzma2=preset=0,mode=fast,nice=2,depth=1,dict=4KiB" };
    execFileSync(process.execPath, args, { env, stdio: "ignore" });
    const directory = temporaryDirectory();
    execFileSync("tar", ["-xJf", join(output, `${name}.tar.xz`), "-C", directory]);
    root = join(directory, name);
  }, 300_000);

  /** Runs a launcher with nothing on the PATH but what is given. */
  function run(launcher: string, args: readonly string[], { path = "", home = temporaryDirectory(), input = "" } = {}) {
    const env = { PATH: path, HOME: home };
    const { status, stdout, stderr } = spawnSync(launcher, args, {
      env,
      encoding: "utf8",
      cwd: temporaryDirectory(),
      input,
    });
    return { status, stdout, stderr };
  }

  it("looks a carrier up without any Node installed, and keeps a code cache", () => {
    const home = temporaryDirectory();
    const { status, stdout } = run(join(root, "usdot"), ["--sample", "9000001"], { home });
    expect(status).toBe(0);
    expect(stdout).toContain("PRAIRIE LANTERN FREIGHT INC");
    expect(readdirSync(join(home, ".cache/usdot"))).toContain(
      `program.cjs-${version}-${process.version}-${process.arch}`,
    );
  });

  it("passes arguments, standard input and exit statuses on as they are", () => {
    const odd = "$HOME `x` \"y\" 'z'  * \\";
    const { status, stderr } = run(join(root, "usdot"), ["--sample", "carrier", odd]);
    expect(status).toBe(2);
    expect(stderr).toContain(odd);
    expect(run(join(root, "usdot"), ["--sample", "carrier", "-", "--json"], { input: "9000001" }).stdout).toContain(
      "9000001",
    );
    expect(run(join(root, "usdot"), ["--sample", "carrier", "9000404"]).status).toBe(3);
  });

  it("works through links, and from a directory with blanks in its name", () => {
    const directory = join(temporaryDirectory(), "my links");
    mkdirSync(directory);
    symlinkSync(join(root, "usdot"), join(directory, "one"));
    symlinkSync("one", join(directory, "two"));
    const { status, stdout } = run(join(directory, "two"), ["--version"], { path: "/usr/bin:/bin" });
    expect({ status, stdout }).toEqual({ status: 0, stdout: `${version}\n` });
  });

  it("has what it needs, its licenses, and nothing for programmers", () => {
    expect(readdirSync(root).sort()).toEqual(
      ["CHANGELOG.md", "LICENSE", "README.md", "SECURITY.md", "bin", "dist", "runtime", "skills", "usdot"].sort(),
    );
    expect(readFileSync(join(root, "README.md"), "utf8")).toBe(readFileSync("docs/dispatchers.md", "utf8"));
    const files = readdirSync(join(root, "dist"));
    expect(files).toEqual(expect.arrayContaining(["LICENSES.txt", "usdot.1", "cli.cjs"]));
    expect(files.filter((file) => file.endsWith(".map") || ["library", "types"].includes(file))).toEqual([]);
  });

  it("comes with the checksums of everything beside it, and manifests that hold them", () => {
    const sums = new Map(
      readFileSync(join(output, "SHA256SUMS"), "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => line.split("  ").reverse() as [string, string]),
    );
    expect([...sums.keys()].sort()).toEqual(
      readdirSync(output)
        .filter((file) => file !== "SHA256SUMS")
        .sort(),
    );
    const { status } = spawnSync("sha256sum", ["--check", "--quiet", "SHA256SUMS"], { cwd: output, stdio: "inherit" });
    expect(status).toBe(0);
    const formula = readFileSync(join(output, "usdot.rb"), "utf8");
    expect(formula).toContain(`sha256 "${sums.get(`usdot-${version}.tgz`)}"`);
    expect(formula).not.toMatch(/@[A-Z0-9_]+@/);
  });
});
