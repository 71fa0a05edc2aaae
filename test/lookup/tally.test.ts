import { equal, ok } from "node:assert/strict";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DotNumber } from "../../src/dot-number.ts";
import type { UsdotError } from "../../src/errors.ts";
import type { Outcome } from "../../src/lookup/outcome.ts";
import { Tally } from "../../src/lookup/tally.ts";
import {
  NotFoundError,
  RateLimitedError,
  RefusedKeyError,
  UnreachableError,
  UnusableAnswerError,
} from "../../src/service/errors.ts";

const dotNumber = "1" as DotNumber;
const unansweredBy = (error: UsdotError): Outcome => ({ kind: "unanswered", dotNumber, error });
const outcomes = {
  answered: { kind: "answered", dotNumber, answer: { record: {}, text: "{}", schemaIssues: [] } },
  missing: { kind: "not-found", dotNumber, error: new NotFoundError("no", { reason: "no-such-carrier" }) },
  invalid: { kind: "invalid", text: "x", reason: "is none" },
  repeated: { kind: "repeated", dotNumber },
  kept: { kind: "kept", dotNumber },
  unreachable: unansweredBy(new UnreachableError("down", { reason: "host-unreachable" })),
  limited: unansweredBy(new RateLimitedError("later", { reason: "wait-too-long" })),
  unusable: unansweredBy(new UnusableAnswerError("odd", { reason: "unusable-answer" })),
  partial: {
    kind: "partial",
    dotNumber,
    answer: { record: {}, text: "{}", schemaIssues: [] },
    error: new UnreachableError("down", { reason: "host-unreachable" }),
  },
  key: unansweredBy(new RefusedKeyError("key", { reason: "key-refused" })),
} satisfies Record<string, Outcome>;
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
    [["missing"], "not-found", "not-found"],
    [["missing", "missing", "repeated"], "not-found", "not-found"],
    [["missing", "kept"], "not-found", undefined],
    [["answered", "missing", "repeated"], "not-found", undefined],
    [["invalid"], "incomplete", "incomplete"],
    [["answered", "invalid"], "incomplete", "incomplete"],
    [["missing", "invalid"], "incomplete", "incomplete"],
    [["answered", "unreachable"], "incomplete", "incomplete"],
    [["missing", "unreachable"], "incomplete", "incomplete"],
    [["invalid", "unreachable"], "incomplete", "incomplete"],
    [["kept", "unreachable"], "incomplete", "incomplete"],
    [["unreachable"], "unreachable", "unreachable"],
    [["unreachable", "limited", "repeated"], "unreachable", "unreachable"],
    [["unusable", "unusable"], "unusable", "unusable"],
    [["unusable", "unreachable"], "incomplete", "incomplete"],
    [["partial"], "incomplete", "incomplete"],
    [["answered", "partial"], "incomplete", "incomplete"],
    [["partial", "unreachable"], "incomplete", "incomplete"],
    [["key"], "key", "key"],
    [["answered", "key"], "key", "key"],
    [["invalid", "unreachable", "missing", "key"], "key", "key"],
  ])("%j: %s", (names, exit, allowed) => {
    expect(tallyOf(...names).verdict(strict)?.kind).toBe(exit);
    expect(tallyOf(...names).verdict(lax)?.kind).toBe(allowed);
  });

  test("numbers that an earlier run didn't find count as well", () => {
    const tally = tallyOf("answered", "kept");
    tally.keptMissing = 1;
    expect(tally.verdict(strict)?.kind).toBe("not-found");
    expect(tally.verdict(lax)).toBeUndefined();
  });

  test("in a definite no if neither this run nor an earlier one found anything", () => {
    const tally = tallyOf("kept", "kept", "missing");
    tally.keptMissing = 2;
    expect(tally.verdict(lax)?.kind).toBe("not-found");
    tally.keptMissing = 1;
    expect(tally.verdict(lax)).toBeUndefined();
  });

  test("with the counts, and what to do", () => {
    expect(tallyOf("answered", "unreachable").verdict(strict)).toMatchObject({
      message: "1 answered, 1 unanswered",
      hint: "the numbers without an answer are named above",
    });
    expect(tallyOf("key").verdict(strict)?.hint).toBe("check the API key: usdot config list");
    expect(tallyOf("answered", "missing").verdict(strict)?.hint).toBeUndefined();
    expect(tallyOf("missing").verdict(lax)?.hint).toBe("none was found: check the numbers and the base URL");
    expect(tallyOf("unreachable").verdict(strict)?.hint).toBeUndefined();
  });
});

describe("the counts", () => {
  test("take one line, without the kinds that didn't occur", () => {
    expect(String(tallyOf())).toBe("0 answered");
    expect(String(tallyOf("invalid"))).toBe("1 invalid");
    expect(String(tallyOf("partial"))).toBe("1 answered in part");
    expect(String(tallyOf("answered", "answered", "answered"))).toBe("3 answered");
    const tally = tallyOf("answered", "answered", "missing", "invalid", "unusable", "repeated", "kept");
    tally.unrequested = 3;
    expect(String(tally)).toBe(
      "2 answered, 1 not found (USDOT 1), 1 invalid, 1 unanswered, 1 repeated, 1 kept from before (dropped 3 records that nobody asked for)",
    );
  });

  test("name the first five numbers not found", () => {
    expect(String(tallyOf(...Array.from({ length: 5 }, (): Name => "missing")))).toBe(
      "5 not found (USDOT 1, 1, 1, 1, 1)",
    );
    expect(String(tallyOf(...Array.from({ length: 9 }, (): Name => "missing")))).toBe(
      "9 not found (USDOT 1, 1, 1, 1, 1, ...)",
    );
  });

  test("group their digits", () => {
    const tally = tallyOf(...Array.from({ length: 1_145 }, (): Name => "answered"));
    tally.unrequested = 1_000;
    expect(String(tally)).toBe("1,145 answered (dropped 1,000 records that nobody asked for)");
  });

  test("add up, and no list with a gap ends in success or in a definite no", () => {
    const names = fc.array(fc.constantFrom(...(Object.keys(outcomes) as Name[])), { maxLength: 30 });
    fc.assert(
      fc.property(names, fc.boolean(), (list, allowMissing) => {
        const tally = tallyOf(...list);
        equal(tally.inputs, list.length);
        equal(
          Object.values(tally.counts).reduce((sum, count) => sum + count, 0),
          list.length,
        );
        const { unanswered, partial, invalid } = tally.counts;
        const exit = tally.verdict({ allowMissing })?.kind;
        if (unanswered + partial + invalid > 0)
          ok(["key", "unreachable", "unusable", "incomplete"].includes(exit ?? ""), exit);
        else ok(exit === undefined || exit === "not-found", exit);
      }),
      { numRuns: 1_000 },
    );
  });
});
