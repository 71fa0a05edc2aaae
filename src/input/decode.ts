import { TextDecoder } from "node:util";
import { InputError } from "../errors.ts";

/** Enough bytes to tell every encoding and file kind below from each other. */
const headLength = 4;

/** Files that people give as a list although they are none, by their first bytes. */
const noLists: readonly (readonly [readonly number[], string, string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], "is an Excel workbook or another zip archive", "save it as CSV and give that"],
  [[0xd0, 0xcf, 0x11, 0xe0], "is an old Excel workbook", "save it as CSV and give that"],
  [[0x25, 0x50, 0x44, 0x46], "is a PDF", "export the list as CSV and give that"],
  [[0x1f, 0x8b], "is compressed with gzip", "unpack it first (gunzip)"],
];

/** The text of a list, piece by piece, whatever its encoding; throws `InputError` for what is evidently no text. */
export async function* decode(bytes: AsyncIterable<Uint8Array>, source: string): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const chunk of withWholeHead(bytes)) {
    // The decoder drops the BOM, holds back characters that are cut by a chunk's end, and shows invalid bytes as U+FFFD.
    decoder ??= new TextDecoder(encodingOf(chunk, source));
    const text = decoder.decode(chunk, { stream: true });
    if (text !== "") yield text;
  }
  const last = decoder?.decode() ?? "";
  if (last !== "") yield last;
}

/** The same bytes, the first chunk grown until it holds the head. */
async function* withWholeHead(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
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
  for (const [signature, what, remedy] of noLists) {
    if (signature.every((byte, at) => head[at] === byte))
      throw new InputError(`${source} ${what}, not a list of USDOT numbers`, { hint: remedy });
  }
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  // Without a BOM: digits and letters of a list have a zero byte in UTF-16, and in no other encoding.
  const zeros = Array.from(head, (byte) => (byte === 0 ? "0" : "x")).join("");
  if (/^(?:x0){1,2}$/.test(zeros)) return "utf-16le";
  return /^(?:0x){1,2}$/.test(zeros) ? "utf-16be" : "utf-8";
}
