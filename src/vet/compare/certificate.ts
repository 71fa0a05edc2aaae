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
  untilCanceled,
} from "../record/filings.ts";
import { type Cover, doubtOf, type Insurance } from "../record/insurance.ts";
import { isNotStated, readNumber } from "../record/readers.ts";
import {
  type CertificateLine,
  compareFiling,
  contradictsNothing,
  distance,
  type FilingField,
  filingFields,
  readClaimedDay,
} from "./certificate-line.ts";
import { type Compared, nothingStated, unclearly } from "./claims.ts";
import { type Agreement, heaviest } from "./values.ts";

/** The records that claims are compared with, but for the carrier record. */
export function recordsClaimed(claims: readonly Claims[]): RecordName[] {
  const isCertificate = certificateFields.some((field) =>
    claims.some((row) => !isNotStated(row[field])),
  );
  return isCertificate ? ["insurance"] : [];
}

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
  const claimed = certificate[field] ?? "";
  const { name, line, kinds } = lineOf(field, certificate);
  if (isAmount(name)) return compareAmount(name, claimed, line, insurance);
  const { value: day = Number.POSITIVE_INFINITY } = readClaimedDay(claimed);
  // A policy ends as its last day begins.
  if (name === "expires" && day <= insurance.today)
    return {
      ...nothingStated("not a day after today"),
      agreement: "contradicts",
    };
  const compared = kinds.map((kind) =>
    compareKind(name, line, insurance, kind),
  );
  const agreement = heaviest(compared.map((each) => each.agreement));
  return compared.find((each) => each.agreement === agreement) as Compared;
}

/**
 * The line of a certificate in which a claim stands, what it is there, and the
 * kinds of which one filing must have all of the line. A certificate that names
 * the cargo insurance by itself has two lines.
 */
function lineOf(field: CertificateField, certificate: Claims) {
  const { cargo_insurer, cargo_policy_number, cargo_expires } = certificate;
  const cargoLine: CertificateLine = {
    insurer: cargo_insurer,
    policy_number: cargo_policy_number,
    expires: cargo_expires,
  };
  const name = field.replace("cargo_", "") as CoverKind | FilingField;
  const hasCargoLine = filingFields.some((each) => cargoLine[each]);
  if (!hasCargoLine)
    return { name, line: certificate, kinds: kindsMeant(name, certificate) };
  return field.startsWith("cargo")
    ? { name, line: cargoLine, kinds: ["cargo" as const] }
    : { name, line: certificate, kinds: ["bipd" as const] };
}

/**
 * The kind whose amount is claimed. With both or none, any filing may have the
 * insurer and the number; of both, each must last.
 */
function kindsMeant(
  name: CoverKind | FilingField,
  certificate: Claims,
): (CoverKind | undefined)[] {
  const kinds = coverKinds.filter((kind) => certificate[kind] !== undefined);
  return kinds.length === 1 || (kinds.length > 1 && name === "expires")
    ? kinds
    : [undefined];
}

/** Compares a claim with the filings of a kind, or with all. */
function compareKind(
  field: FilingField,
  line: CertificateLine,
  insurance: Insurance,
  kind?: CoverKind,
): Compared {
  // What is not in force yet contradicts nothing.
  const later = insurance
    .later(kind)
    .filter((each) => contradictsNothing(line, each));
  const filings = [...insurance.inForce(kind), ...later];
  const compared = compareNearest(field, line, filings, kind);
  const { agreement, words } = compared;
  const isElsewhere = (filing: Filing) =>
    compareFiling(field, line, filing) === "agrees";
  if (kind === undefined || field === "expires" || agreement === "agrees")
    return compared;
  const other = insurance.inForce().find(isElsewhere);
  if (other === undefined || !isAmount(other.kind)) return compared;
  // Many carriers have their cargo insured by another company.
  return {
    ...compared,
    agreement: "unclear",
    words: `${words}; the ${kindNames[other.kind]} filing has it`,
  };
}

/** Compares a claim with the filing that lacks least of the whole line. */
function compareNearest(
  field: FilingField,
  line: CertificateLine,
  filings: readonly Filing[],
  kind: CoverKind | undefined,
): Compared {
  const [nearest] = filings.toSorted(
    (first, second) => distance(line, first) - distance(line, second),
  );
  if (nearest === undefined) {
    const name = kind === undefined ? "" : `${kindNames[kind]} `;
    return nothingStated(`no ${name}policy in force`);
  }
  const agreement = compareFiling(field, line, nearest);
  if (field !== "expires")
    return nameCompared(agreement, nearest[field], nearest);
  const shorter = endsSooner(line, nearest, filings);
  if (shorter === undefined) return endCompared(agreement, line, nearest);
  const which =
    shorter.kind === nearest.kind ? "the policy_number" : "bipd or cargo";
  return {
    agreement: "unclear",
    stated: [endText(nearest.ends), endText(shorter.ends)],
    words: `${endWords(nearest)}, ${endWords(shorter)}: claim ${which}, too`,
  };
}

function endCompared(
  agreement: Agreement,
  { expires = "" }: CertificateLine,
  filing: Filing,
): Compared {
  const isRead = readClaimedDay(expires).value !== undefined;
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

/**
 * Where a filing lasts long enough: another one that is named as well, and does
 * not. A layer that ends takes the cover with it.
 */
function endsSooner(
  line: CertificateLine,
  nearest: Filing,
  filings: readonly Filing[],
): Filing | undefined {
  const names = { ...line, expires: undefined };
  const isTooShort = (filing: Filing) =>
    compareFiling("expires", line, filing) === "contradicts";
  return isTooShort(nearest)
    ? undefined
    : filings.find(
        (filing) =>
          isTooShort(filing) &&
          distance(names, filing) <= distance(names, nearest),
      );
}

/** The end of cover of one kind says nothing of the other. */
function endWords({ kind, ends }: Filing): string {
  const name = isAmount(kind) ? `${kindNames[kind]} ` : "";
  const end = ends === untilCanceled ? "states no end" : quoted(endText(ends));
  return `the ${name}filing ${end}`;
}

/** Filings show the legal minimum: cover of less contradicts nothing. */
function compareAmount(
  kind: CoverKind,
  amount: string,
  line: CertificateLine,
  insurance: Insurance,
): Compared {
  const cover = insurance.cover(kind);
  const { certain, inForce, sure } = cover;
  const unclear = (words: string): Compared => {
    return { agreement: "unclear", stated: [sure], words };
  };
  const claimed = readNumber(amount).value;
  if (!claimed) return unclear("which is not an amount: write it in digits");
  if (inForce.length === 0)
    return unclear(`no ${kindNames[kind]} policy in force`);
  if (sure === 0)
    return unclear(doubtOf(inForce, sure) ?? "the filing states no amount");
  const show = certain.length > 1 ? "filings show" : "filing shows";
  const words = `the ${show} ${grouped(sure)}`;
  const why = kind === "bipd" ? "; filings show the legal minimum" : "";
  if (sure < claimed) return unclear(words + why);
  const most = inThousands(claimed, kind);
  if (sure < most) return unclear(`${words}: the claim may be in thousands`);
  const named = amountNamed(line, cover);
  const another =
    kind === "cargo"
      ? " (claim those of cargo as cargo_insurer, cargo_policy_number)"
      : "";
  const which =
    named === 0
      ? `no ${kindNames[kind]} filing in force is the one that it names${another}`
      : `the filing that it names shows ${grouped(named)}`;
  const both =
    named === sure ? words : `${which}; all together show ${grouped(sure)}`;
  return named >= most
    ? { agreement: "agrees", stated: [sure], words: both }
    : unclear(both);
}

/** The amount of the filing that a line names; of all, if it names none. */
function amountNamed(line: CertificateLine, { certain, sure }: Cover): number {
  const names = { ...line, expires: undefined };
  if ((names.insurer ?? names.policy_number) === undefined) return sure;
  const named = certain.filter((filing) => contradictsNothing(names, filing));
  return Math.max(0, ...named.map(({ amount = 0 }) => amount));
}
