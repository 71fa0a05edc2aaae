/**
 * The package under each package manager and runtime that is installed here:
 * its library imported and required, its program run.
 */
import { execSync, spawnSync } from "node:child_process";
import { readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { folder, temporaryDirectory } from "../support/resources.ts";

const imported = `
import { createClient, parseDotNumber } from "usdot";
console.log(typeof createClient, parseDotNumber("USDOT 9,000,001").dotNumber);
`;
const required = `
const { createClient, parseDotNumber } = require("usdot");
console.log(typeof createClient, parseDotNumber("DOT 1").dotNumber);
`;

interface Manager {
  name: string;
  /** The command lines that install the tarball. */
  install: readonly string[];
  /** What runs a program, and what the package's command. */
  node: string;
  usdot: string;
}

const deno = "deno run --allow-all --node-modules-dir=manual";

const managers: readonly Manager[] = [
  {
    name: "npm",
    install: ["npm install --offline --no-audit --no-fund TARBALL"],
    node: "node",
    usdot: "npx usdot",
  },
  {
    name: "pnpm",
    install: ["pnpm add --offline TARBALL"],
    node: "node",
    usdot: "pnpm exec usdot",
  },
  {
    // With Plug'n'Play, its default: there is no node_modules.
    name: "yarn",
    install: ["yarn add usdot@file:TARBALL"],
    node: "yarn node",
    usdot: "yarn usdot",
  },
  {
    name: "bun",
    install: ["bun add TARBALL"],
    node: "bun",
    usdot: "bun --bun x usdot",
  },
  {
    // It takes no tarballs: unpacked where it looks for packages.
    name: "deno",
    install: [
      "mkdir node_modules",
      "tar -xzf TARBALL -C node_modules",
      "mv node_modules/package node_modules/usdot",
    ],
    node: deno,
    usdot: `${deno} node_modules/usdot/bin/usdot.cjs`,
  },
];

let tarball: string;
beforeAll(() => {
  const directory = temporaryDirectory();
  execSync(
    `npm pack --silent --ignore-scripts --pack-destination "${directory}"`,
    { stdio: "ignore" },
  );
  const [name = ""] = readdirSync(directory);
  // Bun and pnpm keep what they unpacked, by name and version.
  tarball = join(directory, `usdot-${process.pid}.tgz`);
  renameSync(join(directory, name), tarball);
});

/** Yarn 1 has no Plug'n'Play. */
function isInstalled(name: string): boolean {
  if (process.platform === "win32") return false;
  const { stdout, error } = spawnSync(name, ["--version"], {
    encoding: "utf8",
  });
  return !error && !(name === "yarn" && stdout.startsWith("1."));
}

describe.each(managers.filter(({ name }) => isInstalled(name)))(
  "under $name",
  ({ install, node, usdot }) => {
    it("works", { timeout: 120_000 }, () => {
      const { path: cwd } = folder({
        "package.json": '{ "name": "program", "private": true }',
        "yarn.lock": "",
        "imported.mjs": imported,
        "required.cjs": required,
      });
      const env = {
        PATH: process.env["PATH"],
        HOME: temporaryDirectory(),
        YARN_ENABLE_GLOBAL_CACHE: "0",
        YARN_ENABLE_TELEMETRY: "0",
      };
      const run = (line: string) =>
        execSync(line.replace("TARBALL", tarball), {
          cwd,
          encoding: "utf8",
          env,
          stdio: ["ignore", "pipe", "pipe"],
        });
      install.forEach(run);
      expect(run(`${node} imported.mjs`)).toBe("function 9000001\n");
      expect(run(`${node} required.cjs`)).toBe("function 1\n");
      expect(run(`${usdot} --sample carrier 9000001`)).toContain(
        "PRAIRIE LANTERN FREIGHT INC",
      );
    });
  },
);
