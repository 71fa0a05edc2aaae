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

/** How the text of a file is written. */
export interface Encoding {
  name: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
  /** Whether it begins with a byte order mark. */
  hasBom: boolean;
}

/** The bytes of a file are not of the encoding that its beginning shows. */
export class WrongEncodingError extends Error {}

export interface DecodeOptions {
  /** Takes the encoding, once it is known; bytes that are not of it are then an error. */
  onEncoding?: ((encoding: Encoding) => void) | undefined;
  /** Whether each byte is a character, as Windows writes text in western languages. */
  isEightBit?: boolean;
}

/**
 * Decodes a list piece by piece, whatever its encoding.
 * @throws {InputError} for a file that is clearly not text, and for damaged UTF-16 where that is an error
 * @throws {WrongEncodingError}
 */
export async function* decode(
  bytes: Bytes,
  source: string,
  { onEncoding, isEightBit = false }: DecodeOptions = {},
): AsyncGenerator<string> {
  let decoder: (Pick<TextDecoder, "decode"> & { encoding?: string }) | undefined;
  const decoderOf = (chunk: Uint8Array) => {
    const found = encodingOf(chunk, source);
    onEncoding?.(isEightBit ? { ...found, name: "windows-1252" } : found);
    return isEightBit ? windows1252 : new TextDecoder(found.name, { fatal: onEncoding !== undefined });
  };
  try {
    for await (const chunk of withWholeStart(bytes)) {
      // The decoder drops the BOM, holds back a character that a chunk's end splits, and turns invalid bytes into U+FFFD.
      decoder ??= decoderOf(chunk);
      const text = decoder.decode(chunk, { stream: true });
      if (text !== "") yield text;
    }
    const last = decoder?.decode() ?? "";
    if (last !== "") yield last;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ERR_ENCODING_INVALID_ENCODED_DATA") throw cause;
    if (decoder?.encoding?.startsWith("utf-16"))
      throw new InputError(`${source} is UTF-16 that cannot be read: it is damaged, or cut off within a character`, {
        hint: "save it again, as CSV in UTF-8",
      });
    throw new WrongEncodingError("the bytes are of another encoding", { cause });
  }
}

/** The byte order marks. */
const boms = [
  { name: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
  { name: "utf-16le", bytes: [0xff, 0xfe] },
  { name: "utf-16be", bytes: [0xfe, 0xff] },
] as const;

/** The characters of the bytes 80 to 9F. Some versions of Node decode them as Latin-1. */
const windowsCharacters = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

const windows1252 = {
  decode: (bytes: Uint8Array = new Uint8Array()) =>
    Buffer.from(bytes)
      .toString("latin1")
      .replace(/[\u0080-\u009f]/g, (character) => windowsCharacters[character.charCodeAt(0) - 0x80] as string),
};

/** The same bytes, with a first chunk that is long enough to recognize the file by. */
async function* withWholeStart(bytes: Bytes): AsyncGenerator<Uint8Array> {
  let head: Uint8Array = new Uint8Array();
  let isWhole = false;
  for await (const chunk of bytes) {
    const next: Uint8Array = isWhole ? chunk : Buffer.concat([head, chunk]);
    isWhole ||= next.length >= headLength;
    if (isWhole) yield next;
    else head = next;
  }
  if (!isWhole && head.length > 0) yield head;
}

function encodingOf(chunk: Uint8Array, source: string): Encoding {
  const head = chunk.subarray(0, headLength);
  const startsWith = (bytes: readonly number[]) => bytes.every((byte, at) => head[at] === byte);
  const [, what, hint] = notLists.find(([signature]) => startsWith(signature)) ?? [];
  if (what !== undefined) throw new InputError(`${source} ${what}, not a list of USDOT numbers`, { hint });
  const bom = boms.find(({ bytes }) => startsWith(bytes));
  if (bom) return { name: bom.name, hasBom: true };
  // Without a BOM: ASCII digits and letters have a zero byte in UTF-16, and in no other encoding.
  const zeros = Array.from(head, (byte) => (byte === 0 ? "0" : "x")).join("");
  if (/^(?:x0){1,2}$/.test(zeros)) return { name: "utf-16le", hasBom: false };
  return { name: /^(?:0x){1,2}$/.test(zeros) ? "utf-16be" : "utf-8", hasBom: false };
}
