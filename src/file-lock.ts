/**
 * Lets one process at a time read, change and write a file. Node offers no file locks, so another file next to it serves as the lock, and
 * contains the id of the process that holds it.
 */
import { readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { FileError } from "./errors.ts";

/** What a lock needs from its surroundings. */
export interface LockHost {
  processes: {
    /** The id of this process. */
    self: number;
    /** Whether a process with this id exists on this machine, no matter whose. */
    isRunning(id: number): boolean;
  };
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Ends the wait for a lock. */
  signal: AbortSignal;
}

/** Milliseconds between attempts, and until we give up. Locks are normally held for milliseconds. */
const pause = 25;
const patience = 10_000;

/** The locks that this process holds. Any other lock with its id was left by an earlier process that had the same id. */
const held = new Set<string>();

/**
 * Runs an action while no other process runs one for the same path. The lock of a process that no longer exists is taken over.
 *
 * @param path the file itself, with links resolved, since two names would give two locks
 * @throws {FileError} when another process keeps the lock for 10 seconds
 * @throws the system's error when no file can be created beside `path`
 */
export async function withFileLock<T>(path: string, host: LockHost, action: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`;
  for (let waited = 0; !take(lock, host); waited += pause) {
    if (waited >= patience) throw stillLocked(path, lock);
    await host.sleep(pause, host.signal);
  }
  held.add(lock);
  try {
    return await action();
  } finally {
    held.delete(lock);
    removeIfThere(lock);
  }
}

function take(lock: string, host: LockHost): boolean {
  if (create(lock, host)) return true;
  if (!isAbandoned(lock, host)) return false;
  // Only one process at a time may remove an abandoned lock; another could remove the new lock that the first one takes next. All of this
  // is synchronous, so it is unlikely to be interrupted halfway.
  const removal = `${lock}.stale`;
  if (!create(removal, host)) {
    if (isAbandoned(removal, host)) removeIfThere(removal);
    return false;
  }
  try {
    if (isAbandoned(lock, host)) removeIfThere(lock);
  } finally {
    removeIfThere(removal);
  }
  return create(lock, host);
}

/** Creates the file and returns true, unless it exists. */
function create(path: string, { processes }: LockHost): boolean {
  try {
    writeFileSync(path, `${processes.self} ${hostname()}\n`, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Whether the process that created the file is gone. We can't tell for other machines, which may share a home directory. */
function isAbandoned(path: string, { processes }: LockHost): boolean {
  const holder = holderOf(path);
  if (holder === undefined || holder.machine !== hostname()) return false;
  return holder.id === processes.self ? !held.has(path) : !processes.isRunning(holder.id);
}

/** Who created the file; undefined if it was just removed or is still being written. */
function holderOf(path: string): { id: number; machine: string } | undefined {
  try {
    const [, id, machine] = /^(\d+) (.*)\n$/.exec(readFileSync(path, "utf8")) ?? [];
    return id === undefined || machine === undefined ? undefined : { id: Number(id), machine };
  } catch {
    return undefined;
  }
}

function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Another process removed it, or will take it over.
  }
}

function stillLocked(path: string, lock: string): FileError {
  const holder = holderOf(lock);
  const who = holder === undefined ? "another process" : `process ${holder.id} on ${holder.machine}`;
  return new FileError(`cannot change ${path}: ${who} has locked it`, {
    hint: `try again; if that process is not usdot, delete ${lock}`,
  });
}
