import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";

/** Creates a private FIFO in a new directory, which goes with the one given. */
export function newFifo(directory: string): string {
  const path = join(mkdtempSync(join(directory, "fifo-")), "fifo");
  execFileSync("mkfifo", ["-m", "600", path]);
  return path;
}
