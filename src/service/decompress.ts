/** Undoes content encodings. */
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import { AnswerTooLargeError, BodyError } from "./http-errors.ts";

/**
 * Undoes the content encodings of a body (RFC 9110, 8.4; the last one listed was applied last).
 *
 * @param most bytes, after any of them
 * @throws {BodyError} for an unknown encoding or damaged data
 * @throws {AnswerTooLargeError} when it is larger than `most`
 */
export function decompress(body: Uint8Array, encodings: string, most: number): Uint8Array {
  let bytes = body;
  for (const encoding of encodings.toLowerCase().split(",").reverse()) bytes = undo(encoding.trim(), bytes, most);
  return bytes;
}

function undo(encoding: string, bytes: Uint8Array, maxOutputLength: number): Uint8Array {
  if (encoding === "" || encoding === "identity" || bytes.length === 0) return bytes;
  const decompress = decompressors.get(encoding);
  if (!decompress) throw new BodyError("has a content encoding that was not asked for");
  try {
    return decompress(bytes, { maxOutputLength });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE")
      throw new AnswerTooLargeError("answer too large", { cause });
    throw new BodyError("is damaged or cut short", { cause });
  }
}

type Decompress = (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;

const decompressors = new Map<string, Decompress>([
  ["gzip", gunzipSync],
  ["x-gzip", gunzipSync],
  ["deflate", (bytes, options) => (hasZlibHeader(bytes) ? inflateSync : inflateRawSync)(bytes, options)],
  ["br", brotliDecompressSync],
]);

/** `deflate` means the zlib format (RFC 9110, 8.4.1.2; its header: RFC 1950, 2.2); some servers omit its header. */
function hasZlibHeader([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}
