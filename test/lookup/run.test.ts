import { deepEqual, equal, ok } from "node:assert/strict";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DotNumber } from "../../src/dot-number.ts";
import { InterruptedError, type UsdotError } from "../../src/errors.ts";
import type { Input } from "../../src/input/input.ts";
import { BatchSize } from "../../src/lookup/batches.ts";
import { matchBulk } from "../../src/lookup/bulk.ts";
import type { Outcome, Result } from "../../src/lookup/outcome.ts";
import { type Ask, lookUp, type RunOptions } from "../../src/lookup/run.ts";
import { Tally } from "../../src/lookup/tally.ts";
import {
  DoubtfulNotFoundError,
  NotFoundError,
  RateLimitedError,
  RefusedKeyError,
  RefusedRequestError,
  UnreachableError,
  UnusableAnswerError,
} from "../../src/service/errors.ts";
import { type RecordAnswer, readBulk } from "../../src/service/records.ts";
import { Semaphore } from "../../src/service/semaphore.ts";
import { aboutCarrier } from "../service/loopback.ts";

interface Options extends Partial<Omit<RunOptions, "size" | "sizeOf">> {
  size?: number | BatchSize;
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

function inputs(list: readonly (number | string)[]): Input[] {
  return list.map((each, index) => {
    const place = { source: "list", line: index + 1 };
    return typeof each === "number"
      ? { dotNumber: String(each) as DotNumber, place }
      : { invalid: "is none", text: each, place };
  });
}

function start<R>(list: readonly (number | string)[], ask: Ask<R>, { size = 3, ...options }: Options = {}) {
  const stops: UsdotError[] = [];
  const outcomes = lookUp([inputs(list)], ask, {
    size: typeof size === "number" ? new BatchSize(size) : size,
    concurrency: 4,
    service: { answered: 0, isProven: false },
    onStop: (error) => stops.push(error),
    ...options,
  });
  return { outcomes, stops };
}

async function collect<T>(iterable: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of iterable) items.push(item);
  return items;
}

/** The outcomes of a whole list. */
async function run<R>(list: readonly (number | string)[], ask: Ask<R>, options: Options = {}) {
  const { outcomes, stops } = start(list, ask, options);
  return { outcomes: (await collect(outcomes)).flat(), stops };
}

function answered(dotNumber: DotNumber): Result<string> {
  return { kind: "answered", dotNumber, answer: `"${dotNumber}"` };
}

const answerAll: Ask<string> = async (numbers) => numbers.map(answered);
const word = (outcome: Outcome<unknown>) => ("text" in outcome ? outcome.text : Number(outcome.dotNumber));
const show = (outcomes: Outcome<unknown>[]) => outcomes.map((outcome) => `${word(outcome)} ${outcome.kind}`);

/** An `ask` that records what it was asked, and sends as the transport does: so many at once, each when its turn has come. */
function noting<R>(ask: Ask<R>, concurrency = 4) {
  const asked: number[][] = [];
  const semaphore = new Semaphore(concurrency);
  const noted: Ask<R> = async (numbers, options) => {
    const slot = await semaphore.acquire(new AbortController().signal);
    try {
      options.beforeSend?.();
      asked.push(numbers.map(Number));
      return await ask(numbers, options);
    } finally {
      setImmediate(() => semaphore.release(slot));
    }
  };
  return { asked, ask: noted };
}

/** A service that accepts a limited count of numbers at once, and refuses some of them altogether. */
function limitedTo(most: number, bad: readonly number[] = [], status = 413): Ask<string> {
  return async (numbers) => {
    if (numbers.length > most || numbers.some((number) => bad.includes(Number(number)))) {
      throw new RefusedRequestError("refused", { reason: "request-refused", status });
    }
    return numbers.map(answered);
  };
}

describe("outcomes", () => {
  test("come in the order of the list, with their places", async () => {
    const { outcomes } = await run([3, "x", 1, 3, "y", 2, 4], answerAll);
    expect(show(outcomes)).toEqual([
      "3 answered",
      "x invalid",
      "1 answered",
      "3 repeated",
      "y invalid",
      "2 answered",
      "4 answered",
    ]);
    expect(outcomes.map(({ place }) => place?.line)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test("of an empty list are none, and nothing is asked", async () => {
    const { asked, ask } = noting(answerAll);
    expect((await run([], ask)).outcomes).toEqual([]);
    expect(show((await run(["x", "y", "z", "w"], ask)).outcomes)).toHaveLength(4);
    expect(asked).toEqual([]);
  });

  test("keep their order whatever the order of the answers", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 6 }), async (scheduler, concurrency) => {
        const list = numbered(20);
        const done = run(list, scheduler.scheduleFunction(answerAll), { concurrency });
        const { outcomes } = await scheduler.waitFor(done);
        deepEqual(outcomes.map(word), list);
      }),
      { numRuns: 100 },
    );
  });
});

describe("a slow reader slows the requests", () => {
  test("at most twice the concurrency is asked ahead", async () => {
    const { asked, ask } = noting(answerAll);
    const reader = start(numbered(300), ask, { concurrency: 2 }).outcomes[Symbol.asyncIterator]();
    for (let read = 1; read <= 10; read++) {
      await reader.next();
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
      expect(asked.length).toBeLessThanOrEqual(read + 4);
    }
    await reader.return?.();
    const before = asked.length;
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(asked.length).toBe(before);
  });
});

describe("the batch size", () => {
  test.each([413, 400, 422])("is halved by a %i for more than one number, and remembered", async (status) => {
    const { asked, ask } = noting(limitedTo(3, [], status), 1);
    const { outcomes } = await run(numbered(40), ask, { size: 10, concurrency: 1 });
    expect(outcomes.map(word)).toEqual(numbered(40));
    expect(outcomes.every(({ kind }) => kind === "answered")).toBe(true);
    // 10 and 5 were asked once; another batch of 10 may exist by then, and is asked in pieces.
    expect(asked.map((each) => each.length).filter((length) => length > 3)).toEqual([10, 5]);
  });

  test("is learned separately by each batch in flight, and by no others", async () => {
    const { asked, ask } = noting(limitedTo(5));
    const { outcomes } = await run(numbered(200), ask, { size: 10, concurrency: 4 });
    expect(outcomes.map(word)).toEqual(numbered(200));
    expect(asked.filter((each) => each.length > 5).length).toBeLessThanOrEqual(4);
  });

  test.each([401, 404, 409, 415])("is not changed by a %i", async (status) => {
    const { asked, ask } = noting(limitedTo(1, [], status));
    const { outcomes } = await run(numbered(3), ask);
    expect([asked.length, show(outcomes)]).toEqual([1, ["1 unanswered", "2 unanswered", "3 unanswered"]]);
  });

  test("recovers after a single number is refused, at little cost to the others", async () => {
    const { asked, ask } = noting(limitedTo(50, [7], 400), 1);
    const { outcomes } = await run(numbered(500), ask, { size: 50, concurrency: 1 });
    expect(outcomes.filter(({ kind }) => kind !== "answered").map(word)).toEqual([7]);
    expect(outcomes[6]).toMatchObject({ kind: "unanswered", error: { status: 400 } });
    expect(asked.length).toBeLessThanOrEqual(10 + 15);
    expect(asked.at(-1)).toHaveLength(50);
  });

  test("costs few extra requests if the service refuses everything", async () => {
    const { asked, ask } = noting(limitedTo(0), 1);
    const { outcomes } = await run(numbered(200), ask, { size: 50, concurrency: 1 });
    expect(outcomes.every(({ kind }) => kind === "unanswered")).toBe(true);
    expect(asked.length).toBeLessThanOrEqual(200 + 12);
  });

  test("is found whatever the limit, and whichever numbers are refused", async () => {
    const bad = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }),
        bad,
        fc.integer({ min: 1, max: 5 }),
        async (most, refused, concurrency) => {
          const { outcomes } = await run(numbered(60), limitedTo(most, refused), { size: 50, concurrency });
          deepEqual(outcomes.map(word), numbered(60));
          expect(outcomes.filter(({ kind }) => kind === "unanswered").map(word)).toEqual(
            refused.toSorted((a, b) => a - b),
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("errors", () => {
  test("of one batch don't affect another", async () => {
    const ask: Ask<string> = async (numbers) => {
      if (numbers.includes("5" as DotNumber)) throw new UnreachableError("down", { reason: "host-unreachable" });
      return numbers.map(answered);
    };
    const { outcomes, stops } = await run(numbered(9), ask);
    expect(outcomes.filter(({ kind }) => kind === "unanswered").map(word)).toEqual([4, 5, 6]);
    expect([outcomes.length, stops]).toEqual([9, []]);
  });

  test.each([
    new RefusedKeyError("refused", { reason: "key-refused", subject: "USDOT 4" }),
    new RateLimitedError("later", { reason: "wait-too-long", subject: "USDOT 4" }),
  ])("%s leaves the rest unanswered, without asking", async (error) => {
    const { asked, ask } = noting<string>(async (numbers) => {
      if (Number(numbers[0]) >= 4) throw error;
      return numbers.map(answered);
    }, 1);
    const { outcomes, stops } = await run([...numbered(30), "x", 1], ask, { concurrency: 1 });
    expect(stops).toEqual([error]);
    expect(asked).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    expect(outcomes.map(word)).toEqual([...numbered(30), "x", 1]);
    expect(outcomes.slice(3, 30).every((outcome) => outcome.kind === "unanswered" && outcome.error === error)).toBe(
      true,
    );
    expect(show(outcomes.slice(30))).toEqual(["x invalid", "1 repeated"]);
  });

  test("a 429 for one number is its own error, and the list goes on", async () => {
    const error = new RateLimitedError("too many requests", { reason: "rate-limited", status: 429 });
    const { asked, ask } = noting<string>(async (numbers) => {
      if (numbers.includes("11" as DotNumber)) throw error;
      return numbers.map(answered);
    });
    const { outcomes, stops } = await run(numbered(40), ask, { size: 1 });
    expect(outcomes.filter(({ kind }) => kind !== "answered")).toMatchObject([{ dotNumber: "11", error }]);
    expect([outcomes.length, asked.length, stops]).toEqual([40, 40, []]);
  });

  test("in doubt between the carrier and the base URL are settled by the first answer", async () => {
    const definite = new NotFoundError("no", { reason: "no-such-carrier" });
    const service = { answered: 0, isProven: false };
    const ask: Ask<string> = async ([dotNumber]) => {
      service.isProven ||= Number(dotNumber) % 10 !== 0;
      if (Number(dotNumber) % 10 !== 0) return [answered(dotNumber as DotNumber)];
      throw new DoubtfulNotFoundError("no, or", { reason: "not-found-or-wrong-url" }, definite);
    };
    const list = [10, "x", 20, 1, 30, 2];
    expect(show((await run(list, ask, { size: 1, service })).outcomes)).toEqual([
      "10 not-found",
      "x invalid",
      "20 not-found",
      "1 answered",
      "30 not-found",
      "2 answered",
    ]);
    expect(show((await run([10, 20], ask, { size: 1 })).outcomes)).toEqual(["10 unanswered", "20 unanswered"]);
  });

  describe("of a service that answers nothing any more", () => {
    const down = () => new UnreachableError("down", { reason: "service-failed" });

    test("stop the asking after five in a row; the rest are not asked", async () => {
      const { asked, ask } = noting<string>(async () => {
        throw down();
      }, 1);
      const { outcomes, stops } = await run(numbered(40), ask, { size: 1 });
      expect(asked).toHaveLength(5);
      expect(outcomes.map((outcome) => "error" in outcome && outcome.error.message)).toEqual([
        ...Array(5).fill("down"),
        ...Array(35).fill("not asked, since 5 lookups in a row had no answer: down"),
      ]);
      expect(stops).toMatchObject([{ kind: "unreachable", reason: "gave-up" }]);
    });

    test("stop nothing if nothing is left to ask", async () => {
      const { outcomes, stops } = await run<string>(
        numbered(5),
        async () => {
          throw down();
        },
        { size: 1 },
      );
      expect(outcomes.every((outcome) => "error" in outcome && outcome.error.message === "down")).toBe(true);
      expect(stops).toEqual([]);
    });

    test.each<[string, (nth: number, next: () => void) => Promise<Result<string>[]>]>([
      ["an answer for another number", async (nth) => (nth % 5 === 0 ? [answered(String(nth) as DotNumber)] : fail())],
      [
        "an answer for some other request",
        async (nth, next) => {
          if (nth % 4 === 0) next();
          return fail();
        },
      ],
      [
        "an error of another kind",
        async (nth) => (nth % 5 === 0 ? fail(new UnusableAnswerError("?", { reason: "unusable-answer" })) : fail()),
      ],
    ])("go on after %s", async (_, answer) => {
      let count = 0;
      const { asked, ask } = noting<string>(([number]) => answer(Number(number), () => count++), 1);
      const service = {
        isProven: false,
        get answered() {
          return count;
        },
      };
      const { stops } = await run(numbered(40), ask, { size: 1, service });
      expect([asked.length, stops]).toEqual([40, []]);
    });

    function fail(error: UsdotError = down()): never {
      throw error;
    }
  });

  test("met by several batches at once count as one reason to stop", async () => {
    const { outcomes, stops } = await run<string>(
      numbered(12),
      async (numbers) => {
        throw new RateLimitedError(`later, says ${numbers[0]}`, { reason: "wait-too-long" });
      },
      { concurrency: 4 },
    );
    expect(stops).toHaveLength(1);
    expect(new Set(outcomes.map((outcome) => "error" in outcome && outcome.error))).toEqual(new Set(stops));
  });

  test.each([new InterruptedError("SIGINT"), new InterruptedError("SIGTERM"), new TypeError("a bug")])(
    "%s ends the run",
    async (error) => {
      const ask: Ask<string> = async (numbers) => {
        if (Number(numbers[0]) >= 4) throw error;
        return numbers.map(answered);
      };
      await expect(run(numbered(30), ask)).rejects.toBe(error);
    },
  );

  test("in the input end the run", async () => {
    const error = new Error("the disk is gone");
    async function* pages() {
      yield inputs(numbered(3));
      throw error;
    }
    const options = {
      size: new BatchSize(3),
      concurrency: 2,
      service: { answered: 0, isProven: false },
      onStop: () => {},
    };
    await expect(collect(lookUp(pages(), answerAll, options))).rejects.toBe(error);
  });
});

/** What the fake service does with some numbers; it answers all others. */
type Fate = "unknown" | "refused" | "down" | "conflict";

describe("the outcomes add up", () => {
  const faults = [
    "none",
    "shuffled",
    "doubled",
    "unrequested",
    "unusable",
    "down",
    "limit",
    "rate-limit",
    "key",
  ] as const;
  const list = fc.array(fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constantFrom("MC-1", "x", "")), {
    maxLength: 120,
  });
  const fates = fc.dictionary(
    fc.integer({ min: 1, max: 60 }).map(String),
    fc.constantFrom<Fate[]>("unknown", "refused", "down", "conflict"),
    { maxKeys: 12 },
  );
  const plan = fc.array(fc.constantFrom(...faults), { minLength: 1, maxLength: 12 });

  /** A service whose nth request meets the nth fault of the plan, in rotation, and whose answers go through matchBulk. */
  function service(fate: Record<string, Fate>, next: () => (typeof faults)[number], tally: Tally): Ask<RecordAnswer> {
    return async (numbers) => {
      const fault = next();
      if (fault === "down") throw new UnreachableError("down", { reason: "host-unreachable" });
      if (fault === "unusable") throw new UnusableAnswerError("odd", { reason: "unusable-answer" });
      if (fault === "rate-limit") throw new RateLimitedError("later", { reason: "wait-too-long" });
      if (fault === "key") throw new RefusedKeyError("no", { reason: "key-refused" });
      if (fault === "limit" || numbers.some((number) => fate[number] === "refused")) {
        throw new RefusedRequestError("no", { reason: "request-refused", status: 400 });
      }
      if (numbers.some((number) => fate[number] === "down"))
        throw new UnreachableError("down", { reason: "host-unreachable" });
      const records = numbers.flatMap((dotNumber) => {
        const record = (name: string) => JSON.stringify({ dot_number: dotNumber, name });
        if (fate[dotNumber] === "unknown") return [];
        if (fate[dotNumber] === "conflict") return [record("a"), record("b")];
        return fault === "doubled" ? [record("a"), record("a")] : [record("a")];
      });
      if (fault === "shuffled") records.reverse();
      const text = `[${[...records, ...(fault === "unrequested" ? ["null"] : [])].join()}]`;
      const response = { status: 200, headers: {}, body: Buffer.from(text), text };
      const { results, unrequested } = matchBulk(numbers, readBulk(response, numbers, aboutCarrier));
      tally.unrequested += unrequested;
      return results;
    };
  }

  test("every input has one outcome, in order; nothing is lost, duplicated or invented", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        list,
        fates,
        plan,
        fc.record({ size: fc.integer({ min: 1, max: 12 }), concurrency: fc.integer({ min: 1, max: 5 }) }),
        async (scheduler, all, fate, faultsInTurn, options) => {
          const tally = new Tally();
          let requests = 0;
          const next = () => faultsInTurn[requests++ % faultsInTurn.length] ?? "none";
          const { asked, ask } = noting(scheduler.scheduleFunction(service(fate, next, tally)));
          const done = run(all, ask, options);
          const { outcomes, stops } = await scheduler.waitFor(done);
          for (const outcome of outcomes) tally.add(outcome);

          deepEqual(outcomes.map(word), all);
          deepEqual(
            outcomes.map(({ place }) => place?.line),
            all.map((_, index) => index + 1),
          );
          const { counts } = tally;
          expect(counts.answered + counts["not-found"] + counts.invalid + counts.unanswered + counts.repeated).toBe(
            all.length,
          );
          const numbers = all.filter((each) => typeof each === "number");
          equal(counts.invalid, all.length - numbers.length);
          equal(counts.repeated, numbers.length - new Set(numbers).size);
          for (const outcome of outcomes) checkTruth(outcome, fate);
          ok(stops.length <= 1);
          ok(!asked.flat().includes(Number.NaN));
        },
      ),
      { numRuns: 300 },
    );
  });

  /** What is reported about a number is what the service says about it. */
  function checkTruth(outcome: Outcome, fate: Record<string, Fate>): void {
    if (outcome.kind === "answered") {
      expect(fate[outcome.dotNumber]).toBeUndefined();
      expect(outcome.answer.record).toEqual({ dot_number: outcome.dotNumber, name: "a" });
    } else if (outcome.kind === "not-found") {
      expect(fate[outcome.dotNumber]).toBe("unknown");
      expect(outcome.error).toBeInstanceOf(NotFoundError);
    }
  }
});
