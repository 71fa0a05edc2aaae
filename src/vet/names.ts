/** Compares names, phone numbers and email addresses as files and people differ in them: `ACME, INC.` is `Acme`. */
import { isNotStated, normalText, type Reading } from "./facts.ts";

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
  if (isNotStated(value)) return {};
  if (typeof value !== "string") return { why: "not text" };
  return nameKey(value) === "" ? { why: "not a name" } : { value };
}

/** Whether two names are one company's. `perhaps` where one is the beginning of the other. */
export function sameName(one: string, other: string): "same" | "perhaps" | "different" {
  const [first, second] = [nameKey(one), nameKey(other)];
  if (first === second && first !== "") return "same";
  return first.startsWith(second) || second.startsWith(first) ? "perhaps" : "different";
}

/** The ten digits of a phone number: without the country code 1; what follows is an extension. Undefined where there are fewer. */
export function phoneIn(text: string): string | undefined {
  const digits = text.normalize("NFKC").replace(/\D/g, "").replace(/^1/, "");
  return digits.length < 10 ? undefined : digits.slice(0, 10);
}

export function emailsIn(text: string): string[] {
  const normal = text.normalize("NFKC").toLowerCase().replace(/ ?@ ?/g, "@").replaceAll("mailto:", "");
  return (normal.match(/[^\s<>()[\]{},;:"'|]{1,200}@[^\s<>()[\]{},;:"'|@]{1,200}/g) ?? []).map((email) =>
    email.replace(/\.$/, ""),
  );
}
