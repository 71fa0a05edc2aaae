/**
 * Every aim of speed beside its result, in one table, as Markdown: `npm run
 * build && npm run bench -- [--runs N] [--node PATH]...`.
 * `--node` measures with other versions of Node, in place of the one that runs this. A missed aim ends nothing: it depends on the machine.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { rolldown } from "rolldown";
import { isInstalled, medians, peakMemory, workspace } from "./measure.js";

const { values: flags } = parseArgs({
  options: {
    runs: { type: "string", default: "9" },
    node: { type: "string", multiple: true, default: [process.execPath] },
  },
});
const here = import.meta.dirname;
const [fast, slow] = await Promise.all([startService(0), startService(50)]);
const floorFile = await bundledFloor();
const goPeer = join(workspace, "go-peer");
spawnSync("go", ["build", "-o", goPeer, "."], { cwd: join(here, "go") });

console.log(
  `${cpus()[0].model}, ${cpus().length} cores, load ${loadavg()[0]}, medians of ${flags.runs}\n`,
);
const columns = flags.node.map(measure);
const versions = flags.node.map((node) =>
  spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim(),
);
console.log(`| what | beside | aim | ${versions.join(" | ")} |`);
console.log(`|---|---|---|${"---|".repeat(versions.length)}`);
for (const [row, { what, beside, aim }] of columns[0].entries()) {
  const results = columns.map((column) => column[row].result);
  console.log(`| ${what} | ${beside} | ${aim} | ${results.join(" | ")} |`);
}
process.exit();

/** A row for each program that usdot is compared with, by this version of Node. */
function measure(node) {
  const number = "2233855";
  const path = `/v1/carriers/${number}`;
  const usdot = (...args) => [
    ...[node, join(here, "../bin/usdot.cjs"), ...args],
    ...["--base-url", fast, "--api-key", "bench"],
  ];
  const floor = (...args) => [node, floorFile, fast, ...args];
  const gets = (...parts) => ({
    name: "undici, the same GETs",
    command: floor("get", ...parts.map((part) => path + part)),
  });
  const all = gets("", "/insurance", "/safety");
  const empty = { name: "node -e 0", command: [node, "-e", "0"] };
  const many = listOf(100_000);
  const bulk = (format) => ({
    command: usdot("bulk", "-q", "-f", many, "--format", format),
    lines: 100_000,
  });
  const batches = {
    name: "undici, the same batches",
    command: floor("bulk", many, "4"),
    lines: 2_000,
  };
  const go = {
    name: "the Go program",
    command: [goPeer, fast, many, "4"],
    lines: 100_000,
  };
  const atOnce = ["--base-url", slow, "--concurrency", "16"];
  const some = listOf(10_000);
  const listed = (command, ...args) => ({
    name: "their lookups",
    command: usdot(command, "-q", "-f", listOf(1_000), ...args),
    lines: 1_000,
    statuses: [0, 3, 8],
  });
  const get =
    "import json, sys, requests; print(json.dumps(requests.get(sys.argv[1]).json(), indent=2))";
  const http = ["http", "--ignore-stdin", "--body", "--pretty=format"];
  const peers = [
    { name: "HTTPie", command: [...http, fast + path] },
    { name: "Python requests", command: ["python3", "-c", get, fast + path] },
  ];
  const json = { command: usdot("carrier", number, "--json") };
  const verdict = { command: usdot("vet", number), statuses: [0, 3, 8] };
  const rows = [
    ["carrier N --json", json, gets(""), 1.35],
    ...peers.map((peer) => ["carrier N --json", json, peer, ""]),
    ["carrier N", { command: usdot("carrier", number) }, gets(""), 1.45],
    ["N", { command: usdot(number) }, all, 1.7],
    ["vet N", verdict, all, 1.9],
    ["--version", { command: usdot("--version").slice(0, 3) }, empty, 1.5],
    ["--help", { command: usdot("--help") }, empty, 1.7],
    ["100,000 ndjson", bulk("ndjson"), batches, 2.2],
    ["100,000 ndjson", bulk("ndjson"), go, ""],
    ["100,000 csv", bulk("csv"), batches, 2.8],
    ["100,000 table", bulk("table"), batches, 5],
    [
      "10,000 at 50 ms, 16 in flight",
      { command: [...usdot("bulk", "-q", "-f", some, "--json"), ...atOnce] },
      {
        name: batches.name,
        command: [node, floorFile, slow, "bulk", some, "16"],
      },
      "1.1 (wall)",
    ],
    [
      "1,000 vetted",
      listed("vet", "--format", "ndjson"),
      listed("snapshot", "--format", "ndjson"),
      1.2,
    ],
  ];
  const million = usdot(
    ...["bulk", "-q", "-f", listOf(1_000_000), "--format", "ndjson"],
  );
  const results = rows.map(([what, ours, peer, aim]) => ({
    ...{ what, beside: peer.name, aim },
    result: compared(ours, peer),
  }));
  const what = "1,000,000 ndjson, memory";
  return [
    ...results,
    { what, beside: "", aim: "1 GB", result: memory(million) },
  ];
}

/**
 * How many times as much as the peer we take: CPU, wall time, and both in
 * milliseconds.
 */
function compared(ours, peer) {
  if (!isInstalled(peer.command[0])) return "not installed";
  const [our, their] = medians([ours, peer], Number(flags.runs));
  const ratio = (of) => (our[of] / their[of]).toFixed(2);
  const ms = (of) =>
    `${Math.round(our[of] * 1_000)}; ${Math.round(their[of] * 1_000)} ms`;
  const result = `CPU ${ratio("cpu")} (${ms("cpu")}), wall ${ratio("wall")} (${ms("wall")})`;
  console.error(ours.command.slice(2).join(" "), result);
  return result;
}

function memory(command) {
  return `${Math.round(peakMemory({ command, lines: 1_000_000 }))} MB`;
}

/** The floor as one file, so that it does not load undici's hundred. */
async function bundledFloor() {
  const input = join(here, "floor.js");
  const file = join(workspace, "floor.cjs");
  const bundle = await rolldown({ input, platform: "node" });
  await bundle.write({ file, format: "cjs", minify: true });
  return file;
}

/** Starts a load service in a process of its own, which ends with this one. */
async function startService(latency) {
  const command = [join(here, "load-service.js"), String(latency)];
  const stdio = ["pipe", "pipe", "inherit"];
  const child = spawn(process.execPath, command, { stdio });
  const [url] = await once(child.stdout.setEncoding("latin1"), "data");
  return url.trim();
}

/** The path of a list of so many distinct numbers, one a line. */
function listOf(count) {
  const path = join(workspace, `${count}.txt`);
  const lines = Array.from({ length: count }, (_, at) => `${1_000_000 + at}\n`);
  writeFileSync(path, lines.join(""));
  return path;
}
