import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FileError, InterruptedError } from "../src/errors.ts";
import { type LockHost, lockFile, withFileLock } from "../src/file-lock.ts";
import { temporaryDirectory } from "./support/resources.ts";

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

const lockOf = (pid: number) => JSON.stringify({ pid, host: hostname() });
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
    ["a process that is gone", lockOf(dead)],
    ["an earlier process with our id", lockOf(7)],
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
    for (const name of [`${path}.lock`, `${path}.lock.stale`]) writeFileSync(name, lockOf(dead));
    expect(await withFileLock(path, hostOf(1), async () => "mine")).toBe("mine");
  });

  it.each<[string, string, string]>([
    ["another process", lockOf(8), `another process (process 8 on ${hostname()})`],
    [
      "a process on another machine",
      JSON.stringify({ pid: dead, host: "elsewhere" }),
      "another process (process 999999 on elsewhere)",
    ],
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
    writeFileSync(`${path}.lock`, lockOf(8));
    const stopped = hostOf(1, { signal: AbortSignal.abort(new InterruptedError("SIGINT")) });
    await expect(withFileLock(path, stopped, async () => {})).rejects.toBeInstanceOf(InterruptedError);
  });

  it("fails in a directory that does not exist", async () => {
    const path = join(newPath(), "not", "there");
    await expect(withFileLock(path, hostOf(1), async () => {})).rejects.toMatchObject({ code: "ENOENT" });
    expect(existsSync(path)).toBe(false);
  });
});

const processes = { self: 42, isRunning: (id: number) => id === 43 };
const lockPath = () => join(temporaryDirectory(), "out.usdot-lock");

describe("lockFile", () => {
  it("names its holder, and is gone when it is released", () => {
    const path = lockPath();
    const release = lockFile(path, "out", processes);
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ pid: 42, host: hostname() });
    expect(readdirSync(join(path, ".."))).toEqual(["out.usdot-lock"]);
    release();
    expect(existsSync(path)).toBe(false);
  });

  it("is held by one run of a process at a time", () => {
    const path = lockPath();
    const release = lockFile(path, "out", processes);
    expect(() => lockFile(path, "out", processes)).toThrow(FileError);
    release();
    lockFile(path, "out", processes)();
  });

  it.each<[string, string]>([
    ["of a process that has died", JSON.stringify({ pid: 44, host: hostname() })],
    ["of an earlier process with our ID, as in a container", JSON.stringify({ pid: 42, host: hostname() })],
  ])("%s is taken over", (_, content) => {
    const path = lockPath();
    writeFileSync(path, content);
    const release = lockFile(path, "out", processes);
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ pid: 42, host: hostname() });
    expect(readdirSync(join(path, ".."))).toEqual(["out.usdot-lock"]);
    release();
    expect(existsSync(path)).toBe(false);
  });

  it.each<[string, string]>([
    ["of a running process", JSON.stringify({ pid: 43, host: hostname() })],
    ["of another machine, whose processes cannot be seen", JSON.stringify({ pid: 44, host: `not-${hostname()}` })],
    ["that is about to be written", ""],
  ])("%s is respected", (_, content) => {
    const path = lockPath();
    writeFileSync(path, content);
    expect(() => lockFile(path, "out", processes)).toThrow(
      /^another usdot(?: \(process \d+ on [^ ]+\))? is writing out$/,
    );
    expect(readFileSync(path, "utf8")).toBe(content);
  });

  it("that was never finished is taken over after a while", () => {
    const path = lockPath();
    writeFileSync(path, '{"pi');
    utimesSync(path, 0, 0);
    lockFile(path, "out", processes)();
    expect(existsSync(path)).toBe(false);
  });

  it("that somebody else has taken over is not released", () => {
    const path = lockPath();
    const release = lockFile(path, "out", processes);
    writeFileSync(path, "another's");
    release();
    expect(readFileSync(path, "utf8")).toBe("another's");
  });
});
