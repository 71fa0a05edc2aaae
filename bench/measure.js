/** Whole processes, measured from outside: wall time, peak memory, and whether they did what they were to do. */
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { workspace } from "./workspace.js";

/**
 * What is measured: a command, and how to know that it did its work. A run that fails is fast, and must not count.
 *
 * @typedef {object} Trial
 * @property {string} name
 * @property {string[]} command
 * @property {number} [status] the exit status that it should end in (default: 0)
 * @property {number} [lines] how many lines it should print
 * @property {string} [says] what should be in its standard error
 *
 * @typedef {object} Measured
 * @property {number} seconds from before the start to the end of process and output
 * @property {number} bytes that it printed
 * @property {number | undefined} peak its largest resident memory in MB (10^6 bytes), where it was asked for and can be known
 */

/** Variables that change what is measured: those of Node (extra certificates alone cost 30 ms), of usdot, proxies, colours, CI. */
const unwanted = /^(NODE_|USDOT_|npm_|GITHUB_ACTIONS$|FORCE_COLOR$|NO_COLOR$|(http|https|all|no)_proxy$)/i;

/** The environment of every measured process: no configuration file and no code cache of whoever measures is in it. */
const environment = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !unwanted.test(name))),
  XDG_CONFIG_HOME: workspace,
  XDG_CACHE_HOME: workspace,
};

/**
 * Runs a trial once, and reads its output through a pipe as fast as it comes.
 *
 * @param {Trial} trial
 * @param {{ memory?: boolean }} [options] memory: whether to look at that too; costs about a millisecond
 * @returns {Promise<Measured>}
 * @throws {Error} when it did not do its work
 */
export async function run(trial, { memory = false } = {}) {
  const gauge = memory ? memoryGauge() : { wrap: (command) => command, watch() {}, peak: () => undefined };
  const [file, ...args] = gauge.wrap(trial.command);
  const started = process.hrtime.bigint();
  const child = spawn(file, args, { env: environment, stdio: ["ignore", "pipe", "pipe"] });
  gauge.watch(child.pid);
  const output = counted(child.stdout, trial.lines !== undefined);
  const errors = collected(child.stderr);
  const status = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve(code ?? signal));
  });
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  check(trial, { status, lines: output.lines, errors: errors.text });
  return { seconds, bytes: output.bytes, peak: gauge.peak() };
}

/**
 * Runs trials side by side: A B A B, so that what else the machine does meets all of them alike. Each is run once before, unless
 * `warm` is false.
 *
 * @param {Trial[]} trials
 * @param {number} runs of each
 * @param {{ memory?: boolean, warm?: boolean }} [options]
 * @returns {Promise<Measured[][]>} for each trial its runs
 */
export async function runAlternately(trials, runs, { memory = false, warm = true } = {}) {
  if (warm) for (const trial of trials) await run(trial);
  const results = trials.map(() => []);
  for (let round = 0; round < runs; round++) {
    for (const [index, trial] of trials.entries()) results[index].push(await run(trial, { memory }));
  }
  return results;
}

/**
 * @param {(number | undefined)[]} values
 * @returns {{ median: number, min: number, max: number, runs: number }} NaN where there is no value
 */
export function spread(values) {
  const sorted = values.filter((value) => value !== undefined).sort((one, other) => one - other);
  const { length } = sorted;
  const middle = (sorted[Math.floor((length - 1) / 2)] + sorted[Math.floor(length / 2)]) / 2;
  return { median: middle, min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN, runs: length };
}

/** @param {Measured[]} measured */
export function secondsOf(measured) {
  return spread(measured.map(({ seconds }) => seconds));
}

/** @param {Measured[]} measured */
export function peakOf(measured) {
  return spread(measured.map(({ peak }) => peak));
}

/** Whether a program can be started. */
export function isInstalled(file, args = ["--version"]) {
  const { error, status } = spawnSync(file, args, { env: environment, stdio: "ignore" });
  return !error && status === 0;
}

/** What a short command prints; undefined when it fails. */
export function printed(file, args) {
  const { error, status, stdout } = spawnSync(file, args, { env: environment, encoding: "utf8" });
  return error || status !== 0 ? undefined : stdout.trim();
}

function check({ name, status: expected = 0, lines: expectedLines, says }, { status, lines, errors }) {
  const fail = (what) => {
    throw new Error(`${name}: ${what}\n${errors}`);
  };
  if (status !== expected) fail(`ended in ${status}, not in ${expected}`);
  if (expectedLines !== undefined && lines !== expectedLines) fail(`printed ${lines} lines, not ${expectedLines}`);
  if (says !== undefined && !errors.includes(says)) fail(`did not say "${says}"`);
}

function counted(stream, countLines) {
  const count = { bytes: 0, lines: 0 };
  stream.on("data", (chunk) => {
    count.bytes += chunk.length;
    if (countLines) for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count.lines += 1;
  });
  return count;
}

function collected(stream) {
  const errors = { text: "" };
  stream.setEncoding("utf8").on("data", (text) => {
    errors.text = (errors.text + text).slice(-4_000);
  });
  return errors;
}

/** The system's own account where there is a `time` that gives it: exact, however short the process lives. */
function memoryGauge() {
  return timeProgram() ? timeGauge() : statusGauge();
}

let hasTime;
function timeProgram() {
  hasTime ??= /^\d+$/.test(lastLine(spawnSync("/usr/bin/time", ["-f", "%M", "true"], { encoding: "utf8" }).stderr));
  return hasTime;
}

function timeGauge() {
  const report = join(workspace, "peak");
  return {
    wrap: (command) => ["/usr/bin/time", "-f", "%M", "-o", report, ...command],
    watch() {},
    peak: () => (Number(lastLine(readFileSync(report, "utf8"))) * 1024) / 1e6,
  };
}

/** After a status that is not 0, a sentence about it stands before the figure. */
function lastLine(text) {
  return (text ?? "").trim().split("\n").at(-1);
}

/** Elsewhere Linux's high-water mark, looked at so often that little can be missed at the end. */
function statusGauge() {
  let peak;
  let timer;
  const look = (pid) => {
    try {
      const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "latin1")) ?? [];
      if (kilobytes) peak = Math.max(peak ?? 0, (Number(kilobytes) * 1024) / 1e6);
    } catch {
      clearInterval(timer);
    }
  };
  return {
    wrap: (command) => command,
    watch(pid) {
      timer = setInterval(look, 5, pid);
    },
    peak() {
      clearInterval(timer);
      return peak;
    },
  };
}
