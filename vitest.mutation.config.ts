import { defineConfig } from "vitest/config";
import config from "./vitest.config.ts";

/**
 * For Stryker: the tests of what it mutates. It does not copy dist/, which
 * others run.
 */
export default defineConfig({
  ...config,
  test: { ...config.test, include: ["test/vet/**/*.test.ts"] },
});
