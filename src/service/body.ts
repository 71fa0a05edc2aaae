/** The bytes of an answer's body -> its text. */

/** What we say we can read, and can. */
export const acceptedEncodings = "gzip, deflate, br";

/** The body cannot be read as text: an unknown encoding, damaged data, bytes that are no UTF-8. */
export class BodyError extends Error {}

/**
 * Undoes the content encodings and decodes UTF-8, as JSON between systems must be (RFC 8259, 8.1); a byte order mark is ignored.
 *
 * @param most bytes after decompression, so that a small body cannot fill the memory
 * @throws {BodyError}
 * @throws {RangeError} when it is larger than `most`
 */
export async function decodeBody(body: Uint8Array, encodings: string | undefined, most: number): Promise<string> {
  const bytes = encodings === undefined ? body : await decompressed(body, encodings, most);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new BodyError("is not UTF-8", { cause });
  }
}

async function decompressed(body: Uint8Array, encodings: string, most: number): Promise<Uint8Array> {
  // Loaded by the first answer that is compressed: most of those about one carrier are not.
  const { decompress } = await import("./decompress.ts");
  return decompress(body, encodings, most);
}
