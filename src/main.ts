/** The process edge: argv, streams, signals, exit status. */
import { writeSync } from "node:fs";
import { homedir } from "node:os";
import type { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { exitStatuses, exitStatusOf, InterruptedError } from "./errors.ts";
import { createProgram } from "./program.ts";
import { explain } from "./runtime/error-report.ts";
import type { Host } from "./runtime/host.ts";

/** Runs a command line in this process, and gives it its exit status. */
export async function main(argv: readonly string[], version: string): Promise<void> {
  // What is deprecated in Node is ours to mend, and no word to the user.
  process.noDeprecation = true;
  const stdout = new Output(1, () => process.stdout, tellOfOutput);
  // What standard error does not take, nobody can be told.
  const stderr = new Output(
    2,
    () => process.stderr,
    () => {},
  );
  const host = thisProcess(version, stdout, stderr);
  try {
    await createProgram(host).parseAsync(argv, { from: "user" });
  } catch (error) {
    const failure = explain(error, host);
    if (failure !== undefined) process.exitCode = exitStatusOf(failure);
  }
  // What is still to be written has all the time that it needs; what is stuck, such as a name lookup, has none.
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
    sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted()),
    random: Math.random,
    signal: stopSignal(),
    nodeMajor: Number.parseInt(process.versions.node, 10),
    version,
  };
}

/** An output of the process, whose stream is made when it is needed: it takes milliseconds to load, and one short text does without. */
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
   * The first text is written at once. The others go through the stream, for a reader that takes nothing must not keep us from
   * heeding Ctrl-C; on Windows all do, whose terminals take text and no UTF-8.
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

  /** Waits until all is written, or cannot be. */
  async written(): Promise<void> {
    const stream = this.#stream;
    if (stream?.writableLength) await new Promise<unknown>((resolve) => stream.write("", resolve));
  }
}

/** A user whom the system does not know, as in some containers, has none. */
function home(): string {
  try {
    return homedir();
  } catch {
    return "/";
  }
}

/** Ctrl-C and SIGTERM end the work in order; a second one ends the process as the system does. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort(new InterruptedError(name)));
  return stop.signal;
}

/** Whoever reads us may go away at any time: what fails to be written is told by the one who writes it; this is for the rest. */
function tellOfOutput(error: unknown): void {
  process.exitCode = statusOfOutput(error);
}

/** The exit status where our output cannot be written. */
export function statusOfOutput(error: unknown): number {
  return exitStatuses[(error as NodeJS.ErrnoException).code === "EPIPE" ? "closed" : "file"].status;
}
