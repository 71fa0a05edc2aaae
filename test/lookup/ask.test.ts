import { once } from "node:events";
import fc from "fast-check";
import { expect, test } from "vitest";
import { recordNames } from "../../src/answer.ts";
import type { DotNumber } from "../../src/dot-number.ts";
import { askAtOnce, askSummaries } from "../../src/lookup/ask.ts";
import { dot, one, open, respond, serve } from "../service/loopback.ts";
import { answered, none } from "../support/fixtures.ts";
import { numbered, serviceError } from "./answers.ts";

interface Service {
  /** The most numbers that it answers about, whatever it was asked. */
  most?: number;
  /** It looks at the first so many of a request alone. */
  looksAt?: number;
  /** Above so many numbers it answers with an empty list. */
  silentAbove?: number;
  /** Above so many it refuses the request, with a status. */
  refusesAbove?: [number, status: number];
  unknown?: readonly number[];
  /** Every request with this number fails with that status. */
  poison?: [number, status: number];
}

function service({
  most = 99,
  looksAt = 99,
  silentAbove = 99,
  refusesAbove,
  unknown = [],
  poison,
}: Service) {
  const asked: number[][] = [];
  const bulk = async (dotNumbers: readonly DotNumber[]) => {
    const numbers = dotNumbers.map(Number);
    asked.push(numbers);
    if (refusesAbove && numbers.length > refusesAbove[0])
      throw serviceError("request-refused", refusesAbove[1]);
    if (poison && numbers.includes(poison[0]))
      throw serviceError("service-failed", poison[1]);
    const known = dotNumbers
      .slice(0, looksAt)
      .filter((dotNumber) => !unknown.includes(Number(dotNumber)));
    const sent = numbers.length > silentAbove ? [] : known.slice(0, most);
    return new Map(
      dotNumbers.map((each) => [
        each,
        sent.includes(each) ? answered({}) : none,
      ]),
    );
  };
  const ask = askSummaries({ bulk });
  return {
    asked,
    /** What became of each number. */
    ask: async (list: readonly number[]) => {
      const results = await ask(dot(...list));
      return Object.fromEntries(
        [...results].map(([number, { summary }]) => [number, summary?.state]),
      );
    },
  };
}

/**
 * What the service is, the batches asked for, the sizes of the requests, the
 * numbers without an answer.
 */
const cases: [
  words: string,
  Service,
  batches: number[][],
  sizes: number[],
  unanswered?: number[],
][] = [
  [
    "stops after 20",
    { most: 20, unknown: [50] },
    [numbered(50)],
    [50, 30, 10, 1],
  ],
  ["knows none of a few", { unknown: [1, 2, 3] }, [[1, 2, 3]], [3, 2, 1, 1, 1]],
  [
    "knows none of a size that was answered before",
    { unknown: [11, 12] },
    [numbered(3), [11, 12]],
    [3, 2],
  ],
  [
    "answers with nothing above 20",
    { silentAbove: 20 },
    [numbered(50), numbered(40, 51)],
    [50, 25, 25, 13, 12, 13, 12, 10, 10, 10, 10],
  ],
  [
    "refuses more than 20 with 400",
    { refusesAbove: [20, 400] },
    [numbered(40), numbered(40, 51)],
    [40, 20, 20, 20, 20],
  ],
  [
    "looks at the first 4 of a request alone",
    { looksAt: 4, unknown: [2, 4, 6, 8] },
    [numbered(8)],
    [8, 6, 5, 4],
  ],
  [
    "refuses more than 20 with 413",
    { refusesAbove: [20, 413] },
    [numbered(40)],
    [40, 20, 20],
  ],
  [
    "fails with 500 on one number",
    { poison: [3, 500] },
    [numbered(8), numbered(4, 11)],
    [8, 4, 4, 2, 2, 1, 1, 4],
    [3],
  ],
  ["has no carrier 3", { poison: [3, 404] }, [[2, 3]], [2, 1, 1], [3]],
  [
    "fails with 503 on one number",
    { poison: [3, 503] },
    [numbered(4)],
    [4],
    [1, 2, 3, 4],
  ],
];

test.each(cases)(
  "a service that %s",
  async (_, options, batches, sizes, unanswered = []) => {
    const { ask, asked } = service(options);
    const results = {};
    for (const batch of batches) Object.assign(results, await ask(batch));
    const states = batches.flat().map((number) => {
      if (unanswered.includes(number)) return [number, "unanswered"];
      const isUnknown = options.unknown?.includes(number);
      return [number, isUnknown ? "none" : "answered"];
    });
    expect(results).toEqual(Object.fromEntries(states));
    expect(asked.map(({ length }) => length)).toEqual(sizes);
  },
);

test("whatever is left out, each number has one result, after a limited count of requests", async () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), {
    minLength: 1,
    maxLength: 30,
  });
  const size = fc.integer({ min: 1, max: 30 });
  await fc.assert(
    fc.asyncProperty(
      numbers,
      numbers,
      fc.record({ most: size, looksAt: size, silentAbove: size }),
      async (list, unknown, limits) => {
        const { asked, ask } = service({ ...limits, unknown });
        const results = await ask(list);
        const expected = list.map((number) => [
          number,
          unknown.includes(number) ? "none" : "answered",
        ]);
        expect(results).toEqual(Object.fromEntries(expected));
        expect(asked.length).toBeLessThanOrEqual(3 * list.length);
      },
    ),
    { numRuns: 200 },
  );
});

test.each([
  [404, { message: "No such carrier" }],
  [401, {}],
])(
  "of records asked for at once, a carrier with %i stops the others, which leave no answer",
  async (status, body) => {
    const stopped: Promise<unknown>[] = [];
    let answerCarrier = () => {};
    const { origin } = await serve((nth, { url }, response) => {
      if (url.endsWith("/1"))
        answerCarrier = () => respond(response, status, body);
      else stopped.push(once(response, "close"));
      if (nth === 3) answerCarrier();
    });
    const { client } = open(origin);
    const answers = await askAtOnce(client, one, recordNames);
    expect(Object.keys(answers)).toEqual(["carrier"]);
    await Promise.all(stopped);
  },
);
