#!/usr/bin/env node
try {
  // From Node 22 on, what was compiled is kept for the next start.
  require("node:module").enableCompileCache?.();
  require("../dist/cli.cjs");
} catch (error) {
  const { existsSync } = require("node:fs");
  const { join, resolve } = require("node:path");
  const root = resolve(__dirname, "..");
  const isIn = (path) => existsSync(join(root, path));
  if (isIn("dist/cli.cjs")) throw error;
  // A clone. The package has no install script that could build it: npm warns of those.
  if (isIn("scripts/build.js") && isIn("node_modules/rolldown")) {
    require("node:child_process").execFileSync(
      process.execPath,
      ["scripts/build.js"],
      { cwd: root, stdio: ["ignore", "ignore", "inherit"] },
    );
    require("../dist/cli.cjs");
  } else {
    process.stderr.write(
      `usdot: not built yet: run "npm ci && npm run build" in ${root}\n`,
    );
    process.exitCode = 1;
  }
}
