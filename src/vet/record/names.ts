/**
 * Reads names, docket and phone numbers, email addresses and zips as files and
 * people write them: `ACME, INC.` is `Acme`.
 */
import { docketDigits } from "../../labeled-number.ts";
import { normalText, readIf, readText, unreadable } from "./readers.ts";

/** Words for the kind of a company, as `normalWords` writes them. */
const companySuffixes =
  "inc,incorporated,llc,l l c,co,company,corp,corporation,ltd,limited,lp,llp,lllp,pllc,pc,plc,sa de cv,s a de c v,sapi de cv".split(
    ",",
  );
const suffixesAtEnd = new RegExp(`(?: (?:${companySuffixes.join("|")}))+$`);

/** Words too common in carriers' names to tell one from another. */
const tradeWords =
  "trucking transport transportation logistics freight express lines carriers hauling services group enterprises brothers sons and of".split(
    " ",
  );

/** The words of a text without its case, accents, punctuation and widths of letters. */
export function normalWords(text: string): string {
  return (
    normalText(text)
      .replace(/[™℠]/g, " ")
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      // Apostrophes, and the full stops of U.S.A.
      .replace(/['’]|(?<=(?:^|[^\p{L}\p{N}])[\p{L}\p{N}])\./gu, "")
      .replaceAll("&", " and ")
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim()
  );
}

/** Words that certificates and spreadsheets write short. */
const writtenOut = new Map([
  ["ins", "insurance"],
  ["trkg", "trucking"],
  ["frt", "freight"],
  ["svcs", "services"],
  ["bros", "brothers"],
  ["intl", "international"],
]);

/**
 * The words of a company's name that tell it from others, written out. One that
 * is called "Company" keeps its name.
 */
export const nameWords = (name: string): string =>
  normalWords(name)
    .replace(/^the (?=.)/, "")
    .replace(suffixesAtEnd, "")
    .replace(/[a-z]+/g, (word) => writtenOut.get(word) ?? word);

/** The same without any kind of company: CO OF OHIO is COMPANY OF OHIO. */
export const coreWords = (name: string): string =>
  nameWords(name)
    .split(" ")
    .filter((word) => !companySuffixes.includes(word))
    .join(" ");

/** Whether a text has these words, whole and in this order. */
export const containsWords = (text: string, words: string): boolean =>
  ` ${text} `.includes(` ${words} `);

/**
 * A company's name as it is compared: without punctuation, spaces, a THE in
 * front and the kind of company.
 */
export const nameKey = (name: string): string =>
  nameWords(name).replaceAll(" ", "");

/** The letters and digits of a policy's number, without zeros in front. */
export const policyNumberKey = (text: string): string =>
  normalWords(text).replace(/^[0 ]+| /g, "");

export const readCompanyName = readIf(
  readText,
  (name) => nameKey(name) !== "",
  unreadable("not a name"),
);

/** Whether two names have a word in common that not every carrier has. */
export function shareWord(first: string, second: string): boolean {
  const others = nameWords(second).split(" ");
  const usual = [...tradeWords, ...companySuffixes];
  return nameWords(first)
    .split(" ")
    .some(
      (word) =>
        word.length > 1 && others.includes(word) && !usual.includes(word),
    );
}

/** A number, in groups or in one, perhaps after its prefix and NO. */
const docketParts = new RegExp(
  String.raw`(?:(?<![A-Z])(MC|MX|FF)(?:[^A-Z\d]*(?:NUMBER|NUM|NO)(?![A-Z]))*[^A-Z\d]*)?(${docketDigits})`,
  "g",
);

/**
 * The dockets in a text, such as `MC-115495` and `116200`, or as spreadsheets
 * and people write them: `MC No. 747,866`, `747 866`. Beside "USDOT", only a
 * number after MC, MX or FF, its prefix, is a docket.
 */
export function docketsIn(text: string): string[] {
  const written = text.toUpperCase();
  const needsPrefix = written.includes("DOT");
  return [...written.matchAll(docketParts)].flatMap(
    ([, prefix, number = ""]) => {
      const digits = number.replace(/^0+|\D/g, "");
      if (digits === "" || (needsPrefix && !prefix)) return [];
      return prefix ? `${prefix}-${digits}` : digits;
    },
  );
}

/** Whether a text says more than docket numbers: `MC-115495 (REVOKED)`, `-1`. */
export const hasOtherWords = (text: string): boolean =>
  /\p{L}|^-/u.test(text.toUpperCase().replace(docketParts, ""));

const extensionWord = /^(?:x|ext|extension|#)+$/i;

/**
 * The digits of each number in a text, without the country code 1 and without
 * extensions: signs and words separate numbers, spaces do not. pandas adds a
 * decimal to a column with gaps.
 */
export function phonesIn(text: string): string[] {
  const phones: string[] = [];
  let separator = "";
  for (const [part, sign = ""] of text
    .normalize("NFKC")
    .replace(/(?<=\d{10})\.0\s*$/, "")
    .matchAll(/([\p{L}#/;,|&]+)|[^\p{L}#/;,|&]+/gu)) {
    separator += sign;
    const digits = part.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
    // A separator has no digits, and zeros stand for no number.
    if (/^0*$/.test(digits)) continue;
    const last = phones.at(-1) ?? "";
    const isOfLast = last.length >= 10 && extensionWord.test(separator);
    if (!isOfLast || digits.length >= 10) phones.push(digits);
    separator = "";
  }
  return phones;
}

/**
 * No phone number has more digits (ITU-T E.164), and none with an area code
 * fewer than ten.
 */
export const isPhone = ({ length }: string) => length >= 10 && length <= 15;

/**
 * Five digits, with the zeros that spreadsheets lose in front, or a Canadian
 * code. A state or a country may stand beside it.
 */
export function zipsIn(text: string): string[] {
  const code = text
    .toUpperCase()
    .split(/[\s,]+/)
    .filter((word) => /\d/.test(word))
    .join("");
  if (/^[A-Z]\d[A-Z]-?\d[A-Z]\d$/.test(code)) return [code.replace("-", "")];
  const [, first, last] = /^(\d{3,9})(?:-(\d{4}))?$/.exec(code) ?? [];
  if (first === undefined) return [];
  const digits = first.length > 5 && last === undefined ? 9 : 5;
  return [first.padStart(digits, "0").slice(0, 5)];
}

/** The email addresses in a text; of `@example.com`, the domain with its sign. */
export function emailsIn(text: string): string[] {
  const words = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/ ?@ ?/g, "@")
    .replaceAll("mailto:", "")
    .split(/[\s<>()[\]{},;:"'|]+/);
  return words
    .map((word) => word.replace(/\.$/, ""))
    .filter((word) => /@[^@]+$/.test(word));
}

export const domainOf = (email: string): string =>
  email.slice(email.lastIndexOf("@") + 1);

/** The domain of both emails, where one may have a subdomain of the other's. */
export function sharedDomain(given: string, other: string): string | undefined {
  const [parent = "", child = ""] = [given, other]
    .map(domainOf)
    .toSorted((first, second) => first.length - second.length);
  return `.${child}`.endsWith(`.${parent}`) ? parent : undefined;
}

/**
 * Domains where anybody can get an address; elsewhere, another mailbox of the
 * domain may be a colleague's.
 */
const freeMail =
  "gmail.com googlemail.com yahoo.com ymail.com outlook.com hotmail.com live.com msn.com aol.com icloud.com me.com proton.me protonmail.com mail.com gmx.com zoho.com yandex.com comcast.net att.net verizon.net sbcglobal.net bellsouth.net".split(
    " ",
  );
export const isFreeMail = (domain: string): boolean =>
  freeMail.includes(domain);

/**
 * The usual abbreviations, by the Postal Service's Publication 28. What names a
 * suite says nothing by itself.
 */
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
  const words = normalWords(text).replace(/\bp o (?=box\b)/, "po ");
  return words
    .split(" ")
    .map((word) => abbreviations.get(word) ?? word)
    .filter(Boolean);
}
