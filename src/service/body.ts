/** The bytes of a response's body, decompressed and decoded. */
import { promisify } from "node:util";
import { BodyError } from "./errors.ts";

/** The content encodings that we ask for. */
export const acceptedEncodings = "gzip, br";

/** What is wrong with a body of more than `maxResponseSize`. */
export const tooLarge = "is larger than 32 MB";

/** Made once: it keeps nothing from one text to the next. */
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The text of a body without a byte order mark; a `BodyError` if it is not UTF-8, as JSON between systems must be (RFC 8259, 8.1). */
export function decodeText(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch (cause) {
    throw new BodyError("is not UTF-8", { cause });
  }
}

/**
 * Decompresses a body, off the main thread, so that signals and time limits still work meanwhile.
 * @param maxOutputLength bytes, so that a small body cannot fill the memory
 * @throws {BodyError} for more, for an encoding that was not asked for, or damaged data
 */
export async function decompress(body: Uint8Array, encoding: string, maxOutputLength: number): Promise<Uint8Array> {
  const name = encoding.trim().toLowerCase();
  if (body.length === 0 || name === "" || name === "identity") return body;
  // Loaded by the first compressed response; most responses about one carrier are not compressed.
  const { brotliDecompress, gunzip } = await import("node:zlib");
  const options = { maxOutputLength };
  try {
    if (name === "gzip") return await promisify<Uint8Array, object, Uint8Array>(gunzip)(body, options);
    if (name === "br") return await promisify<Uint8Array, object, Uint8Array>(brotliDecompress)(body, options);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "ERR_BUFFER_TOO_LARGE") throw new BodyError(tooLarge, { cause });
    // This machine has no memory left: nothing is wrong with the response.
    if (code === "Z_MEM_ERROR") throw cause;
    throw new BodyError("is damaged or cut short", { cause });
  }
  throw new BodyError("has a content encoding that was not asked for");
}
