/** Out-of-service rates: one reading of them for rules, changes and screens. */
import type { inspectionGroups } from "./facts.ts";

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
export function isFew(total: number, enough = 20): boolean {
  return total < enough;
}
