/** The sample's records match the service module's schemas. */
import { describe, expect, test } from "vitest";
import { sampleNumbers } from "../../src/sample/faults.ts";
import type { SampleCarrier } from "../../src/sample/records.ts";
import { carrierSchema, carrierSummarySchema, insuranceSchema, safetySchema } from "../../src/service/schemas.ts";

const today = new Date("2026-11-21T12:00:00Z");

/** The paths in a carrier's records whose type differs from the interface. */
function oddities({ carrier, summary, insurance, safety }: SampleCarrier): string[] {
  const parsed = [
    carrierSchema().safeParse(carrier),
    carrierSummarySchema().safeParse(summary),
    insuranceSchema().safeParse(insurance),
    safetySchema().safeParse(safety),
  ];
  return parsed.flatMap(({ error }) => error?.issues.map(({ path }) => path.join(".")) ?? []);
}

describe("records of the sample service", () => {
  const numbers = sampleNumbers(today).flatMap(({ number, records }) => (records ? [[number, records] as const] : []));
  test.each(numbers)("%s", (number, records) => {
    if (number === "9000552")
      expect(oddities(records)).toEqual(expect.arrayContaining(["dot_number", "fleet.drivers"]));
    else expect(oddities(records)).toEqual([]);
  });
});
