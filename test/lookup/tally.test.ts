import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DotNumber } from "../../src/dot-number.ts";
import {
  NotFoundError,
  RateLimitedError,
  RefusedKeyError,
  UnreachableError,
  UnusableAnswerError,
  type UsdotError,
} from "../../src/errors.ts";
import type { Outcome } from "../../src/lookup/outcome.ts";
import { Tally } from "../../src/lookup/tally.ts";

const dotNumber = "1" as DotNumber;
const unansweredBy = (error: UsdotError): Outcome<unknown> => ({ kind: "unanswered", dotNumber, error });
const outcomes = {
  answered: { kind: "answered", dotNumber, answer: { record: {}, text: "{}", oddities: [] } },
  missing: { kind: "not-found", dotNumber, error: new NotFoundError("no") },
  refused: { kind: "refused", text: "x", reason: "is none" },
  repeated: { kind: "repeated", dotNumber },
  kept: { kind: "kept", dotNumber },
  unreachable: unansweredBy(new UnreachableError("down")),
  limited: unansweredBy(new RateLimitedError("later")),
  unusable: unansweredBy(new UnusableAnswerError("odd")),
  key: unansweredBy(new RefusedKeyError("key")),
} satisfies Record<string, Outcome<unknown>>;
type Name = keyof typeof outcomes;

function tallyOf(...names: Name[]): Tally {
  const tally = new Tally();
  for (const name of names) tally.add(outcomes[name]);
  return tally;
}

describe("how a list ends", () => {
  const strict = { allowMissing: false };
  const lax = { allowMissing: true };

  test.each<[Name[], string | undefined, string | undefined]>([
    [[], undefined, undefined],
    [["answered"], undefined, undefined],
    [["answered", "repeated", "kept"], undefined, undefined],
    [["kept"], undefined, undefined],
    [["missing"], "no", undefined],
    [["answered", "missing", "repeated"], "no", undefined],
    [["refused"], "incomplete", "incomplete"],
    [["answered", "refused"], "incomplete", "incomplete"],
    [["missing", "refused"], "incomplete", "incomplete"],
    [["answered", "unreachable"], "incomplete", "incomplete"],
    [["missing", "unreachable"], "incomplete", "incomplete"],
    [["refused", "unreachable"], "incomplete", "incomplete"],
    [["kept", "unreachable"], "incomplete", "incomplete"],
    [["unreachable"], "unreachable", "unreachable"],
    [["unreachable", "limited", "repeated"], "unreachable", "unreachable"],
    [["unusable", "unusable"], "unusable", "unusable"],
    [["unusable", "unreachable"], "incomplete", "incomplete"],
    [["key"], "key", "key"],
    [["answered", "key"], "key", "key"],
    [["refused", "unreachable", "missing", "key"], "key", "key"],
  ])("%j: %s", (names, exit, allowed) => {
    expect(tallyOf(...names).verdict(strict)?.exit).toBe(exit);
    expect(tallyOf(...names).verdict(lax)?.exit).toBe(allowed);
  });

  test("what an earlier run did not find counts as well", () => {
    const tally = tallyOf("answered", "kept");
    tally.keptMissing = 1;
    expect(tally.verdict(strict)?.exit).toBe("no");
    expect(tally.verdict(lax)).toBeUndefined();
  });

  test("in the words of the counts, with what to do", () => {
    expect(tallyOf("answered", "unreachable").verdict(strict)).toMatchObject({
      message: "2 inputs: 1 answered, 0 not found, 0 refused, 1 unanswered",
      hint: "the numbers without an answer are named above",
    });
    expect(tallyOf("key").verdict(strict)?.hint).toBe("check the API key: usdot config list");
    expect(tallyOf("missing").verdict(strict)?.hint).toBeUndefined();
    expect(tallyOf("unreachable").verdict(strict)?.hint).toBeUndefined();
  });
});

describe("the counts", () => {
  test("in one line, with what there is", () => {
    expect(String(tallyOf())).toBe("0 inputs: 0 answered, 0 not found, 0 refused, 0 unanswered");
    expect(String(tallyOf("refused"))).toBe("1 input: 0 answered, 0 not found, 1 refused, 0 unanswered");
    const tally = tallyOf("answered", "answered", "missing", "refused", "unusable", "repeated", "kept");
    tally.unasked = 3;
    expect(String(tally)).toBe(
      "7 inputs: 2 answered, 1 not found (USDOT 1), 1 refused, 1 unanswered, 1 repeated, 1 kept from before (dropped 3 records that were not asked for)",
    );
  });

  test("name the first five numbers that were not found", () => {
    expect(String(tallyOf(...Array.from({ length: 5 }, (): Name => "missing")))).toContain("(USDOT 1, 1, 1, 1, 1), ");
    expect(String(tallyOf(...Array.from({ length: 9 }, (): Name => "missing")))).toContain(
      "9 not found (USDOT 1, 1, 1, 1, 1, ...), ",
    );
  });

  test("add up, and no gap ends well or in a no", () => {
    const names = fc.array(fc.constantFrom(...(Object.keys(outcomes) as Name[])), { maxLength: 30 });
    fc.assert(
      fc.property(names, fc.boolean(), (list, allowMissing) => {
        const tally = tallyOf(...list);
        expect(tally.inputs).toBe(list.length);
        expect(Object.values(tally.counts).reduce((sum, count) => sum + count, 0)).toBe(list.length);
        const { unanswered, refused } = tally.counts;
        const exit = tally.verdict({ allowMissing })?.exit;
        if (unanswered + refused > 0) expect(["key", "unreachable", "unusable", "incomplete"]).toContain(exit);
        else expect([undefined, "no"]).toContain(exit);
      }),
      { numRuns: 1_000 },
    );
  });
});
