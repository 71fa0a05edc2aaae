import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { sampleCarriers } from "../../src/sample/carriers.ts";
import { answered, bulk, start, today } from "./sample-service.ts";

const [first, second] = sampleCarriers(today);

function refusal(status: number, code: string, message: unknown = expect.any(String)) {
  return { status, body: { error: { code, message } } };
}

test("each GET returns its record", async () => {
  const { url } = await start();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const carrier = `${url}/v1/carriers/9000001`;
  expect(await answered(fetch(carrier))).toEqual({ status: 200, body: first?.carrier });
  expect(await answered(fetch(`${carrier}/insurance`))).toEqual({ status: 200, body: first?.insurance });
  expect(await answered(fetch(`${carrier}/safety`))).toEqual({ status: 200, body: first?.safety });
});

test("a query and leading zeros are ignored", async () => {
  const { url } = await start();
  const { body } = await answered(fetch(`${url}/v1/carriers/09000001?from=a-script`));
  expect(body).toEqual(first?.carrier);
});

test("the records move with the clock", async () => {
  let now = new Date("2026-03-10T23:59:00Z");
  const { url } = await start({ today: () => now });
  const expiration = async () => {
    const { body } = await answered(fetch(`${url}/v1/carriers/9000008/insurance`));
    return (body as { policies: { expiration_date: string }[] }).policies[0]?.expiration_date;
  };
  expect(await expiration()).toBe("2026-04-20T00:00:00Z");
  now = new Date("2026-03-11T00:00:01Z");
  expect(await expiration()).toBe("2026-04-21T00:00:00Z");
});

test("bulk returns a bare array in the order asked, without unknown numbers or duplicates", async () => {
  const dot_numbers = ["9000002", "4999999", "9000001", "9000002", "09000001"];
  const response = bulk(await start(), { dot_numbers });
  expect(await answered(response)).toEqual({ status: 200, body: [second?.summary, first?.summary] });
});

test("bulk accepts 50 numbers but not 51", async () => {
  const service = await start();
  const numbers = Array.from({ length: 51 }, (_, index) => String(9000001 + index));
  const { status, body } = await answered(bulk(service, { dot_numbers: numbers.slice(1) }));
  expect([status, (body as unknown[]).length]).toEqual([200, sampleCarriers(today).length - 1]);
  expect(await answered(bulk(service, { dot_numbers: numbers }))).toEqual(
    refusal(400, "INVALID_BODY", expect.stringContaining("at most 50")),
  );
});

test.each([
  ["a body that isn't JSON", '{"dot_numbers":'],
  ["an empty body", ""],
  ["a body that isn't an object", "null"],
  ["a bare array", ["9000001"]],
  ["a string in place of an array", { dot_numbers: "9000001" }],
  ["an empty array", { dot_numbers: [] }],
  ["numbers in place of strings", { dot_numbers: [9000001] }],
  ["a text that isn't a DOT number", { dot_numbers: ["MC-747866"] }],
])("bulk refuses %s", async (_, body) => {
  expect(await answered(bulk(await start(), body))).toEqual(refusal(400, "INVALID_BODY"));
});

test("bulk requires a JSON content type", async () => {
  const response = bulk(await start(), { dot_numbers: ["9000001"] }, { "content-type": "text/plain" });
  expect(await answered(response)).toEqual(refusal(400, "INVALID_BODY", expect.stringContaining("Content-Type")));
});

test("bulk refuses a body over 1 MiB, whatever its size", async () => {
  const service = await start();
  const filler = (size: number) => `{"dot_numbers":["9000001"]}${" ".repeat(size)}`;
  expect(await answered(bulk(service, filler(2 ** 20)))).toEqual(refusal(413, "PAYLOAD_TOO_LARGE"));
  expect(await answered(bulk(service, filler(8 * 2 ** 20)))).toEqual(refusal(413, "PAYLOAD_TOO_LARGE"));
  expect((await bulk(service, filler(2 ** 20 - 27))).status).toBe(200);
});

test("bulk without a key, or with an empty one, is unauthorized", async () => {
  const service = await start();
  const unkeyed = fetch(`${service.url}/v1/carriers/bulk`, { method: "POST", body: "{}" });
  expect(await answered(unkeyed)).toEqual(refusal(401, "UNAUTHORIZED"));
  expect(await answered(bulk(service, {}, { "x-api-key": " " }))).toEqual(refusal(401, "UNAUTHORIZED"));
});

test.each(["abc", "900000001", "MC-747866", "-1", "2.18E+04", "0x10", "%39", "٩"])(
  "the path parameter %s is invalid",
  async (number) => {
    const { url } = await start();
    expect(await answered(fetch(`${url}/v1/carriers/${number}`))).toEqual(refusal(400, "INVALID_PARAM"));
  },
);

test.each(["/v1/carriers/4999999", "/v1/carriers/0/safety", "/v1/carriers/9000001/", "/v1/carriers", "/", "/v2"])(
  "%s is not found",
  async (path) => {
    expect(await answered(fetch((await start()).url + path))).toEqual(refusal(404, "NOT_FOUND"));
  },
);

test.each([
  ["POST", "/v1/carriers/9000001", "GET"],
  ["DELETE", "/v1/carriers/9000001/safety", "GET"],
  ["GET", "/v1/carriers/bulk", "POST"],
])("%s %s is not allowed", async (method, path, allowed) => {
  const response = await fetch((await start()).url + path, { method });
  expect(response.headers.get("allow")).toBe(allowed);
  expect(await answered(Promise.resolve(response))).toEqual(refusal(405, "METHOD_NOT_ALLOWED"));
});

test("every answer is JSON and states the rate limit", async () => {
  const service = await start();
  const limits = ({ headers }: Response) =>
    ["content-type", "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"].map((name) =>
      headers.get(name),
    );
  const reset = String(Date.parse("2026-03-10T17:46:00Z") / 1000);
  expect(limits(await fetch(`${service.url}/v1/carriers/9000001`))).toEqual(["application/json", "100", "99", reset]);
  expect(limits(await bulk(service, {}))).toEqual(["application/json", "1000", "998", reset]);
  expect(limits(await fetch(`${service.url}/nowhere`))).toEqual(["application/json", "100", "97", reset]);
});

test("the rate limit is never enforced, and resets every minute", async () => {
  let now = today;
  const { url } = await start({ today: () => now });
  const ask = async () => {
    const response = await fetch(`${url}/v1/carriers/9000001`);
    await response.arrayBuffer();
    return [response.status, response.headers.get("x-ratelimit-remaining")];
  };
  for (let asked = 0; asked < 120; asked++) await ask();
  expect(await ask()).toEqual([200, "1"]);
  now = new Date(today.getTime() + 60_000);
  expect(await ask()).toEqual([200, "99"]);
});

test("a client that disconnects in the middle of its body is harmless", async () => {
  const { url } = await start();
  const { port } = new URL(url);
  await new Promise<void>((resolve) => {
    const headers = { "content-type": "application/json", "x-api-key": "any", "content-length": "1000" };
    const client = request({ port, host: "127.0.0.1", path: "/v1/carriers/bulk", method: "POST", headers });
    client.on("error", () => resolve());
    client.write("{", () => client.destroy(new Error("gone")));
  });
  expect((await fetch(`${url}/v1/carriers/9000001`)).status).toBe(200);
});

test("it listens on the given port, and reports if that is taken", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  await expect(start({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  await new Promise((resolve) => other.close(resolve));
  expect((await start({ port })).url).toBe(`http://127.0.0.1:${port}`);
  await expect(start({ port: 65536 })).rejects.toMatchObject({ code: "ERR_SOCKET_BAD_PORT" });
});

test.each([null, 5, new Date()])("refuses %o for a clock before it listens", async (clock) => {
  const refused = start({ today: clock as unknown as () => Date });
  await expect(refused).rejects.toThrow(new TypeError("today is not a function that gives a Date"));
});

test("it stops at once despite idle connections, and may be closed twice", async () => {
  const service = await start();
  await (await fetch(`${service.url}/v1/carriers/9000001`)).json();
  await service.close();
  await service.close();
  await expect(fetch(`${service.url}/v1/carriers/9000001`)).rejects.toThrow();
});
