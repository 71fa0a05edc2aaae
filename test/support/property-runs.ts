/** How often properties are tried. */

/**
 * For properties that take long: half of these runs where tests must be quick, and PROPERTY_RUNS times as many in the long suites
 * (vitest.faults.config.ts).
 */
export function runs(count: number): { numRuns: number } {
  return { numRuns: Math.ceil(count * Number(process.env["PROPERTY_RUNS"] ?? 0.5)) };
}
