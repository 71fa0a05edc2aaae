import { MissingKeyError, type UsdotError } from "../errors.ts";
import { RateLimitedError, RefusedKeyError } from "../service/errors.ts";

/** Whether an error leaves no point in asking on: the key is refused, or a rate limit lasts too long. */
export function stopsTheRun(error: UsdotError): boolean {
  return error instanceof RefusedKeyError || error instanceof MissingKeyError || error instanceof RateLimitedError;
}
