/** Lists on the built program, with a service that shuffles, duplicates, omits, adds and fails: every number has one row, in order. */
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type Recorder, startRecorder } from "../support/recorder.ts";
import { temporaryDirectory } from "../support/resources.ts";
import { runUsdot, startUsdot } from "../support/usdot.ts";

/** How the service answers a bulk request for `numbers`. */
type Answering = (numbers: string[], response: ServerResponse, request: number) => void;

let directory: string;
let service: Recorder;
let answering: Answering;
let requests = 0;

beforeAll(async () => {
  directory = temporaryDirectory();
  service = await startRecorder(async (response, request) => {
    const { dot_numbers } = JSON.parse(await text(request)) as { dot_numbers: string[] };
    requests += 1;
    answering(dot_numbers, response, requests);
  });
});

const record = (dotNumber: string) => ({ dot_number: dotNumber, legal_name: `CARRIER ${dotNumber}`, status: "ACTIVE" });
const send = (response: ServerResponse, body: unknown, status = 200) => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
};

/** What the service does about a number depends only on the number, so that all runs agree. */
const isKnown = (dotNumber: string) => Number(dotNumber) % 7 !== 0;
const isPoison = (dotNumber: string) => Number(dotNumber) % 101 === 0;
const isAmbiguous = (dotNumber: string) => Number(dotNumber) % 53 === 0;

/** Shuffles the records, sends some twice and some with contradictions; a poisoned number fails its whole batch. */
const chaotic: Answering = (numbers, response, request) => {
  if (numbers.some(isPoison)) return send(response, { error: { code: "BROKEN", message: "poisoned" } }, 400);
  const known = numbers.filter(isKnown).flatMap((dotNumber) => {
    if (isAmbiguous(dotNumber)) return [record(dotNumber), { ...record(dotNumber), status: "INACTIVE" }];
    return Number(dotNumber) % 5 === 0 ? [record(dotNumber), record(dotNumber)] : [record(dotNumber)];
  });
  const turn = request % Math.max(1, known.length);
  send(response, [...known.slice(turn), ...known.slice(0, turn)].reverse());
};

/** The counts in the closing line. */
function booksIn(stderr: string): Record<string, number> {
  const closing = /^usdot: (?:note: )?[\d,]+ (?:answered|not found|invalid|unanswered|repeated)/;
  const line = stderr.split("\n").findLast((each) => closing.test(each)) ?? "";
  const counts = [...line.matchAll(/([\d,]+) (answered|not found|invalid|unanswered|repeated)/g)];
  return Object.fromEntries(counts.map(([, count = "", kind = ""]) => [kind, Number(count.replaceAll(",", ""))]));
}

const line = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 3_000 }).map(String) },
  { weight: 1, arbitrary: fc.constantFrom("MC-747866", "not a number", "2.18E+04", "999999999") },
);

describe("the books of a list", () => {
  it("balance, in input order, whatever the service does", async () => {
    answering = chaotic;
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 400 }),
        fc.integer({ min: 1, max: 60 }),
        async (lines, batch) => {
          const rejects = join(directory, "rejects.csv");
          const run = await runUsdot(
            [
              "--base-url",
              service.url,
              "--api-key",
              "any",
              "bulk",
              "--format",
              "ndjson",
              "--batch-size",
              String(batch),
              "--rejects",
              rejects,
            ],
            { input: `${lines.join("\n")}\n` },
          );
          const rows = run.stdout
            .split("\n")
            .filter(Boolean)
            .map((each) => JSON.parse(each) as { dot_number: string; error?: { code: string } });
          const numbers = [...new Set(lines.filter((each) => /^\d{1,8}$/.test(each)))];
          expect(rows.map((row) => row.dot_number)).toEqual(numbers);
          for (const { dot_number, error } of rows) {
            const expected = isPoison(dot_number)
              ? "unusable"
              : !isKnown(dot_number)
                ? "not-found"
                : isAmbiguous(dot_number)
                  ? "unusable"
                  : undefined;
            expect([dot_number, error?.code]).toEqual([dot_number, expected]);
          }
          const books = booksIn(run.stderr);
          expect(Object.values(books).reduce((sum, count) => sum + count, 0)).toBe(lines.length);
          expect(books["unanswered"] ?? 0).toBe(rows.filter(({ error }) => error && error.code !== "not-found").length);
          const rejected = readFileSync(rejects, "utf8").trim().split("\n").length - 1;
          expect(rejected).toBe((books["unanswered"] ?? 0) + (books["invalid"] ?? 0));
        },
      ),
      { numRuns: 8 },
    );
  });

  it("a service that accepts one request at a time eventually answers a list, at any concurrency", async () => {
    let openAt = 0;
    let refusals = 0;
    answering = (numbers, response) => {
      const now = Date.now();
      if (now < openAt) {
        refusals += 1;
        response.writeHead(429, { "content-type": "application/json", "retry-after": "0.05" }).end("{}");
      } else {
        openAt = now + 40;
        send(response, numbers.map(record));
      }
    };
    const list = Array.from({ length: 60 }, (_, index) => String(index + 1));
    const args = ["bulk", "--base-url", service.url, "--api-key", "any", "--batch-size", "2", "--concurrency", "16"];
    const { status, stdout, stderr } = await runUsdot([...args, "--format", "ndjson"], { input: list.join("\n") });
    expect(stderr).toContain("60 answered");
    expect(stdout.trimEnd().split("\n")).toEqual(list.map((number) => JSON.stringify(record(number))));
    expect(status).toBe(0);
    // The first 15 are refused together, and after that about one for each that is answered.
    expect(refusals).toBeLessThan(75);
  });

  it("rejects can be read back, and then only they are asked", async () => {
    const rejects = join(directory, "back.csv");
    answering = (numbers, response) =>
      numbers.includes("20") ? send(response, { error: "no" }, 422) : send(response, numbers.map(record));
    const list = Array.from({ length: 40 }, (_, index) => String(index + 1)).join("\n");
    const common = ["--base-url", service.url, "--api-key", "any", "bulk", "--format", "ndjson", "--batch-size", "8"];
    const first = await runUsdot([...common, "--rejects", rejects], { input: list });
    expect(first.status).toBe(8);
    answering = (numbers, response) => send(response, numbers.map(record));
    const second = await runUsdot([...common, "--file", rejects]);
    expect({ status: second.status, out: second.stdout }).toEqual({
      status: 0,
      out: `${JSON.stringify(record("20"))}\n`,
    });
  });

  it("shards have nothing in common and add up to the list", async () => {
    answering = (numbers, response) => send(response, numbers.map(record));
    const numbers = Array.from({ length: 103 }, (_, index) => String(1000 + index));
    const parts = await Promise.all(
      [1, 2, 3].map((part) =>
        runUsdot(
          [
            "--base-url",
            service.url,
            "--api-key",
            "any",
            "bulk",
            "--format",
            "ndjson",
            "--fields",
            "dot_number",
            "--shard",
            `${part}/3`,
          ],
          {
            input: numbers.join("\n"),
          },
        ),
      ),
    );
    const rows = parts.map(({ stdout }) =>
      stdout
        .trim()
        .split("\n")
        .map((each) => (JSON.parse(each) as { dot_number: string }).dot_number),
    );
    expect(rows.map((part) => part.length)).toEqual([35, 34, 34]);
    expect(rows.flat().sort()).toEqual(numbers.sort());
  });
});

describe("a run that is killed", () => {
  /** Runs once, killed at its n-th request; returns whether it ended by itself. */
  async function runUntil(killAt: number, args: string[]): Promise<boolean> {
    const child = startUsdot(directory, args, {}, { stdio: "ignore" });
    let asked = 0;
    answering = (numbers, response) => {
      asked += 1;
      if (asked === killAt) child.kill("SIGKILL");
      send(response, numbers.filter(isKnown).map(record));
    };
    const [, signal] = await once(child, "close");
    return signal === null;
  }

  it.for<["ndjson" | "csv", number]>([
    ["ndjson", 1],
    ["csv", 2],
  ])("and resumed 25 times yields the same %s as a run that is not", { timeout: 60_000 }, async ([format, seed]) => {
    const list = join(directory, `killed-${format}.txt`);
    const output = join(directory, `killed.${format}`);
    const numbers = Array.from({ length: 3_000 }, (_, index) => String(index * 3 + 1));
    writeFileSync(list, numbers.join("\n"));
    const args = [
      "--base-url",
      service.url,
      "--api-key",
      "any",
      "bulk",
      "--file",
      list,
      "--format",
      format,
      "--batch-size",
      "10",
      "--output",
      output,
    ];
    const kills = fc.sample(fc.integer({ min: 1, max: 22 }), { numRuns: 25, seed });
    for (const killAt of kills) expect(await runUntil(killAt, [...args, "--resume"])).toBe(false);
    expect(await runUntil(Number.POSITIVE_INFINITY, [...args, "--resume"])).toBe(true);
    const resumed = readFileSync(output, "utf8").trimEnd().split("\n");
    await runUntil(Number.POSITIVE_INFINITY, args);
    const whole = readFileSync(output, "utf8").trimEnd().split("\n");
    expect(whole.length).toBe(format === "csv" ? 3_001 : 3_000);
    expect(resumed.toSorted()).toEqual(whole.toSorted());
  });
});
