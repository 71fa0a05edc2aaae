import { describe, expect, onTestFinished, test } from "vitest";
import type { DotNumber } from "../../src/dot-number.ts";
import { hintOf } from "../../src/runtime/hints.ts";
import { startSampleService } from "../../src/sample/server.ts";
import { Client } from "../../src/service/client.ts";
import {
  DoubtfulNotFoundError,
  NotFoundError,
  RefusedKeyError,
  RefusedRequestError,
  ServiceError,
  UnreachableError,
  UnusableAnswerError,
} from "../../src/service/errors.ts";
import type { RecordAnswer } from "../../src/service/records.ts";
import { type Answerer, type Asked, openTransport, respond, serve } from "./loopback.ts";

const dot = (number: number | string) => String(number) as DotNumber;
const key = "canary-key";

function clientOf(origin: string, { base = "", apiKey }: { base?: string; apiKey?: string } = {}) {
  const { transport } = openTransport(origin);
  return new Client({ transport, baseUrl: origin + base, apiKey, userAgent: "usdot/test" });
}

/** A client of a service that answers every request like this. */
async function answering(status: number, body: unknown, headers: Record<string, string> = {}, options = {}) {
  const service = await serve((_, __, response) => respond(response, status, body, headers));
  return { service, client: clientOf(service.origin, options) };
}

async function sample(apiKey?: string) {
  const service = await startSampleService({ today: () => new Date("2026-11-21T12:00:00Z"), slowMs: 1 });
  onTestFinished(() => service.close());
  return clientOf(service.url, apiKey === undefined ? {} : { apiKey });
}

const failure = (promise: Promise<unknown>): Promise<ServiceError> =>
  promise.then(
    () => expect.fail("it was not rejected"),
    (error) => error,
  );

describe("the sample service", () => {
  test("answers GETs with records", async () => {
    const client = await sample();
    const carrier = await client.record("carrier", dot(9000001));
    expect(carrier.record).toMatchObject({ dot_number: "9000001", legal_name: "PRAIRIE LANTERN FREIGHT INC" });
    expect(JSON.parse(carrier.text)).toEqual(carrier.record);
    expect(carrier.schemaIssues).toEqual([]);
    expect((await client.record("insurance", dot(9000001))).record.policies).not.toEqual([]);
    expect((await client.record("safety", dot(9000001))).record.inspections).toBeDefined();
  });

  test("answers POST with the summaries it has", async () => {
    const client = await sample(key);
    const { found, unrequested } = await client.bulk([dot(9000002), dot(9000404), dot(9000001)]);
    const [one, unknown, other] = found as [RecordAnswer, undefined, RecordAnswer];
    expect([one.record.dot_number, unknown, other.record.dot_number, unrequested]).toEqual([
      "9000002",
      undefined,
      "9000001",
      0,
    ]);
    expect([other.schemaIssues, JSON.parse(other.text)]).toEqual([[], other.record]);
  });

  test.each([
    [9000400, RefusedRequestError],
    [9000401, RefusedKeyError],
    [9000404, NotFoundError],
    [9000500, UnreachableError],
    [9000502, UnreachableError],
    [9000550, UnusableAnswerError],
    [9000551, UnusableAnswerError],
    [9000553, UnusableAnswerError],
  ])("%i", async (number, type) => {
    const error = await failure((await sample()).record("carrier", dot(number)));
    expect(error).toBeInstanceOf(type);
    expect(error.subject).toBe(`USDOT ${number}`);
  });

  test.each([9000408, 9000430, 9000503, 9000552, 9000554])("%i is answered", async (number) => {
    expect((await (await sample()).record("carrier", dot(number))).record.dot_number).toEqual(
      number === 9000552 ? number : String(number),
    );
  });
});

describe("a request", () => {
  const echo: Answerer = (_, { url, method }, response) => {
    respond(response, 200, method === "POST" ? [] : { dot_number: /carriers\/(\d+)/.exec(url)?.[1] });
  };

  test("goes to a path below that of the base URL", async () => {
    const service = await serve(echo);
    for (const base of ["", "/", "/fleet/api", "/caf%C3%A9"]) {
      const client = clientOf(service.origin, { base });
      await client.record("carrier", dot(1));
      await client.record("insurance", dot(2));
      await client.record("safety", dot(3));
      await client.bulk([dot(4)]);
    }
    const paths = (base: string) => [
      `GET ${base}/v1/carriers/1`,
      `GET ${base}/v1/carriers/2/insurance`,
      `GET ${base}/v1/carriers/3/safety`,
      `POST ${base}/v1/carriers/bulk`,
    ];
    const expected = ["", "", "/fleet/api", "/caf%C3%A9"].flatMap(paths);
    expect(service.asked.map(({ method, url }) => `${method} ${url}`)).toEqual(expected);
  });

  test("has the right headers and body, with and without a key", async () => {
    const service = await serve(echo);
    await clientOf(service.origin).record("carrier", dot(1));
    await clientOf(service.origin, { apiKey: key }).record("carrier", dot(1));
    await clientOf(service.origin, { apiKey: key }).bulk([dot(1), dot(22)]);
    const [bare, keyed, bulk] = service.asked as [Asked, Asked, Asked];
    expect(bare.headers).toEqual({
      host: service.origin.slice(7),
      connection: "keep-alive",
      accept: "application/json",
      "accept-encoding": "gzip, br",
      "user-agent": "usdot/test",
    });
    expect(keyed.headers).toEqual({ ...bare.headers, "x-api-key": key });
    expect(bulk.headers).toEqual({ ...keyed.headers, "content-type": "application/json", "content-length": "26" });
    expect(bulk.body).toBe('{"dot_numbers":["1","22"]}');
  });
});

describe("one record", () => {
  test("is kept as the service wrote it, including unknown fields", async () => {
    const text = '{ "dot_number": "1",\n "rate": 1.0, "exact": 9007199254740993, "__proto__": {"a": 1} }';
    const { client } = await answering(200, text);
    const answer = await client.record("safety", dot(1));
    expect(answer.text).toBe(text);
    expect(answer.schemaIssues).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test.each(["1", "0001", " 1 ", "USDOT 1", 1])("may write its number as %j", async (dot_number) => {
    const { client } = await answering(200, { dot_number });
    const { schemaIssues } = await client.record("carrier", dot(1));
    expect(schemaIssues).toEqual(typeof dot_number === "number" ? ["dot_number"] : []);
  });

  test("may have null and absent fields; fields of another type are named by their path", async () => {
    const odd = {
      dot_number: "1",
      legal_name: 42,
      status: null,
      fleet: { power_units: "24", drivers: 1.5 },
      address: "1 Main St",
      insurance: { bipd_on_file: null, cargo_on_file: 1e6 },
    };
    const { client } = await answering(200, odd);
    const { record, schemaIssues } = await client.record("carrier", dot(1));
    expect(record).toEqual(odd);
    expect([...schemaIssues].sort()).toEqual(["address", "fleet.drivers", "fleet.power_units", "legal_name"]);
    const { client: other } = await answering(200, { dot_number: "1", policies: [{}, { coverage_amount: "1" }] });
    expect((await other.record("insurance", dot(1))).schemaIssues).toEqual(["policies.1.coverage_amount"]);
  });

  test.each([
    ["another carrier's", { dot_number: "2" }, "a record about USDOT 2, which was not asked for"],
    ["nobody's", {}, "a record without a USDOT number"],
    ["an error", { success: false, error: "Quota used up." }, "an error instead of a record (Quota used up.)"],
    ["an error with the key", { error: `no ${key}` }, "an error instead of a record (no [redacted])"],
    ["of a docket", { dot_number: "MC-1" }, "a record without a USDOT number"],
    ["without a number", { dot_number: null }, "a record without a USDOT number"],
    ["wrapped", { data: { dot_number: "1" } }, "a record without a USDOT number"],
    ["of a number beyond all", { dot_number: 1e21 }, "a record without a USDOT number"],
    ["a list", [{ dot_number: "1" }], "a list instead of a record"],
    ["null", "null", "null instead of a record"],
    ["text", '"1"', "a string instead of a record"],
    ["a number", "1", "a number instead of a record"],
    ["true", "true", "a boolean instead of a record"],
    ["nothing", "", "nothing"],
    ["white space", " \n", "nothing"],
    ["broken", '{"dot_number":"1"', "broken JSON"],
    ["HTML", "<html>", "a web page instead of JSON"],
  ])("%s", async (_, body, words) => {
    const { client, service } = await answering(200, body, {}, { apiKey: key });
    const error = await failure(client.record("carrier", dot(1)));
    expect(error).toBeInstanceOf(UnusableAnswerError);
    expect(error).toMatchObject({
      message: `${service.origin} answered with ${words}, after 2 attempts`,
      subject: "USDOT 1",
    });
    expect(hintOf(error)).toBe("ask the service's operator, or check the base URL");
    expect(service.asked).toHaveLength(2);
  });

  test("a web page is recognized by its content type too", async () => {
    const { client } = await answering(200, "Down for maintenance", { "content-type": "text/html; charset=utf-8" });
    expect((await failure(client.record("carrier", dot(1)))).message).toContain("a web page instead of JSON");
  });

  test("a 204 counts as an empty answer", async () => {
    const { client } = await answering(204, "");
    expect((await failure(client.record("carrier", dot(1)))).message).toContain("answered with nothing");
  });
});

describe("an error in place of a record", () => {
  test.each([
    ["an error with a code", { error: { code: "UPSTREAM_TIMEOUT" } }, "UPSTREAM_TIMEOUT"],
    ["a code and words", { error: { code: "DOWN", message: "Try later." } }, "DOWN: Try later."],
    ["words", { error: "upstream timed out" }, "upstream timed out"],
    ["beside other fields", { legal_name: "ACME", error: { code: "DOWN" } }, "DOWN"],
    ["errors", { errors: [{ code: "DOWN", message: "Try later." }] }, "DOWN: Try later."],
    ["no success", { success: false, message: "Try later." }, "Try later."],
    ["no success, and no words", { success: false }, ""],
    ["not ok", { ok: false, detail: "Try later." }, "Try later."],
    ["true", { error: true }, ""],
    ["a list of errors", { error: ["down"] }, ""],
    ["nothing but a message", { message: "Try later." }, "Try later."],
    ["nothing but a detail", { detail: "Try later.", status: 503 }, "Try later."],
    ["nothing but a code", { code: "DOWN" }, "DOWN"],
    ["a status of error", { status: "error" }, ""],
  ])("%s", async (_, fields, words) => {
    const { client, service } = await answering(200, { dot_number: "1", ...fields }, {}, { apiKey: key });
    const said = `an error instead of a record${words && ` (${words})`}`;
    for (const ask of [
      () => client.record("carrier", dot(1)),
      () => client.record("insurance", dot(1)),
      () => client.record("safety", dot(1)),
    ]) {
      const error = await failure(ask());
      expect(error).toBeInstanceOf(UnusableAnswerError);
      expect(error.message).toBe(`${service.origin} answered with ${said}, after 2 attempts`);
    }
    expect(service.asked).toHaveLength(6);
  });

  test.each([
    ["null", { error: null }],
    ["false", { error: false, errors: false }],
    ["empty", { error: "", errors: [] }],
    ["an empty object", { error: {}, errors: {} }],
    ["zero", { error: 0 }],
    ["none, in words", { error: "None", errors: "N/A" }],
    ["a success", { success: true, ok: true }],
    ["a message beside fields of a carrier", { status: "ACTIVE", fleet: {}, message: "Data of last week." }],
    ["only a status", { status: "ACTIVE" }],
    ["only a null message", { message: null, code: "" }],
  ])("is not a record with an error field that says nothing: %s", async (_, fields) => {
    const { client } = await answering(200, { dot_number: "1", ...fields }, {}, { apiKey: key });
    expect((await client.record("carrier", dot(1))).record).toEqual({ dot_number: "1", ...fields });
    const { client: other } = await answering(200, [{ dot_number: "1", ...fields }], {}, { apiKey: key });
    expect((await other.bulk([dot(1)])).found).toMatchObject([{ record: fields }]);
  });

  const failing = (number: string, code = "UPSTREAM_TIMEOUT") => ({ dot_number: number, error: { code } });

  test("in a bulk answer is retried once, and affects only its own number", async () => {
    const service = await serve((_, __, response) => respond(response, 200, [{ dot_number: "1" }, failing("2")]));
    const { found, unrequested } = await clientOf(service.origin).bulk([dot(1), dot(2), dot(3)]);
    expect(found).toMatchObject([
      { record: { dot_number: "1" } },
      {
        message: `${service.origin} answered with an error instead of a record (UPSTREAM_TIMEOUT)`,
        subject: "USDOT 2",
        code: "UPSTREAM_TIMEOUT",
      },
      undefined,
    ]);
    expect([unrequested, service.asked.length]).toEqual([0, 2]);
  });

  test("in a bulk answer may be gone on the second attempt", async () => {
    const service = await serve((nth, _, response) =>
      respond(response, 200, [{ dot_number: "1" }, nth === 1 ? failing("2") : { dot_number: "2" }]),
    );
    const { found } = await clientOf(service.origin).bulk([dot(1), dot(2)]);
    expect(found).toMatchObject([{ record: { dot_number: "1" } }, { record: { dot_number: "2" } }]);
  });

  test("a record that only the first answer has is kept, and what the second one leaves out is not missing for it", async () => {
    const service = await serve((nth, _, response) => {
      const numbers = nth === 1 ? ["99", "1", "2", "4"] : ["1", "3"];
      respond(
        response,
        200,
        numbers.map((dot_number) => ({ dot_number })),
      );
    });
    const { found, isExact } = await clientOf(service.origin).bulk([dot(1), dot(2), dot(3), dot(4), dot(5)]);
    const records = ["1", "2", "3", "4"].map((dot_number) => ({ record: { dot_number } }));
    expect(found).toMatchObject([...records, undefined]);
    expect([isExact, service.asked.length]).toEqual([false, 2]);
  });

  test("about a number that nobody asked for is no reason to retry a complete answer", async () => {
    const service = await serve((_, __, response) => respond(response, 200, [{ dot_number: "1" }, failing("9")]));
    await clientOf(service.origin).bulk([dot(1)]);
    expect(service.asked).toHaveLength(1);
  });
});

describe("a number that JSON.parse would round", () => {
  test.each(["123.00000000000000001", "123.0", "1.23e2", "1230e-1", "122.99999999999999999", "123.5", "-123"])(
    "%s is not USDOT 123",
    async (written) => {
      const { client } = await answering(200, `{"x":1,"dot_number":${written}}`);
      expect((await failure(client.record("carrier", dot(123)))).message).toContain("a record without a USDOT number");
      const { client: other } = await answering(200, `[{"x":1,"dot_number":${written}}]`);
      expect(await other.bulk([dot(123)])).toMatchObject({ found: [undefined], unrequested: 1, hasRecord: false });
    },
  );

  test.each(["123", '"123"', '"0123"'])("%s is", async (written) => {
    const { client } = await answering(200, `{"x":1,"dot_number":${written}}`);
    expect((await client.record("carrier", dot(123))).text).toContain(written);
  });
});

test("the first issues of a long list are named by their index", async () => {
  const policies = `${"{},".repeat(500)}{"coverage_amount":"1","form_code":91}${',{"form_code":1}'.repeat(500)}`;
  const { client } = await answering(200, `{"dot_number":"1","policies":[${policies}]}`);
  const { schemaIssues } = await client.record("insurance", dot(1));
  expect(schemaIssues).toHaveLength(20);
  expect(schemaIssues.slice(0, 3)).toEqual([
    "policies.500.coverage_amount",
    "policies.500.form_code",
    "policies.501.form_code",
  ]);
});

describe("404", () => {
  test.each([
    ["JSON that speaks of a carrier", '{"error":{"code":"NOT_FOUND","message":"No carrier."}}', NotFoundError],
    ["nothing", "", DoubtfulNotFoundError],
    ["a web page", "<html><h1>404</h1>", DoubtfulNotFoundError],
  ])("with %s", async (_, body, type) => {
    const { client, service } = await answering(404, body);
    for (const ask of [
      () => client.record("carrier", dot(1)),
      () => client.record("insurance", dot(1)),
      () => client.record("safety", dot(1)),
    ]) {
      expect(await failure(ask())).toBeInstanceOf(type);
    }
    expect(await failure(client.bulk([dot(1)]))).toBeInstanceOf(RefusedRequestError);
    expect(service.asked).toHaveLength(4);
  });

  test("names the whole URL, with the base URL's own path", async () => {
    const { client, service } = await answering(404, "", {}, { base: "/wrong/api" });
    const message = async (asking: Promise<unknown>) => (await failure(asking)).message;
    expect(await message(client.record("carrier", dot(7)))).toContain(
      `: ${service.origin}/wrong/api/v1/carriers/7 (HTTP 404)`,
    );
    expect(await message(client.record("safety", dot(7)))).toContain(
      `${service.origin}/wrong/api/v1/carriers/7/safety (`,
    );
    expect(await message(client.bulk([dot(7)]))).toBe(
      `no carrier lookup service answers at ${service.origin}/wrong/api/v1/carriers/bulk (HTTP 404)`,
    );
  });

  test.each(["carrier", "insurance", "safety", "bulk"] as const)(
    "without a body is definite once %s has answered with a record",
    async (endpoint) => {
      const service = await serve((_, { url, method }, response) => {
        const found = method === "POST" || !url.includes("/2");
        respond(response, found ? 200 : 404, method === "POST" ? [{ dot_number: "1" }] : found && { dot_number: "1" });
      });
      const client = clientOf(service.origin);
      expect(await failure(client.record("carrier", dot(2)))).toBeInstanceOf(DoubtfulNotFoundError);
      await (endpoint === "bulk" ? client.bulk([dot(1)]) : client.record(endpoint, dot(1)));
      expect(await failure(client.record("carrier", dot(2)))).toBeInstanceOf(NotFoundError);
      expect(await failure(client.record("insurance", dot(2)))).toBeInstanceOf(NotFoundError);
    },
  );

  test("stays in doubt after answers that were all unusable", async () => {
    const service = await serve((nth, _, response) => respond(response, nth <= 2 ? 200 : 404, nth <= 2 ? "{}" : ""));
    const client = clientOf(service.origin);
    await failure(client.record("carrier", dot(1)));
    expect(await failure(client.record("carrier", dot(2)))).toBeInstanceOf(DoubtfulNotFoundError);
  });
});

test.each([301, 302, 303, 307, 308])("a %i is not followed", async (status) => {
  const elsewhere = await serve((_, __, response) => respond(response, 200, { dot_number: "1" }));
  const location = `${elsewhere.origin}/moved?to=here`;
  const { client, service } = await answering(status, "", { location }, { apiKey: key });
  const error = await failure(client.record("carrier", dot(1)));
  expect(error).toBeInstanceOf(RefusedRequestError);
  expect(error.message).toContain(`redirects to ${elsewhere.origin}/moved; redirects are not followed`);
  expect([service.asked.length, elsewhere.asked.length]).toEqual([1, 0]);
});

describe("bulk", () => {
  const numbersOf = async (body: unknown) => {
    const { client } = await answering(200, body, {}, { apiKey: key });
    const { found, unrequested } = await client.bulk([dot(1), dot(2)]);
    const about = (index: number) => Number((found[index] as RecordAnswer | undefined)?.record.dot_number);
    return { numbers: ["1", "2"].filter((number, index) => about(index) === Number(number)), unrequested };
  };

  test.each([
    ["in order", [{ dot_number: "1" }, { dot_number: "2" }], ["1", "2"], 0],
    ["shuffled", [{ dot_number: "2" }, { dot_number: "1" }], ["1", "2"], 0],
    ["doubled", [{ dot_number: "1" }, { dot_number: "1" }], ["1"], 0],
    ["missing", [{ dot_number: "2" }], ["2"], 0],
    ["none", [], [], 0],
    ["unrequested", [{ dot_number: "1" }, { dot_number: "7" }], ["1"], 1],
    ["unrequested as well", [{ dot_number: "1" }, { dot_number: "2" }, { dot_number: "7" }], ["1", "2"], 1],
    ["by number, padded", [{ dot_number: 1 }, { dot_number: "00000002" }], ["1", "2"], 0],
    ["unreadable", [null, 1, "2", [], {}, { dot_number: "x" }, { dot_number: "1" }], ["1"], 6],
  ])("%s", async (_, body, numbers, unrequested) => {
    expect(await numbersOf(body)).toEqual({ numbers, unrequested });
  });

  const wrong = [{ dot_number: "1" }, { dot_number: "9" }];
  const right = [{ dot_number: "1" }, { dot_number: "2" }];
  const bulkOf = async (answers: Answerer) => {
    const service = await serve(answers);
    const { found } = await clientOf(service.origin).bulk([dot(1), dot(2)]);
    return [["1", "2"].filter((_, index) => found[index]), service.asked.length];
  };

  test("other records in place of those asked for are a reason to retry once", async () => {
    expect(await bulkOf((nth, _, response) => respond(response, 200, nth === 1 ? wrong : right))).toEqual([
      ["1", "2"],
      2,
    ]);
    const unreadable = [{ dot_number: "1" }, {}];
    expect(await bulkOf((nth, _, response) => respond(response, 200, nth === 1 ? unreadable : right))).toEqual([
      ["1", "2"],
      2,
    ]);
  });

  test("nothing is lost if the retry is no better", async () => {
    expect(await bulkOf((_, __, response) => respond(response, 200, wrong))).toEqual([["1"], 2]);
    expect(await bulkOf((nth, _, response) => respond(response, nth === 1 ? 200 : 400, wrong))).toEqual([["1"], 2]);
  });

  test("each record has its own text and schema issues", async () => {
    const { client } = await answering(200, '[ {"dot_number":"1","x":1.0} , null, {"dot_number":2,"legal_name":3} ]');
    const { found } = await client.bulk([dot(1), dot(2)]);
    expect(found).toMatchObject([
      { text: '{"dot_number":"1","x":1.0}', schemaIssues: [] },
      { text: '{"dot_number":2,"legal_name":3}', schemaIssues: ["dot_number", "legal_name"] },
    ]);
  });

  test.each([
    ["wrapped in items", { items: [{ dot_number: "1" }] }, "an object instead of a list"],
    ["wrapped in data", { data: [] }, "an object instead of a list"],
    ["one record", { dot_number: "1" }, "an object instead of a list"],
    ["an error", { success: false, error: "Quota used up." }, "an error instead of a list (Quota used up.)"],
    ["text", '"1"', "a string instead of a list"],
    ["null", "null", "null instead of a list"],
    ["nothing", "", "nothing"],
    ["cut", '[{"dot_number":"1"}', "broken JSON"],
  ])("an unusable answer: %s", async (_, body, words) => {
    const { client, service } = await answering(200, body, {}, { apiKey: key });
    const error = await failure(client.bulk([dot(1), dot(2), dot(3)]));
    expect(error).toBeInstanceOf(UnusableAnswerError);
    expect(error.message).toBe(`${service.origin} answered with ${words}, after 2 attempts`);
    expect(error.subject).toBe("USDOT 1 and 2 more");
  });

  test("an error about a single number names just that number", async () => {
    const { client } = await answering(500, "");
    expect((await failure(client.bulk([dot(1)]))).subject).toBe("USDOT 1");
  });
});

test.each([302, 400, 401, 403, 404, 405, 413, 429, 500])(
  "%i: what, to whom and what to do, in at most 300 characters, without the key",
  async (status) => {
    const body = { error: { code: "LONG_CODE".repeat(50), message: `${key} ${"long words ".repeat(1_000)}` } };
    const { client } = await answering(status, body, {}, { apiKey: key });
    for (const ask of [() => client.record("carrier", dot(12345678)), () => client.bulk([dot(12345678), dot(2)])]) {
      const error = await failure(ask());
      expect(error).toBeInstanceOf(ServiceError);
      expect(error).toMatchObject({
        status,
        code: status === 302 ? undefined : expect.stringMatching(/^LONG_CODE.*…$/),
      });
      expect(error.subject).toMatch(/^USDOT 12345678/);
      expect(hintOf(error)).toBeTruthy();
      const line = `usdot: ${error.subject}: ${error.message}; ${hintOf(error)}`;
      expect(line).not.toContain("canary");
      expect(line).toContain(status === 302 ? "HTTP 302" : `HTTP ${status} LONG_CODE`);
      expect(line.length).toBeLessThanOrEqual(300);
    }
  },
);
