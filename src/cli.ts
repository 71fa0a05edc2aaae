/** The process edge: argv, streams, signals, exit status. */
import { writeSync } from "node:fs";
import { homedir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import packageJson from "../package.json" with { type: "json" };
import { exitStatuses, exitStatusOf, InterruptedError } from "./errors.ts";
import type { Host } from "./host.ts";

const { version } = packageJson;

/** Milliseconds after the end in which a stuck name lookup or handshake may keep the process. */
const grace = 200;

async function main(argv: readonly string[]): Promise<void> {
  // The one answer that needs no program, nor the streams of process.stdout, which take as long to load as Node does to start.
  if (argv.length === 1 && argv[0] === "--version") return writeVersion();
  const host = thisProcess();
  watchOutputs(host);
  try {
    const { createProgram } = await import("./program.ts");
    await createProgram(host).parseAsync(argv, { from: "user" });
  } catch (error) {
    const { explain } = await import("./explain.ts");
    const failure = explain(error, host);
    if (failure !== undefined) process.exitCode = exitStatusOf(failure);
  }
}

function thisProcess(): Host {
  return {
    env: process.env,
    cwd: process.cwd(),
    home: home(),
    platform: process.platform,
    userId: process.getuid?.(),
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    now: Date.now,
    sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted()),
    random: Math.random,
    signal: stopSignal(),
    nodeMajor: Number.parseInt(process.versions.node, 10),
    version,
  };
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

function writeVersion(): void {
  try {
    writeSync(1, `${version}\n`);
  } catch (error) {
    process.exitCode = statusOfOutput(error);
  }
}

/** Whoever reads us may go away at any time. What fails to be written is told by the one who writes it; this is for the rest. */
function watchOutputs({ stdout, stderr }: Host): void {
  stdout.on("error", (error) => {
    process.exitCode = statusOfOutput(error);
  });
  stderr.on("error", () => {});
}

function statusOfOutput(error: unknown): number {
  return exitStatuses[(error as NodeJS.ErrnoException).code === "EPIPE" ? "closed" : "file"].status;
}

void main(process.argv.slice(2)).then(() => {
  // What is stuck, such as a name lookup, has a moment left; what is still to be written has all the time that it needs.
  setTimeout(() => process.stdout.writableLength === 0 && process.exit(), grace).unref();
});
