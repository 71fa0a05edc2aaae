import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { lock } from "../../src/files/lock.ts";
import { temporaryDirectory } from "../support/resources.ts";

/** A number that no running process has. */
const dead = Number(execFileSync(process.execPath, ["-p", "process.pid"]));

const host = hostname();
const ours = { pid: process.pid, host };

function lockedBy(owner?: object): { path: string; file: string } {
  const path = join(temporaryDirectory(), "out.csv");
  const file = `${path}.lock`;
  writeFileSync(file, owner ? JSON.stringify(owner) : "");
  return { path, file };
}

const ownerOf = (file: string) => JSON.parse(readFileSync(file, "utf8"));

it("is one run's alone, says whose it is, and is given back", () => {
  const path = join(temporaryDirectory(), "out.csv");
  const unlock = lock(path);
  expect(() => lock(path)).toThrow(
    `another usdot (process ${process.pid} on ${host}) is writing ${path}`,
  );
  unlock();
  expect(existsSync(`${path}.lock`)).toBe(false);
  lock(path)();
});

it.each([
  ["a dead process on this host", { pid: dead, host }],
  ["our own number: in a container, every run has the same", ours],
])("takes over the lock of %s", (_, owner) => {
  const { path, file } = lockedBy(owner);
  const unlock = lock(path);
  expect(ownerOf(file)).toEqual(ours);
  unlock();
  expect(existsSync(file)).toBe(false);
});

it.each([
  ["a running process", { pid: 1, host }, ` (process 1 on ${host})`],
  [
    "a process on another host, which may run",
    { pid: dead, host: "elsewhere" },
    ` (process ${dead} on elsewhere)`,
  ],
  ["a run that has just begun, and not said who it is", undefined, ""],
])(
  "refuses the lock of %s, naming the file to delete",
  async (_, owner, named) => {
    const { path, file } = lockedBy(owner);
    await expect(async () => lock(path)).rejects.toMatchObject({
      kind: "file",
      message: `another usdot${named} is writing ${path}`,
      hint: `if not, delete ${file}`,
    });
  },
);

it("says why a lock cannot be created, by the name of what it is for", () => {
  expect(() => lock(join(temporaryDirectory(), "none", "out.csv"))).toThrow(
    /^cannot write .*none\/out.csv: there is no directory .*none$/,
  );
});
