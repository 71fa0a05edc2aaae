/** The code cache: what it brings is measured in bench/; here, that it changes nothing, and that only the user's own files count. */
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { temporaryDirectory } from "../support/resources.ts";
import { canUnshare, runUsdot } from "../support/usdot.ts";

/** The file of a script of ours, for this version of Node on this machine. */
const fileOf = (script: string) => `${script}-${packageJson.version}-${process.version}-${process.arch}`;
const program = fileOf("program.cjs");

const lookup = ["--sample", "carrier", "9000001", "--json"];
/** A command that starts soon: it loads no HTTP. */
const quick = ["config", "get", "timeout"];

let caches: string;
let directory: string;
beforeEach(() => {
  caches = temporaryDirectory();
  directory = join(caches, "usdot");
});

/** With an empty NODE_DISABLE_COMPILE_CACHE, which is as good as none. */
function cached(args: readonly string[], env: Record<string, string> = {}) {
  return runUsdot(args, { env: { NODE_DISABLE_COMPILE_CACHE: "", XDG_CACHE_HOME: caches, ...env } });
}

function uncached(args: readonly string[], env: Record<string, string> = {}) {
  return runUsdot(args, { env: { NODE_DISABLE_COMPILE_CACHE: "1", ...env } });
}

/** Each file with its identity: a file that is written anew has another. */
function files(): Record<string, bigint> {
  const names = existsSync(directory) ? readdirSync(directory) : [];
  return Object.fromEntries(names.map((name) => [name, statSync(join(directory, name), { bigint: true }).ino]));
}

it("is written by the first run, for the user alone, and taken by the second", async () => {
  const first = await cached(lookup);
  const written = files();
  expect(Object.keys(written)).toContain(program);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  for (const name of Object.keys(written)) expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
  const second = await cached(lookup);
  expect(second.stdout).toBe(first.stdout);
  expect([first.status, second.status]).toEqual([0, 0]);
  // Had it been refused, it would have been written again.
  expect(files()).toEqual(written);
});

// Others are in the next table.
it.for([
  ["--help"],
  ["--sample", "carrier", "9000001", "9000008", "--format", "table"],
  ["--sample", "bulk", "9000001", "--format", "ndjson"],
  ["--sample", "vet", "9000001"],
  ["config", "list"],
])("is taken whole by the second run of usdot %s", async (args) => {
  expect((await cached(args)).status).toBe(0);
  const written = files();
  expect(Object.keys(written)).toContain(program);
  expect((await cached(args)).status).toBe(0);
  expect(files()).toEqual(written);
});

it("lets a command load what it needs while it runs", async () => {
  for (const seconds of ["5", "6", "7"]) {
    const { status, stderr } = await cached(["config", "set", "timeout", seconds], { HOME: caches });
    expect([status, stderr]).toEqual([0, ""]);
  }
  expect((await cached(["config", "get", "timeout"], { HOME: caches })).stdout).toBe("7\n");
});

it("leaves the positions in stack traces as they are", async () => {
  await cached(lookup);
  const broken = "URL.canParse=()=>{throw new TypeError('broken')}";
  const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(broken)}` };
  const args = ["carrier", "9000001", "--base-url", "http://127.0.0.1:1", "--verbose"];
  const [without, second] = [await uncached(args, env), await cached(args, env)];
  const positions = (stderr: string) => stderr.match(/dist\/[\w-]+\.cjs:\d+:\d+/g) ?? [];
  expect(positions(without.stderr)).not.toEqual([]);
  expect(positions(second.stderr)).toEqual(positions(without.stderr));
});

it.for([
  ["--sample", "9000010"],
  ["--sample", "carrier", "9000001"],
  ["--sample", "insurance", "9000001", "9000008", "--format", "csv"],
  ["--sample", "bulk", "9000001", "9000005", "12", "--format", "ndjson"],
  ["--sample", "vet", "9000001", "9000005", "9000010", "--as-of", "2026-06-01", "--format", "junit"],
  ["carrier", "--nonsense"],
  ["help", "exit-status"],
  ["completion", "bash"],
  // Imports a module of Node's where it is needed.
  ["config", "set", "timeout", "5"],
  // Ages are counted in days of UTC: what spans midnight is run once more.
])("changes nothing about usdot %s", { retry: 1 }, async (args) => {
  const [without, first] = [await uncached(args), await cached(args)];
  const written = files();
  const second = await cached(args);
  const said = ({ status, stdout, stderr }: typeof first) => ({
    status,
    stdout: stdout.replace(/time="[^"]*"/g, ""),
    stderr,
  });
  expect(said(first)).toEqual(said(without));
  expect(said(second)).toEqual(said(without));
  // A run that fails writes nothing.
  expect(Object.keys(written).includes(program)).toBe(first.status === 0);
  expect(files()).toEqual(written);
});

describe("is not written", () => {
  it.for<[string, string[], Record<string, string>]>([
    ["by --version", ["--version"], {}],
    ["by a run that fails", ["--sample", "carrier", "12"], {}],
    ["when it is turned off", quick, { NODE_DISABLE_COMPILE_CACHE: "1" }],
  ])("%s", async ([, args, env]) => {
    await cached(args, env);
    expect(files()).toEqual({});
  });

  it.for<[string, Record<string, string>]>([
    ["HOME does not exist", { XDG_CACHE_HOME: "", HOME: "/nonexistent" }],
    ["XDG_CACHE_HOME cannot be created", { XDG_CACHE_HOME: "/proc/none/caches" }],
  ])("where %s, and nothing is said about it", async ([, env]) => {
    const { status, stderr } = await cached(quick, env);
    expect([status, stderr]).toEqual([0, ""]);
    expect(readdirSync(caches)).toEqual([]);
  });

  it("below a relative path: it belongs under HOME then", async () => {
    await cached(quick, { XDG_CACHE_HOME: "caches", HOME: caches });
    expect(readdirSync(join(caches, ".cache/usdot"))).toContain(program);
    expect(existsSync("caches")).toBe(false);
  });
});

it("creates the directory for caches that XDG_CACHE_HOME names, for the user alone", async () => {
  const named = join(caches, "new", "caches");
  expect((await cached(quick, { XDG_CACHE_HOME: named })).status).toBe(0);
  expect(readdirSync(join(named, "usdot"))).toContain(program);
  for (const path of [join(caches, "new"), named]) expect(statSync(path).mode & 0o777).toBe(0o700);
});

it("is written in spite of what a killed run left, though both are process 1", async () => {
  mkdirSync(directory, 0o700);
  const args = ["-pf", "--mount-proc", process.execPath, "bin/usdot.cjs", ...quick];
  const env = { PATH: process.env["PATH"], XDG_CACHE_HOME: caches };
  writeFileSync(join(directory, `${program}.1`), "half");
  const [command, ...rest] = canUnshare ? ["unshare", ...args] : [process.execPath, ...args.slice(3)];
  expect(spawnSync(command as string, rest, { env }).status).toBe(0);
  expect(readdirSync(directory)).toContain(program);
});

describe("a directory is refused", () => {
  it("that others may write", async () => {
    mkdirSync(directory);
    chmodSync(directory, 0o770);
    expect((await cached(quick)).status).toBe(0);
    expect(files()).toEqual({});
  });

  it("in a directory that others may write", async () => {
    chmodSync(caches, 0o777);
    expect((await cached(quick)).status).toBe(0);
    expect(files()).toEqual({});
  });

  it("that is a link", async () => {
    mkdirSync(join(caches, "elsewhere"), 0o700);
    symlinkSync("elsewhere", directory);
    expect((await cached(quick)).status).toBe(0);
    expect(readdirSync(join(caches, "elsewhere"))).toEqual([]);
  });

  it.runIf(process.getuid?.() === 0)("that is another user's", async () => {
    mkdirSync(directory, 0o700);
    chownSync(directory, 12_345, 12_345);
    expect((await cached(quick)).status).toBe(0);
    expect(files()).toEqual({});
  });
});

describe("a file is refused, and written anew,", () => {
  type Fault = readonly [name: string, spoil: (path: string) => void];
  const faults: readonly Fault[] = [
    ["that others may write", (path) => chmodSync(path, 0o620)],
    ["that is cut off", (path) => truncateSync(path, Math.floor(statSync(path).size / 3))],
    ["that is empty", (path) => truncateSync(path)],
    ["that goes on after its end", (path) => appendFileSync(path, "more")],
    ["that is far too large", (path) => truncateSync(path, 3 * 2 ** 30)],
    ["with a wrong byte in it", (path) => flip(path, 200)],
    ["of another build, whose source it ends with", (path) => flip(path, statSync(path).size - 1)],
    ["that is a link to a good one", moveAndLink],
    [
      "that is the code of another script",
      (path) => writeFileSync(path, readFileSync(join(directory, fileOf("context.cjs")))),
    ],
  ];
  let good: string;
  let answered: string;
  beforeAll(async () => {
    good = temporaryDirectory();
    answered = (await cached(quick, { XDG_CACHE_HOME: good })).stdout;
  });

  const anotherUsers: Fault = ["of another user", (path) => chownSync(path, 12_345, 12_345)];

  it.for(process.getuid?.() === 0 ? [...faults, anotherUsers] : faults)("%s", async ([, spoil]) => {
    cpSync(good, caches, { recursive: true });
    const before = files();
    const path = join(directory, program);
    spoil(path);
    const { status, stdout, stderr } = await cached(quick);
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: answered, stderr: "" });
    expect(lstatSync(path).isFile()).toBe(true);
    expect(files()[program]).not.toBe(before[program]);
    const anew = files();
    await cached(quick);
    expect(files()).toEqual(anew);
  });

  function moveAndLink(path: string): void {
    renameSync(path, `${path}.good`);
    symlinkSync(`${path}.good`, path);
  }

  function flip(path: string, at: number): void {
    const bytes = readFileSync(path);
    bytes[at] = (bytes[at] as number) ^ 1;
    writeFileSync(path, bytes);
  }
});

it("finds no script that imports anything: code from the cache cannot", () => {
  const scripts = readdirSync("dist").filter((name) => name.endsWith(".cjs"));
  expect(scripts.filter((name) => readFileSync(join("dist", name), "utf8").includes("import("))).toEqual([]);
});

it("may be written by several runs at once", async () => {
  const runs = await Promise.all(Array.from({ length: 6 }, () => cached(lookup)));
  expect(new Set(runs.map(({ status, stdout }) => `${status} ${stdout}`)).size).toBe(1);
  const written = files();
  expect(Object.keys(written).filter((name) => !name.endsWith(process.arch))).toEqual([]);
  await cached(lookup);
  expect(files()).toEqual(written);
});
