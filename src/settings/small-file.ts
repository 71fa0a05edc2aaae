/** Reads the small files that settings name: regular files, devices, and pipes (`--api-key-file <(pass show key)`). */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { addAbortSignal, type Readable } from "node:stream";
import { SettingError } from "../errors.ts";

/** In bytes; no key and no configuration is larger. */
const maxSize = 65_536;

/**
 * Reads a file as text. A pipe or a terminal is read to its end, or until `signal` is aborted.
 *
 * Files are opened without blocking. Otherwise, a FIFO without a writer would block a thread, which keeps the process from exiting.
 *
 * @param what names it in an error: `the configuration file PATH`
 * @param check throws if the file, once opened, may not be read
 * @throws {SettingError} when it is larger than 64 KiB
 * @throws the system's error when it cannot be read
 */
export async function readSmallFile(
  path: string,
  { what, signal, check }: { what: string; signal: AbortSignal; check(stats: Stats): void },
): Promise<string> {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  let stream: Readable | undefined;
  let bytes: Uint8Array;
  try {
    const stats = fstatSync(descriptor);
    check(stats);
    stream = await streamOf(descriptor, stats);
    bytes = stream ? await collect(stream, signal) : readNow(descriptor);
  } finally {
    // A stream closes its descriptor itself.
    if (!stream) closeSync(descriptor);
  }
  if (bytes.length > maxSize) throw new SettingError(`${what} is larger than 64 KiB`, { hint: "name another file" });
  return new TextDecoder().decode(bytes);
}

/** A stream for a file whose content may take time to arrive; undefined for one that can be read at once. */
async function streamOf(descriptor: number, stats: Stats): Promise<Readable | undefined> {
  if (stats.isFIFO()) {
    const { Socket } = await import("node:net");
    return new Socket({ fd: descriptor, readable: true, writable: false });
  }
  if (!stats.isCharacterDevice()) return undefined;
  const { isatty, ReadStream } = await import("node:tty");
  return isatty(descriptor) ? new ReadStream(descriptor) : undefined;
}

/** Reads the content, or just the start if it is too large. */
async function collect(stream: Readable, signal: AbortSignal): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const piece of addAbortSignal(signal, stream)) {
      pieces.push(piece as Uint8Array);
      length += (piece as Uint8Array).length;
      if (length > maxSize) break;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
  return Buffer.concat(pieces);
}

/** Reads the content synchronously, which is faster for a small file. */
function readNow(descriptor: number): Uint8Array {
  const buffer = Buffer.allocUnsafe(maxSize + 1);
  let length = 0;
  for (let count = -1; count !== 0 && length < buffer.length; length += count) {
    count = readSync(descriptor, buffer, length, buffer.length - length, null);
  }
  return buffer.subarray(0, length);
}
