/** Tells standard output that was closed from one that goes nowhere on purpose. */
import { readFileSync, readlinkSync } from "node:fs";

/**
 * Whether we were started with standard output closed (`>&-`). Node puts /dev/null in its place, so that every write succeeds; on Linux
 * it can be told from the shell's `>/dev/null` by being open for reading too.
 *
 * Parents that discard all output (`stdio: "ignore"` in Node, a daemon) open it like that as well: standard error is then no different.
 */
export function isOutputClosed(): boolean {
  return isStandIn(1) && !isStandIn(2);
}

function isStandIn(descriptor: number): boolean {
  try {
    if (readlinkSync(`/proc/self/fd/${descriptor}`) !== "/dev/null") return false;
    const [, flags = ""] = /^flags:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8")) ?? [];
    const [accessMode, readAndWrite] = [3, 2];
    return (Number.parseInt(flags, 8) & accessMode) === readAndWrite;
  } catch {
    // Other systems don't tell.
    return false;
  }
}
