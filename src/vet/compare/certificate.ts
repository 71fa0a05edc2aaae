/**
 * Compares a certificate of insurance with the filings: whether the insurer
 * knows of it.
 */
import type { RecordName } from "../../answer.ts";
import {
  type CertificateField,
  type Claims,
  certificateFields,
} from "../../list/input.ts";
import { grouped } from "../../text/digits.ts";
import { quoted } from "../record/facts.ts";
import {
  type CoverKind,
  coverKinds,
  endText,
  type Filing,
  kindNames,
  mostOf,
} from "../record/filings.ts";
import { doubtOf, type Insurance } from "../record/insurance.ts";
import {
  isNotStated,
  readDay,
  readNumber,
  readScalar,
} from "../record/readers.ts";
import { type Compared, notStated, unclearly } from "./claims.ts";
import {
  type Agreement,
  compareTexts,
  endValue,
  heaviest,
  valueKinds,
} from "./values.ts";

/** The records that claims are compared with, but for the carrier record. */
export function recordsClaimed(claims: readonly Claims[]): RecordName[] {
  const isCertificate = certificateFields.some((field) =>
    claims.some((row) => !isNotStated(row[field])),
  );
  return isCertificate ? ["insurance"] : [];
}

/** What one filing must have of a certificate; the amounts are those of all. */
const filingKinds = {
  insurer: valueKinds.insurer,
  policy_number: valueKinds.policyNumber,
  expires: valueKinds.end,
};
type FilingField = keyof typeof filingKinds;
const filingFields = Object.keys(filingKinds) as FilingField[];

const isAmount = (name: string): name is CoverKind => name in kindNames;

/** Whether a claim is an amount that any insurance covers. */
export const isZero = (field: string, claimed: string): boolean =>
  isAmount(field) && readNumber(claimed).value === 0;

/** Compares a claim of a certificate with the filings in force. */
export function compareCertificate(
  field: CertificateField,
  certificate: Claims,
  insurance: Insurance,
): Compared {
  const { today } = insurance;
  const claimed = certificate[field] ?? "";
  if (isAmount(field)) return compareAmount(field, certificate, insurance);
  if (field === "expires" && (readDay(claimed).value ?? today) < today)
    return { ...notStated("a date before today"), agreement: "contradicts" };
  const kinds = kindsClaimed(certificate);
  // With cover of both kinds, what ends first decides; one that states an amount
  // of one kind is about that kind.
  const isOfEach = kinds.length === 1 || field === "expires";
  const filings =
    isOfEach && kinds.length > 0
      ? kinds.map((kind) => insurance.inForce(kind))
      : [insurance.inForce()];
  return heaviestOf(
    filings.map((each) => compareFilings(field, certificate, each)),
  );
}

const kindsClaimed = (certificate: Claims): CoverKind[] =>
  coverKinds.filter((kind) => certificate[kind] !== undefined);

function heaviestOf(compared: readonly Compared[]): Compared {
  const agreement = heaviest(compared.map((each) => each.agreement));
  return compared.find((each) => each.agreement === agreement) as Compared;
}

function compareFilings(
  field: FilingField,
  certificate: Claims,
  filings: readonly Filing[],
): Compared {
  const claimed = certificate[field] ?? "";
  const filing = nearestOf(filings, certificate);
  if (filing === undefined) return notStated("no policy in force");
  const value = field === "expires" ? endText(filing.ends) : filing[field];
  if (isNotStated(value)) return notStated("the filing does not state it");
  const agreement = compareFiling(field, claimed, filing);
  const isDay = field !== "expires" || readDay(claimed).value !== undefined;
  const why = isDay ? filing.doubt : "write the day as YEAR-MONTH-DAY";
  // The end of cover of one kind says nothing of the other.
  const { kind } = filing;
  const isOfKind = field === "expires" && isAmount(kind);
  const which = isOfKind ? `${kindNames[kind]} filing` : "filing";
  const words = unclearly(agreement, `the ${which} ${quoted(value)}`, why);
  return { agreement, stated: [value], words };
}

/** The filing that lacks least of a certificate: what it lacks is wrong. */
function nearestOf(
  filings: readonly Filing[],
  certificate: Claims,
): Filing | undefined {
  const distances = { agrees: 0, unclear: 1, contradicts: 9 };
  const distanceOf = (filing: Filing) =>
    filingFields.reduce((sum, field) => {
      const claimed = certificate[field];
      return claimed === undefined
        ? sum
        : sum + distances[compareFiling(field, claimed, filing)];
    }, 0);
  return filings.toSorted(
    (first, second) => distanceOf(first) - distanceOf(second),
  )[0];
}

/** A filing that may not count agrees with nothing for certain. */
function compareFiling(
  field: FilingField,
  claimed: string,
  filing: Filing,
): Agreement {
  const stated =
    field === "expires"
      ? endValue(filing.ends)
      : (readScalar(filing[field]).value ?? "");
  const agreement = compareTexts(filingKinds[field], claimed, stated);
  return agreement === "agrees" && filing.doubt ? "unclear" : agreement;
}

/**
 * Filings show the legal minimum: cover of less says nothing, nor does cover
 * that only other filings have than the one that the certificate names.
 */
function compareAmount(
  kind: CoverKind,
  certificate: Claims,
  insurance: Insurance,
): Compared {
  const { certain, perhaps, sure } = insurance.cover(kind);
  const { value } = readNumber(certificate[kind] ?? "");
  const stated = [sure];
  const unclear = (words: string): Compared => {
    return { agreement: "unclear", stated, words };
  };
  if (!value) return unclear("which is not an amount: write it as 1,000,000");
  if (perhaps.length === 0)
    return unclear(`no ${kindNames[kind]} policy in force`);
  if (sure === 0)
    return unclear(doubtOf(perhaps, sure) ?? "the filing states no amount");
  const words = `the filing shows ${grouped(sure)}`;
  const least = mostOf(value, kind);
  if (sure < value) return unclear(`${words}; filings show the legal minimum`);
  if (sure < least) return unclear(`${words}: the claim may be in thousands`);
  const own = amountNamed(certain, certificate) ?? sure;
  if (own < least) {
    const named =
      own === 0
        ? `no ${kindNames[kind]} filing is the one that it names`
        : `the filing that it names shows ${grouped(own)}`;
    return unclear(`${named}; all together show ${grouped(sure)}`);
  }
  return { agreement: "agrees", stated, words };
}

/** The amount of the filing that a certificate names; undefined if it names none. */
function amountNamed(
  filings: readonly Filing[],
  certificate: Claims,
): number | undefined {
  const names = (["insurer", "policy_number"] as const).filter(
    (field) => certificate[field] !== undefined,
  );
  if (names.length === 0) return undefined;
  const named = filings.filter((filing) =>
    names.every(
      (field) =>
        compareFiling(field, certificate[field] ?? "", filing) !==
        "contradicts",
    ),
  );
  return Math.max(0, ...named.map(({ amount = 0 }) => amount));
}
