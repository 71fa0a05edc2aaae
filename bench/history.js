/** Monitoring: the next run of 1,000 carriers beside a year of daily runs, against the same beside one. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { peakOf, run, runAlternately, secondsOf } from "./measure.js";
import { aimRow, count, megabytes } from "./table.js";
import { ratioRow, say } from "./trials.js";
import { listOf, usdot, workspace } from "./workspace.js";

const carriers = 1_000;
const days = 365;
const dayLength = 86_400_000;

export async function historyRows(node, url, runs) {
  say(`a year of daily runs of ${count(carriers)} carriers`);
  const [one, year] = ["one", "year"].map((name) => join(workspace, `history-${name}`));
  const trials = [one, year].map((history) => ({
    name: history,
    command: usdot(["vet", "--base-url", url, "--file", listOf(carriers), "--history", history, "--quiet"], node.path),
  }));
  await run(trials[0]);
  mkdirSync(year);
  const [first] = readdirSync(one).filter((name) => name.endsWith(".ndjson"));
  const lines = readFileSync(join(one, first), "utf8").trimEnd().split("\n");
  for (let ago = days; ago > 0; ago--) {
    const time = new Date(Date.parse(JSON.parse(lines[0]).as_of) - ago * dayLength).toISOString();
    writeFileSync(join(year, `${time.slice(0, 19).replaceAll(":", "")}Z.ndjson`), asOf(time, lines));
  }
  const [floor, ours] = await runAlternately(trials, runs, { memory: true });
  const name = `${count(carriers)} carriers vetted beside a year of runs / beside one`;
  const more = peakOf(ours).median - peakOf(floor).median;
  return [
    ratioRow({ name, aim: 1.3, ours: secondsOf(ours), floor: secondsOf(floor), floorName: "one" }),
    aimRow({ name: "the same, more memory", aim: 60, value: more, text: megabytes, detail: `${runs} runs` }),
  ];
}

/** A run as it would have been recorded then, by another version of usdot, so that its verdicts are judged again. */
function asOf(time, lines) {
  const hash = createHash("sha256");
  return lines
    .map((line) => {
      const before = hash.copy().digest("hex");
      const dated = line
        .replace(/"version":"[^"]*"/, '"version":"0"')
        .replace(/"(as_of|asked_at)":"[^"]*"/, `"$1":"${time}"`)
        .replace(/"(sha256_before|sha256)":"[0-9a-f]{64}"}$/, `"$1":"${before}"}`);
      hash.update(`${dated}\n`);
      return `${dated}\n`;
    })
    .join("");
}
