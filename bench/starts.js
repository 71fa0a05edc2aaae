/** What a person or a script waits for: starts of the program, with one request or none. */
import { peakOf, runAlternately, secondsOf } from "./measure.js";
import { aimRow, megabytes, withSpread } from "./table.js";
import { aimFor, bareNode, ratioRow } from "./trials.js";
import { usdot } from "./workspace.js";

const number = "2233855";

/** What is typed, with the aims of its wall time over that of `node -e 0`: on Node 20, and on later versions. */
function starts(url) {
  const service = ["--base-url", url];
  return [
    { name: "--version", args: ["--version"], aims: [1.1] },
    { name: "--help", args: ["--help"], aims: [1.35] },
    { name: "a usage error", args: ["carrier", "--nonsense"], status: 2, aims: [1.35] },
    { name: "one lookup, --json", args: ["carrier", number, ...service, "--json"], aims: [2.4, 2.2], lookup: true },
    { name: "one lookup, table", args: ["carrier", number, ...service], aims: [2.6, 2.4], lookup: true },
    { name: "one snapshot, three requests", args: [number, ...service], aims: [2.8, 2.7], lookup: true },
  ];
}

/** The first run of each does not count: it is the one that fills the code cache. */
export async function startRows(node, url, runs) {
  const rows = [];
  for (const { name, args, status, aims } of starts(url)) {
    const trial = { name, command: usdot(args, node.path), status };
    const [floor, ours] = (await runAlternately([bareNode(node), trial], runs)).map(secondsOf);
    rows.push(ratioRow({ name: `${name} / node -e 0`, aim: aimFor(node, ...aims), ours, floor, floorName: "node" }));
  }
  return rows;
}

export async function startMemoryRows(node, url, runs) {
  const lookups = starts(url).filter(({ lookup }) => lookup);
  const trials = lookups.map(({ name, args }) => ({ name, command: usdot(args, node.path) }));
  const [bare, ...ours] = (await runAlternately([bareNode(node), ...trials], runs, { memory: true })).map(peakOf);
  return lookups.map(({ name }, index) =>
    aimRow({
      name: `memory of ${name}`,
      aim: aimFor(node, 55, 62),
      value: ours[index].median,
      text: megabytes,
      detail: `${withSpread(ours[index], megabytes)}; node ${withSpread(bare, megabytes)}`,
    }),
  );
}
