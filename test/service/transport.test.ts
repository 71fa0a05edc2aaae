import { Socket } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { hintOf } from "../../src/runtime/hints.ts";
import type { ServiceError } from "../../src/service/errors.ts";
import {
  ClosedError,
  RateLimitedError,
  RefusedRequestError,
  UnreachableError,
  UnusableAnswerError,
} from "../../src/service/errors.ts";
import type { HttpRequest, HttpResponse } from "../../src/service/http.ts";
import type { Transport, TransportOptions } from "../../src/service/transport.ts";
import {
  type Answerer,
  aboutCarrier,
  closedOrigin,
  FakeClock,
  type Loopback,
  open,
  openTransport,
  respond,
  serve,
  serveRaw,
} from "./loopback.ts";

const get: HttpRequest = { method: "GET", path: "/x", headers: {} };
const subject = { ...aboutCarrier, origin: "http://service" };
const readJson = ({ text }: HttpResponse): unknown => JSON.parse(text);
const ask = (transport: Transport, read: (answer: HttpResponse) => unknown = readJson) =>
  transport.send({ ...subject, http: get, read });

/** A service that gives these answers, repeating the last one forever, and a transport that asks it. */
async function withAnswers(answers: Answerer[], changes: Partial<TransportOptions> = {}) {
  const service = await serve((nth, asked, response) => {
    (answers[nth - 1] ?? (answers.at(-1) as Answerer))(nth, asked, response);
  });
  return { service, ...openTransport(service.origin, changes) };
}

const status =
  (code: number, headers: Record<string, string> = {}): Answerer =>
  (_, __, response) =>
    respond(response, code, "{}", headers);
const good = status(200);
const waits = (notices: { kind: string }[]) => notices.filter(({ kind }) => kind !== "request");
const sent = ({ asked }: Loopback) => asked.length;

describe("retries", () => {
  test.each([408, 429, 500, 502, 503, 504])("recover from a single %i", async (code) => {
    const { transport, service } = await withAnswers([status(code), good]);
    expect(await ask(transport)).toEqual({});
    expect(sent(service)).toBe(2);
  });

  test("are announced, with growing waits, and the error counts the attempts", async () => {
    const { transport, service, clock, notices } = await withAnswers([status(503)]);
    const error = await ask(transport).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnreachableError);
    expect(error).toMatchObject({ message: "the service failed (HTTP 503), after 4 attempts" });
    expect(sent(service)).toBe(4);
    expect(clock.slept).toEqual([250, 500, 1_000]);
    expect(waits(notices)).toEqual(
      [250, 500, 1_000].map((wait) => ({ kind: "retry", wait, error: expect.any(UnreachableError) })),
    );
    expect(notices.filter(({ kind }) => kind === "request")).toEqual(
      Array(4).fill({ kind: "request", method: "GET", path: "/x", outcome: "HTTP 503", took: 0 }),
    );
  });

  test("don't happen after a permanent failure", async () => {
    const { transport, service } = await withAnswers([status(400)]);
    await expect(ask(transport)).rejects.toThrow(/^the service refused the request \(HTTP 400\)$/);
    expect(sent(service)).toBe(1);
    expect(await withAnswers([good]).then(({ transport: other }) => ask(other))).toEqual({});
  });

  test("are limited", async () => {
    const { transport, service } = await withAnswers([status(500)], { retries: 0 });
    await expect(ask(transport)).rejects.toThrow(/HTTP 500\)$/);
    expect(sent(service)).toBe(1);
  });

  test("an unusable answer is retried once", async () => {
    const { transport, service } = await withAnswers([good]);
    const read = vi.fn(() => {
      throw new UnusableAnswerError("the answer is of no use", { reason: "unusable-answer" });
    });
    await expect(ask(transport, read)).rejects.toThrow("the answer is of no use, after 2 attempts");
    expect([sent(service), read.mock.calls.length]).toEqual([2, 2]);
    read.mockImplementationOnce(() => {
      throw new UnusableAnswerError("x", { reason: "unusable-answer" });
    });
    read.mockImplementationOnce(() => "fine" as never);
    expect(await ask(transport, read)).toBe("fine");
  });

  test("an answer that can't be read is unusable, whatever its reading throws", async () => {
    const { transport, service } = await withAnswers([good]);
    for (const cause of [new RangeError("Maximum call stack size exceeded"), new TypeError("bug"), "text"]) {
      const error = await ask(transport, () => {
        throw cause;
      }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(UnusableAnswerError);
      expect(error).toMatchObject({
        message: "http://service answered with something that cannot be read, after 2 attempts",
        subject: "USDOT 1",
        cause,
      });
    }
    expect(sent(service)).toBe(6);
  });

  test("a partial answer is unusable, even if it can be read", async () => {
    const { transport, service } = await withAnswers([status(206, { "content-range": "items 0-19/50" })]);
    await expect(ask(transport)).rejects.toMatchObject({
      kind: "unusable",
      reason: "unusable-answer",
      message: "http://service answered with only part of its answer (HTTP 206), after 2 attempts",
    });
    expect(sent(service)).toBe(2);
  });

  test("a service that can't be reached is retried, and named", async () => {
    const { transport, clock, notices } = openTransport(await closedOrigin());
    await expect(ask(transport)).rejects.toThrow(
      "nothing answers at http://service (connection refused), after 4 attempts",
    );
    expect(clock.slept).toEqual([250, 500, 1_000]);
    expect(notices[0]).toMatchObject({ kind: "request", outcome: expect.stringContaining("nothing answers") });
  });

  test("are as many as promised for each request, whatever became of others", async () => {
    const { transport, service } = await withAnswers([status(503)]);
    for (let asked = 1; asked <= 10; asked++) await ask(transport).catch(() => {});
    expect(sent(service)).toBe(40);
  });
});

describe("the time limit", () => {
  test("ends the attempts: no pause extends beyond it", async () => {
    const { transport, service, clock } = await withAnswers([status(503)], { timeout: 700 });
    await expect(ask(transport)).rejects.toThrow("(HTTP 503), after 2 attempts");
    expect([sent(service), clock.slept]).toEqual([2, [250]]);
  });

  test("is shared by all attempts", async () => {
    const clock = new FakeClock();
    const slow: Answerer = (_, __, response) => {
      clock.time += 400;
      respond(response, 503);
    };
    const { transport, service } = await withAnswers([slow], { clock, timeout: 1_000 });
    await expect(ask(transport)).rejects.toThrow("HTTP 503");
    expect(sent(service)).toBe(2);
  });

  test("ends the wait for an answer that doesn't come", async () => {
    const { transport } = await withAnswers([() => {}], { timeout: 30, retries: 0 });
    await expect(ask(transport)).rejects.toThrow("http://service did not answer in time");
  });

  test("doesn't count waits that the service asks for", async () => {
    const limited = status(429, { "retry-after": "50" });
    const { transport, clock } = await withAnswers([limited, limited, limited, good], { timeout: 1_000 });
    expect(await ask(transport)).toEqual({});
    expect(clock.slept).toEqual([50_000, 50_000, 50_000]);
  });
});

/** A wall clock that is set by some hours while everything else goes on. */
class SetClock extends FakeClock {
  hours = 0;

  override now(): number {
    return this.time + this.hours * 3_600_000;
  }
}

describe.each([-1, 1, -10_000])("a wall clock that is set by %i hours", (hours) => {
  test("affects neither time limits nor pauses", async () => {
    const clock = new SetClock();
    const set: Answerer = (nth, asked, response) => {
      clock.hours = hours;
      status(nth === 2 ? 429 : 503, nth === 2 ? { "retry-after": "7" } : {})(nth, asked, response);
    };
    const { transport, notices } = await withAnswers([set, set, good], { clock });
    expect(await ask(transport)).toEqual({});
    expect(clock.slept).toEqual([250, 7_000]);
    const took = notices.flatMap((notice) => (notice.kind === "request" ? [notice.took] : []));
    expect(took).toEqual([0, 0, 0]);
  });

  test("doesn't change a pause that has started", async () => {
    const clock = new SetClock();
    const { transport } = await withAnswers([status(200, { ratelimit: '"default";r=0;t=30' }), good], { clock });
    await ask(transport);
    clock.hours = hours;
    expect(await ask(transport)).toEqual({});
    expect(clock.slept).toEqual([30_000]);
  });

  test("doesn't matter for dates if the service says what time it is", async () => {
    const clock = new SetClock();
    const there = clock.time;
    clock.hours = hours;
    const date = new Date(there).toUTCString();
    const retryAfter = new Date(there + 5_000).toUTCString();
    const reset = String((there + 40_000) / 1_000);
    const { transport } = await withAnswers(
      [
        status(503, { date, "retry-after": retryAfter }),
        status(200, { date, "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset }),
        good,
      ],
      { clock },
    );
    expect(await ask(transport)).toEqual({});
    expect(await ask(transport)).toEqual({});
    expect(clock.slept).toEqual([5_000, 40_000]);
  });
});

describe("rate limits", () => {
  test("a 429 is obeyed, and announced once", async () => {
    const { transport, clock, notices } = await withAnswers([status(429, { "retry-after": "7" }), good]);
    expect(await ask(transport)).toEqual({});
    expect(clock.slept).toEqual([7_000]);
    expect(waits(notices)).toEqual([{ kind: "rate-limit", wait: 7_000 }]);
  });

  test("a 503 with Retry-After is obeyed as well", async () => {
    const { transport, clock, notices } = await withAnswers([status(503, { "retry-after": "7" }), good]);
    expect(await ask(transport)).toEqual({});
    expect(clock.slept).toEqual([7_000]);
    expect(waits(notices)).toEqual([{ kind: "unavailable", wait: 7_000 }]);
  });

  test("a short wait is not announced", async () => {
    const { transport, clock, notices } = await withAnswers([status(429), good]);
    expect(await ask(transport)).toEqual({});
    expect([clock.slept, waits(notices)]).toEqual([[500], []]);
  });

  test("all requests share one pause, announced once", async () => {
    const clock = new ManualClock();
    const { transport, service, notices } = await withAnswers(
      [status(429, { "retry-after": "9" }), status(429, { "retry-after": "9" }), good],
      { clock },
    );
    const first = [ask(transport), ask(transport)];
    await vi.waitFor(() => expect([clock.sleepers, sent(service)]).toEqual([1, 2]));
    const later = [ask(transport), ask(transport), ask(transport)];
    clock.advance(8_999);
    expect([clock.sleepers, sent(service)]).toEqual([1, 2]);
    clock.advance(1);
    expect(await Promise.all([...first, ...later])).toHaveLength(5);
    expect(waits(notices)).toEqual([{ kind: "rate-limit", wait: 9_000 }]);
  });

  test("a pause that is extended is announced again", async () => {
    const { transport, notices } = await withAnswers([
      status(429, { "retry-after": "5" }),
      status(429, { "retry-after": "9" }),
      good,
    ]);
    expect(await ask(transport)).toEqual({});
    expect(waits(notices)).toEqual([5_000, 9_000].map((wait) => ({ kind: "rate-limit", wait })));
  });

  test("a wait longer than allowed fails at once, says until when, and stops further requests", async () => {
    const { transport, service, clock } = await withAnswers([
      status(429, { "retry-after": "3600", "x-ratelimit-remaining": "0" }),
    ]);
    const error = await ask(transport).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(RateLimitedError);
    expect(error).toMatchObject({
      message: "the service asks us to wait 3600 s (until 2026-11-21 13:00 UTC), longer than allowed",
      wait: 3_600_000,
      status: 429,
      subject: "USDOT 1",
    });
    await expect(ask(transport)).rejects.toBeInstanceOf(RateLimitedError);
    expect([sent(service), clock.slept]).toEqual([1, []]);
  });

  test("a request without attempts left still makes the others wait", async () => {
    const { transport, clock } = await withAnswers([status(429, { "retry-after": "5" }), good], { retries: 0 });
    const error = await ask(transport).catch((thrown: ServiceError) => thrown);
    expect(hintOf(error as ServiceError)).toContain("try again in 5 s");
    expect(await ask(transport)).toEqual({});
    expect(clock.slept).toEqual([5_000]);
  });

  test("a request whose attempts all end in 429 without Retry-After slows down the next ones", async () => {
    const limited = status(429);
    const { transport, clock } = await withAnswers([limited, limited, limited, limited, good]);
    await expect(ask(transport)).rejects.toMatchObject({ reason: "rate-limited" });
    expect(clock.slept).toEqual([500, 1_000, 2_000]);
    expect(await ask(transport)).toEqual({});
    expect(clock.slept.slice(3)).toEqual([4_000]);
  });

  test("after an answer that says the limit is used up, the next request waits for the reset", async () => {
    const clock = new FakeClock();
    const reset = String(clock.time / 1_000 + 30);
    const { transport, service, notices } = await withAnswers(
      [status(200, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset }), good],
      { clock },
    );
    await ask(transport);
    expect([clock.slept, sent(service)]).toEqual([[], 1]);
    await ask(transport);
    expect([clock.slept, sent(service)]).toEqual([[30_000], 2]);
    expect(waits(notices)).toEqual([{ kind: "rate-limit", wait: 30_000 }]);
  });

  test("a reset later than we may wait for is an error", async () => {
    const { transport, service } = await withAnswers([status(200, { ratelimit: '"default";r=0;t=3600' })]);
    await ask(transport);
    await expect(ask(transport)).rejects.toThrow(
      "the service takes no more requests now: nothing is sent for 3600 s (until 2026-11-21 13:00 UTC), longer than allowed",
    );
    expect(sent(service)).toBe(1);
  });

  test("a wait of our own choice is not said to be the service's", async () => {
    const { transport } = await withAnswers([status(429)], { maxWait: 100 });
    const error = await ask(transport).catch((thrown: ServiceError) => thrown);
    expect((error as ServiceError).message).toBe(
      "the service takes no more requests now: nothing is sent for 1 s (until 2026-11-21 12:00 UTC), longer than allowed",
    );
    expect(hintOf(error as ServiceError)).toBe("try again then, or allow it with --max-wait 1");
  });

  test("Retry-After takes precedence over a reset in the same answer", async () => {
    const far = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "40" };
    const { transport, clock } = await withAnswers([
      status(429, { ...far, "retry-after": "2" }),
      status(429, far),
      good,
    ]);
    expect(await ask(transport)).toEqual({});
    expect(clock.slept[0]).toBe(2_000);
    expect(clock.slept.slice(1).reduce((sum, wait) => sum + wait, 0)).toBe(40_000);
  });
});

describe("a kept connection that the service has closed", () => {
  const head = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";

  test("is not a failure, and uses no attempt", async () => {
    const served = new WeakSet<object>();
    const { origin } = await serveRaw((socket) => {
      if (served.has(socket)) return void socket.resetAndDestroy();
      served.add(socket);
      socket.write(head);
    });
    const { transport, clock, notices } = openTransport(origin, { retries: 0 });
    for (let asked = 0; asked < 5; asked++) {
      expect(await ask(transport)).toEqual({});
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(waits(notices)).toEqual([]);
    expect(clock.slept.every((wait) => wait === 0)).toBe(true);
  });

  test("a service that dies doesn't get an extra request for every request", async () => {
    let requests = 0;
    const { origin } = await serveRaw((socket) => {
      requests += 1;
      if (requests <= 3) socket.write(head);
      else socket.resetAndDestroy();
    });
    const { transport } = openTransport(origin, { retries: 0 });
    for (let asked = 0; asked < 40; asked++) await ask(transport).catch(() => {});
    expect(requests).toBeLessThanOrEqual(40 + 3);
  });
});

describe("a machine that has no room for more connections", () => {
  const crowded = (code: string) => Object.assign(new Error(code), { code });

  test("asks fewer at a time, and loses nothing", async () => {
    const { transport, service, http, clock } = await withAnswers([good]);
    const { send } = http;
    let underWay = 0;
    let refusals = 0;
    vi.spyOn(http, "send").mockImplementation(async (...request) => {
      if (underWay >= 5) {
        refusals += 1;
        throw crowded("EMFILE");
      }
      underWay += 1;
      return send.apply(http, request).finally(() => {
        underWay -= 1;
      });
    });
    const answers = await Promise.all(Array.from({ length: 64 }, () => ask(transport)));
    expect(answers).toEqual(Array(64).fill({}));
    expect(sent(service)).toBe(64);
    expect(refusals).toBeGreaterThanOrEqual(59);
    // Nearly all requests only waited for their turn.
    expect(clock.slept.filter((wait) => wait > 0).length).toBeLessThan(10);
  });

  test.each([
    ["EMFILE", "too many open files to connect to http://service (EMFILE)", "ulimit -n"],
    ["ENFILE", "too many open files to connect to http://service (ENFILE)", "ulimit -n"],
    ["ENOMEM", "not enough memory to ask http://service (ENOMEM)", "--concurrency"],
  ])("names the reason if there is no room for even one: %s", async (code, message, hint) => {
    const { transport, http } = await withAnswers([good]);
    vi.spyOn(http, "send").mockRejectedValue(crowded(code));
    const error = await ask(transport).catch((thrown: ServiceError) => thrown);
    expect((error as ServiceError).message).toBe(`${message}, after 5 attempts`);
    expect(hintOf(error as ServiceError)).toContain(hint);
  });
});

describe("the end", () => {
  const reason = new Error("Ctrl-C");

  test("an interrupt ends a pause", async () => {
    const stop = new AbortController();
    const clock = new ManualClock();
    const { transport, service } = await withAnswers([status(429, { "retry-after": "5" })], {
      clock,
      signal: stop.signal,
    });
    const asking = [expect(ask(transport)).rejects.toBe(reason)];
    await vi.waitFor(() => expect(clock.sleepers).toBe(1));
    // This one waits for its turn.
    asking.push(expect(ask(transport)).rejects.toBe(reason));
    stop.abort(reason);
    await Promise.all(asking);
    expect(sent(service)).toBe(1);
  });

  test("an interrupt ends a request", async () => {
    const stop = new AbortController();
    const { transport, clock } = await withAnswers([() => stop.abort(reason)], { signal: stop.signal });
    await expect(ask(transport)).rejects.toBe(reason);
    expect(clock.slept).toEqual([]);
  });

  test("closing the connections ends pauses and requests", async () => {
    const clock = new ManualClock();
    const { transport, http } = await withAnswers([status(429, { "retry-after": "5" })], { clock });
    const asking = expect(ask(transport)).rejects.toBeInstanceOf(ClosedError);
    await vi.waitFor(() => expect(clock.sleepers).toBe(1));
    http.destroy();
    await asking;
    await expect(ask(transport)).rejects.toBeInstanceOf(ClosedError);
  });
});

test("a call may wait longer for a rate limit than the others", async () => {
  const { transport, clock } = await withAnswers([status(429, { "retry-after": "90" }), good], { maxWait: 60_000 });
  const request = { ...subject, http: get, read: readJson };
  expect(await transport.send(request, { maxWait: 120_000 })).toEqual({});
  expect(clock.slept).toEqual([90_000]);
});

describe("the limit on requests in flight", () => {
  test("is never exceeded, and waiting for a turn takes none of the time allowed", async () => {
    const clock = new FakeClock();
    let inFlight = 0;
    const slow: Answerer = (_, __, response) => {
      expect(++inFlight).toBe(1);
      // All requests together take longer than one may.
      clock.time += 400;
      inFlight -= 1;
      respond(response, 503);
    };
    const { transport, service } = await withAnswers([slow, slow, slow, good], {
      clock,
      timeout: 1_000,
      concurrency: 1,
      retries: 0,
    });
    const sending = [ask(transport), ask(transport), ask(transport)].map((each) => each.catch(() => {}));
    expect(await ask(transport)).toEqual({});
    await Promise.all(sending);
    expect(sent(service)).toBe(4);
  });

  test("lets the next request go before a response is read", async () => {
    const { origin } = await serve(good);
    const { transport } = openTransport(origin, { http: open(origin, { connections: 1 }), concurrency: 1 });
    const sending = vi.spyOn(Socket.prototype, "write");
    onTestFinished(() => sending.mockRestore());
    const requests = () => sending.mock.calls.filter(([head]) => String(head).startsWith("GET ")).length;
    const seen: number[] = [];
    const read = () => seen.push(requests());
    await ask(transport, () => {});
    await Promise.all([ask(transport, read), ask(transport, read), ask(transport, read)]);
    expect(seen).toEqual([3, 4, 4]);
  });
});

describe("beforeSend", () => {
  test("is called once, when the turn has come", async () => {
    const { transport, service } = await withAnswers([status(503), good]);
    const beforeSend = vi.fn(() => expect(sent(service)).toBe(0));
    await transport.send({ ...subject, http: get, read: readJson }, { beforeSend });
    expect(beforeSend).toHaveBeenCalledTimes(1);
    expect(sent(service)).toBe(2);
  });

  test("that throws prevents the request, and gives its turn to the next", async () => {
    const { transport, service } = await withAnswers([good], { concurrency: 1 });
    const reason = new Error("no longer needed");
    const beforeSend = () => {
      throw reason;
    };
    const prevented = transport.send({ ...subject, http: get, read: readJson }, { beforeSend });
    const [, other] = await Promise.all([expect(prevented).rejects.toBe(reason), ask(transport)]);
    expect([other, sent(service)]).toEqual([{}, 1]);
  });
});

describe("a signal of a single call", () => {
  const send = (transport: Transport, signal: AbortSignal) =>
    transport.send({ ...subject, http: get, read: readJson }, { signal });

  test("stops it, wherever it is, and no other", async () => {
    const { transport, service } = await withAnswers([() => {}, good], { concurrency: 1 });
    const [first, second] = [new AbortController(), new AbortController()];
    const inFlight = expect(send(transport, first.signal)).rejects.toBe("first");
    const waiting = expect(send(transport, second.signal)).rejects.toBe("second");
    const other = ask(transport);
    second.abort("second");
    await waiting;
    await vi.waitFor(() => expect(sent(service)).toBe(1));
    first.abort("first");
    await inFlight;
    expect(await other).toEqual({});
    await expect(send(transport, AbortSignal.abort("before"))).rejects.toBe("before");
  });

  test("leaves no listener behind, in it or in ours", async () => {
    const ours = new AbortController();
    const { transport } = await withAnswers([good], { signal: ours.signal, concurrency: 4 });
    const { signal } = new AbortController();
    const added = vi.spyOn(AbortSignal.prototype, "addEventListener");
    const removed = vi.spyOn(AbortSignal.prototype, "removeEventListener");
    onTestFinished(() => void vi.restoreAllMocks());
    await Promise.all(Array.from({ length: 20 }, () => send(transport, signal)));
    expect(added.mock.calls.length).toBeGreaterThan(0);
    expect(removed.mock.calls.length).toBe(added.mock.calls.length);
  });
});

test("the last attempt's error is the one reported", async () => {
  const { transport } = await withAnswers([status(503), status(413)]);
  await expect(ask(transport)).rejects.toBeInstanceOf(RefusedRequestError);
});

/** A clock that stands still until it is advanced. */
class ManualClock {
  #time = Date.parse("2026-11-21T12:00:00Z");
  #sleeping = new Map<() => void, number>();

  get sleepers(): number {
    return this.#sleeping.size;
  }

  now(): number {
    return this.#time;
  }

  monotonicNow(): number {
    return this.#time;
  }

  sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) reject(signal.reason);
      signal.addEventListener("abort", () => reject(signal.reason));
      this.#sleeping.set(resolve, this.#time + milliseconds);
    });
  }

  advance(milliseconds: number): void {
    this.#time += milliseconds;
    for (const [wake, at] of this.#sleeping) {
      if (at > this.#time) continue;
      this.#sleeping.delete(wake);
      wake();
    }
  }
}
