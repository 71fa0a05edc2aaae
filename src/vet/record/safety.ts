/**
 * What a safety record holds, for rules, changes and screens: BASICs, and
 * out-of-service rates.
 */
import { type JsonObject, valueAt } from "../../text/json.ts";
import { readNumber } from "./readers.ts";

/** The BASICs in words. */
export const basics = {
  unsafe_driving: "unsafe driving",
  driver_fitness: "driver fitness",
  hos: "hours of service",
  drug_alcohol: "drugs and alcohol",
  vehicle_maint: "vehicle maintenance",
};

export const inspectionGroups = ["driver", "vehicle", "hazmat"] as const;
export type InspectionGroup = (typeof inspectionGroups)[number];

/** For decimal arithmetic: 1.1 times 6 is not exactly 6.6. */
export const margin = 1e-9;

/**
 * Whether a rate is the share of `oos` in `total` in percent. Services round it
 * to one decimal or to none.
 */
export function isShare(rate: number, oos: number, total: number): boolean {
  return Math.abs(rate - (100 * oos) / total) <= 0.5 + margin;
}

/** Whether a number may be a national average in percent. */
export function isAverage(national: number): boolean {
  return national >= 0.5 && national <= 100;
}

export function isAbove(rate: number, national: number, times = 1): boolean {
  return rate > times * national + margin;
}

/** Whether so few inspections say little about a fleet. */
export function isFew(total: number): boolean {
  return total < 20;
}

/**
 * Whether the rate of a group is above the national average of the same safety
 * record; undefined where that does not state them.
 */
export function isAboveAverage(
  record: JsonObject,
  group: InspectionGroup,
): boolean | undefined {
  const at = (name: string) =>
    readNumber(valueAt(record, `inspections.${group}.${name}`)).value;
  const [total, rate, national] = [
    at("total"),
    at("oos_rate"),
    at("national_avg"),
  ];
  return total && rate !== undefined && national
    ? isAbove(rate, national)
    : undefined;
}
