/** Roadside inspections: out-of-service rates, and violations per inspection. */
import * as z from "zod/mini";
import { counted, grouped } from "../../text/digits.ts";
import type { Judgment } from "../model.ts";
import { readNumber } from "../values.ts";
import { judgePlausibility, powerUnits } from "./fleet.ts";
import { combined, type Field, fail, fieldOf, nameOf, observedOf, pass, unknown, unknownField } from "./judgment.ts";
import { atLeastOne, notEmpty, oneOf, optional, positiveNumber, someOf, wholeNumber } from "./parameters.ts";
import { type AnsweredRecords, defineRule, type Parameter } from "./rule.ts";

const groupNames = ["driver", "vehicle", "hazmat"] as const;
type GroupName = (typeof groupNames)[number];

export const oosRate = defineRule({
  name: "inspections.oos_rate",
  summary: "The out-of-service rates are not far above the national averages in the same answer.",
  parameters: {
    groups: someOf(groupNames, "which inspections to judge"),
    max_times_national: positiveNumber("maximum rate, as a multiple of the national average"),
    min_inspections: optional(wholeNumber("with fewer inspections of a group, its rate says little (default 1)")),
    fewer: optional(oneOf(["allow", "unknown"], "how to treat fewer inspections: allow or unknown (default unknown)")),
  },
  needs: ["safety"],
  outcomes: {
    passes:
      "every rate is 0, or at most max_times_national times the national average; fewer inspections, with fewer: allow",
    fails: "a rate is above",
    unknown:
      "not stated; fewer inspections; more out of service than inspected; a rate that is not 100 · oos / total ± 0.5, and so in another unit than percent; a national average below 0.5",
  },
  check(records, { groups, max_times_national, min_inspections = 1, fewer = "unknown" }) {
    return combined(
      groups.map((group) => judgeRate(records, group, { times: max_times_national, min_inspections, fewer })),
    );
  },
});

/** Services round rates to one decimal or to none. */
const rounding = 0.5;
/** A product of decimals is off by a few bits: 1.1 times 6 is not exactly 6.6. */
const arithmeticError = 1e-9;
/** A lower national average is a fraction beside rates in percent, or empty. */
const minNational = 0.5;

type GroupField = "total" | "oos" | "oos_rate" | "national_avg";

function groupField(records: AnsweredRecords, group: GroupName, name: GroupField): Field<number> {
  return fieldOf(records, "safety", `inspections.${group}.${name}`, readNumber);
}

interface RateBounds {
  times: number;
  min_inspections: number;
  fewer: "allow" | "unknown";
}

function judgeRate(records: AnsweredRecords, group: GroupName, bounds: RateBounds): Judgment {
  const [total, oos] = [groupField(records, group, "total"), groupField(records, group, "oos")];
  if (total.value !== undefined && (oos.value ?? 0) > total.value) {
    const message = `${group} ${grouped(oos.value ?? 0)} out of service in ${counted(total.value, "inspection")}`;
    return unknown(message, observedOf(total, oos), "unreadable");
  }
  if (total.value !== undefined && total.value < bounds.min_inspections) {
    const message = `${group} ${counted(total.value, "inspection")}: fewer than ${grouped(bounds.min_inspections)}`;
    return bounds.fewer === "allow" ? pass(message, observedOf(total)) : unknown(message, observedOf(total));
  }
  const rate = groupField(records, group, "oos_rate");
  if (total.value === undefined || oos.value === undefined || rate.value === undefined) {
    return unknownField(total, oos, rate);
  }
  const share = (100 * oos.value) / total.value;
  if (Math.abs(rate.value - share) > rounding + arithmeticError) {
    const message = `${group} rate ${grouped(rate.value)} is not the share of ${grouped(oos.value)} in ${grouped(total.value)} in percent`;
    return unknown(message, observedOf(total, oos, rate), "unreadable");
  }
  return compareRate(group, [total, oos, rate], groupField(records, group, "national_avg"), bounds.times);
}

/** Compares a rate that is the share in percent with the average in the same answer. */
function compareRate(group: GroupName, counts: Field<number>[], national: Field<number>, times: number): Judgment {
  const rate = counts.at(-1)?.value ?? 0;
  const observed = observedOf(...counts, national);
  // Whatever the average is.
  if (rate === 0) return pass(`${group} 0`, observed);
  if (national.value === undefined) return unknownField(...counts, national);
  const values = `${group} ${grouped(rate)}, national ${grouped(national.value)}`;
  if (national.value < minNational) return unknown(`${values}: not an average in percent`, observed, "unreadable");
  return rate <= times * national.value + arithmeticError
    ? pass(`${values}: at most ${grouped(times)} times`, observed)
    : fail(`${values}: above ${grouped(times)} times`, observed);
}

export const inspectionsTotal = defineRule({
  name: "inspections.total",
  summary: "The fleet has been inspected often enough to say something about it. All groups count together.",
  parameters: {
    min: optional(wholeNumber("minimum number of inspections")),
    per_power_unit: optional(positiveNumber("minimum number of inspections per power unit")),
  },
  needs: ["safety", "carrier"],
  outcomes: {
    passes: "at least min, or at least the rate",
    fails: "fewer",
    unknown: "not stated; a fleet without power units, or that fails fleet.plausible",
  },
  crossCheck: atLeastOne("min", "per_power_unit"),
  check(records, { min, per_power_unit }) {
    const fields = groupNames.map((group) => groupField(records, group, "total"));
    const total = fields.reduce((sum, { value = 0 }) => sum + value, 0);
    const missing = fields.find(({ state }) => state !== "stated");
    const inspections = counted(total, "inspection");
    // What is not stated can only add to it.
    const observed = observedOf(...fields);
    if (min !== undefined && total >= min) return pass(`${inspections}: at least ${grouped(min)}`, observed);
    if (per_power_unit === undefined) {
      return missing ? unknownField(missing) : fail(`${inspections}: fewer than ${grouped(min ?? 0)}`, observed);
    }
    const units = powerUnits(records);
    const fleet = judgePlausibility(records);
    if (fleet.outcome !== "pass") return unknown(fleet.message, { ...observed, ...fleet.observed }, fleet.reason);
    if (!units.value) return unknown("0 power units", { ...observed, ...observedOf(units) });
    const values = `${inspections}, ${counted(units.value, "power unit")}`;
    const bound = `${grouped(per_power_unit)} per unit`;
    if (total >= per_power_unit * units.value - arithmeticError)
      return pass(`${values}: at least ${bound}`, observedOf(...fields, units));
    return missing ? unknownField(missing) : fail(`${values}: fewer than ${bound}`, observedOf(...fields, units));
  },
});

/** FMCSA's behavior categories as the interface spells them, and the inspections in which each is found. */
const inspectedIn = {
  unsafe_driving: "driver",
  driver_fitness: "driver",
  hos: "driver",
  drug_alcohol: "driver",
  vehicle_maint: "vehicle",
} as const satisfies Record<string, GroupName>;
type Basic = keyof typeof inspectedIn;
const basics = Object.keys(inspectedIn) as Basic[];

const rate = () => z.optional(z.number("must be a number").check(z.minimum(0, "must be at least 0")));
const perInspection: Parameter<z.ZodMiniType<{ [B in Basic]?: number | undefined }>> = {
  schema: notEmpty(
    z.strictObject(
      {
        unsafe_driving: rate(),
        driver_fitness: rate(),
        hos: rate(),
        drug_alcohol: rate(),
        vehicle_maint: rate(),
      },
      "must name BASICs and rates, such as {hos: 0.2}",
    ),
    "must not be empty",
  ),
  words: `maximum violations per inspection, by BASIC (${basics.join(", ")}); vehicle_maint counts per vehicle inspection, the others per driver inspection`,
};

export const violations = defineRule({
  name: "violations",
  summary:
    "There are not too many violations for the number of inspections. Without per_inspection, every BASIC is judged.",
  parameters: {
    per_inspection: optional(perInspection),
    allow: optional(wholeNumber("up to this many of a BASIC are accepted whatever the rate (default 0)", 0)),
  },
  needs: ["safety"],
  outcomes: {
    passes: "of every BASIC at most allow, or at most the rate",
    fails: "above",
    unknown: "the violations or the inspections are not stated",
  },
  crossCheck: atLeastOne("per_inspection", "allow"),
  check(records, { per_inspection, allow = 0 }) {
    const judged = per_inspection === undefined ? basics : (Object.keys(per_inspection) as Basic[]);
    return combined(judged.map((basic) => judgeBasic(records, basic, allow, per_inspection?.[basic])));
  },
});

function judgeBasic(records: AnsweredRecords, basic: Basic, allow: number, max: number | undefined): Judgment {
  const count = fieldOf(records, "safety", `violations.${basic}`, readNumber);
  if (count.value === undefined) return unknownField(count);
  const found = `${nameOf(count.path)} ${grouped(count.value)}`;
  if (count.value <= allow) return pass(`${found}: at most ${grouped(allow)}`, observedOf(count));
  if (max === undefined) return fail(`${found}: above ${grouped(allow)}`, observedOf(count));
  const group = inspectedIn[basic];
  const total = groupField(records, group, "total");
  if (total.value === undefined) return unknownField(total, count);
  const values = `${found}, ${group} inspections ${grouped(total.value)}`;
  return count.value <= max * total.value + arithmeticError
    ? pass(`${values}: at most ${grouped(max)} per inspection`, observedOf(count, total))
    : fail(`${values}: above ${grouped(max)} per inspection`, observedOf(count, total));
}
