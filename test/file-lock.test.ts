import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FileError, InterruptedError } from "../src/errors.ts";
import { type LockHost, withFileLock } from "../src/file-lock.ts";
import { temporaryDirectory } from "./support/memory-host.ts";

const dead = 999_999;

/** A host on which every process but `dead` is running. Sleeping takes no time, but lets others proceed. */
function hostOf(self: number, changes: Partial<LockHost> = {}): LockHost & { slept: number } {
  const host = {
    slept: 0,
    processes: { self, isRunning: (id: number) => id !== dead },
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

const newPath = () => join(temporaryDirectory(), "file");

describe("withFileLock", () => {
  it("runs one action at a time, returns its result, and leaves nothing behind", async () => {
    const path = newPath();
    let running = 0;
    const most: number[] = [];
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        withFileLock(path, hostOf(index + 1), async () => {
          running += 1;
          most.push(running);
          await new Promise(setImmediate);
          running -= 1;
          return index;
        }),
      ),
    );
    expect(Math.max(...most)).toBe(1);
    expect(results).toEqual(Array.from({ length: 20 }, (_, index) => index));
    expect(readdirSync(join(path, ".."))).toEqual([]);
  });

  it("is released when the action fails", async () => {
    const path = newPath();
    const failing = withFileLock(path, hostOf(1), () => Promise.reject(new TypeError("a bug")));
    await expect(failing).rejects.toThrow("a bug");
    expect(await withFileLock(path, hostOf(2), async () => "next")).toBe("next");
  });

  it.each<[string, string]>([
    ["a process that is gone", `${dead} ${hostname()}\n`],
    ["an earlier process with our id", `7 ${hostname()}\n`],
  ])("is taken over from %s by exactly one waiter", async (_, holder) => {
    const path = newPath();
    writeFileSync(`${path}.lock`, holder);
    let running = 0;
    const each = async () => {
      running += 1;
      expect(running).toBe(1);
      await new Promise(setImmediate);
      running -= 1;
    };
    const hosts = [7, 8, 9].map((self) => hostOf(self));
    await Promise.all(hosts.map((host) => withFileLock(path, host, each)));
    expect(readdirSync(join(path, ".."))).toEqual([]);
  });

  it("is taken over even if a process was killed during a takeover", async () => {
    const path = newPath();
    for (const name of [`${path}.lock`, `${path}.lock.stale`]) writeFileSync(name, `${dead} ${hostname()}\n`);
    expect(await withFileLock(path, hostOf(1), async () => "mine")).toBe("mine");
  });

  it.each<[string, string, string]>([
    ["another process", `8 ${hostname()}\n`, `process 8 on ${hostname()}`],
    ["a process on another machine", "999999 elsewhere\n", "process 999999 on elsewhere"],
    ["a process that is still creating it", "", "another process"],
  ])("times out after 10 seconds when held by %s", async (_, holder, who) => {
    const path = newPath();
    writeFileSync(`${path}.lock`, holder);
    const host = hostOf(1);
    const error = await withFileLock(path, host, async () => {}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FileError);
    expect(error).toMatchObject({
      message: `cannot change ${path}: ${who} has locked it`,
      hint: `try again; if that process is not usdot, delete ${path}.lock`,
    });
    expect(host.slept).toBe(10_000);
    expect(readFileSync(`${path}.lock`, "utf8")).toBe(holder);
  });

  it("stops waiting on a signal", async () => {
    const path = newPath();
    writeFileSync(`${path}.lock`, `8 ${hostname()}\n`);
    const stopped = hostOf(1, { signal: AbortSignal.abort(new InterruptedError("SIGINT")) });
    await expect(withFileLock(path, stopped, async () => {})).rejects.toBeInstanceOf(InterruptedError);
  });

  it("fails in a directory that does not exist", async () => {
    const path = join(newPath(), "not", "there");
    await expect(withFileLock(path, hostOf(1), async () => {})).rejects.toMatchObject({ code: "ENOENT" });
    expect(existsSync(path)).toBe(false);
  });
});
