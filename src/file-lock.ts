/**
 * Lets one process at a time read, change and write a file. Node has no access to the system's locks, so a file beside it stands for one:
 * it names the process that holds it.
 */
import { readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { FileError } from "./errors.ts";

/** What a lock needs to know and do. */
export interface LockHost {
  processes: {
    /** The id of this process. */
    self: number;
    /** Whether a process with this id exists on this machine, whoever runs it. */
    isRunning(id: number): boolean;
  };
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Ends the wait for a lock. */
  signal: AbortSignal;
}

/** Milliseconds between two attempts, and until a lock that stays taken is an error: its holder works for milliseconds. */
const pause = 25;
const patience = 10_000;

/** The locks that this process holds: one with its id that is not among them was left by an earlier process with the same id. */
const held = new Set<string>();

/**
 * Runs an action while no other process that locks the same path runs its own. Locks of processes that no longer exist are taken over.
 *
 * @param path the file itself, with links resolved: two names of one file would be two locks
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
  // Only one process may remove an abandoned lock: a second one would remove what the first one takes next. All of this is
  // synchronous, so that hardly anything can end it halfway.
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

/** Creates the file, unless it exists. */
function create(path: string, { processes }: LockHost): boolean {
  try {
    writeFileSync(path, `${processes.self} ${hostname()}\n`, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Whether the process that created the file is gone. Of processes on other machines, which share a home directory, we cannot tell. */
function isAbandoned(path: string, { processes }: LockHost): boolean {
  const holder = holderOf(path);
  if (holder === undefined || holder.machine !== hostname()) return false;
  return holder.id === processes.self ? !held.has(path) : !processes.isRunning(holder.id);
}

/** Who created the file; undefined if it was just removed, or is being written. */
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
    // Somebody else removed it, or nobody can: then the next process takes it over.
  }
}

function stillLocked(path: string, lock: string): FileError {
  const holder = holderOf(lock);
  const who = holder === undefined ? "another process" : `process ${holder.id} on ${holder.machine}`;
  return new FileError(`cannot change ${path}: ${who} has locked it`, {
    hint: `try again; if that process is not usdot, delete ${lock}`,
  });
}
