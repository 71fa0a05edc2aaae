/** The process edge: argv, the host, exit status. */
import { settingFlags } from "./commands/setting-flags.ts";
import { FileError, SettingError } from "./errors.ts";
import { ProcessOutput } from "./process/output.ts";
import type { ParserFlags } from "./process/parser-flags.ts";
import { hasBusyThreads, stopSignal } from "./process/signals.ts";
import { createProgram } from "./program.ts";
import { reportError } from "./runtime/error-report.ts";
import { exitStatusOf } from "./runtime/exit-status.ts";
import type { Host } from "./runtime/host.ts";
import { lazy } from "./text/lazy.ts";

/** Runs a command line, and ends the process with its exit status. */
export async function main(argv: readonly string[], version: string, flags: ParserFlags): Promise<void> {
  const [stdout, stderr] = [new ProcessOutput(1), new ProcessOutput(2)];
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

function thisProcess(version: string, stdout: ProcessOutput, stderr: ProcessOutput, flags: ParserFlags): Host {
  // Installed on first use: until there is something to stop cleanly, signals end the process the default way.
  const stopped = lazy(stopSignal);
  return {
    env: process.env,
    get cwd() {
      try {
        return process.cwd();
      } catch {
        throw new FileError("the current directory no longer exists", { hint: "change to another one" });
      }
    },
    get home() {
      // What the system would say, had its module been loaded.
      const { HOME } = process.env;
      if (HOME !== undefined && process.platform !== "win32") return HOME;
      try {
        return process.getBuiltinModule("node:os").homedir();
      } catch {
        // Users that the system doesn't know, as in some containers, have no home.
        return "/";
      }
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
    columns: () => stdout.columns() || undefined,
    errorColumns: () => stderr.columns(),
    print: (text) => stdout.write(text),
    printError: (text) => stderr.write(text),
    drained: () => stderr.drained(stopped()),
    now: Date.now,
    // Loading `performance` takes a start two milliseconds.
    monotonicNow: () => process.uptime() * 1_000,
    sleep: (milliseconds, signal) => sleep(milliseconds, signal).catch(() => signal.throwIfAborted()),
    random: Math.random,
    get signal() {
      return stopped();
    },
    nodeMajor: Number.parseInt(process.versions.node, 10),
    leaveParserUnoptimized() {
      if (!("WebAssembly" in globalThis)) {
        throw new SettingError("Node runs without WebAssembly, which reads the answers of the service", {
          hint: "leave out --jitless, also in NODE_OPTIONS",
        });
      }
      flags.leaveParserUnoptimized();
    },
    version,
  };
}

/** Not imported, like all that help doesn't need: it would wait for it. */
function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return process.getBuiltinModule("node:timers/promises").setTimeout(milliseconds, undefined, signal && { signal });
}

/** Whether a process exists, including one that we may not signal. */
function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
