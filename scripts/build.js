/**
 * Builds dist/: the program, split where commands are imported on demand; the
 * library as ES modules, with its types; and the licenses of
 * what is bundled.
 */
import { execFileSync } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { rolldown } from "rolldown";
import { esmExternalRequirePlugin } from "rolldown/plugins";
import { licensesOf } from "./licenses.js";
import { textFiles } from "./text-files.js";

const copy = "?mini";

/**
 * What `zod/mini` imports is a copy of its own. Modules that every start loads
 * would otherwise have all that policies and MCP use of zod,
 * which is three times as much.
 */
const leanZod = {
  name: "lean-zod",
  async resolveId(source, importer = "", options) {
    if (source !== "zod/mini" && !importer.endsWith(copy)) return undefined;
    const from = importer.replace(copy, "");
    const { id } = await this.resolve(source, from, options);
    return { id: id + copy, moduleSideEffects: false };
  },
  load: (id) =>
    id.endsWith(copy) ? readFile(id.slice(0, -copy.length), "utf8") : undefined,
};

const program = {
  input: { cli: "src/cli.ts" },
  platform: "node",
  plugins: [textFiles, leanZod],
};
const programOutput = {
  dir: "dist",
  format: "cjs",
  minify: true,
  sourcemap: true,
  entryFileNames: "[name].cjs",
  chunkFileNames: "[name].cjs",
  // What everything loads is one file: each takes a fraction of a millisecond.
  codeSplitting: {
    groups: [
      {
        name: "ground",
        test: /src.(?:text|errors|answer|.+-number|.+-mark|.+-error|settings.declarations|run.reporter)/,
      },
      {
        name: "http",
        test: /undici\/lib\/(?:api\/api-request|core\/connect|dispatcher\/pool)\.js/,
      },
    ],
  },
};

/**
 * Not minified: the stack traces of a library are read by those who use it, and
 * need no source maps.
 */
const libraryOutput = {
  dir: "dist/library",
  format: "esm",
  entryFileNames: "[name].js",
  codeSplitting: false,
};

async function build() {
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

await build();
