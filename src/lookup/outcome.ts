/** What became of one input of a list: every input ends as exactly one of these. */

import type { DotNumber } from "../dot-number.ts";
import type { UsdotError } from "../errors.ts";
import type { Place } from "../input/input.ts";
import type { Answer } from "../service/client.ts";

/** The service's word on a number, or why there is none. */
export type Finding<R> =
  | { kind: "answered"; dotNumber: DotNumber; answer: Answer<R> }
  | { kind: "not-found"; dotNumber: DotNumber; error: UsdotError }
  | { kind: "unanswered"; dotNumber: DotNumber; error: UsdotError };

/** An input that is no USDOT number. `reason` completes a sentence that begins with the input. */
export interface Refusal {
  kind: "refused";
  text: string;
  reason: string;
}

/** A number that stood in the list before: it is asked, and answered, once. */
export interface Repeat {
  kind: "repeated";
  dotNumber: DotNumber;
}

/** A number whose row the output file has from an earlier run (`--resume`). */
export interface Kept {
  kind: "kept";
  dotNumber: DotNumber;
}

export type Outcome<R> = (Finding<R> | Refusal | Repeat | Kept) & { place?: Place | undefined };
