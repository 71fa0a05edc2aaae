import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { defineConfig, type Plugin } from "vitest/config";

/** The long suites: npm run test:long. */
const long = process.env["USDOT_LONG_TESTS"] === "1";

export default defineConfig({
  plugins: [otherFilesAsText()],
  test: {
    include: long ? ["test/long/**/*.test.ts"] : ["test/**/*.test.ts"],
    exclude: long ? [] : ["test/long/**"],
    setupFiles: ["test/support/clean-up.ts"],
    // For what hangs, also on a busy machine: no test measures time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One more than the cores of a small machine: the longest files mostly wait for programs that they start.
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
        "src/runtime/process.ts",
        "src/**/*.d.ts",
      ],
      reporter: ["text", "json-summary"],
      thresholds: { lines: 95, branches: 90 },
    },
  },
});

/** Files in other languages as their text, as in the build. By another name, since Vite would process a module called .css. */
function otherFilesAsText(): Plugin {
  const suffix = ".as-text.js";
  return {
    name: "other-files-as-text",
    enforce: "pre",
    resolveId: (source, importer) =>
      /\.(?:css|yaml|bash|zsh|fish)$/.test(source) && importer
        ? resolve(dirname(importer), source) + suffix
        : undefined,
    load: (id) =>
      id.endsWith(suffix)
        ? `export default ${JSON.stringify(readFileSync(id.slice(0, -suffix.length), "utf8"))};`
        : undefined,
  };
}
