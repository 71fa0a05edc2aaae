/**
 * Builds dist/: the program, split where commands are imported on demand; the library as ES modules, with its types; and the licenses of
 * what is bundled.
 *
 * `--if-installed` does nothing where the build tools are missing (`npm ci --omit=dev`). The npm script that runs it is `preprepare`, not
 * `prepare`: both run for `npm ci` in a clone and for an installation from git, but npm warns about a `prepare` in every package that is
 * not from a registry, where there is nothing left to build.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { licensesOf } from "./licenses.js";
import { textFiles } from "./text-files.js";

const program = {
  input: { cli: "src/cli.ts" },
  platform: "node",
  plugins: [textFiles],
};
const programOutput = {
  dir: "dist",
  format: "cjs",
  minify: true,
  sourcemap: true,
  entryFileNames: "[name].cjs",
  chunkFileNames: "[name].cjs",
};

/** Not minified: the stack traces of a library are read by those who use it, and need no source maps. */
const libraryOutput = {
  dir: "dist/library",
  format: "esm",
  entryFileNames: "[name].js",
  codeSplitting: false,
};

async function build({ rolldown }, { esmExternalRequirePlugin }) {
  const { builtinModules } = await import("node:module");
  const external = builtinModules.flatMap((each) => [each, `node:${each}`]);
  const library = {
    input: { index: "src/library.ts" },
    platform: "node",
    plugins: [textFiles, esmExternalRequirePlugin({ external })],
  };
  const bundles = [
    [await rolldown(program), programOutput],
    [await rolldown(library), libraryOutput],
  ];
  // In memory first, so that a failed build leaves the last good one.
  const outputs = await Promise.all(
    bundles.map(([bundle, output]) => bundle.generate(output)),
  );
  await rm("dist", { recursive: true, force: true });
  for (const [bundle, output] of bundles) await bundle.write(output);
  await Promise.all(bundles.map(([bundle]) => bundle.close()));
  const modules = outputs.flatMap(({ output }) =>
    output.flatMap(({ moduleIds = [] }) => moduleIds),
  );
  await writeFile("dist/LICENSES.txt", await licensesOf(modules));
  execFileSync(process.execPath, [
    "node_modules/typescript/bin/tsc",
    "--project",
    "tsconfig.types.json",
  ]);
}

const isInstalled =
  existsSync("node_modules/typescript") && existsSync("node_modules/rolldown");
if (isInstalled || !process.argv.includes("--if-installed"))
  await build(await import("rolldown"), await import("rolldown/plugins"));
else
  console.error(
    "usdot: not built, because the build tools are not installed (npm ci installs them)",
  );
