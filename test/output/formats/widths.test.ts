/** Tables fit their terminal at any width, whatever a service sends. */
import { ok } from "node:assert/strict";
import fc from "fast-check";
import { it } from "vitest";
import { snapshotView } from "../../../src/output/snapshot/snapshot.ts";
import { bulkView, carrierView, insuranceView, safetyView } from "../../../src/output/views.ts";
import { displayWidth } from "../../../src/text/width.ts";
import { answered, notFound, rendered } from "../outcomes.ts";

const text = fc.oneof(
  fc.string({ maxLength: 40, unit: "grapheme" }),
  fc.constantFrom(
    "運送株式会社".repeat(9),
    "x".repeat(120),
    "INACTIVE, ORDERED OUT OF SERVICE ".repeat(4),
    "\u001b[2J",
  ),
);
const value = fc.oneof(text, fc.integer(), fc.constantFrom(null, undefined, "2026-12-01T00:00:00Z", [], {}));
const record = fc.record({
  dot_number: fc.integer({ min: 1, max: 99_999_999 }).map(String),
  legal_name: value,
  status: value,
  address: fc.record({ street: value, city: value }),
  fleet: fc.record({ power_units: value, drivers: value }),
  authority: fc.record({ status: value, common_authority_date: value }),
  insurance: fc.record({ bipd_on_file: value }),
  safety: fc.record({ rating: value, driver_oos_rate: value, driver_oos_rate_national: value }),
  policies: fc.array(
    fc.record({ policy_type: value, insurer_name: value, coverage_amount: value, expiration_date: value }),
  ),
  inspections: fc.record({ vehicle: fc.record({ total: value, oos: value, oos_rate: value, national_avg: value }) }),
  marks: fc.record({ problems: fc.array(text), unknown: fc.array(text) }),
});

it.each([carrierView, insuranceView, safetyView, bulkView, snapshotView])("$name", async (view) => {
  await fc.assert(
    fc.asyncProperty(fc.array(record, { maxLength: 30 }), fc.integer({ min: 30, max: 200 }), async (records, width) => {
      const results = [...records.map((each) => answered(each)), notFound("9000404")];
      const texts = [await rendered("table", [results], { view, width })];
      if (view !== snapshotView) {
        texts.push(await rendered("table", [results.slice(0, 1)], { view, width, single: true }));
      }
      for (const line of texts.join("").split("\n")) ok(displayWidth(line) <= width, line);
    }),
    { numRuns: 60 },
  );
});
