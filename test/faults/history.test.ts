/** A history of runs: weeks of mornings, killed at any point, two at once. */
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { monitored, runsIn } from "../commands/vet/monitored.ts";
import { fileOf, freePath, linesOf, vet, waiversOf } from "../commands/vet/vetting.ts";
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

describe("weeks of monitoring", () => {
  it("reports every change on its day, and again until it is accepted, and loses none", async () => {
    const { history, alter, restore, morning, service } = await monitored();
    const stolen = { contact: { phone: "402-555-0199", email: "ops@plausible.example" } };
    const seen: string[] = [];
    for (let day = 0; day < 15; day++) {
      if (day === 2) alter("1", stolen);
      if (day === 7) alter("2", { status: "INACTIVE" });
      if (day === 9) restore("2");
      if (day === 10) alter("3", 503);
      if (day === 12) restore("3");
      // The new phone is found to be right on day 4, and stays.
      const waivers = day >= 4 && day < 6 ? `--waivers ${waiversOf({ carrier: "1", rule: "unchanged" })}` : "";
      const numbers = day < 13 ? "1 2 3" : "1 2 4";
      const { status, changes, verdicts, gone, err } = await morning(day, numbers, `${waivers} --retries 0`);
      expect(err.includes("no earlier run in"), `day ${day}`).toBe(day === 0);
      expect(err, "the plan comes first").toMatch(/^usdot: note: 3 carriers: carrier, insurance, safety: 9 requests\n/);
      const words = Object.entries(changes).map(([number, fields]) => `${number} ${fields.join(" ")}`);
      const notPassing = Object.entries(verdicts).flatMap(([number, verdict]) =>
        verdict === "pass" ? [] : [`${number} ${verdict}`],
      );
      seen.push(
        [`day ${day}: ${status}`, ...notPassing, ...words, ...gone.map((number) => `gone ${number}`)].join("; "),
      );
    }
    const quiet = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `day ${from + at}: 0`);
    const theft = (day: number) => `day ${day}: 3; 1 fail; 1 contact.phone`;
    const inactive = (day: number) => `day ${day}: 3; 2 fail; 2 status`;
    expect(seen).toEqual([
      ...quiet(0, 1),
      ...[2, 3].map(theft),
      // Accepted, it passes, and is what the next run is compared with.
      "day 4: 0; 1 contact.phone",
      ...quiet(5, 6),
      ...[7, 8].map(inactive),
      ...quiet(9, 9),
      "day 10: 8; 3 review",
      "day 11: 8; 3 review",
      ...quiet(12, 12),
      "day 13: 0; gone 3",
      ...quiet(14, 14),
    ]);
    expect(runsIn(history)).toHaveLength(15);
    // Each can be replayed by itself.
    service.asked.length = 0;
    for (const [at, name] of runsIn(history).entries()) {
      const { status } = await vet(`--from ${join(history, name)}`);
      expect(`${seen[at]}`).toMatch(new RegExp(`: ${status}(;|$)`));
    }
    expect(service.asked).toEqual([]);
  });

  it("mails what changed on the days it changed, in every format, and nothing on the others", async () => {
    const { history, alter, restore, run } = await monitored("--only-changed --quiet --retries 0");
    const formats = ["table", "json", "ndjson", "csv", "junit", "sarif", "github", "markdown", "html"];
    const seen: string[] = [];
    for (let day = 0; day < 21; day++) {
      if (day === 2) alter("1", { contact: { phone: "402-555-0199", email: "dispatch@plausible.example" } });
      if (day === 5) restore("1");
      // Carrier 2 is taken over while it is off the list.
      if (day === 10) alter("2", { legal_name: "OTHER LLC" });
      if (day === 13) restore("2");
      if (day === 14) alter("3", 503);
      if (day === 16) restore("3");
      if (day === 18) alter("3", 404);
      const isShort = day >= 9 && day < 11;
      const lines = [...(isShort ? ["1", "3"] : ["1", "2", "3"]), ...(day >= 6 && day < 8 ? ["MC-7"] : [])];
      const list = fileOf(`${lines.join("\n")}\n`, "carriers.txt");
      const reports = formats.map((format) => [format, freePath(format)] as const);
      const options = reports.map(([format, path]) => `--report ${format}=${path}`).join(" ");
      const { status, out, err } = await run(day, `-f ${list}`, options);
      const names = [...new Set(`${out}${err}`.match(/USDOT \d+|MC-7/g) ?? [])].map((name) =>
        name.replace("USDOT ", ""),
      );
      seen.push([`day ${day}: ${status}`, ...names.sort()].join(" "));
      // What standard output names, each report names.
      for (const [format, path] of reports) {
        const text = readFileSync(path, "utf8").replaceAll("\\", "");
        const holdsRun = format !== "csv" && format !== "ndjson";
        for (const name of out === "" ? [] : names) {
          const isCarrier = lines.includes(name) && name !== "MC-7";
          if (holdsRun || isCarrier) expect(text, `day ${day}: ${format}`).toContain(name);
        }
        if (holdsRun) expect(text, `day ${day}: ${format}`).toMatch(/carriers|testsuite/);
      }
      if (day === 3 || day === 19) {
        // The run of the afternoon is killed.
        await run(day + 0.5, `-f ${list}`);
        const killed = join(history, runsIn(history).at(-1) as string);
        writeFileSync(killed, `${linesOf(killed).slice(0, 4).join("\n")}\n`);
      }
    }
    const days = (from: number, to: number, what: string) =>
      Array.from({ length: to - from + 1 }, (_, at) => `day ${from + at}: ${what}`);
    expect(seen).toEqual([
      ...days(0, 1, "0"),
      ...days(2, 4, "3 1"),
      "day 5: 0 1",
      "day 6: 8 MC-7",
      "day 7: 8",
      "day 8: 0",
      // Gone from the list, and back under another name.
      "day 9: 0 2",
      "day 10: 0",
      ...days(11, 12, "3 2"),
      "day 13: 0 2",
      // A request that fails is named each morning.
      ...days(14, 15, "8 3"),
      "day 16: 0 3",
      "day 17: 0",
      "day 18: 3 3",
      ...days(19, 20, "3"),
    ]);
  });
});
