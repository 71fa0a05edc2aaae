/**
 * A plugin for the build and for the tests alike: files in other languages are
 * imported as their text, and YAML also as `data`, so that the built-in policy
 * is parsed when usdot is built and not at every start.
 */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parse } from "yaml";

/** By another name, since Vite would process a module called .css. */
const suffix = ".as-text.js";

export const textFiles = {
  name: "text-files",
  enforce: "pre",
  resolveId(source, importer) {
    return importer && /\.(?:css|yaml|bash|zsh|fish)$/.test(source)
      ? resolve(dirname(importer), source) + suffix
      : undefined;
  },
  load(id) {
    if (!id.endsWith(suffix)) return undefined;
    const path = id.slice(0, -suffix.length);
    const text = readFileSync(path, "utf8");
    const data = path.endsWith(".yaml") ? parse(text) : undefined;
    return `export default ${JSON.stringify(text)}; export const data = ${JSON.stringify(data)};`;
  },
};
