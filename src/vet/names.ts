/** Reads names, docket and phone numbers, email addresses and zips as files and people write them: `ACME, INC.` is `Acme`. */
import { normalText, type Reading, text } from "./facts.ts";

const kinds =
  "inc incorporated llc l_l_c co company corp corporation ltd limited lp llp lllp pllc pc plc sa_de_cv s_a_de_c_v sapi_de_cv";
const companyKinds = new RegExp(
  `(?: (?:${kinds.replaceAll(" ", "|").replaceAll("_", " ")}))+$`,
);

export function wordsOf(text: string): string {
  return (normalText(text) ?? "")
    .replace(/[™℠]/g, " ")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’]|(?<=(?:^|[^\p{L}\p{N}])[\p{L}\p{N}])\./gu, "")
    .replaceAll("&", " and ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** The words of a company's name that tell it from others. One that is called "Company" keeps its name. */
function nameWords(name: string): string {
  const words = wordsOf(name).replace(/^the (?=.)/, "");
  return words.replace(companyKinds, "") || words;
}

/** A company's name as it is compared: without punctuation, spaces, a THE in front and the kind of company. */
export const nameKey = (name: string): string =>
  nameWords(name).replaceAll(" ", "");

export function companyName(value: unknown): Reading<string> {
  const reading = text(value);
  return reading.value !== undefined && nameKey(reading.value) === ""
    ? { why: "not a name" }
    : reading;
}

/** Whether what two sources say of a carrier is the same. */
export type Agreement = "agrees" | "unclear" | "contradicts";

const inOrder = (name: string) => nameWords(name).split(" ").sort().join(" ");

/** Whether two names are one company's: unclear where one is the beginning of the other, or has its words in another order. */
export function compareNames(one: string, other: string): Agreement {
  const [first, second] = [nameKey(one), nameKey(other)];
  if (first === second && first !== "") return "agrees";
  const isPart = first.startsWith(second) || second.startsWith(first);
  return isPart || inOrder(one) === inOrder(other) ? "unclear" : "contradicts";
}

/** Whether two names have a word in common, or are the same but for a letter or two. */
export function areAlike(one: string, other: string): boolean {
  const words = nameWords(other).split(" ");
  return nameWords(one)
    .split(" ")
    .some((word) => words.includes(word));
}

const docketNumber =
  /(?:\b(MC|MX|FF)[^\dA-Z]*(?:(?:NUMBER|NUM|NO)\b)?)?[^\dA-Z]*0*(\d{1,3}(?:[, ]\d{3})+(?!\d)|\d+)/g;

/** `MC-115495, 116200`, or as a spreadsheet writes it: `747,866`. Beside "USDOT", only a number behind MC, MX or FF is a docket. */
export function docketsIn(text: string): { kind: string; digits: string }[] {
  const written = text.toUpperCase();
  return Array.from(
    written.matchAll(docketNumber),
    ([, kind = "", digits = ""]) => {
      return { kind, digits: digits.replace(/[, ]/g, "") };
    },
  ).filter(
    ({ kind, digits }) =>
      digits !== "0" && (kind !== "" || !written.includes("DOT")),
  );
}

const northAmerican =
  /(?<!\d)(?:\+?1\D{0,3})?([02-9]\d\d)\D{0,3}(\d{3})\D{0,3}(\d{4})(?!\d)/g;
const foreign = /\+(?! *1\D*\d{3})[\d ().-]{8,}/g;

/** The digits of each phone number: ten, without the country code 1 and without an extension; of another country all, behind a plus. */
export function phonesIn(text: string): string[] {
  const written = text.normalize("NFKC");
  const digitsIn = (part: string) => part.replace(/\D/g, "");
  const abroad = (written.match(foreign) ?? []).map(
    (part) => `+${digitsIn(part)}`,
  );
  const here = Array.from(
    written.replace(foreign, ";").matchAll(northAmerican),
    (match) => match.slice(1).join(""),
  );
  const [all] = /^\D*\d[\d ().-]*$/.test(written) ? [digitsIn(written)] : [];
  const found = [...abroad, ...here];
  // More digits than such a number has, in a row: all of them.
  return found.length === 0 && all && all.length >= 10 ? [all] : found;
}

/** A number with its country's code is the one without it. */
export function isSamePhone(one: string, other: string): boolean {
  const [short, long] = [one, other].sort(
    (first, second) => first.length - second.length,
  );
  return (
    one === other ||
    (long?.startsWith("+") === true && long.endsWith(short ?? ""))
  );
}

/** Five digits, with the zeros that spreadsheets lose in front, or a Canadian code. A state or a country may stand beside it. */
export function zipsIn(text: string): string[] {
  const words = text.toUpperCase().split(/[\s,]+/);
  const code = words.filter((word) => /\d/.test(word)).join("");
  if (/^[A-Z]\d[A-Z]-?\d[A-Z]\d$/.test(code)) return [code.replace("-", "")];
  const [, first, last] = /^(\d{3,9})(?:-(\d{4}))?$/.exec(code) ?? [];
  if (first === undefined) return [];
  const digits = first.length > 5 && last === undefined ? 9 : 5;
  return [first.padStart(digits, "0").slice(0, 5)];
}

export function emailsIn(text: string): string[] {
  const normal = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/ ?@ ?/g, "@")
    .replaceAll("mailto:", "");
  return (
    normal.match(/[^\s<>()[\]{},;:"'|]{1,200}@[^\s<>()[\]{},;:"'|@]{1,200}/g) ??
    []
  ).map((email) => email.replace(/\.$/, ""));
}

export const domainOf = (email: string): string =>
  email.slice(email.lastIndexOf("@") + 1);

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

export function addressWords(text: string): string[] {
  const words = wordsOf(text).replace(/\bp o (?=box\b)/, "po ");
  return words
    .split(" ")
    .flatMap((word) => (abbreviations.get(word) ?? word) || []);
}
