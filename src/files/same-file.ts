/** Whether two names are of one file. */
import { fstatSync, statSync } from "node:fs";

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
