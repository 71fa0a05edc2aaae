/**
 * Lists, measured: usdot against the floor under it and against a shell loop, and how its memory grows.
 *
 *   npm run bench:bulk -- [--quick] [--no-build]
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isInstalled, peakOf, run, runAlternately, secondsOf } from "./measure.js";
import { aimHead, aimRow, count, megabytes, ratio, tableText, time, withSpread } from "./table.js";
import { build, bulkTrial, floorTrial, machine, startService, workspace } from "./workspace.js";

const { values: flags } = parseArgs({
  options: { quick: { type: "boolean", default: false }, "no-build": { type: "boolean", default: false } },
});

const formats = ["ndjson", "csv", "json", "table"];
const latency = 50;
/** How much of everything: numbers, and runs of each. */
const plan = flags.quick
  ? { runs: 1, cell: 4_000, rounds: 4, headline: 20_000, headlineRuns: 3, gets: 100, memory: [1_000, 20_000, 200_000] }
  : {
      runs: 3,
      cell: 20_000,
      rounds: 8,
      headline: 100_000,
      headlineRuns: 7,
      gets: 400,
      memory: [1_000, 100_000, 1_000_000],
    };

console.log(machine());
if (flags.quick) console.log("--quick: short lists and few runs; the figures are no more than a hint");
if (!flags["no-build"]) build();
const services = { 0: await startService(), [latency]: await startService(latency) };
const cells = await measureCells();
const headline = await measureHeadline();
const loop = await measureLoop();
const memory = await measureMemory();
for (const service of Object.values(services)) service.stop();
print();

async function measureCells() {
  const found = [];
  for (const wait of [0, latency]) {
    for (const batchSize of [50, 500]) {
      for (const concurrency of [1, 4, 16]) found.push(await measureCell(wait, batchSize, concurrency));
    }
  }
  return found;
}

async function measureCell(wait, batchSize, concurrency) {
  say(`${wait} ms of latency, batch ${batchSize}, concurrency ${concurrency}`);
  // With latency, a number of full rounds: each takes the latency, whatever the sizes.
  const numbers = wait === 0 ? plan.cell : batchSize * concurrency * plan.rounds;
  const { url } = services[wait];
  const sizes = { batchSize, concurrency };
  const trials = [
    floorTrial(url, numbers, sizes),
    ...formats.map((format) => bulkTrial(url, numbers, { format, ...sizes })),
  ];
  const [floor, ...others] = (await runAlternately(trials, plan.runs, { warm: false })).map(secondsOf);
  return { wait, batchSize, concurrency, numbers, floor, others };
}

async function measureHeadline() {
  say(`${plan.headline} numbers: the floor, ndjson, table`);
  const { url } = services[0];
  const trials = [
    floorTrial(url, plan.headline),
    bulkTrial(url, plan.headline),
    bulkTrial(url, plan.headline, { format: "table" }),
  ];
  const [floor, ndjson, table] = (await runAlternately(trials, plan.headlineRuns)).map(secondsOf);
  return { floor, ndjson, table };
}

/** What a shell has for it: a curl for each number, four at a time. Its rate does not depend on the length of the list. */
async function measureLoop() {
  const missing = ["xargs", "curl"].filter((name) => !isInstalled(name));
  if (missing.length > 0) return { missing };
  say(`xargs -P4 curl, ${plan.gets} numbers`);
  const urls = join(workspace, "urls.txt");
  const { url } = services[0];
  writeFileSync(urls, Array.from({ length: plan.gets }, (_, at) => `${url}/v1/carriers/${1_000_000 + at}\n`).join(""));
  const script = 'exec xargs -P4 -n1 curl -s < "$1"';
  const trial = { name: "xargs -P4 curl", command: ["sh", "-c", script, "sh", urls], lines: plan.gets };
  const [measured] = await runAlternately([trial], plan.runs, { warm: false });
  return { seconds: secondsOf(measured) };
}

async function measureMemory() {
  const found = [];
  for (const numbers of plan.memory) {
    say(`memory, ${count(numbers)} numbers`);
    // The long one once: how often it is run changes nothing about how it grows.
    const runs = numbers === plan.memory.at(-1) ? 1 : plan.runs;
    const measured = [];
    for (let at = 0; at < runs; at++) measured.push(await run(bulkTrial(services[0].url, numbers), { memory: true }));
    found.push({ numbers, seconds: secondsOf(measured), peak: peakOf(measured) });
  }
  return found;
}

function print() {
  console.log(`\n## Against the floor: how many times its wall time (carriers a second), medians of ${plan.runs}\n`);
  const head = ["latency", "batch", "concurrency", "numbers", "floor", ...formats];
  console.log(tableText(head, cells.map(cellRow)));
  console.log("\n## Memory, ndjson to a pipe\n");
  console.log(tableText(["numbers", "peak", "wall time", "carriers a second"], memory.map(memoryRow)));
  console.log(`\n## Aims\n\n${tableText(aimHead, aimRows())}`);
}

function cellRow({ wait, batchSize, concurrency, numbers, floor, others }) {
  const rate = ({ median }) => `${count(numbers / median)}/s`;
  const compared = others.map((each) => `${ratio(each.median / floor.median)} (${rate(each)})`);
  return [`${wait} ms`, String(batchSize), String(concurrency), count(numbers), rate(floor), ...compared];
}

function memoryRow({ numbers, seconds, peak }) {
  return [
    count(numbers),
    withSpread(peak, megabytes),
    withSpread(seconds, time),
    `${count(numbers / seconds.median)}/s`,
  ];
}

function aimRows() {
  const { floor, ndjson, table } = headline;
  const numbers = count(plan.headline);
  const [, middle, long] = memory;
  return [
    aimRow({
      name: `${numbers} numbers in ndjson, times the floor`,
      aim: 1.5,
      value: ndjson.median / floor.median,
      detail: `${withSpread(ndjson, time)}; floor ${withSpread(floor, time)}; ${plan.headlineRuns} pairs`,
    }),
    loopRow(plan.headline / ndjson.median),
    aimRow({
      name: `memory of ${count(long.numbers)} numbers, times that of ${count(middle.numbers)}`,
      aim: 1.3,
      value: long.peak.median / middle.peak.median,
      detail: `${megabytes(long.peak.median)}; ${megabytes(middle.peak.median)}`,
    }),
    aimRow({
      name: `a table of ${numbers} rows, rows a second`,
      aim: 100_000,
      least: true,
      value: plan.headline / table.median,
      text: count,
      detail: `${withSpread(table, time)}; ${plan.headlineRuns} runs`,
    }),
  ];
}

function loopRow(rate) {
  const name = "carriers a second, times xargs -P4 curl";
  if (loop.missing) return [name, ">= 25.00", "skipped", "", `not installed: ${loop.missing.join(", ")}`];
  const { seconds } = loop;
  const loopRate = plan.gets / seconds.median;
  const detail = `${count(rate)}/s; ${count(loopRate)}/s (${plan.gets} numbers in ${withSpread(seconds, time)})`;
  return aimRow({ name, aim: 25, least: true, value: rate / loopRate, detail });
}

/** What is under way, for whoever waits; the results alone are on standard output. */
function say(what) {
  process.stderr.write(`bench: ${what}\n`);
}
