/** The process edge: argv, streams, signals, exit status. */
import { once, setMaxListeners } from "node:events";
import { fstatSync, writeSync } from "node:fs";
import type { Writable } from "node:stream";
import type { ChangedFlags } from "./changed-flags.ts";
import { settingFlags } from "./commands/setting-flags.ts";
import { InterruptedError, type StopSignal, stopSignals } from "./errors.ts";
import { outputError } from "./output/file-error.ts";
import { createProgram } from "./program.ts";
import { reportError } from "./runtime/error-report.ts";
import { exitStatusOf } from "./runtime/exit-status.ts";
import type { Host } from "./runtime/host.ts";
import { onFirstUse } from "./text/unsafe-characters.ts";

/** Most milliseconds from a signal to the end of the process, even if output is still unread. */
const longestGoodbye = 5_000;

/**
 * Runs a command line, and ends the process with its exit status.
 *
 * @param isOutputClosed whether standard output was closed before we were started
 * @param flags where V8's flags are changed
 */
export async function main(
  argv: readonly string[],
  version: string,
  isOutputClosed: () => boolean,
  flags: ChangedFlags,
): Promise<void> {
  const stdout = standardOutput(isOutputClosed);
  const stderr = standardError();
  const host = thisProcess(version, stdout, stderr, flags);
  const program = createProgram(host);
  const failWith = async (error: unknown) => {
    const failure = await reportError(error, host, settingFlags(program));
    if (failure !== undefined) process.exitCode = exitStatusOf(failure);
  };
  // Flush pending output; don't wait for stuck handles, such as a name lookup.
  const end = async () => {
    await Promise.all([stdout.written(), stderr.written()]);
    // Most pending calls finish in a moment; then we can exit with a status instead of a signal (see `stopSignal`).
    for (let waited = 0; hasBusyThreads() && waited < 200; waited += 10) await sleep(10);
    process.exit();
  };
  // An error that nothing awaits can only be a bug.
  process.once("uncaughtException", (error) => void failWith(error).then(end));
  await program.parseAsync(argv, { from: "user" }).catch(failWith);
  await end();
}

function thisProcess(
  version: string,
  stdout: Output<Host["stdout"]>,
  stderr: Output<Host["stderr"]>,
  { change }: ChangedFlags,
): Host {
  // Installed on first use: until there is something to stop cleanly, signals end the process the default way.
  const stopped = onFirstUse(stopSignal);
  return {
    env: process.env,
    cwd: process.cwd(),
    get home() {
      return home();
    },
    platform: process.platform,
    userId: process.getuid?.(),
    processes: { self: process.pid, isRunning },
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return stdout.stream;
    },
    get stderr() {
      return stderr.stream;
    },
    columns: () => (isTerminal(1) ? stdout.stream.columns : undefined),
    print: (text) => stdout.write(text),
    tell: (text) => stderr.write(text),
    drained: () => stderr.drained(stopped()),
    now: Date.now,
    // Loading `performance` takes a start two milliseconds.
    elapsed: () => process.uptime() * 1_000,
    sleep: (milliseconds, signal) => sleep(milliseconds, signal).catch(() => signal.throwIfAborted()),
    random: Math.random,
    get signal() {
      return stopped();
    },
    nodeMajor: Number.parseInt(process.versions.node, 10),
    setV8Flags: change,
    version,
  };
}

interface OutputOptions<S> {
  open(): S;
  /** Writes directly, and returns the number of bytes written. */
  write(bytes: Buffer): number;
  /** Handles the failure of a direct write, for its caller. */
  onWriteError(error: unknown): void;
  /** Handles an error of the stream. */
  onStreamError(error: unknown): void;
}

/** An output of the process. Opening its stream takes milliseconds and isn't needed for one short text, so it waits for first use. */
class Output<S extends Writable> {
  readonly #options: OutputOptions<S>;
  #stream: S | undefined;
  #used = false;

  constructor(options: OutputOptions<S>) {
    this.#options = options;
  }

  get stream(): S {
    this.#stream ??= unblocked(this.#options.open()).on("error", this.#options.onStreamError);
    return this.#stream;
  }

  /**
   * Writes the first text directly. Everything else goes through the stream, so that a reader that stops reading can't keep us
   * from handling Ctrl-C. On Windows, everything uses the stream, because terminals there expect text rather than UTF-8.
   */
  write(text: string): void {
    if (this.#used || this.#stream || process.platform === "win32") return void this.stream.write(text);
    this.#used = true;
    let left = Buffer.from(text);
    try {
      while (left.length > 0) left = left.subarray(this.#options.write(left));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EAGAIN") this.stream.write(left);
      else this.#options.onWriteError(error);
    }
  }

  /** Resolves when the reader has caught up or is gone, or on a signal; undefined if there is nothing to wait for. */
  drained(signal: AbortSignal): Promise<void> | undefined {
    const stream = this.#stream;
    if (!stream?.writable || !stream.writableNeedDrain) return undefined;
    return once(stream, "drain", { signal }).then(
      () => {},
      () => {},
    );
  }

  /** Resolves when everything is written or has failed. */
  async written(): Promise<void> {
    const stream = this.#stream;
    if (stream?.writableLength) await new Promise<unknown>((resolve) => stream.write("", resolve));
  }
}

/** Not imported, like all that help doesn't need: it would wait for it. */
function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return process.getBuiltinModule("node:timers/promises").setTimeout(milliseconds, undefined, signal && { signal });
}

/** Users that the system doesn't know, as in some containers, have no home. */
function home(): string {
  // What the system would say, had its module been loaded.
  const { HOME } = process.env;
  if (HOME !== undefined && process.platform !== "win32") return HOME;
  try {
    return process.getBuiltinModule("node:os").homedir();
  } catch {
    return "/";
  }
}

/** Whether a process exists, including one that we may not signal. */
function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The first signal stops the run cleanly and within a time limit; a second one ends the process the default way. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  // Every pending request listens to it, and Node warns about more than 10 listeners.
  setMaxListeners(0, stop.signal);
  const heard = (name: StopSignal) => {
    for (const each of stopSignals) process.removeListener(each, heard);
    const error = new InterruptedError(name);
    setTimeout(() => process.exit(exitStatusOf(error)), longestGoodbye).unref();
    // Exiting waits for busy threads. Dying of the signal doesn't, and a shell reports the same status.
    process.once("exit", () => hasBusyThreads() && process.kill(process.pid, name));
    stop.abort(error);
  };
  for (const name of stopSignals) process.on(name, heard);
  return stop.signal;
}

/** Whether a thread is busy with a name lookup or a file, which can take forever (a FIFO that nobody opens) and can't be canceled. */
function hasBusyThreads(): boolean {
  return process.getActiveResourcesInfo().some((resource) => /^(?:GetAddrInfo|FSReq)/.test(resource));
}

function standardOutput(isOutputClosed: () => boolean): Output<Host["stdout"]> {
  const closed = () => Object.assign(new Error("standard output is closed"), { code: "EBADF" });
  return new Output<Host["stdout"]>({
    open: () => (isOutputClosed() ? failingStream(closed) : process.stdout),
    write(bytes) {
      if (isOutputClosed()) throw closed();
      return writeSync(1, bytes);
    },
    onWriteError(error) {
      throw outputError(error);
    },
    // The reader may go away at any time. Writers report their own failures; this covers the rest.
    onStreamError(error) {
      process.exitCode = exitStatusOf(outputError(error));
    },
  });
}

function failingStream(failure: () => Error): Writable {
  // Not imported: help needs no streams, and they take as long to load as the rest of it.
  const { Writable } = process.getBuiltinModule("node:stream");
  return new Writable({ write: (_, __, done) => done(failure()) });
}

function isTerminal(descriptor: number): boolean {
  // Asking Node loads its networking, so a pipe is told from a terminal beforehand.
  return isCharacterDevice(descriptor) && process.getBuiltinModule("node:tty").isatty(descriptor);
}

function isCharacterDevice(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    return false;
  }
}

/**
 * Node writes to terminals synchronously, so a stopped one (Ctrl-S) would keep us from handling signals. We flush before exiting and don't
 * need that. The method is internal to Node, and it does no harm if it is missing.
 */
function unblocked<S extends Writable & { _handle?: { setBlocking?(blocking: boolean): unknown } }>(stream: S): S {
  if ("isTTY" in stream && stream.isTTY) stream._handle?.setBlocking?.(false);
  return stream;
}

/** If standard error can't be written to, there is no one to tell. */
function standardError(): Output<Host["stderr"]> {
  return new Output<Host["stderr"]>({
    open: () => process.stderr,
    write: (bytes) => writeSync(2, bytes),
    onWriteError() {},
    onStreamError() {},
  });
}
