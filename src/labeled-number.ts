/**
 * The number that a text calls a USDOT number: `ACME, MC 747866, DOT 9000001`.
 */
import { markBehind } from "./out-of-service-mark.ts";

export const notOneNumber = "is not one USDOT number; give each by itself";

/**
 * The digits of the one number that a line calls a USDOT number, besides docket
 * and phone numbers; undefined where it calls none so.
 */
export function labeledNumber(
  line: string,
): { digits: string } | { invalid: string } | undefined {
  if (!/dot/i.test(line)) return undefined;
  if (docketOrDot.test(line.replace(noDocket, "")))
    return { invalid: "does not say whether it is a USDOT or an MC number" };
  const bare = line.replace(docketInText, ";").replace(phone, ";");
  const labeled = [...bare.matchAll(labeledDotNumber)];
  const [digits, ...others] = new Set(
    labeled.map(([, written = ""]) => written.replace(/^0+|,/g, "")),
  );
  if (digits === undefined) return undefined;
  const rest = bare.replace(labeledDotNumber, " ");
  const isOne = others.length === 0 && !otherNumber.test(rest);
  return isOne ? { digits } : { invalid: notOneNumber };
}

/** `MC/DOT: 747866`, `MC or DOT 747866`: the number may be either. */
const docketOrDot = /(?<!\p{L})(?:MC|MX|FF)(?:number|\P{Nd}){0,14}?dot/iu;

/** `MC No.` */
const docketLabel = String.raw`(?:MC|MX|FF)(?:\s*(?:number|num|no)\.?)?`;

/** `MC: none`, and `no MC` before a comma: there is no docket number. */
const noDocket = new RegExp(
  String.raw`(?<!\p{L})${docketLabel}\W{0,3}(?:none|n\/?a|nil|pending|unknown|tbd)\b|(?<![\p{L}\d]\s?)no ${docketLabel}#?(?=[,;.)])`,
  "giu",
);

/** `MC-747866`, `MC No. 747,866` */
export const docketNumber = String.raw`${docketLabel}[\s#:_-]*(?:\d{1,3}(?:[, ]\d{3})+(?!\d)|\d+)`;
export const docketInText = new RegExp(
  String.raw`(?<![\p{L}\d])${docketNumber}(?!\d)`,
  "giu",
);

/** `(608) 555-0123`, `+1 608.555.0123`: the next column of many lists. */
export const phoneNumber = String.raw`(?:\+?1[\s.-]*)?\(?\d{3}[\s).-]+\d{3}[\s.-]*\d{4}`;
const phone = new RegExp(String.raw`(?<![\p{L}\d])${phoneNumber}(?!\d)`, "gu");

/** `USDOT Number:`, `DOT #`, `US_DOT=` */
export const numberLabel = String.raw`(?:u\.?\s*s\.?[\s_-]*)?dot\.?(?:[\s_]*(?:number|num|no)\.?)?\s*(?:#\s*:?|[:=_-]\s*#?)?`;

/** In `passed the DOT 2024 inspection`, no number. */
const year = String.raw`(?:19|20)\d\d(?!\d)`;

/** Behind a number, the rest of it: `DOT 2233 855`, but not a date. */
const cutOffDigits = String.raw`[.,-]\d|[^\p{L}\p{N}]{1,2}\d{1,3}(?![\d/])`;

const labeledDotNumber = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${numberLabel}(?:is )?\s*(?!${year})(\d{4,}|\d{1,3}(?:,\d{3})+)${markBehind}(?![\p{L}\p{N}]|${cutOffDigits})`,
  "giu",
);

/** Not an amount of money. */
const otherNumber = /(?<![\d$])(?:\d{4,8}|\d{1,3}(?:,\d{3})+)(?!\d)/;
