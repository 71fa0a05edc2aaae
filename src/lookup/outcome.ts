/** What became of one input: every input of a list ends as exactly one of these. */
import type { DotNumber } from "../dot-number.ts";
import { InterruptedError, UsdotError } from "../errors.ts";
import type { Input } from "../input/input.ts";
import type { JsonObject } from "../text/json.ts";

/** What rows are made of: a record of the service, or several joined (the snapshot). */
export interface Row {
  record: JsonObject;
  /** Paths of fields that are not of the type that the interface states. */
  issues: readonly string[];
}

export interface Failed {
  kind: "not-found" | "unanswered";
  dotNumber: DotNumber;
  error: UsdotError;
}

/** What the service said about one number, or why it said nothing. */
export type Result<A = Row> =
  | { kind: "answered"; dotNumber: DotNumber; answer: A }
  | { kind: "partial"; dotNumber: DotNumber; answer: A; error: UsdotError }
  | Failed;

/** A result, or what needs no asking. */
export type Outcome<A = Row> = (
  | Result<A>
  | { kind: "invalid"; text: string; invalid: string }
  /** An earlier input named it, or an earlier run has its row (`--resume`), with a record or without. */
  | { kind: "repeated" | "kept" | "kept-missing"; dotNumber: DotNumber }
) & { input: Input };

/** Whether an outcome is a row of the output. */
export function isResult<A>(
  outcome: Outcome<A>,
): outcome is Result<A> & { input: Input } {
  return "answer" in outcome || "error" in outcome;
}

/** The result for a number whose request failed; throws an interruption, and our own mistakes. */
export function failedResult(dotNumber: DotNumber, error: unknown): Failed {
  if (!(error instanceof UsdotError) || error instanceof InterruptedError)
    throw error;
  return {
    kind: error.kind === "not-found" ? "not-found" : "unanswered",
    dotNumber,
    error,
  };
}
