import { stringify } from "csv-stringify/sync";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine } from "../../src/output/csv-line.ts";

test("a line of CSV is what csv-stringify makes of the cells", () => {
  const cell = fc.oneof(
    fc.string({ unit: "binary", maxLength: 9 }),
    fc.string({ unit: fc.constantFrom(..."\",\n\r\t' a;é\u2028"), maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 5 }), (cells) => {
      expect(csvLine(cells)).toBe(stringify([cells]));
    }),
    { numRuns: 5_000 },
  );
});
