/** What the benches work with: a directory for the run, lists of numbers, services, the commands that are compared. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { arch, cpus, loadavg, release, tmpdir, totalmem, type } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The clone. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** A directory of this run alone; also the place where the measured processes look for, and do not find, a configuration. */
export const workspace = mkdtempSync(join(tmpdir(), "usdot-bench-"));
process.on("exit", () => rmSync(workspace, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

/** Builds dist/ as a clone does. */
export function build() {
  const { status } = spawnSync("npm", ["run", "--silent", "build"], { cwd: root, stdio: "inherit" });
  if (status !== 0) throw new Error("npm run build failed");
}

/**
 * Starts a load service in a process of its own; it ends with this process.
 *
 * @param {number} [latency] milliseconds before each answer
 * @returns {Promise<{ url: string, stop(): void }>}
 */
export async function startService(latency = 0) {
  const args = [join(root, "bench/load-service.js"), "--latency", String(latency)];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const url = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    child.once("exit", (code) => reject(new Error(`the load service ended in ${code}`)));
  });
  return { url, stop: () => child.stdin.end() };
}

const lists = new Map();

/** The path of a list of so many distinct numbers, one a line. */
export function listOf(count) {
  if (!lists.has(count)) {
    const path = join(workspace, `${count}.txt`);
    writeFileSync(path, Array.from({ length: count }, (_, index) => `${1_000_000 + index}\n`).join(""));
    lists.set(count, path);
  }
  return lists.get(count);
}

/** A run of usdot, of this Node or another. */
export function usdot(args, node = process.execPath) {
  return [node, join(root, "bin/usdot.cjs"), ...args];
}

/**
 * `usdot bulk` on a list.
 *
 * @returns {import("./measure.js").Trial}
 */
export function bulkTrial(url, count, { format = "ndjson", batchSize = 50, concurrency = 4, node } = {}) {
  const flags = ["--base-url", url, "--api-key", "bench", "--file", listOf(count), "--format", format];
  const sizes = ["--batch-size", String(batchSize), "--concurrency", String(concurrency)];
  const heads = { ndjson: 0, csv: 1, table: 1 };
  return {
    name: `usdot bulk, ${count} numbers, ${format}, batch ${batchSize}, concurrency ${concurrency}`,
    command: usdot(["bulk", ...flags, ...sizes], node),
    lines: format in heads ? count + heads[format] : undefined,
    says: `${count.toLocaleString("en-US")} answered`,
  };
}

/**
 * The floor on the same list.
 *
 * @returns {import("./measure.js").Trial}
 */
export function floorTrial(url, count, { batchSize = 50, concurrency = 4, node = process.execPath } = {}) {
  const sizes = ["--batch-size", String(batchSize), "--concurrency", String(concurrency)];
  return {
    name: `floor, ${count} numbers, batch ${batchSize}, concurrency ${concurrency}`,
    command: [node, join(root, "bench/floor.js"), url, listOf(count), ...sizes],
    // The service ends each answer with a line's end.
    lines: Math.ceil(count / batchSize),
  };
}

/** What was measured where, and whether the machine was quiet: figures from a busy one are worth little. */
export function machine() {
  const [{ model }] = cpus();
  const cores = cpus().length;
  const [load] = loadavg();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  const system = `${type()} ${release()} ${arch()}`;
  const busy = load > cores / 4 ? ` (busy: do not trust these figures)` : "";
  return [
    `${model.trim()}, ${cores} ${cores === 1 ? "core" : "cores"}, ${memory}, ${system}, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}`,
    `load average before the run: ${load.toFixed(2)}${busy}`,
  ].join("\n");
}
