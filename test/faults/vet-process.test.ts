/** What takes a process of its own: signals, memory, a reader that goes away. On the built program. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { goodRecord, type Kind } from "../support/carrier-records.ts";
import { listening, temporaryDirectory } from "../support/resources.ts";
import { runUsdot, startUsdot } from "../support/usdot.ts";

let directory: string;
let url: string;
let asked = 0;
/** Called at each request. */
let onRequest: (nth: number) => void = () => {};

beforeAll(async () => {
  directory = temporaryDirectory();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    asked += 1;
    onRequest(asked);
    const [, number = "", kind = "carrier"] = /carriers\/(\d+)(?:\/(\w+))?$/.exec(request.url ?? "") ?? [];
    const numbers: string[] = request.method === "POST" ? JSON.parse(body).dot_numbers : [];
    const answer =
      request.method === "POST" ? numbers.map((one) => goodRecord("bulk", one)) : goodRecord(kind as Kind, number);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  url = `http://${await listening(server)}`;
});
beforeEach(() => {
  asked = 0;
  onRequest = () => {};
});

function listOf(count: number): string {
  const path = join(directory, `${count}.txt`);
  writeFileSync(path, Array.from({ length: count }, (_, index) => `${index + 1}\n`).join(""));
  return path;
}

it("ends in the statuses of the table", async () => {
  const numbers = { "9000001": 0, "9000005": 3, "9000010": 8, "9000401": 4, "MC-1": 2 };
  const runs = await Promise.all(Object.keys(numbers).map((number) => runUsdot(["--sample", "vet", number])));
  expect(runs.map(({ status }) => status)).toEqual(Object.values(numbers));
});

describe.each([
  ["SIGINT", 130, "interrupted"],
  ["SIGTERM", 143, "terminated"],
] as const)("%s", (signal, expected, word) => {
  it(`ends in ${expected}, keeps the evidence, and says how to continue`, async () => {
    const evidence = join(directory, `${word}.ndjson`);
    const report = join(directory, `${word}.xml`);
    const args = [
      "vet",
      "--file",
      listOf(60),
      "--base-url",
      url,
      "--report",
      `junit=${report}`,
      "--evidence",
      evidence,
    ];
    let child: ChildProcess | undefined;
    onRequest = (nth) => void (nth === 40 && child?.kill(signal));
    child = startUsdot(directory, args, {}, { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout?.resume();
    const stderr = child.stderr ? text(child.stderr) : "";
    const [status] = await once(child, "close");
    expect([status, (await stderr).split("\n").at(-2)]).toEqual([expected, `usdot: ${word}`]);
    expect(statSync(report, { throwIfNoEntry: false })).toBeUndefined();
    const [, continuation = ""] = /run the same command with (.*)\n/.exec(await stderr) ?? [];
    expect(await stderr).toContain(`the report so far is in ${report}.partial\n`);
    expect(await stderr).toContain(`the evidence so far is in ${evidence}`);
    expect((await runUsdot(["vet", "--from", evidence])).status).toBe(8);

    onRequest = () => {};
    asked = 0;
    const second = continuation.split(" ").at(-1) ?? "";
    const again = await runUsdot([...args.slice(0, -2), ...continuation.split(" ")]);
    expect(again.status).toBe(0);
    expect(asked).toBeLessThan(180);
    expect((await runUsdot(["vet", "--from", second])).status).toBe(0);
  });
});

it("stops without a word when its reader goes away", async () => {
  const args = ["vet", "--file", listOf(300), "--base-url", url, "--format", "ndjson"];
  const child = startUsdot(directory, args, {}, { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout?.once("data", () => child.stdout?.destroy());
  const [status] = await once(child, "close");
  expect(status).toBe(141);
});

/** Writes the most memory in use, in MB, as it is right after a garbage collection: the process's size says more about V8 than about us. */
const gauge = `
require("node:v8").setFlagsFromString("--expose-gc");
const collect = require("node:vm").runInNewContext("gc");
let most = 0;
setInterval(() => { collect(); most = Math.max(most, process.memoryUsage().heapUsed); }, 200).unref();
process.on("exit", () => require("node:fs").writeFileSync(process.env.MOST, String(most / 1e6)));
`;

it("takes no more memory for ten times as many carriers", async () => {
  const hook = join(directory, "gauge.cjs");
  writeFileSync(hook, gauge);
  const policy = join(directory, "summary.yaml");
  // Carriers that fail take the most room in every report.
  writeFileSync(policy, "version: 1\nname: summary\nrules: { fleet.power_units: { min: 99 } }\n");
  const mostInUse = async (count: number) => {
    const path = (name: string) => join(directory, `${count}.${name}`);
    const reports = ["--report", `junit=${path("xml")}`, "--report", `sarif=${path("sarif")}`];
    const files = ["--file", listOf(count), "--policy", policy, "--evidence", path("evidence"), ...reports];
    const env = { USDOT_API_KEY: "any", NODE_OPTIONS: `--require ${hook}`, MOST: path("most") };
    const args = ["vet", "--base-url", url, "--format", "ndjson", "--quiet", ...files];
    const { status } = await runUsdot(args, { env, timeoutMs: 55_000 });
    expect(status).toBe(3);
    return Number(readFileSync(path("most"), "utf8"));
  };
  const [few = 0, many = 0] = await Promise.all([mostInUse(1_000), mostInUse(8_000)]);
  // The evidence alone of 7,000 more carriers is 8 MB.
  expect(many - few).toBeLessThan(4);
});
