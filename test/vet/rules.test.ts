import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { insuranceOn } from "../../src/vet/record/insurance.ts";
import { rules } from "../../src/vet/rules/index.ts";
import { changed, filed, judged, today } from "./records.ts";
import { companyRows } from "./rows/company.ts";
import { coverRows } from "./rows/cover.ts";
import { crashesRows } from "./rows/crashes.ts";
import { identityRows } from "./rows/identity.ts";
import { insuranceRows } from "./rows/insurance.ts";
import { safetyRows } from "./rows/safety.ts";
import { standingRows } from "./rows/standing.ts";

const table = [
  ...standingRows,
  ...companyRows,
  ...coverRows,
  ...insuranceRows,
  ...safetyRows,
  ...crashesRows,
  ...identityRows,
];

describe.each(table)("%s %j", (rule, parameters, rows) => {
  const each = rows.flatMap(([expected, ...changes]) =>
    changes.map((change) => [expected, change] as const),
  );
  test.each(each)("%s: %j", async (expected, change) => {
    const finding = await judged(rule, parameters, changed(change));
    expect(`${finding.outcome}: ${finding.message}`).toBe(expected);
  });
});

test.each([
  [{ phone: "555.555.0199" }, 'the claimed phone "555.555.0199": on the list'],
  [{ email: "x@fraud.example" }, 'the claimed email "x@fraud.example": on the'],
])("contact fails what %j claims", async (claim, message) => {
  const rest = { claims: [claim] };
  const fraud = { deny_file: "fraud.txt" };
  const finding = await judged("contact", fraud, changed({}), { rest });
  expect(finding.outcome).toBe("fail");
  expect(finding.message).toContain(message);
});

test("every rule is in the tables", () => {
  const tested = new Set([
    ...table.map(([rule]) => rule),
    "claims",
    "unchanged",
  ]);
  expect(
    rules.map(({ name }) => name).filter((name) => !tested.has(name)),
  ).toEqual([]);
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
        const rows = filed(...filings)["insurance.policies"] as unknown[];
        const [cover, reversed] = [rows, rows.toReversed()].map((policies) =>
          insuranceOn(today)
            .read(policies)
            .value?.cover("bipd", today + days),
        );
        const { certainAmount = 0, highestAmount = 0 } = cover ?? {};
        expect(reversed).toMatchObject({ certainAmount, highestAmount });
        expect(certainAmount).toBeLessThanOrEqual(highestAmount);
      },
    ),
    { numRuns: 200 },
  );
});
