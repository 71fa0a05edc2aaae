/** What programs get by `import "usdot"`, over the sample service and loopback servers. */
import { describe, expect, onTestFinished, test } from "vitest";
import {
  type BulkResult,
  type Carrier,
  CarrierLookup,
  type CarrierLookupOptions,
  type GivenNumbers,
  InputError,
  type InsurancePolicy,
  type Maybe,
  type Notice,
  parseDotNumber,
  ServiceError,
  SettingError,
  UsdotError,
  VettingFileError,
  type VettingPolicy,
  vet,
} from "../../src/library/index.ts";
import { startSampleService } from "../../src/sample/server.ts";
import { record, respond, serve } from "../service/loopback.ts";

const today = () => new Date("2026-03-10T12:00:00Z");
const asOf = today();

async function open(options: Partial<CarrierLookupOptions> = {}) {
  const sample = await startSampleService({ today });
  onTestFinished(() => sample.close());
  return openAt(sample.url, options);
}

function openAt(baseUrl: string, options: Partial<CarrierLookupOptions> = {}) {
  const notices: Notice[] = [];
  const client = new CarrierLookup({
    baseUrl,
    onNotice: (notice) => notices.push(notice),
    ...options,
  });
  onTestFinished(() => client.close());
  return { client, notices };
}

async function all(results: AsyncIterable<BulkResult>): Promise<string[]> {
  const rows: string[] = [];
  for await (const { dotNumber, carrier, error } of results)
    rows.push(`${dotNumber}: ${carrier ? carrier.legal_name : error.kind}`);
  return rows;
}

describe("a client", () => {
  test("gives the records as the service sends them, with their types", async () => {
    const { client } = await open();
    const carrier: Carrier = await client.carrier("USDOT 9,000,001");
    const units: Maybe<number> = carrier.fleet?.power_units;
    expect([carrier.dot_number, carrier.legal_name, units]).toEqual([
      "9000001",
      "PRAIRIE LANTERN FREIGHT INC",
      184,
    ]);
    expect(carrier).toHaveProperty("mcs150.mileage", 17_480_000);
    const { policies } = await client.insurance(9000001);
    const policy: InsurancePolicy | undefined = policies?.[0];
    expect(policy?.coverage_amount).toBe(1_000_000);
    expect((await client.safety("9000001C")).rating).toBe("Satisfactory");
  });

  test("tells what it does, and has a number as text", async () => {
    const { client, notices } = await open();
    expect((await client.carrier(9000552)).dot_number).toBe("9000552");
    expect(notices[0]).toMatchObject({
      kind: "request",
      method: "GET",
      outcome: "HTTP 200",
    });
  });

  test.each<[number: unknown, error: object]>([
    [
      "9000404",
      {
        kind: "not-found",
        reason: "not-found",
        status: 404,
        code: "NOT_FOUND",
        dotNumber: "9000404",
      },
    ],
    ["9000401", { kind: "key", reason: "key-missing" }],
    ["9000400", { kind: "unusable", reason: "request-refused" }],
    ["9000553", { kind: "unusable", reason: "unusable-answer" }],
    [
      "9000429",
      { kind: "unreachable", reason: "wait-too-long", wait: 3_600_000 },
    ],
    [
      "MC-747866",
      {
        kind: "usage",
        message: "MC-747866 is a docket number, not a USDOT number",
      },
    ],
    [null, { kind: "usage" }],
    [12.5, { kind: "usage" }],
  ])("rejects for %s with what happened", async (number, error) => {
    const { client } = await open({ retries: 0 });
    const thrown = await client
      .carrier(number as string)
      .catch((each: unknown) => each);
    expect(thrown).toMatchObject(error);
    expect(thrown).toBeInstanceOf(
      "reason" in error ? ServiceError : InputError,
    );
    expect(thrown).toBeInstanceOf(UsdotError);
  });

  test("gives a snapshot: null for what there is not, an error for what could not be had", async () => {
    const { origin } = await serve((_, { url }, response) => {
      if (url.endsWith("insurance"))
        respond(response, 404, {
          message: "No insurance record for this carrier",
        });
      else if (url.endsWith("safety")) respond(response, 500);
      else respond(response, 200, record("1"));
    });
    const { client } = openAt(origin, { retries: 0 });
    expect(await client.snapshot(1)).toEqual({
      dot_number: "1",
      carrier: record("1"),
      insurance: null,
      safety: {
        error: {
          code: "unreachable",
          message: "the service failed (HTTP 500)",
        },
      },
    });
    await expect((await open()).client.snapshot(9000404)).rejects.toMatchObject(
      { kind: "not-found" },
    );
  });

  test("that is closed, or stopped, ends its calls", async () => {
    const { origin } = await serve(() => {});
    const stop = new AbortController();
    const { client } = openAt(origin, { signal: stop.signal });
    const one = new AbortController();
    const calls = [
      client.carrier(1, { signal: one.signal }),
      client.carrier(2),
    ];
    one.abort(new Error("not wanted"));
    await expect(calls[0]).rejects.toThrow("not wanted");
    stop.abort(new Error("all stop"));
    await expect(calls[1]).rejects.toThrow("all stop");
    await client.close();
    const other = openAt(origin).client;
    const last = other.carrier(3);
    await other.close();
    await expect(last).rejects.toThrow("the client was closed");
  });
});

describe("a list", () => {
  const numbers = ["9000002", "x", 9000001, "9000404", "USDOT 9000002"];
  const rows = [
    "9000002: GRAND KITE LINES LLC",
    "x: usage",
    "9000001: PRAIRIE LANTERN FREIGHT INC",
    "9000404: not-found",
  ];
  async function* later() {
    yield* numbers;
  }

  test.each<[what: string, list: GivenNumbers]>([
    ["an array", numbers],
    ["a set", new Set(numbers)],
    ["what comes over time", later()],
  ])("may be %s: each number has one result, in its order", async (_, list) => {
    const { client } = await open({ apiKey: "any", batchSize: 2 });
    expect(await all(client.bulk(list))).toEqual(rows);
  });

  test("may be left, which stops what is in flight", async () => {
    const { origin, asked } = await serve((nth, { body }, response) => {
      if (nth === 1)
        respond(response, 200, JSON.parse(body).dot_numbers.map(record));
    });
    const { client } = openAt(origin, {
      apiKey: "any",
      batchSize: 1,
      concurrency: 1,
    });
    for await (const { dotNumber } of client.bulk([1, 2, 3, 4, 5])) {
      expect(dotNumber).toBe("1");
      break;
    }
    expect(asked.length).toBeLessThanOrEqual(2);
  });

  test("needs a key, and has to be one", async () => {
    await expect(all((await open()).client.bulk([1]))).rejects.toThrow(
      "a bulk lookup needs an API key",
    );
    const { client } = await open({ apiKey: "any" });
    await expect(all(client.bulk("9000001"))).rejects.toThrow(
      "not a list of USDOT numbers",
    );
  });
});

describe("options", () => {
  const baseUrl = "https://api.test";

  test.each<[options: object, message: string]>([
    [{}, "baseUrl is required"],
    [{ baseUrl: "ftp://x" }, "neither an https nor an http URL"],
    [
      { baseUrl: "https://user:pass@x" },
      "baseUrl contains a user name or password; give it as apiKey",
    ],
    [{ baseUrl, apikey: "x" }, 'cannot have "apikey"; did you mean apiKey?'],
    [{ baseURL: baseUrl }, 'cannot have "baseURL"; did you mean baseUrl?'],
    [{ baseUrl, timeOut: 5 }, 'cannot have "timeOut"; did you mean timeout?'],
    [
      { baseUrl, cache: true },
      'cannot have "cache"; there are baseUrl, apiKey, ',
    ],
    [
      { baseUrl, timeout: 20_000 },
      "timeout 20000 is not a number of seconds from 0.001 to 3600",
    ],
    [
      { baseUrl, timeout: 0 },
      "timeout 0 is not a number of seconds from 0.001 to 3600",
    ],
    [{ baseUrl, timeout: null }, "timeout"],
    [{ baseUrl, retries: 11 }, "retries 11 is not a whole number from 0 to 10"],
    [
      { baseUrl, maxWait: -1 },
      "maxWait -1 is not a number of seconds from 0 to 86400",
    ],
    [
      { baseUrl, concurrency: 1.5 },
      "concurrency 1.5 is not a whole number from 1 to 64",
    ],
    [
      { baseUrl, batchSize: 0 },
      "batchSize 0 is not a whole number from 1 to 10000",
    ],
    [{ baseUrl, apiKey: "a b" }, "apiKey contains a space"],
    [
      { baseUrl: "http://api.test", apiKey: "key" },
      "never sent over plain http",
    ],
    [
      { baseUrl, proxy: "socks5://x:secret@y" },
      "proxy is not an http or https URL",
    ],
  ])("%j: %s", (options, message) => {
    const create = () => new CarrierLookup(options as CarrierLookupOptions);
    expect(create).toThrow(SettingError);
    expect(create).toThrow(message);
    expect(create).not.toThrow("secret");
  });

  test("of a call are checked as well", async () => {
    const { client } = openAt(baseUrl);
    const signal = AbortSignal.timeout(1_000);
    await expect(client.carrier(1, signal as object)).rejects.toThrow(
      "not a plain object",
    );
    await expect(
      client.carrier(1, { signl: signal } as object),
    ).rejects.toThrow("did you mean signal?");
  });
});

describe("vet()", () => {
  const ours: VettingPolicy = {
    version: 1,
    name: "ours",
    rules: { status: { allow: ["ACTIVE"] } },
  };
  const active = {
    carrier: { ...record("1"), contact: { phone: "(555) 555-0110" } },
  };

  test("judges a snapshot as usdot vet does", async () => {
    const { client } = await open();
    const verdicts = [9000001, 9000005, 9000010].map(
      async (number) =>
        (await vet(await client.snapshot(number), undefined, { asOf })).verdict,
    );
    expect(await Promise.all(verdicts)).toEqual(["pass", "fail", "review"]);
  });

  test("says what each rule found, with its effect", async () => {
    const result = await vet(
      { carrier: { dot_number: "1", status: "INACTIVE" } },
      ours,
    );
    expect(result).toMatchObject({ dot_number: "1", verdict: "fail" });
    expect(result.findings).toEqual([
      expect.objectContaining({
        rule: "exists",
        outcome: "pass",
        effect: "pass",
      }),
      {
        rule: "status",
        outcome: "fail",
        level: "error",
        effect: "fail",
        message: 'status is "INACTIVE"',
        observed: { status: ["INACTIVE"] },
      },
    ]);
  });

  test.each<[claims: Record<string, string | undefined>, verdict: string]>([
    [{ name: "Acme, Inc.", phone: "555-555-0110" }, "pass"],
    [{ phone: "(555) 555-0199" }, "fail"],
    [{ email: "x@example.com" }, "review"],
    [{ phone: "", name: undefined }, "pass"],
  ])("compares the claims %j with the record: %s", async (claims, verdict) => {
    expect((await vet(active, ours, { claims })).verdict).toBe(verdict);
  });

  test.each<[what: string, records: object, verdict: string]>([
    ["there is no carrier", { dot_number: "1", carrier: null }, "fail"],
    [
      "a record could not be had",
      {
        dot_number: "1",
        carrier: { error: { code: "unreachable", message: "late" } },
      },
      "review",
    ],
    ["nothing was asked for", { dot_number: "1" }, "review"],
    ["a summary is enough", { summary: record("1") }, "pass"],
  ])("where %s", async (_, records, verdict) => {
    expect((await vet(records, ours)).verdict).toBe(verdict);
  });

  test("reads lists that it is given, and YAML text", async () => {
    const policy =
      "version: 1\nname: ours\nrules: { dot_number: { deny_file: blocked.txt } }\n";
    expect(
      (await vet(active, policy, { lists: { "blocked.txt": "1\n" } })).verdict,
    ).toBe("fail");
    await expect(vet(active, policy)).rejects.toThrow(
      /blocked\.txt is not among the lists/,
    );
  });

  test("names every mistake of a policy", async () => {
    const policy = {
      version: 1,
      name: "ours",
      rules: { statsu: {}, "fleet.power_units": { min: "x" } },
    } as const;
    const thrown = await vet(active, policy).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(VettingFileError);
    expect(
      (thrown as VettingFileError).problems.map(({ message }) => message),
    ).toEqual([
      expect.stringContaining('unknown rule "statsu"'),
      expect.stringContaining("min"),
    ]);
  });

  test.each<
    [records: unknown, policy: unknown, options: object, message: string]
  >([
    [{}, ours, {}, "the records name no USDOT number"],
    [
      { dot_number: "1", carrier: record("2") },
      ours,
      {},
      "the records are about different carriers: USDOT 1, USDOT 2",
    ],
    [active, 5, {}, "policy:1:1: the file must be a mapping"],
    [
      active,
      { ...ours, rules: { unchanged: { fields: ["identity"] } } },
      {},
      "the rule unchanged compares with an earlier run",
    ],
    [active, ours, { asOf: "today" }, "asOf is not a date"],
    [active, ours, { asof: asOf }, 'cannot have "asof"; did you mean asOf?'],
    [
      active,
      ours,
      { claims: { phne: "x" } },
      'claims cannot have "phne"; did you mean phone?',
    ],
  ])(
    "refuses wrong arguments: %j, %j, %j",
    async (records, policy, options, message) => {
      await expect(
        vet(records as object, policy as VettingPolicy, options),
      ).rejects.toThrow(message);
    },
  );
});

test("parseDotNumber reads what people write", () => {
  expect(parseDotNumber("USDOT 2,233,855")).toEqual({ dotNumber: "2233855" });
  expect(parseDotNumber("MC-1")).toEqual({
    invalid: "is a docket number, not a USDOT number",
  });
});
