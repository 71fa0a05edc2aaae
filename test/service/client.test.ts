/** What is asked, and how answers are read. */
import { describe, expect, test } from "vitest";
import { recordOf } from "../../src/answer.ts";
import type { Client } from "../../src/service/client.ts";
import { redactor } from "../../src/service/redaction.ts";
import {
  always,
  answered,
  answering,
  ask,
  dot,
  failure,
  one,
  open,
  record,
  respond,
  serve,
} from "./loopback.ts";

describe("a request", () => {
  test("goes to the path of its record below the base URL, with the key and without anything else", async () => {
    const { origin, asked } = await serve((_, { url }, response) => {
      respond(response, 200, url.endsWith("bulk") ? [] : record("1"));
    });
    const { client, carrier } = open(`${origin}/base/`, { apiKey: "k3y" });
    await carrier();
    await client.record("insurance", one);
    await client.bulk(dot(1, 2));
    expect(asked.map(({ method, url, body }) => [method, url, body])).toEqual([
      ["GET", "/base/v1/carriers/1", ""],
      ["GET", "/base/v1/carriers/1/insurance", ""],
      ["POST", "/base/v1/carriers/bulk", '{"dot_numbers":["1","2"]}'],
    ]);
    const headers = {
      accept: "application/json",
      "accept-encoding": "gzip",
      "user-agent": "usdot/test",
      "x-api-key": "k3y",
      connection: "keep-alive",
      host: origin.slice(7),
    };
    expect(asked[0]?.headers).toEqual(headers);
    expect(asked[2]?.headers).toMatchObject({
      ...headers,
      "content-type": "application/json",
    });
  });

  test("has no key if none is given", async () => {
    const { origin, asked } = await always(200, record("1"));
    const { exchange } = await ask(origin);
    expect(exchange).toMatchObject({
      url: `${origin}/v1/carriers/1`,
      askedAt: "2026-11-21T12:00:00.000Z",
      status: 200,
    });
    expect(asked[0]?.headers).not.toHaveProperty("x-api-key");
  });
});

describe("a record", () => {
  test.each([
    ["as the interface has it", record("1"), []],
    [
      "with a number for its number",
      { ...record("1"), dot_number: 1 },
      ["dot_number"],
    ],
    ["padded with zeros", { ...record("1"), dot_number: "0000001" }, []],
    [
      "with fields of its own, and an error that states nothing",
      { ...record("1"), extra: [1], error: null, errors: [] },
      [],
    ],
    [
      "with wrong types",
      { ...record("1"), fleet: { power_units: "2" }, address: 5 },
      ["address", "fleet.power_units"],
    ],
    [
      "that states nothing",
      { dot_number: "1", legal_name: null, status: null },
      ["legal_name", "status"],
    ],
  ])("%s is passed on as it is", async (_, body, issues) => {
    const answer = await answered(ask(await answering(200, body)));
    expect(answer.record).toEqual(body);
    expect(answer.issues.toSorted()).toEqual(issues);
  });

  test.each([
    [record("1")],
    { data: [record("1")], message: "ok" },
    { success: true, data: { carrier: record("1") }, errors: [] },
    { content: record("1"), retrievalDate: "2026-11-01" },
    { data: { type: "carriers", id: "1", attributes: record("1") } },
  ])("is taken out of %j", async (body) => {
    const answer = await ask(await answering(200, body));
    expect(recordOf(answer)).toEqual(record("1"));
  });

  const prefixed = "JSON with something before it, such as )]}'";
  test.each([
    ["", "nothing"],
    ["<html>Scheduled maintenance</html>", "a web page instead of JSON"],
    ['{"dot_number":"1","legal', "broken JSON"],
    [Buffer.from('"PE\xd1A"', "latin1"), "text that is not UTF-8 (is it Lati"],
    ['{"dot_number":"1","rate":NaN}', "NaN or Infinity, which JSON does not"],
    ["[".repeat(6_000) + "]".repeat(6_000), "JSON of more than 100 levels"],
    [")]}',\n{}", prefixed],
    ["callback({})", prefixed],
    ["null", "no record with a USDOT number"],
    [[record("1"), record("2")], "several records"],
    [JSON.stringify("text"), "no record with a USDOT number"],
    [{ legal_name: "X" }, "no record with a USDOT number"],
    [{ dot_number: 1.5 }, "no record with a USDOT number"],
    [record("2"), "a record about USDOT 2, another carrier"],
    [
      { dot_number: "1", error: { code: "UPSTREAM", message: "late" } },
      "an error instead of a record (UPSTREAM: late)",
    ],
    [
      { success: false, error: "no credit" },
      "an error instead of a record (no credit)",
    ],
    [{ message: "come back" }, "no record with a USDOT number (come back)"],
    [{ data: { error: "nested" } }, "an error instead of a record (nested)"],
  ])("%j is none", async (body, words) => {
    const error = await failure(ask(await answering(200, body)));
    expect(error).toMatchObject({ kind: "unusable", status: 200 });
    expect(error.message).toContain(`the service sent ${words}`);
  });
});

describe("a bulk answer", () => {
  const bulk = async (body: unknown, numbers = dot(1, 2)) => {
    const { client } = open(await answering(200, body), { retries: 0 });
    return client.bulk(numbers);
  };
  const asRows = (summaries: Awaited<ReturnType<Client["bulk"]>>) =>
    [...summaries].flatMap(([number, each]) =>
      each.state === "none"
        ? []
        : `${number}: ${each.state === "answered" ? each.record["legal_name"] : each.error.message}`,
    );

  test.each([
    ["that is empty, in a list", { data: [], errors: [] }, []],
    ["in a list", { items: [record("1")], next: null }, ["1: ACME INC"]],
    ["in a page", { data: { rows: [{ of: record("1") }] } }, ["1: ACME INC"]],
    ["that is the record itself", record("1"), ["1: ACME INC"]],
    [
      "with strangers",
      [record("9"), null, { legal_name: "X" }, record("1")],
      ["1: ACME INC"],
    ],
    [
      "with one twice",
      [
        record("1"),
        { status: "ACTIVE", legal_name: "ACME INC", dot_number: "1" },
      ],
      ["1: ACME INC"],
    ],
    [
      "that contradicts itself",
      [record("1"), { ...record("1"), status: "INACTIVE" }, record("1")],
      ["1: the service sent two different records about it"],
    ],
    [
      "in any order, with an error in place of a record",
      [record("2"), { dot_number: "1", error: "late" }],
      [
        "1: the service sent an error instead of a record (late)",
        "2: ACME INC",
      ],
    ],
  ])("%s", async (_, body, rows) => {
    expect(asRows(await bulk(body))).toEqual(rows);
  });

  test.each([
    [{ error: "busy" }, "an error instead of a list (busy)"],
    [{ legal_name: "ACME" }, "something other than a list"],
    ["null", "something other than a list"],
    // Other records are not a "no".
    [[record("9")], "none of the records that were asked for"],
  ])("%j is no list", async (body, words) => {
    for (const numbers of [dot(1), dot(1, 2)])
      expect((await failure(bulk(body, numbers))).message).toBe(
        `the service sent ${words}`,
      );
  });
});

test("the API key is in no answer, error or header, however it is written there", async () => {
  const apiKey = 'k"ey/12345';
  const spelled = encodeURIComponent(apiKey);
  const echo = { ...record("1"), echo: `you sent ${apiKey} and ${spelled}` };
  const answer = await answered(ask(await answering(200, echo), { apiKey }));
  expect(answer.record["echo"]).toBe("you sent [redacted] and [redacted]");
  expect(String(answer.exchange.body)).not.toMatch(/k\W+ey/);
  expect(answer.exchange.redacted).toBe(true);
  const php = String.raw`{"message":"bad key k\"ey\/12345, k\u0022ey\u002F12345"}`;
  const moved = { location: `/?k=${spelled}` };
  const error = await failure(
    ask(await answering(302, php, moved), { apiKey }),
  );
  expect(error.message).toContain("bad key [redacted], [redacted]");
  expect(JSON.stringify(error.details.exchange.headers)).not.toContain(spelled);
});

test.each([
  [
    'a"b\\c/12345',
    'a\\"b\\\\c/12345 and a%22b%5Cc%2F12345',
    "[redacted] and [redacted]",
  ],
  ["short", "short shorter (short)", "[redacted] shorter ([redacted])"],
  ['"quoted"', '\\\\"quoted\\\\"', "[redacted]"],
])("the key %s is taken out", (apiKey, text, clean) => {
  expect(redactor(apiKey)(text)).toBe(clean);
});

test("the key is looked for in linear time", () => {
  const hostile = "\\".repeat(1_000_000);
  expect(redactor('k"ey-12345')(hostile)).toBe(hostile);
});
