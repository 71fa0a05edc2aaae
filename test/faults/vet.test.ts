/** `usdot vet` against a service at fault, and killed: nothing that failed ever passes, and nothing that was answered is lost. */
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { goodRecord, type Kind } from "../support/carrier-records.ts";
import { runInProcess } from "../support/memory-host.ts";
import { type Recorder, startRecorder } from "../support/recorder.ts";
import { temporaryDirectory } from "../support/resources.ts";
import { runUsdot, startUsdot } from "../support/usdot.ts";
import { startFaultService } from "./fault-service.ts";
import { type Fault, faults } from "./faults.ts";

/** The exit status of `usdot carrier` if the fault lasts forever. */
function statusOf({ forever }: Fault): number {
  return typeof forever === "number" ? forever : forever.get;
}

/** What is in the environment of the process (certificates, proxies) needs a process: the matrix has those. */
const inProcess = faults.filter(({ env, baseUrl }) => env === undefined && baseUrl === undefined);

describe.concurrent("one carrier, with every fault lasting forever", () => {
  it.each(inProcess.map((fault) => [fault.name, fault] as const))("%s", async (_, fault) => {
    const service = await startFaultService(fault, { mode: "forever" });
    try {
      const flags = ["--timeout", String(fault.timeout ?? 5), "--retries", "1", "--max-wait", "1"];
      const run = ["vet", "2233855", "--base-url", service.url, "--format", "csv", ...flags];
      const { status, out } = await runInProcess(run, { env: { USDOT_API_KEY: "any" } });
      const verdict = /^2233855,.*?,(pass|review|fail),/m.exec(out)?.[1];
      const expected = statusOf(fault);
      if (expected === 0) {
        // The record came through; what it says is another matter.
        expect([0, 3, 8]).toContain(status);
        expect(verdict).toBe({ 0: "pass", 3: "fail", 8: "review" }[status as 0 | 3 | 8]);
      } else {
        expect({ status, verdict }).toEqual({ status: expected, verdict: expected === 3 ? "fail" : "review" });
      }
    } finally {
      await service.close();
    }
  });
});

let directory: string;
let service: Recorder;
let asked: string[] = [];
let onRequest: () => void = () => {};

/** What a service does about a number instead of answering well. */
const troubles: Readonly<Record<string, { status: number; body: string }>> = {
  "101": { status: 500, body: "{}" },
  "102": { status: 200, body: "<html>maintenance</html>" },
  "103": { status: 200, body: '{"dot_number":"7"}' },
  "104": { status: 200, body: '{"dot_number":"104","legal_name":"CUT' },
  "105": { status: 200, body: "" },
  "106": { status: 302, body: "" },
};

beforeAll(async () => {
  directory = temporaryDirectory();
  service = await startRecorder((response, request) => {
    const [, number = "", kind = "carrier"] = /carriers\/(\d+)(?:\/(\w+))?$/.exec(request.url ?? "") ?? [];
    asked.push(`${kind} ${number}`);
    onRequest();
    const trouble = kind === "insurance" ? troubles[number] : undefined;
    response.writeHead(trouble?.status ?? 200, { "content-type": "application/json" });
    response.end(trouble?.body ?? JSON.stringify(goodRecord(kind as Kind, number)));
  });
});

it("a list on the built program: what is at fault needs review, what is answered passes, and the replay agrees", async () => {
  const evidence = join(directory, "troubled.ndjson");
  const numbers = ["1", ...Object.keys(troubles), "2"];
  const args = [
    "vet",
    ...numbers,
    "--retries",
    "0",
    "--base-url",
    service.url,
    "--format",
    "csv",
    "--evidence",
    evidence,
  ];
  const live = await runUsdot(args);
  expect(live.status).toBe(8);
  const verdicts = live.stdout.match(/^\d+,[^,]*,\w+/gm)?.map((row) => [row.split(",")[0], row.split(",")[2]]);
  expect(verdicts).toEqual(numbers.map((number) => [number, number in troubles ? "review" : "pass"]));
  const replayed = await runUsdot(["vet", "--from", evidence, "--format", "csv"]);
  expect({ status: replayed.status, out: replayed.stdout }).toEqual({ status: 8, out: live.stdout });
});

describe("a run that is killed", () => {
  const count = 40;

  /** Kills the program as its n-th request comes in; gives whether it ended by itself. */
  async function runUntil(killAt: number, args: string[]): Promise<boolean> {
    const child = startUsdot(directory, args, {}, { stdio: ["ignore", "pipe", "ignore"] });
    child.stdout?.resume();
    asked = [];
    onRequest = () => void (asked.length === killAt && child.kill("SIGKILL"));
    const [, signal] = await once(child, "close");
    return signal === null;
  }

  it("at any point continues with --reuse, asks only what is missing, and its evidence is whole", async () => {
    const list = join(directory, "killed.txt");
    writeFileSync(list, Array.from({ length: count }, (_, index) => `${index + 1}\n`).join(""));
    // What the built program wrote is judged in this process.
    const judge = (evidence: string) => runInProcess(["vet", "--from", evidence], { now: Date.now });
    const kills = fc.sample(fc.integer({ min: 1, max: 3 * count }), { numRuns: 8, seed: 11 });
    for (const [index, killAt] of [1, 3 * count, ...kills].entries()) {
      const [first, second] = [1, 2].map((nth) => join(directory, `killed-${index}-${nth}.ndjson`)) as [string, string];
      const args = ["vet", "--file", list, "--base-url", service.url, "--format", "ndjson"];
      expect(await runUntil(killAt, [...args, "--evidence", first])).toBe(false);
      const kept = readFileSync(first, "utf8")
        .split("\n")
        .filter((line) => line.startsWith('{"type":"verdict"')).length;
      expect((await judge(first)).status).toBe(8);
      expect(await runUntil(Number.POSITIVE_INFINITY, [...args, "--reuse", first, "--evidence", second])).toBe(true);
      expect([killAt, asked.length]).toEqual([killAt, 3 * (count - kept)]);
      const whole = await judge(second);
      expect(whole.status).toBe(0);
      expect(whole.out).toContain(`${count} carriers: 0 fail, 0 need review, ${count} pass`);
    }
  });
});
