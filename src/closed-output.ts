/** Tells a closed standard output from one that is discarded on purpose. */
import { readFileSync, readlinkSync } from "node:fs";

/**
 * Whether a shell closed standard output when it started us (`>&-`). Node then opens /dev/null in its place, so every write succeeds. On
 * Linux, that can be told from `>/dev/null`, because Node opens it for reading too.
 *
 * Python, Node and Rust open /dev/null the same way for a child whose output they discard (`stdout=DEVNULL`), and shells never do. So it
 * counts as closed only if our parent is a shell: output that a program discards on purpose is no error.
 */
export function isOutputClosed(): boolean {
  return isStandIn(1) && !isStandIn(2) && isShell(nameOfParent());
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

function nameOfParent(): string {
  const [, id = ""] = /^PPid:\s*(\d+)$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  return readFileSync(`/proc/${id}/comm`, "utf8").trim();
}

function isShell(name: string): boolean {
  return /^-?(?:ba|da|z|k|mk|a|fi)?sh$|^busybox$/.test(name);
}
