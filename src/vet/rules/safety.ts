/** Safety: the rating, roadside inspections, and crashes and violations in proportion to the fleet and the inspections. */
import * as z from "zod/mini";
import { counted, grouped } from "../../text/digits.ts";
import type { Judgment } from "../model.ts";
import {
  type ComparableText,
  type Field,
  inspectionGroups,
  isNationalPercentage,
  quoted,
  readNumber,
  readText,
  valueAt,
} from "../values.ts";
import {
  atLeast,
  atMost,
  combined,
  fail,
  fieldName,
  fieldOf,
  observedOf,
  pass,
  unknown,
  unknownField,
} from "./judgment.ts";
import {
  type AllowAndDeny,
  allowAndDeny,
  allowAndDenyLists,
  atLeastOne,
  matchLists,
  notEmpty,
  oneOf,
  optional,
  positiveNumber,
  someOf,
  wholeNumber,
} from "./parameters.ts";
import { judgePlausibility, powerUnits } from "./profile.ts";
import { type AnsweredRecords, defineRule, type Parameter } from "./rule.ts";

const unratedChoices = ["allow", "deny", "unknown"] as const;

export const ratingFields = {
  carrier: fieldOf("carrier", "safety.rating", readText),
  safety: fieldOf("safety", "rating", readText),
};

const safetyRating = defineRule({
  name: "safety.rating",
  summary:
    "The safety rating is one that you allow. Reads the carrier record, and the safety record if another rule asks for it.",
  parameters: () => ({
    ...allowAndDenyLists("the ratings to accept", "the ratings to refuse"),
    unrated: optional(
      oneOf(unratedChoices, "how to treat unrated carriers, as most are: allow, deny or unknown (default unknown)"),
    ),
  }),
  needs: ["carrier"],
  reads: ["safety"],
  outcomes: {
    passes: "the rating is in allow; unrated, with unrated: allow",
    fails: "any record's rating is in deny; unrated, with unrated: deny",
    unknown:
      "a rating in neither list, such as Conditional: a person decides, by a waiver; no safety data, or something else in its place",
  },
  crossCheck: allowAndDeny,
  check(records, { allow = [], deny = [], unrated = "unknown" }) {
    const inCarrier = ratingFields.carrier(records);
    const rated = [inCarrier, ratingFields.safety(records)].filter(({ state }) => state !== "not stated");
    if (rated.length > 0) return combined(rated.map((field) => judgeRating(field, { allow, deny })));
    const safety = valueAt(records.carrier, "safety");
    if (safety === undefined || safety === null) return unknown(`${fieldName("safety")} not stated`, {}, "not-stated");
    if (unrated === "allow") return pass("unrated", observedOf(inCarrier));
    return notAllowed("unrated", unrated === "deny", observedOf(inCarrier));
  },
});

/** A rating in neither list is unknown, even where there is only one list. */
function judgeRating(field: Field<ComparableText>, lists: AllowAndDeny): Judgment {
  if (field.value === undefined) return unknownField(field);
  const rating = `rated ${quoted(field.value.raw)}`;
  const match = matchLists(field.value, lists);
  return match === "allowed"
    ? pass(rating, observedOf(field))
    : notAllowed(rating, match === "denied", observedOf(field));
}

function notAllowed(rating: string, isDenied: boolean, observed: Judgment["observed"]): Judgment {
  return isDenied
    ? fail(`${rating}: your vetting rules deny it`, observed)
    : unknown(`${rating}: your vetting rules don't decide it`, observed);
}

type GroupName = (typeof inspectionGroups)[number];

const fieldsOf = (group: GroupName) => {
  const field = (name: string) => fieldOf("safety", `inspections.${group}.${name}`, readNumber);
  return { total: field("total"), oos: field("oos"), rate: field("oos_rate"), national: field("national_avg") };
};
export const inspections = { driver: fieldsOf("driver"), vehicle: fieldsOf("vehicle"), hazmat: fieldsOf("hazmat") };

const inspectionsTotal = defineRule({
  name: "inspections.total",
  summary: "The fleet has been inspected often enough to say something about it. All groups count together.",
  parameters: () => ({
    min: optional(wholeNumber("minimum number of inspections")),
    per_power_unit: optional(positiveNumber("minimum number of inspections per power unit")),
  }),
  needs: ["safety", "carrier"],
  outcomes: {
    passes: "at least min, or at least the rate",
    fails: "fewer",
    unknown: "not stated; a fleet without power units, or that fails fleet.plausible",
  },
  crossCheck: atLeastOne("min", "per_power_unit"),
  check(records, { min, per_power_unit }) {
    const fields = inspectionGroups.map((group) => inspections[group].total(records));
    const total = fields.reduce((sum, { value = 0 }) => sum + value, 0);
    const found = counted(total, "inspection");
    const observed = observedOf(...fields);
    const missing = fields.find(({ state }) => state !== "stated");
    // What is not stated can only add to it.
    const judged = (judgment: Judgment) => (missing && judgment.outcome === "fail" ? unknownField(missing) : judgment);
    if (per_power_unit === undefined || (min !== undefined && total >= min)) {
      return judged(atLeast(found, total, { number: min ?? Number.POSITIVE_INFINITY }, observed));
    }
    const units = powerUnits(records);
    const fleet = judgePlausibility(records);
    if (fleet.outcome !== "pass") return unknown(fleet.message, { ...observed, ...fleet.observed }, fleet.reason);
    if (!units.value) return unknown("0 power units", { ...observed, ...observedOf(units) });
    const values = `${found}, ${counted(units.value, "power unit")}`;
    const bound = { number: per_power_unit, of: units.value, unit: "per unit" };
    return judged(atLeast(values, total, bound, observedOf(...fields, units)));
  },
});

const oosRate = defineRule({
  name: "inspections.oos_rate",
  summary: "The out-of-service rates are not far above the national averages in the same answer.",
  parameters: () => ({
    groups: someOf(inspectionGroups, "which inspections to judge"),
    max_times_national: positiveNumber("maximum rate, as a multiple of the national average"),
    min_inspections: optional(wholeNumber("with fewer inspections of a group, its rate says little (default 1)")),
    fewer: optional(oneOf(["allow", "unknown"], "how to treat fewer inspections: allow or unknown (default unknown)")),
  }),
  needs: ["safety"],
  outcomes: {
    passes:
      "every rate is 0, or at most max_times_national times the national average; fewer inspections, with fewer: allow",
    fails: "a rate is above",
    unknown:
      "not stated; fewer inspections; more out of service than inspected; a rate that is not 100 · oos / total ± 0.5, and so in another unit than percent; a national average below 0.5 or above 100",
  },
  check: (records, { groups, ...bounds }) => combined(groups.map((group) => judgeRate(records, group, bounds))),
});

/** Services round rates to one decimal or to none; the rest is what decimals are off by. */
const rounding = 0.5 + 1e-9;

interface RateBounds {
  max_times_national: number;
  min_inspections?: number | undefined;
  fewer?: "allow" | "unknown" | undefined;
}

function judgeRate(records: AnsweredRecords, group: GroupName, bounds: RateBounds): Judgment {
  const { max_times_national, min_inspections = 1, fewer = "unknown" } = bounds;
  const fields = inspections[group];
  const [total, oos] = [fields.total(records), fields.oos(records)];
  if (total.value !== undefined && (oos.value ?? 0) > total.value) {
    const message = `${group} ${grouped(oos.value ?? 0)} out of service in ${counted(total.value, "inspection")}`;
    return unknown(message, observedOf(total, oos), "unreadable");
  }
  if (total.value !== undefined && total.value < min_inspections) {
    const message = `${group} ${counted(total.value, "inspection")}: fewer than ${grouped(min_inspections)}`;
    return (fewer === "allow" ? pass : unknown)(message, observedOf(total));
  }
  const rate = fields.rate(records);
  if (total.value === undefined || oos.value === undefined || rate.value === undefined) {
    return unknownField(total, oos, rate);
  }
  if (rate.value > 100 || Math.abs(rate.value - (100 * oos.value) / total.value) > rounding) {
    const message = `${group} rate ${grouped(rate.value)} is not the share of ${grouped(oos.value)} in ${grouped(total.value)} in percent`;
    return unknown(message, observedOf(total, oos, rate), "unreadable");
  }
  const national = fields.national(records);
  const observed = observedOf(total, oos, rate, national);
  // Whatever the average is.
  if (rate.value === 0) return pass(`${group} 0`, observed);
  if (national.value === undefined) return unknownField(total, oos, rate, national);
  const values = `${group} ${grouped(rate.value)}, national ${grouped(national.value)}`;
  if (!isNationalPercentage(national.value))
    return unknown(`${values}: not an average in percent`, observed, "unreadable");
  return atMost(values, rate.value, { number: max_times_national, of: national.value, unit: "times" }, observed);
}

const crashRule = {
  parameters: () => ({
    per_power_unit: optional(positiveNumber("maximum crashes per power unit")),
    allow: optional(wholeNumber("up to this many crashes are accepted whatever the rate (default 0)", 0)),
  }),
  outcomes: {
    passes: "at most allow, or at most the rate",
    fails: "above",
    unknown: "crashes or fleet are not stated; a fleet that fails fleet.plausible",
  },
  crossCheck: atLeastOne("per_power_unit", "allow"),
};

export const crashFields = {
  carrier: fieldOf("carrier", "safety.total_crashes", readNumber),
  total: fieldOf("safety", "crashes.total", readNumber),
  fatal: fieldOf("safety", "crashes.fatal", readNumber),
  injury: fieldOf("safety", "crashes.injury", readNumber),
  towaway: fieldOf("safety", "crashes.towaway", readNumber),
};

const crashesTotal = defineRule({
  ...crashRule,
  name: "crashes.total",
  summary: "The carrier record does not show too many crashes for the fleet.",
  needs: ["carrier"],
  check: (records, bounds) => judgeCrashes(records, crashFields.carrier(records), "crash", bounds),
});

const crashesFatal = defineRule({
  ...crashRule,
  name: "crashes.fatal",
  summary: "The safety record does not show too many fatal crashes for the fleet.",
  needs: ["carrier", "safety"],
  check: (records, bounds) => judgeCrashes(records, crashFields.fatal(records), "fatal crash", bounds),
});

function judgeCrashes(
  records: AnsweredRecords,
  count: Field<number>,
  noun: string,
  { per_power_unit, allow = 0 }: { per_power_unit?: number | undefined; allow?: number | undefined },
): Judgment {
  if (count.value === undefined) return unknownField(count);
  const crashes = counted(count.value, noun, `${noun}es`);
  if (per_power_unit === undefined || count.value <= allow) {
    return atMost(crashes, count.value, { number: allow }, observedOf(count));
  }
  const [units, fleet] = [powerUnits(records), judgePlausibility(records)];
  if (units.value === undefined || fleet.outcome !== "pass") {
    return unknown(fleet.message, { ...observedOf(count), ...fleet.observed }, fleet.reason);
  }
  const values = `${crashes}, ${counted(units.value, "power unit")}`;
  const bound = { number: per_power_unit, of: units.value, unit: "per unit" };
  return atMost(values, count.value, bound, observedOf(count, units));
}

/** What is known of a BASIC: how often it was violated, and the inspections in which that is found. */
const basicIn = (group: GroupName, name: string) => ({
  group,
  count: fieldOf("safety", `violations.${name}`, readNumber),
});
/** FMCSA's behavior categories as the interface spells them. */
const basics = {
  unsafe_driving: basicIn("driver", "unsafe_driving"),
  driver_fitness: basicIn("driver", "driver_fitness"),
  hos: basicIn("driver", "hos"),
  drug_alcohol: basicIn("driver", "drug_alcohol"),
  vehicle_maint: basicIn("vehicle", "vehicle_maint"),
};
type Basic = keyof typeof basics;
const basicNames = Object.keys(basics) as Basic[];

function ratesPerInspection(): Parameter<z.ZodMiniType<{ [B in Basic]?: number | undefined }>> {
  const rate = z.optional(z.number("must be a number").check(z.minimum(0, "must be at least 0")));
  const ratesByBasic = Object.fromEntries(basicNames.map((basic) => [basic, rate])) as Record<Basic, typeof rate>;
  const schema = z.strictObject(ratesByBasic, "must name BASICs and rates, such as {hos: 0.2}");
  const words = `maximum violations per inspection, by BASIC (${basicNames.join(", ")}); vehicle_maint counts per vehicle inspection, the others per driver inspection`;
  return { schema: notEmpty(schema, "must not be empty"), words };
}

const violations = defineRule({
  name: "violations",
  summary:
    "There are not too many violations for the number of inspections. Without per_inspection, every BASIC is judged.",
  parameters: () => ({
    per_inspection: optional(ratesPerInspection()),
    allow: optional(wholeNumber("up to this many of a BASIC are accepted whatever the rate (default 0)", 0)),
  }),
  needs: ["safety"],
  outcomes: {
    passes: "of every BASIC at most allow, or at most the rate",
    fails: "above",
    unknown: "the violations or the inspections are not stated",
  },
  crossCheck: atLeastOne("per_inspection", "allow"),
  check(records, { per_inspection, allow = 0 }) {
    const judged = per_inspection === undefined ? basicNames : (Object.keys(per_inspection) as Basic[]);
    return combined(judged.map((basic) => judgeBasic(records, basic, allow, per_inspection?.[basic])));
  },
});

function judgeBasic(records: AnsweredRecords, basic: Basic, allow: number, max: number | undefined): Judgment {
  const { group, count: violations } = basics[basic];
  const count = violations(records);
  if (count.value === undefined) return unknownField(count);
  const found = `${fieldName(count.path)} ${grouped(count.value)}`;
  if (max === undefined || count.value <= allow) {
    return atMost(found, count.value, { number: allow }, observedOf(count));
  }
  const total = inspections[group].total(records);
  if (total.value === undefined) return unknownField(total, count);
  const values = `${found}, ${group} inspections ${grouped(total.value)}`;
  const bound = { number: max, of: total.value, unit: "per inspection" };
  return atMost(values, count.value, bound, observedOf(count, total));
}

export const safetyRules = [safetyRating, inspectionsTotal, oosRate, crashesTotal, crashesFatal, violations];
