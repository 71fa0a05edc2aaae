/** Whole processes, measured from outside: wall time, peak memory, and whether they did what they were to do. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A directory of this run alone; also where the measured processes look for, and do not find, a configuration. */
export const workspace = mkdtempSync(join(tmpdir(), "usdot-bench-"));
process.on("exit", () => rmSync(workspace, { recursive: true, force: true }));

/** Variables that change what is measured: those of Node (extra certificates alone cost 30 ms), of usdot, proxies, colors, CI. */
const unwanted =
  /^(NODE_|USDOT_|npm_|GITHUB_ACTIONS$|FORCE_COLOR$|NO_COLOR$|(http|https|all|no)_proxy$)/i;
const env = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !unwanted.test(name)),
  ),
  XDG_CONFIG_HOME: workspace,
};

/** Whether a program can be started. */
export function isInstalled(file) {
  return (
    spawnSync(file, ["--version"], { env, stdio: "ignore" }).error === undefined
  );
}

/**
 * Runs commands in turns (A B A B), so that what else the machine does meets all of them alike, after one run of each that does not count.
 * A run that fails is fast, and must not count: it throws.
 * @param {{ name: string, command: string[], lines?: number }[]} trials lines: how many it should print
 * @returns the median of each, in seconds
 */
export async function medians(trials, runs) {
  const seconds = trials.map(() => []);
  for (let round = 0; round <= runs; round++) {
    for (const [index, trial] of trials.entries()) {
      const took = await run(trial);
      if (round > 0) seconds[index].push(took);
    }
  }
  return seconds.map(median);
}

/** The largest resident memory of a run in MB (10^6 bytes); undefined without GNU time. */
export async function peakMemory(trial) {
  if (!isInstalled("/usr/bin/time")) return undefined;
  const report = join(workspace, "peak");
  await run({
    ...trial,
    command: ["/usr/bin/time", "-f", "%M", "-o", report, ...trial.command],
  });
  return (Number(readFileSync(report, "utf8")) * 1024) / 1e6;
}

async function run({ name, command: [file, ...args], lines }) {
  const started = process.hrtime.bigint();
  const child = spawn(file, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let [printed, errors] = [0, ""];
  child.stdout.on("data", (chunk) => {
    if (lines === undefined) return;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1))
      printed++;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    errors = (errors + text).slice(-4_000);
  });
  const status = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve(code ?? signal));
  });
  const took = Number(process.hrtime.bigint() - started) / 1e9;
  if (status !== 0) throw new Error(`${name}: ended in ${status}\n${errors}`);
  if (lines !== undefined && printed !== lines)
    throw new Error(`${name}: printed ${printed} lines, not ${lines}`);
  return took;
}

function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  return (
    (sorted[Math.floor((sorted.length - 1) / 2)] +
      sorted[Math.floor(sorted.length / 2)]) /
    2
  );
}
