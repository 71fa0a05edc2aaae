import { defineConfig } from "vitest/config";

/** Properties of which the main suite tries half as many cases as they state: here, twice as many. */
const properties = [
  "test/input/read-list.test.ts",
  "test/output/{formats/{csv,widths},snapshot/screen}.test.ts",
  "test/service/record-shapes.test.ts",
  "test/settings/settings.test.ts",
  "test/text/json-text.test.ts",
  "test/vet/evaluate.test.ts",
];

/** The long suites: the fault matrix, huge answers and records, readers that do not read, kill points, resumed runs, shards. */
export default defineConfig({
  test: {
    include: ["test/faults/**/*.test.ts", ...properties],
    env: { PROPERTY_RUNS: "2" },
    setupFiles: ["test/support/clean-up.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 3,
    isolate: false,
    reporters: ["default", ["json", { outputFile: "reports/faults.json" }]],
  },
});
