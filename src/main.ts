/** The process edge: argv, streams, signals, exit status. */
import { writeSync } from "node:fs";
import { homedir } from "node:os";
import type { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { InterruptedError } from "./errors.ts";
import { createProgram } from "./program.ts";
import { reportError } from "./runtime/error-report.ts";
import { exitStatuses, exitStatusOf } from "./runtime/exit-status.ts";
import type { Host } from "./runtime/host.ts";

/** Runs a command line in this process, and sets its exit status. */
export async function main(argv: readonly string[], version: string): Promise<void> {
  // Node's deprecations are ours to fix; users need not read about them.
  process.noDeprecation = true;
  const stdout = new Output(1, () => process.stdout, noteOutputError);
  // If standard error cannot be written to, there is nobody to tell.
  const stderr = new Output(
    2,
    () => process.stderr,
    () => {},
  );
  const host = thisProcess(version, stdout, stderr);
  try {
    await createProgram(host).parseAsync(argv, { from: "user" });
  } catch (error) {
    const failure = reportError(error, host);
    if (failure !== undefined) process.exitCode = exitStatusOf(failure);
  }
  // Flush pending output; don't wait for stuck handles, such as a name lookup.
  await Promise.all([stdout.written(), stderr.written()]);
  process.exit();
}

function thisProcess(version: string, stdout: Output<Host["stdout"]>, stderr: Output<Host["stderr"]>): Host {
  return {
    env: process.env,
    cwd: process.cwd(),
    home: home(),
    platform: process.platform,
    userId: process.getuid?.(),
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
    now: Date.now,
    elapsed: () => performance.now(),
    sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted()),
    random: Math.random,
    signal: stopSignal(),
    nodeMajor: Number.parseInt(process.versions.node, 10),
    version,
    processId: process.pid,
    isRunning,
  };
}

/** Signal 0 reaches a process without doing anything to it. One that is not ours counts, too. */
function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** An output of the process. Its stream is opened on first use: that takes milliseconds, and one short text does without. */
class Output<S extends Writable> {
  readonly #descriptor: number;
  readonly #open: () => S;
  readonly #onError: (error: unknown) => void;
  #stream: S | undefined;
  #used = false;

  constructor(descriptor: number, open: () => S, onError: (error: unknown) => void) {
    this.#descriptor = descriptor;
    this.#open = open;
    this.#onError = onError;
  }

  get stream(): S {
    this.#stream ??= this.#open().on("error", this.#onError);
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
      while (left.length > 0) left = left.subarray(writeSync(this.#descriptor, left));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EAGAIN") this.stream.write(left);
      else this.#onError(error);
    }
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

/** Ctrl-C and SIGTERM end the work in order; a second one ends the process the system's way. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort(new InterruptedError(name)));
  return stop.signal;
}

/** Our reader may go away at any time. Whoever writes reports what fails; this is for the rest. */
function noteOutputError(error: unknown): void {
  process.exitCode = statusOfOutputError(error);
}

/** The exit status when our output cannot be written. */
export function statusOfOutputError(error: unknown): number {
  return exitStatuses[(error as NodeJS.ErrnoException).code === "EPIPE" ? "closed" : "file"].status;
}
