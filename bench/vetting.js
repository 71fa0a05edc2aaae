/** Vetting: a replay against a bare script, the rules alone, a run against the same requests by the lookups, and memory. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { peakOf, printed, run, runAlternately, secondsOf, spread } from "./measure.js";
import { aimRow, count, megabytes, withSpread } from "./table.js";
import { ratioRow, say } from "./trials.js";
import { listOf, root, usdot, workspace } from "./workspace.js";

const replayed = 10_000;
const asked = 1_000;
const watched = [2_000, 20_000];

/** A replay against a script that reads, hashes and parses the same evidence. */
export async function replayRow(node, url, runs) {
  say(`a replay of ${count(replayed)} carriers`);
  const evidence = join(workspace, "replayed.ndjson");
  rmSync(evidence, { force: true });
  await run({ name: "record", command: live(node, url, replayed, "--evidence", evidence), lines: replayed });
  const bare = { name: "bare", command: [node.path, join(root, "bench/replay-floor.js"), evidence] };
  const from = ["vet", "--from", evidence, "--quiet", "--format", "ndjson"];
  const replay = { name: "replay", command: usdot(from, node.path), lines: replayed };
  const [floor, ours] = (await runAlternately([bare, replay], runs)).map(secondsOf);
  return ratioRow({
    name: `${count(replayed)} carriers replayed / bare script`,
    aim: 3.5,
    ours,
    floor,
    floorName: "script",
  });
}

/** The library judges one carrier's records over and over, in a process of its own. */
export async function rulesRow(node, url, runs) {
  say("the rules alone");
  const measured = Array.from({ length: runs }, () => printed(node.path, [join(root, "bench/rules.js"), url]));
  const found = spread(measured.map(Number));
  const text = (value) => `${value.toFixed(1)} us`;
  return aimRow({ name: "rules, a carrier", aim: 30, value: found.median, text, detail: withSpread(found, text) });
}

/** A run that keeps evidence against the three lookups of the same list. */
export async function askingRow(node, url, runs) {
  say(`${count(asked)} carriers asked and recorded`);
  const evidence = join(workspace, "asked.ndjson");
  const lookups = ["carrier", "insurance", "safety"].map((name) =>
    usdot([name, "--base-url", url, "--file", listOf(asked), "--format", "ndjson", "--quiet"], node.path),
  );
  const inTurn = lookups.map((command) => command.join(" ")).join(" && ");
  const vet = live(node, url, asked, "--evidence", evidence).join(" ");
  const trials = [
    { name: "lookups", command: ["sh", "-c", inTurn], lines: 3 * asked },
    { name: "vet", command: ["sh", "-c", `rm -f ${evidence}; ${vet}`], lines: asked },
  ];
  const [floor, ours] = (await runAlternately(trials, runs)).map(secondsOf);
  const name = `${count(asked)} carriers asked and recorded / lookups`;
  return ratioRow({ name, aim: 1.2, ours, floor, floorName: "lookups" });
}

/** With all that is to be flat in the number of carriers at once: ndjson, junit, sarif and evidence. */
export async function vettingMemoryRows(node, url) {
  say("memory of vetting");
  const rows = [];
  for (const carriers of watched) {
    const [evidence, ...reports] = ["evidence", "junit", "sarif"].map((name) => join(workspace, `memory.${name}`));
    rmSync(evidence, { force: true });
    const named = reports.flatMap((path) => ["--report", `${path.split(".").at(-1)}=${path}`]);
    const trial = { name: "memory", command: live(node, url, carriers, "--evidence", evidence, ...named) };
    const peak = peakOf([await run(trial, { memory: true })]);
    const name = `${count(carriers)} carriers, memory with ndjson, junit, sarif and evidence`;
    rows.push(aimRow({ name, value: peak.median, text: megabytes, detail: "1 run" }));
  }
  return rows;
}

function live(node, url, carriers, ...rest) {
  const args = ["vet", "--base-url", url, "--file", listOf(carriers), "--format", "ndjson", "--quiet", ...rest];
  return usdot(args, node.path);
}
