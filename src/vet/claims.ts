/** Compares what somebody says about a carrier with its record: a right USDOT number with the wrong company is how freight is stolen. */
import type { ClaimField } from "../input/input.ts";
import type { JsonObject } from "../text/json.ts";
import { isNotStated, normalText, readField, scalar } from "./facts.ts";
import { companyName, emailsIn, phoneIn, sameName, wordsOf } from "./names.ts";

export type Comparison = "agrees" | "contradicts" | "unclear" | "not-stated";

type Compare = (claimed: string, recorded: string, record: JsonObject) => Comparison;

const same =
  (normalize: (text: string) => string | undefined): Compare =>
  (claimed, recorded) => {
    const [said, known] = [normalize(claimed), normalize(recorded)];
    if (said === undefined || known === undefined) return "unclear";
    return said === known ? "agrees" : "contradicts";
  };

const fields: Readonly<Record<ClaimField, { paths: readonly string[]; compare: Compare }>> = {
  name: { paths: ["legal_name", "dba_name"], compare: compareNames },
  mc_number: { paths: ["mc_number"], compare: compareDockets },
  phone: { paths: ["contact.phone"], compare: same(phoneIn) },
  email: { paths: ["contact.email"], compare: compareEmails },
  address: { paths: ["address.street"], compare: compareAddresses },
  state: { paths: ["address.state"], compare: same((text) => /^[A-Z]{2}$/.exec(lettersIn(text))?.[0]) },
  zip: { paths: ["address.zip"], compare: same(zipIn) },
};

/** Whether a claim agrees with the carrier record. */
export function compareClaim(
  field: ClaimField,
  claimed: string,
  record: JsonObject,
): { outcome: Comparison; recorded: string | undefined } {
  const { paths, compare } = fields[field];
  const stated = paths.flatMap((path) => statedAt(record, path));
  const isReadable = (text: string) => normalText(text) !== undefined;
  const outcomes = stated.map((one) => ([claimed, one].every(isReadable) ? compare(claimed, one, record) : "unclear"));
  const heaviest = (["agrees", "unclear", "contradicts"] as const).find((one) => outcomes.includes(one));
  return { outcome: heaviest ?? "not-stated", recorded: stated[0] };
}

function statedAt(record: JsonObject, path: string): string[] {
  const { raw, reading } = readField(record, { path, read: scalar });
  return isNotStated(raw) ? [] : [reading.value ?? (typeof raw === "string" ? raw : "\u0000")];
}

function compareNames(claimed: string, recorded: string): Comparison {
  if (companyName(claimed).value === undefined) return "unclear";
  return ({ same: "agrees", perhaps: "unclear", different: "contradicts" } as const)[sameName(claimed, recorded)];
}

function compareDockets(claimed: string, recorded: string): Comparison {
  const [said, known] = [docketsIn(claimed), docketsIn(recorded)];
  if (said.length === 0 || known.length === 0) return "unclear";
  const isKnown = (one: { kind: string; digits: string }) =>
    known.some(({ kind, digits }) => digits === one.digits && (kind === one.kind || kind === "" || one.kind === ""));
  if (said.every(isKnown)) return "agrees";
  return said.some(isKnown) ? "unclear" : "contradicts";
}

function docketsIn(text: string) {
  const found = text.toUpperCase().matchAll(/(?:\b(MC|MX|FF)[^\dA-Z]*(?:(?:NUMBER|NUM|NO)\b)?)?[^\dA-Z]*0*(\d+)/g);
  return Array.from(found, ([, kind = "", digits = ""]) => ({ kind, digits })).filter(({ digits }) => digits !== "0");
}

function compareEmails(claimed: string, recorded: string): Comparison {
  const [said, known] = [emailsIn(claimed), emailsIn(recorded)];
  if (said.length === 0 || known.length === 0) return "unclear";
  if (said.every((one) => known.includes(one))) return "agrees";
  // A display name may hold the right address before the wrong one.
  return said.some((one) => known.includes(one)) ? "unclear" : "contradicts";
}

const lettersIn = (text: string) => text.toUpperCase().replace(/[^A-Z]/g, "");

/** Five digits, with the zeros that spreadsheets lose in front; codes with letters whole. */
function zipIn(text: string): string | undefined {
  const code = text.toUpperCase().replace(/\s+/g, "");
  if (/[A-Z]/.test(code)) return code.replace(/[^A-Z\d]/g, "");
  const [, first = "", last] = /^(\d{3,9})(?:-(\d{4}))?$/.exec(code) ?? [];
  if (first === "") return undefined;
  const digits = first.length > 5 && last === undefined ? 9 : 5;
  return first.padStart(digits, "0").slice(0, 5);
}

/** The usual abbreviations, by the Postal Service's Publication 28. What names a suite says nothing by itself. */
const spellings = [
  "st=street str saint, rd=road, ave=avenue av, blvd=boulevard blv, dr=drive drv, ln=lane, ct=court crt, cir=circle, pl=place",
  "pkwy=parkway pky, hwy=highway hiway, rte=route rt, trl=trail, ter=terrace terr, sq=square, fwy=freeway, expy=expressway",
  "n=north, s=south, e=east, w=west, ne=northeast, nw=northwest, se=southeast, sw=southwest, co=county, ft=fort, mt=mount",
  "=suite ste unit apt apartment room rm number no, bldg=building, fl=floor",
];
const groups = spellings.flatMap((line) => line.split(", ")).map((group) => group.split("="));
const abbreviations = new Map(groups.flatMap(([short, long]) => (long ?? "").split(" ").map((one) => [one, short])));

function addressWords(text: string): string[] {
  const words = wordsOf(text).replace(/\bp o (?=box\b)/, "po ");
  return words.split(" ").flatMap((word) => (abbreviations.get(word) ?? word) || []);
}

const zipAtEnd = /\b(\d{5}(?:-?\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d)\W*(?:usa?|canada)?\W*$/i;

/** Compares the street, and the zip where both state one. City and state behind the street are skipped. */
function compareAddresses(claimed: string, recorded: string, record: JsonObject): Comparison {
  const [words, street] = [addressWords(claimed), addressWords(recorded)];
  const partOf = (name: string) => readField(record, { path: `address.${name}`, read: scalar }).reading.value ?? "";
  if (street.length === 0) return "unclear";
  const isStreet = street.every((word, at) => words[at] === word);
  const rest = isStreet ? words.slice(street.length) : words;
  // A number that ends the street is not a zip.
  const claimedZip = rest.length > 0 ? (zipAtEnd.exec(claimed)?.[1] ?? "") : "";
  const skipped = addressWords(`${partOf("city")} ${partOf("state")} ${claimedZip} us usa canada`);
  const left = rest.filter((word) => !skipped.includes(word));
  if (!isStreet) return left.every((word, at) => street[at] === word) ? "unclear" : "contradicts";
  if (same(zipIn)(claimedZip, partOf("zip"), record) === "contradicts") return "contradicts";
  return left.length === 0 ? "agrees" : "unclear";
}
