/** Tells a closed standard output from one that is discarded on purpose. */
import { readFileSync, readlinkSync, realpathSync } from "node:fs";

/**
 * Whether a shell closed standard output when it started us (`>&-`). Node then opens /dev/null in its place, so every write succeeds. On
 * Linux, that can be told from `>/dev/null`, because Node opens it for reading too.
 *
 * Python, Node and Rust open /dev/null the same way for a child whose output they discard (`stdout=DEVNULL`), and shells never do. So it
 * counts as closed only if a shell started us: output that a program discards on purpose is no error.
 *
 * @param program the path of our own program
 * @param named the path in the environment variable `_`
 */
export function isOutputClosed(program = "", named = ""): boolean {
  return isStandIn(1) && !isStandIn(2) && (isShell(nameOfParent()) || isReplacedShell(program, named));
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

/** Empty where it cannot be known: the parent may be outside of our container. */
function nameOfParent(): string {
  try {
    const [, id = ""] = /^PPid:\s*(\d+)$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
    return readFileSync(`/proc/${id}/comm`, "utf8").trim();
  } catch {
    return "";
  }
}

function isShell(name: string): boolean {
  return /^-?(?:ba|da|z|k|mk|a|fi)?sh$|^busybox$/.test(name);
}

/**
 * Whether we run in place of a shell that had nothing else to do, as in `bash -c 'usdot ... >&-'`. Bash and zsh tell a program its own
 * path in `_`. Dash doesn't: behind `sh -c` with a single command, a closed output can't be told from a discarded one.
 */
function isReplacedShell(program: string, named: string): boolean {
  try {
    return realpathSync(named) === realpathSync(program);
  } catch {
    return false;
  }
}
