/** Opens a list to read, whatever kind of file it is, so that a signal can always end the reading. */
import { constants, createReadStream, promises as files, openSync } from "node:fs";
import { Socket } from "node:net";
import type { Readable } from "node:stream";
import { isatty, ReadStream } from "node:tty";

/**
 * Opens a file to read.
 *
 * A named pipe whose writer has not come, and a terminal, would hold up a thread of Node's that no signal reaches, and the process could not
 * end. They are read as sockets are.
 *
 * @throws the system's error when it cannot be opened
 */
export async function openList(path: string): Promise<Readable> {
  const stats = await files.stat(path);
  if (stats.isFIFO()) {
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    return new Socket({ fd, readable: true, writable: false });
  }
  if (stats.isCharacterDevice()) {
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    return isatty(fd) ? new ReadStream(fd) : createReadStream(path, { fd });
  }
  return createReadStream(path);
}
