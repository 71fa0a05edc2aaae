import { expect, test } from "vitest";
import { statusByKind } from "../../src/runtime/exit-status.ts";
import { sampleCarriers } from "../../src/sample/carriers.ts";
import { faults, sampleNumbers } from "../../src/sample/faults.ts";
import { answered, bulk, start, today } from "./sample-service.ts";

const endpoints = ["", "/insurance", "/safety"];

/** An answer's status, content type, Retry-After and text. */
async function raw(asked: Promise<Response>) {
  const response = await asked;
  const { status, headers } = response;
  return {
    status,
    type: headers.get("content-type"),
    retryAfter: headers.get("retry-after"),
    text: await response.text(),
  };
}

test("reserved numbers are unique, in ascending order, and not those of carriers", () => {
  const numbers = sampleNumbers(today).map(({ number }) => number);
  expect(numbers).toEqual([...new Set(numbers)].sort());
  expect(numbers).toHaveLength(sampleCarriers(today).length + faults.length);
  for (const { number } of faults) expect(number).toMatch(/^9000[45]\d\d$/);
});

test("the list states the exit status of every reserved number", () => {
  const reserved = sampleNumbers(today).filter(({ number }) => faults.some((fault) => fault.number === number));
  expect(reserved.map(({ number, end }) => `${number}: ${statusByKind[end]}`)).toMatchInlineSnapshot(`
    [
      "9000400: 6",
      "9000401: 4",
      "9000404: 3",
      "9000408: 5",
      "9000429: 5",
      "9000430: 0",
      "9000500: 5",
      "9000502: 5",
      "9000503: 0",
      "9000550: 6",
      "9000551: 6",
      "9000552: 0",
      "9000553: 6",
      "9000554: 0",
    ]
  `);
  expect(sampleNumbers(today)[0]).toMatchObject({ number: "9000001", what: expect.stringContaining("healthy") });
});

test.each([
  ["9000400", 400, null, /"INVALID_PARAM"/],
  ["9000401", 401, null, /"UNAUTHORIZED"/],
  ["9000404", 404, null, /"NOT_FOUND"/],
  ["9000429", 429, "3600", /"RATE_LIMITED"/],
  ["9000500", 500, null, /"INTERNAL_ERROR"/],
  ["9000502", 502, null, /^<!DOCTYPE html>/],
  ["9000550", 200, null, /^<!DOCTYPE html>/],
  ["9000551", 200, null, /^\{"dot_number":"9000551",[^}]*$/],
])("%s answers %i at every endpoint, every time", async (number, status, retryAfter, text) => {
  const { url } = await start();
  const type = text.source.startsWith("^<") ? "text/html; charset=utf-8" : "application/json";
  for (const endpoint of [...endpoints, ...endpoints]) {
    const answer = await raw(fetch(`${url}/v1/carriers/${number}${endpoint}`));
    expect(answer).toEqual({ status, type, retryAfter, text: expect.stringMatching(text) });
  }
});

test.each([
  ["9000430", 429, "1"],
  ["9000503", 503, "0"],
])("%s answers %i once per endpoint, then its record", async (number, status, retryAfter) => {
  const service = await start();
  for (const endpoint of endpoints) {
    const ask = () => fetch(`${service.url}/v1/carriers/${number}${endpoint}`);
    expect(await raw(ask())).toMatchObject({ status, retryAfter });
    expect(await answered(ask())).toMatchObject({ status: 200, body: { dot_number: number } });
  }
  const ask = () => bulk(service, { dot_numbers: ["9000001", number] });
  expect(await raw(ask())).toMatchObject({ status, retryAfter });
  expect(await answered(ask())).toMatchObject({ status: 200, body: [{}, { dot_number: number }] });
});

test("one-time faults happen once per service", async () => {
  for (const { url } of [await start(), await start()]) {
    expect((await fetch(`${url}/v1/carriers/9000503`)).status).toBe(503);
  }
});

test.each(["9000400", "9000401", "9000429", "9000500", "9000502", "9000550", "9000551"])(
  "%s affects a whole bulk answer like its own",
  async (number) => {
    const service = await start();
    const alone = await raw(fetch(`${service.url}/v1/carriers/${number}`));
    expect(await raw(bulk(service, { dot_numbers: ["9000001", number] }))).toEqual(alone);
  },
);

test("9000404 is absent from a bulk answer", async () => {
  const response = bulk(await start(), { dot_numbers: ["9000404", "9000001"] });
  expect(await answered(response)).toMatchObject({ status: 200, body: [{ dot_number: "9000001" }] });
});

test("the slow number answers eventually, alone and in bulk", async () => {
  const service = await start({ slowMs: 1 });
  const alone = fetch(`${service.url}/v1/carriers/9000408/safety`);
  expect(await answered(alone)).toMatchObject({ status: 200, body: { dot_number: "9000408" } });
  const together = bulk(service, { dot_numbers: ["9000408", "9000001"] });
  expect(await answered(together)).toMatchObject({ status: 200, body: [{ dot_number: "9000408" }, {}] });
});

test("the service stops at once while slow answers are pending", async () => {
  const service = await start();
  const alone = fetch(`${service.url}/v1/carriers/9000408`).catch(() => "cut off");
  const together = bulk(service, { dot_numbers: ["9000408"] }).catch(() => "cut off");
  // The rate limit counts every request that arrived: it tells when both have.
  let own = 0;
  let remaining: number;
  do {
    own++;
    const response = await fetch(`${service.url}/v1/carriers/9000001`);
    await response.text();
    remaining = Number(response.headers.get("x-ratelimit-remaining"));
  } while (remaining > 100 - own - 2);
  await service.close();
  expect(await Promise.all([alone, together])).toEqual(["cut off", "cut off"]);
});

test("9000552 has numbers for strings and strings for numbers", async () => {
  const service = await start();
  const ask = async (path: string) => (await answered(fetch(`${service.url}/v1/carriers/9000552${path}`))).body;
  expect(await ask("")).toMatchObject({
    dot_number: 9000552,
    fleet: { power_units: "24" },
    insurance: { bipd_on_file: "1,000,000" },
  });
  expect(await ask("/insurance")).toMatchObject({
    dot_number: 9000552,
    policies: [{ coverage_amount: "1000000" }],
  });
  expect(await ask("/safety")).toMatchObject({ rating: 3, inspections: { driver: { total: "42" } } });
  const { body } = await answered(bulk(service, { dot_numbers: ["9000552"] }));
  expect(body).toMatchObject([{ dot_number: 9000552, fleet: { drivers: "26" } }]);
});

test("9000553 answers with another carrier's record at every endpoint", async () => {
  const service = await start();
  const other = { status: 200, body: { dot_number: "9000001" } };
  for (const endpoint of endpoints) {
    expect(await answered(fetch(`${service.url}/v1/carriers/9000553${endpoint}`))).toMatchObject(other);
  }
  const { body } = await answered(bulk(service, { dot_numbers: ["9000553"] }));
  expect(body).toMatchObject([{ dot_number: "9000001" }]);
});

test("9000554 is hostile to terminals and spreadsheets at every endpoint", async () => {
  const service = await start();
  const texts = await Promise.all(
    endpoints.map((endpoint) => answered(fetch(`${service.url}/v1/carriers/9000554${endpoint}`))),
  );
  const { body } = await answered(bulk(service, { dot_numbers: ["9000554"] }));
  for (const record of [...texts.map((answer) => answer.body), (body as unknown[])[0]]) {
    const { dot_number, legal_name } = record as Record<string, string>;
    expect(dot_number).toBe("9000554");
    expect(legal_name).toMatch(/^=cmd\|/);
    expect(legal_name).toContain("\u001b[2J");
    expect(legal_name).toContain("\u202e");
  }
});
