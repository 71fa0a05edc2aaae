/** Reads names, docket and phone numbers, email addresses and zips as files and people write them: `ACME, INC.` is `Acme`. */
import { normalText, type Reading, text } from "./facts.ts";

const companyKinds =
  /(?: (?:inc|incorporated|llc|l l c|co|company|corp|corporation|ltd|limited|lp|llp|lllp|pllc|pc|plc|sa de cv|s a de c v|sapi de cv))+$/;

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

/** A company's name as it is compared: without punctuation, spaces and the kind of company. One that is called "Company" keeps its name. */
export function nameKey(name: string): string {
  const words = wordsOf(name);
  return (words.replace(companyKinds, "") || words).replaceAll(" ", "");
}

export function companyName(value: unknown): Reading<string> {
  const reading = text(value);
  return reading.value !== undefined && nameKey(reading.value) === ""
    ? { why: "not a name" }
    : reading;
}

/** Whether what two sources say of a carrier is the same. */
export type Agreement = "agrees" | "unclear" | "contradicts";

/** Whether two names are one company's: unclear where one is the beginning of the other. */
export function compareNames(one: string, other: string): Agreement {
  const [first, second] = [nameKey(one), nameKey(other)];
  if (first === second && first !== "") return "agrees";
  return first.startsWith(second) || second.startsWith(first)
    ? "unclear"
    : "contradicts";
}

const docketNumber =
  /(?:\b(MC|MX|FF)[^\dA-Z]*(?:(?:NUMBER|NUM|NO)\b)?)?[^\dA-Z]*0*(\d{1,3}(?:,\d{3})+(?!\d)|\d+)/g;

/** `MC-115495, 116200`, or as a spreadsheet writes it: `747,866`. Beside "USDOT", only a number behind MC, MX or FF is a docket. */
export function docketsIn(text: string): { kind: string; digits: string }[] {
  const written = text.toUpperCase();
  return Array.from(
    written.matchAll(docketNumber),
    ([, kind = "", digits = ""]) => {
      return { kind, digits: digits.replaceAll(",", "") };
    },
  ).filter(
    ({ kind, digits }) =>
      digits !== "0" && (kind !== "" || !written.includes("DOT")),
  );
}

/** The ten digits of each phone number: without the country code 1, and without an extension. */
export function phonesIn(text: string): string[] {
  const parts = text.normalize("NFKC").split(/[/;,|&a-z]+/i);
  return parts.flatMap(
    (part) => /^1?([^1]\d{9})\d{0,9}$/.exec(part.replace(/\D/g, ""))?.[1] ?? [],
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
