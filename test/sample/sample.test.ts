/** The sample service: the interface over invented carriers, and the numbers with faults. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { sampleNumbers } from "../../src/sample/faults.ts";
import {
  type SampleOptions,
  startSampleService,
} from "../../src/sample/server.ts";
import { issuesOf } from "../../src/service/fields.ts";

const today = new Date("2026-03-10T17:45:30Z");
const numbers = sampleNumbers(today);
const known = (wanted: string, on = today) => {
  const records = sampleNumbers(on).find(
    ({ number }) => number === wanted,
  )?.records;
  return records ?? expect.fail(`no sample carrier ${wanted}`);
};

async function start(options: SampleOptions = {}) {
  const service = await startSampleService({ today: () => today, ...options });
  onTestFinished(() => service.close());
  return service;
}

/** Asks a service for a path; a body makes it a bulk request with a key, unless `headers` say otherwise. */
async function ask(
  url: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
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
    `${url}/v1/carriers${path}`,
    body === undefined ? {} : bulk,
  );
  const text = await response.text();
  const isJson = response.headers.get("content-type") === "application/json";
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && !text.endsWith("SH") ? JSON.parse(text) : undefined,
  };
}

const paths = ["", "/insurance", "/safety"];

describe("the carriers", () => {
  test.each(
    numbers.flatMap(({ number, what, records }) =>
      records ? [[number, what, records] as const] : [],
    ),
  )(
    "%s has the interface's shape, one number and nobody real",
    (number, what, { carrier, insurance, safety, summary }) => {
      expect(what).not.toBe("");
      const records = { carrier, insurance, safety, summary };
      const issues = Object.entries(records).flatMap(([name, record]) =>
        issuesOf(record, name as "carrier"),
      );
      if (number === "9000552") expect(issues).toContain("fleet.drivers");
      else expect(issues).toEqual([]);
      expect(JSON.parse(JSON.stringify(records))).toStrictEqual(records);
      const { phone = "(555) 555-0100", email = "@example.com" } = (carrier[
        "contact"
      ] ?? {}) as Record<string, string>;
      if (number < "9000500")
        expect([phone, email]).toEqual([
          expect.stringMatching(/^\(555\) 555-01\d\d$/),
          expect.stringMatching(/@example\.com$/),
        ]);
      expect(String(carrier["mc_number"] ?? "9100000")).toMatch(/^91\d{5}$/);
    },
  );

  test("are in the order of their numbers, and then the faults, each with how it ends", () => {
    const carriers = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14].map(
      (each) => `${9_000_000 + each} answered`,
    );
    const faults =
      "400 unusable, 401 key, 404 not-found, 408 unreachable, 429 unreachable, 430 answered, 500 unreachable, " +
      "502 unreachable, 503 answered, 550 unusable, 551 unusable, 552 answered, 553 unusable, 554 answered";
    const listed = numbers.map(({ number, end }) => `${number} ${end}`);
    expect(listed).toEqual([
      ...carriers,
      ...faults.split(", ").map((each) => `9000${each}`),
    ]);
  });

  test.each<
    [number: string, record: "carrier" | "insurance" | "safety", has: object]
  >([
    [
      "9000001",
      "carrier",
      {
        contact: { phone: "(555) 555-0101", email: "dispatch01@example.com" },
        mc_number: "9100001",
      },
    ],
    [
      "9000001",
      "carrier",
      {
        authority: { common_authority_date: "2014-02-09T00:00:00Z" },
        mcs150: { mileage: 17_480_000 },
      },
    ],
    [
      "9000002",
      "carrier",
      {
        dba_name: "GRAND KITE",
        insurance: { bipd_on_file: 5_000_000, cargo_on_file: 250_000 },
      },
    ],
    [
      "9000002",
      "carrier",
      { safety: { driver_oos_rate: 1.4, total_crashes: 1_941 } },
    ],
    [
      "9000004",
      "safety",
      {
        rating: null,
        inspections: { driver: { total: 0, oos_rate: 0 } },
        crashes: { total: 0, rate: 0 },
      },
    ],
    ["9000005", "carrier", { status: "INACTIVE" }],
    [
      "9000006",
      "carrier",
      {
        status: "OUT-OF-SERVICE",
        allowed_to_operate: "N",
        out_of_service: true,
      },
    ],
    ["9000007", "insurance", { policies: [] }],
    [
      "9000012",
      "carrier",
      { insurance: { bipd_on_file: 750_000, cargo_on_file: 0 } },
    ],
    ["9000014", "carrier", { insurance: null }],
  ])("%s, %s: %j", (number, record, has) => {
    expect(known(number)[record]).toMatchObject(has);
  });

  test("policies end a stated number of days from today, whatever day that is", () => {
    const ends = (number: string, on: string) =>
      (
        known(number, new Date(on)).insurance["policies"] as {
          expiration_date: string;
        }[]
      ).map((each) => each.expiration_date);
    expect(ends("9000008", "2026-03-10T23:59:59Z")).toEqual([
      "2026-04-20T00:00:00Z",
      "2026-03-16T00:00:00Z",
    ]);
    expect(ends("9000008", "2031-12-31T00:00:00Z")).toEqual([
      "2032-02-10T00:00:00Z",
      "2032-01-06T00:00:00Z",
    ]);
    expect(ends("9000003", "2026-03-10T00:00:00Z")).toEqual([null, null]);
  });
});

describe("the service", () => {
  test("answers each path with its record, whatever the query and the zeros in front", async () => {
    const { url } = await start();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const { carrier, insurance, safety } = known("9000001");
    expect((await ask(url, "/9000001")).body).toEqual(carrier);
    expect((await ask(url, "/09000001/insurance?from=script")).body).toEqual(
      insurance,
    );
    expect((await ask(url, "/9000001/safety")).body).toEqual(safety);
  });

  test("answers bulk requests in the order asked, without unknown and repeated numbers", async () => {
    const { url } = await start();
    const dot_numbers = [
      "9000002",
      "4999999",
      "9000404",
      "9000001",
      "9000002",
      "09000001",
    ];
    const { status, body } = await ask(url, "/bulk", { dot_numbers });
    expect([status, body]).toEqual([
      200,
      [known("9000002").summary, known("9000001").summary],
    ]);
  });

  test.each<
    [
      status: number,
      code: string,
      path: string,
      body?: unknown,
      headers?: Record<string, string>,
    ]
  >([
    [404, "NOT_FOUND", "/4999999"],
    [404, "NOT_FOUND", "/9000001/"],
    [400, "INVALID_PARAM", "/abc"],
    [400, "INVALID_PARAM", "/900000001"],
    [405, "METHOD_NOT_ALLOWED", "/bulk"],
    [405, "METHOD_NOT_ALLOWED", "/9000001", {}],
    [401, "UNAUTHORIZED", "/bulk", {}, { "x-api-key": " " }],
    [
      400,
      "INVALID_BODY",
      "/bulk",
      { dot_numbers: ["9000001"] },
      { "content-type": "text/plain" },
    ],
    [400, "INVALID_BODY", "/bulk", '{"dot_numbers":'],
    [400, "INVALID_BODY", "/bulk", { dot_numbers: [] }],
    [400, "INVALID_BODY", "/bulk", { dot_numbers: [9000001] }],
    [400, "INVALID_BODY", "/bulk", { dot_numbers: ["MC-747866"] }],
    [400, "INVALID_BODY", "/bulk", { dot_numbers: Array(51).fill("9000001") }],
  ])("refuses with %s %s: %s", async (status, code, path, body, headers) => {
    const answer = await ask((await start()).url, path, body, headers);
    expect(answer).toMatchObject({
      status,
      body: { error: { code, message: expect.any(String) } },
    });
  });

  test("moves with the clock", async () => {
    let now = new Date("2026-03-10T23:59:00Z");
    const { url } = await start({ today: () => now });
    const end = async () =>
      (await ask(url, "/9000008/insurance")).body.policies[0].expiration_date;
    expect(await end()).toBe("2026-04-20T00:00:00Z");
    now = new Date("2026-03-11T00:00:01Z");
    expect(await end()).toBe("2026-04-21T00:00:00Z");
  });

  test("listens on a port of one's choice, says if it is taken, and stops at once, twice", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    await expect(start({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
    await new Promise((resolve) => other.close(resolve));
    const service = await start({ port });
    expect(service.url).toBe(`http://127.0.0.1:${port}`);
    const pending = fetch(`${service.url}/v1/carriers/9000408`).catch(
      () => "cut off",
    );
    await ask(service.url, "/9000001");
    await service.close();
    await service.close();
    expect(await pending).toBe("cut off");
  });
});

describe("the faults", () => {
  test.each<
    [number: string, status: number, retryAfter: string | null, text: RegExp]
  >([
    ["9000400", 400, null, /"INVALID_PARAM"/],
    ["9000401", 401, null, /"UNAUTHORIZED"/],
    ["9000429", 429, "3600", /"RATE_LIMITED"/],
    ["9000500", 500, null, /"INTERNAL_ERROR"/],
    ["9000502", 502, null, /^<!DOCTYPE html>/],
    ["9000550", 200, null, /^<!DOCTYPE html>/],
    ["9000551", 200, null, /^\{"dot_number":"9000551",[^}]*$/],
  ])(
    "%s answers %i at every path, every time, and for a whole bulk request",
    async (number, status, retryAfter, text) => {
      const { url } = await start();
      const asked = [...paths, ...paths].map((path) =>
        ask(url, `/${number}${path}`),
      );
      for (const answer of [
        ...asked,
        ask(url, "/bulk", { dot_numbers: ["9000001", number] }),
      ]) {
        const { headers, ...rest } = await answer;
        expect({
          ...rest,
          retryAfter: headers.get("retry-after"),
        }).toMatchObject({
          status,
          retryAfter,
          text: expect.stringMatching(text),
        });
      }
    },
  );

  test.each([
    ["9000430", 429, "1"],
    ["9000503", 503, "0"],
  ])(
    "%s answers %i once for each path, then its record",
    async (number, status, retryAfter) => {
      const { url } = await start();
      for (const path of [
        ...paths.map((each) => `/${number}${each}`),
        "/bulk",
      ]) {
        const again = () =>
          ask(
            url,
            path,
            path === "/bulk" ? { dot_numbers: [number] } : undefined,
          );
        const first = await again();
        expect([first.status, first.headers.get("retry-after")]).toEqual([
          status,
          retryAfter,
        ]);
        expect([(await again()).body].flat()[0]).toMatchObject({
          dot_number: number,
        });
      }
    },
  );

  test("the slow number answers in the end, alone and in bulk", async () => {
    const { url } = await start({ slowMs: 1 });
    expect((await ask(url, "/9000408/safety")).body).toMatchObject({
      dot_number: "9000408",
    });
    expect(
      (await ask(url, "/bulk", { dot_numbers: ["9000408", "9000001"] })).body,
    ).toHaveLength(2);
  });

  test("9000553 is another carrier's record, 9000554 hostile text, at every path", async () => {
    const { url } = await start();
    for (const path of paths) {
      expect((await ask(url, `/9000553${path}`)).body).toMatchObject({
        dot_number: "9000001",
      });
      const { legal_name } = (await ask(url, `/9000554${path}`)).body;
      for (const hostile of ["=cmd|", "\u001b[2J", "\u202e"])
        expect(legal_name).toContain(hostile);
    }
  });
});
