/** A host for running commands in this process: in-memory streams, a clock that does not wait, and its own home directory. */
import { PassThrough, Readable, Writable } from "node:stream";
import { settingFlags } from "../../src/commands/setting-flags.ts";
import { createProgram } from "../../src/program.ts";
import { reportError } from "../../src/runtime/error-report.ts";
import { exitStatusOf } from "../../src/runtime/exit-status.ts";
import type { Host } from "../../src/runtime/host.ts";
import { temporaryDirectory } from "./resources.ts";

/** The current time in every test that shows dates. */
export const testDay = Date.parse("2026-11-21T12:00:00Z");

export interface HostChanges {
  env?: NodeJS.ProcessEnv;
  /** The content of standard input; without it, standard input is a terminal. */
  input?: string | Uint8Array | Readable | undefined;
  /** The descriptor of the file that standard output is redirected to. What is written is not written there. */
  outputFile?: number | undefined;
  /** The width of the terminal on standard output; without it, standard output is a pipe. */
  columns?: number;
  /** The width of the terminal on standard error. */
  errorColumns?: number;
  home?: string;
  now?: () => number;
  /** Milliseconds by a monotonic clock, besides those slept. */
  monotonicNow?: () => number;
  signal?: AbortSignal;
}

export interface MemoryHost extends Host {
  /** What has been written so far. */
  out(): string;
  err(): string;
  /** The sleeps in milliseconds, in order. Sleeping takes no time and advances the clock. */
  slept: number[];
}

/** A host in memory; its home is a new directory that is removed after the test. */
export function memoryHost(changes: HostChanges = {}): MemoryHost {
  const home = changes.home ?? temporaryDirectory();
  const stdout = collector(changes.columns);
  if (changes.outputFile !== undefined) Object.assign(stdout.stream, { fd: changes.outputFile });
  const stderr = collector(changes.errorColumns);
  const slept: number[] = [];
  let skipped = 0;
  return {
    env: changes.env ?? {},
    cwd: home,
    home,
    platform: "linux",
    userId: process.getuid?.(),
    processes: { self: process.pid, isRunning: () => true },
    stdin: inputOf(changes.input),
    stdout: stdout.stream,
    stderr: stderr.stream,
    columns: () => changes.columns,
    errorColumns: () => changes.errorColumns,
    print: (text) => void stdout.stream.write(text),
    printError: (text) => void stderr.stream.write(text),
    drained: () => undefined,
    out: stdout.text,
    err: stderr.text,
    now: () => (changes.now?.() ?? testDay) + skipped,
    monotonicNow: () => (changes.monotonicNow?.() ?? 0) + skipped,
    async sleep(milliseconds, signal) {
      signal.throwIfAborted();
      slept.push(milliseconds);
      skipped += milliseconds;
    },
    slept,
    random: () => 0.5,
    signal: changes.signal ?? new AbortController().signal,
    nodeMajor: Number.parseInt(process.versions.node, 10),
    leaveParserUnoptimized() {},
    version: "0.0.0-test",
  };
}

function collector(columns: number | undefined) {
  const pieces: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _, done) {
      pieces.push(String(chunk));
      done();
    },
  });
  return {
    stream: Object.assign(stream, columns === undefined ? {} : { isTTY: true, columns }),
    text: () => pieces.join(""),
  };
}

function inputOf(input: HostChanges["input"]): Host["stdin"] {
  if (input === undefined) return Object.assign(new PassThrough(), { isTTY: true });
  return input instanceof Readable ? input : Readable.from([typeof input === "string" ? Buffer.from(input) : input]);
}

/** Runs a command line in this process, as main.ts does: `usdot("carrier", "9000001")`. */
export async function runInProcess(
  args: readonly string[],
  changes: HostChanges = {},
): Promise<{ status: number; out: string; err: string; host: MemoryHost }> {
  const host = memoryHost(changes);
  const program = createProgram(host);
  let status = 0;
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    const told = await reportError(error, host, settingFlags(program));
    status = told === undefined ? 0 : exitStatusOf(told);
  }
  return { status, out: host.out(), err: host.err(), host };
}
