/** The process edge: argv, streams, signals, exit status. */
import { once, setMaxListeners } from "node:events";
import { writeSync } from "node:fs";
import { homedir } from "node:os";
import { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { settingFlags } from "./commands/setting-flags.ts";
import {
  FileError,
  InterruptedError,
  OutputClosedError,
  reasonOf,
  type StopSignal,
  stopSignals,
  type UsdotError,
} from "./errors.ts";
import { createProgram } from "./program.ts";
import { reportError } from "./runtime/error-report.ts";
import { exitStatusOf } from "./runtime/exit-status.ts";
import type { Host } from "./runtime/host.ts";
import { onFirstUse } from "./text/unsafe-characters.ts";

/** Milliseconds from a signal to the end of the process, whatever is still to be written and whoever doesn't read it. */
const longestGoodbye = 5_000;

/**
 * Runs a command line in this process, and ends it with its exit status.
 *
 * @param isOutputClosed whether standard output was closed before we were started
 */
export async function main(argv: readonly string[], version: string, isOutputClosed: () => boolean): Promise<void> {
  const stdout = standardOutput(isOutputClosed);
  const stderr = standardError();
  const host = thisProcess(version, stdout, stderr);
  const program = createProgram(host);
  const failWith = async (error: unknown) => {
    const failure = await reportError(error, host, settingFlags(program));
    if (failure !== undefined) process.exitCode = exitStatusOf(failure);
  };
  // Flush pending output; don't wait for stuck handles, such as a name lookup.
  const end = async () => {
    await Promise.all([stdout.written(), stderr.written()]);
    // Most of what is still under way ends by itself: no reason to end by a signal, see `stopSignal`.
    for (let waited = 0; hasBusyThreads() && waited < 200; waited += 10) await sleep(10);
    process.exit();
  };
  // What nobody awaits can only be a bug.
  process.once("uncaughtException", (error) => void failWith(error).then(end));
  await program.parseAsync(argv, { from: "user" }).catch(failWith);
  await end();
}

function thisProcess(version: string, stdout: Output<Host["stdout"]>, stderr: Output<Host["stderr"]>): Host {
  // Until something is to be stopped in order, a signal ends the process the system's way.
  const stopped = onFirstUse(stopSignal);
  return {
    env: process.env,
    cwd: process.cwd(),
    home: home(),
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
    print: (text) => stdout.write(text),
    tell: (text) => stderr.write(text),
    drained: () => stderr.drained(stopped()),
    now: Date.now,
    sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted()),
    random: Math.random,
    get signal() {
      return stopped();
    },
    nodeMajor: Number.parseInt(process.versions.node, 10),
    version,
  };
}

interface OutputOptions<S> {
  open(): S;
  /** Writes directly, and says how many bytes; throws what went wrong. */
  write(bytes: Buffer): number;
  /** What a direct write failed with, for whoever wrote. */
  onWriteError(error: unknown): void;
  /** What the stream failed with. */
  onStreamError(error: unknown): void;
}

/** An output of the process. Its stream is opened on first use: that takes milliseconds, and one short text does without. */
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
   * Writes the first text directly. The rest goes through the stream, so that a reader that takes nothing doesn't keep us from
   * reacting to Ctrl-C; on Windows everything does, since its terminals take text rather than UTF-8.
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

  /** Resolves when the reader has caught up, or is gone, or we are to stop; undefined if there is nothing to wait for. */
  drained(signal: AbortSignal): Promise<void> | undefined {
    const stream = this.#stream;
    if (!stream?.writable || !stream.writableNeedDrain) return undefined;
    return once(stream, "drain", { signal }).then(
      () => {},
      () => {},
    );
  }

  /** Waits until everything is written, or cannot be. */
  async written(): Promise<void> {
    const stream = this.#stream;
    if (stream?.writableLength) await new Promise<unknown>((resolve) => stream.write("", resolve));
  }
}

/** A user whom the system doesn't know, as in some containers, has no home. */
function home(): string {
  try {
    return homedir();
  } catch {
    return "/";
  }
}

/** Whether a process exists; one that we may not signal does. */
function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The first signal ends the work in order and in a limited time; a second one ends the process the system's way. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  // Every request under way listens to it; Node warns of a leak above 10.
  setMaxListeners(0, stop.signal);
  const heard = (name: StopSignal) => {
    for (const each of stopSignals) process.removeListener(each, heard);
    const error = new InterruptedError(name);
    setTimeout(() => process.exit(exitStatusOf(error)), longestGoodbye).unref();
    // Node's exit waits for its threads. The signal itself does not, and shells give it the same status.
    process.once("exit", () => hasBusyThreads() && process.kill(process.pid, name));
    stop.abort(error);
  };
  for (const name of stopSignals) process.on(name, heard);
  return stop.signal;
}

/** Whether a name is looked up or a file is used: either may take any time (a FIFO that nobody opens), and cannot be taken back. */
function hasBusyThreads(): boolean {
  return process.getActiveResourcesInfo().some((resource) => /^(?:GetAddrInfo|FSReq)/.test(resource));
}

function standardOutput(isOutputClosed: () => boolean): Output<Host["stdout"]> {
  const closed = () => Object.assign(new Error("standard output is closed"), { code: "EBADF" });
  return new Output<Host["stdout"]>({
    open: () => (isOutputClosed() ? new Writable({ write: (_, __, done) => done(closed()) }) : process.stdout),
    write(bytes) {
      if (isOutputClosed()) throw closed();
      return writeSync(1, bytes);
    },
    onWriteError(error) {
      throw outputError(error);
    },
    // Our reader may go away at any time. Whoever writes reports what fails; this is for the rest.
    onStreamError(error) {
      process.exitCode = exitStatusOf(outputError(error));
    },
  });
}

/**
 * Node writes to terminals synchronously: one that is stopped (Ctrl-S) or whose window hangs would keep us from hearing a signal. We wait
 * for what is written before the process ends, so there is no need for it. The method is Node's own, and no harm is done where it is missing.
 */
function unblocked<S extends Writable & { _handle?: { setBlocking?(blocking: boolean): unknown } }>(stream: S): S {
  if ("isTTY" in stream && stream.isTTY) stream._handle?.setBlocking?.(false);
  return stream;
}

/** If standard error cannot be written to, there is nobody to tell. */
function standardError(): Output<Host["stderr"]> {
  return new Output<Host["stderr"]>({
    open: () => process.stderr,
    write: (bytes) => writeSync(2, bytes),
    onWriteError() {},
    onStreamError() {},
  });
}

function outputError(cause: unknown): UsdotError {
  return (cause as NodeJS.ErrnoException).code === "EPIPE"
    ? new OutputClosedError("the reader of the output went away", { cause })
    : new FileError(`cannot write the output: ${reasonOf(cause)}`, { cause });
}
