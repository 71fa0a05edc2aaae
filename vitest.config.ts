import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 20_000,
    reporters: ["default", ["json", { outputFile: "reports/tests.json" }]],
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      exclude: ["src/cli.ts", "src/**/*.d.ts"],
      reporter: ["text", "json-summary"],
      thresholds: { lines: 95, branches: 90 },
    },
  },
});
