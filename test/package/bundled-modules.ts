import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The paths of all modules in dist/ relative to the checkout, from its source maps; modules that the build generates have no file. */
export function bundledModules(): string[] {
  const maps = readdirSync("dist").filter((file) => file.endsWith(".map"));
  const sources = maps.flatMap(
    (map) => (JSON.parse(readFileSync(join("dist", map), "utf8")) as { sources: string[] }).sources,
  );
  return [...new Set(sources)]
    .filter((source) => !source.includes("left-out"))
    .map((source) => join("dist", source))
    .sort();
}
