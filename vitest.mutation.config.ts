import { defineConfig } from "vitest/config";

// Stryker runs the tests in threads, where a test cannot change the time zone, as one in rate-limit.test.ts does.
process.env["TZ"] = "America/New_York";

/** The in-process tests of what stryker.config.json mutates; dist/ has no mutants. */
export default defineConfig({
  test: {
    include: [
      "test/dot-number.test.ts",
      "test/text/{json-text,safe-text,unsafe-characters}.test.ts",
      "test/settings/settings.test.ts",
      "test/input/{columns,delimited-rows,read-list}.test.ts",
      "test/output/{formats/csv,formats/plain-records,reports/room}.test.ts",
      "test/service/{rate-limit,record-shapes,retry,semaphore}.test.ts",
      "test/vet/{cover,evaluate,values,waivers}.test.ts",
      "test/vet/rules/*.test.ts",
    ],
    testTimeout: 20_000,
  },
});
