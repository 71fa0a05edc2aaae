/**
 * What usdot runs in: the process, with its streams, its clock and the signals
 * that stop it. A test gives a host of its own.
 */
import { setMaxListeners } from "node:events";
import { homedir } from "node:os";
import { resolve } from "node:path";
import type { Readable, Writable } from "node:stream";
import {
  exitStatusOf,
  InterruptedError,
  type StopSignal,
  stopSignals,
  type UsdotError,
} from "../errors.ts";
import { fileError, shownPath } from "../files/file-error.ts";
import { type Clock, systemClock } from "../service/client-options.ts";

/** A stream: a terminal, a pipe or a file. */
type Stream = Writable & { isTTY?: boolean; columns?: number; rows?: number };

/** How many columns a terminal has; undefined for any other stream. */
export const terminalWidth = ({ isTTY, columns }: Stream) =>
  (isTTY && columns) || undefined;

export interface Host extends Clock {
  version: string;
  env: NodeJS.ProcessEnv;
  /** The absolute path of a file, as somebody typed it. */
  resolve(path: string): string;
  /** A path as people type it: from the current directory, if it is in there. */
  shownPath(path: string): string;
  home: string;
  platform: NodeJS.Platform;
  stdin: Readable & { isTTY?: boolean };
  stdout: Stream;
  stderr: Stream;
  /**
   * Aborted with its reason when we are stopped. Until it is first asked for,
   * signals end the process the default way.
   */
  readonly signal: AbortSignal;
  /** Called once undici is loaded: the process may prepare V8 for it. */
  onHttpLoaded?: (() => void) | undefined;
}

const shutdownTimeout = 5_000;

/**
 * `timeout` signals the process, then its group: what follows within so many
 * milliseconds is the same signal.
 */
const sameSignal = 200;

/** The process as a host. */
export function thisProcess(
  version: string,
  onHttpLoaded?: Host["onHttpLoaded"],
): Host {
  const { env, platform } = process;
  let signal: AbortSignal | undefined;
  // Each writer handles its own failure; `outputError` reports it at the end.
  process.stdout.on("error", () => {});
  process.stderr.on("error", () => {});
  return {
    version,
    env,
    resolve: (path) => resolve(path),
    shownPath: (path) => shownPath(path),
    get home() {
      return homedir();
    },
    platform,
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    ...systemClock,
    onHttpLoaded,
    get signal() {
      signal ??= stopSignal();
      return signal;
    },
  };
}

/**
 * Why standard output could not be written, once everything is written or has
 * failed.
 */
export async function outputError(): Promise<UsdotError | undefined> {
  await whenWritten(process.stdout);
  const { errored } = process.stdout;
  return errored ? fileError("write", "standard output", errored) : undefined;
}

/**
 * Ends the process once its output is written: `process.exit` alone would cut a
 * pipe.
 */
export async function endProcess(status: number): Promise<never> {
  await Promise.all([whenWritten(process.stdout), whenWritten(process.stderr)]);
  process.exit(status);
}

function whenWritten(stream: Writable): Promise<unknown> | undefined {
  return stream.writableLength > 0
    ? new Promise((resolve) => stream.write("", resolve))
    : undefined;
}

/**
 * The first signal stops the run cleanly and within a time limit; a second one
 * ends the process the default way.
 */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  // Every pending request listens to it, and Node warns about more than 10 listeners.
  setMaxListeners(0, stop.signal);
  const onSignal = (name: StopSignal) => {
    if (stop.signal.aborted) return;
    const error = new InterruptedError(name);
    const status = exitStatusOf(error.kind);
    setTimeout(() => process.exit(status), shutdownTimeout).unref();
    setTimeout(
      () => stopSignals.map((each) => process.removeListener(each, onSignal)),
      sameSignal,
    ).unref();
    process.once("exit", () => dieInNameLookup(name));
    stop.abort(error);
  };
  for (const name of stopSignals) process.on(name, onSignal);
  return stop.signal;
}

/**
 * Exiting waits for a name lookup that hangs, which may take half a minute.
 * Dying of the signal does not, and a shell reports the same status.
 */
function dieInNameLookup(name: StopSignal): void {
  if (process.getActiveResourcesInfo().includes("GetAddrInfoReqWrap"))
    process.removeAllListeners(name).kill(process.pid, name);
}
