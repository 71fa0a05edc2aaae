import fc from "fast-check";
import { expect, test } from "vitest";
import type { ZodMiniType } from "zod/mini";
import { carrierSchema, carrierSummarySchema } from "../../src/service/schemas.ts";

test("the schemas accept fields that the interface doesn't name", () => {
  const record = { dot_number: "1", dba_name: "X", fleet: { trailers: 3 }, insurance: null };
  expect(carrierSchema().safeParse(record).success).toBe(true);
  expect(carrierSummarySchema().safeParse(record).success).toBe(true);
  expect(carrierSchema().safeParse({ legal_name: "X" }).success).toBe(false);
});

test("the compiled check finds the same issues as the interpreted one", () => {
  const odd = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.double(),
    fc.constant(null),
    fc.constant(undefined),
    fc.constant([]),
    fc.constant({}),
  );
  const inner = fc.dictionary(
    fc.constantFrom("street", "state", "zip", "power_units", "drivers", "__proto__", "other"),
    odd,
  );
  const record = fc.record(
    { dot_number: odd, legal_name: odd, status: odd, address: fc.oneof(odd, inner), fleet: fc.oneof(odd, inner) },
    { requiredKeys: [] },
  );
  const paths = (schema: ZodMiniType, value: unknown) =>
    schema.safeParse(value).error?.issues.map(({ path }) => path.join("."));
  fc.assert(
    fc.property(record, (value) => {
      expect(paths(carrierSummarySchema(), value)).toEqual(paths(carrierSchema(), value));
    }),
    { numRuns: 1_000 },
  );
});
