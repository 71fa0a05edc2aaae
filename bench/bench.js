/**
 * What a start costs, and what a list does: every aim of usdot beside its result, whole processes in pairs with `node -e 0`.
 *
 *   npm run bench -- [--runs N] [--node PATH]... [--no-build]
 *
 * `--node` measures the starts with other versions of Node as well.
 */
import { parseArgs } from "node:util";
import { peakOf, printed, runAlternately, secondsOf } from "./measure.js";
import { peersAt } from "./peers.js";
import { aimHead, aimRow, count, megabytes, ratio, tableText, time, withSpread } from "./table.js";
import { build, bulkTrial, floorTrial, machine, startService, usdot } from "./workspace.js";

const { values: flags } = parseArgs({
  options: {
    runs: { type: "string", default: "11" },
    node: { type: "string", multiple: true, default: [] },
    "no-build": { type: "boolean", default: false },
  },
});
const runs = Number(flags.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error("--runs wants a whole number from 1");
/** Of what takes seconds. */
const longRuns = Math.min(3, runs);

const number = "2233855";
const latency = 50;

console.log(`${machine()}\n${runs} runs of each, ${longRuns} of the longest, in turns; MB are 10^6 bytes`);
if (!flags["no-build"]) build();
const service = await startService();
const slowService = await startService(latency);
const peers = peersAt(`${service.url}/v1/carriers/${number}`);
for (const { name, version, missing } of peers) {
  console.log(`${name}: ${missing ? `not measured, ${missing} is not installed` : version}`);
}
for (const node of [process.execPath, ...flags.node]) await printStarts(node);
await printTable("One lookup beside what else is installed", peerRows);
await printTable("Lists", async () => [...(await listRows()), ...(await memoryRows()), ...(await latencyRows())]);
service.stop();
slowService.stop();

async function printTable(title, rows) {
  say(title);
  console.log(`\n## ${title}\n\n${tableText(aimHead, await rows())}`);
}

async function printStarts(node) {
  const version = printed(node, ["--version"]);
  if (version === undefined) throw new Error(`${node} --version fails`);
  const major = Number.parseInt(version.slice(1), 10);
  await printTable(`Starts, Node ${version.slice(1)}`, async () => {
    const rows = [];
    for (const start of starts()) rows.push(await startRow(start, node));
    return [...rows, ...(await startMemoryRows(node, major))];
  });
}

/** What a person or a script types, with the aim of its wall time over that of `node -e 0`. */
function starts() {
  const lookup = ["carrier", number, "--base-url", service.url];
  return [
    { name: "--version", args: ["--version"], aim: 1.25 },
    { name: "--help", args: ["--help"], aim: 1.5 },
    { name: "a usage error", args: ["carrier", "--nonsense"], status: 2, aim: 1.5 },
    { name: "one lookup, --json", args: [...lookup, "--json"], aim: 2.7 },
    { name: "one lookup, table", args: lookup, aim: 3 },
  ];
}

function bareNode(node = process.execPath) {
  return { name: "node -e 0", command: [node, "-e", "0"] };
}

async function startRow({ name, args, status, aim }, node) {
  const trial = { name, command: usdot(args, node), status };
  const [bare, ours] = (await runAlternately([bareNode(node), trial], runs)).map(secondsOf);
  return aimRow({
    name: `${name} / node -e 0`,
    aim,
    value: ours.median / bare.median,
    detail: `${withSpread(ours, time)}; node ${withSpread(bare, time)}`,
  });
}

async function startMemoryRows(node, major) {
  const lookups = starts().slice(-2);
  const trials = lookups.map(({ name, args }) => ({ name, command: usdot(args, node) }));
  const [bare, ...ours] = (await runAlternately([bareNode(node), ...trials], runs, { memory: true })).map(peakOf);
  return lookups.map(({ name }, index) =>
    aimRow({
      name: `memory of ${name}`,
      aim: major <= 20 ? 52 : 60,
      value: ours[index].median,
      text: megabytes,
      detail: `${withSpread(ours[index], megabytes)}; node ${withSpread(bare, megabytes)}`,
    }),
  );
}

async function peerRows() {
  const { args } = starts().find(({ name }) => name === "one lookup, --json");
  const found = peers.filter(({ missing }) => !missing);
  const trials = [{ name: "usdot", command: usdot(args) }, ...found];
  const [ours, ...theirs] = (await runAlternately(trials, runs)).map(secondsOf);
  return peers.map((peer) => {
    const name = `one lookup, --json / ${peer.name}`;
    if (peer.missing) return [name, `<= ${ratio(peer.aim)}`, "skipped", "", `${peer.missing} is not installed`];
    const their = theirs[found.indexOf(peer)];
    const detail = `${withSpread(ours, time)}; ${peer.name} ${withSpread(their, time)}`;
    return aimRow({ name, aim: peer.aim, value: ours.median / their.median, detail });
  });
}

async function listRows() {
  const numbers = 100_000;
  const ndjsonTrial = bulkTrial(service.url, numbers);
  const tableTrial = bulkTrial(service.url, numbers, { format: "table" });
  const [bare, ndjson, table] = (await runAlternately([bareNode(), ndjsonTrial, tableTrial], runs)).map(secondsOf);
  const detail = `${withSpread(ndjson, time)}; node ${withSpread(bare, time)}`;
  const tableDetail = `${withSpread(table, time)}; node ${withSpread(bare, time)}`;
  const asking = { name: "100,000 numbers, batch 50, ndjson", detail };
  const showing = { name: "a table of 100,000 rows", detail: tableDetail };
  return [
    aimRow({ ...asking, name: `${asking.name} / node -e 0`, aim: 36, value: ndjson.median / bare.median }),
    aimRow({
      ...asking,
      name: `${asking.name}, carriers a second`,
      aim: 140_000,
      least: true,
      value: numbers / ndjson.median,
      text: count,
    }),
    aimRow({ ...showing, name: `${showing.name} / node -e 0`, aim: 14, value: table.median / bare.median }),
    // Asking is most of it, and the same for every format: this is what the table itself costs more than ndjson does.
    aimRow({
      ...showing,
      name: `${showing.name}, less the ndjson run / node -e 0`,
      value: (table.median - ndjson.median) / bare.median,
      detail: time(table.median - ndjson.median),
    }),
  ];
}

async function memoryRows() {
  say(`memory of long lists, ${longRuns} runs`);
  const trials = [bulkTrial(service.url, 100_000), bulkTrial(service.url, 1_000_000)];
  const measured = await runAlternately(trials, longRuns, { memory: true, warm: false });
  const [middle, long] = measured.map(peakOf);
  const seconds = secondsOf(measured[1]);
  return [
    aimRow({
      name: "100,000 numbers, memory",
      aim: 115,
      value: middle.median,
      text: megabytes,
      detail: `${withSpread(middle, megabytes)}; ${longRuns} runs`,
    }),
    aimRow({
      name: "1,000,000 numbers, memory / that of 100,000",
      aim: 1.3,
      value: long.median / middle.median,
      detail: `${withSpread(long, megabytes)} in ${withSpread(seconds, time)}; ${longRuns} runs`,
    }),
  ];
}

async function latencyRows() {
  const numbers = 10_000;
  const [batchSize, concurrency] = [50, 16];
  const trials = [bulkTrial, floorTrial].map((trial) => trial(slowService.url, numbers, { batchSize, concurrency }));
  const [ours, floor] = (await runAlternately(trials, runs)).map(secondsOf);
  // Nothing but waiting: neither a start nor a byte of work is allowed for.
  const rounds = Math.ceil(numbers / batchSize / concurrency);
  const ideal = (rounds * latency) / 1e3;
  const detail = `${withSpread(ours, time)}; ideal ${time(ideal)}, ${rounds} rounds of ${latency} ms`;
  const name = `${latency} ms of latency, ${count(numbers)} numbers, concurrency ${concurrency}`;
  return [
    aimRow({ name: `${name} / ideal`, aim: 1.15, value: ours.median / ideal, detail }),
    aimRow({
      name: `${name} / floor`,
      value: ours.median / floor.median,
      detail: `${withSpread(ours, time)}; floor ${withSpread(floor, time)}`,
    }),
  ];
}

/** What is under way, for whoever waits; the results alone are on standard output. */
function say(what) {
  process.stderr.write(`bench: ${what}\n`);
}
