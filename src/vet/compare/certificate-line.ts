/** Compares a line of a certificate with one filing. */
import type { Filing } from "../record/filings.ts";
import { containsWords, coreWords, nameKey } from "../record/names.ts";
import { readDay, readScalar } from "../record/readers.ts";
import {
  type Agreement,
  areOneLetterApart,
  compareTexts,
  valueKinds,
} from "./values.ts";

/** What a filing has by itself; the amounts are those of all together. */
export const filingFields = ["insurer", "policy_number", "expires"] as const;
export type FilingField = (typeof filingFields)[number];
/** Those that tell which filing is meant. */
export const namingFields = ["insurer", "policy_number"] as const;

/** A line of a certificate: what it says of one insurance. */
export type CertificateLine = Partial<Record<FilingField, string | undefined>>;

/**
 * The days that a certificate may mean; none where nobody can tell. Forms ask
 * for MM/DD/YYYY (ACORD 25), but elsewhere 06/07/2027 is in July.
 */
export function claimedDays(text: string): number[] {
  const padded = text.replace(/\b\d\//g, "0$&");
  const days = ["$3-$1-$2", "$3-$2-$1"].flatMap(
    (form) => readDay(padded.replace(slashedDay, form)).value ?? [],
  );
  return [...new Set(days)];
}

const slashedDay = /^\s*(\d\d)\/(\d\d)\/(\d{4})\s*$/;

/** One contradiction outweighs all fields that are unclear. */
const weights = { agrees: 0, unclear: 1, contradicts: 9 };

/** How much a filing lacks of a line, or of some fields of it. */
export const lackOf = (
  line: CertificateLine,
  filing: Filing,
  fields: readonly FilingField[] = filingFields,
): number =>
  fields
    .map((field) => weights[compareFiling(field, line, filing)])
    .reduce((sum, lack) => sum + lack);

/** Whether nothing that is claimed contradicts a filing. */
export const contradictsNothing = (
  line: CertificateLine,
  filing: Filing,
  fields?: readonly FilingField[],
): boolean => lackOf(line, filing, fields) < weights.contradicts;

/** Whether a filing has what is claimed; one that may not count is unclear. */
export function compareFiling(
  field: FilingField,
  { [field]: claimed }: CertificateLine,
  filing: Filing,
): Agreement {
  if (claimed === undefined) return "agrees";
  const agreement =
    field === "expires"
      ? agreementOnEnd(claimed, filing.ends)
      : compareNamed(field, claimed, readScalar(filing[field]).value ?? "");
  return agreement === "agrees" && filing.doubt ? "unclear" : agreement;
}

export function agreementOnEnd(claimed: string, ends: number): Agreement {
  const lasts = new Set(claimedDays(claimed).map((day) => ends >= day));
  if (lasts.size !== 1) return "unclear";
  return lasts.has(true) ? "agrees" : "contradicts";
}

function compareNamed(
  field: keyof typeof mayMean,
  claimed: string,
  filed: string,
): Agreement {
  const agreement = compareTexts(valueKinds[field], claimed, filed);
  return agreement === "contradicts" && mayMean[field](claimed, filed)
    ? "unclear"
    : agreement;
}

/** The digits of a policy's number without its term and zeros in front. */
const digitsOfPolicy = (number: string) =>
  number.replace(/[-/. ]\d{1,2}$|\D/g, "").replace(/^0+/, "");

/** Whether a claim that differs may mean what is filed all the same. */
const mayMean = {
  /** `A: EXAMPLE MUTUAL; B: SAMPLE MARINE`, or one letter differs. */
  insurer: (claimed: string, filed: string) =>
    containsWords(coreWords(claimed), coreWords(filed)) ||
    areOneLetterApart(nameKey(claimed), nameKey(filed)),
  /** Another term, or no prefix: `12345-04` of `CA 0012345-03`. */
  policy_number(claimed: string, filed: string) {
    const digits = digitsOfPolicy(claimed);
    return digits.length > 4 && digits === digitsOfPolicy(filed);
  },
};
