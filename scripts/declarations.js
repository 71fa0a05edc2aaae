/** The types of the library, for dist/types. */
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const compiler = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));
const mentioned = /(?<=\bfrom |\bimport\()"([^"]+)"/g;

/**
 * What TypeScript declares of some sources and of all that these mention: the text of each file, by its path under src/. Those who
 * install usdot install no other package, so no declaration may mention one.
 */
export async function declarationsOf(entries) {
  const directory = await mkdtemp(join(tmpdir(), "usdot-types-"));
  try {
    execFileSync(process.execPath, [compiler, "--project", "tsconfig.types.json", "--outDir", directory]);
    const declarations = new Map();
    const paths = entries.map((entry) => entry.replace(/\.ts$/, ".d.ts"));
    // It grows while it is read.
    for (const path of paths) {
      if (declarations.has(path)) continue;
      const text = await readFile(join(directory, "src", path), "utf8");
      for (const [, name] of text.matchAll(mentioned)) {
        if (!name.startsWith(".")) throw new Error(`the type declarations in ${path} mention the package ${name}`);
        paths.push(posix.join(posix.dirname(path), name.replace(/\.ts$/, ".d.ts")));
      }
      // tsc leaves the names of sources as they are, and these are not shipped.
      declarations.set(
        path,
        text.replace(mentioned, (name) => name.replace(/\.ts"$/, '.js"')),
      );
    }
    return declarations;
  } finally {
    await rm(directory, { recursive: true });
  }
}
