/**
 * The sample service: the interface over invented carriers, and the numbers
 * with faults.
 */
import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { exitStatusOf } from "../../src/errors.ts";
import { recordsOf, sampleNumbers } from "../../src/sample/numbers.ts";
import { sampleService } from "../service/loopback.ts";
import { run, testDay } from "../support/run.ts";

const carriers = sampleNumbers.map(
  (each) => [each.dot_number, recordsOf(each, new Date(testDay))] as const,
);

/**
 * Asks the service for a path; a body makes it a bulk request with a key,
 * unless `headers` say otherwise.
 */
async function ask(path: string, body?: unknown, headers: object = {}) {
  const service = await sampleService(new Date(testDay));
  const bulk = {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-api-key": "any",
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  };
  const response = await fetch(
    `${service}/v1/carriers${path}`,
    body ? bulk : {},
  );
  return { status: response.status, body: await response.json() };
}

describe("the carriers", () => {
  it.each(carriers)("%s is nobody real", (number, { carrier }) => {
    if (number >= "9000500") return;
    const { phone = "(555) 555-0100", email = "@example.com" } = {
      ...(carrier["contact"] as Record<string, string> | null),
    };
    expect(phone).toMatch(/^\(555\) 555-01\d\d$/);
    expect(email).toMatch(/@example\.com$/);
  });

  it("have policies that end a stated number of days from today", () => {
    const [entry] = sampleNumbers.filter(
      (each) => each.dot_number === "9000008",
    );
    const policiesOn = (day: string) =>
      entry && recordsOf(entry, new Date(day)).insurance;
    expect(policiesOn("2031-12-31T23:59:59Z")).toMatchObject({
      policies: [
        { expiration_date: "2032-02-10T00:00:00Z" },
        { expiration_date: "2032-01-06T00:00:00Z" },
      ],
    });
  });
});

it.each(sampleNumbers)(
  "a lookup of $dot_number ends as it is listed: $what",
  async ({ dot_number: number, end: listed }) => {
    const isSlow = number === "9000408";
    const args = `--sample -q carrier ${number} --json`;
    const end = isSlow ? "unreachable" : listed;
    const { status } = await run(isSlow ? `${args} --timeout 0.05` : args);
    expect(status).toBe(end ? exitStatusOf(end) : 0);
  },
);

it("bulk answers in the order asked, without unknown and repeated numbers", async () => {
  const dot_numbers = ["9000002", "4999999", "9000404", "9000001", "09000002"];
  expect(await ask("/bulk", { dot_numbers })).toMatchObject({
    status: 200,
    body: [{ dot_number: "9000002" }, { dot_number: "9000001" }],
  });
});

it.each<[number, code: string, path: string, body?: unknown, headers?: object]>(
  [
    [404, "NOT_FOUND", "/4999999"],
    [404, "NOT_FOUND", "/9000001/"],
    [404, "NOT_FOUND", "/9000001", {}],
    [401, "UNAUTHORIZED", "/bulk", {}, { "x-api-key": " " }],
    [400, "INVALID_BODY", "/bulk", '{"dot_numbers":'],
    [400, "INVALID_BODY", "/bulk", { dot_numbers: Array(51).fill("9000001") }],
  ],
)("refuses with %s %s: %s %j", async (status, code, path, body, headers) => {
  expect(await ask(path, body, headers)).toMatchObject({
    status,
    body: { error: { code } },
  });
});

it("goes on when who asks goes away in the middle of a question", async () => {
  const service = await sampleService();
  const socket = connect(Number(new URL(service).port), "127.0.0.1");
  await once(socket, "connect");
  const lines = [
    "POST /v1/carriers/bulk HTTP/1.1",
    "host: x",
    "x-api-key: any",
    "content-length: 100",
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n{"do`);
  socket.end();
  await once(socket.resume(), "close");
  const { status } = await fetch(`${service}/v1/carriers/9000001`);
  expect(status).toBe(200);
});
