/**
 * What a safety record holds, for rules, changes and screens: BASICs, and
 * out-of-service rates.
 */
import { field } from "./facts.ts";
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

/** What a record states of each group, in words. */
const inspected = {
  total: "inspections",
  oos: "inspections out of service",
  oos_rate: "rate",
  national_avg: "national average",
};

export const inspectionField = (
  group: InspectionGroup,
  name: keyof typeof inspected,
) =>
  field(
    `safety.inspections.${group}.${name}`,
    `${group} ${inspected[name]}`,
    readNumber,
  );

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
