/**
 * Directories and loopback servers for tests. After the tests of a file they
 * are gone.
 */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import type { AddressInfo, Server, Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

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

/** A new directory, whose files have their names within it. */
export function folder(files: Readonly<Record<string, string>> = {}) {
  const path = temporaryDirectory();
  const at = (name: string) => join(path, name);
  const write = (name: string, content: string | Uint8Array) => {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), content);
    return name;
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  return {
    path,
    at,
    write,
    read: (name: string) => readFileSync(at(name), "utf8"),
    names: (within = "") => readdirSync(at(within)).sort(),
  };
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
