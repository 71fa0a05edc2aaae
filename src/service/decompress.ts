/** Undoes content encodings. */
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions } from "node:zlib";
import { AnswerTooLargeError, BodyError } from "./http-errors.ts";

/** The most encodings that are undone. No service applies more, and each may take 32 MB more memory. */
const mostEncodings = 2;

/**
 * Undoes the content encodings of a body (RFC 9110, 8.4; the last one listed was applied last), off the main thread, so that signals
 * and time limits still work meanwhile.
 *
 * @param most bytes, after any of them
 * @throws {BodyError} for an unknown encoding, too many of them, or damaged data
 * @throws {AnswerTooLargeError} when it is larger than `most`
 */
export async function decompress(body: Uint8Array, encodings: string, most: number): Promise<Uint8Array> {
  const applied = encodings
    .toLowerCase()
    .split(",")
    .map((encoding) => encoding.trim())
    .filter((encoding) => encoding !== "" && encoding !== "identity");
  if (applied.length > mostEncodings) throw new BodyError("has too many content encodings");
  let bytes = body;
  for (const encoding of applied.reverse()) bytes = await undo(encoding, bytes, most);
  return bytes;
}

async function undo(encoding: string, bytes: Uint8Array, maxOutputLength: number): Promise<Uint8Array> {
  if (bytes.length === 0) return bytes;
  const decompress = decompressors.get(encoding);
  if (!decompress) throw new BodyError("has a content encoding that was not asked for");
  try {
    return await decompress(bytes, { maxOutputLength });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "ERR_BUFFER_TOO_LARGE") throw new AnswerTooLargeError("answer too large", { cause });
    // This machine has no memory left: nothing is wrong with the answer.
    if (code === "Z_MEM_ERROR") throw cause;
    throw new BodyError("is damaged or cut short", { cause });
  }
}

type Decompress = (bytes: Uint8Array, options: ZlibOptions) => Promise<Uint8Array>;

const ofGzip: Decompress = promisify(gunzip);
const ofZlib: Decompress = promisify(inflate);
const ofRawDeflate: Decompress = promisify(inflateRaw);
const ofBrotli: Decompress = promisify(brotliDecompress);

const decompressors = new Map<string, Decompress>([
  ["gzip", ofGzip],
  ["x-gzip", ofGzip],
  ["deflate", (bytes, options) => (hasZlibHeader(bytes) ? ofZlib : ofRawDeflate)(bytes, options)],
  ["br", ofBrotli],
]);

/** `deflate` means the zlib format (RFC 9110, 8.4.1.2; its header: RFC 1950, 2.2); some servers omit its header. */
function hasZlibHeader([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}
