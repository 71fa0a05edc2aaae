/**
 * Lets one process at a time write a file. Node offers no file locks, so another file beside it serves as the lock, and names the process
 * that holds it.
 */
import { linkSync, readFileSync, renameSync, rmSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { FileError } from "./errors.ts";

/** The processes of this machine. */
export interface Processes {
  /** The ID of this process. */
  self: number;
  /** Whether a process with this ID is running, no matter whose. */
  isRunning(id: number): boolean;
}

/** What waiting for a lock needs from its surroundings. */
export interface LockHost {
  processes: Processes;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Ends the wait for a lock. */
  signal: AbortSignal;
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
 * @param about the file that is locked, as the user named it
 * @returns what releases it
 * @throws {FileError} when another process holds it
 */
export function lockFile(path: string, about: string, processes: Processes): () => void {
  const taken = take(path, processes);
  if ("release" in taken) return taken.release;
  throw new FileError(`another usdot${nameOf(taken.holder)} is writing ${about}`, {
    hint: `wait for it to end, or delete ${path} if it is gone`,
  });
}

/** Milliseconds between attempts, and until we give up. Locks that are waited for are held for milliseconds. */
const pause = 25;
const patience = 10_000;

/**
 * Runs an action while no other process runs one for the same path.
 *
 * @param path the file itself, with links resolved, since two names would give two locks
 * @throws {FileError} when another process keeps the lock for 10 seconds
 * @throws the system's error when no file can be created beside `path`
 */
export async function withFileLock<T>(
  path: string,
  { processes, sleep, signal }: LockHost,
  action: () => Promise<T>,
): Promise<T> {
  const lock = `${path}.lock`;
  let taken = take(lock, processes);
  for (let waited = 0; !("release" in taken); waited += pause) {
    if (waited >= patience) {
      throw new FileError(`cannot change ${path}: another process${nameOf(taken.holder)} has locked it`, {
        hint: `try again; if that process is not usdot, delete ${lock}`,
      });
    }
    await sleep(pause, signal);
    taken = take(lock, processes);
  }
  try {
    return await action();
  } finally {
    taken.release();
  }
}

/**
 * Takes a lock, or tells what is in the one that is there. The calls are synchronous so that nothing of ours comes between looking at a
 * lock and taking it.
 */
function take(path: string, processes: Processes): { release: () => void } | { holder: string } {
  const mine = JSON.stringify({ pid: processes.self, host: hostname() } satisfies Holder);
  for (let attempt = 0; attempt < 5; attempt++) {
    const holder = held.has(path) ? mine : create(path, mine, processes);
    if (holder === undefined) {
      held.add(path);
      return { release: () => release(path, mine) };
    }
    if (held.has(path) || isAlive(path, holder, processes)) return { holder };
    removeStale(path, holder);
  }
  return { holder: "" };
}

/** Creates the lock file, unless there is one; returns what is in that one. It is never seen empty, as it would be between `open` and `write`. */
function create(path: string, mine: string, { self }: Processes): string | undefined {
  const own = `${path}.${self}`;
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
function isAlive(path: string, content: string, { self, isRunning }: Processes): boolean {
  const holder = holderIn(content);
  if (holder === undefined) return Date.now() - changedAt(path) < longestCreation;
  if (holder.host !== hostname()) return true;
  // Our own ID in a lock that we don't hold is that of an earlier process: in a container each run is process 1.
  return holder.pid !== self && isRunning(holder.pid);
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

/** ` (process 42 on dispatch-3)`, if the lock says. */
function nameOf(content: string): string {
  const holder = holderIn(content);
  return holder === undefined ? "" : ` (process ${holder.pid} on ${holder.host})`;
}
