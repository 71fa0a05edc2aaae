import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { FileError, InterruptedError, UsageError } from "../src/errors.ts";
import { type LockHost, lockFile } from "../src/file-lock.ts";
import { entry, lockHost, space } from "./support/lock-host.ts";
import { temporaryDirectory } from "./support/resources.ts";

const self = 4_000_000;
const dead = 999_999;
const processes = { self, isRunning: (id: number) => id !== dead };
const hostOf = (changes: Parameters<typeof lockHost>[0] = {}) => lockHost({ processes, ...changes });
const newPath = () => join(temporaryDirectory(), "lock");

/** The log of a run in another process, and what it noted. */
function heldBy(claim: { pid: number; space?: string | undefined }, note?: unknown): string {
  const path = newPath();
  writeFileSync(path, entry({ claim: { id: "theirs", host: "dispatch-3", ...claim }, after: "" }));
  if (note !== undefined) appendFileSync(path, entry({ note }));
  return path;
}

/** A host on which something happens after a wait of so many milliseconds. */
function hostWhere(wait: number, act: () => void) {
  const host = hostOf();
  const { sleep } = host;
  let done = false;
  host.sleep = async (milliseconds, signal) => {
    await sleep(milliseconds, signal);
    if (!done && host.slept >= wait) act();
    done ||= host.slept >= wait;
  };
  return host;
}

afterEach(() => {
  vi.useRealTimers();
});

describe("a lock", () => {
  it("names its holder, and leaves nothing behind when it is released", async () => {
    const path = newPath();
    const lock = await lockFile(path, "out", hostOf());
    expect(JSON.parse(readFileSync(path, "utf8")).claim).toMatchObject({ pid: self, host: hostname() });
    expect([lock.earlier, lock.isHeld(), readdirSync(dirname(path))]).toEqual([undefined, true, ["lock"]]);
    lock.release();
    lock.release();
    expect(existsSync(path)).toBe(false);
  });

  it("is held by one run at a time, and refused to another one of the same process at once", async () => {
    const path = newPath();
    const host = hostOf();
    const lock = await lockFile(path, "out", hostOf());
    await expect(lockFile(path, "out", host)).rejects.toMatchObject({
      name: "FileError",
      message: `another usdot (process ${self} on ${hostname()}) is writing out`,
    });
    expect(host.slept).toBe(0);
    lock.release();
    (await lockFile(path, "out", host)).release();
  });

  it("shows every second that its holder lives, and no longer", async () => {
    vi.useFakeTimers();
    const path = newPath();
    const lock = await lockFile(path, "out", hostOf());
    const size = readFileSync(path).length;
    vi.advanceTimersByTime(3_000);
    expect(readFileSync(path).length).toBe(size + 3);
    lock.release();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("leaves a note to the run after one that ended early", async () => {
    const path = newPath();
    const first = await lockFile(path, "out", hostOf());
    first.note({ fields: ["a"] });
    first.release({ keep: true });
    const second = await lockFile(path, "out", hostOf());
    expect(second.earlier).toEqual({ note: { fields: ["a"] } });
    second.release({ keep: true });
    const third = await lockFile(path, "out", hostOf());
    expect(third.earlier).toEqual({ note: { fields: ["a"] } });
    third.note("other");
    third.release({ keep: true });
    expect((await lockFile(path, "out", hostOf())).earlier).toEqual({ note: "other" });
  });

  it("fails in a directory that does not exist", async () => {
    const path = join(newPath(), "not", "there");
    await expect(lockFile(path, "out", hostOf())).rejects.toMatchObject({ code: "ENOENT" });
  });
});

describe("the lock of another process", () => {
  it("is respected as soon as it shows that it lives, wherever that process is", async () => {
    // Its ID is that of no process here, or of another one: it is in another container.
    for (const pid of [dead, self, 8]) {
      const path = heldBy({ pid, space: "another container" });
      const host = hostWhere(800, () => appendFileSync(path, "\n"));
      await expect(lockFile(path, "out", host)).rejects.toMatchObject({
        name: "FileError",
        message: `another usdot (process ${pid} on dispatch-3) is writing out`,
      });
      expect(host.slept).toBeLessThanOrEqual(1_000);
    }
  });

  it("is free after ten seconds without a sign of life, and its note is there", async () => {
    const path = heldBy({ pid: 8, space }, "of the dead");
    const host = hostOf();
    const lock = await lockFile(path, "out", host);
    expect(host.slept).toBeGreaterThanOrEqual(10_000);
    expect(host.slept).toBeLessThan(15_000);
    expect(lock.earlier).toEqual({ note: "of the dead" });
    lock.release();
    expect(existsSync(path)).toBe(false);
  });

  it("is free after ten seconds if it was killed before it could say who it is, and nobody else has come", async () => {
    const path = newPath();
    writeFileSync(path, "");
    const host = hostOf();
    const lock = await lockFile(path, "out", host);
    expect([lock.earlier, lock.isHeld(), host.slept >= 10_000, host.slept < 15_000]).toEqual([
      undefined,
      true,
      true,
      true,
    ]);
    lock.release();
    expect(existsSync(path)).toBe(false);
    writeFileSync(path, "");
    const claims = () =>
      appendFileSync(path, entry({ claim: { id: "theirs", pid: 7, host: "dispatch-3" }, after: "" }));
    await expect(lockFile(path, "out", hostWhere(9_000, claims))).rejects.toThrow("is writing out");
    writeFileSync(path, "");
    await locked(path, hostOf(), async () => {});
    expect(existsSync(path)).toBe(false);
  });

  it("is waited for, which is said once, unless its holder shows at once that it lives", async () => {
    const said: string[] = [];
    const note = (text: string) => said.push(text);
    const path = heldBy({ pid: 8 });
    const living = Object.assign(
      hostWhere(800, () => appendFileSync(path, "\n")),
      { note },
    );
    await expect(lockFile(path, "out", living)).rejects.toBeInstanceOf(FileError);
    expect(said).toEqual([]);
    (await lockFile(path, "out", hostOf({ note }))).release();
    expect(said).toEqual([
      "another usdot (process 8 on dispatch-3) may be writing out: waiting up to 10 s to find out",
    ]);
  });

  it.runIf(space)("is free at once where its process is gone, or has our ID", async () => {
    for (const pid of [dead, self]) {
      const host = hostOf();
      (await lockFile(heldBy({ pid, space }), "out", host)).release();
      expect(host.slept).toBe(0);
    }
  });

  it("goes to one of those who find it dead at the same time", async () => {
    for (const claim of [{ pid: dead, space }, { pid: dead }]) {
      const path = heldBy(claim);
      const all = await Promise.allSettled(Array.from({ length: 5 }, () => lockFile(path, "out", hostOf())));
      expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    }
  });

  it("goes to the first line that claims it, as when two containers append at once", async () => {
    const path = heldBy({ pid: dead, space });
    appendFileSync(path, entry({ claim: { id: "first", pid: 7, host: "a", space: "a" }, after: "theirs" }));
    appendFileSync(path, entry({ claim: { id: "second", pid: 8, host: "b", space: "b" }, after: "theirs" }));
    const host = hostWhere(50, () => appendFileSync(path, "\n"));
    await expect(lockFile(path, "out", host)).rejects.toThrow("another usdot (process 7 on a) is writing out");
  });

  it("is lost by a holder that was stopped for too long, which then releases nothing", async () => {
    const path = newPath();
    const lock = await lockFile(path, "out", hostOf());
    const { id } = JSON.parse(readFileSync(path, "utf8")).claim;
    appendFileSync(path, entry({ claim: { id: "other", pid: 8, host: "b" }, after: id }));
    expect(lock.isHeld()).toBe(false);
    lock.release();
    expect(existsSync(path)).toBe(true);
    expect(lock.isHeld()).toBe(false);
  });
});

describe("a log that a power loss has zeroed", () => {
  it.each([1, 10, 4_096])("is that of a dead run: %d bytes", async (size) => {
    const path = newPath();
    writeFileSync(path, Buffer.alloc(size));
    const host = hostOf();
    const lock = await lockFile(path, "out", host);
    expect(host.slept).toBeGreaterThanOrEqual(10_000);
    expect(lock.isHeld()).toBe(true);
    await expect(lockFile(path, "out", hostOf())).rejects.toBeInstanceOf(FileError);
    lock.release();
    expect(existsSync(path)).toBe(false);
  });
});

describe("a file that is not ours", () => {
  it.each([
    ["a text", "mine"],
    ["JSON", '{"usdot":2}'],
    ["NULs, and then something", `${"\0".repeat(20)}mine`],
  ])("is left as it is: %s", async (_, content) => {
    const path = newPath();
    writeFileSync(path, content);
    const error = await lockFile(path, "out", hostOf()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ message: `${path} already exists and was not created by usdot` });
    expect(readFileSync(path, "utf8")).toBe(content);
  });

  it.skipIf(process.platform === "win32")("may be a directory or a link to anywhere", async () => {
    const [path, target] = [newPath(), newPath()];
    mkdirSync(path);
    await expect(lockFile(path, "out", hostOf())).rejects.toBeInstanceOf(UsageError);
    for (const create of [() => {}, () => writeFileSync(target, "mine")]) {
      create();
      const link = newPath();
      symlinkSync(target, link);
      await expect(lockFile(link, "out", hostOf())).rejects.toBeInstanceOf(UsageError);
    }
    expect(readFileSync(target, "utf8")).toBe("mine");
  });
});

/** Does something under a lock that is waited for. */
async function locked<T>(path: string, host: LockHost, action: () => Promise<T>): Promise<T> {
  const lock = await lockFile(path, "out", host, { wait: true });
  const result = await action();
  lock.release();
  return result;
}

describe("a lock that is waited for", () => {
  it("runs one action at a time, returns its result, and leaves nothing behind", async () => {
    const path = newPath();
    let running = 0;
    const most: number[] = [];
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        locked(path, hostOf(), async () => {
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
    expect(readdirSync(dirname(path))).toEqual([]);
  });

  it("waits for a holder that lives, for fifteen seconds", async () => {
    const path = heldBy({ pid: 8 });
    const host = hostOf();
    const { sleep } = host;
    host.sleep = (milliseconds, signal) => {
      if (host.slept % 1_000 === 0) appendFileSync(path, "\n");
      return sleep(milliseconds, signal);
    };
    await expect(locked(path, host, async () => {})).rejects.toBeInstanceOf(FileError);
    expect(host.slept).toBe(15_000);
    const ending = hostWhere(2_000, () => unlinkSync(path));
    expect(await locked(path, ending, async () => "mine")).toBe("mine");
  });

  it("stops waiting on a signal", async () => {
    const path = heldBy({ pid: 8 });
    const stopped = hostOf({ signal: AbortSignal.abort(new InterruptedError("SIGINT")) });
    await expect(locked(path, stopped, async () => {})).rejects.toBeInstanceOf(InterruptedError);
  });
});
