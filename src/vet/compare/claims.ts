/**
 * Compares what somebody says about a carrier with its record: a right USDOT
 * number with the wrong company is how freight is stolen.
 */
import type { CertificateField, ClaimField } from "../../list/input.ts";
import { type JsonObject, quoted } from "../../text/json.ts";
import { readField } from "../record/facts.ts";
import {
  addressWords,
  docketsIn,
  emailsIn,
  sharedDomain,
} from "../record/names.ts";
import { isNotStated, readScalar, readText } from "../record/readers.ts";
import { fieldNamed } from "./profile.ts";
import {
  type Agreement,
  compareTexts,
  heaviest,
  lightest,
  valueKinds,
} from "./values.ts";

/** What a claim comes to: what it was compared with, as values and in words. */
export interface Compared {
  agreement: Agreement;
  stated: readonly unknown[];
  words: string;
}

export type RecordClaim = Exclude<ClaimField, CertificateField>;

/** Whether a claim agrees with the carrier record. */
export function compareClaim(
  field: RecordClaim,
  claimed: string,
  record: JsonObject,
): Compared {
  const isAddress = field === "address";
  const { paths, ...kind } = fieldNamed(isAddress ? "street" : field);
  const names = paths.map(({ path }) => path);
  if (field === "name") names.push("dba_name");
  const values = valuesAt(names, record);
  if (values.length === 0) return nothingStated("the record does not state it");
  const isReadable = readText(claimed).value !== undefined;
  const compareValue = (text: string, value: string | undefined) => {
    if (!isReadable || value === undefined) return "unclear";
    return isAddress
      ? compareAddresses(text, value, record)
      : compareTexts(kind, text, value);
  };
  const compareText = (text: string) =>
    lightest(values.map(({ value }) => compareValue(text, value)));
  // The text may be one name, or each part of it has to be one.
  const ofParts = heaviest(partsOf(field, claimed).map(compareText));
  const agreement = lightest([compareText(claimed), ofParts]);
  // The comparison of an address reads the zip, too.
  const beside = isAddress ? valuesAt(["address.zip"], record) : [];
  const stated = [...values, ...beside].map(({ raw }) => raw);
  const words = `the record ${stated.map(quoted).join(" and ")}`;
  const why = field === "email" ? colleagueText(claimed, stated) : undefined;
  return { agreement, stated, words: withDoubt(agreement, words, why) };
}

/** What a claim consists of, each of which is compared. */
function partsOf(field: RecordClaim, claimed: string): string[] {
  if (field === "name") return claimed.split(doingBusinessAs);
  return [field === "mc_number" ? withoutForwarder(claimed) : claimed];
}

/** `ACME FREIGHT LLC d/b/a ACME EXPRESS`: two names, each of which is compared. */
const doingBusinessAs = /\bd[./]?b[./]?a\b/i;

/** Beside its MC number, a carrier may have one as a freight forwarder. */
function withoutForwarder(claimed: string): string {
  const others = docketsIn(claimed).filter((each) => !each.startsWith("FF"));
  return others.join(", ") || claimed;
}

const valuesAt = (paths: readonly string[], record: JsonObject) =>
  paths
    .map((path) => readField(record, { path, read: readScalar }))
    .filter(({ raw }) => !isNotStated(raw));

export const nothingStated = (words: string): Compared => ({
  agreement: "unclear",
  stated: [null],
  words,
});

/** The words for a comparison, with why nobody can tell where that is so. */
export function withDoubt(
  agreement: Agreement,
  words: string,
  why = "not certainly the same",
): string {
  return agreement === "unclear" ? `${words}: ${why}` : words;
}

/** Says that the claimed mailbox is another one at the record's domain. */
function colleagueText(
  claimed: string,
  [recorded]: readonly unknown[],
): string | undefined {
  const [mailbox = ""] = emailsIn(claimed);
  const [other = ""] = emailsIn(readText(recorded).value ?? "");
  const domain = sharedDomain(mailbox, other);
  return domain && !mailbox.startsWith("@")
    ? `another mailbox of ${domain}: confirm it at the phone of record`
    : undefined;
}

const usZip = String.raw`\d{5}(?: ?\d{4})?`;
const canadianZip = String.raw`[a-z]\d[a-z] ?\d[a-z]\d`;
/** What stands at the end of an address, before its country. */
const zipAtEnd = new RegExp(
  `(?:^| )(${usZip}|${canadianZip})(?: (?:usa?|canada))?$`,
);

/**
 * Compares the street, and the zip where both state one; skips city and state.
 * A mere beginning of the street is unclear.
 */
function compareAddresses(
  claimed: string,
  recorded: string,
  record: JsonObject,
): Agreement {
  const street = addressWords(recorded);
  if (street.length === 0) return "unclear";
  const words = addressWords(claimed);
  const hasStreet = beginsWith(words, street);
  const rest = hasStreet ? words.slice(street.length) : words;
  const [, claimedZip = ""] = zipAtEnd.exec(rest.join(" ")) ?? [];
  const partOf = (name: string) =>
    readField(record, { path: `address.${name}`, read: readScalar }).value ??
    "";
  const skipped = addressWords(
    `${partOf("city")} ${partOf("state")} ${claimedZip} us usa canada`,
  );
  // What is neither street, city, state, zip nor country.
  const left = rest.filter((word) => !skipped.includes(word));
  if (!hasStreet) return beginsWith(street, left) ? "unclear" : "contradicts";
  if (compareTexts(valueKinds.zip, claimedZip, partOf("zip")) === "contradicts")
    return "contradicts";
  return left.length === 0 ? "agrees" : "unclear";
}

const beginsWith = (words: readonly string[], start: readonly string[]) =>
  start.every((word, at) => words[at] === word);
