import { expect, test } from "vitest";
import type { Answers } from "../../src/answer.ts";
import { lookupEnding } from "../../src/commands/endings.ts";
import type { DotNumber } from "../../src/dot-number.ts";
import type { ErrorKind } from "../../src/errors.ts";
import type { Entry } from "../../src/lookup/carriers.ts";
import { Tally } from "../../src/lookup/tally.ts";
import { answered, failed, none, unanswered } from "../support/fixtures.ts";
import { entryWith } from "./answers.ts";

/** What is answered about a carrier, by how that ends, or the kind of its error. */
const answers: Record<string, Answers> = {
  answered: { carrier: answered({}) },
  partial: { carrier: answered({}), safety: failed },
  "not-found": { carrier: none },
  key: { carrier: unanswered("", "key") },
  unreachable: { carrier: failed },
  unusable: { carrier: unanswered("", "unusable") },
};

function entryOf(word: string, dotNumber: DotNumber): Entry {
  const known = answers[word];
  if (known) return entryWith(dotNumber, known);
  return { kind: word, input: { dotNumber }, dotNumber } as Entry;
}

/** `2 answered, 3 not-found, 1 key`. */
function tallyOf(list: string): Tally {
  const tally = new Tally();
  let next = 9000001;
  for (const [, count, word = ""] of list.matchAll(/(\d+) ([\w-]+)/g))
    for (let left = Number(count); left > 0; left -= 1)
      tally.add(entryOf(word, String(next++) as DotNumber));
  return tally;
}

type Row = [
  outcomes: string,
  plain: ErrorKind | "ok",
  allowMissing?: ErrorKind | "ok",
  allowedShard?: ErrorKind | "ok",
];

const rows: Row[] = [
  ["2 resumed, 1 resumed-not-found", "not-found", "ok"],
  ["9 not-found", "not-found", "ok"],
  ["10 not-found", "not-found", "not-found", "ok"],
  ["9 not-found, 1 resumed-not-found", "not-found", "not-found", "ok"],
  ["1 resumed, 10 not-found", "not-found", "ok"],
  ["1 not-found, 1 invalid", "incomplete"],
  ["1 partial", "incomplete"],
  ["1 not-found, 1 unusable", "incomplete"],
  ["3 unreachable", "unreachable"],
  ["2 unusable, 1 unreachable", "incomplete"],
  ["1 unreachable, 3 key", "key"],
  ["1 answered, 3 key", "incomplete"],
];

test.each(rows)(
  "%s ends in %s",
  (outcomes, plain, allowed = plain, allowedShard = allowed) => {
    const tally = tallyOf(outcomes);
    const kindOf = (terms = {}) => lookupEnding(tally, terms)?.kind ?? "ok";
    expect(kindOf()).toBe(plain);
    expect(kindOf({ allowMissing: true })).toBe(allowed);
    expect(kindOf({ allowMissing: true, isShard: true })).toBe(allowedShard);
  },
);
