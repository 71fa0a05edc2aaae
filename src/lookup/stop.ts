import { InterruptedError, MissingKeyError, type UsdotError } from "../errors.ts";
import { RateLimitedError, RefusedKeyError } from "../service/errors.ts";

/**
 * Whether an error leaves no point in asking on: we were interrupted, the key is missing or refused, or the service asks for too long a
 * wait. A 429 that persists is an error of its own number only: by then, the transport has slowed down for the others.
 */
export function stopsTheRun(error: UsdotError): boolean {
  if (error instanceof RateLimitedError) return error.reason === "wait-too-long";
  return [InterruptedError, MissingKeyError, RefusedKeyError].some((kind) => error instanceof kind);
}
