import { deepEqual, equal } from "node:assert/strict";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DotNumber } from "../../src/dot-number.ts";
import { type Matched, matchBulk } from "../../src/lookup/bulk.ts";
import { NotFoundError, UnusableAnswerError } from "../../src/service/errors.ts";
import { readBulk } from "../../src/service/records.ts";
import { aboutCarrier } from "../service/loopback.ts";

const dots = (...numbers: number[]) => numbers.map((number) => String(number) as DotNumber);

/** `[1, "a"]` is a record about 1 whose name is "a". */
function bulk(records: [number, string?][], unreadable = 0): string[] {
  const texts = records.map(([number, name = "x"]) => `{"dot_number":"${number}","legal_name":"${name}"}`);
  return [...texts, ...Array<string>(unreadable).fill("null")];
}

const failing = (number: number) => `{"dot_number":"${number}","error":{"code":"DOWN"}}`;

/** What the elements of an answer say about some numbers. */
function matched(numbers: readonly DotNumber[], elements: readonly string[]): Matched {
  const text = `[${elements.join()}]`;
  return matchBulk(
    numbers,
    readBulk({ status: 200, headers: {}, body: Buffer.from(text), text }, numbers, aboutCarrier),
  );
}

const kinds = ({ results }: Matched) => results.map(({ dotNumber, kind }) => `${dotNumber} ${kind}`);

describe("a bulk answer is matched by number", () => {
  test.each([
    ["in order", bulk([[1], [2]]), ["1 answered", "2 answered"], 0],
    ["shuffled", bulk([[2], [1]]), ["1 answered", "2 answered"], 0],
    ["one missing", bulk([[2]]), ["1 not-found", "2 answered"], 0],
    ["all missing", bulk([]), ["1 not-found", "2 not-found"], 0],
    ["doubled", bulk([[1], [1], [2]]), ["1 answered", "2 answered"], 0],
    ["in conflict", bulk([[1, "a"], [1, "b"], [2]]), ["1 unanswered", "2 answered"], 0],
    [
      "in conflict, then again",
      bulk([
        [1, "a"],
        [1, "b"],
        [1, "a"],
      ]),
      ["1 unanswered", "2 not-found"],
      0,
    ],
    ["with an unrequested record, and complete", bulk([[1], [2], [3]]), ["1 answered", "2 answered"], 1],
    ["with unrequested records in place of one asked for", bulk([[1], [3], [3]]), ["1 answered", "2 unanswered"], 2],
    ["with unreadable records in place of one asked for", bulk([[1]], 2), ["1 answered", "2 unanswered"], 2],
    ["with unreadable and unrequested records", bulk([[3]], 1), ["1 unanswered", "2 unanswered"], 2],
  ] as const)("%s", (_, answer, expected, unrequested) => {
    const found = matched(dots(1, 2), answer);
    expect(kinds(found)).toEqual(expected);
    expect(found.unrequested).toBe(unrequested);
  });

  test("a record that is an error leaves its own number unanswered, and no other", () => {
    const found = matched(dots(1, 2, 3), [...bulk([[1]]), failing(2), failing(2)]);
    expect(kinds(found)).toEqual(["1 answered", "2 unanswered", "3 not-found"]);
    expect(found.results[1]).toMatchObject({ error: { reason: "unusable-answer", code: "DOWN", subject: "USDOT 2" } });
    expect(found.unrequested).toBe(0);
  });

  test("a record and an error about one number contradict each other", () => {
    for (const elements of [
      [...bulk([[1]]), failing(1)],
      [failing(1), ...bulk([[1]])],
    ])
      expect(matched(dots(1), elements).results).toMatchObject([
        { kind: "unanswered", error: { reason: "contradictory-answer" } },
      ]);
  });

  test("records that differ only in white space are the same", () => {
    const answer = [...bulk([[1, "a b"]]), '{ "dot_number": "1",\n"legal_name" : "a b" }'];
    expect(matched(dots(1), answer).results).toMatchObject([{ kind: "answered", answer: { text: answer[0] } }]);
    expect(kinds(matched(dots(1), [...answer, ...bulk([[1, "ab"]])]))).toEqual(["1 unanswered"]);
  });

  test("every error names the number, the problem and the reason", () => {
    const { results } = matched(
      dots(1, 2),
      bulk([
        [1, "a"],
        [1, "b"],
      ]),
    );
    expect(results).toMatchObject([
      {
        error: {
          message: "the answer holds two different records about it",
          subject: "USDOT 1",
          reason: "contradictory-answer",
        },
      },
      {
        error: {
          message: "the service knows no such carrier",
          subject: "USDOT 2",
          reason: "no-such-carrier",
        },
      },
    ]);
    const [missing] = matched(dots(1), bulk([[2]])).results;
    expect(missing).toMatchObject({
      error: {
        message: "the answer leaves it out and holds records that were not asked for",
        subject: "USDOT 1",
        reason: "contradictory-answer",
      },
    });
    expect(
      [results[0], results[1]].map((finding) => finding && "error" in finding && finding.error.constructor),
    ).toEqual([UnusableAnswerError, NotFoundError]);
  });
});

test("each number has one result, in the order asked, whatever the answer", () => {
  const record = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.constantFrom("a", "b")) as fc.Arbitrary<[number, string]>;
  const asked = fc.uniqueArray(fc.integer({ min: 1, max: 10 }), { maxLength: 8 });
  fc.assert(
    fc.property(asked, fc.array(record, { maxLength: 12 }), fc.nat(2), (numbers, records, unreadable) => {
      const { results, unrequested } = matched(dots(...numbers), bulk(records, unreadable));
      deepEqual(
        results.map(({ dotNumber }) => Number(dotNumber)),
        numbers,
      );
      equal(unrequested, unreadable + records.filter(([number]) => !numbers.includes(number)).length);
      for (const [index, number] of numbers.entries()) {
        const names = new Set(records.filter(([about]) => about === number).map(([, name]) => name));
        const expected =
          names.size === 1 ? "answered" : names.size === 0 && unrequested === 0 ? "not-found" : "unanswered";
        equal(results[index]?.kind, expected);
      }
    }),
    { numRuns: 1_000 },
  );
});
