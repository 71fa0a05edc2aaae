/** The interfaces that programs see equal the types that answers are checked by. The checks themselves are done by tsc. */
import { expectTypeOf, it } from "vitest";
import type * as z from "zod/mini";
import type * as library from "../../src/library/index.ts";
import type * as schemas from "../../src/service/schemas.ts";
import type { Notice } from "../../src/service/transport.ts";
import type { PublicFinding } from "../../src/vet/finding.ts";
import type { Verdict } from "../../src/vet/model.ts";

type Stated<S extends () => z.ZodMiniType> = z.infer<ReturnType<S>>;

it("the records", () => {
  expectTypeOf<library.Carrier>().toEqualTypeOf<Stated<typeof schemas.carrierSchema>>();
  expectTypeOf<library.CarrierSummary>().toEqualTypeOf<Stated<typeof schemas.carrierSummarySchema>>();
  expectTypeOf<library.InsuranceRecord>().toEqualTypeOf<Stated<typeof schemas.insuranceSchema>>();
  expectTypeOf<library.SafetyRecord>().toEqualTypeOf<Stated<typeof schemas.safetySchema>>();
});

it("the notices are those of the service client, and one more", () => {
  expectTypeOf<Exclude<library.Notice, { kind: "unexpected-types" }>>().toEqualTypeOf<Notice>();
});

it("the findings are those of the reports, without what only a list and waivers need", () => {
  expectTypeOf<library.Finding>().toEqualTypeOf<
    Omit<PublicFinding, "dot_number" | "place" | "waived" | "reason" | "error">
  >();
  expectTypeOf<library.VetResult["verdict"]>().toEqualTypeOf<Verdict>();
});

it("a result of a list is told apart by either field", () => {
  const told = (result: library.BulkResult) => {
    if (result.error) expectTypeOf(result.carrier).toEqualTypeOf<undefined>();
    else expectTypeOf(result.carrier).toEqualTypeOf<library.CarrierSummary>();
  };
  told({ dotNumber: "1", carrier: { dot_number: "1" } });
});
