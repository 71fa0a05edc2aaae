/**
 * Directories and loopback servers for tests. After the tests of a file they
 * are gone.
 */
import { mkdtempSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import type { AddressInfo, Server, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const removals: (() => unknown)[] = [];

/** Removes all that was made here: called by clean-up.ts. */
export async function cleanUp(): Promise<void> {
  await Promise.all(removals.splice(0).map((remove) => remove()));
}

/** Has something undone after the tests of the file. */
export function afterwards(remove: () => unknown): void {
  removals.push(remove);
}

/** A new directory, by its real path. */
export function temporaryDirectory(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "usdot-test-")));
  afterwards(() => rm(path, { recursive: true, force: true, maxRetries: 5 }));
  return path;
}

/** Has a server listen on a free port; returns its address, `127.0.0.1:PORT`. */
export async function listening(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  afterwards(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
