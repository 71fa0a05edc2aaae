/** Tells a closed standard output from one that is discarded on purpose. */
import { readFileSync, readlinkSync } from "node:fs";

/**
 * Whether standard output was closed when we started (`>&-`). Node then opens /dev/null in its place, so every write succeeds. On Linux, we
 * can tell that from `>/dev/null` in a shell, because Node opens it for reading too.
 *
 * Some parents also open it that way to discard all output (`stdio: "ignore"` in Node, a daemon); then standard error looks the same. One
 * that discards standard output only (`stdout=DEVNULL` in Python) can't be told apart from `>&-`.
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
    // Not on Linux: there is no way to know.
    return false;
  }
}
