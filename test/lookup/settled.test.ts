import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import type { DotNumber } from "../../src/dot-number.ts";
import type { Outcome } from "../../src/lookup/outcome.ts";
import { settled } from "../../src/lookup/run.ts";
import { DoubtfulNotFoundError, NotFoundError, UnreachableError } from "../../src/service/errors.ts";

const dotNumber = "1" as DotNumber;
const place = { source: "list", line: 7 };
const no = new NotFoundError("no", { reason: "no-such-carrier" });
const down = new UnreachableError("down", { reason: "host-unreachable" });

/** One letter for each outcome. */
const outcomes: Record<string, Outcome<string>> = {
  "?": {
    kind: "unanswered",
    dotNumber,
    place,
    error: new DoubtfulNotFoundError("no, or", { reason: "not-found-or-wrong-url" }, no),
  },
  n: { kind: "not-found", dotNumber, place, error: no },
  a: { kind: "answered", dotNumber, place, answer: "x" },
  p: { kind: "partial", dotNumber, place, answer: "x", error: down },
  u: { kind: "unanswered", dotNumber, place, error: down },
  r: { kind: "invalid", text: "x", reason: "is none", place },
  k: { kind: "kept", dotNumber, place },
  // Of several records: without any answer, the carrier does not exist if the base URL is right.
  d: {
    kind: "partial",
    dotNumber,
    place,
    answer: "?",
    error: down,
    ifProven: { kind: "answered", dotNumber, answer: "n" },
  },
  L: { kind: "partial", dotNumber, place, answer: "x".repeat(3 * 2 ** 20), error: down },
  D: { kind: "answered", dotNumber, place, answer: "n" },
};

function letterOf(outcome: Outcome<string>): string {
  const known = Object.entries(outcomes).find(([, each]) => isDeepStrictEqual(each, outcome));
  return known?.[0] ?? expect.fail(`unknown outcome ${JSON.stringify(outcome)}`);
}

async function* pagesOf(words: string, take: (word: string) => void): AsyncGenerator<Outcome<string>[]> {
  for (const word of words.split(" ")) {
    take(word);
    yield [...word].map((letter) => ({ ...(outcomes[letter] as Outcome<string>) }));
  }
}

/** The settled pages, and how many had been taken when each was yielded. */
async function settle(words: string) {
  let taken = 0;
  const pages: string[] = [];
  const takenBefore: number[] = [];
  const service = { answered: 0, isProven: false };
  const take = (word: string) => {
    taken += 1;
    // A record was answered, if only about a part of what was asked.
    service.isProven ||= /[ap]/.test(word);
  };
  for await (const page of settled(pagesOf(words, take), { service, sizeOf: ({ length }) => length })) {
    pages.push(page.map(letterOf).join(""));
    takenBefore.push(taken);
  }
  return { words: pages.join(" "), takenBefore };
}

test.each([
  ["nothing in doubt", "a u n r k u", "a u n r k u"],
  ["doubt after an answer", "a ? ?", "a n n"],
  ["doubt before an answer", "? r u ? a", "n r u n a"],
  ["doubt before an answer in part", "? p", "n p"],
  ["doubt beside an answer", "?a? ?", "nan n"],
  ["doubt that is never settled", "? u r k", "? u r k"],
  ["nothing but doubt", "? ?? ?", "? ?? ?"],
  ["a definite no proves nothing about another", "n ? n", "n ? n"],
  ["a carrier in doubt before an answer", "d n r a", "D n r a"],
  ["a carrier in doubt after an answer", "a d", "a D"],
  ["a carrier in doubt", "d u d", "d u d"],
  ["a kept number was answered by an earlier run", "k ?", "k ?"],
])("%s", async (_, before, after) => {
  expect((await settle(before)).words).toBe(after);
});

test("nothing is held back unnecessarily", async () => {
  expect((await settle("u n a ? u")).takenBefore).toEqual([1, 2, 3, 4, 5]);
  expect((await settle("u ? n a u")).takenBefore).toEqual([1, 4, 4, 4, 5]);
});

test("at most ten thousand outcomes are held back, and later ones may still be settled", async () => {
  const doubts = Array(12_000).fill("?").join(" ");
  const { words, takenBefore } = await settle(`${doubts} a ?`);
  expect(words).toBe(`${doubts} a n`);
  expect(takenBefore[0]).toBe(10_001);
  expect(takenBefore[10_200]).toBe(10_201);
});

test("at most 16 million characters are held back", async () => {
  const { words, takenBefore } = await settle(`${Array(7).fill("?L").join(" ")} a ?`);
  expect(words).toBe("?L ?L ?L ?L ?L ?L ?L a n");
  expect(takenBefore).toEqual([7, 7, 7, 7, 7, 7, 7, 8, 9]);
});
