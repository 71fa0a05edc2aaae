import * as fc from "fast-check";
import { expect, test } from "vitest";
import { insuranceIn } from "../../src/vet/record/insurance.ts";
import { filed, today } from "./records.ts";

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
        const rows = filed(...filings)["insurance.policies"] as unknown[];
        const [cover, reversed] = [rows, rows.toReversed()].map((policies) =>
          insuranceIn({ record: { policies }, today })?.cover(
            "bipd",
            today + days,
          ),
        );
        const { sure = 0, possible = 0 } = cover ?? {};
        expect(reversed).toMatchObject({ sure, possible });
        expect(sure).toBeLessThanOrEqual(possible);
      },
    ),
    { numRuns: 200 },
  );
});
