import { TextDecoder } from "node:util";
import { InputError } from "../errors.ts";

/** The bytes of a list, in pieces. */
export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Enough bytes to tell the encodings and file types below apart. */
const headLength = 4;

/** The first bytes of files that people pass as a list but that aren't text. */
const notLists: readonly (readonly [readonly number[], string, string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], "is an Excel workbook or another zip archive", "save it as CSV and give that"],
  [[0xd0, 0xcf, 0x11, 0xe0], "is an old Excel workbook", "save it as CSV and give that"],
  [[0x25, 0x50, 0x44, 0x46], "is a PDF", "export the list as CSV and give that"],
  [[0x1f, 0x8b], "is compressed with gzip", "unpack it first (gunzip)"],
];

/**
 * Decodes a list piece by piece, whatever its encoding.
 *
 * @throws {InputError} for a file that is clearly not text
 */
export async function* decode(bytes: Bytes, source: string): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const chunk of withWholeStart(bytes)) {
    // The decoder drops the BOM, holds back a character that a chunk's end splits, and turns invalid bytes into U+FFFD.
    decoder ??= new TextDecoder(encodingOf(chunk, source));
    const text = decoder.decode(chunk, { stream: true });
    if (text !== "") yield text;
  }
  const last = decoder?.decode() ?? "";
  if (last !== "") yield last;
}

/** The same bytes, with a first chunk that is long enough to recognize the file by. */
async function* withWholeStart(bytes: Bytes): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | undefined = new Uint8Array();
  for await (const chunk of bytes) {
    if (head === undefined) {
      yield chunk;
    } else {
      head = Buffer.concat([head, chunk]);
      if (head.length < headLength) continue;
      yield head;
      head = undefined;
    }
  }
  if (head !== undefined && head.length > 0) yield head;
}

function encodingOf(chunk: Uint8Array, source: string): "utf-8" | "utf-16le" | "utf-16be" {
  const head = chunk.subarray(0, headLength);
  for (const [signature, what, remedy] of notLists) {
    if (signature.every((byte, at) => head[at] === byte))
      throw new InputError(`${source} ${what}, not a list of USDOT numbers`, { hint: remedy });
  }
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  // Without a BOM: ASCII digits and letters have a zero byte in UTF-16, and in no other encoding.
  const zeros = Array.from(head, (byte) => (byte === 0 ? "0" : "x")).join("");
  if (/^(?:x0){1,2}$/.test(zeros)) return "utf-16le";
  return /^(?:0x){1,2}$/.test(zeros) ? "utf-16be" : "utf-8";
}
