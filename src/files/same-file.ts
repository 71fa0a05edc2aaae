/** Whether two names are of one file. */
import { fstatSync, statSync } from "node:fs";
import { refuse } from "../errors.ts";
import { shownPath } from "./file-error.ts";
import { partialOf } from "./output-file.ts";

/**
 * Refuses outputs that are among the inputs, given by path or descriptor,
 * whatever their names.
 */
export function refuseInputAsOutput(
  outputs: readonly (string | undefined)[],
  inputs: readonly (string | number | undefined)[],
): void {
  const read = new Set(inputs.map(identityOf));
  read.delete("");
  const written = outputs.flatMap((path) =>
    path ? [path, partialOf(path)] : [],
  );
  const taken = written.find((name) => read.has(identityOf(name)));
  if (taken === undefined) return;
  refuse(`${shownPath(taken)} is an input file`, "choose another output");
}

/** Windows numbers files beyond 2^53. */
const big = { bigint: true } as const;

/** What all names of a regular file have in common; empty if there is none. */
export function identityOf(file: string | number | undefined): string {
  try {
    const stats =
      typeof file === "number"
        ? fstatSync(file, big)
        : statSync(file ?? "", big);
    return stats.isFile() ? `${stats.dev} ${stats.ino}` : "";
  } catch {
    return "";
  }
}
