/** The bytes of an answer's body, decompressed and decoded. */
import { BodyError } from "./http-errors.ts";

/** The content encodings that we ask for, and can undo. */
export const acceptedEncodings = "gzip, deflate, br";

/** Made once: it keeps nothing from one text to the next. */
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * The text of a body without a byte order mark. JSON between systems must be UTF-8 (RFC 8259, 8.1).
 *
 * @throws {BodyError} for bytes that are not UTF-8
 */
export function decodeText(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch (cause) {
    throw new BodyError("is not UTF-8", { cause });
  }
}

/**
 * Undoes the content encodings of a body.
 *
 * @param most bytes after decompression, so that a small body cannot fill the memory
 * @throws {BodyError} for an unknown encoding, or damaged data
 * @throws {AnswerTooLargeError} when it is larger than `most`
 */
export async function decodeBody(received: Uint8Array, encodings: string, most: number): Promise<Uint8Array> {
  // Loaded by the first compressed answer; most answers about one carrier are not compressed.
  const { decompress } = await import("./decompress.ts");
  return decompress(received, encodings, most);
}
