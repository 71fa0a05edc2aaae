/**
 * Every aim of speed beside its result, in one table, as Markdown: `npm run build && npm run bench -- [--runs N] [--node PATH]...`.
 * `--node` measures with other versions of Node, in place of the one that runs this. A missed aim ends nothing: it depends on the machine.
 */
import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus, loadavg, release, type } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { isInstalled, medians, peakMemory, workspace } from "./measure.js";

const { values: flags } = parseArgs({
  options: { runs: { type: "string", default: "9" }, node: { type: "string", multiple: true } },
});
const runs = Number(flags.runs);
const pythonProgram = "import json, sys, requests; print(json.dumps(requests.get(sys.argv[1]).json(), indent=2))";
const here = fileURLToPath(new URL(".", import.meta.url));
const [fast, slow] = await Promise.all([startService(0), startService(50)]);
const goPeer = buildGo();

console.log(
  `${cpus()[0].model}, ${cpus().length} cores, ${type()} ${release()}, load ${loadavg()[0].toFixed(2)}, medians of ${runs}\n`,
);
console.log("| what | aim | result | medians |\n|---|---|---|---|");
for (const node of flags.node ?? [process.execPath]) await measure(node);
process.exit();

async function measure(node) {
  const version = spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim();
  const usdot = (...args) => [node, join(here, "../bin/usdot.cjs"), ...args];
  const url = `${fast}/v1/carriers/2233855`;
  const lookup = { name: "lookup", command: usdot("carrier", "2233855", "--json", "--base-url", fast) };
  const say = (what, aim, result, detail) =>
    console.log(`| ${what}, Node ${version} | ${aim ?? ""} | ${result} | ${detail} |`);

  await compare(lookup, "one lookup", [
    { name: "node -e 0", command: [node, "-e", "0"], aim: version.startsWith("v20.") ? 4 : 3 },
    { name: "curl to jq", command: ["sh", "-c", `curl -s ${url} | jq .`], needs: ["curl", "jq"] },
    {
      name: "HTTPie",
      command: ["http", "--ignore-stdin", "--body", "--pretty=format", url],
      needs: ["http"],
      aim: 0.5,
    },
    { name: "Python requests", command: ["python3", "-c", pythonProgram, url], needs: ["python3"], aim: 0.75 },
  ]);
  await compare({ name: "help", command: usdot("--help") }, "--help", [
    { name: "node -e 0", command: [node, "-e", "0"] },
  ]);
  const bulk = (service, count, concurrency) => ({
    name: "bulk",
    command: usdot("bulk", "-q", "-f", listOf(count), "--format", "ndjson", ...connection(service, concurrency)),
    lines: count,
  });
  const floor = (service, count, concurrency) => ({
    name: "the floor",
    command: [node, join(here, "floor.js"), service, listOf(count), String(concurrency)],
    lines: Math.ceil(count / 50),
  });
  await compare(bulk(slow, 10_000, 16), "10,000 numbers at 50 ms, 16 in flight", [
    { ...floor(slow, 10_000, 16), aim: 1.05 },
  ]);
  await compare(bulk(fast, 100_000, 4), "100,000 numbers", [
    { ...floor(fast, 100_000, 4), aim: 2 },
    {
      name: "the Go program",
      command: [goPeer, fast, listOf(100_000), "4"],
      lines: 100_000,
      missing: !goPeer,
      aim: 1.5,
    },
  ]);
  const vet = {
    name: "vet",
    command: [
      "sh",
      "-c",
      '"$@"; test $? -ne 1',
      "sh",
      ...usdot("vet", "-q", "-f", listOf(1_000), "--format", "ndjson", ...connection(fast, 4)),
    ],
  };
  const records = {
    name: "its lookups",
    command: usdot("snapshot", "-q", "-f", listOf(1_000), "--format", "ndjson", ...connection(fast, 4)),
  };
  await compare(vet, "1,000 carriers vetted", [{ ...records, aim: 1.2 }]);
  const peak = await peakMemory(bulk(fast, 1_000_000, 4));
  say("1,000,000 numbers, memory", "400 MB", peak === undefined ? "not known here" : `${Math.round(peak)} MB`, "");

  async function compare(ours, what, peers) {
    process.stderr.write(`bench: ${what}\n`);
    const found = peers.filter(({ needs = [], missing }) => !missing && needs.every((name) => isInstalled(name)));
    const [our, ...theirs] = await medians([ours, ...found], runs);
    for (const peer of peers) {
      const their = theirs[found.indexOf(peer)];
      if (their === undefined) say(`${what} / ${peer.name}`, peer.aim, "not installed", "");
      else say(`${what} / ${peer.name}`, peer.aim, (our / their).toFixed(2), `${ms(our)}; ${ms(their)}`);
    }
  }
}

function connection(service, concurrency) {
  return ["--base-url", service, "--api-key", "bench", "--concurrency", String(concurrency)];
}

function ms(seconds) {
  return `${Math.round(seconds * 1_000).toLocaleString("en-US")} ms`;
}

/** Starts a load service in a process of its own, which ends with this one. */
function startService(latency) {
  const child = spawn(process.execPath, [join(here, "load-service.js"), String(latency)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  return new Promise((resolve) => createInterface({ input: child.stdout }).once("line", resolve));
}

/** The path of a list of so many distinct numbers, one a line. */
function listOf(count) {
  const path = join(workspace, `${count}.txt`);
  writeFileSync(path, Array.from({ length: count }, (_, index) => `${1_000_000 + index}\n`).join(""));
  return path;
}

function buildGo() {
  const path = join(workspace, "go-peer");
  const { status } = spawnSync("go", ["build", "-o", path, "."], { cwd: join(here, "go"), stdio: "ignore" });
  return status === 0 ? path : undefined;
}
