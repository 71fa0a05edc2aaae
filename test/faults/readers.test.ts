/** The built program and readers that do not read, or read slowly. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { json, type Recorder, startRecorder } from "../support/recorder.ts";
import { temporaryDirectory } from "../support/resources.ts";
import { runUsdot, startUsdot } from "../support/usdot.ts";

/** A service that answers a bulk lookup with a megabyte. */
let lengthy: Recorder;
const numbers = Array.from({ length: 50 }, (_, index) => String(index + 1));
let directory: string;
beforeAll(async () => {
  lengthy = await startRecorder(
    json(
      200,
      numbers.map((dot_number) => ({ dot_number, legal_name: "N".repeat(20_000) })),
    ),
  );
  directory = temporaryDirectory();
});

const toService = (...args: string[]) => ["--base-url", lengthy.url, ...args];

const start = (args: readonly string[], env?: Record<string, string>) => startUsdot(directory, args, env);

const signals: [NodeJS.Signals, number][] = [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
];

/** A run whose rows nobody reads; one answer is more than a pipe holds. */
async function stuckOnRows(): Promise<ChildProcess> {
  const child = start([
    "--base-url",
    lengthy.url,
    "bulk",
    "--api-key",
    "any",
    "--format",
    "ndjson",
    "--quiet",
    ...numbers,
  ]);
  child.stderr?.resume();
  await once(child.stdout as Readable, "readable");
  return child;
}

/** A run whose errors nobody reads. */
async function stuckOnErrors(): Promise<ChildProcess> {
  const child = start(toService("carrier", "--format", "ndjson", "-"));
  const stdin = child.stdin as Writable;
  stdin.on("error", () => {});
  // A list of nothing but invalid lines is refused at once.
  stdin.write("7\n".repeat(10));
  for (let piece = 0; piece < 100; piece++) stdin.write("MC-1\n".repeat(1_000));
  stdin.end();
  child.stdout?.resume();
  // Until it is started, it takes nothing either.
  await once(child.stderr as Readable, "readable");
  // It is stuck once it takes no more of its input, not only until a busy machine gets to it.
  let before = 0;
  let rests = 0;
  const isStuck = () => {
    const left = stdin.writableLength;
    rests = left === before && left > 0 ? rests + 1 : 0;
    before = left;
    return rests >= 4;
  };
  await vi.waitUntil(isStuck, { interval: 300, timeout: 10_000 });
  return child;
}

// Most of it is waiting.
describe.concurrent("a reader that does not read", () => {
  it.for<[string, () => Promise<ChildProcess>]>([
    ["standard output", stuckOnRows],
    ["standard error", stuckOnErrors],
  ])("%s: each signal ends the process after 5 seconds, with its status", async ([, stuck], { expect }) => {
    await Promise.all(
      signals.map(async ([signal, status]) => {
        const child = await stuck();
        const end = once(child, "exit");
        const sent = performance.now();
        child.kill(signal);
        expect(await end).toEqual([status, null]);
        expect(performance.now() - sent).toBeGreaterThan(4_000);
      }),
    );
  });

  it("gets everything written before the signal if it reads in time", async ({ expect }) => {
    const child = await stuckOnRows();
    child.kill("SIGTERM");
    let out = "";
    child.stdout?.on("data", (piece) => {
      out += piece;
    });
    expect((await once(child, "close"))[0]).toBe(143);
    const rows = out.split("\n");
    expect(rows.pop()).toBe("");
    expect(rows.map((row) => (JSON.parse(row) as { dot_number: string }).dot_number)).toEqual(numbers);
  });

  it("is not waited for after a second signal of any kind", async ({ expect }) => {
    const child = await stuckOnRows();
    const end = once(child, "exit");
    child.kill("SIGINT");
    await runUsdot(["--version"]);
    child.kill("SIGTERM");
    // After five seconds, it would have ended with a status.
    expect(await end).toEqual([null, "SIGTERM"]);
  });
});

describe("standard error with a slow reader", () => {
  it("slows the list down instead of filling memory, and nothing is lost", { timeout: 60_000 }, async () => {
    const lines = 600_000;
    const list = join(directory, "bad.txt");
    writeFileSync(list, `${"7\n".repeat(10)}${"MC-1\n".repeat(lines)}`);
    const peak = join(directory, "peak");
    const measure = `import{writeFileSync}from"node:fs";process.on("exit",()=>writeFileSync(process.env.PEAK,String(process.resourceUsage().maxRSS)))`;
    const child = start(toService("carrier", "--format", "csv", "--quiet", "--file", list), {
      PEAK: peak,
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(measure)}`,
    });
    child.stdout?.resume();
    const status = once(child, "exit").then(([code]) => code);
    let told = 0;
    let taken = 0;
    for await (const piece of child.stderr as Readable) {
      told += String(piece).split("\n").length - 1;
      taken += (piece as Buffer).length;
      // Read more slowly than the program writes.
      if (taken > 2 ** 21) {
        taken = 0;
        await runUsdot(["--version"]);
      }
    }
    // And the number, for which this service has no usable answer, and the closing line.
    expect(told).toBe(lines + 2);
    expect(await status).toBe(8);
    // In KiB. It takes 160 to 250 MB, depending on the version of Node and its load; if nothing waits 390 MB, which grows with the list.
    expect(Number(readFileSync(peak, "utf8"))).toBeLessThan(300_000);
  });
});
