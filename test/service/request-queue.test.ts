/** Attempts, pauses and turns, on a clock that does not wait. */
import { describe, expect, test } from "vitest";
import {
  answered,
  dot,
  failure,
  one,
  open,
  record,
  respond,
  serve,
  serveRaw,
} from "./loopback.ts";

/** A step of a script: a status with headers, or a record (200). */
type Step = [status: number, headers?: Record<string, string>];

/** A client of a service that follows a script; the last step repeats. */
async function scripted(
  steps: readonly Step[],
  options?: Parameters<typeof open>[1],
) {
  const service = await serve((nth, { number }, response) => {
    const [status, headers = {}] = steps[
      Math.min(nth, steps.length) - 1
    ] as Step;
    respond(response, status, status === 200 ? record(number) : "", headers);
  });
  return { ...service, ...open(service.origin, options) };
}

describe("attempts", () => {
  test.each<[steps: Step[], asked: number, message: string | undefined]>([
    [[[500], [200]], 2, undefined],
    [[[500]], 4, "the service failed (HTTP 500), after 4 attempts"],
    [[[500], [400]], 2, "the service refused the request (HTTP 400)"],
    [[[204]], 2, "the service sent nothing, after 2 attempts"],
    [[[400, { "retry-after": "3600" }]], 1, "the service refused the request"],
    [[[404]], 1, "no such carrier"],
    [[[302]], 1, "the service redirects"],
    // A 429 counts as an attempt, whatever the service says of later.
    [
      [[429, { "retry-after": "1" }]],
      4,
      "the rate limit or quota is used up (HTTP 429), after 4 attempts",
    ],
    [[[429], [429], [429], [200]], 4, undefined],
  ])("%j is asked %s times", async (steps, times, message) => {
    const { carrier, asked } = await scripted(steps);
    const { state, ...rest } = await carrier();
    expect(asked).toHaveLength(times);
    if (message === undefined) expect(state).toBe("answered");
    else expect("error" in rest && rest.error.message).toContain(message);
  });

  test("are announced, with waits that grow up to a limit", async () => {
    const { origin, carrier, clock, notices } = await scripted([[500]], {
      retries: 8,
    });
    await failure(carrier());
    expect(clock.slept).toEqual([
      250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000,
    ]);
    expect(notices.map(({ kind }) => kind).join(" ")).toMatch(
      /^(request retry ){8}request$/,
    );
    // Nothing else: a request's headers hold the key.
    expect(notices[0]).toEqual({
      kind: "request",
      method: "GET",
      url: `${origin}/v1/carriers/1`,
      result: "HTTP 500",
      took: 0,
    });
  });

  test("a kept connection that the service has closed costs none of them", async () => {
    const answer =
      "HTTP/1.1 200 OK\r\nContent-Length: 41\r\n\r\n" +
      '{"dot_number":"1","status":"A","extra":1}';
    const origin = await serveRaw((socket, nth) =>
      nth === 2 ? socket.destroy() : socket.write(answer),
    );
    const { carrier, clock } = open(origin, { retries: 0 });
    await answered(carrier());
    await answered(carrier());
    expect(clock.slept).toEqual([]);
  });
});

describe("pauses", () => {
  const inSeconds = (seconds: number) =>
    String(Date.parse("2026-11-21T12:00:00Z") / 1_000 + seconds);
  const limit = (remaining: string, reset: string) => ({
    "x-ratelimit-remaining": remaining,
    "x-ratelimit-reset": reset,
  });
  const usual = 500;
  test.each([
    [{ "retry-after": "30" }, 30_000],
    [{ "retry-after": " 1.5 " }, 1_500],
    [{ "retry-after": "Sat, 21 Nov 2026 12:01:00 GMT" }, 60_000],
    [{ "retry-after": "Saturday, 21-Nov-26 12:01:00 GMT" }, 60_000],
    [{ "retry-after": inSeconds(50) }, 50_000],
    [{ "retry-after": `${inSeconds(50)}000` }, 50_000],
    [limit("0", inSeconds(30)), 30_000],
    [limit("-1", "30"), 30_000],
    [{ "retry-after": "7", ...limit("0", "30") }, 7_000],
    // Over already, or not understood.
    [{ "retry-after": "Sat, 21 Nov 2026 11:00:00 GMT" }, usual],
    [{ "retry-after": inSeconds(-90) }, usual],
    [{ "retry-after": "try 5" }, usual],
    [limit("1", "30"), usual],
    [limit("", "30"), usual],
    // The service's own clock counts: ours is an hour behind.
    [
      {
        "retry-after": inSeconds(3_650),
        date: "Sat, 21 Nov 2026 13:00:00 GMT",
      },
      50_000,
    ],
  ])("with %j, the next attempt comes after %s ms", async (headers, slept) => {
    const { carrier, clock } = await scripted([[429, headers], [200]]);
    await answered(carrier());
    expect(clock.slept).toEqual([slept]);
  });

  test("stop all requests, and are announced once, with their reason", async () => {
    const { client, asked, notices } = await scripted(
      [[503, { "retry-after": "30" }], [200]],
      { concurrency: 1 },
    );
    await Promise.all(
      dot(1, 2, 3).map((each) => client.record("carrier", each)),
    );
    expect(asked).toHaveLength(4);
    expect(notices.filter(({ kind }) => kind === "pause")).toEqual([
      { kind: "pause", why: "unavailable", wait: 30_000 },
    ]);
  });

  test("come before the limit is exceeded, if an answer says that it is used up; and the limit is a pace", async () => {
    const spent = { "x-ratelimit-limit": "100", ...limit("0", "12") };
    const { client, carrier, clock } = await scripted([[200, spent], [200]]);
    await answered(carrier());
    expect([clock.slept, client.pace()]).toEqual([
      [],
      { requests: 1, milliseconds: 120 },
    ]);
    await answered(carrier());
    expect(clock.slept).toEqual([12_000]);
  });

  test("longer than allowed are an error that says how long, in words, and nothing more is sent", async () => {
    const { carrier, clock, asked } = await scripted([
      [429, { "retry-after": "3600" }],
    ]);
    const error = await failure(carrier());
    expect(error).toMatchObject({
      message:
        "the service asks clients to wait 60 minutes, longer than --max-wait allows",
      hint: "try again then, or raise --max-wait (seconds)",
      reason: "wait-too-long",
      kind: "unreachable",
      status: 429,
      details: { wait: 3_600_000 },
    });
    const again = await failure(carrier());
    expect([again.message, again.status]).toEqual([error.message, undefined]);
    expect(again.details.exchange).not.toHaveProperty("url");
    expect(asked).toHaveLength(1);
    expect(clock.slept).toEqual([]);
  });

  test("end when they are interrupted", async () => {
    const stop = new AbortController();
    const { carrier, clock } = await scripted(
      [[429, { "retry-after": "30" }]],
      {
        signal: stop.signal,
        notify: ({ kind }) =>
          kind === "pause" && stop.abort(new Error("enough")),
      },
    );
    await expect(carrier()).rejects.toThrow("enough");
    expect(clock.slept).toEqual([]);
  });
});

describe("turns", () => {
  test("never let more requests out than allowed; after a 429 one, and one more with each answer", async () => {
    const waiting: (() => void)[] = [];
    const most: number[] = [];
    let isLimited = true;
    const { origin } = await serve((nth, { number }, response) => {
      const answer = () =>
        respond(response, isLimited ? 429 : 200, record(number));
      waiting.push(answer);
      most.push(waiting.length);
      // All that may be in flight are, before the first is answered.
      if (waiting.length === (nth <= 3 ? 3 : 1))
        for (const each of waiting.splice(0)) each();
      if (nth === 3) isLimited = false;
    });
    const { client } = open(origin, { concurrency: 3 });
    await Promise.all(
      dot(1, 2, 3).map((number) => client.record("carrier", number)),
    );
    expect(Math.max(...most)).toBe(3);
    expect(most.slice(0, 4)).toEqual([1, 2, 3, 1]);
  });

  test("a request that is stopped leaves the others alone", async () => {
    const stop = new AbortController();
    const { origin } = await serve((nth, { number }, response) => {
      if (number === "2") respond(response, 200, record("2"));
      if (nth === 2) stop.abort(new Error("no longer wanted"));
    });
    const { client } = open(origin);
    const stopped = client.withSignal(stop.signal).record("carrier", one);
    const other = answered(client.record("carrier", "2" as typeof one));
    await expect(stopped).rejects.toThrow("no longer wanted");
    await other;
  });

  test("end with the client: what is asked then, or waits, fails", async () => {
    const { origin, asked } = await serve(() => void client.close());
    const { client, carrier } = open(origin, { concurrency: 1 });
    const fails = () =>
      expect(carrier()).rejects.toThrow("the client was closed");
    await Promise.all([fails(), fails()]);
    await fails();
    expect(asked).toHaveLength(1);
  });
});
