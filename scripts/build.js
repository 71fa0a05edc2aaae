/**
 * Builds dist/: the program and everything it imports, in chunks that are loaded on demand, with source maps; the library, as ES modules
 * with their types; the licenses and the bill of materials of what is bundled; and the manual page.
 *
 * `--if-installed` does nothing where the build tools are missing (`npm ci --omit=dev`). The npm script that runs it is `preprepare`,
 * not `prepare`: both run for `npm ci` in a clone and for an installation from git, but npm warns about a `prepare` in every package
 * that is not from a registry, where there is nothing left to build.
 */
import { execFileSync } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { billOfMaterials, bundledPackages, licensesOf } from "./bundled.js";
import { declarationsOf } from "./declarations.js";

async function build({ rolldown }, { esmExternalRequirePlugin }) {
  const program = await rolldown({
    input: { cli: "src/cli.ts" },
    platform: "node",
    plugins: [leaveOut(), copyForAgents()],
  });
  // Each entry by itself, and so as one file: chunks that several share are not found under Yarn's Plug'n'Play on Node 20.
  const libraries = await Promise.all(
    Object.entries(libraryEntries).map(async ([name, source]) => {
      const bundle = await rolldown({
        input: { [name]: source },
        platform: "node",
        // What CommonJS packages require of Node is imported, so that a program's own bundler may turn the library into anything.
        // That includes the modules of Node that the program leaves out to start sooner.
        plugins: [
          leaveOut(),
          esmExternalRequirePlugin({ external: builtinModules.flatMap((each) => [each, `node:${each}`]) }),
        ],
      });
      return [bundle, libraryOutput];
    }),
  );
  const bundles = [[program, programOutput], ...libraries];
  // In memory first, so that a failed build leaves the last good one.
  const outputs = await Promise.all(bundles.map(([bundle, output]) => bundle.generate(output)));
  const modules = outputs
    .flatMap(({ output }) => output)
    .flatMap((file) => ("moduleIds" in file ? file.moduleIds : []));
  const packages = await bundledPackages(modules);
  const bill = await billOfMaterials(packages);
  const declarations = await declarationsOf(Object.values(libraryEntries).map((path) => path.replace("src/", "")));
  await rm("dist", { recursive: true, force: true });
  for (const [bundle, output] of bundles) {
    await bundle.write(output);
    await bundle.close();
  }
  await writeFile("dist/LICENSES.txt", licensesOf(packages));
  await writeFile("dist/sbom.cdx.json", bill);
  for (const [path, text] of declarations) {
    await mkdir(dirname(join("dist/types", path)), { recursive: true });
    await writeFile(join("dist/types", path), text);
  }
  // The manual page is generated from the command tree, which only the program has.
  const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: "1" };
  const printed = (...args) => execFileSync(process.execPath, ["bin/usdot.cjs", ...args], { env });
  await writeFile("dist/usdot.1", printed("man"));
  // Editors check policies and waivers by these.
  for (const name of ["policy", "waivers"]) {
    await writeFile(`dist/${name}.schema.json`, printed("vet", "--print-schema", name));
  }
}

/**
 * What is always loaded together, with all that it imports: each extra file costs a start half a millisecond. Everything else is split
 * where the program imports it on demand.
 */
const chunks = [
  { name: "program", pattern: /\/src\/main\.ts$/ },
  { name: "context", pattern: /\/src\/(runtime\/context|output\/sink|text\/json-text)\.ts$/ },
  {
    name: "lookup",
    pattern:
      /\/src\/(commands\/lookup\/(run-lookup|plan)|lookup\/outcome|output\/views|output\/record-rows|output\/formats\/json)\.ts$/,
  },
  {
    name: "list",
    pattern: /\/src\/(commands\/lookup\/run-list|input\/read-list|output\/formats\/ndjson)\.ts$/,
  },
  { name: "cards", pattern: /\/src\/output\/formats\/cards\.ts$/ },
  { name: "evaluate", pattern: /\/src\/vet\/(evaluate|default-policy)\.ts$/ },
  { name: "snapshot", pattern: /\/src\/(commands\/snapshot\/ask-snapshot|output\/snapshot\/screen)\.ts$/ },
].map(({ name, pattern }) => ({ name, test: (id) => pattern.test(withSlashes(id)) }));

const programOutput = {
  dir: "dist",
  // CommonJS, because Node's ES module loader makes a start a quarter longer.
  format: "cjs",
  sourcemap: true,
  minify: true,
  // V8 reads an all-ASCII file faster, and holds it in half the memory.
  charset: "ascii",
  // A script from the code cache cannot import, and Node's loader of ES modules takes 5 ms to start.
  dynamicImportInCjs: false,
  codeSplitting: { groups: chunks },
  entryFileNames: "[name].cjs",
  chunkFileNames: "[name].cjs",
};

const ownPackage = fileURLToPath(new URL("../package.json", import.meta.url));
const { version } = JSON.parse(await readFile(ownPackage, "utf8"));

const libraryEntries = {
  index: "src/library/index.ts",
  sample: "src/sample/server.ts",
  "dot-number": "src/dot-number.ts",
};

/** Not minified: the stack traces of a library are read by those who use it, and need no source maps. */
const libraryOutput = {
  dir: "dist/library",
  format: "esm",
  entryFileNames: "[name].js",
  codeSplitting: false,
};

/**
 * Parts of packages that we never use, as the end of a file's path or as one of Node's modules, and what stands in for them. A start
 * pays for each one loaded: together they cost 3 to 6 ms.
 *
 * - undici speaks HTTP/2 only with `allowH2`, which loads Node's http2, tls and crypto. We don't ask for it.
 * - undici turns bodies that are streams or forms into bytes. Ours is a string.
 * - undici asks Node's http for the largest header size (here Node's default) and for a class that we never hand it.
 * - undici checks its assumptions with node:assert, which can do far more than test a condition.
 * - chalk inspects the terminal and the environment for color support when it is loaded. We tell it.
 * - cli-table3 brings a string-width of 2021. We measure what it lays out: see src/output/table.ts.
 * - cli-table3 paints headers and borders. We paint the cells.
 * - fast-string-truncated-width compiles expressions over Unicode properties. It waits for the first text with more than Latin letters.
 * - commander starts subprograms. We have none.
 * - The server of the Model Context Protocol validates what people fill into forms, with Ajv. We have no forms.
 *
 * test/package/left-out.test.ts fails when a package stops using these parts as described, or starts using them otherwise.
 */
const leftOut = [
  { source: "./client-h2.js", importer: "/undici/", code: "module.exports = undefined;" },
  { source: "../web/fetch/body.js", importer: "/undici/", code: "module.exports = {};" },
  { source: "node:http", importer: "/undici/", code: "module.exports = { maxHeaderSize: 16384 };" },
  {
    source: "node:assert",
    importer: "/undici/",
    code: "module.exports = (value, message) => { if (!value) throw message instanceof Error ? message : new Error(message ?? 'assertion failed'); };",
  },
  { source: "#supports-color", importer: "/chalk/", code: "export default { stdout: false, stderr: false };" },
  { source: "string-width", importer: "/cli-table3/", code: "module.exports = undefined;" },
  {
    source: "fast-string-truncated-width",
    importer: "/src/text/",
    code: `let widthOf; export default (text) => (widthOf ??= require(${JSON.stringify(fileURLToPath(import.meta.resolve("fast-string-truncated-width")))}).default)(text);`,
  },
  { source: "@colors/colors/safe", importer: "/cli-table3/", code: "module.exports = undefined;" },
  { source: "node:child_process", importer: "/commander/", code: "module.exports = {};" },
  {
    source: "@modelcontextprotocol/server/_shims",
    importer: "/@modelcontextprotocol/",
    code: 'export { default as process } from "node:process"; export class DefaultJsonSchemaValidator {}',
  },
];

/** A module's path as it is on other systems than Windows. */
function withSlashes(path) {
  return path.replaceAll("\\", "/");
}

function leaveOut() {
  return {
    name: "leave-out",
    resolveId(source, importer = "") {
      const index = leftOut.findIndex(
        (part) => part.source === source && withSlashes(importer).includes(part.importer),
      );
      return index < 0 ? undefined : { id: `\0left-out-${index}.js` };
    },
    // The first script declares nothing that needs the bundler's helpers, yet would load them.
    renderChunk(code, { name }) {
      return name === "cli" ? { code: code.replace(/^.*rolldown-runtime.*$/m, ""), map: null } : undefined;
    },
    load(id) {
      // Of our own package.json only the version.
      if (id === ownPackage) return { code: JSON.stringify({ version }), moduleType: "json" };
      const index = /^\0left-out-(\d+)\.js$/.exec(id)?.[1];
      return index === undefined ? undefined : { code: leftOut[index].code, moduleType: "js" };
    },
  };
}

/**
 * Agents' tools need far more of zod than a start does, which would load all of it if they shared it: 40 KB, and a tenth of a lookup. So
 * they have a copy of their own.
 */
function copyForAgents() {
  const copied = "?agents";
  return {
    name: "copy-for-agents",
    async resolveId(source, importer = "") {
      const path = withSlashes(importer);
      if (!path.endsWith(copied) && !/\/(?:@modelcontextprotocol|src\/commands\/mcp)\//.test(path)) return undefined;
      const resolved = await this.resolve(source, importer.replace(copied, ""), { skipSelf: true });
      const isZod = resolved && /\/node_modules\/zod\//.test(withSlashes(resolved.id));
      return isZod ? { ...resolved, id: `${resolved.id}${copied}` } : resolved;
    },
    async load(id) {
      if (!id.endsWith(copied)) return undefined;
      return { code: await readFile(id.slice(0, -copied.length), "utf8"), moduleType: "js" };
    },
  };
}

const rolldown = await import("rolldown").catch((error) => {
  if (!process.argv.includes("--if-installed")) throw error;
});
if (rolldown) await build(rolldown, await import("rolldown/plugins"));
else console.error("usdot: not built, because the build tools are not installed (npm ci installs them)");
