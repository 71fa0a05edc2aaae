/** One writer per output: a lock file beside it names the process that writes it. */
import { linkSync, readFileSync, renameSync, rmSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { FileError } from "../errors.ts";

/** The process that writes. */
export interface Owner {
  processId: number;
  /** Whether another process of this machine is still running. */
  isRunning(processId: number): boolean;
}

interface Holder {
  pid: number;
  host: string;
}

/** The locks of this process: two runs in one process, as in our tests, have one process ID. */
const held = new Set<string>();

/**
 * Takes the lock at `path`; a lock whose process has died is taken over.
 *
 * The calls are synchronous so that nothing of ours comes between looking at a lock and taking it.
 *
 * @param about the file that is locked, as the user named it
 * @returns what releases it
 * @throws {FileError} when another process holds it
 */
export function lock(path: string, about: string, owner: Owner): () => void {
  const mine = JSON.stringify({ pid: owner.processId, host: hostname() } satisfies Holder);
  for (let attempt = 0; attempt < 5; attempt++) {
    const holder = held.has(path) ? mine : create(path, mine, owner);
    if (holder === undefined) {
      held.add(path);
      return () => release(path, mine);
    }
    if (held.has(path) || isAlive(path, holder, owner)) throw isBusy(path, about, holder);
    removeStale(path, holder);
  }
  throw isBusy(path, about, "");
}

/** Creates the lock file, unless there is one; returns what is in that one. It is never seen empty, as it would be between `open` and `write`. */
function create(path: string, mine: string, { processId }: Owner): string | undefined {
  const own = `${path}.${processId}`;
  rmSync(own, { force: true });
  try {
    writeFileSync(own, mine, { flag: "wx" });
    linkSync(own, path);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "EEXIST" ? contentOf(path) : createUnlinked(path, mine);
  } finally {
    rmSync(own, { force: true });
  }
}

/** The same on a file system without hard links. */
function createUnlinked(path: string, mine: string): string | undefined {
  try {
    writeFileSync(path, mine, { flag: "wx" });
    return undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return contentOf(path);
    // On a full disk the file is there, and empty.
    rmSync(path, { force: true });
    throw error;
  }
}

/** Gone in the meantime counts as empty. */
function contentOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return "";
  }
}

/** Milliseconds after which a lock that names nobody counts as left behind, not as about to be written. */
const longestCreation = 10_000;

/** A process of another machine cannot be asked, so it counts as alive. */
function isAlive(path: string, content: string, { processId, isRunning }: Owner): boolean {
  const holder = holderIn(content);
  if (holder === undefined) return Date.now() - changedAt(path) < longestCreation;
  if (holder.host !== hostname()) return true;
  // Our own ID in a lock that we don't hold is that of an earlier process: in a container each run is process 1.
  return holder.pid !== processId && isRunning(holder.pid);
}

function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function holderIn(content: string): Holder | undefined {
  try {
    const { pid, host } = JSON.parse(content) as Partial<Holder>;
    return Number.isSafeInteger(pid) && typeof host === "string" ? { pid: pid as number, host } : undefined;
  } catch {
    return undefined;
  }
}

/** Removes the lock that was seen, and no other: somebody may have taken it over a moment ago. */
function removeStale(path: string, seen: string): void {
  const aside = `${path}.stale`;
  try {
    renameSync(path, aside);
    // Never over a lock that is there again.
    if (contentOf(aside) !== seen) linkSync(aside, path);
    unlinkSync(aside);
  } catch {
    // Another process was faster, and the next attempt sees its lock.
  }
}

function release(path: string, mine: string): void {
  held.delete(path);
  try {
    if (contentOf(path) === mine) unlinkSync(path);
  } catch {
    // A lock that is left behind is taken over by the next run.
  }
}

function isBusy(path: string, about: string, content: string): FileError {
  const holder = holderIn(content);
  const who = holder === undefined ? "" : ` (process ${holder.pid} on ${holder.host})`;
  return new FileError(`another usdot${who} is writing ${about}`, {
    hint: `wait for it to end, or delete ${path} if it is gone`,
  });
}
