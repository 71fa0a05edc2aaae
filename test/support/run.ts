/**
 * Runs command lines: in this process over a host in memory, or by the built
 * program in a process of its own.
 */

import {
  type ChildProcess,
  type SpawnOptions,
  spawn,
} from "node:child_process";
import { resolve } from "node:path";
import { PassThrough, Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { InterruptedError, type StopSignal } from "../../src/errors.ts";
import { shownPath } from "../../src/files/file-error.ts";
import { run as runInHost } from "../../src/main.ts";
import type { Host } from "../../src/run/host.ts";
import { temporaryDirectory } from "./resources.ts";

/** Words between blanks, of which `'a b'` is one; or the words as they are. */
type Typed = string | readonly string[];

export function wordsOf(typed: Typed): readonly string[] {
  if (typeof typed !== "string") return typed;
  const words = typed.match(/'[^']*'|\S+/g) ?? [];
  return words.map((word) => word.replace(/^'(.*)'$/, "$1"));
}

/** The current time in every test that shows dates. */
export const testDay = Date.parse("2026-11-21T12:00:00Z");

export interface RunOptions {
  /**
   * The content of standard input; without it, standard input is a terminal on
   * which nobody types (built program: empty).
   */
  stdin?: string | Uint8Array | undefined;
  /** Nothing else is set: no home of the developer, no proxies, no USDOT_*. */
  env?: Record<string, string> | undefined;
  /** By default a new empty directory, which is also the home. */
  cwd?: string | undefined;
}

export interface MemoryOptions extends RunOptions {
  /**
   * Whether standard output and standard error are a terminal, by default of 80
   * columns and 24 rows.
   */
  tty?: boolean | undefined;
  width?: number | undefined;
  height?: number | undefined;
  /** Milliseconds since 1970; by default `testDay`. */
  now?: number | undefined;
  /** Stops the run when it is aborted. */
  signal?: AbortSignal | undefined;
}

export interface RunResult {
  status: number;
  stdout: string;
  stderr: string;
}

export interface MemoryResult extends RunResult {
  /** What standard output got, as bytes: for .xlsx. */
  bytes: Buffer;
  /** The sleeps in milliseconds, in order. */
  slept: number[];
}

/**
 * Runs a command line in this process, over a host in memory. Sleeping takes no
 * time, and advances the clock.
 */
export async function run(
  typed: Typed,
  options: MemoryOptions = {},
): Promise<MemoryResult> {
  const { host, stdout, stderr, slept } = memoryHost(options);
  const status = await runInHost(wordsOf(typed), host);
  const bytes = stdout();
  return {
    status,
    stdout: bytes.toString(),
    stderr: stderr().toString(),
    bytes,
    slept,
  };
}

/** How a run ends, and what it says of that among other things. */
export const ending = (status: number, said: string) => ({
  status,
  stderr: expect.stringContaining(said),
});

/** How a run ends that is refused: with 2, for that reason, and nothing printed. */
export const refusal = (said: string) => ({ ...ending(2, said), stdout: "" });

/** The values of lines of JSON. */
export const jsonLines = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

/** What a run says, but that sample data is invented. */
export const saidIn = ({ stderr }: RunResult) =>
  stderr.replace(/^usdot: note: sample data: .*\n/m, "");

/** A signal, and what sends it as a person or a system does. */
export function stoppable() {
  const controller = new AbortController();
  const stop = (signal: StopSignal = "SIGINT") =>
    controller.abort(new InterruptedError(signal));
  return { signal: controller.signal, stop };
}

/** A host in memory, and what has been written to it so far. */
export function memoryHost({
  cwd = temporaryDirectory(),
  env = {},
  signal = new AbortController().signal,
  ...options
}: MemoryOptions = {}) {
  const out = collector(options);
  const err = collector(options);
  const clock = fakeClock(options.now);
  const host: Host = {
    ...clock,
    version: "0.0.0-test",
    env,
    resolve: (path) => resolve(cwd, path),
    shownPath: (path) => shownPath(path, cwd),
    home: cwd,
    platform: "linux",
    stdin: inputOf(options.stdin),
    stdout: out.stream,
    stderr: err.stream,
    signal,
  };
  return { host, stdout: out.bytes, stderr: err.bytes, slept: clock.slept };
}

/** A clock that does not wait: to sleep takes no time, and moves the clock. */
export function fakeClock(time = testDay) {
  const slept: number[] = [];
  return {
    slept,
    random: () => 0.5,
    now: () => time,
    async sleep(milliseconds: number, signal?: AbortSignal) {
      signal?.throwIfAborted();
      slept.push(milliseconds);
      time += milliseconds;
    },
  };
}

function collector({ tty = false, width = 80, height = 24 }: MemoryOptions) {
  const pieces: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      pieces.push(chunk);
      done();
    },
  });
  const terminal = tty ? { isTTY: true, columns: width, rows: height } : {};
  return {
    stream: Object.assign(stream, terminal),
    bytes: () => Buffer.concat(pieces),
  };
}

function inputOf(stdin: RunOptions["stdin"]): Host["stdin"] {
  if (stdin === undefined)
    return Object.assign(new PassThrough(), { isTTY: true });
  return Readable.from([Buffer.from(stdin)], { objectMode: false });
}

const program = fileURLToPath(new URL("../../bin/usdot.cjs", import.meta.url));

/** Runs the built program in a process of its own. It is killed after 20 seconds. */
export async function usdot(
  typed: Typed,
  options: RunOptions = {},
): Promise<RunResult> {
  const child = startUsdot(typed, options, {
    timeout: 20_000,
    killSignal: "SIGKILL",
  });
  // The program may exit without reading all of its input.
  child.stdin?.on("error", () => {}).end(options.stdin ?? "");
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
  const status = await new Promise<number>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) =>
      resolve(code ?? (signal === null ? -1 : 128)),
    );
  });
  return { status, stdout: await stdout, stderr: await stderr };
}

/** Starts the built program, for a test that watches or stops it while it runs. */
export function startUsdot(
  typed: Typed,
  { env, cwd = temporaryDirectory() }: RunOptions = {},
  spawnOptions: SpawnOptions = {},
): ChildProcess {
  return spawn(process.execPath, [program, ...wordsOf(typed)], {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", HOME: cwd, ...env },
    ...spawnOptions,
  });
}

async function text(stream: Readable | null): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of stream ?? []) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
