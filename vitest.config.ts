import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // The long suites run by themselves: npm run test:faults.
    exclude: ["test/faults/**"],
    setupFiles: ["test/support/clean-up.ts"],
    // For what hangs, also on a busy machine: no test measures time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One more than the cores of a small machine: the longest files mostly wait for programs that they start, and each worker loads src/ anew.
    maxWorkers: 3,
    // Much of what properties make is short-lived: collected in larger pieces, it takes a twentieth less time. Node 24 has this by itself.
    execArgv: ["--max-semi-space-size=64"],
    // No test replaces a module or a global, so the files can share what they load.
    isolate: false,
    reporters: ["default", ["json", { outputFile: "reports/tests.json" }]],
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      exclude: ["src/cli.ts", "src/main.ts", "src/process/**", "src/**/*.d.ts"],
      reporter: ["text", "json-summary"],
      thresholds: {
        lines: 95,
        branches: 90,
        // The modules that stryker.config.json mutates, but for those of vet/.
        "src/{dot-number,settings/{settings,setting-values}}.ts": { 100: true },
        "src/text/{json-text,safe-text}.ts": { 100: true },
        "src/input/{columns,delimited-rows}.ts": { 100: true },
        "src/output/{formats/csv,reports/room}.ts": { 100: true },
        "src/service/{rate-limit,record-shapes,retry,semaphore}.ts": { 100: true },
      },
    },
  },
});
