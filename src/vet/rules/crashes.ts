/** Crashes, in proportion to the fleet. */
import { counted, grouped } from "../../text/digits.ts";
import type { Judgment } from "../model.ts";
import { readNumber } from "../values.ts";
import { judgePlausibility, powerUnits } from "./fleet.ts";
import { type Field, fail, fieldOf, observedOf, pass, unknown, unknownField } from "./judgment.ts";
import { atLeastOne, optional, positiveNumber, wholeNumber } from "./parameters.ts";
import { type AnsweredRecords, defineRule } from "./rule.ts";

const parameters = {
  per_power_unit: optional(positiveNumber("maximum crashes per power unit")),
  allow: optional(wholeNumber("up to this many crashes are accepted whatever the rate (default 0)", 0)),
};
const outcomes = {
  passes: "at most allow, or at most the rate",
  fails: "above",
  unknown: "crashes or fleet are not stated; a fleet that fails fleet.plausible",
};

export const crashesTotal = defineRule({
  name: "crashes.total",
  summary: "The carrier record does not show too many crashes for the fleet.",
  parameters,
  needs: ["carrier"],
  outcomes,
  crossCheck: atLeastOne("per_power_unit", "allow"),
  check: (records, bounds) =>
    judgeCrashes(records, fieldOf(records, "carrier", "safety.total_crashes", readNumber), "crash", bounds),
});

export const crashesFatal = defineRule({
  name: "crashes.fatal",
  summary: "The safety record does not show too many fatal crashes for the fleet.",
  parameters,
  needs: ["carrier", "safety"],
  outcomes,
  crossCheck: atLeastOne("per_power_unit", "allow"),
  check: (records, bounds) =>
    judgeCrashes(records, fieldOf(records, "safety", "crashes.fatal", readNumber), "fatal crash", bounds),
});

interface Bounds {
  per_power_unit?: number | undefined;
  allow?: number | undefined;
}

function judgeCrashes(records: AnsweredRecords, count: Field<number>, noun: string, bounds: Bounds): Judgment {
  if (count.value === undefined) return unknownField(count);
  const { per_power_unit, allow = 0 } = bounds;
  const crashes = counted(count.value, noun, `${noun}es`);
  if (count.value <= allow) return pass(`${crashes}: at most ${grouped(allow)}`, observedOf(count));
  if (per_power_unit === undefined) return fail(`${crashes}: above ${grouped(allow)}`, observedOf(count));
  const fleet = judgePlausibility(records);
  if (fleet.outcome !== "pass")
    return unknown(fleet.message, { ...observedOf(count), ...fleet.observed }, fleet.reason);
  const units = powerUnits(records);
  const observed = observedOf(count, units);
  const values = `${crashes}, ${counted(units.value ?? 0, "power unit")}`;
  // The margin is for decimal arithmetic: 0.15 times 20 is not exactly 3.
  return count.value <= per_power_unit * (units.value ?? 0) + 1e-9
    ? pass(`${values}: at most ${grouped(per_power_unit)} per unit`, observed)
    : fail(`${values}: above ${grouped(per_power_unit)} per unit`, observed);
}
