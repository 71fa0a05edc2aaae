/**
 * Compares a certificate of insurance with the filings: whether the insurer
 * knows of it.
 */
import type { RecordName } from "../../answer.ts";
import {
  type CertificateField,
  type Claimed,
  type Claims,
  certificateFields,
} from "../../list/input.ts";
import { grouped } from "../../text/digits.ts";
import {
  type CoverKind,
  coverOn,
  endText,
  type Filing,
  inForceOn,
  kindNames,
  mostOf,
} from "../record/cover.ts";
import {
  isNotStated,
  quoted,
  readDay,
  readNumber,
  readScalar,
} from "../record/facts.ts";
import {
  type Agreement,
  compareKeys,
  nameKey,
  plainWords,
} from "../record/names.ts";
import { type Compared, unclearly } from "./claims.ts";

export type Certificate = Partial<Record<CertificateField, string>>;

/**
 * The certificates of a carrier, by the place of their claims: a list may have
 * several rows of it.
 */
export function certificateAt(claims: Claimed, at: number): Certificate {
  const stated = certificateFields.flatMap((field) => {
    const value = claims[field]?.[at];
    return isNotStated(value) ? [] : [[field, value]];
  });
  return Object.fromEntries(stated);
}

/** The records that claims are compared with, but for the carrier record. */
export function recordsClaimed(
  claims: Claims | Claimed | null | undefined,
): readonly RecordName[] {
  const isCertificate = certificateFields.some((field) => claims?.[field]);
  return isCertificate ? ["insurance"] : [];
}

const textOf = (value: unknown) => readScalar(value).value ?? "";

/** A policy's number as it is compared: letters and digits, without zeros in front. */
export const policyKey = (number: unknown): string =>
  plainWords(textOf(number)).replace(/^[0 ]+| /g, "");

/** What one filing must have of a certificate. */
const filingFields = {
  insurer: {
    statedIn: ({ insurer }: Filing) => insurer,
    compare: (claimed: string, { insurer }: Filing) =>
      compareKeys(nameKey(claimed), nameKey(textOf(insurer))),
  },
  policy_number: {
    statedIn: ({ number }: Filing) => number,
    compare: (claimed: string, { number }: Filing) =>
      compareKeys(policyKey(claimed), policyKey(number)),
  },
  expires: {
    statedIn: ({ ends }: Filing) => endText(ends),
    compare(claimed: string, { ends }: Filing): Agreement {
      const { value } = readDay(claimed);
      if (value === undefined) return "unclear";
      return value <= ends ? "agrees" : "contradicts";
    },
  },
};
type FilingField = keyof typeof filingFields;
const filingFieldNames = Object.keys(filingFields) as FilingField[];

function compareFiling(
  field: FilingField,
  claimed: string,
  filing: Filing,
): Agreement {
  const agreement = filingFields[field].compare(claimed, filing);
  return agreement === "agrees" && filing.doubt ? "unclear" : agreement;
}

/**
 * How far a filing is from a certificate: the claims that the nearest one lacks
 * are wrong.
 */
const distances = { agrees: 0, unclear: 1, contradicts: 9 };

function distanceOf(certificate: Certificate, filing: Filing): number {
  return filingFieldNames.reduce((sum, field) => {
    const claimed = certificate[field];
    if (claimed === undefined) return sum;
    return sum + distances[compareFiling(field, claimed, filing)];
  }, 0);
}

/** Compares a claim of a certificate with the filings in force. */
export function compareCertificate(
  field: CertificateField,
  certificate: Certificate,
  filings: readonly Filing[],
  today: number,
): Compared {
  const claimed = certificate[field] ?? "";
  if (field === "bipd" || field === "cargo")
    return compareAmount(field, claimed, filings, today);
  const isOver =
    field === "expires" && (readDay(claimed).value ?? today) < today;
  if (isOver)
    return { ...notStated("a date before today"), outcome: "contradicts" };
  const [nearest] = inForceOn(today, filings, kindOf(certificate))
    .map((filing) => ({ filing, distance: distanceOf(certificate, filing) }))
    .sort((first, second) => first.distance - second.distance);
  if (nearest === undefined) return notStated("no policy in force");
  const { filing } = nearest;
  const value = filingFields[field].statedIn(filing);
  if (isNotStated(value)) return notStated("the filing does not state it");
  const outcome = compareFiling(field, claimed, filing);
  const words = unclearly(outcome, `the filing ${quoted(value)}`, filing.doubt);
  return { outcome, recorded: [value], words };
}

const notStated = (words: string): Compared => ({
  outcome: "not-stated",
  recorded: [null],
  words,
});

/** A certificate that states an amount of one kind is about that kind. */
function kindOf({ bipd, cargo }: Certificate): CoverKind | undefined {
  if (bipd !== undefined && cargo !== undefined) return undefined;
  if (bipd !== undefined) return "bipd";
  return cargo === undefined ? undefined : "cargo";
}

function compareAmount(
  kind: CoverKind,
  claimed: string,
  filings: readonly Filing[],
  today: number,
): Compared {
  const { certain, sure } = coverOn(today, filings, kind);
  const { value = Number.POSITIVE_INFINITY } = readNumber(claimed);
  const isInForce = certain.length > 0;
  const why =
    sure >= value
      ? ": the claim may be in thousands"
      : "; filings show the legal minimum";
  return {
    outcome: isInForce && sure >= mostOf(value, kind) ? "agrees" : "unclear",
    recorded: [sure],
    words: isInForce
      ? `the filing shows ${grouped(sure)}${why}`
      : `no ${kindNames[kind]} policy in force`,
  };
}
