/** The lookup of a list by a program: order, errors in their places, how far it reads ahead, and how it ends. */
import { once } from "node:events";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  type BulkResult,
  ClosedError,
  type GivenNumbers,
  InputError,
  MissingKeyError,
  NotFoundError,
  RefusedKeyError,
} from "../../src/library/index.ts";
import { start } from "../sample/sample-service.ts";
import { respond, serve } from "../service/loopback.ts";
import { clientOf, knowsAll, rejection } from "./clients.ts";

const apiKey = "any";

async function all(results: AsyncIterable<BulkResult>): Promise<BulkResult[]> {
  const found: BulkResult[] = [];
  for await (const result of results) found.push(result);
  return found;
}

const numbersOf = (results: readonly BulkResult[]) => results.map(({ dotNumber }) => dotNumber);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe("a list", () => {
  it.each<[string, (numbers: number[]) => GivenNumbers]>([
    ["an array", (numbers) => numbers],
    ["a set of texts", (numbers) => new Set(numbers.map(String))],
    [
      "a generator",
      function* (numbers) {
        yield* numbers;
      },
    ],
    [
      "an async generator",
      async function* (numbers) {
        yield* numbers;
      },
    ],
    ["an iterable", (numbers) => ({ [Symbol.iterator]: () => numbers[Symbol.iterator]() })],
    [
      "an iterable that is not one over time",
      (numbers) => Object.assign(numbers.slice(), { [Symbol.asyncIterator]: undefined }) as number[],
    ],
    [
      "an iterable over time whose steps are there at once",
      (numbers) => ({ [Symbol.asyncIterator]: () => numbers[Symbol.iterator]() }) as unknown as AsyncIterable<number>,
    ],
  ])("may be %s; its results are in its order", async (_, listOf) => {
    const { origin } = await serve(knowsAll);
    const results = await all(clientOf(origin, { apiKey }).bulk(listOf(upTo(230))));
    expect(results).toEqual(upTo(230).map((n) => ({ dotNumber: String(n), carrier: { dot_number: String(n) } })));
  });

  it("has one result for each distinct number, and an error in the place of each that has no record", async () => {
    const client = clientOf((await start()).url, { apiKey });
    const given = ["9000001", "MC-747866", "9000404", "USDOT 9,000,002", "09000001", {} as string];
    const results = await all(client.bulk(given));
    expect(numbersOf(results)).toEqual(["9000001", "MC-747866", "9000404", "9000002", "object"]);
    expect(results.map((result) => result.carrier?.legal_name !== undefined)).toEqual([
      true,
      false,
      false,
      true,
      false,
    ]);
    expect(results[1]?.error).toBeInstanceOf(InputError);
    expect(results[1]?.error?.message).toBe("MC-747866 is a docket number, not a USDOT number");
    expect(results[2]?.error).toBeInstanceOf(NotFoundError);
    expect(results[4]?.error).toBeInstanceOf(InputError);
  });

  it("that is empty has no result, and nothing is sent", async () => {
    const { origin, asked } = await serve(knowsAll);
    expect(await all(clientOf(origin, { apiKey }).bulk([]))).toEqual([]);
    expect(asked).toEqual([]);
  });

  it("is asked for in requests as large as the service takes", async () => {
    const sizes: number[] = [];
    const { origin } = await serve((nth, asked, response) => {
      const { length } = (JSON.parse(asked.body) as { dot_numbers: string[] }).dot_numbers;
      sizes.push(length);
      if (length > 20) respond(response, 413, { error: { code: "TOO_MANY", message: "at most 20" } });
      else knowsAll(nth, asked, response);
    });
    const results = await all(clientOf(origin, { apiKey, concurrency: 1 }).bulk(upTo(100)));
    expect(results.every(({ carrier }) => carrier)).toBe(true);
    expect(sizes.slice(0, 2)).toEqual([50, 25]);
    expect(Math.max(...sizes.slice(2))).toBeLessThanOrEqual(20);
  });

  it.each([
    undefined,
    null,
    "9000001",
    9000001,
    {},
    { [Symbol.iterator]: 5 },
    { [Symbol.asyncIterator]: null },
    Promise.resolve([1]),
  ])("is not %o", async (given) => {
    const error = await rejection(all(clientOf("http://127.0.0.1:1", { apiKey }).bulk(given as never)));
    expect(error).toBeInstanceOf(InputError);
    expect(error.message).toBe("numbers is not a list of USDOT numbers");
  });
});

describe("the key", () => {
  it("is needed, and nothing is sent without one", async () => {
    const { origin, asked } = await serve(knowsAll);
    const error = await rejection(all(clientOf(origin).bulk([1])));
    expect(error).toBeInstanceOf(MissingKeyError);
    expect(error.message).toBe("a bulk lookup needs an API key");
    expect(asked).toEqual([]);
  });

  it("that is refused ends the asking: the rest of the numbers have that error", async () => {
    const { origin, asked } = await serve((_, __, response) => respond(response, 401));
    const results = await all(clientOf(origin, { apiKey, concurrency: 1 }).bulk(upTo(300)));
    expect(results).toHaveLength(300);
    expect(new Set(results.map(({ error }) => error?.constructor))).toEqual(new Set([RefusedKeyError]));
    expect(asked).toHaveLength(1);
  });
});

describe("reading", () => {
  it("goes no further ahead than a few batches", async () => {
    const { origin, asked } = await serve((nth, one, response) => {
      if (nth === 1) knowsAll(nth, one, response);
    });
    let read = 0;
    async function* endless() {
      for (;;) yield ++read;
    }
    const results = clientOf(origin, { apiKey, concurrency: 2, batchSize: 10 }).bulk(endless());
    for (const number of upTo(10)) expect((await results.next()).value?.dotNumber).toBe(String(number));
    void results.next().catch(() => {});
    await vi.waitFor(() => expect(asked).toHaveLength(3));
    for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
    expect(asked).toHaveLength(3);
    expect(read).toBeLessThanOrEqual(60);
  });

  it("ends when results are no longer taken: the list is closed, and what is in flight is stopped", async () => {
    let closed = false;
    async function* list() {
      try {
        for (let number = 1; ; number++) yield number;
      } finally {
        closed = true;
      }
    }
    const stopped: Promise<unknown>[] = [];
    const { origin } = await serve((nth, asked, response) => {
      if (nth === 1) knowsAll(nth, asked, response);
      else stopped.push(once(response, "close"));
    });
    for await (const _ of clientOf(origin, { apiKey, concurrency: 2 }).bulk(list())) {
      await vi.waitFor(() => expect(stopped.length).toBeGreaterThan(0));
      break;
    }
    expect(closed).toBe(true);
    await Promise.all(stopped);
  });

  it("passes on what the list throws", async () => {
    const { origin } = await serve(knowsAll);
    const broken = new Error("the file is gone");
    async function* list() {
      yield 1;
      throw broken;
    }
    expect(await rejection(all(clientOf(origin, { apiKey }).bulk(list())))).toBe(broken);
  });

  const waitForever = async function* () {
    yield 1;
    await new Promise(() => {});
  };

  it.each<[string, (stop: AbortController, close: () => Promise<void>) => void, unknown]>([
    ["its signal", (stop) => stop.abort(new Error("enough")), expect.objectContaining({ message: "enough" })],
    ["close", (_, close) => void close(), expect.any(ClosedError)],
  ])("is stopped by %s, even where the next number never comes", async (_, stopBy, reason) => {
    const { origin } = await serve(knowsAll);
    const client = clientOf(origin, { apiKey });
    const stop = new AbortController();
    const ended = rejection(all(client.bulk(waitForever(), { signal: stop.signal })));
    await new Promise(setImmediate);
    stopBy(stop, () => client.close());
    expect(await ended).toEqual(reason);
  });

  it("leaves no rejection unhandled", async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on("unhandledRejection", note);
    onTestFinished(() => void process.off("unhandledRejection", note));
    const { origin } = await serve((nth, asked, response) => {
      if (nth <= 1) knowsAll(nth, asked, response);
    });
    for await (const _ of clientOf(origin, { apiKey }).bulk(upTo(1_000))) break;
    for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
    expect(unhandled).toEqual([]);
  });
});
