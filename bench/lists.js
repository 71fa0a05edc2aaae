/** Lists: against the floor and the peers, in memory, and where the service takes its time. */
import { peakOf, runAlternately, secondsOf } from "./measure.js";
import { aimRow, count, megabytes, time, withSpread } from "./table.js";
import { aimFor, comparedWith, ratioRow, say } from "./trials.js";
import { bulkTrial, floorTrial, listOf } from "./workspace.js";

const numbers = 100_000;

/**
 * @param {import("./peers.js").ListPeer[]} peers
 */
export async function listRows(node, url, peers, runs) {
  say(`${count(numbers)} numbers`);
  const [floor, ndjson, csv, table] = (
    await runAlternately(
      [
        floorTrial(url, numbers, { node: node.path }),
        ...["ndjson", "csv", "table"].map((format) => bulkTrial(url, numbers, { format, node: node.path })),
      ],
      runs,
    )
  ).map(secondsOf);
  const row = (format, aim, ours) =>
    ratioRow({ name: `${count(numbers)} numbers, ${format} / floor`, aim, ours, floor, floorName: "floor" });
  return [
    row("ndjson", 1.7, ndjson),
    row("csv", 2.1, csv),
    row("table", 2.2, table),
    ...(await peerRows(node, url, peers, runs)),
  ];
}

async function peerRows(node, url, peers, runs) {
  const trials = peers.map((peer) => ({ ...peer, command: peer.commandFor?.(url, listOf(numbers)), lines: numbers }));
  const { ours, theirs } = await comparedWith(bulkTrial(url, numbers, { node: node.path }), trials, runs);
  return peers.map(({ name, version, aims, missing }, index) => {
    const what = `${count(numbers)} numbers, ndjson / ${name}`;
    if (missing) return [what, "", "skipped", "", `${missing} is not installed`];
    const aim = aims && aimFor(node, ...aims);
    return ratioRow({ name: what, aim, ours, floor: theirs[index], floorName: version });
  });
}

export async function memoryRows(node, url, runs) {
  say("memory of long lists");
  const trials = [numbers, 10 * numbers].map((length) => bulkTrial(url, length, { node: node.path }));
  const measured = await runAlternately(trials, runs, { memory: true, warm: false });
  const [middle, long] = measured.map(peakOf);
  return [
    aimRow({
      name: "100,000 numbers, memory",
      aim: aimFor(node, 110, 140),
      value: middle.median,
      text: megabytes,
      detail: `${withSpread(middle, megabytes)}; ${runs} runs`,
    }),
    aimRow({
      name: "1,000,000 numbers, memory",
      aim: aimFor(node, 120, 200),
      value: long.median,
      text: megabytes,
      detail: `${withSpread(long, megabytes)} in ${withSpread(secondsOf(measured[1]), time)}; ${runs} runs`,
    }),
  ];
}

/** Against a service that takes 50 ms for each answer, with 16 requests in flight. */
export async function latencyRows(node, slowUrl, runs) {
  const length = 10_000;
  const sizes = { batchSize: 50, concurrency: 16, node: node.path };
  say("50 ms of latency");
  const trials = [bulkTrial, floorTrial].map((trial) => trial(slowUrl, length, sizes));
  const [ours, floor] = (await runAlternately(trials, runs)).map(secondsOf);
  const name = `50 ms of latency, ${count(length)} numbers, 16 at once / floor`;
  return [ratioRow({ name, aim: 1.1, ours, floor, floorName: "floor" })];
}
