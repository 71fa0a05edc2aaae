import { readFileSync, readlinkSync } from "node:fs";
import type { LockHost } from "../../src/file-lock.ts";

/** A host on which no other process runs. Sleeping takes no time, but lets others proceed. */
export function lockHost(changes: Partial<LockHost> = {}): LockHost & { slept: number } {
  const host = {
    slept: 0,
    processes: { self: 4_000_000, isRunning: () => false },
    signal: new AbortController().signal,
    async sleep(milliseconds: number, signal: AbortSignal) {
      signal.throwIfAborted();
      host.slept += milliseconds;
      await new Promise(setImmediate);
    },
    ...changes,
  };
  return host;
}

/** Where the process IDs of this machine and container mean the same; undefined where the system does not say. */
export const space =
  process.platform === "linux"
    ? `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${readlinkSync("/proc/self/ns/pid")}`
    : undefined;

/** An entry in the log of a lock. */
export const entry = (value: object) => `\n${JSON.stringify({ usdot: 1, ...value })}\n`;

/** The log of a lock that a process of this machine has taken. */
export const heldBy = (pid: number) => entry({ claim: { id: "theirs", pid, host: "here", space }, after: "" });
