import { deepEqual, ok } from "node:assert/strict";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DotNumber } from "../../src/dot-number.ts";
import { InterruptedError } from "../../src/errors.ts";
import { lookUpInBulk, type Matched } from "../../src/lookup/bulk.ts";
import { UnreachableError } from "../../src/service/errors.ts";
import type { BulkAnswer } from "../../src/service/records.ts";

const dots = (numbers: readonly number[]) => numbers.map((number) => String(number) as DotNumber);
const numbered = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index);

function bulkAnswer(known: readonly DotNumber[], asked: readonly DotNumber[]): BulkAnswer {
  const found = asked.map((dotNumber) => {
    const text = `{"dot_number":"${dotNumber}"}`;
    return known.includes(dotNumber) ? { record: JSON.parse(text), text, schemaIssues: [] } : undefined;
  });
  return { found, unrequested: 0, isExact: true, hasRecord: known.length > 0 };
}

/** A service that answers about a limited count of numbers, in an order of its own. */
function service({ most = Number.POSITIVE_INFINITY, unknown = [] as number[], order = (all: DotNumber[]) => all }) {
  const asked: number[][] = [];
  const ask = async (dotNumbers: readonly DotNumber[]) => {
    asked.push(dotNumbers.map(Number));
    const known = order(dotNumbers.filter((dotNumber) => !unknown.includes(Number(dotNumber))));
    return bulkAnswer(known.slice(0, most), dotNumbers);
  };
  return { asked, ask };
}

const missingFrom = ({ results }: Matched) =>
  results.filter(({ kind }) => kind === "not-found").map(({ dotNumber }) => Number(dotNumber));

const orders = {
  "in the order asked": (all: DotNumber[]) => all,
  "in ascending order": (all: DotNumber[]) => all.toSorted((one, other) => Number(one) - Number(other)),
  "in descending order": (all: DotNumber[]) => all.toSorted((one, other) => Number(other) - Number(one)),
  "in the order of text": (all: DotNumber[]) => all.toSorted(),
  "from behind": (all: DotNumber[]) => all.toReversed(),
};

describe.each(Object.entries(orders))("an answer cut short, %s", (_, order) => {
  test.each([1, 10, 20, 25, 49])("after %i of 50, loses nothing", async (most) => {
    const list = numbered(50, 1).map((number) => (number * 37) % 1009);
    const { ask } = service({ most, order });
    const { results, unrequested } = await lookUpInBulk(ask, dots(list));
    expect(results.map(({ dotNumber, kind }) => [Number(dotNumber), kind])).toEqual(
      list.map((number) => [number, "answered"]),
    );
    expect(unrequested).toBe(0);
  });
});

test.each([1, 3, 10, 20])(
  "an answer cut short after numbers of which the service does not know the %ith loses nothing",
  async (unknown) => {
    const { ask } = service({ most: 20, unknown: [unknown] });
    expect(missingFrom(await lookUpInBulk(ask, dots(numbered(50))))).toEqual([unknown]);
  },
);

describe("numbers left out of an answer", () => {
  test("in the middle are unknown, and not asked for again", async () => {
    const { asked, ask } = service({ unknown: [5, 20, 30] });
    expect(missingFrom(await lookUpInBulk(ask, dots(numbered(50))))).toEqual([5, 20, 30]);
    expect(asked).toHaveLength(1);
  });

  test("at one end are asked for again, by themselves", async () => {
    const { asked, ask } = service({ unknown: [48, 49, 50] });
    expect(missingFrom(await lookUpInBulk(ask, dots(numbered(50))))).toEqual([48, 49, 50]);
    expect(asked.slice(1)).toEqual([[48, 49, 50]]);
  });

  test("are asked for again as long as that finds any", async () => {
    const { asked, ask } = service({ most: 20, unknown: [50] });
    expect(missingFrom(await lookUpInBulk(ask, dots(numbered(50))))).toEqual([50]);
    expect(asked.map(({ length }) => length)).toEqual([50, 30, 10, 1]);
  });

  test("altogether are unknown: an empty answer wasn't cut short", async () => {
    const { asked, ask } = service({ most: 0 });
    expect(missingFrom(await lookUpInBulk(ask, dots([1, 2, 3])))).toEqual([1, 2, 3]);
    expect(asked).toHaveLength(1);
  });

  test("are asked for again only if there are any", async () => {
    const { asked, ask } = service({});
    expect(missingFrom(await lookUpInBulk(ask, dots([1, 2, 3])))).toEqual([]);
    expect(asked).toHaveLength(1);
  });
});

describe("when asking again fails", () => {
  const failingAgain = (error: Error) => {
    let requests = 0;
    return async (dotNumbers: readonly DotNumber[]) => {
      requests += 1;
      if (requests > 1) throw error;
      return bulkAnswer(dotNumbers.slice(0, 2), dotNumbers);
    };
  };

  test("answers are kept, and the rest is unanswered for that reason", async () => {
    const error = new UnreachableError("down", { reason: "host-unreachable" });
    const { results } = await lookUpInBulk(failingAgain(error), dots([1, 2, 3, 4]));
    expect(results.map(({ kind }) => kind)).toEqual(["answered", "answered", "unanswered", "unanswered"]);
    expect(results[3]).toMatchObject({ error });
  });

  test.each([new InterruptedError("SIGINT"), new TypeError("a bug")])("%s ends the run", async (error) => {
    await expect(lookUpInBulk(failingAgain(error), dots([1, 2, 3]))).rejects.toBe(error);
  });
});

test("whatever is left out, each number has one result, in the order asked, after a limited count of requests", async () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(
      numbers,
      numbers,
      fc.integer({ min: 1, max: 30 }),
      fc.constantFrom(...Object.values(orders)),
      async (list, unknown, most, order) => {
        const { asked, ask } = service({ most, unknown, order });
        const matched = await lookUpInBulk(ask, dots(list));
        deepEqual(
          matched.results.map(({ dotNumber }) => Number(dotNumber)),
          list,
        );
        for (const { dotNumber, kind } of matched.results) {
          if (kind === "answered") ok(!unknown.includes(Number(dotNumber)));
        }
        ok(asked.length <= 1 + list.length);
      },
    ),
    { numRuns: 500 },
  );
});
