/** The size of the fleet, and whether it can be believed. */
import { counted, grouped } from "../../text/digits.ts";
import type { Judgment } from "../model.ts";
import { readNumber } from "../values.ts";
import { type Field, fail, fieldOf, observedOf, pass, unknownField } from "./judgment.ts";
import { optional, positiveNumber, wholeNumber } from "./parameters.ts";
import { type AnsweredRecords, defineRule } from "./rule.ts";

/** A real record has 599,994 power units and 2 drivers. */
const ordinaryRatio = 20;

export const fleetPowerUnits = defineRule({
  name: "fleet.power_units",
  summary: "The carrier has enough power units.",
  parameters: { min: wholeNumber("minimum number of power units") },
  needs: ["summary"],
  outcomes: { passes: "at least min", fails: "fewer", unknown: "not stated" },
  check(records, { min }) {
    const field = powerUnits(records);
    if (field.value === undefined) return unknownField(field);
    const units = counted(field.value, "power unit");
    return field.value < min
      ? fail(`${units}: fewer than ${grouped(min)}`, observedOf(field))
      : pass(`${units}: at least ${grouped(min)}`, observedOf(field));
  },
});

export const fleetPlausible = defineRule({
  name: "fleet.plausible",
  summary: "Power units and drivers are in a plausible ratio: some carriers file wrong numbers.",
  parameters: {
    max_units_per_driver: optional(
      positiveNumber(`maximum power units per driver (default ${ordinaryRatio}); 0 drivers count as 1`),
    ),
    max_drivers_per_unit: optional(
      positiveNumber(`maximum drivers per power unit (default ${ordinaryRatio}); 0 units count as 1`),
    ),
  },
  needs: ["summary"],
  outcomes: {
    passes: "both ratios are within",
    fails: "one is above",
    unknown: "power units or drivers are not stated",
  },
  check: (records, { max_units_per_driver, max_drivers_per_unit }) =>
    judgePlausibility(records, max_units_per_driver, max_drivers_per_unit),
});

/** The power units of the carrier record or of the summary. */
export function powerUnits(records: AnsweredRecords): Field<number> {
  return fieldOf(records, "summary", "fleet.power_units", readNumber);
}

/** Whether power units and drivers are in a plausible ratio, as `fleet.plausible` and every rule that divides by the fleet ask. */
export function judgePlausibility(
  records: AnsweredRecords,
  maxUnitsPerDriver = ordinaryRatio,
  maxDriversPerUnit = ordinaryRatio,
): Judgment {
  const units = powerUnits(records);
  const drivers = fieldOf(records, "summary", "fleet.drivers", readNumber);
  if (units.value === undefined || drivers.value === undefined) return unknownField(units, drivers);
  const values = `${counted(units.value, "power unit")}, ${counted(drivers.value, "driver")}`;
  const observed = observedOf(units, drivers);
  if (units.value > maxUnitsPerDriver * Math.max(drivers.value, 1)) {
    return fail(`${values}: more than ${grouped(maxUnitsPerDriver)} units per driver`, observed);
  }
  if (drivers.value > maxDriversPerUnit * Math.max(units.value, 1)) {
    return fail(`${values}: more than ${grouped(maxDriversPerUnit)} drivers per unit`, observed);
  }
  return pass(values, observed);
}
