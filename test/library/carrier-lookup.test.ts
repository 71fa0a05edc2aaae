/** The client that programs use, over loopback servers: what each method gives, and how each call ends. */
import { describe, expect, it, onTestFinished } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import {
  type CallOptions,
  CarrierLookup,
  ClosedError,
  InputError,
  NotFoundError,
  type Notice,
  RateLimitedError,
  RefusedRequestError,
  ServiceError,
  UnreachableError,
  UnusableAnswerError,
} from "../../src/library/index.ts";
import { start } from "../sample/sample-service.ts";
import { closedOrigin, respond, serve } from "../service/loopback.ts";
import { clientOf, knowsAll, rejection } from "./clients.ts";

describe("a record", () => {
  it("is the record itself, from each endpoint", async () => {
    const client = clientOf((await start()).url);
    const { dot_number, legal_name } = await client.carrier("9000001");
    expect({ dot_number, legal_name }).toEqual({ dot_number: "9000001", legal_name: expect.stringMatching(/\w/) });
    expect((await client.insurance("9000001")).policies?.[0]?.policy_type).toMatch(/BIPD/);
    expect((await client.safety("9000001")).inspections?.driver?.total).toEqual(expect.any(Number));
  });

  it.each(["2,233,855", " USDOT# 02233855 ", 2233855])(
    "is asked for as people write its number: %j",
    async (number) => {
      const { origin, asked } = await serve(knowsAll);
      expect(await clientOf(origin).carrier(number)).toEqual({ dot_number: "2233855" });
      expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual(["GET /v1/carriers/2233855"]);
    },
  );

  it("has fields that no type names, and its number as text however the service wrote it", async () => {
    const text = '{"dot_number": 7, "legal_name": "ACME", "__proto__": {"x": 1}, "cargo": ["steel"]}';
    const { origin } = await serve((_, __, response) => respond(response, 200, text));
    const record = await clientOf(origin).carrier(7);
    expect(record.dot_number).toBe("7");
    expect((record as unknown as Record<string, unknown>)["cargo"]).toEqual(["steel"]);
    expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
  });

  it("of other types than stated is passed on, and the client is told which fields they are", async () => {
    const notices: Notice[] = [];
    const client = clientOf((await start()).url, { onNotice: (notice) => notices.push(notice) });
    await client.carrier("9000552");
    const told = notices.filter(({ kind }) => kind === "unexpected-types");
    expect(told).toEqual([{ kind: "unexpected-types", dotNumber: "9000552", fields: expect.any(Array) }]);
    expect(told[0]).toMatchObject({ fields: expect.arrayContaining(["mc_number", "fleet.power_units"]) });
  });
});

describe("an error", () => {
  it("says what happened, to what, in terms of the service", async () => {
    const { url } = await start();
    const error = await rejection(clientOf(url).carrier("9000404"));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).toMatchObject({
      name: "NotFoundError",
      kind: "not-found",
      reason: "no-such-carrier",
      status: 404,
      code: "NOT_FOUND",
      subject: "USDOT 9000404",
      origin: url,
    });
  });

  it.for<[string, new (...args: never[]) => Error, string]>([
    ["9000400", RefusedRequestError, "request-refused"],
    ["9000429", RateLimitedError, "wait-too-long"],
    ["9000500", UnreachableError, "service-failed"],
    ["9000550", UnusableAnswerError, "unusable-answer"],
    ["9000553", UnusableAnswerError, "unusable-answer"],
  ])("has a class and a reason: %s", async ([number, errorClass, reason]) => {
    const error = await rejection(clientOf((await start()).url).carrier(number));
    expect(error).toBeInstanceOf(errorClass);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ reason });
  });

  it("never speaks of the command line", async () => {
    const { url } = await start();
    const client = clientOf(url, { apiKey: "any" });
    const numbers = ["9000400", "9000401", "9000404", "9000429", "9000500", "9000502", "9000550", "9000551", "x"];
    const errors = await Promise.all(numbers.map((number) => rejection(client.carrier(number))));
    const unreachable = await rejection(clientOf(await closedOrigin()).carrier(1));
    for (const error of [...errors, unreachable]) {
      expect(error.message).not.toMatch(/--|\busdot \w|USDOT_|config|flag|command/);
      expect(error).toHaveProperty("hint", undefined);
    }
  });

  it.each(["", "MC-747866", "123456789", "1\u202e2", {}, null, undefined, Number.NaN, 1.5, -3, 1e21, Symbol("x")])(
    "is an InputError for what is not a number, and nothing is sent: %s",
    async (given) => {
      const { origin, asked } = await serve(knowsAll);
      const client = clientOf(origin);
      for (const method of ["carrier", "insurance", "safety", "snapshot"] as const) {
        expect(await rejection(client[method](given as string))).toBeInstanceOf(InputError);
      }
      expect(asked).toEqual([]);
    },
  );

  it.each<[unknown, string]>([
    [null, "options is not a plain object"],
    [{ Signal: new AbortController().signal }, 'there is no option "Signal"'],
    [5, "options is not a plain object"],
    ["signal", "options is not a plain object"],
    [[], "options is not a plain object"],
    [() => {}, "options is not a plain object"],
    [new AbortController().signal, "options is not a plain object"],
    [{ signal: null }, "signal is not an AbortSignal"],
    [{ signal: 5 }, "signal is not an AbortSignal"],
    [{ signal: "" }, "signal is not an AbortSignal"],
    [{ signal: { aborted: false } }, "signal is not an AbortSignal"],
    [{ signal: new AbortController() }, "signal is not an AbortSignal"],
  ])("is an InputError for options that are none, and nothing is sent: %o", async (given, message) => {
    const { origin, asked } = await serve(knowsAll);
    const client = clientOf(origin, { apiKey: "any" });
    const options = given as CallOptions;
    const calls = [
      client.carrier(1, options),
      client.insurance(1, options),
      client.safety(1, options),
      client.snapshot(1, options),
      client.bulk([1], options).next(),
    ];
    for (const error of await Promise.all(calls.map(rejection))) {
      expect(error).toBeInstanceOf(InputError);
      expect(error.message).toBe(message);
    }
    expect(asked).toEqual([]);
  });

  it.each([
    undefined,
    {},
    { signal: undefined },
    Object.create(null),
    new (class Own {
      signal = undefined;
    })(),
  ])("is none for options that leave things out: %o", async (options) => {
    const client = clientOf((await serve(knowsAll)).origin, { apiKey: "any" });
    expect(await client.carrier(1, options)).toEqual({ dot_number: "1" });
    expect(await client.snapshot(1, options)).toMatchObject({ dot_number: "1" });
    expect((await client.bulk([1], options).next()).value).toMatchObject({ dotNumber: "1", carrier: {} });
  });

  it("follows no redirect, so that the key stays with its origin", async () => {
    const elsewhere = await serve(knowsAll);
    const { origin } = await serve((_, __, response) =>
      respond(response, 302, "", { location: `${elsewhere.origin}/v1/carriers/1` }),
    );
    const error = await rejection(clientOf(origin, { apiKey: "secret" }).carrier(1));
    expect(error).toMatchObject({ reason: "redirected" });
    expect(error.message).not.toContain("secret");
    expect(elsewhere.asked).toEqual([]);
  });
});

describe("snapshot", () => {
  it("joins the three records", async () => {
    const snapshot = await clientOf((await start()).url).snapshot("9000001");
    expect(Object.keys(snapshot)).toEqual(["dot_number", "carrier", "insurance", "safety"]);
    for (const part of [snapshot.carrier, snapshot.insurance, snapshot.safety]) {
      expect(part).toMatchObject({ dot_number: "9000001" });
    }
  });

  it("says null for no record, and has an error in place of one that could not be had", async () => {
    const { origin } = await serve((_, { url }, response) => {
      if (url.endsWith("insurance"))
        respond(response, 404, { error: { code: "NOT_FOUND", message: "no insurance record" } });
      else if (url.endsWith("safety")) respond(response, 500);
      else respond(response, 200, { dot_number: "1" });
    });
    expect(await clientOf(origin).snapshot(1)).toEqual({
      dot_number: "1",
      carrier: { dot_number: "1" },
      insurance: null,
      safety: { error: { code: "unreachable", message: "the service failed (HTTP 500)" } },
    });
  });

  it("rejects for an unknown carrier, and where nothing could be had", async () => {
    const client = clientOf((await start()).url);
    expect(await rejection(client.snapshot("9000404"))).toBeInstanceOf(NotFoundError);
    expect(await rejection(client.snapshot("9000500"))).toBeInstanceOf(UnreachableError);
    expect(await rejection(client.snapshot("9000401"))).toMatchObject({ kind: "key" });
  });
});

describe("a client", () => {
  it("retries, and tells of it", async () => {
    const notices: Notice[] = [];
    const { origin } = await serve((nth, _, response) =>
      nth === 1 ? respond(response, 503, "", { "retry-after": "0" }) : respond(response, 200, { dot_number: "1" }),
    );
    await clientOf(origin, { retries: 1, onNotice: (notice) => notices.push(notice) }).carrier(1);
    const requests = notices.flatMap((notice) => (notice.kind === "request" ? [notice.outcome] : []));
    expect(requests).toEqual(["HTTP 503", "HTTP 200"]);
  });

  it("sends the key and its name, by default with the version", async () => {
    const { origin, asked } = await serve(knowsAll);
    await clientOf(origin).carrier(1);
    await clientOf(origin, { apiKey: "k", userAgent: "dispatch/2 (ops@example.com)" }).carrier(1);
    expect(asked.map(({ headers }) => [headers["user-agent"], headers["x-api-key"]])).toEqual([
      [`usdot/${packageJson.version}`, undefined],
      ["dispatch/2 (ops@example.com)", "k"],
    ]);
  });

  it("has at most as many requests in flight as allowed, and waiting for a turn is not timed", async () => {
    let underWay = 0;
    let most = 0;
    const { origin } = await serve((_, { url }, response) => {
      most = Math.max(most, ++underWay);
      setTimeout(() => {
        underWay -= 1;
        respond(response, 200, { dot_number: url.split("/")[3] });
      }, 30);
    });
    // All together they take longer than each of them may.
    const client = clientOf(origin, { concurrency: 2, timeout: 0.5 });
    const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
    const records = await Promise.all(numbers.map((number) => client.carrier(number)));
    expect(records.map(({ dot_number }) => Number(dot_number))).toEqual(numbers);
    expect(most).toBe(2);
  });

  it("goes through the proxy it is given, and through none in the environment", async () => {
    const { origin, asked } = await serve(knowsAll);
    const before = process.env["http_proxy"];
    process.env["http_proxy"] = "http://127.0.0.1:1";
    onTestFinished(() => {
      if (before === undefined) delete process.env["http_proxy"];
      else process.env["http_proxy"] = before;
    });
    await clientOf(origin).carrier(1);
    await clientOf("http://carriers.test", { proxy: origin }).carrier(1);
    expect(asked.map(({ url }) => url)).toEqual(["/v1/carriers/1", "http://carriers.test/v1/carriers/1"]);
  });
});

describe("stopping", () => {
  it("a call leaves the others alone, and any number of calls may share a signal", async () => {
    const warned: string[] = [];
    const warn = ({ message }: Error) => warned.push(message);
    process.on("warning", warn);
    onTestFinished(() => void process.off("warning", warn));
    const { origin } = await serve((_, { url }, response) => {
      if (url.endsWith("/1")) respond(response, 200, { dot_number: "1" });
    });
    const client = clientOf(origin, { concurrency: 64 });
    const stop = new AbortController();
    const reason = new Error("changed my mind");
    const waiting = Array.from({ length: 40 }, () => rejection(client.carrier(2, { signal: stop.signal })));
    expect(await client.carrier(1)).toEqual({ dot_number: "1" });
    stop.abort(reason);
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([reason]));
    expect(await rejection(client.carrier(1, { signal: stop.signal }))).toBe(reason);
    expect(await client.carrier(1)).toEqual({ dot_number: "1" });
    expect(warned).toEqual([]);
  });

  it("the client's signal stops every call", async () => {
    const stop = new AbortController();
    const { origin } = await serve(() => {});
    const client = clientOf(origin, { signal: stop.signal });
    const waiting = [rejection(client.carrier(1)), rejection(client.safety(1))];
    stop.abort();
    expect((await Promise.all(waiting)).map(({ name }) => name)).toEqual(["AbortError", "AbortError"]);
  });

  it("by close, which rejects what is in flight and what comes later", async () => {
    const { origin } = await serve(() => {});
    const client = new CarrierLookup({ baseUrl: origin });
    const waiting = rejection(client.carrier(1));
    await client.close();
    await client.close();
    expect(await waiting).toBeInstanceOf(ClosedError);
    expect(await rejection(client.carrier(1))).toMatchObject({ name: "ClosedError", message: "the client was closed" });
  });

  it("by leaving the block of an `await using`", async () => {
    const { origin } = await serve(knowsAll);
    let kept: CarrierLookup | undefined;
    {
      await using client = new CarrierLookup({ baseUrl: origin });
      await client.carrier(1);
      kept = client;
    }
    expect(await rejection(kept.carrier(1))).toBeInstanceOf(ClosedError);
  });

  it("leaves no listener on a signal that outlives its calls", async () => {
    const { origin } = await serve(knowsAll);
    const client = clientOf(origin);
    const { signal } = new AbortController();
    let listeners = 0;
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      listeners += 1;
      addEventListener.apply(signal, args);
    };
    signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      listeners -= 1;
      removeEventListener.apply(signal, args);
    };
    await client.carrier(1, { signal });
    expect(listeners).toBe(0);
  });
});
