import { defineConfig } from "vitest/config";
import { textFiles } from "./scripts/text-files.js";

/** The long suites: npm run test:long. */
const long = process.env["USDOT_LONG_TESTS"] === "1";

export default defineConfig({
  plugins: [textFiles],
  test: {
    include: long ? ["test/long/**/*.test.ts"] : ["test/**/*.test.ts"],
    exclude: long ? [] : ["test/long/**"],
    setupFiles: ["test/support/clean-up.ts"],
    // For what hangs, also on a busy machine: no test measures time.
    testTimeout: 60_000,
    hookTimeout: long ? 240_000 : 60_000,
    // One more than the cores of a small machine: the longest files mostly wait
    // for programs that they start.
    maxWorkers: 3,
    // No test replaces a module or a global, so the files can share what they load.
    isolate: false,
    reporters: [
      "default",
      [
        "json",
        { outputFile: long ? "reports/long.json" : "reports/tests.json" },
      ],
    ],
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      exclude: [
        "src/cli.ts",
        "src/main.ts",
        "src/run/host.ts",
        "src/**/*.d.ts",
      ],
      reporter: ["text-summary", "json-summary"],
      thresholds: { lines: 95, branches: 90 },
    },
  },
});
