/**
 * Vetting, measured: a replay against a bare script that reads, hashes and parses the file; a run against the same requests
 * by the lookups; and how memory grows.
 *
 *   npm run bench:vet -- [--quick] [--no-build]
 */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { peakOf, run, runAlternately, secondsOf } from "./measure.js";
import { aimHead, aimRow, count, megabytes, tableText, time, withSpread } from "./table.js";
import { build, listOf, machine, root, startService, usdot, workspace } from "./workspace.js";

const { values: flags } = parseArgs({
  options: { quick: { type: "boolean", default: false }, "no-build": { type: "boolean", default: false } },
});
const plan = flags.quick
  ? { runs: 3, replayed: 2_000, asked: 200, memory: [500, 2_000] }
  : { runs: 9, replayed: 10_000, asked: 1_000, memory: [2_000, 20_000] };

console.log(machine());
if (!flags["no-build"]) build();
const service = await startService();
const rows = [await measureReplay(), await measureAsking()];
console.log(tableText(aimHead, rows));
console.log(tableText(["carriers", "peak MB, with ndjson, junit, sarif and evidence"], await measureMemory()));
service.stop();

function live(carriers, ...rest) {
  return usdot(["vet", "--base-url", service.url, "--file", listOf(carriers), "--quiet", ...rest]);
}

async function measureReplay() {
  const evidence = join(workspace, "replayed.ndjson");
  const record = live(plan.replayed, "--evidence", evidence, "--format", "ndjson", "--output", "/dev/null");
  await run({ name: "record", command: record });
  const [bare, replay] = await runAlternately(
    [
      { name: "bare", command: [process.execPath, join(root, "bench/vet-floor.js"), evidence] },
      {
        name: "replay",
        command: usdot(["vet", "--from", evidence, "--quiet", "--format", "ndjson", "--output", "/dev/null"]),
      },
    ],
    plan.runs,
  );
  return compared(`${count(plan.replayed)} carriers replayed, to the bare script`, 1.5, replay, bare);
}

async function measureAsking() {
  const evidence = join(workspace, "asked.ndjson");
  const lookups = ["carrier", "insurance", "safety"].map((name) =>
    usdot([name, "--base-url", service.url, "--file", listOf(plan.asked), "--format", "ndjson", "--quiet"]),
  );
  const inTurn = lookups.map((command) => command.join(" ")).join(" && ");
  const vet = live(plan.asked, "--format", "ndjson", "--evidence", evidence);
  const [asked, vetted] = await runAlternately(
    [
      { name: "lookups", command: ["sh", "-c", inTurn], lines: 3 * plan.asked },
      { name: "vet", command: ["sh", "-c", `rm -f ${evidence}; ${vet.join(" ")}`], lines: plan.asked },
    ],
    plan.runs,
  );
  return compared(`${count(plan.asked)} carriers asked and recorded, to the lookups`, 1.2, vetted, asked);
}

function compared(name, aim, measured, against) {
  const [value, floor] = [secondsOf(measured), secondsOf(against)];
  const detail = `${withSpread(value, time)} to ${withSpread(floor, time)}`;
  return aimRow({ name, aim, value: value.median / floor.median, detail });
}

async function measureMemory() {
  const measured = [];
  for (const carriers of plan.memory) {
    const files = ["evidence", "junit", "sarif"].map((name) => [name, join(workspace, `memory.${name}`)]);
    for (const [, path] of files) if (existsSync(path)) rmSync(path);
    const [[, evidence], ...reports] = files;
    const named = reports.flatMap(([name, path]) => ["--report", `${name}=${path}`]);
    const trial = { name: "memory", command: live(carriers, "--format", "ndjson", "--evidence", evidence, ...named) };
    measured.push([count(carriers), withSpread(peakOf([await run(trial, { memory: true })]), megabytes)]);
  }
  return measured;
}
