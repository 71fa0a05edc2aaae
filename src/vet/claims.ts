/** Compares what somebody says about a carrier with its record: a right USDOT number with the wrong company is how freight is stolen. */
import type { ClaimField } from "../list/input.ts";
import type { JsonObject } from "../text/json.ts";
import { isNotStated, normalText, readField, scalar } from "./facts.ts";
import {
  type Agreement,
  addressWords,
  compareNames,
  docketsIn,
  domainOf,
  emailsIn,
  isSamePhone,
  phonesIn,
  zipsIn,
} from "./names.ts";

type Compare = (
  claimed: string,
  recorded: string,
  record: JsonObject,
) => Agreement;

/** A text may hold several: all that is claimed must be in the record. */
const allIn =
  <T>(
    read: (text: string) => readonly T[],
    isSame: (one: T, other: T) => boolean = Object.is,
  ): Compare =>
  (claimed, recorded) => {
    const [said, known] = [read(claimed), read(recorded)];
    if (said.length === 0 || known.length === 0) return "unclear";
    const found = said.filter((one) =>
      known.some((other) => isSame(one, other)),
    );
    if (found.length === said.length) return "agrees";
    return found.length > 0 ? "unclear" : "contradicts";
  };

type Docket = ReturnType<typeof docketsIn>[number];

/** A docket without its letters is any. */
const isSameDocket = (one: Docket, other: Docket) =>
  one.digits === other.digits &&
  (one.kind === other.kind || one.kind === "" || other.kind === "");

/** Where anybody can have an address; elsewhere, another mailbox of the domain may be a colleague's. */
const freeMail =
  "gmail googlemail yahoo ymail hotmail outlook live msn aol icloud me mail gmx proton protonmail comcast att verizon".split(
    " ",
  );
const compareWhole = allIn(emailsIn);
const compareDomains = allIn((text) =>
  emailsIn(text)
    .map(domainOf)
    .filter((domain) => !freeMail.includes(domain.split(".")[0] ?? "")),
);

function compareEmails(
  claimed: string,
  recorded: string,
  record: JsonObject,
): Agreement {
  const agreement = compareWhole(claimed, recorded, record);
  const isColleague =
    agreement === "contradicts" &&
    compareDomains(claimed, recorded, record) === "agrees";
  return isColleague ? "unclear" : agreement;
}

const statesIn = (text: string) =>
  /^[A-Z]{2}$/.exec(text.toUpperCase().replace(/[^A-Z]/g, "")) ?? [];
const compareZips = allIn(zipsIn);

const fields: Readonly<
  Record<ClaimField, { paths: readonly string[]; compare: Compare }>
> = {
  name: { paths: ["legal_name", "dba_name"], compare: compareNames },
  mc_number: { paths: ["mc_number"], compare: allIn(docketsIn, isSameDocket) },
  phone: { paths: ["contact.phone"], compare: allIn(phonesIn, isSamePhone) },
  email: { paths: ["contact.email"], compare: compareEmails },
  address: { paths: ["address.street"], compare: compareAddresses },
  state: { paths: ["address.state"], compare: allIn(statesIn) },
  zip: { paths: ["address.zip"], compare: compareZips },
};

/** Whether a claim agrees with the carrier record, and what that says. */
export function compareClaim(
  field: ClaimField,
  claimed: string,
  record: JsonObject,
) {
  const { paths, compare } = fields[field];
  const statedAt = (all: readonly string[]) =>
    all
      .map((path) => readField(record, { path, read: scalar }))
      .filter(({ raw }) => !isNotStated(raw));
  const stated = statedAt(paths);
  const outcomes = stated.map(({ reading: { value } }) =>
    value === undefined || normalText(claimed) === undefined
      ? "unclear"
      : compare(claimed, value, record),
  );
  const heaviest = (["agrees", "unclear", "contradicts"] as const).find((one) =>
    outcomes.includes(one),
  );
  if (heaviest === undefined)
    return { outcome: "not-stated" as const, recorded: [null] };
  // The comparison of an address reads the zip, too.
  const beside = field === "address" ? statedAt(fields.zip.paths) : [];
  return {
    outcome: heaviest,
    recorded: [...stated, ...beside].map(({ raw }) => raw),
  };
}

const zipAtEnd =
  /\b(\d{5}(?:-?\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d)\W*(?:usa?|canada)?\W*$/i;

/** Compares the street, and the zip where both state one. City and state behind the street are skipped. */
function compareAddresses(
  claimed: string,
  recorded: string,
  record: JsonObject,
): Agreement {
  const [words, street] = [addressWords(claimed), addressWords(recorded)];
  const partOf = (name: string) =>
    readField(record, { path: `address.${name}`, read: scalar }).reading
      .value ?? "";
  if (street.length === 0) return "unclear";
  const isStreet = street.every((word, at) => words[at] === word);
  const rest = isStreet ? words.slice(street.length) : words;
  // A number that ends the street is not a zip.
  const claimedZip = rest.length > 0 ? (zipAtEnd.exec(claimed)?.[1] ?? "") : "";
  const skipped = addressWords(
    `${partOf("city")} ${partOf("state")} ${claimedZip} us usa canada`,
  );
  const left = rest.filter((word) => !skipped.includes(word));
  if (!isStreet)
    return left.every((word, at) => street[at] === word)
      ? "unclear"
      : "contradicts";
  if (compareZips(claimedZip, partOf("zip"), record) === "contradicts")
    return "contradicts";
  return left.length === 0 ? "agrees" : "unclear";
}
