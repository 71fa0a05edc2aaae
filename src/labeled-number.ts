/**
 * The number that a text calls a USDOT number. In the order of the checks:
 *
 *     MC 747866                            none is called so
 *     fmcsa.dot.gov/SMS/Carrier/9000001/   9000001: in a link of FMCSA's own
 *     TX DOT 006789012C                    refused: may be the number of a state
 *     MC/DOT: 747866                       refused: may be an MC number
 *     DOT 12 loads, the DOT 2024 audit     none: too short, or a year
 *     DOT 2233855 (formerly DOT 9000001)   refused: two numbers
 *     DOT 2233855, ref 448812              refused: another number beside it
 *     ACME, MC 747866, DOT# 2,233,855      2233855, and the claim MC 747866
 */
import { optionalMark } from "./out-of-service-mark.ts";

export const notOneNumber = "is not one USDOT number; give each by itself";

/**
 * FMCSA's own links: SAFER's `query_param=USDOT&query_string=9000001`, which
 * may have more between, SMS's `/Carrier/9000001/`.
 */
const inLink = String.raw`[^\s,;|]*`;
const beforeNumber = `[?&]query_param=USDOT&(?:${inLink}&)?query_string=|[?&](?:dot|pv_usdot_no)=|/carrier/`;
const link = new RegExp(
  String.raw`(?:https?://)?[\w.-]*fmcsa\.dot\.gov/${inLink}?(?:${beforeNumber})(\d{1,8})(?![\w-]|,\d)${inLink}`,
  "gi",
);

/** `TX DOT 006789012C`, `Intrastate DOT 123456`: states give numbers of their own. */
const stateNumber =
  /^(?!US|MC|MX|FF)[A-Z]{2}[ -]DOT\b|\b(?:[Ii]ntra)?[Ss]tate\W{1,3}(?:DOT|dot)\b/;

/**
 * `MC/DOT: 747866`, `MCs or DOT 747866`: the number may be either. `McLane, DOT
 * 9000001` is refused, too: a person has to decide.
 */
const docketOrDot = /(?<!\p{L})(?:MC|MX|FF)(?:number|\P{Nd}){0,14}?dot/iu;

/** `MC No.` */
const docketLabel = String.raw`(?:MC|MX|FF)(?:\s*(?:number|num|no)\.?)?`;

/** In groups or in one. */
export const docketDigits = String.raw`\d{1,3}(?:[-., ]\d{3})+(?!\d)|\d+`;

/** `MC-747866`, `MC No. 747,866` */
export const docketNumber = String.raw`${docketLabel}[\s#:_-]*(?:${docketDigits})`;
const writtenDocket = new RegExp(
  String.raw`(?<![\p{L}\d])${docketNumber}(?!\d)`,
  "giu",
);

/** `(608) 555-0123`, `+1 608.555.0123`: the next column of many lists. */
const phone =
  /(?<![\p{L}\d])(?:\+?1[\s.-]*)?\(?\d{3}[\s).-]+\d{3}[\s.-]*\d{4}(?!\d)/gu;

/** The digits of one number: commas or blanks may group them. */
export const oneNumber = String.raw`\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:[ \u00a0\u202f]\d{3}){2,}`;

/** `USDOT Number:`, `DOT #`, `US_DOT=` */
export const numberLabel = String.raw`(?:u\.?\s*s\.?[\s_-]*)?dot\.?(?:[\s_]*(?:number|num|no)\.?)?\s*(?:#\s*:?|[:=_-]\s*#?)?`;

/** What follows a number and continues it: `DOT 2233 855`, but not a date. */
const restOfNumber = String.raw`[.,-]\d|[^\p{L}\p{N}]{1,2}\d{1,3}(?![\d/])`;

const labeledDigits = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${numberLabel}(?:is )?\s*(${oneNumber})${optionalMark}(?![\p{L}\p{N}]|${restOfNumber})`,
  "giu",
);

/**
 * Numbers after a label that no carrier has: `dot_number_2`, `DOT 12 loads`,
 * `passed the DOT 2024 inspection`.
 */
const shortOrYear = /^(?:\d{1,3}|(?:19|20)\d\d)$/;

/**
 * A link becomes a label and its number, which `;` separates from what follows.
 * With the zeros, a short number is not taken for a count or a year
 * (`shortOrYear`).
 */
const linkAsLabel = " USDOT 000$1;";

/** Not an amount of money. */
const otherNumber = /(?<![\d$])(?:\d{4,8}|\d{1,3}(?:,\d{3})+)(?!\d)/;

/**
 * The digits of the one number that a text calls a USDOT number, and its docket
 * numbers; undefined if it names none. `line` is the text on one line.
 */
export function labeledNumber(
  text: string,
):
  | { digits: string; mc_number: string; line: string }
  | { invalid: string }
  | undefined {
  if (!/dot/i.test(text)) return undefined;
  const line = text.replace(link, linkAsLabel).replace(/\s+/g, " ");
  if (stateNumber.test(line))
    return { invalid: "may be the number of a state, not of the US DOT" };
  if (docketOrDot.test(line))
    return { invalid: "does not say whether it is a USDOT or an MC number" };
  const withoutOtherKinds = line
    .replace(writtenDocket, ";")
    .replace(phone, ";");
  const { numbers, beside } = splitOff(withoutOtherKinds);
  const [digits, ...others] = numbers;
  if (digits === undefined) return undefined;
  if (others.length > 0 || otherNumber.test(beside))
    return { invalid: notOneNumber };
  const dockets = line.match(writtenDocket) ?? [];
  return { digits, mc_number: dockets.join(", "), line };
}

/** The distinct numbers that a text labels, and what stands beside them. */
function splitOff(text: string) {
  const numbers = new Set<string>();
  const beside = text.replace(labeledDigits, (whole, written: string) => {
    if (shortOrYear.test(written)) return whole;
    numbers.add(written.replace(/^0+|\D/g, ""));
    return " ";
  });
  return { numbers, beside };
}
