import { defineConfig } from "vitest/config";

/** The long suites, on the built program: the fault matrix, kill points and resumed runs. */
export default defineConfig({
  test: {
    include: ["test/faults/**/*.test.ts"],
    testTimeout: 60_000,
    maxWorkers: 3,
    isolate: false,
    reporters: ["default", ["json", { outputFile: "reports/faults.json" }]],
  },
});
