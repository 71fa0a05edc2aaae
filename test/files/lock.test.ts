import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { lock } from "../../src/files/lock.ts";
import { temporaryDirectory } from "../support/resources.ts";

/** A number that no running process has. */
const dead = Number(execFileSync(process.execPath, ["-p", "process.pid"]));

const ours = { pid: process.pid, host: hostname() };

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
  expect(ownerOf(`${path}.lock`)).toEqual(ours);
  expect(() => lock(path)).toThrow(
    `another usdot (process ${process.pid} on ${hostname()}) is writing ${path}`,
  );
  unlock();
  expect(existsSync(`${path}.lock`)).toBe(false);
  lock(path)();
});

it.each<[what: string, owner: object]>([
  ["a dead process on this host", { pid: dead, host: hostname() }],
  ["our own number: in a container, every run has the same", ours],
])("takes over the lock of %s", (_, owner) => {
  const { path, file } = lockedBy(owner);
  const unlock = lock(path);
  expect(ownerOf(file)).toEqual(ours);
  unlock();
  expect(existsSync(file)).toBe(false);
});

it.each<
  [what: string, owner: object | undefined, named: string, unless: string]
>([
  [
    "a running process",
    { pid: 1, host: hostname() },
    ` (process 1 on ${hostname()})`,
    "if it is not",
  ],
  [
    "a process on another host, which may run",
    { pid: dead, host: "elsewhere" },
    ` (process ${dead} on elsewhere)`,
    "nobody here can see whether it still runs: if it does not",
  ],
  [
    "a run that has just begun, and not said who it is",
    undefined,
    "",
    "if it is not",
  ],
])(
  "refuses the lock of %s, naming the file to delete",
  (_, owner, named, unless) => {
    const { path, file } = lockedBy(owner);
    const refused = expect.objectContaining({
      kind: "file",
      message: `another usdot${named} is writing ${path}`,
      hint: `${unless}, delete ${file}`,
    });
    expect(() => lock(path)).toThrow(refused);
  },
);

it("says why a lock cannot be created, by the name of what it is for", () => {
  expect(() => lock(join(temporaryDirectory(), "none", "out.csv"))).toThrow(
    /^cannot write .*none\/out.csv: there is no directory .*none$/,
  );
});
