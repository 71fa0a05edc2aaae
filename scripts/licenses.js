/**
 * The license texts of other people's code in the bundle, from the list of its
 * modules.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * undici parses HTTP with llhttp, compiled to WebAssembly; its package says
 * neither which version nor under which license.
 */
const llhttp = {
  module: "/undici/lib/llhttp/",
  heading: "llhttp 9.3.0 (MIT)",
  path: "scripts/licenses/llhttp.txt",
};

/** LICENSES.txt: each package with its license, sorted by name. */
export async function licensesOf(moduleIds) {
  const paths = moduleIds.map((id) => id.replaceAll("\\", "/"));
  const roots = new Set(
    paths
      .map((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0])
      .filter(Boolean),
  );
  const texts = await Promise.all([...roots].map(licenseOf));
  if (paths.some((path) => path.includes(llhttp.module))) {
    texts.push(
      `${llhttp.heading}\n\n${(await readFile(llhttp.path, "utf8")).trim()}\n`,
    );
  }
  return texts.sort().join(`\n${"-".repeat(72)}\n\n`);
}

async function licenseOf(root) {
  const { name, version, license } = JSON.parse(
    await readFile(join(root, "package.json"), "utf8"),
  );
  const file = (await readdir(root)).find((each) => /^licen[cs]e/i.test(each));
  if (!file) throw new Error(`${root} has no license file`);
  return `${name} ${version} (${license})\n\n${(await readFile(join(root, file), "utf8")).trim()}\n`;
}
