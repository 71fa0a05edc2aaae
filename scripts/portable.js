/**
 * Makes what a release offers besides the npm package, in portable/: `npm run
 * portable`, on Linux with GNU tar, xz and zip.
 *
 * - an archive for each system with Node's own executable in it, for people
 * without Node;
 * - the package, its bill of materials, and SHA256SUMS.
 *
 * `--only linux-x64` makes one archive (repeatable). `--node PATH` takes that executable instead of the npm package of Node.
 */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

/**
 * A version that npm has for all three systems, and what it is there. There is
 * no such package for macOS.
 */
const nodeVersion = "24.21.0";
const systems = {
  "win-x64":
    "sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==",
  "linux-x64":
    "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  "linux-arm64":
    "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
};

const { values: options } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: Object.keys(systems) },
    node: { type: "string" },
    output: { type: "string", default: "portable" },
  },
});
const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const { output } = options;
const work = mkdtempSync(join(tmpdir(), "usdot-portable-"));
const time = Number(run("git", "log", "-1", "--format=%ct"));

try {
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  run(
    "npm",
    "pack",
    "--silent",
    "--ignore-scripts",
    "--pack-destination",
    output,
  );
  const bare = unpack(join(output, `usdot-${version}.tgz`), "bare");
  // For programs that have a Node.
  for (const path of ["dist/library", "dist/types", "docs", "package.json"])
    rmSync(join(bare, path), { recursive: true, force: true });
  for (const system of options.only) makeArchive(system, bare);
  writeFileSync(
    join(output, `usdot-${version}.cdx.json`),
    run("npm", "sbom", "--package-lock-only", "--sbom-format", "cyclonedx"),
  );
  shell(output, "sha256sum * > SHA256SUMS");
} finally {
  rmSync(work, { recursive: true });
}

function makeArchive(system, bare) {
  const name = `usdot-${version}-${system}`;
  const root = join(work, name);
  const archive = resolve(output, name);
  const isWindows = system.startsWith("win-");
  const [executable, launcher] = isWindows
    ? ["node.exe", "usdot.cmd"]
    : ["node", "usdot"];
  cpSync(bare, root, { recursive: true });
  mkdirSync(join(root, "runtime"));
  // Node's executable, untouched, and its license, which the package for Windows lacks.
  cpSync(
    options.node ?? join(nodeFor(system), "bin", executable),
    join(root, "runtime", executable),
  );
  if (!options.node)
    cpSync(
      join(nodeFor("linux-x64"), "LICENSE"),
      join(root, "runtime/LICENSE"),
    );
  cpSync(join("packaging/portable", launcher), join(root, launcher));
  cpSync("docs/dispatchers.md", join(root, "README.md"));
  shell(
    work,
    // The same sources give the same archives: each file has the time of the last
    // commit.
    `find ${name} -exec touch -d @${time} {} +`,
    isWindows
      ? `find ${name} -type f | sort | zip -9Xq@ ${archive}.zip`
      : `tar --sort=name --owner=0 --group=0 --numeric-owner -cJf ${archive}.tar.xz ${name}`,
  );
}

/** The directory of the npm package of Node for a system, downloaded once. */
function nodeFor(system) {
  const directory = join(work, `node-${system}`);
  if (existsSync(directory)) return directory;
  const name = `node-${system}@${nodeVersion}`;
  const [{ filename, integrity }] = JSON.parse(
    run("npm", "pack", "--json", "--pack-destination", work, name),
  );
  if (integrity !== systems[system])
    throw new Error(`${name} is ${integrity}, not ${systems[system]}`);
  return unpack(join(work, filename), `node-${system}`);
}

function unpack(archive, name) {
  const directory = join(work, name);
  mkdirSync(directory);
  run("tar", "-xzf", archive, "-C", directory, "--strip-components=1");
  return directory;
}

/** Runs lines of a POSIX shell in a directory. */
function shell(directory, ...lines) {
  execFileSync("sh", ["-ec", lines.join("\n")], {
    cwd: directory,
    env: { ...process.env, LC_ALL: "C", TZ: "UTC" },
  });
}

function run(command, ...args) {
  return execFileSync(command, args, {
    encoding: "utf8",
    maxBuffer: 2 ** 26,
    stdio: ["ignore", "pipe", "inherit"],
  });
}
