/**
 * One run at a time writes a file or a history: a lock file is created
 * exclusively, as git does with index.lock.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { kill, pid } from "node:process";
import { FileError } from "../errors.ts";
import { objectIn } from "../text/json.ts";
import { fileError, shownPath } from "./file-error.ts";

/**
 * The locks that this process holds. In any other lock, its own process number
 * is that of a dead process: in a container, all may have the same.
 */
const held = new Set<string>();

/**
 * Locks a file or a directory, and returns what gives it back. The lock of a
 * dead process on this host is taken over.
 */
export function lock(path: string, file = `${path}.lock`): () => void {
  try {
    while (!create(file)) removeIfDead(path, file);
  } catch (error) {
    throw fileError("write", path, error);
  }
  held.add(file);
  return () => {
    // Once it is given back, another run may hold it.
    if (held.delete(file)) rmSync(file, { force: true });
  };
}

function create(file: string): boolean {
  try {
    writeFileSync(file, JSON.stringify({ pid, host: hostname() }), {
      flag: "wx",
    });
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    // A full disk leaves an empty one.
    if (hasCode(error, "ENOSPC")) rmSync(file, { force: true });
    throw error;
  }
}

/**
 * Moves a dead process's lock aside, as only one run can, and looks again:
 * another may just have taken it over.
 */
function removeIfDead(path: string, file: string): void {
  const aside = `${file}.${pid}`;
  try {
    const text = readFileSync(file, "utf8");
    const { pid: owner, host } = objectIn(text);
    const isHeld = owner === pid ? held.has(file) : isRunning(Number(owner));
    if (host !== hostname() || isHeld) {
      const whose = host ? ` (process ${owner} on ${host})` : "";
      throw new FileError(
        `another usdot${whose} is writing ${shownPath(path)}`,
        { hint: `if not, delete ${shownPath(file)}` },
      );
    }
    renameSync(file, aside);
    if (readFileSync(aside, "utf8") === text) rmSync(aside);
    else renameSync(aside, file);
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
  }
}

function isRunning(process: number): boolean {
  try {
    return kill(process, 0);
  } catch (error) {
    return hasCode(error, "EPERM");
  }
}

function hasCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
