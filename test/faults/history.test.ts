/** A history of runs under stress: killed at any point, two at once, a year of them. */
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { goodRecord, type Kind } from "../support/carrier-records.ts";
import { listening, temporaryDirectory } from "../support/resources.ts";
import { runUsdot, startUsdot } from "../support/usdot.ts";

/** A service of good carriers; `before` is told the number of each request. Its clients may be killed. */
async function carriers(before: (request: number) => Promise<void> | void) {
  const counter = { count: 0 };
  const server = createServer(async (request, response) => {
    request.on("error", () => {});
    await before(++counter.count);
    const [, number = "", kind = "carrier"] = /carriers\/(\d+)(?:\/(\w+))?$/.exec(request.url ?? "") ?? [];
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify(goodRecord(kind as Kind, number)));
  });
  return { origin: `http://${await listening(server)}`, counter };
}

const numbers = ["1", "2", "3", "4", "5", "6"];
const runsIn = (directory: string) => readdirSync(directory).filter((name) => /^\d.*\.ndjson$/.test(name));

describe("--history", () => {
  it("works on after a kill at any point, and says how to continue", async () => {
    const directory = temporaryDirectory();
    let kill: (() => void) | undefined;
    let at = 0;
    const service = await carriers((count) => {
      if (count === at) kill?.();
    });
    const history = join(directory, "runs");
    const args = ["vet", ...numbers, "--base-url", service.origin, "--history", history, "--concurrency", "1"];
    expect((await runUsdot(args)).status).toBe(0);
    const killed = async (after: number) => {
      const child = startUsdot(directory, args);
      kill = () => child.kill("SIGKILL");
      at = service.counter.count + after;
      expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
      kill = undefined;
      return join(history, runsIn(history).at(-1) as string);
    };
    for (const after of [1, 8, 18]) {
      const { status, stderr } = await runUsdot([...args, "--reuse", await killed(after)]);
      expect(stderr).not.toContain("was cut off");
      expect(status).toBe(0);
    }
    const last = await killed(7);
    const { status, stderr } = await runUsdot(args);
    expect(stderr).toContain(`${last} was cut off; the same command with --reuse ${last} continues it`);
    expect(status).toBe(0);
  });

  it("refuses a second run at the same time, and loses nothing of the first", async () => {
    const directory = temporaryDirectory();
    let release: () => void = () => {};
    const isHeld = new Promise<void>((resolve) => {
      release = resolve;
    });
    let reach: () => void = () => {};
    const isReached = new Promise<void>((resolve) => {
      reach = resolve;
    });
    const service = await carriers(async (count) => {
      if (count !== 2) return;
      reach();
      await isHeld;
    });
    const history = join(directory, "runs");
    const args = ["vet", ...numbers, "--base-url", service.origin, "--history", history];
    const first = startUsdot(directory, args);
    const ended = once(first, "exit");
    await isReached;
    const { status, stderr } = await runUsdot(args);
    expect(stderr).toContain(`is writing ${history}; wait for it to end`);
    expect(status).toBe(7);
    release();
    expect(await ended).toEqual([0, null]);
    const [run, ...others] = runsIn(history);
    expect(others).toEqual([]);
    expect(readFileSync(join(history, run as string), "utf8")).toMatch(/"type":"end".*\n$/);
  });
});
