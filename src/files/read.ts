/**
 * Reads files that a user makes: lists, policies, waivers, the configuration, a
 * key.
 */
import { isUtf8 } from "node:buffer";
import { promises as fs } from "node:fs";
import { FileError } from "../errors.ts";
import { fileError } from "./file-error.ts";

/** All 4.45 million USDOT numbers in existence are 36 MB of text. */
const maxFile = 256 * 2 ** 20;

/** The bytes 80 to 9F. Node's own decoder takes them for Latin-1 in some versions. */
const windowsCharacters =
  "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** Reads a whole file, also a pipe or a device. */
export function readBytes(path: string): Promise<Buffer> {
  return gather(chunksOf(path), path);
}

/** As a stream would, which takes milliseconds to load. */
async function* chunksOf(path: string) {
  const file = await fs.open(path);
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(2 ** 18));
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** Gathers a stream, such as standard input. */
export async function gather(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
): Promise<Buffer> {
  const gathered: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > maxFile) refuseLarge(name, maxFile);
      gathered.push(chunk);
    }
  } catch (error) {
    throw fileError("read", name, error);
  }
  return Buffer.concat(gathered);
}

/** @throws {FileError} always: nothing larger is read */
export function refuseLarge(what: string, maxBytes: number): never {
  throw new FileError(`${what} is larger than ${maxBytes / 2 ** 20} MiB`, {
    hint: "split it into several files",
  });
}

/**
 * The whole lines of a file with their line feeds, and their numbers. What
 * follows the last line feed was cut off.
 */
export async function* wholeLines(path: string) {
  let pending: Buffer[] = [];
  let number = 0;
  for await (let rest of chunksOf(path)) {
    for (let end = rest.indexOf(10) + 1; end > 0; end = rest.indexOf(10) + 1) {
      number += 1;
      yield {
        bytes: Buffer.concat([...pending, rest.subarray(0, end)]),
        number,
      };
      pending = [];
      rest = rest.subarray(end);
    }
    pending.push(rest);
  }
}

/** Reads a whole text file, whatever its encoding (`decode`). */
export async function readTextFile(path: string): Promise<string> {
  return decode(await readBytes(path));
}

export function decode(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  if (encoding === "windows-1252")
    return Buffer.from(bytes)
      .toString("latin1")
      .replace(/[\u0080-\u009f]/g, (latin) =>
        windowsCharacters.charAt(latin.charCodeAt(0) - 0x80),
      );
  return new TextDecoder(encoding === "utf-8-bom" ? "utf-8" : encoding).decode(
    bytes,
  );
}

/** Whether it begins as a workbook does: as a zip file. */
export const isWorkbook = (bytes: Buffer): boolean =>
  bytes.toString("latin1", 0, 4) === "PK\x03\x04";

/** By its byte order mark; without one, UTF-8, or what Windows writes in the west. */
export function encodingOf(bytes: Uint8Array) {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8-bom";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return isUtf8(bytes) ? "utf-8" : "windows-1252";
}
