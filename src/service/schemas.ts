/**
 * The records of the Carrier Lookup Service Interface. What it leaves open stays open: there may be unnamed fields, any field but
 * `dot_number` may be null or absent, enumerations stay text. A schema here only checks: what is passed on is the record as it
 * arrived, not zod's copy of it.
 */
// The small build: the large one takes longer to load than the rest of the program.
import * as z from "zod/mini";
import { lazy } from "../text/lazy.ts";

/** The most fields of a record that are named for having another type than the interface states. */
export const maxIssues = 20;

const text = z.nullish(z.string());
const integer = z.nullish(z.int());
const number = z.nullish(z.number());
/** The interface says ISO 8601 in UTC; other forms occur, so it stays text. */
const timestamp = text;

export const carrierSchema = lazy(() =>
  z.object({
    dot_number: z.string(),
    mc_number: text,
    legal_name: text,
    status: text,
    address: z.nullish(z.object({ street: text, city: text, state: text, zip: text })),
    contact: z.nullish(z.object({ phone: text, email: text })),
    fleet: z.nullish(z.object({ power_units: integer, drivers: integer })),
    authority: z.nullish(z.object({ status: text, common_authority_date: timestamp })),
    safety: z.nullish(
      z.object({
        rating: text,
        driver_oos_rate: number,
        driver_oos_rate_national: number,
        total_crashes: integer,
      }),
    ),
    insurance: z.nullish(z.object({ bipd_on_file: integer, cargo_on_file: integer })),
  }),
);

/** An element of the bulk answer. */
export const carrierSummarySchema = lazy(() =>
  z.pick(carrierSchema(), { dot_number: true, legal_name: true, status: true, address: true, fleet: true }),
);

export const insurancePolicySchema = z.object({
  policy_type: text,
  insurer_name: text,
  policy_number: text,
  coverage_amount: integer,
  effective_date: timestamp,
  expiration_date: timestamp,
  form_code: text,
});

export const insuranceSchema = lazy(() =>
  z.object({
    dot_number: z.string(),
    legal_name: text,
    policies: z.nullish(z.array(insurancePolicySchema)),
  }),
);

const inspectionGroup = z.nullish(z.object({ total: integer, oos: integer, oos_rate: number, national_avg: number }));

export const safetySchema = lazy(() =>
  z.object({
    dot_number: z.string(),
    legal_name: text,
    rating: text,
    inspections: z.nullish(z.object({ driver: inspectionGroup, vehicle: inspectionGroup, hazmat: inspectionGroup })),
    crashes: z.nullish(z.object({ fatal: integer, injury: integer, towaway: integer, total: integer, rate: number })),
    violations: z.nullish(
      z.object({
        unsafe_driving: integer,
        driver_fitness: integer,
        hos: integer,
        drug_alcohol: integer,
        vehicle_maint: integer,
      }),
    ),
  }),
);
