import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { coverOn, doubtOf, filingsOf } from "../../src/vet/cover.ts";
import { realRecords } from "../support/fixtures.ts";
import { type Filed, filed, today } from "./records.ts";

const rows = (...filings: readonly Filed[]) =>
  filed(...filings)["insurance.policies"] as unknown[];
const bipd = (policies: readonly unknown[], day = today) =>
  coverOn(day, filingsOf(policies), "bipd");
const primary = (amount: number): Filed => ({ amount });
const excess = (amount: number): Filed => ({ amount, type: "BIPD/Excess" });

describe("what is sure", () => {
  test.each([
    ["one primary filing", [primary(750_000)], 750_000],
    [
      "two are a replacement: the larger one",
      [primary(750_000), primary(1_000_000)],
      1_000_000,
    ],
    [
      "a primary and an excess filing add up",
      [primary(300_000), excess(700_000)],
      1_000_000,
    ],
    [
      "of several excess filings the largest",
      [primary(300_000), excess(700_000), excess(600_000)],
      1_000_000,
    ],
    [
      "an excess filing over no primary one counts for nothing",
      [excess(5_000_000)],
      0,
    ],
    [
      "nor over one that is doubtful",
      [{ amount: 750_000, type: "BIPD pending" }, excess(5_000_000)],
      0,
    ],
    [
      "nor over one whose limit is not stated",
      [primary(0), excess(5_000_000)],
      0,
    ],
    [
      "a bond counts for nothing",
      [primary(750_000), { amount: 75_000, type: "SURETY" }],
      750_000,
    ],
    ["an amount that may be thousands, as it is", [primary(750)], 750],
    ["nothing", [], 0],
  ])("%s", (_, filings, sure) => {
    expect(bipd(rows(...filings)).sure).toBe(sure);
  });

  test("excess over a primary filing that ends too soon does not count either", () => {
    const filings = rows({ to: "2026-11-24" }, excess(5_000_000));
    expect(bipd(filings).sure).toBe(6_000_000);
    expect(bipd(filings, today + 6).sure).toBe(0);
  });
});

describe("what is possible", () => {
  test.each([
    [
      "nothing more than is sure",
      [primary(750_000), excess(250_000)],
      1_000_000,
      undefined,
    ],
    [
      "every excess filing",
      [primary(300_000), excess(700_000), excess(600_000)],
      1_600_000,
      " not certain: excess policies may be the same one",
    ],
    ["thousands", [primary(750)], 750_000, undefined],
    [
      "anything, where a limit is not stated",
      [primary(0)],
      Number.POSITIVE_INFINITY,
      ", limit not stated",
    ],
    [
      "a filing of an unknown type beside",
      [primary(300_000), { amount: 400_000, type: "Umbrella" }],
      700_000,
      ' not certain: a policy is of an unknown type "Umbrella"',
    ],
    [
      "a filing whose type says more",
      [{ amount: 300_000, type: "BIPD (new)" }],
      300_000,
      ' not certain: a policy is of an unknown type "BIPD (new)"',
    ],
  ])("%s", (_, filings, possible, doubt) => {
    const cover = bipd(rows(...filings));
    expect([cover.possible, doubtOf(cover)]).toEqual([possible, doubt]);
  });
});

test.each([
  ["BIPD/Primary", "bipd", false],
  ["bipd excess", "bipd", true],
  ["CARGO", "cargo", false],
  ["TRUST FUND", "other", false],
  ["BOND (BMC-84)", "other", false],
  ["Excess BIPD", "unknown", true],
  ["BIPDX", "unknown", false],
  ["NO CARGO", "unknown", false],
  ["BI\u200bPD", "unknown", false],
  [91, "unknown", false],
])("the type %j is %s", (type, kind, isExcess) => {
  expect(filingsOf(rows({ type }))[0]).toMatchObject({ kind, isExcess });
});

test("the order of the rows decides nothing", () => {
  const any = fc.record({
    type: fc.constantFrom("BIPD", "BIPD/Excess", "CARGO", "?", "SURETY"),
    amount: fc.constantFrom(300_000, 750_000, 1_000_000, 0, 750, null),
    from: fc.constantFrom("2026-01-01", "2026-11-25", "2026-11-28", null),
    to: fc.constantFrom(null, "2026-11-25", "2026-11-28", "?"),
  });
  fc.assert(
    fc.property(
      fc.array(any, { maxLength: 5 }),
      fc.integer({ min: 0, max: 9 }),
      (filings, days) => {
        const policies = rows(...filings);
        const one = bipd(policies, today + days);
        const other = bipd(policies.toReversed(), today + days);
        expect([one.sure, one.possible]).toEqual([other.sure, other.possible]);
        expect(one.sure).toBeLessThanOrEqual(one.possible);
      },
    ),
    { numRuns: 200 },
  );
});

test("the cover of real records, whose filings show the legal minimum", () => {
  const covers = realRecords("insurance").map(({ policies }) =>
    bipd(policies as unknown[]),
  );
  expect(covers.filter(({ sure }) => sure >= 750_000).length).toBeGreaterThan(
    covers.length / 2,
  );
});
