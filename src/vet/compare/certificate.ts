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
import { quoted } from "../../text/json.ts";
import {
  type CoverKind,
  coverKinds,
  type Filing,
  ifThousands,
  isCoverKind,
  kindNames,
  untilCanceled,
} from "../record/filings.ts";
import {
  doubtOf,
  type Insurance,
  legalMinimumText,
} from "../record/insurance.ts";
import { dayText, isNotStated, readNumber } from "../record/readers.ts";
import {
  agreementOnEnd,
  type CertificateLine,
  claimedDays,
  compareFiling,
  contradictsNothing,
  type FilingField,
  filingFields,
  lackOf,
  namingFields,
} from "./certificate-line.ts";
import { type Compared, nothingStated, withDoubt } from "./claims.ts";
import { type Agreement, heaviest } from "./values.ts";

/** What claims need beside the carrier record. */
export function recordsForClaims(claims: readonly Claims[]): RecordName[] {
  const isCertificate = certificateFields.some((field) =>
    claims.some((row) => !isNotStated(row[field])),
  );
  return isCertificate ? ["insurance"] : [];
}

const writeDay = "write the day as YEAR-MONTH-DAY";

/** Compares a claim of a certificate with the filings in force. */
export function compareCertificate(
  field: CertificateField,
  certificate: Claims,
  insurance: Insurance,
): Compared {
  const claimed = certificate[field] ?? "";
  const { name, line, kinds } = lineOf(field, certificate);
  if (isCoverKind(name)) return compareAmount(name, claimed, line, insurance);
  const days = claimedDays(claimed);
  // A policy ends as its last day begins.
  const isPast = (day: number) => day <= insurance.today;
  if (name === "expires" && days.some(isPast))
    return days.every(isPast)
      ? { ...nothingStated("not a day after today"), agreement: "contradicts" }
      : nothingStated(writeDay);
  const compared = kinds.map((kind) =>
    compareNearest(name, line, insurance, kind),
  );
  const agreement = heaviest(compared.map((each) => each.agreement));
  return compared.find((each) => each.agreement === agreement) as Compared;
}

/**
 * What a claim is compared by: its name without `cargo_`, its line (all that is
 * claimed of the same insurance), and the kinds to search, each by itself. A
 * `cargo_` claim gives cargo a line of its own.
 */
function lineOf(field: CertificateField, certificate: Claims) {
  const name = field.replace("cargo_", "") as CoverKind | FilingField;
  const cargoLine: CertificateLine = {
    insurer: certificate.cargo_insurer,
    policy_number: certificate.cargo_policy_number,
    expires: certificate.cargo_expires,
  };
  if (!filingFields.some((each) => cargoLine[each]))
    return { name, line: certificate, kinds: kindsOf(name, certificate) };
  return field.startsWith("cargo")
    ? { name, line: cargoLine, kinds: ["cargo" as const] }
    : { name, line: certificate, kinds: ["bipd" as const] };
}

const anyKind = undefined;

/** The kinds to search for the only line, each by itself; or any kind. */
function kindsOf(name: CoverKind | FilingField, certificate: Claims) {
  const claimed = coverKinds.filter((kind) => certificate[kind] !== undefined);
  if (claimed.length === 1) return claimed;
  // Each of both must last that long; the rest may be of either one.
  if (claimed.length > 1 && name === "expires") return claimed;
  return [anyKind];
}

/** Compares a claim with the filing of a kind, or of all, that lacks least of its line. */
function compareNearest(
  field: FilingField,
  line: CertificateLine,
  insurance: Insurance,
  kind?: CoverKind,
): Compared {
  const [nearest, ...others] = nearestFirst(line, insurance, kind);
  if (nearest === undefined) return nothingStated(noneInForce(kind));
  if (field === "expires") return compareEnds(line, nearest, others);
  const { [field]: filed, doubt } = nearest;
  if (isNotStated(filed)) return nothingStated("the filing does not state it");
  const stated = [filed];
  const words = `the ${kindText(nearest.kind)}filing ${quoted(filed)}`;
  const agreement = compareFiling(field, line, nearest);
  if (agreement !== "contradicts")
    return { agreement, stated, words: withDoubt(agreement, words, doubt) };
  const agreesWith = (filing: Filing) =>
    compareFiling(field, line, filing) === "agrees";
  const holders = insurance.maybeInForce().filter(agreesWith);
  // Many carriers have their cargo insured by another company.
  if (kind !== anyKind && holders.some((filing) => filing.kind !== kind))
    return {
      agreement: "unclear",
      stated,
      words: `${words}; a filing of another kind has it: claim cargo's as cargo_${field}`,
    };
  const past = insurance.ended().find(agreesWith);
  const pastText = past ? `; one that ended ${dayText(past.ends)} has it` : "";
  const elsewhere =
    holders.length > 0 ? "; another filing has it, but not the rest" : pastText;
  return { agreement, stated, words: words + elsewhere };
}

/** The filings of a kind, or all, in the order of how little of a line they lack. */
function nearestFirst(
  line: CertificateLine,
  insurance: Insurance,
  kind?: CoverKind,
): Filing[] {
  // What is not in force yet contradicts nothing.
  const later = insurance
    .later(kind)
    .filter((filing) => contradictsNothing(line, filing));
  return [...insurance.maybeInForce(kind), ...later].sort(
    (first, second) => lackOf(line, first) - lackOf(line, second),
  );
}

/**
 * Says when the nearest filing ends. Where that is late enough, another one
 * that is named as well may end too soon: a layer that ends takes the cover
 * with it.
 */
function compareEnds(
  line: CertificateLine,
  nearest: Filing,
  others: readonly Filing[],
): Compared {
  const agreement = compareFiling("expires", line, nearest);
  const lack = lackOf(line, nearest, namingFields);
  const shorter = others.find(
    (other) =>
      lackOf(line, other, namingFields) <= lack &&
      compareFiling("expires", line, other) === "contradicts",
  );
  if (shorter && agreement !== "contradicts")
    return {
      agreement: "unclear",
      stated: [endText(nearest.ends), endText(shorter.ends)],
      words: `${endWords(nearest)}, ${endWords(shorter)}: claim bipd, cargo or policy_number, too`,
    };
  const isUncertain =
    agreementOnEnd(line.expires ?? "", nearest.ends) === "unclear";
  const why = isUncertain ? writeDay : nearest.doubt;
  const words = withDoubt(agreement, endWords(nearest), why);
  return { agreement, stated: [endText(nearest.ends)], words };
}

/** Until when a filing is in force, in words. */
const endText = (ends: number): string =>
  ends === untilCanceled ? "until canceled" : dayText(ends);

/** The end of cover of one kind says nothing of the other. */
function endWords({ kind, ends }: Filing): string {
  const end = ends === untilCanceled ? "states no end" : quoted(dayText(ends));
  return `the ${kindText(kind)}filing ${end}`;
}

const kindText = (kind: Filing["kind"] | undefined) =>
  kind && isCoverKind(kind) ? `${kindNames[kind]} ` : "";

function noneInForce(kind: CoverKind | undefined): string {
  const why = kind === "cargo" ? "; most carriers need not file one" : "";
  return `no ${kindText(kind)}policy in force${why}`;
}

/** Filings show the legal minimum: cover of less contradicts nothing. */
function compareAmount(
  kind: CoverKind,
  claimed: string,
  line: CertificateLine,
  insurance: Insurance,
): Compared {
  const cover = insurance.cover(kind);
  const { certain, maybeInForce, certainAmount } = cover;
  const compared = (agreement: Agreement, words: string): Compared => {
    return { agreement, stated: [certainAmount], words };
  };
  const unclear = (words: string) => compared("unclear", words);
  const amount = readNumber(claimed).value;
  if (!amount) return unclear("which is not an amount: write it in digits");
  if (maybeInForce.length === 0) return unclear(noneInForce(kind));
  if (certainAmount === 0)
    return unclear(
      doubtOf(maybeInForce, certainAmount) ?? "the filing states no amount",
    );
  const show = certain.length > 1 ? "filings show" : "filing shows";
  const words = `the ${show} ${grouped(certainAmount)}`;
  if (certainAmount < amount) return unclear(words + legalMinimumText(cover));
  const inFull = ifThousands(amount, kind);
  if (certainAmount < inFull)
    return unclear(`${words}: the claim may be in thousands`);
  // One filing must have all that is claimed of it.
  const hasAll = (filing: Filing) =>
    (filing.amount ?? 0) >= inFull &&
    contradictsNothing(line, filing, namingFields);
  const isNamed = namingFields.some((field) => line[field] !== undefined);
  if (!isNamed || certain.some(hasAll)) return compared("agrees", words);
  const another =
    kind === "cargo" ? "; if cargo has another, claim it as cargo_insurer" : "";
  return unclear(
    `${words}, but not the one that the certificate names${another}`,
  );
}
