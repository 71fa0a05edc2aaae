/** What the user asks about: the vocabulary of lists and arguments. */
import type { DotNumber } from "../dot-number.ts";

export interface Place {
  source: string;
  line: number;
}

/** What somebody says about a carrier, to be compared with its record (vet.md, "Claims"). */
export const claimFields = ["name", "mc_number", "phone", "email", "address", "state", "zip"] as const;
export type ClaimField = (typeof claimFields)[number];
export type Claims = Partial<Record<ClaimField, string>>;
export type Claimed = Partial<Record<ClaimField, readonly string[]>>;

/** One thing the user asked about: a USDOT number, or text that isn't one, with the reason. */
export type Input = (
  | { dotNumber: DotNumber; isMarkedOutOfService?: boolean }
  /** `invalid` completes a sentence that begins with the text: `MC-747866` "is a docket number, not a USDOT number". */
  | { text: string; invalid: string }
) & {
  place?: Place | undefined;
  claims?: Claims | undefined;
  row?: number | undefined;
};

/** The USDOT numbers among inputs, as often as they occur. */
export function numbersIn(inputs: readonly Input[]): DotNumber[] {
  return inputs.flatMap((input) => ("dotNumber" in input ? [input.dotNumber] : []));
}
