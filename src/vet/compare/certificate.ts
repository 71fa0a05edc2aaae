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
import { coverOn, excessAlone, inForceOn } from "../record/cover.ts";
import { quoted } from "../record/facts.ts";
import {
  type CoverKind,
  endText,
  type Filing,
  kindNames,
  mostOf,
} from "../record/filings.ts";
import {
  isNotStated,
  readDay,
  readNumber,
  readScalar,
} from "../record/readers.ts";
import { type Compared, notStated, unclearly } from "./claims.ts";
import {
  type Agreement,
  compareInsurers,
  comparePolicyNumbers,
} from "./values.ts";

/** The records that claims are compared with, but for the carrier record. */
export function recordsClaimed(claims: readonly Claims[]): RecordName[] {
  const isCertificate = certificateFields.some((field) =>
    claims.some((row) => !isNotStated(row[field])),
  );
  return isCertificate ? ["insurance"] : [];
}

/** What one filing must have of a certificate; the amounts are those of all. */
const filingFields = ["insurer", "policy_number", "expires"] as const;
type FilingField = (typeof filingFields)[number];

const isAmount = (field: CertificateField): field is CoverKind =>
  field === "bipd" || field === "cargo";

/** Compares a claim of a certificate with the filings in force. */
export function compareCertificate(
  field: CertificateField,
  certificate: Claims,
  filings: readonly Filing[],
  today: number,
): Compared {
  const claimed = certificate[field] ?? "";
  if (isAmount(field)) return compareAmount(field, claimed, filings, today);
  if (field === "expires" && (readDay(claimed).value ?? today) < today)
    return { ...notStated("a date before today"), agreement: "contradicts" };
  const kinds = kindsClaimed(certificate);
  // With cover of both kinds, what ends first decides.
  if (field === "expires" && kinds.length === 2)
    return heaviestOf(
      kinds.map((kind) =>
        compareFilings(field, certificate, inForceOn(today, filings, kind)),
      ),
    );
  // A certificate that states an amount of one kind is about that kind.
  const kind = kinds.length === 1 ? kinds[0] : undefined;
  return compareFilings(field, certificate, inForceOn(today, filings, kind));
}

const kindsClaimed = (certificate: Claims): CoverKind[] =>
  (["bipd", "cargo"] as const).filter(
    (kind) => certificate[kind] !== undefined,
  );

function heaviestOf(compared: readonly Compared[]): Compared {
  const order = ["contradicts", "unclear", "not-stated", "agrees"];
  const weightOf = ({ agreement }: Compared) => order.indexOf(agreement);
  const [heaviest] = compared.toSorted((a, b) => weightOf(a) - weightOf(b));
  return heaviest as Compared;
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
  const words = unclearly(
    agreement,
    `the filing ${quoted(value)}`,
    filing.doubt,
  );
  return { agreement, recorded: [value], words };
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
  const agreement =
    field === "expires"
      ? compareEnd(claimed, filing)
      : comparisons[field](claimed, readScalar(filing[field]).value ?? "");
  return agreement === "agrees" && filing.doubt ? "unclear" : agreement;
}

const comparisons = {
  insurer: compareInsurers,
  policy_number: comparePolicyNumbers,
};

function compareEnd(claimed: string, { ends }: Filing): Agreement {
  const { value } = readDay(claimed);
  if (value === undefined) return "unclear";
  return value <= ends ? "agrees" : "contradicts";
}

/** Filings show the legal minimum: cover of less says nothing. */
function compareAmount(
  kind: CoverKind,
  claimed: string,
  filings: readonly Filing[],
  today: number,
): Compared {
  const { certain, sure } = coverOn(today, filings, kind);
  const { value = Number.POSITIVE_INFINITY } = readNumber(claimed);
  const recorded = [sure];
  if (certain.length === 0) {
    const words = `no ${kindNames[kind]} policy in force`;
    return { agreement: "unclear", recorded, words };
  }
  if (sure === 0) {
    const isExcessAlone = certain.every(({ isExcess }) => isExcess);
    const words = isExcessAlone ? excessAlone : "the filing states no amount";
    return { agreement: "unclear", recorded, words };
  }
  const words = `the filing shows ${grouped(sure)}`;
  if (sure >= mostOf(value, kind))
    return { agreement: "agrees", recorded, words };
  const why =
    sure >= value
      ? ": the claim may be in thousands"
      : "; filings show the legal minimum";
  return { agreement: "unclear", recorded, words: words + why };
}
