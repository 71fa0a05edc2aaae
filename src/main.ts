/** The process edge: argv, streams, signals, exit status. */
import { writeSync } from "node:fs";
import { homedir } from "node:os";
import type { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { exitStatuses, exitStatusOf, InterruptedError } from "./errors.ts";
import { explain } from "./explain.ts";
import type { Host } from "./host.ts";
import { createProgram } from "./program.ts";

/** Milliseconds after the end in which a stuck name lookup or handshake may keep the process. */
const grace = 200;

/** Runs a command line in this process, and gives it its exit status. */
export async function main(argv: readonly string[], version: string): Promise<void> {
  // What is deprecated in Node is ours to mend, and no word to the user.
  process.noDeprecation = true;
  const host = thisProcess(version);
  try {
    await createProgram(host).parseAsync(argv, { from: "user" });
  } catch (error) {
    const failure = explain(error, host);
    if (failure !== undefined) process.exitCode = exitStatusOf(failure);
  }
  // What is stuck, such as a name lookup, has a moment left; what is still to be written has all the time that it needs.
  setTimeout(() => process.stdout.writableLength === 0 && process.exit(), grace).unref();
}

/**
 * Streams are made when they are first used, for each takes milliseconds to load. Whoever reads us may go away at any time: what fails
 * to be written is told by the one who writes it; the listeners are for the rest.
 */
function thisProcess(version: string): Host {
  let stdout: Host["stdout"] | undefined;
  let stderr: Host["stderr"] | undefined;
  const host: Host = {
    env: process.env,
    cwd: process.cwd(),
    home: home(),
    platform: process.platform,
    userId: process.getuid?.(),
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      stdout ??= process.stdout.on("error", (error) => {
        process.exitCode = statusOfOutput(error);
      });
      return stdout;
    },
    get stderr() {
      stderr ??= process.stderr.on("error", () => {});
      return stderr;
    },
    print: (text) => writeNow(1, text, stdout, () => host.stdout),
    tell: (text) => writeNow(2, text, stderr, () => host.stderr),
    now: Date.now,
    sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted()),
    random: Math.random,
    signal: stopSignal(),
    nodeMajor: Number.parseInt(process.versions.node, 10),
    version,
  };
  return host;
}

/**
 * Writes a text at once; through the stream where there is one already, where the reader is not ready, and on Windows, whose
 * terminals take text and no UTF-8.
 */
function writeNow(descriptor: 1 | 2, text: string, made: Writable | undefined, make: () => Writable): void {
  if (made || process.platform === "win32") return void make().write(text);
  let left = Buffer.from(text);
  try {
    while (left.length > 0) left = left.subarray(writeSync(descriptor, left));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") make().write(left);
    // What standard error does not take, nobody can be told.
    else if (descriptor === 1) process.exitCode = statusOfOutput(error);
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

/** The exit status where our output cannot be written. */
export function statusOfOutput(error: unknown): number {
  return exitStatuses[(error as NodeJS.ErrnoException).code === "EPIPE" ? "closed" : "file"].status;
}
