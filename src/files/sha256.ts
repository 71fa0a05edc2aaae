/** Apart from what reads files, so that not every start loads `node:crypto`. */
import { createHash } from "node:crypto";

/** The SHA-256 of text (as UTF-8) or bytes, as `sha256sum` prints it. */
export function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}
