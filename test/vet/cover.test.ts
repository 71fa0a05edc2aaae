import * as fc from "fast-check";
import { expect, test } from "vitest";
import { coverOn, filingsOf } from "../../src/vet/record/cover.ts";
import { realRecords } from "../support/fixtures.ts";
import { type Filed, filed, today } from "./records.ts";

const rows = (...filings: readonly Filed[]) =>
  filed(...filings)["insurance.policies"] as unknown[];
const bipd = (policies: readonly unknown[], day = today) =>
  coverOn(day, filingsOf(policies), "bipd");

test.each([
  ["BIPD/Primary", "bipd", false],
  ["bipd excess", "bipd", true],
  ["CARGO", "cargo", false],
  ["TRUST FUND", "other", false],
  ["BOND (BMC-84)", "other", false],
  ["PROPERTY BROKER SURETY BOND", "other", false],
  ["BIPD BOND", "bipd", false],
  ["TRUSTEE LIABILITY", "unknown", false],
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
        const { sure, possible } = bipd(policies, today + days);
        const reversed = bipd(policies.toReversed(), today + days);
        expect(reversed).toMatchObject({ sure, possible });
        expect(sure).toBeLessThanOrEqual(possible);
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
