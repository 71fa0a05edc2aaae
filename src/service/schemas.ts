/**
 * The records of the Carrier Lookup Service Interface, and what it leaves open: unknown fields pass through, every field
 * but `dot_number` may be null or absent, enumerations stay text.
 */
// The small build: the large one takes longer to load than all the rest of a start.
import * as z from "zod/mini";
import { onFirstUse } from "../unsafe-characters.ts";

const text = z.nullish(z.string());
const integer = z.nullish(z.int());
const number = z.nullish(z.number());
/** ISO 8601 in UTC, says the interface; other forms are seen, so that it stays text. */
const timestamp = text;

const address = z.nullish(z.looseObject({ street: text, city: text, state: text, zip: text }));
const fleet = z.nullish(z.looseObject({ power_units: integer, drivers: integer }));

export const carrierSchema = onFirstUse(() =>
  z.looseObject({
    dot_number: z.string(),
    mc_number: text,
    legal_name: text,
    status: text,
    address,
    contact: z.nullish(z.looseObject({ phone: text, email: text })),
    fleet,
    authority: z.nullish(z.looseObject({ status: text, common_authority_date: timestamp })),
    safety: z.nullish(
      z.looseObject({
        rating: text,
        driver_oos_rate: number,
        driver_oos_rate_national: number,
        total_crashes: integer,
      }),
    ),
    insurance: z.nullish(z.looseObject({ bipd_on_file: integer, cargo_on_file: integer })),
  }),
);

/** An element of the bulk answer. */
export const carrierSummarySchema = onFirstUse(() =>
  z.looseObject({
    dot_number: z.string(),
    legal_name: text,
    status: text,
    address,
    fleet,
  }),
);

export const policySchema = z.looseObject({
  policy_type: text,
  insurer_name: text,
  policy_number: text,
  coverage_amount: integer,
  effective_date: timestamp,
  expiration_date: timestamp,
  form_code: text,
});

export const insuranceSchema = onFirstUse(() =>
  z.looseObject({
    dot_number: z.string(),
    legal_name: text,
    policies: z.nullish(z.array(policySchema)),
  }),
);

const inspectionGroup = z.nullish(
  z.looseObject({ total: integer, oos: integer, oos_rate: number, national_avg: number }),
);

export const safetySchema = onFirstUse(() =>
  z.looseObject({
    dot_number: z.string(),
    legal_name: text,
    rating: text,
    inspections: z.nullish(
      z.looseObject({ driver: inspectionGroup, vehicle: inspectionGroup, hazmat: inspectionGroup }),
    ),
    crashes: z.nullish(
      z.looseObject({ fatal: integer, injury: integer, towaway: integer, total: integer, rate: number }),
    ),
    violations: z.nullish(
      z.looseObject({
        unsafe_driving: integer,
        driver_fitness: integer,
        hos: integer,
        drug_alcohol: integer,
        vehicle_maint: integer,
      }),
    ),
  }),
);

export type Carrier = z.infer<ReturnType<typeof carrierSchema>>;
export type CarrierSummary = z.infer<ReturnType<typeof carrierSummarySchema>>;
export type InsuranceRecord = z.infer<ReturnType<typeof insuranceSchema>>;
export type SafetyRecord = z.infer<ReturnType<typeof safetySchema>>;
