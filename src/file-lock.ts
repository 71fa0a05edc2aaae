/**
 * Lets one run at a time write a file, also where containers or machines share its directory.
 *
 * Node offers no file locks, so a log beside the file serves as one. A run claims the lock by appending a line that names the claim before
 * it; if two runs do so at once, the first line counts. From then on it appends a line feed every second. A log that has stopped growing
 * belongs to a dead run, and the next one claims the lock.
 */
import {
  closeSync,
  constants,
  promises as files,
  fstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  readSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { FileError, UsageError } from "./errors.ts";
import { readJson } from "./text/json-text.ts";

/** The processes that this one can see. */
export interface Processes {
  /** The ID of this process. */
  self: number;
  /** Whether a process with this ID is running, no matter whose. */
  isRunning(id: number): boolean;
}

/** What taking a lock needs from its surroundings. */
export interface LockHost {
  processes: Processes;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Ends the wait for a lock. */
  signal: AbortSignal;
  /** Takes what there is to say, such as about a long wait. */
  note?(text: string): void;
}

interface Claim {
  id: string;
  pid: number;
  host: string;
  /** Within it, process IDs mean the same; undefined where the system does not say. */
  space: string | undefined;
}

type Entry = { claim?: Claim; after?: string; note?: unknown; end?: string };

/** What a log says. */
interface Log {
  /** The last claim that counts. */
  holder: Claim | undefined;
  /** Whether the holder gave the lock back. */
  ended: boolean;
  note: unknown;
  /** How long it is: a holder that lives adds to it. */
  size: number;
}

/** Milliseconds between two signs of life of a holder. */
const beat = 1_000;
/** Milliseconds without a sign of life after which a holder counts as dead. */
const deadAfter = 10_000;
/** Milliseconds that a run waits for a lock that others hold for a moment. */
const lockTimeout = 15_000;
/** Milliseconds between two looks at a lock. */
const pause = 50;
/** Milliseconds after which a wait is told: a holder that lives would have shown it. */
const longWait = 1_500;

/** The claims that this process holds: two runs in one process, as in tests, have one process ID. */
const held = new Set<string>();

/**
 * Takes the lock whose log is at `path`. The lock of a dead run is free at once where its process can be seen to be gone, and after ten
 * seconds otherwise.
 * @param path the log. Derive it from the real path of what is locked: two names would give two locks
 * @param about what is locked, as the user named it
 * @param options.wait whether to wait for the run that holds it, which is going to be done in a moment
 * @throws {FileError} when another run holds it
 * @throws {UsageError} when there is a file at `path` that is not a log of ours
 * @throws the system's error when the log cannot be created or read
 */
export async function lockFile(path: string, about: string, host: LockHost, { wait = false } = {}): Promise<FileLock> {
  let seen: number | undefined;
  let unchanged = 0;
  for (let waited = 0; ; waited += pause) {
    const taken = take(path, host.processes, unchanged >= deadAfter);
    if (taken instanceof FileLock) return taken;
    const { holder, size } = taken;
    const isAlive = held.has(holder?.id ?? "") || (seen !== undefined && size !== seen);
    if (wait ? waited >= lockTimeout : isAlive)
      throw new FileError(`${whoIs(holder)} is writing ${about}`, { hint: `wait for it to end; its lock is ${path}` });
    if (waited === longWait)
      host.note?.(`${whoIs(holder)} may be writing ${about}: waiting up to ${deadAfter / 1_000} s to find out`);
    unchanged = size === seen ? unchanged + pause : 0;
    seen = size;
    await host.sleep(pause, host.signal);
  }
}

function whoIs(holder: Claim | undefined): string {
  return `another usdot${holder === undefined ? "" : ` (process ${holder.pid} on ${holder.host})`}`;
}

/**
 * Creates a directory and its parents, for their owner alone. Node's `recursive` option never returns under /proc, where nothing can be
 * created.
 */
export async function createDirectory(path: string): Promise<void> {
  const isThere = () => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isThere()) return;
  await createDirectory(dirname(path));
  await files.mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    // Another process may have been faster. A file, or a link to nothing, is in the way.
    if (error.code !== "EEXIST" || !isThere()) throw error;
  });
}

/** Replaces or creates a file that its owner alone may read: a crash leaves the old content or the new one. */
export async function replaceFile(path: string, text: string): Promise<void> {
  // Loaded here, since it is slow to load and lookups don't need it.
  const { randomBytes } = await import("node:crypto");
  const temporary = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    await files.writeFile(temporary, text, { flag: "wx", mode: 0o600, flush: true });
    await files.rename(temporary, path);
  } catch (error) {
    await files.unlink(temporary).catch(() => {});
    throw error;
  }
}

/** A lock that this run holds, until it releases it. */
export class FileLock {
  /** What an earlier run left here when it ended early, with its note; undefined if there was none. */
  readonly earlier: { note: unknown } | undefined;
  readonly #path: string;
  readonly #file: number;
  readonly #id: string;
  readonly #heart: NodeJS.Timeout;

  constructor(path: string, file: number, id: string, earlier: { note: unknown } | undefined) {
    this.earlier = earlier;
    this.#path = path;
    this.#file = file;
    this.#id = id;
    held.add(id);
    // Not asynchronously: the file may be closed by then, and its descriptor another file's.
    this.#heart = setInterval(() => attempt(() => writeSync(file, "\n")), beat).unref();
  }

  /** Leaves a note for a later run, in case this one ends early: any JSON value. */
  note(note: unknown): void {
    append(this.#file, { note });
  }

  /** Whether it is still ours. A run that was stopped for a while, such as by Ctrl-Z, may have lost it. */
  isHeld(): boolean {
    if (!held.has(this.#id)) return false;
    return readLog(this.#file)?.holder?.id === this.#id && isAt(this.#path, this.#file);
  }

  /** @param options.keep whether to leave the log and its note to a later run */
  release({ keep = false } = {}): void {
    clearInterval(this.#heart);
    const isOurs = this.isHeld();
    if (!held.delete(this.#id)) return;
    if (isOurs && keep) attempt(() => append(this.#file, { end: this.#id }));
    closeSync(this.#file);
    if (isOurs && !keep) attempt(() => unlinkSync(this.#path));
  }
}

/**
 * Takes a lock that is free, or returns who holds it. The calls are synchronous so that nothing of ours comes between looking at a lock and
 * taking it.
 */
function take(path: string, processes: Processes, isSeenDead: boolean): FileLock | Log {
  const { file, isNew } = openLog(path);
  let taken: FileLock | Log | undefined;
  try {
    const log = readLog(file);
    if (log === undefined) throw notOurs(path);
    // An empty one another run may have created a moment ago, or before it was killed.
    const isDead = log.size === 0 ? isSeenDead : !isAlive(log.holder, processes, isSeenDead);
    const isFree = isNew || log.ended || isDead;
    taken = isFree ? claim(path, file, log, processes) : log;
    return taken;
  } catch (error) {
    if (isNew) unlinkSync(path);
    throw error;
  } finally {
    if (!(taken instanceof FileLock)) closeSync(file);
  }
}

/** Claims a lock, and looks who was first. */
function claim(path: string, file: number, before: Log, { self }: Processes): FileLock | Log {
  const { holder, note } = before;
  const id = `${self}-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
  const own: Claim = { id, pid: self, host: hostname(), space: processSpace() };
  append(file, { claim: own, after: holder?.id ?? "" });
  const log = readLog(file) ?? before;
  return log.holder?.id === id && isAt(path, file) ? new FileLock(path, file, id, holder && { note }) : log;
}

/** The sentence about a file whose name we need, and that is not ours. */
export function notOurs(path: string): UsageError {
  return new UsageError(`${path} already exists and was not created by usdot`, {
    hint: "move it, or choose another file",
  });
}

function openLog(path: string): { file: number; isNew: boolean } {
  const { O_RDWR, O_APPEND, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  for (;;) {
    const created = openUnless("EEXIST", path, "ax+");
    if (created !== undefined) return { file: created, isNew: true };
    const found = openUnless("ENOENT", path, O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK);
    if (found !== undefined) return { file: found, isNew: false };
  }
}

/** Opens a file; undefined if that fails for this reason. */
function openUnless(reason: string, path: string, flags: string | number): number | undefined {
  try {
    return openSync(path, flags);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === reason) return undefined;
    throw code === "ELOOP" || code === "EISDIR" ? notOurs(path) : error;
  }
}

/** How each entry begins. The line feed in front ends one that a full disk cut off. */
const start = '\n{"usdot":1,';

function append(file: number, entry: object): void {
  const line = Buffer.from(`\n${JSON.stringify({ usdot: 1, ...entry })}\n`);
  if (writeSync(file, line) < line.length) throw Object.assign(new Error(), { code: "ENOSPC" });
}

/** A holder that cannot show that it is alive loses its lock, and notices when it writes; one that cannot give it back is dead soon. */
function attempt(action: () => unknown): void {
  try {
    action();
  } catch {
    // See above.
  }
}

/** What a log says; undefined for a file that is none of ours. */
function readLog(file: number): Log | undefined {
  const text = fstatSync(file).isFile() ? contentOf(file) : undefined;
  if (text === undefined || (text !== "" && !text.startsWith(start))) return undefined;
  const log: Log = { holder: undefined, ended: false, note: undefined, size: text.length };
  for (const line of text.split("\n").filter(Boolean)) {
    const { claim, after, note, end }: Entry = readJson(line) ?? {};
    if (claim && after === (log.holder?.id ?? "")) Object.assign(log, { holder: claim, ended: false });
    if (note !== undefined) log.note = note;
    if (end !== undefined && end === log.holder?.id) log.ended = true;
  }
  return log;
}

/** Of a file that is none of ours, only the first characters: it may be of any size. A power loss may leave NULs in ours. */
function contentOf(file: number): string {
  const read = (length: number) => {
    const bytes = Buffer.alloc(length);
    return bytes.toString("utf8", 0, readSync(file, bytes, 0, length, 0));
  };
  const head = read(start.length);
  return head === start || head.startsWith("\0") ? read(fstatSync(file).size).replace(/^\0+/, "") : head;
}

function isAt(path: string, file: number): boolean {
  const there = statSync(path, { bigint: true, throwIfNoEntry: false });
  const { dev, ino } = fstatSync(file, { bigint: true });
  return there?.dev === dev && there.ino === ino;
}

function isAlive(holder: Claim | undefined, { self, isRunning }: Processes, isSeenDead: boolean): boolean {
  if (holder === undefined) return false;
  const { id, pid, space } = holder;
  if (held.has(id)) return true;
  // Our own ID in a claim that we don't hold is that of an earlier process.
  const isGone = space !== undefined && space === processSpace() && (pid === self || !isRunning(pid));
  return !isGone && !isSeenDead;
}

/** Tells apart machines, their starts and their containers: in each container, the first process is process 1. */
function processSpace(): string | undefined {
  try {
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return undefined;
  }
}
