/** What of other people's code is in the bundle, from the list of its modules: the license texts, and the bill of materials. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Code that comes inside a package and has no package.json of its own.
 *
 * undici parses HTTP with llhttp, compiled to WebAssembly. undici's package says neither which version nor under which license;
 * both are from its repository (deps/llhttp/include/llhttp.h). test/package/sbom.test.ts fails when the compiled parser changes.
 */
const vendored = [
  {
    within: "undici",
    module: "/undici/lib/llhttp/",
    name: "llhttp",
    version: "9.3.0",
    license: "MIT",
    licenseText: new URL("licenses/llhttp.txt", import.meta.url),
    purl: "pkg:github/nodejs/llhttp@v9.3.0",
    dependencies: [],
  },
];

/** The packages whose modules are in the bundle, sorted by name. */
export async function bundledPackages(moduleIds) {
  const paths = moduleIds.map((id) => id.replaceAll("\\", "/"));
  const roots = new Set(paths.map((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]).filter(Boolean));
  const { packages: locked } = JSON.parse(await readFile("package-lock.json", "utf8"));
  const packages = await Promise.all([...roots].map((root) => readPackage(root, locked)));
  for (const part of vendored.filter(({ module }) => paths.some((path) => path.includes(module)))) {
    packages.find(({ name }) => name === part.within).dependencies.push(part.name);
    packages.push({ ...part, licenseText: await readFile(part.licenseText, "utf8") });
  }
  return packages.sort((one, other) => (one.name < other.name ? -1 : 1));
}

async function readPackage(root, locked) {
  const { name, version, license, dependencies = {} } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const file = ["LICENSE", "LICENSE.md", "license", "LICENCE"].map((each) => join(root, each)).find(existsSync);
  if (!file) throw new Error(`${root} has no license file`);
  return {
    name,
    version,
    license,
    licenseText: await readFile(file, "utf8"),
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    integrity: locked[`node_modules/${root.split("/node_modules/").slice(1).join("/node_modules/")}`]?.integrity,
    dependencies: Object.keys(dependencies),
  };
}

/** LICENSES.txt: each package with its license. */
export function licensesOf(packages) {
  const texts = packages.map(
    ({ name, version, license, licenseText }) => `${name} ${version} (${license})\n\n${licenseText.trim()}\n`,
  );
  return texts.join(`\n${"-".repeat(72)}\n\n`);
}

/**
 * The bill of materials, as CycloneDX 1.5: what scanners read, since a bundle has no node_modules. It holds no time and no serial
 * number, so that the same sources give the same file.
 */
export async function billOfMaterials(packages) {
  const own = JSON.parse(await readFile("package.json", "utf8"));
  const root = `pkg:npm/${own.name}@${own.version}`;
  const purls = new Map(packages.map(({ name, purl }) => [name, purl]));
  const dependsOn = (names) => names.map((name) => purls.get(name)).filter(Boolean);
  const bom = {
    $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: {
      lifecycles: [{ phase: "build" }],
      component: {
        type: "application",
        "bom-ref": root,
        name: own.name,
        version: own.version,
        description: own.description,
        licenses: [{ license: { id: own.license } }],
        purl: root,
      },
    },
    components: packages.map(componentOf),
    dependencies: [
      { ref: root, dependsOn: dependsOn(Object.keys({ ...own.dependencies, ...own.devDependencies })) },
      ...packages.map(({ purl, dependencies }) => ({ ref: purl, dependsOn: dependsOn(dependencies) })),
    ],
  };
  return `${JSON.stringify(bom, undefined, 2)}\n`;
}

function componentOf({ name, version, license, purl, integrity }) {
  const [group, scopedName] = name.startsWith("@") ? name.split("/") : [];
  const sha512 = integrity?.startsWith("sha512-") && Buffer.from(integrity.slice("sha512-".length), "base64");
  return {
    type: "library",
    "bom-ref": purl,
    ...(group && { group }),
    name: scopedName ?? name,
    version,
    ...(sha512 && { hashes: [{ alg: "SHA-512", content: sha512.toString("hex") }] }),
    // One license by its SPDX name, or several in an expression.
    licenses: [/ /.test(license) ? { expression: license } : { license: { id: license } }],
    purl,
  };
}
