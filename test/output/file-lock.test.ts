import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FileError } from "../../src/errors.ts";
import { lock } from "../../src/output/file-lock.ts";
import { temporaryDirectory } from "../support/memory-host.ts";

const owner = { processId: 42, isRunning: (processId: number) => processId === 43 };
const lockPath = () => join(temporaryDirectory(), "out.usdot-lock");

describe("the lock of a file", () => {
  it("names its holder, and is gone when it is released", () => {
    const path = lockPath();
    const release = lock(path, "out", owner);
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ pid: 42, host: hostname() });
    expect(readdirSync(join(path, ".."))).toEqual(["out.usdot-lock"]);
    release();
    expect(existsSync(path)).toBe(false);
  });

  it("is held by one run of a process at a time", () => {
    const path = lockPath();
    const release = lock(path, "out", owner);
    expect(() => lock(path, "out", owner)).toThrow(FileError);
    release();
    lock(path, "out", owner)();
  });

  it.each<[string, string]>([
    ["of a process that has died", JSON.stringify({ pid: 44, host: hostname() })],
    ["of an earlier process with our ID, as in a container", JSON.stringify({ pid: 42, host: hostname() })],
  ])("%s is taken over", (_, content) => {
    const path = lockPath();
    writeFileSync(path, content);
    const release = lock(path, "out", owner);
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
    expect(() => lock(path, "out", owner)).toThrow(/^another usdot(?: \(process \d+ on [^ ]+\))? is writing out$/);
    expect(readFileSync(path, "utf8")).toBe(content);
  });

  it("that was never finished is taken over after a while", () => {
    const path = lockPath();
    writeFileSync(path, '{"pi');
    utimesSync(path, 0, 0);
    lock(path, "out", owner)();
    expect(existsSync(path)).toBe(false);
  });

  it("that somebody else has taken over is not released", () => {
    const path = lockPath();
    const release = lock(path, "out", owner);
    writeFileSync(path, "another's");
    release();
    expect(readFileSync(path, "utf8")).toBe("another's");
  });
});
