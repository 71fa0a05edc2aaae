import { defineConfig } from "vitest/config";

// Stryker runs the tests in threads, where a test cannot change the time zone, as one of rate-limit.test.ts does.
process.env["TZ"] = "America/New_York";

/** The tests, in process and of files, that try what stryker.config.json mutates; dist/ has no mutants. */
export default defineConfig({
  test: {
    include: [
      "test/{json-text,settings,unsafe-characters}.test.ts",
      "test/lookup/{columns,dot-number,read,rows}.test.ts",
      "test/output/{csv,text}.test.ts",
      "test/service/{rate-limit,retry,throttle}.test.ts",
    ],
    testTimeout: 20_000,
  },
});
