#!/usr/bin/env node
try {
  // From Node 22 on, what was compiled is kept for the next start.
  require("node:module").enableCompileCache?.();
  require("../dist/cli.cjs");
} catch (error) {
  const { existsSync } = require("node:fs");
  const { join, resolve } = require("node:path");
  if (existsSync(join(__dirname, "../dist/cli.cjs"))) throw error;
  // A clone that npm linked, or installed without running its scripts. Nothing is built that could tell the user so.
  process.stderr.write(
    `usdot: not built yet: run "npm ci && npm run build" in ${resolve(__dirname, "..")}\n`,
  );
  process.exitCode = 1;
}
