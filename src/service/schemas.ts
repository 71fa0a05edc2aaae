/**
 * The records of the Carrier Lookup Service Interface, and what it leaves open: there may be fields that it does not name, every
 * field but `dot_number` may be null or absent, enumerations stay text. A record is checked here and no more: what is passed on is
 * the record as it came, and not zod's copy of it.
 */
// The small build: the large one takes longer to load than all the rest of a start.
import * as z from "zod/mini";
import * as core from "zod/v4/core";
import { onFirstUse } from "../text/unsafe-characters.ts";

/**
 * An object whose check is written out as code when it is first used, as zod's large build has it: at a record of a list in
 * a fifth of the time. One record alone does without it, for the writing takes longer.
 */
const WrittenOut = core.$constructor<z.ZodMiniObject>("WrittenOut", (schema, definition) => {
  const makers: ((schema: z.ZodMiniObject, definition: z.ZodMiniObject["_zod"]["def"]) => void)[] = [
    core.$ZodObjectJIT.init,
    z.ZodMiniType.init,
  ];
  for (const make of makers) make(schema, definition);
});

function writtenOut<S extends core.$ZodShape>(shape: S): z.ZodMiniObject<S> {
  return new WrittenOut({ type: "object", shape }) as unknown as z.ZodMiniObject<S>;
}

const text = z.nullish(z.string());
const integer = z.nullish(z.int());
const number = z.nullish(z.number());
/** ISO 8601 in UTC, says the interface; other forms are seen, so that it stays text. */
const timestamp = text;

const address = { street: text, city: text, state: text, zip: text };
const fleet = { power_units: integer, drivers: integer };

export const carrierSchema = onFirstUse(() =>
  z.object({
    dot_number: z.string(),
    mc_number: text,
    legal_name: text,
    status: text,
    address: z.nullish(z.object(address)),
    contact: z.nullish(z.object({ phone: text, email: text })),
    fleet: z.nullish(z.object(fleet)),
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
export const carrierSummarySchema = onFirstUse(() =>
  writtenOut({
    dot_number: z.string(),
    legal_name: text,
    status: text,
    address: z.nullish(writtenOut(address)),
    fleet: z.nullish(writtenOut(fleet)),
  }),
);

export const policySchema = z.object({
  policy_type: text,
  insurer_name: text,
  policy_number: text,
  coverage_amount: integer,
  effective_date: timestamp,
  expiration_date: timestamp,
  form_code: text,
});

export const insuranceSchema = onFirstUse(() =>
  z.object({
    dot_number: z.string(),
    legal_name: text,
    policies: z.nullish(z.array(policySchema)),
  }),
);

const inspectionGroup = z.nullish(z.object({ total: integer, oos: integer, oos_rate: number, national_avg: number }));

export const safetySchema = onFirstUse(() =>
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

export type Carrier = z.infer<ReturnType<typeof carrierSchema>>;
export type CarrierSummary = z.infer<ReturnType<typeof carrierSummarySchema>>;
export type InsuranceRecord = z.infer<ReturnType<typeof insuranceSchema>>;
export type SafetyRecord = z.infer<ReturnType<typeof safetySchema>>;
