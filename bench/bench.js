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
  options: {
    runs: { type: "string", default: "9" },
    node: { type: "string", multiple: true, default: [process.execPath] },
  },
});
const runs = Number(flags.runs);
const here = fileURLToPath(new URL(".", import.meta.url));
const [fast, slow] = await Promise.all([startService(0), startService(50)]);
const goPeer = join(workspace, "go-peer");
spawnSync("go", ["build", "-o", goPeer, "."], {
  cwd: join(here, "go"),
  stdio: "ignore",
});

const load = loadavg()[0].toFixed(2);
console.log(
  `${cpus()[0].model}, ${cpus().length} cores, ${type()} ${release()}, load ${load}, medians of ${runs}\n`,
);
const versions = flags.node.map((node) =>
  spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim(),
);
const columns = [];
for (const node of flags.node) columns.push(await measure(node));
console.log(
  `| what | aim | ${versions.join(" | ")} |\n|---|---|${"---|".repeat(versions.length)}`,
);
for (const [row, { what, aim = "" }] of columns[0].entries())
  console.log(
    `| ${what} | ${aim} | ${columns.map((column) => column[row].result).join(" | ")} |`,
  );
process.exit();

/** What this version of Node takes: a row for each program that usdot is compared with. */
async function measure(node) {
  const usdot = (...args) => [node, join(here, "../bin/usdot.cjs"), ...args];
  const url = `${fast}/v1/carriers/2233855`;
  const python =
    "import json, sys, requests; print(json.dumps(requests.get(sys.argv[1]).json(), indent=2))";
  const empty = { name: "node -e 0", command: [node, "-e", "0"] };
  const list = (what, service, count, concurrency) => {
    const asked = [
      "--base-url",
      service,
      "--api-key",
      "bench",
      "--concurrency",
      String(concurrency),
    ];
    return usdot(
      what,
      "-q",
      "-f",
      listOf(count),
      "--format",
      "ndjson",
      ...asked,
    );
  };
  const bulk = (service, count, concurrency) => ({
    name: "bulk",
    command: list("bulk", service, count, concurrency),
    lines: count,
  });
  const floor = (service, count, concurrency) => ({
    name: "the floor",
    command: [
      node,
      join(here, "floor.js"),
      service,
      listOf(count),
      String(concurrency),
    ],
    lines: Math.ceil(count / 50),
  });
  const go = {
    name: "the Go program",
    command: [goPeer, fast, listOf(100_000), "4"],
    lines: 100_000,
    aim: 1.5,
  };
  // Of the statuses of vet, 1 alone says that it did not do its work.
  const vet = [
    "sh",
    "-c",
    '"$@"; test $? -ne 1',
    "sh",
    ...list("vet", fast, 1_000, 4),
  ];
  const comparisons = [
    [
      "one lookup",
      {
        name: "lookup",
        command: usdot("carrier", "2233855", "--json", "--base-url", fast),
      },
      [
        { ...empty, aim: "3; Node 20: 4" },
        {
          name: "curl to jq",
          command: ["sh", "-c", `curl -s ${url} | jq .`],
          needs: ["curl", "jq"],
        },
        {
          name: "HTTPie",
          command: ["http", "--ignore-stdin", "--body", "--pretty=format", url],
          aim: 0.5,
        },
        {
          name: "Python requests",
          command: ["python3", "-c", python, url],
          aim: 0.75,
        },
      ],
    ],
    ["--help", { name: "help", command: usdot("--help") }, [empty]],
    [
      "10,000 numbers at 50 ms, 16 in flight",
      bulk(slow, 10_000, 16),
      [{ ...floor(slow, 10_000, 16), aim: 1.05 }],
    ],
    [
      "100,000 numbers",
      bulk(fast, 100_000, 4),
      [{ ...floor(fast, 100_000, 4), aim: 2 }, go],
    ],
    [
      "1,000 carriers vetted",
      { name: "vet", command: vet },
      [
        {
          name: "its lookups",
          command: list("snapshot", fast, 1_000, 4),
          aim: 1.2,
        },
      ],
    ],
  ];
  const rows = [];
  for (const comparison of comparisons)
    rows.push(...(await compare(...comparison)));
  const peak = await peakMemory(bulk(fast, 1_000_000, 4));
  const result =
    peak === undefined ? "not known here" : `${Math.round(peak)} MB`;
  return [
    ...rows,
    { what: "1,000,000 numbers, memory", aim: "400 MB", result },
  ];
}

/** How many times as long as each peer we take. */
async function compare(what, ours, peers) {
  process.stderr.write(`bench: ${what}\n`);
  const found = peers.filter(({ command, needs = command.slice(0, 1) }) =>
    needs.every((name) => isInstalled(name)),
  );
  const [our, ...theirs] = await medians([ours, ...found], runs);
  return peers.map((peer) => {
    const their = theirs[found.indexOf(peer)];
    const result = their
      ? `${(our / their).toFixed(2)} (${ms(our)}; ${ms(their)})`
      : "not installed";
    return { what: `${what} / ${peer.name}`, aim: peer.aim, result };
  });
}

function ms(seconds) {
  return `${Math.round(seconds * 1_000).toLocaleString("en-US")} ms`;
}

/** Starts a load service in a process of its own, which ends with this one. */
function startService(latency) {
  const stdio = ["pipe", "pipe", "inherit"];
  const child = spawn(
    process.execPath,
    [join(here, "load-service.js"), String(latency)],
    { stdio },
  );
  return new Promise((resolve) =>
    createInterface({ input: child.stdout }).once("line", resolve),
  );
}

/** The path of a list of so many distinct numbers, one a line. */
function listOf(count) {
  const path = join(workspace, `${count}.txt`);
  writeFileSync(
    path,
    Array.from({ length: count }, (_, index) => `${1_000_000 + index}\n`).join(
      "",
    ),
  );
  return path;
}
