import { deepEqual, equal, ok } from "node:assert/strict";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Decision, decideRetry, type Failure, type RetryPolicy } from "../../src/service/retry.ts";

const runs = { numRuns: 1_000 };
const policy: RetryPolicy = { retries: 3, maxWait: 60_000, random: () => 0.5 };
const passing: Failure = { kind: "transient", retryAfter: undefined };
const limited: Failure = { kind: "rate-limited", retryAfter: undefined };
const stale: Failure = { kind: "stale" };
const unusable: Failure = { kind: "unusable" };
const final: Failure = { kind: "permanent" };

const passingFor = (retryAfter: number): Failure => ({ kind: "transient", retryAfter });
const limitedFor = (retryAfter: number): Failure => ({ kind: "rate-limited", retryAfter });

function decide(failures: Failure[], changes: Partial<RetryPolicy> = {}): Decision {
  return decideRetry(failures, { ...policy, ...changes });
}

const later = (after: number, held = false) => ({ again: true, after, held });
const never = (why: string) => ({ again: false, why });

describe("how long to wait", () => {
  test.each([
    ["half a second, doubled each time, of which a random part", passing, [250, 500, 1_000, 2_000, 4_000, 8_000]],
    ["a second for a 429", limited, [500, 1_000, 2_000, 4_000, 8_000, 10_000]],
    ["never over 20 s", passing, [250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]],
  ])("%s", (_, failure, waits) => {
    for (const [index, wait] of waits.entries()) {
      const failures = Array(index + 1).fill(failure);
      expect(decide(failures, { retries: 20 })).toEqual(later(wait, failure === limited));
    }
  });

  test("the random part stays within its bounds", () => {
    expect(decide([passing], { random: () => 0 })).toEqual(later(0));
    expect(decide([passing], { random: () => 1 })).toEqual(later(500));
    expect(decide([limited], { random: () => 1 })).toEqual(later(1_000, true));
    expect(decide(Array(9).fill(passing), { retries: 20, random: () => 1 })).toEqual(later(20_000));
  });

  test("Retry-After is obeyed exactly, and counts as a wait that the service asked for", () => {
    expect(decide([passingFor(7_000)])).toEqual(later(7_000, true));
    expect(decide([limitedFor(7_000)])).toEqual(later(7_000, true));
    expect(decide([limitedFor(1)])).toEqual(later(1, true));
    expect(decide([passingFor(1)])).toEqual(later(1, true));
    expect(decide([limitedFor(60_000)])).toEqual(later(60_000, true));
  });

  test("only the last failure's Retry-After counts", () => {
    expect(decide([limitedFor(7_000), passing])).toEqual(later(500));
  });

  test("a Retry-After of 0 is a truncated fraction of a second", () => {
    expect(decide([limitedFor(0)])).toEqual(later(500, true));
    expect(decide([passingFor(0)])).toEqual(later(250));
  });

  test("a wait longer than allowed is not waited out, but reported", () => {
    expect(decide([limitedFor(60_001)])).toEqual({ again: false, why: "too-long", wait: 60_001 });
    expect(decide([passingFor(60_001)])).toEqual({ again: false, why: "too-long", wait: 60_001 });
    // It is reported even if there is no attempt left.
    expect(decide([limitedFor(60_001)], { retries: 0 })).toEqual({ again: false, why: "too-long", wait: 60_001 });
    expect(decide([limitedFor(1)], { maxWait: 0 })).toEqual({ again: false, why: "too-long", wait: 1 });
  });
});

describe("how many attempts", () => {
  test("there are as many retries as allowed, besides the first attempt", () => {
    expect(decide([passing, passing, passing])).toMatchObject({ again: true });
    expect(decide([passing, passing, passing, passing])).toEqual(never("spent"));
    expect(decide([passing], { retries: 0 })).toEqual(never("spent"));
  });

  test("without a failure there is nothing to retry", () => {
    expect(decide([])).toEqual(never("permanent"));
  });

  test("a permanent failure is not retried", () => {
    expect(decide([final])).toEqual(never("permanent"));
    expect(decide([passing, final])).toEqual(never("permanent"));
  });

  test("an unusable answer is retried once, whatever happens in between", () => {
    expect(decide([unusable])).toEqual(later(250));
    expect(decide([unusable, unusable])).toEqual(never("permanent"));
    expect(decide([unusable, passing, unusable])).toEqual(never("permanent"));
    expect(decide([unusable, passing])).toEqual(later(500));
  });

  test("a stale connection is retried at once and for free, the first time", () => {
    expect(decide([stale], { retries: 0 })).toEqual(later(0));
    expect(decide([stale, passing], { retries: 0 })).toEqual(never("spent"));
    expect(decide([stale, passing], { retries: 1 })).toEqual(later(250));
    expect(decide([passing, passing, passing, stale])).toEqual(later(0));
    expect(decide([passing, passing, stale, passing])).toEqual(later(1_000));
    expect(decide([passing, passing, passing, stale, passing])).toEqual(never("spent"));
  });

  test("the second stale connection counts as a broken one", () => {
    expect(decide([stale, stale])).toEqual(later(250));
    expect(decide([stale, stale], { retries: 0 })).toEqual(never("spent"));
    expect(decide([stale, stale, stale])).toEqual(later(500));
  });
});

describe("a machine without room for a connection", () => {
  const crowded: Failure = { kind: "crowded" };

  test("is retried for free the first time, since nothing was asked, and counts from then on", () => {
    expect(decide([crowded], { retries: 0 })).toEqual(later(0));
    expect(decide([crowded, crowded], { retries: 0 })).toEqual(never("spent"));
    expect(decide([crowded, crowded])).toEqual(later(250));
    expect(decide([crowded, stale])).toEqual(later(0));
    expect(decide([crowded, stale, passing])).toEqual(later(250));
  });
});

const wait = fc.option(fc.integer({ min: 0, max: 120_000 }), { nil: undefined });
const anyFailure: fc.Arbitrary<Failure> = fc.oneof(
  fc.record({ kind: fc.constant("rate-limited" as const), retryAfter: wait }),
  fc.record({ kind: fc.constant("transient" as const), retryAfter: wait }),
  fc.constantFrom(stale, unusable, final),
);
const anyPolicy = fc.record({
  retries: fc.integer({ min: 0, max: 10 }),
  maxWait: fc.integer({ min: 0, max: 90_000 }),
  random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }).map((value) => () => value),
});

/** One request to a service that fails like this: its attempts, and the waits between them, on a clock that doesn't wait. */
function play(next: (sent: number) => Failure, given: RetryPolicy) {
  const failures: Failure[] = [];
  const waits: number[] = [];
  for (;;) {
    failures.push(next(failures.length));
    const decision = decideRetry(failures, given);
    if (!decision.again) return { sent: failures.length, failures, waits, why: decision.why };
    waits.push(decision.after);
  }
}

describe("properties", () => {
  test("a wait is never shorter than Retry-After, never longer than allowed, and never over 20 s by itself", () => {
    fc.assert(
      fc.property(fc.array(anyFailure, { minLength: 1, maxLength: 12 }), anyPolicy, (failures, given) => {
        const decision = decideRetry(failures, given);
        if (!decision.again) return;
        const last = failures.at(-1) as Failure;
        const asked = ("retryAfter" in last && last.retryAfter) || 0;
        ok(decision.after >= asked);
        ok(decision.after <= (asked > 0 ? given.maxWait : 20_000));
        if (asked > 0) equal(decision.held, true);
      }),
      runs,
    );
  });

  test("a permanent failure is never retried, and an unusable answer at most once", () => {
    fc.assert(
      fc.property(fc.array(anyFailure, { maxLength: 12 }), anyPolicy, (failures, given) => {
        deepEqual(decideRetry([...failures, final], given), never("permanent"));
        deepEqual(decideRetry([unusable, ...failures, unusable], given), never("permanent"));
      }),
      runs,
    );
  });

  test("a request is sent at most retries + 1 times, plus once if a connection was stale", () => {
    fc.assert(
      fc.property(fc.infiniteStream(anyFailure), anyPolicy, (stream, given) => {
        const { sent, failures } = play(() => stream.next().value, given);
        ok(sent <= given.retries + 1 + (failures.includes(stale) ? 1 : 0));
      }),
      runs,
    );
  });

  test("each request has all its attempts at a dead service", () => {
    fc.assert(
      fc.property(anyPolicy, (given) => {
        const { sent, why } = play(() => passing, given);
        deepEqual([sent, why], [given.retries + 1, "spent"]);
      }),
      runs,
    );
  });
});
