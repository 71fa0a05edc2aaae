/**
 * Every aim of usdot beside its result: starts, one lookup, lists and vetting, whole processes in pairs with what they are compared with.
 *
 *   npm run bench -- [--runs N] [--node PATH]... [--only starts|peers|lists|vetting]... [--no-build]
 *
 * `--node` measures everything but the peers of one lookup with another version of Node as well; `--only` leaves the rest out.
 */

import { parseArgs } from "node:util";
import { historyRows } from "./history.js";
import { latencyRows, listRows, memoryRows } from "./lists.js";
import { printed } from "./measure.js";
import { listPeers, peersAt } from "./peers.js";
import { startMemoryRows, startRows } from "./starts.js";
import { aimHead, aimRow, ratio, tableText, time, withSpread } from "./table.js";
import { comparedWith, say } from "./trials.js";
import { askingRow, replayRow, rulesRow, vettingMemoryRows } from "./vetting.js";
import { build, machine, startService, usdot } from "./workspace.js";

const sections = ["starts", "peers", "lists", "vetting"];
const { values: flags } = parseArgs({
  options: {
    runs: { type: "string", default: "11" },
    node: { type: "string", multiple: true, default: [] },
    only: { type: "string", multiple: true, default: sections },
    "no-build": { type: "boolean", default: false },
  },
});
const runs = Number(flags.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error("--runs wants a whole number from 1");
const unknown = flags.only.find((name) => !sections.includes(name));
if (unknown !== undefined) throw new Error(`--only ${unknown}: there are ${sections.join(", ")}`);
/** Of what takes seconds. */
const longRuns = Math.min(3, runs);

console.log(`${machine()}\n${runs} runs of each, ${longRuns} of the longest, in turns; MB are 10^6 bytes`);
if (!flags["no-build"]) build();
const service = await startService();
const slowService = await startService(50);
for (const path of [process.execPath, ...flags.node]) await printNode(nodeAt(path));
if (flags.only.includes("peers")) await printPeers();
service.stop();
slowService.stop();

function nodeAt(path) {
  const version = printed(path, ["--version"]);
  if (version === undefined) throw new Error(`${path} --version fails`);
  return { path, version: version.slice(1), major: Number.parseInt(version.slice(1), 10) };
}

async function printNode(node) {
  const url = service.url;
  await printTable("starts", node, async () => [
    ...(await startRows(node, url, runs)),
    ...(await startMemoryRows(node, url, runs)),
  ]);
  await printTable("lists", node, async () => [
    ...(await listRows(node, url, listPeers(), runs)),
    ...(await memoryRows(node, url, longRuns)),
    ...(await latencyRows(node, slowService.url, runs)),
  ]);
  await printTable("vetting", node, async () => [
    await replayRow(node, url, runs),
    await rulesRow(node, url, longRuns),
    await askingRow(node, url, runs),
    ...(await vettingMemoryRows(node, url)),
    ...(await historyRows(node, url, longRuns)),
  ]);
}

async function printTable(section, { version }, rows) {
  if (!flags.only.includes(section)) return;
  const title = `${section[0].toUpperCase()}${section.slice(1)}, Node ${version}`;
  say(title);
  console.log(`\n**${title}**\n\n${tableText(aimHead, await rows())}`);
}

async function printPeers() {
  const peers = peersAt(`${service.url}/v1/carriers/2233855`);
  const trial = { name: "usdot", command: usdot(["carrier", "2233855", "--base-url", service.url, "--json"]) };
  say("one lookup beside its peers");
  const { ours, theirs } = await comparedWith(trial, peers, runs);
  const rows = peers.map((peer, index) => {
    const name = `one lookup, --json / ${peer.name}`;
    if (peer.missing) return [name, `<= ${ratio(peer.aim)}`, "skipped", "", `${peer.missing} is not installed`];
    const their = theirs[index];
    const detail = `${withSpread(ours, time)}; ${peer.name} ${peer.version} ${withSpread(their, time)}`;
    return aimRow({ name, aim: peer.aim, value: ours.median / their.median, detail });
  });
  console.log(`\n**One lookup beside what else is installed**\n\n${tableText(aimHead, rows)}`);
}
