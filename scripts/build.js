/**
 * Builds dist/: the program and all that it imports, in chunks that are loaded when they are needed, with source maps and the
 * licences of what is bundled.
 *
 * `--if-installed` (npm's prepare step) does nothing where the build tools were left out (`npm ci --omit=dev`).
 */
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

async function build({ rolldown }) {
  const bundle = await rolldown({
    input: { cli: "src/cli.ts" },
    platform: "node",
    plugins: [leaveOut(), parserAside()],
  });
  const output = {
    dir: "dist",
    // CommonJS, for Node's loader of ES modules alone makes a start a quarter longer.
    format: "cjs",
    sourcemap: true,
    minify: true,
    // A file that is all ASCII takes V8 half the memory, and less time to read.
    charset: "ascii",
    codeSplitting: { groups: chunks },
    entryFileNames: "[name].cjs",
    chunkFileNames: "[name].cjs",
  };
  // In memory first, so that a build that fails leaves the last good one.
  const { output: files } = await bundle.generate(output);
  await rm("dist", { recursive: true, force: true });
  await bundle.write(output);
  await bundle.close();
  await writeFile(
    "dist/LICENSES.txt",
    await licences(files.flatMap((file) => ("moduleIds" in file ? file.moduleIds : []))),
  );
}

/**
 * What is always loaded together, with all that it imports: each file more costs a start half a millisecond. The rest is split where
 * the program imports it when it needs it.
 */
const chunks = [
  { name: "program", test: /\/src\/main\.ts$/ },
  { name: "context", test: /\/src\/(runtime\/context|output\/sink|text\/json-text)\.ts$/ },
  { name: "lookup", test: /\/src\/(commands\/lookup\/run-lookup|output\/views|output\/formats\/json)\.ts$/ },
  {
    name: "list",
    test: /\/src\/(commands\/lookup\/run-list|lookup\/match|input\/read-list|output\/formats\/ndjson)\.ts$/,
  },
];

/**
 * What the packages load and we never use, as a file's end or as one of Node's modules, and what stands in its place. A start pays for
 * each: Node's http alone takes a twentieth of it.
 *
 * - undici speaks HTTP/2 only with `allowH2`, which brings Node's http2, tls and crypto with it. We do not ask for it.
 * - undici turns bodies that are streams and forms into bytes. Ours is a text.
 * - undici asks Node's http for the largest head (here Node's default) and for a class that we never hand it.
 * - undici asserts what it takes for granted with a module of Node's that can do far more.
 * - chalk asks the terminal and the environment about colours when it is loaded. We tell it.
 * - cli-table3 measures text with a string-width of its own, which does not know the characters of the last years. Ours is asked, as
 *   everywhere else; and it colours frames, which we do not.
 * - commander starts subprograms. We have none.
 *
 * test/package/left-out.test.ts fails when a package no longer has these parts where this says.
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
  {
    source: "string-width",
    importer: "/cli-table3/",
    code: `module.exports = require(${JSON.stringify(resolve("src/text/width.ts"))}).displayWidth;`,
  },
  { source: "@colors/colors/safe", importer: "/cli-table3/", code: "module.exports = {};" },
  { source: "node:child_process", importer: "/commander/", code: "module.exports = {};" },
];

function leaveOut() {
  return {
    name: "leave-out",
    resolveId(source, importer = "") {
      const index = leftOut.findIndex((part) => part.source === source && importer.includes(part.importer));
      return index < 0 ? undefined : { id: `\0left-out-${index}.js` };
    },
    load(id) {
      const index = /^\0left-out-(\d+)\.js$/.exec(id)?.[1];
      return index === undefined ? undefined : { code: leftOut[index].code, moduleType: "js" };
    },
  };
}

/**
 * undici's parser, WebAssembly in base64 and in two builds, becomes files that are read when they are needed: as text it is half of the
 * chunk, and costs every request its reading, its scanning and its decoding.
 */
function parserAside() {
  return {
    name: "parser-aside",
    async load(id) {
      const name = /\/undici\/lib\/llhttp\/(llhttp(?:_simd)?)-wasm\.js$/.exec(id)?.[1];
      if (name === undefined) return;
      const fileName = `${name}.wasm`;
      this.emitFile({ type: "asset", fileName, source: (await import(id)).default });
      return `module.exports = require("node:fs").readFileSync(require("node:path").join(__dirname, "${fileName}"));`;
    },
  };
}

/** The licence texts of the packages whose code is in the bundle. */
async function licences(moduleIds) {
  const roots = new Set(moduleIds.map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0]).filter(Boolean));
  const texts = [...roots].sort().map(async (root) => {
    const { name, version, license } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
    const file = ["LICENSE", "LICENSE.md", "license", "LICENCE"].map((each) => join(root, each)).find(existsSync);
    const text = file ? await readFile(file, "utf8") : "";
    return `${name} ${version} (${license})\n\n${text.trim()}\n`;
  });
  return (await Promise.all(texts)).join(`\n${"-".repeat(72)}\n\n`);
}

const rolldown = await import("rolldown").catch((error) => {
  if (!process.argv.includes("--if-installed")) throw error;
});
if (rolldown) await build(rolldown);
else console.error("usdot: not built, for the build tools are not installed (npm ci installs them)");
