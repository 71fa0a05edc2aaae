/** Runs the built program as a user would, in its own process and environment. */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { temporaryDirectory } from "./resources.ts";

export interface UsdotOptions {
  /** Added to what `environment` gives. */
  env?: Record<string, string>;
  /** The content of stdin; without it, stdin is empty and not a terminal. */
  input?: string | Uint8Array;
  /** The run is killed after this many milliseconds. */
  timeoutMs?: number;
}

export interface UsdotResult {
  status: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

const program = fileURLToPath(new URL("../../bin/usdot.cjs", import.meta.url));

/** All runs share their code cache, as those of one user do. */
const caches = fileURLToPath(new URL("../../reports/caches", import.meta.url));

/** PATH, a home and a place for caches; nothing else is inherited (proxies, USDOT_*, XDG_*, certificates). */
export function environment(home: string, more: Record<string, string> = {}): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "", HOME: home, XDG_CACHE_HOME: caches, ...more };
}

/** Runs the program in a new, empty home. */
export function runUsdot(args: readonly string[], options: UsdotOptions = {}): Promise<UsdotResult> {
  return runIn(temporaryDirectory(), args, options);
}

/** Starts the program in a home of its own, for a test that watches or stops it while it runs. */
export function startUsdot(
  home: string,
  args: readonly string[],
  env: Record<string, string> = {},
  options: SpawnOptions = {},
): ChildProcess {
  return spawn(process.execPath, [program, ...args], {
    env: environment(home, env),
    ...options,
  });
}

function runIn(home: string, args: readonly string[], options: UsdotOptions): Promise<UsdotResult> {
  const { env, input, timeoutMs = 15_000 } = options;
  const child = startUsdot(home, args, env, {
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    timeout: timeoutMs,
    killSignal: "SIGKILL",
  });
  // The program may exit without reading all of its input.
  child.stdin?.on("error", () => {}).end(input);
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout?.on("data", (piece: Buffer) => stdout.push(piece));
  child.stderr?.on("data", (piece: Buffer) => stderr.push(piece));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status, signal) => {
      resolve({
        status,
        signal,
        stdout: Buffer.concat(stdout).toString("utf8"),
        stderr: Buffer.concat(stderr).toString("utf8"),
      });
    });
  });
}

/** Whether this system and user may start a process in a PID namespace of its own, as containers do. */
export const canUnshare = spawnSync("unshare", ["-pf", "--mount-proc", "true"]).status === 0;
