/**
 * Lists in every combination of latency, batch size, concurrency and format against the floor under them, and what a shell loop does.
 *
 *   npm run bench:bulk -- [--quick] [--no-build]
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isInstalled, runAlternately, secondsOf } from "./measure.js";
import { count, ratio, tableText, time, withSpread } from "./table.js";
import { say } from "./trials.js";
import { build, bulkTrial, floorTrial, machine, startService, workspace } from "./workspace.js";

const { values: flags } = parseArgs({
  options: { quick: { type: "boolean", default: false }, "no-build": { type: "boolean", default: false } },
});

const formats = ["ndjson", "csv", "json", "table"];
const latency = 50;
/** How much of everything: numbers, and runs of each. */
const plan = flags.quick
  ? { runs: 1, cell: 4_000, rounds: 4, gets: 100 }
  : { runs: 3, cell: 20_000, rounds: 8, gets: 400 };

console.log(machine());
if (flags.quick) console.log("--quick: short lists and few runs; the figures are no more than a hint");
if (!flags["no-build"]) build();
const services = { 0: await startService(), [latency]: await startService(latency) };
const cells = await measureCells();
const loop = await measureLoop();
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

function print() {
  console.log(`\n**Against the floor: how many times its wall time (carriers a second), medians of ${plan.runs}**\n`);
  const head = ["latency", "batch", "concurrency", "numbers", "floor", ...formats];
  console.log(`${tableText(head, cells.map(cellRow))}\n\n${loopText()}`);
}

function cellRow({ wait, batchSize, concurrency, numbers, floor, others }) {
  const rate = ({ median }) => `${count(numbers / median)}/s`;
  const compared = others.map((each) => `${ratio(each.median / floor.median)} (${rate(each)})`);
  return [`${wait} ms`, String(batchSize), String(concurrency), count(numbers), rate(floor), ...compared];
}

function loopText() {
  if (loop.missing) return `xargs -P4 curl: skipped, not installed: ${loop.missing.join(", ")}`;
  const rate = count(plan.gets / loop.seconds.median);
  return `xargs -P4 curl: ${rate} carriers a second (${plan.gets} numbers in ${withSpread(loop.seconds, time)})`;
}
