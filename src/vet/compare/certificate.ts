/**
 * Compares a certificate of insurance with the filings in force: whether the
 * insurer knows of it. One filing must have all that is claimed of it.
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
  inThousands,
  kindNames,
} from "../record/filings.ts";
import { type Cover, doubtOf, type Insurance } from "../record/insurance.ts";
import {
  isNotStated,
  readDay,
  readNumber,
  readScalar,
} from "../record/readers.ts";
import { type Compared, nothingStated, unclearly } from "./claims.ts";
import {
  type Agreement,
  compareTexts,
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

/** What a filing has by itself; the amounts are those of all together. */
const filingFields = ["insurer", "policy_number", "expires"] as const;
type FilingField = (typeof filingFields)[number];

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
  if (isAmount(field)) return compareAmount(field, certificate, insurance);
  const claimed = certificate[field] ?? "";
  const { today } = insurance;
  if (field === "expires" && (readDay(claimed).value ?? today) < today)
    return {
      ...nothingStated("a date before today"),
      agreement: "contradicts",
    };
  const compared = kindsMeant(field, certificate).map((kind) =>
    compareKind(field, certificate, insurance, kind),
  );
  const agreement = heaviest(compared.map((each) => each.agreement));
  return compared.find((each) => each.agreement === agreement) as Compared;
}

/**
 * The kinds of which one filing must have what is claimed: those whose amount is
 * claimed. With both or none, any may have the insurer and the number; of both,
 * each must last.
 */
function kindsMeant(
  field: FilingField,
  certificate: Claims,
): (CoverKind | undefined)[] {
  const kinds = coverKinds.filter((kind) => certificate[kind] !== undefined);
  return kinds.length === 1 || (kinds.length > 1 && field === "expires")
    ? kinds
    : [undefined];
}

/** Compares a claim with the filings of a kind, or with all. */
function compareKind(
  field: FilingField,
  certificate: Claims,
  insurance: Insurance,
  kind?: CoverKind,
): Compared {
  // What is not in force yet contradicts nothing.
  const later = insurance
    .later(kind)
    .filter((each) => mayBe(certificate, each));
  const filings = [...insurance.inForce(kind), ...later];
  const compared = compareNearest(field, certificate, filings, kind);
  const { agreement, words } = compared;
  const isElsewhere = (filing: Filing) =>
    compareFiling(field, certificate, filing) === "agrees";
  if (kind === undefined || field === "expires" || agreement === "agrees")
    return compared;
  const other = insurance.inForce().find(isElsewhere);
  if (other === undefined || !isAmount(other.kind)) return compared;
  return {
    ...compared,
    // Many carriers have their cargo insured by another company.
    agreement: field === "insurer" ? "unclear" : agreement,
    words: `${words}; the ${kindNames[other.kind]} filing has it`,
  };
}

/** Compares a claim with the filing that lacks least of the whole certificate. */
function compareNearest(
  field: FilingField,
  certificate: Claims,
  filings: readonly Filing[],
  kind: CoverKind | undefined,
): Compared {
  const [nearest] = filings.toSorted(
    (first, second) =>
      distance(certificate, first) - distance(certificate, second),
  );
  if (nearest === undefined) {
    const name = kind === undefined ? "" : `${kindNames[kind]} `;
    return nothingStated(`no ${name}policy in force`);
  }
  const shorter =
    field === "expires" && endsSooner(certificate, nearest, filings);
  if (shorter)
    return {
      agreement: "unclear",
      stated: [endText(nearest.ends), endText(shorter.ends)],
      words: `${endWords(nearest)}, ${endWords(shorter)}: claim bipd or cargo, too`,
    };
  const agreement = compareFiling(field, certificate, nearest);
  return field === "expires"
    ? endCompared(agreement, certificate, nearest)
    : nameCompared(agreement, nearest[field], nearest);
}

function endCompared(
  agreement: Agreement,
  { expires }: Claims,
  filing: Filing,
): Compared {
  const isRead = readDay(expires).value !== undefined;
  const why = isRead ? filing.doubt : "write the day as YEAR-MONTH-DAY";
  const words = unclearly(agreement, endWords(filing), why);
  return { agreement, stated: [endText(filing.ends)], words };
}

/** The name of an insurer, or of a policy by its number. */
function nameCompared(
  agreement: Agreement,
  name: unknown,
  { doubt }: Filing,
): Compared {
  if (isNotStated(name)) return nothingStated("the filing does not state it");
  const words = unclearly(agreement, `the filing ${quoted(name)}`, doubt);
  return { agreement, stated: [name], words };
}

/** A filing of the other kind that is named as well, and ends before the day. */
function endsSooner(
  certificate: Claims,
  nearest: Filing,
  filings: readonly Filing[],
): Filing | undefined {
  const { expires: _, ...names } = certificate;
  const isTooShort = (filing: Filing) =>
    compareFiling("expires", certificate, filing) === "contradicts";
  return isTooShort(nearest)
    ? undefined
    : filings.find(
        (filing) =>
          filing.kind !== nearest.kind &&
          distance(names, filing) <= distance(names, nearest) &&
          isTooShort(filing),
      );
}

/** The end of cover of one kind says nothing of the other. */
function endWords({ kind, ends }: Filing): string {
  const name = isAmount(kind) ? `${kindNames[kind]} ` : "";
  return `the ${name}filing ${quoted(endText(ends))}`;
}

/** A field that contradicts is more than all others that are unclear. */
const lacks = { agrees: 0, unclear: 1, contradicts: 9 };

const distance = (certificate: Claims, filing: Filing): number =>
  filingFields
    .map((field) => lacks[compareFiling(field, certificate, filing)])
    .reduce((sum, lack) => sum + lack);

/** Whether nothing that is claimed contradicts a filing. */
const mayBe = (certificate: Claims, filing: Filing): boolean =>
  distance(certificate, filing) < lacks.contradicts;

/** Whether a filing has what is claimed; one that may not count is unclear. */
function compareFiling(
  field: FilingField,
  { [field]: claimed }: Claims,
  filing: Filing,
): Agreement {
  if (claimed === undefined) return "agrees";
  const agreement =
    field === "expires"
      ? compareEnd(claimed, filing.ends)
      : compareTexts(
          valueKinds[field],
          claimed,
          readScalar(filing[field]).value ?? "",
        );
  return agreement === "agrees" && filing.doubt ? "unclear" : agreement;
}

function compareEnd(claimed: string, ends: number): Agreement {
  const day = readDay(claimed).value;
  if (day === undefined) return "unclear";
  return ends >= day ? "agrees" : "contradicts";
}

/** Filings show the legal minimum: cover of less contradicts nothing. */
function compareAmount(
  kind: CoverKind,
  certificate: Claims,
  insurance: Insurance,
): Compared {
  const cover = insurance.cover(kind);
  const { certain, perhaps, sure } = cover;
  const unclear = (words: string): Compared => {
    return { agreement: "unclear", stated: [sure], words };
  };
  const claimed = readNumber(certificate[kind]).value;
  if (!claimed) return unclear("which is not an amount: write it in digits");
  if (perhaps.length === 0)
    return unclear(`no ${kindNames[kind]} policy in force`);
  if (sure === 0)
    return unclear(doubtOf(perhaps, sure) ?? "the filing states no amount");
  const show = certain.length > 1 ? "filings show" : "filing shows";
  const words = `the ${show} ${grouped(sure)}`;
  if (sure < claimed)
    return unclear(`${words}; filings show the legal minimum`);
  const most = inThousands(claimed, kind);
  if (sure < most) return unclear(`${words}: the claim may be in thousands`);
  const named = amountNamed(certificate, cover);
  const which =
    named === 0
      ? `no ${kindNames[kind]} filing in force is the one that it names`
      : `the filing that it names shows ${grouped(named)}`;
  const both =
    named === sure ? words : `${which}; all together show ${grouped(sure)}`;
  return named >= most
    ? { agreement: "agrees", stated: [sure], words: both }
    : unclear(both);
}

/** The amount of the filing that a certificate names; of all, if it names none. */
function amountNamed(
  { expires: _, ...names }: Claims,
  { certain, sure }: Cover,
): number {
  if ((names.insurer ?? names.policy_number) === undefined) return sure;
  const named = certain.filter((filing) => mayBe(names, filing));
  return Math.max(0, ...named.map(({ amount = 0 }) => amount));
}
