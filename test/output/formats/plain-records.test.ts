/** Formats write records that were recognized by their text as they write those that were parsed. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { DotNumber } from "../../../src/dot-number.ts";
import type { Outcome } from "../../../src/lookup/outcome.ts";
import type { LookupFormat } from "../../../src/output/formats/index.ts";
import { PlainRecord, RecordShapes } from "../../../src/service/record-shapes.ts";
import { carrierSummarySchema } from "../../../src/service/schemas.ts";
import { notFound, rendered } from "../outcomes.ts";

const name = fc.string({ maxLength: 30, unit: fc.constantFrom(..."ABC abc 019.,:;&#'=+-@/|éÑž") });
const text = fc.oneof(
  { weight: 50, arbitrary: name },
  { weight: 5, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom("", "ACTIVE", "運送", '"A"', "\u202eA", "=1", " -1", ",") },
);
const count = fc.oneof(fc.nat(), fc.nat(999), fc.constantFrom(null, -1, 0.25, 999_999_999_999_999));
const fields = {
  legal_name: text,
  status: text,
  address: fc.record({ street: text, city: text, state: text, zip: text }),
  fleet: fc.record({ power_units: count, drivers: count }),
  score: fc.oneof(count, fc.boolean(), text),
};
const record = fc.oneof(
  { weight: 9, arbitrary: fc.record(fields) },
  {
    weight: 1,
    arbitrary: fc.record({ ...fields, address: fc.constantFrom(null, {}, "", "here") }, { requiredKeys: [] }),
  },
);

/** The records as outcomes, recognized where they can be. */
function outcomesOf(records: readonly object[], shapes: RecordShapes | undefined): Outcome[] {
  const texts = records.map((one, index) => JSON.stringify({ dot_number: String(index + 1), ...one }));
  const elements = shapes?.elementsOf(`[${texts.join(",")}]`) ?? [];
  return texts.map((text, index): Outcome => {
    const element = elements[index];
    const parsed = { record: JSON.parse(text), text, schemaIssues: [] };
    const answer = element instanceof PlainRecord ? element : parsed;
    return { kind: "answered", dotNumber: String(index + 1) as DotNumber, answer };
  });
}

const isPlain = (outcome: Outcome) => "answer" in outcome && outcome.answer instanceof PlainRecord;

test.each([
  ["ndjson", {}],
  ["ndjson", { fields: ["fleet", "score", "nothing"] }],
  ["json", {}],
  ["csv", {}],
  ["csv", { csvRaw: true, fields: ["score", "legal_name", "address"] }],
  ["table", {}],
  ["table", { color: true }],
  ["table", { width: 80, color: true }],
  ["table", { width: 30, fields: ["legal_name", "address.city", "fleet"] }],
] as const)("%s %j", async (format: LookupFormat, options) => {
  let seen = 0;
  let lists = 0;
  let shapes: RecordShapes | undefined;
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 20, maxLength: 40 }), async (records) => {
      // Learned anew for every fifth list, since that takes longer than to write one: the others are of a run that goes on.
      if (lists++ % 5 === 0) shapes = new RecordShapes(carrierSummarySchema);
      const recognized = outcomesOf(records, shapes);
      seen += recognized.filter(isPlain).length;
      const pages = (outcomes: Outcome[]) => [outcomes.slice(0, 20), [notFound("404"), ...outcomes.slice(20)]];
      const parsed = outcomesOf(records, undefined);
      expect(await rendered(format, pages(recognized), options)).toBe(await rendered(format, pages(parsed), options));
    }),
    { numRuns: 50 },
  );
  console.log(seen);
  expect(seen).toBeGreaterThan(600);
});
