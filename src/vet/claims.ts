/** Compares what somebody says about a carrier with its record: a right USDOT number with the wrong company is how freight is stolen. */
import type { ClaimField } from "../input/input.ts";
import type { JsonObject } from "../text/json.ts";
import { isNotStated, normalText, readField, scalar } from "./facts.ts";
import {
  type Agreement,
  compareNames,
  docketsIn,
  emailsIn,
  phonesIn,
  wordsOf,
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
    isSame = (one: T, other: T) => one === other,
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

const statesIn = (text: string) =>
  /^[A-Z]{2}$/.exec(text.toUpperCase().replace(/[^A-Z]/g, "")) ?? [];
const compareZips = allIn(zipsIn);

const fields: Readonly<
  Record<ClaimField, { paths: readonly string[]; compare: Compare }>
> = {
  name: { paths: ["legal_name", "dba_name"], compare: compareNames },
  mc_number: { paths: ["mc_number"], compare: allIn(docketsIn, isSameDocket) },
  phone: { paths: ["contact.phone"], compare: allIn(phonesIn) },
  email: { paths: ["contact.email"], compare: allIn(emailsIn) },
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

/** The usual abbreviations, by the Postal Service's Publication 28. What names a suite says nothing by itself. */
const spellings = [
  "st=street str saint, rd=road, ave=avenue av, blvd=boulevard blv, dr=drive drv, ln=lane, ct=court crt, cir=circle, pl=place",
  "pkwy=parkway pky, hwy=highway hiway, rte=route rt, trl=trail, ter=terrace terr, sq=square, fwy=freeway, expy=expressway",
  "n=north, s=south, e=east, w=west, ne=northeast, nw=northwest, se=southeast, sw=southwest, co=county, ft=fort, mt=mount",
  "=suite ste unit apt apartment room rm number no, bldg=building, fl=floor",
];
const abbreviations = new Map<string, string>();
for (const group of spellings.join(", ").split(", ")) {
  const [short = "", others = ""] = group.split("=");
  for (const word of others.split(" ")) abbreviations.set(word, short);
}

function addressWords(text: string): string[] {
  const words = wordsOf(text).replace(/\bp o (?=box\b)/, "po ");
  return words
    .split(" ")
    .flatMap((word) => (abbreviations.get(word) ?? word) || []);
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
