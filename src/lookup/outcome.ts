/** What became of one input of a list: every input ends as exactly one of these. */
import type { DotNumber } from "../dot-number.ts";
import { InterruptedError, MissingKeyError, UsdotError } from "../errors.ts";
import type { Place } from "../input/input.ts";
import { NotFoundError, RefusedKeyError, ServiceError } from "../service/errors.ts";
import type { RecordAnswer } from "../service/records.ts";

/** What the service said about one number, or why it said nothing. `A` is what a complete answer holds: one record, or several. */
export type Result<A = RecordAnswer> =
  | { kind: "answered"; dotNumber: DotNumber; answer: A }
  /** Some of the records of the answer could not be had, for this reason. `ifProven` is what it is if the base URL is right. */
  | { kind: "partial"; dotNumber: DotNumber; answer: A; error: UsdotError; ifProven?: Result<A> }
  | { kind: "not-found"; dotNumber: DotNumber; error: UsdotError }
  | { kind: "unanswered"; dotNumber: DotNumber; error: UsdotError };

export type Outcome<A = RecordAnswer> = (
  | Result<A>
  /** An input that is not a USDOT number. `reason` completes a sentence that begins with the input. */
  | { kind: "invalid"; text: string; reason: string }
  /** A number that occurred earlier in the list, or whose row the output file has from an earlier run (`--resume`). */
  | { kind: "repeated" | "kept"; dotNumber: DotNumber }
) & { place?: Place | undefined };

/**
 * The result for a number whose request failed.
 * @throws an interruption, which is no result, and what is a mistake of our own
 */
export function failedResult(dotNumber: DotNumber, error: unknown): Result<never> {
  if (!(error instanceof UsdotError) || error instanceof InterruptedError) throw error;
  return { kind: error instanceof NotFoundError ? "not-found" : "unanswered", dotNumber, error };
}

/** Whether an outcome is a row of the output. */
export function isResult<A>(outcome: Outcome<A>): outcome is Result<A> & { place?: Place | undefined } {
  return outcome.kind !== "invalid" && outcome.kind !== "repeated" && outcome.kind !== "kept";
}

/**
 * Whether an error leaves no point in asking on: we were interrupted, the key is missing or refused, the service asks for too long a
 * wait, or it has not answered for so long that we gave up. A 429 that persists is an error of its own number only: by then, the
 * transport has slowed down for the others.
 */
export function stopsTheRun(error: UsdotError): boolean {
  if (error instanceof ServiceError && (error.reason === "wait-too-long" || error.reason === "gave-up")) return true;
  return [InterruptedError, MissingKeyError, RefusedKeyError].some((kind) => error instanceof kind);
}
