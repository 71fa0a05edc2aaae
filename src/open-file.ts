/**
 * Opens files to read so that a signal can always end the reading. A FIFO whose writer has not come, and a terminal, would hold up a thread
 * of Node's that no signal reaches, and the process could not end: they are read as sockets are.
 */
import { closeSync, constants, createReadStream, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { addAbortSignal, type Readable } from "node:stream";

/**
 * Opens a file as a stream, whatever kind of file it is, of pieces of up to `highWaterMark` bytes.
 * @throws the system's error when it cannot be opened
 */
export async function streamOf(path: string, highWaterMark: number): Promise<Readable> {
  const fd = openWithoutWaiting(path);
  return (await waitingStream(fd, fstatSync(fd))) ?? createReadStream(path, { fd, highWaterMark });
}

/**
 * Reads a file, and of one with more than `max` bytes only the first `max + 1`: a device may have no end.
 * @param check throws if the file, once opened, may not be read
 * @throws the system's error when it cannot be read, and the signal's reason
 */
export async function readAtMost(
  path: string,
  max: number,
  { signal, check }: { signal: AbortSignal; check?(stats: Stats): void },
): Promise<Uint8Array> {
  const descriptor = openWithoutWaiting(path);
  let stream: Readable | undefined;
  try {
    const stats = fstatSync(descriptor);
    check?.(stats);
    stream = await waitingStream(descriptor, stats);
    return stream ? await collect(stream, max, signal) : readNow(descriptor, max);
  } finally {
    // A stream closes its descriptor itself.
    if (!stream) closeSync(descriptor);
  }
}

function openWithoutWaiting(path: string): number {
  return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
}

/** A stream for a file whose content may take time to arrive; undefined for one that can be read at once. */
async function waitingStream(descriptor: number, stats: Stats): Promise<Readable | undefined> {
  if (stats.isFIFO()) {
    const { Socket } = await import("node:net");
    return new Socket({ fd: descriptor, readable: true, writable: false });
  }
  if (!stats.isCharacterDevice()) return undefined;
  const { isatty, ReadStream } = await import("node:tty");
  return isatty(descriptor) ? new ReadStream(descriptor) : undefined;
}

async function collect(stream: Readable, max: number, signal: AbortSignal): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const piece of addAbortSignal(signal, stream)) {
      pieces.push(piece as Uint8Array);
      length += (piece as Uint8Array).length;
      if (length > max) break;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
  return Buffer.concat(pieces);
}

/** Reads synchronously, which is faster for a small file. */
function readNow(descriptor: number, max: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (let left = max + 1; left > 0; ) {
    const piece = Buffer.allocUnsafe(Math.min(left, 2 ** 16));
    const count = readSync(descriptor, piece, 0, piece.length, null);
    if (count === 0) break;
    pieces.push(piece.subarray(0, count));
    left -= count;
  }
  return Buffer.concat(pieces);
}

/** A line with its line feed, which only the last one may lack, and where it begins in the file. */
export interface FileLine {
  bytes: Buffer;
  offset: number;
}

export const lineFeed = 0x0a;

/**
 * All lines of a file, page by page as its bytes arrive, in time that grows with its size only, however long a line is. No page is empty.
 * @throws what `tooLong` makes, once more than `max` bytes without a line feed are in memory
 */
export async function* linesOf(
  source: AsyncIterable<Uint8Array>,
  max: number,
  tooLong: () => Error,
): AsyncGenerator<FileLine[]> {
  let parts: Buffer[] = [];
  let length = 0;
  let offset = 0;
  const line = (): FileLine => {
    const whole = { bytes: parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts), offset };
    offset += length;
    parts = [];
    length = 0;
    return whole;
  };
  for await (const { buffer, byteOffset, byteLength } of source) {
    const piece = Buffer.from(buffer, byteOffset, byteLength);
    const page: FileLine[] = [];
    let start = 0;
    for (let end = piece.indexOf(lineFeed) + 1; end > 0; end = piece.indexOf(lineFeed, start) + 1) {
      parts.push(piece.subarray(start, end));
      length += end - start;
      start = end;
      page.push(line());
    }
    if (page.length > 0) yield page;
    if (start === piece.length) continue;
    parts.push(piece.subarray(start));
    length += piece.length - start;
    if (length > max) throw tooLong();
  }
  if (length > 0) yield [line()];
}
