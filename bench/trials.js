/** What several benches run, and what they say while they do. */
import { runAlternately, secondsOf } from "./measure.js";
import { aimRow, time, withSpread } from "./table.js";

/** Node with nothing to do: the minimum for any program on it. */
export function bareNode({ path }) {
  return { name: "node -e 0", command: [path, "-e", "0"] };
}

/**
 * Runs a trial in turns with those peers that are installed.
 *
 * @param {import("./measure.js").Trial} trial
 * @param {import("./peers.js").Peer[]} peers
 * @returns {Promise<{ ours: Spread, theirs: (Spread | undefined)[] }>} theirs: undefined for a peer that is missing
 */
export async function comparedWith(trial, peers, runs) {
  const found = peers.filter(({ missing }) => !missing);
  const [ours, ...measured] = (await runAlternately([trial, ...found], runs)).map(secondsOf);
  return { ours, theirs: peers.map((peer) => measured[found.indexOf(peer)]) };
}

/** The row of an aim that is a ratio of two wall times. */
export function ratioRow({ name, aim, ours, floor, floorName }) {
  const detail = `${withSpread(ours, time)}; ${floorName} ${withSpread(floor, time)}`;
  return aimRow({ name, aim, value: ours.median / floor.median, detail });
}

/** The aim for Node 20, or for the versions after it, which start with more and run faster. */
export function aimFor({ major }, forNode20, later = forNode20) {
  return major <= 20 ? forNode20 : later;
}

/** What is under way, for whoever waits; the results alone are on standard output. */
export function say(what) {
  process.stderr.write(`bench: ${what}\n`);
}
