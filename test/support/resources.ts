/** Directories, FIFOs and loopback servers for tests. After the tests of a file they are gone. */
import { execFileSync } from "node:child_process";
import { accessSync, constants, mkdtempSync, readFileSync, realpathSync, statfsSync } from "node:fs";
import { rm } from "node:fs/promises";
import type { AddressInfo, Server, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const removals: (() => unknown)[] = [];

/** Removes all that was made here, all at once: a disk makes each removal wait. */
export async function cleanUp(): Promise<void> {
  await Promise.all(removals.splice(0).map((remove) => remove()));
}

/** A directory in memory, where there is one with plenty of room that programs may be in: waiting for a disk takes a seventh of the tests' time. */
function directoryInMemory(): string | undefined {
  const path = "/dev/shm";
  try {
    const { bavail, bsize } = statfsSync(path);
    accessSync(path, constants.W_OK);
    const runsNothing = /^\S+ \/dev\/shm .*\bnoexec\b/m.test(readFileSync("/proc/mounts", "utf8"));
    return bavail * bsize > 2 ** 32 && !runsNothing ? path : undefined;
  } catch {
    return undefined;
  }
}

const parentDirectory = directoryInMemory() ?? tmpdir();

/** A new directory, by its real path. */
export function temporaryDirectory(): string {
  const path = realpathSync(mkdtempSync(join(parentDirectory, "usdot-test-")));
  removals.push(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** A new private FIFO, which Node cannot make by itself. */
export function newFifo(path = join(temporaryDirectory(), "fifo")): string {
  execFileSync("mkfifo", ["-m", "600", path]);
  return path;
}

/** Has a server listen on a free port; returns its address, without a scheme. */
export async function listening(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  removals.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
