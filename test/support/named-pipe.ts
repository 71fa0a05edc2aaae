import { execFileSync } from "node:child_process";

/** Creates a named pipe, which Node cannot do by itself. */
export function makePipe(path: string): string {
  execFileSync("sh", ["-c", 'mkfifo "$0"', path]);
  return path;
}
