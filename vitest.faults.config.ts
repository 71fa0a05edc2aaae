import { defineConfig } from "vitest/config";

/**
 * The long suites: the fault matrix, huge answers and records, readers that do not read, kill points, resumed runs, shards, weeks of runs,
 * other package managers.
 */
export default defineConfig({
  test: {
    include: ["test/faults/**/*.test.ts"],
    setupFiles: ["test/support/clean-up.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 3,
    isolate: false,
    reporters: ["default", ["json", { outputFile: "reports/faults.json" }]],
  },
});
