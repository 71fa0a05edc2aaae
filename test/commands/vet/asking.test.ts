/** Which records are asked for, in which order, and which not. */
import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type Asked, type Loopback, respond, serve } from "../../service/loopback.ts";
import { goodRecord } from "../../support/carrier-records.ts";
import {
  changed,
  fileOf,
  forged,
  freePath,
  linesOf,
  policyOf,
  questionOf,
  questionsTo,
  serveCarriers,
  vet,
} from "./vetting.ts";

const summaryPolicy = () => policyOf("status: { allow: [ACTIVE] }", "fleet.power_units: { min: 1 }");
const withKey = { env: { USDOT_API_KEY: "any" } };
const numbers = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}\n`).join("");

describe("a policy asks for", () => {
  it.each([
    ["the carrier", ["authority.age: { min_days: 1 }"], ["carrier 1"]],
    ["carrier and insurance", ["policies.insurer: { deny: [X] }"], ["carrier 1", "insurance 1"]],
    ["carrier and safety", ["violations: { allow: 9 }"], ["carrier 1", "safety 1"]],
    ["all three", ["records.agree: {}"], ["carrier 1", "insurance 1", "safety 1"]],
  ])("%s alone, if its rules need no more", async (_, rules, expected) => {
    const service = await serveCarriers();
    expect((await vet(`1 --policy ${policyOf(...rules)} --base-url ${service.origin}`)).status).toBe(0);
    expect(questionsTo(service).sort()).toEqual(expected);
  });

  it("the carrier first, then insurance and safety side by side", async () => {
    const held: [ServerResponse, Asked][] = [];
    const service = await serve((_, asked, response) => void held.push([response, asked]));
    const run = vet(`1 --base-url ${service.origin}`);
    const kinds = () => held.map(([, asked]) => questionOf(asked).kind).sort();
    const release = () => {
      for (const [response, asked] of held.splice(0)) respond(response, 200, goodRecord(questionOf(asked).kind, "1"));
    };
    await expect.poll(kinds).toEqual(["carrier"]);
    await wait(20);
    expect(kinds()).toEqual(["carrier"]);
    release();
    await expect.poll(kinds).toEqual(["insurance", "safety"]);
    release();
    expect((await run).status).toBe(0);
  });

  it("nothing more after a 404, or no answer, of the carrier", async () => {
    const service = await serveCarriers((record, kind, number) =>
      kind === "carrier" && number !== "3" ? Number(number) : record,
    );
    const { status, out } = await vet(`404 400 3 --retries 0 --format csv --base-url ${service.origin}`);
    expect(status).toBe(3);
    expect(out.match(/^\d+,[^,]*,\w+/gm)).toEqual(["404,,fail", "400,,review", "3,PLAUSIBLE FREIGHT LLC,pass"]);
    expect(questionsTo(service).sort()).toEqual(["carrier 3", "carrier 400", "carrier 404", "insurance 3", "safety 3"]);
  });

  it("all that it needs, even after a rule has failed; a 404 of insurance is no record", async () => {
    const service = await serveCarriers((record, kind) =>
      kind === "insurance" ? 404 : kind === "carrier" ? { ...record, status: "INACTIVE" } : record,
    );
    const { status, out } = await vet(`1 --format csv --base-url ${service.origin}`);
    expect(status).toBe(3);
    expect(out).toContain("policies.bipd: no insurance record");
    expect(service.asked).toHaveLength(3);
  });
});

describe("a policy of what a summary says", () => {
  it("asks in bulk with a key, 50 numbers a request, and confirms those that are absent", async () => {
    const service = await serveCarriers((record, _, number) => (number === "7" ? 404 : record));
    const policy = summaryPolicy();
    const run = `- --policy ${policy} --base-url ${service.origin} --format csv`;
    const { status, out, err } = await vet(run, { input: numbers(120), ...withKey });
    expect(status).toBe(3);
    expect(err).toContain("120 carriers: bulk summary: at least 3 requests");
    expect(out).toContain("7,,fail,exists,");
    expect(
      service.asked
        .map(questionOf)
        .map(({ kind, numbers: asked }) => `${kind} ${asked.length}`)
        .sort(),
    ).toEqual(["bulk 20", "bulk 50", "bulk 50", "carrier 1"]);
  });

  it("asks again, in a smaller request, for what a service that stops early left out", async () => {
    const service = await serve((_, asked, response) => {
      const { kind, numbers } = questionOf(asked);
      const records = numbers.slice(0, 20).map((number) => goodRecord(kind, number));
      respond(response, 200, records);
    });
    const evidence = freePath("run.ndjson");
    const run = `- --policy ${summaryPolicy()} --base-url ${service.origin} --evidence ${evidence}`;
    expect((await vet(run, { input: numbers(50), ...withKey })).status).toBe(0);
    expect(service.asked.map(questionOf).map(({ kind, numbers: asked }) => `${kind} ${asked.length}`)).toEqual([
      "bulk 50",
      "bulk 30",
      "bulk 10",
    ]);
    expect((await vet(`--from ${evidence}`)).status).toBe(0);
  });

  it("asks for the carrier records without a key", async () => {
    const service = await serveCarriers();
    const { status } = await vet(`1 2 --policy ${summaryPolicy()} --base-url ${service.origin}`);
    expect(status).toBe(0);
    expect(questionsTo(service).sort()).toEqual(["carrier 1", "carrier 2"]);
  });

  it("reuses the summaries of an earlier run, and the 404s", async () => {
    const service = await serveCarriers((record, _, number) => (number === "7" ? 404 : record));
    const evidence = freePath("run.ndjson");
    const run = `- --policy ${summaryPolicy()} --base-url ${service.origin}`;
    await vet(`${run} --evidence ${evidence}`, { input: numbers(60), ...withKey });
    service.asked.length = 0;
    const { status, err } = await vet(`${run} --reuse ${evidence}`, { input: numbers(61), ...withKey });
    expect(status).toBe(3);
    expect(err).toContain("61 carriers: bulk summary: about 2 requests");
    expect(questionsTo(service)).toEqual(["bulk 61"]);
  });
});

describe("a run in which the service refuses the key", () => {
  it("stops asking; what it has not asked needs review", async () => {
    const service = await serveCarriers((record, _, number) => (number === "2" ? 401 : record));
    const evidence = freePath("run.ndjson");
    const run = `- --concurrency 1 --base-url ${service.origin} --evidence ${evidence}`;
    const { status, out, err } = await vet(`${run} --format csv`, { input: numbers(40), ...withKey });
    expect(status).toBe(8);
    expect(err).toContain("usdot: USDOT 2: the service refused the API key");
    expect(err).toContain("39 numbers have no complete answer for that reason");
    expect(out.match(/,review,/g)).toHaveLength(39);
    expect(service.asked.length).toBeLessThan(10);
    expect(linesOf(evidence).filter((line) => line.startsWith('{"type":"verdict"'))).toHaveLength(40);
    expect((await vet(`--from ${evidence}`)).status).toBe(8);
  });
});

describe("a run in which nothing answers any more", () => {
  const run = (service: Loopback, options = "") =>
    vet(`1 2 3 --retries 0 --concurrency 1 --base-url ${service.origin} --format json ${options}`);

  it.each([
    ["needs review if the carrier records were answered", "ACTIVE", 8],
    ["fails whom they fail", "INACTIVE", 3],
  ])("%s", async (_, state, expected) => {
    const service = await serveCarriers((record, kind) => (kind === "insurance" ? 401 : { ...record, status: state }));
    const evidence = freePath("run.ndjson");
    const { status, err } = await run(service, `--evidence ${evidence}`);
    expect(status).toBe(expected);
    expect(err).toContain("3 numbers have no complete answer for that reason");
    expect(err).not.toContain("no carrier got an answer");
    expect(service.asked.length).toBeLessThan(9);
    const lines = linesOf(evidence).map((line) => JSON.parse(line));
    expect(lines.slice(1, 4)).toMatchObject([
      { record: "carrier", status: 200 },
      { record: "insurance", status: 401, error: { code: "key" } },
      { record: "safety" },
    ]);
    expect((await vet(`--from ${evidence}`)).status).toBe(expected);
  });

  it("keeps what was answered in bulk when the key is refused for a carrier that the answer leaves out", async () => {
    const service = await serveCarriers((record, kind, number) => {
      if (number === "2") return kind === "bulk" ? 404 : 401;
      return { ...record, status: number === "3" ? "INACTIVE" : "ACTIVE" };
    });
    const { status, out } = await vet(
      `1 2 3 --policy ${summaryPolicy()} --base-url ${service.origin} --format csv`,
      withKey,
    );
    expect(status).toBe(3);
    expect(out.match(/^\d+,[^,]*,\w+/gm)).toEqual([
      "1,PLAUSIBLE FREIGHT LLC,pass",
      "2,,review",
      "3,PLAUSIBLE FREIGHT LLC,fail",
    ]);
  });

  it.each([
    [401, 4],
    [503, 5],
    [400, 6],
  ])("ends as HTTP %i says, beside an invalid line as well", async (answered, expected) => {
    const service = await serveCarriers(() => answered);
    const list = fileOf("1\n2\nfoo\n");
    const { status, err } = await vet(`--file ${list} --retries 0 --base-url ${service.origin}`);
    expect(status).toBe(expected);
    expect(err).toContain("no carrier got an answer");
  });
});

describe("a 404 that may be about the path", () => {
  /** Number 7 has no records, in words that would fit a wrong base URL. */
  const vague = (answering: (kind: string) => number | undefined = () => undefined) =>
    serve((_, asked, response) => {
      const { kind, numbers: asking } = questionOf(asked);
      const known = asking.filter((number) => number !== "7");
      if (kind === "bulk")
        return respond(
          response,
          200,
          known.map((number) => goodRecord(kind, number)),
        );
      const status = known.length === 0 ? 404 : (answering(kind) ?? 200);
      respond(response, status, status === 200 ? goodRecord(kind, known[0] ?? "") : { error: "Not found" });
    });
  const verdicts = (csv: string) => csv.match(/^\d+,[^,]*,\w+,\w*/gm)?.sort();

  it.each([
    ["before", "7 1"],
    ["after", "1 7"],
    ["amid", "7 1 7 2"],
  ])("is settled by a carrier, whether it stands %s it in the list", async (_, list) => {
    const service = await vague();
    const evidence = freePath("run.ndjson");
    const { status, out, err } = await vet(
      `${list} --concurrency 1 --format csv --evidence ${evidence} --base-url ${service.origin}`,
    );
    expect(status).toBe(3);
    expect(verdicts(out)).toContain("7,,fail,exists");
    expect(verdicts(out)).toContain("1,PLAUSIBLE FREIGHT LLC,pass,");
    expect(err).not.toContain("base URL");
    const answer = linesOf(evidence)
      .map((line) => JSON.parse(line))
      .find((line) => line.status === 404);
    expect(answer).not.toHaveProperty("error");
    const replayed = await vet(`--from ${evidence} --format csv`);
    expect(replayed.status).toBe(3);
    expect(verdicts(replayed.out)).toEqual(verdicts(out));
    // It is an answer: the next run takes it over.
    service.asked.length = 0;
    expect((await vet(`7 --format csv --reuse ${evidence} --base-url ${service.origin}`)).status).toBe(3);
    expect(service.asked).toEqual([]);
  });

  it.each(["7 1", "1 7"])("is settled in the confirming requests of a bulk policy, too: %s", async (list) => {
    const service = await vague();
    const run = `${list} --policy ${summaryPolicy()} --batch-size 1 --concurrency 1 --base-url ${service.origin}`;
    const evidence = freePath("run.ndjson");
    const { status, out } = await vet(`${run} --format csv --evidence ${evidence}`, withKey);
    expect(status).toBe(3);
    expect(verdicts(out)).toContain("7,,fail,exists");
    expect((await vet(`--from ${evidence}`)).status).toBe(3);
  });

  it("stays in doubt where nothing was answered, and its evidence says so", async () => {
    const service = await vague();
    const evidence = freePath("run.ndjson");
    const { status, out, err } = await vet(`7 007 --format csv --evidence ${evidence} --base-url ${service.origin}`);
    expect([status, verdicts(out)]).toEqual([6, ["7,,review,"]]);
    expect(err).toContain("base URL");
    expect((await vet(`--from ${evidence}`)).status).toBe(8);
  });

  it("is no proof about another, however definite", async () => {
    const service = await serve((_, { url }, response) =>
      respond(response, 404, { error: url.includes("404") ? "no such carrier" : "Not found" }),
    );
    const { status, out } = await vet(`7 404 8 --concurrency 1 --format csv --base-url ${service.origin}`);
    expect(status).toBe(3);
    expect(verdicts(out)).toEqual(["404,,fail,exists", "7,,review,", "8,,review,"]);
  });

  it("of insurance beside a reused carrier record is settled by a later carrier", async () => {
    const policy = policyOf("policies.insurer: { deny: [X] }");
    const first = await serveCarriers((record, kind) => (kind === "insurance" ? 503 : record));
    const evidence = freePath("run.ndjson");
    await vet(`1 --retries 0 --policy ${policy} --evidence ${evidence} --base-url ${first.origin}`);
    const service = await vague((kind) => (kind === "insurance" ? 404 : undefined));
    const ours = changed(evidence, (lines) => lines);
    const same = forged(ours, (line, index) => {
      if (index === 0) line["service"] = service.origin;
      if (line["url"]) line["url"] = String(line["url"]).replace(first.origin, service.origin);
    });
    const run = `--policy ${policy} --reuse ${same} --concurrency 1 --format csv --base-url ${service.origin}`;
    for (const list of ["1 2", "2 1"]) expect((await vet(`${list} ${run}`)).out).toContain("no insurance record");
    expect((await vet(`1 ${run}`)).out).toContain("or the base URL is wrong");
  });
});
