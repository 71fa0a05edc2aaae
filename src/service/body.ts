/** The bytes of an answer's body, decompressed and decoded. */
import { BodyError } from "./http-errors.ts";

/** The content encodings that we ask for, and can undo. */
export const acceptedEncodings = "gzip, deflate, br";

/** A body that can be read. */
export interface DecodedBody {
  /** After decompression. */
  body: Uint8Array;
  /** The same as text, without a byte order mark. */
  text: string;
}

/**
 * Undoes the content encodings, and decodes UTF-8, as JSON between systems must be (RFC 8259, 8.1).
 *
 * @param most bytes after decompression, so that a small body cannot fill the memory
 * @throws {BodyError} for an unknown encoding, damaged data, or bytes that are not UTF-8
 * @throws {AnswerTooLargeError} when it is larger than `most`
 */
export async function decodeBody(
  received: Uint8Array,
  encodings: string | undefined,
  most: number,
): Promise<DecodedBody> {
  const body = encodings === undefined ? received : await decompressed(received, encodings, most);
  try {
    return { body, text: new TextDecoder("utf-8", { fatal: true }).decode(body) };
  } catch (cause) {
    throw new BodyError("is not UTF-8", { cause });
  }
}

async function decompressed(received: Uint8Array, encodings: string, most: number): Promise<Uint8Array> {
  // Loaded by the first compressed answer; most answers about one carrier are not compressed.
  const { decompress } = await import("./decompress.ts");
  return decompress(received, encodings, most);
}
