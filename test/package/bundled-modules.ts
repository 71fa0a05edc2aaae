import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The paths of all modules in dist/ relative to the checkout; modules that the build generates have no file. */
export function bundledModules(): string[] {
  return [...new Set([...inProgram(), ...inLibrary()])].sort();
}

/** The program is minified, and has source maps. */
function inProgram(): string[] {
  const maps = readdirSync("dist").filter((file) => file.endsWith(".map"));
  return maps
    .flatMap((map) => (JSON.parse(readFileSync(join("dist", map), "utf8")) as { sources: string[] }).sources)
    .filter((source) => !source.includes("left-out"))
    .map((source) => join("dist", source));
}

/** The library is not minified: a comment names each module. */
function inLibrary(): string[] {
  return readdirSync("dist/library")
    .flatMap((file) => readFileSync(join("dist/library", file), "utf8").match(/(?<=^\/\/#region ).*$/gm) ?? [])
    .filter((region) => /^(?:src|node_modules)\//.test(region));
}
