/**
 * Whole processes, measured from outside: CPU and wall time, peak memory, and
 * whether they did what they were to do.
 */
import { spawnSync } from "node:child_process";
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A directory of this run alone; also where the measured processes look for,
 * and do not find, a configuration.
 */
export const workspace = mkdtempSync(join(tmpdir(), "usdot-bench-"));
process.on("exit", () => rmSync(workspace, { recursive: true, force: true }));

/**
 * No variable of Node, usdot, proxies, colors or CI changes what is measured.
 */
const { PATH, HOME } = process.env;
const env = { PATH, HOME, XDG_CONFIG_HOME: workspace };

/** Whether a program can be started. */
export function isInstalled(file) {
  return (
    spawnSync(file, ["--version"], { env, stdio: "ignore" }).error === undefined
  );
}

/**
 * Runs two commands in turns (A B A B), so that what else the machine does
 * meets both alike, after one run of each that does not count.
 * @param {{ command: string[], lines?: number, statuses?: number[] }[]} trials lines: how many it prints at least
 * @returns {{ cpu: number, wall: number }[]} the medians of each, in seconds
 */
export function medians(trials, runs) {
  const results = trials.map(() => []);
  for (let round = 0; round <= runs; round += 1)
    for (const [at, trial] of trials.entries()) {
      const { user, system, wall } = run(trial);
      if (round > 0) results[at].push({ cpu: user + system, wall });
    }
  return results.map((each) => ({
    cpu: median(each.map(({ cpu }) => cpu)),
    wall: median(each.map(({ wall }) => wall)),
  }));
}

/** The largest resident memory of a run in MB (10^6 bytes). */
export function peakMemory(trial) {
  return (run(trial).kilobytes * 1024) / 1e6;
}

/** A run that fails is fast, and must not count: it throws. */
function run({ command, lines = 0, statuses = [0] }) {
  const output = join(workspace, "output");
  const report = join(workspace, "report");
  const stdout = openSync(output, "w");
  const { stderr } = spawnSync(
    "python3",
    [join(import.meta.dirname, "usage.py"), report, ...command],
    { env, stdio: ["ignore", stdout, "pipe"], encoding: "utf8" },
  );
  closeSync(stdout);
  const used = JSON.parse(readFileSync(report, "utf8"));
  const printed = lines && readFileSync(output, "latin1").split("\n").length;
  if (!statuses.includes(used.status) || printed < lines)
    throw new Error(`${command.join(" ")}: ${used.status}\n${stderr}`);
  return used;
}

function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(values.length / 2)];
}
