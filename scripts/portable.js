/**
 * Makes what a release offers besides the npm package, in portable/: `npm run portable`, on Linux with GNU tar and xz.
 *
 * - an archive for each system with Node's own executable in it, for people without Node;
 * - the package, its source maps, SHA256SUMS, and the Scoop manifest and the Homebrew formula with their checksums.
 *
 * `--only linux-x64` makes one archive (repeatable). `--node PATH` takes that executable instead of the npm package of Node.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { zipSync } from "fflate";

/** A version that npm has for all three systems, and what it is there. There is no such package for macOS: it gets the formula. */
const nodeVersion = "24.21.0";
const systems = {
  "win-x64": "sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==",
  "linux-x64": "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  "linux-arm64": "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
};

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: Object.keys(systems) },
    node: { type: "string" },
    output: { type: "string", default: "portable" },
  },
});
const unknown = values.only.find((system) => !(system in systems));
if (unknown !== undefined) throw new Error(`--only ${unknown}: choose among ${Object.keys(systems).join(", ")}`);

const { version, description, homepage } = JSON.parse(await readFile("package.json", "utf8"));
const output = values.output;
const work = await mkdtemp(join(tmpdir(), "usdot-portable-"));
// The same sources give the same archives: each file has the time of the last commit.
const time = Number(run("git", "log", "-1", "--format=%ct"));

try {
  await rm(output, { recursive: true, force: true });
  await mkdir(output, { recursive: true });
  run("npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", output);
  for (const system of values.only) await makeArchive(system);
  pack(join(output, `usdot-${version}-source-maps.tar.xz`), "dist", ...(await mapsIn("dist")));
  await writeSums();
} finally {
  await rm(work, { recursive: true });
}

async function makeArchive(system) {
  const name = `usdot-${version}-${system}`;
  const root = join(work, name);
  await mkdir(join(root, "runtime"), { recursive: true });
  run("tar", "-xzf", join(output, `usdot-${version}.tgz`), "-C", root, "--strip-components=1");
  // For programs that have a Node.
  await Promise.all(
    ["dist/library", "dist/types", "package.json"].map((path) => rm(join(root, path), { recursive: true })),
  );
  const isWindows = system.startsWith("win-");
  await addNode(system, join(root, "runtime"), isWindows ? "node.exe" : "node");
  const launcher = isWindows ? "usdot.cmd" : "usdot";
  await copyFile(join("packaging/portable", launcher), join(root, launcher));
  await copyFile("docs/dispatchers.md", join(root, "README.md"));
  if (!isWindows) return pack(join(output, `${name}.tar.xz`), work, name);
  const paths = await filesIn(root);
  const files = await Promise.all(paths.map(async (path) => [`${name}/${path}`, await readFile(join(root, path))]));
  await writeFile(join(output, `${name}.zip`), zipSync(Object.fromEntries(files), { level: 9, mtime: time * 1_000 }));
}

/** Node's executable, untouched, and its license, which the package for Windows lacks. */
async function addNode(system, directory, executable) {
  const target = join(directory, executable);
  if (values.node !== undefined) return copyFile(values.node, target);
  await copyFile(join(nodeFor(system), "bin", executable), target);
  await chmod(target, 0o755);
  await copyFile(join(nodeFor("linux-x64"), "LICENSE"), join(directory, "LICENSE"));
}

/** The directory of the npm package of Node for a system, downloaded once. */
function nodeFor(system) {
  const directory = join(work, `node-${system}`);
  if (existsSync(directory)) return directory;
  const name = `node-${system}@${nodeVersion}`;
  const [{ filename }] = JSON.parse(run("npm", "pack", "--json", "--pack-destination", work, name));
  const archive = readFileSync(join(work, filename));
  const found = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
  if (found !== systems[system]) throw new Error(`${name} is ${found}, and should be ${systems[system]}`);
  mkdirSync(directory);
  run("tar", "-xzf", join(work, filename), "-C", directory, "--strip-components=1");
  return directory;
}

/** The checksums of everything, and the manifests that hold some of them. */
async function writeSums() {
  const sums = new Map();
  const add = async (name) => {
    const hash = createHash("sha256").update(await readFile(join(output, name)));
    sums.set(name, hash.digest("hex"));
  };
  for (const name of (await readdir(output)).sort()) await add(name);
  const values = {
    VERSION: version,
    DESCRIPTION: description,
    HOMEPAGE: homepage,
    SHA256_PACKAGE: sums.get(`usdot-${version}.tgz`),
    SHA256_WIN_X64: sums.get(`usdot-${version}-win-x64.zip`),
  };
  for (const path of ["packaging/scoop/usdot.json", "packaging/homebrew/usdot.rb"]) {
    const template = await readFile(path, "utf8");
    const names = [...template.matchAll(/@([A-Z0-9_]+)@/g)].map(([, name]) => name);
    // Without the archive for Windows there is no manifest for it.
    if (names.some((name) => values[name] === undefined)) continue;
    await writeFile(
      join(output, basename(path)),
      template.replace(/@([A-Z0-9_]+)@/g, (_, name) => values[name]),
    );
    await add(basename(path));
  }
  const lines = [...sums].map(([name, sum]) => `${sum}  ${name}\n`);
  await writeFile(join(output, "SHA256SUMS"), lines.join(""));
}

/** An archive of paths in a directory, the same for the same files. */
function pack(archive, directory, ...paths) {
  const same = ["--sort=name", `--mtime=@${time}`, "--owner=0", "--group=0", "--numeric-owner"];
  run("tar", ...same, "-cJf", archive, "-C", directory, ...paths);
}

async function filesIn(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1)).sort();
}

async function mapsIn(directory) {
  return (await readdir(directory)).filter((name) => name.endsWith(".map")).sort();
}

function run(command, ...args) {
  return execFileSync(command, args, { encoding: "utf8", maxBuffer: 2 ** 26, stdio: ["ignore", "pipe", "inherit"] });
}
