import { lazy } from "./text/lazy.ts";
import { cutTo } from "./text/safe-text.ts";

/** A USDOT number in its one canonical spelling: 1 to 8 digits, no leading zero. */
export type DotNumber = string & { readonly brand: "DotNumber" };

/** What a text says: a USDOT number, or why it isn't one (words that follow the quoted text: "MC-1 is a docket number, ..."). */
export type ParsedDotNumber = { dotNumber: DotNumber } | { invalid: string };

/** How nearly every number in a list is written; tried first, because lists run to millions of lines. */
const canonical = /^[1-9]\d{0,7}$/;

/** Longer texts are not matched against the patterns below, whose runs of optional spaces take cubic time. */
const maxSpelling = 64;

/** `USDOT Number: 2,233,855C`: the words, the digits with or without thousands commas, FMCSA's suffix letter. */
const spelling = new RegExp(
  [
    /^(?:(?:u\.?\s*s\.?[\s_-]*)?dot\.?(?:[\s_]*(?:number|num|no)\.?)?\s*(?:#\s*:?|[:=_-]\s*#?)?|#)?/,
    /\s*(\d+|\d{1,3}(?:,\d{3})+)[CVPHBFEXZNR]?$/,
  ]
    .map((part) => part.source)
    .join(""),
  "i",
);

/** `(608) 555-0123`, `+1 608.555.0123`: the next column of many lists. */
const phoneNumber = /^(?:\+?1[\s.-]*)?\(?\d{3}\)?[\s.-]*\d{3}[\s.-]*\d{4}$/;

/** What people give instead of a USDOT number; the first match counts. Compiled on first use: Unicode properties take long. */
const mistakes = lazy((): readonly (readonly [RegExp, string])[] => [
  [/^$/, "is empty; a USDOT number has 1 to 8 digits"],
  [/(?![0-9])\p{Nd}/u, "has digits of another script; use 0 to 9"],
  [/[\n-\r\u0085\u2028\u2029]/, "has a line break in it; write the number on one line"],
  [/[\p{Cc}\p{Cf}]/u, "has an invisible character in it; retype it"],
  [/^(?:MC|MX|FF)(?:\s*(?:number|num|no)\.?)?[\s#:_-]*\d/i, "is a docket number, not a USDOT number"],
  [/^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i, "was rounded by a spreadsheet; format the column as text and export again"],
  [/^[-\u2013\u2212]\s*[\d,.]+$/, "is negative; a USDOT number is not"],
  [/^0x[\da-f]+$/i, "is a hexadecimal number; a USDOT number is decimal"],
  [/^\d+\.\d*$/, "is a decimal fraction; write the whole number"],
  [/^\d[\d,;|/\s]*\d$/, "is not one USDOT number; give several one by one"],
  [/^\D+$/, "has no digits; a USDOT number has 1 to 8"],
]);

/**
 * Whether a text is a USDOT number in its canonical spelling.
 * @example console.log(isDotNumber("2233855"), isDotNumber("USDOT 2233855")); // true false
 */
export function isDotNumber(text: string): text is DotNumber {
  return canonical.test(text);
}

/**
 * Reads one USDOT number as people write it.
 *
 * Returns the number in its canonical spelling, or why the text isn't one. It has 1 to 8 digits, and may be padded with
 * zeros. People add words (`USDOT`, `DOT #:`), thousands commas, and the suffix letter of FMCSA's Motus system, which is dropped.
 * @example
 * const parsed = parseDotNumber("USDOT 2,233,855");
 * if ("dotNumber" in parsed) console.log(parsed.dotNumber); // 2233855
 * else console.log(parsed.invalid);
 */
export function parseDotNumber(text: string): ParsedDotNumber {
  if (typeof text !== "string") return { invalid: "is not text" };
  if (isDotNumber(text)) return { dotNumber: text };
  const written = text.trim();
  const digits = digitsOf(written);
  if (digits === undefined) return { invalid: mistakeIn(written.slice(0, maxSpelling)) };
  // However many zeros an export pads it with.
  const dotNumber = digits.replace(/^0+/, "");
  if (dotNumber.length > 8) return { invalid: tooLong(digits) };
  return dotNumber === "" ? { invalid: "is zero; USDOT numbers start at 1" } : { dotNumber: dotNumber as DotNumber };
}

/**
 * The text as a one-line message may quote it: trimmed, at most `most` characters, a blank one as `""`.
 *
 * Control characters are still in it: text/safe-text.ts makes text safe for a terminal.
 * @example console.log(quoteInput("  MC-747866 "), quoteInput(" ")); // MC-747866 ""
 */
export function quoteInput(text: string, most = 40): string {
  const trimmed = text.trim();
  return trimmed === "" ? '""' : cutTo(trimmed, most);
}

/** All digits of a USDOT number, as it was written; undefined for any other text. */
function digitsOf(written: string): string | undefined {
  if (/^\d+$/.test(written)) return written;
  if (written.length > maxSpelling) return undefined;
  return spelling.exec(written)?.[1]?.replaceAll(",", "");
}

function tooLong(digits: string): string {
  return `has ${digits.length} digits; a USDOT number has at most 8 (is it a phone number?)`;
}

function mistakeIn(written: string): string {
  if (phoneNumber.test(written)) return tooLong(written.replace(/\D/g, ""));
  const mistake = mistakes().find(([pattern]) => pattern.test(written));
  return mistake?.[1] ?? "is not a USDOT number, which is 1 to 8 digits and nothing else";
}
