/** What a USDOT number is, and how people write one. */
import { cutTo } from "./text/safe-text.ts";

/** A USDOT number in its one canonical spelling: 1 to 8 digits, no leading zero. */
export type DotNumber = string & { readonly brand: "DotNumber" };

/**
 * What a text says: a USDOT number, or why it isn't one, in words that follow
 * the quoted text: "MC-1" "is a docket number".
 */
export type ParsedDotNumber =
  | {
      dotNumber: DotNumber;
      /**
       * The mark of a carrier that is out of service, as it is written: FMCSA's
       * pages print OOS under the number.
       */
      mark?: string;
      /** Where `MC 747866` stands beside the USDOT number: vetting compares it. */
      claims?: readonly [{ mc_number: string }];
      /** Set where other text stands around the number: say which one was read. */
      isOutOfText?: true;
      /** Set where only a suffix letter stands behind it: say that it was dropped. */
      hasSuffix?: true;
    }
  | {
      invalid: string;
      /** A docket number or a name: FMCSA's own search may find the carrier by it. */
      isSearchable?: true;
    };

/** `#N/A`, `#REF!`: what a spreadsheet shows where it cannot compute. */
const sheetError = /^\s*#(?:N\/A|[A-Z/0]+[!?])\s*$/;
/** `=VLOOKUP(A2,B:B,1)`: what stands in a cell that was never computed. */
const formula = /^=/;
const uncomputed = "a formula without a value";

/** What stands in a cell of a spreadsheet instead of a value. */
export function insteadOfValue(cell: string): string | undefined {
  if (formula.test(cell)) return uncomputed;
  return sheetError.test(cell) ? "an error" : undefined;
}

/** Endless texts would take endless time. */
const longest = 1_000;

/** `USDOT Number:`, `DOT #`, `US_DOT=` */
const numberLabel = String.raw`(?:u\.?\s*s\.?[\s_-]*)?dot\.?(?:[\s_]*(?:number|num|no)\.?)?\s*(?:#\s*:?|[:=_-]\s*#?)?`;

/** Between two words. */
const gap = String.raw`[\W_]{1,3}`;

/**
 * FMCSA's mark of a carrier that is out of service, maybe with words behind it:
 * `OOS - do not use`, but not `OOS: no` or `OOS rate 3`.
 */
const outOfServiceWords = String.raw`O\.?O\.?S|out(?:${gap})?of(?:${gap})?service`;
const notDenied = String.raw`(?![\w]|\W*(?:rate\b|%|(?:no|none|n|0)\W*$))`;
/** The mark, or what people write for it. */
export const markWords = [
  outOfServiceWords,
  "revoked|revocation|suspended|suspension|inactive|unauthori[sz]ed",
  `not${gap}(?:active|authori[sz]ed)`,
  `(?:do${gap}not|don.?t)${gap}(?:use|load|book|hire|tender)`,
  String.raw`d\.?n\.?u|black.?list(?:ed)?|blocked|banned`,
].join("|");
/** In a text, not within a word, and not denied. */
export const mark = new RegExp(
  String.raw`(?<!\p{L}|\b(?:not|no|never|zero|0)(?:\W+(?:longer|any))?\W+)(?:${markWords})${notDenied}`,
  "iu",
);

/** After the digits: a mark. */
const end = String.raw`(?:[\s(#–-]*(?:${markWords})${notDenied}\)?)?`;

/**
 * The suffix letter of FMCSA's Motus system: `2233855C`, `4033402COOS`. In small
 * letters, and behind less than a number in use, it is something else: `223385x`.
 */
const suffix = new RegExp(
  String.raw`(?<=\d{3})[CVPHBFEXZNR](?=${outOfServiceWords}|(?![\p{L}\p{N}]))`,
  "gu",
);

/**
 * The whole text: a label, digits that commas or blanks may group, and a full
 * stop, or the decimal that pandas adds to a column with gaps.
 */
const spelling = new RegExp(
  String.raw`^(?:${numberLabel}|#)?\s*(\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:[ \u00a0\u202f]\d{3}){2,})${end}(?:\.0*)?$`,
  "i",
);

/** The name of a column, as joins of tables make them: `dot_number_1`, `DOT Number.2`. */
const numberedName =
  /^(?=.*dot)[a-z][a-z\s_.-]*(?<!dot )(?:[1-9]\d{0,2}|(?<=_)(?:19|20)\d\d)$/i;

/** In `passed the DOT 2024 inspection`, no number. */
const year = String.raw`(?:19|20)\d\d(?!\d)`;

/** Behind a number, the rest of it: `DOT 2233 855`, but not a date. */
const cutOffDigits = String.raw`[.,-]\d|[^\p{L}\p{N}]{1,2}\d{1,3}(?![\d/])`;

/** A number with its label in a longer text. */
const labeledDotNumber = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${numberLabel}(?:is )?\s*(?!${year})(\d{4,}|\d{1,3}(?:,\d{3})+)${end}(?![\p{L}\p{N}]|${cutOffDigits})`,
  "giu",
);

/** `MC-747866`, `MC No. 747,866` */
const docketNumber = String.raw`(?:MC|MX|FF)(?:\s*(?:number|num|no)\.?)?[\s#:_-]*(?:\d{1,3}(?:[, ]\d{3})+(?!\d)|\d+)`;
const docketInText = new RegExp(
  `(?<![\\p{L}\\d])${docketNumber}(?!\\d)`,
  "giu",
);

/** `(608) 555-0123`, `+1 608.555.0123`: the next column of many lists. */
const phoneNumber = String.raw`(?:\+?1[\s.-]*)?\(?\d{3}[\s).-]+\d{3}[\s.-]*\d{4}`;
const phone = new RegExp(`(?<![\\p{L}\\d])${phoneNumber}(?!\\d)`, "gu");

/** `MC/DOT: 747866`, `MC or DOT 747866`: the number may be either. */
const docketOrDot = /(?<!\p{L})(?:MC|MX|FF)\P{Nd}{0,14}?dot/iu;

/** `TX DOT 006789012C`, `Intrastate DOT 123456`: states give numbers of their own. */
const stateNumber =
  /^(?!US|MC|MX|FF)[A-Z]{2}[ -]DOT\b|\b(?:[Ii]ntra)?[Ss]tate\W{1,3}(?:DOT|dot)\b/;

/**
 * What programs, shells and web pages put around a number: `'9000001`,
 * `="9000001"`, zero-width and direction marks.
 */
const aroundIt =
  /^(?:[\s\p{Cf}'"“”‘’]|=(?="))+|(?<![\s\p{Cf}'"“”‘’])[\s\p{Cf}'"“”‘’]+$/gu;

/**
 * FMCSA's own links: SAFER's `query_param=USDOT&query_string=9000001`, SMS's
 * `/Carrier/9000001/`.
 */
const link =
  /fmcsa\.dot\.gov\/\S*?(?:param=USDOT&query_string=|[?&]dot=|\/carrier\/)(\d{1,8})(?!\d)/i;

const longerThanNumber =
  "is too long for a USDOT number, which has 1 to 8 digits";
const notOneNumber = "is not one USDOT number; give each by itself";

/** What people give instead of a USDOT number; the first match counts. */
const mistakes: readonly (readonly [
  pattern: RegExp,
  invalid: string,
  isSearchable?: true,
])[] = [
  [/^$/, "is empty; a USDOT number has 1 to 8 digits"],
  [formula, `is ${uncomputed}; open the file in Excel and save it`],
  [sheetError, "is an error of the spreadsheet, not a USDOT number"],
  [/(?![0-9])\p{Nd}/u, "has digits of another script; use 0 to 9"],
  [new RegExp(`^${phoneNumber}$`), "is a phone number, not a USDOT number"],
  [/^\d[\d,;|/\s]*\d$/, notOneNumber],
  [
    new RegExp(`^${docketNumber}`, "i"),
    "is a docket number, not a USDOT number",
    true,
  ],
  [
    /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i,
    "was rounded by a spreadsheet; format the column as text and export again",
  ],
  [/^\D+$/, "has no digits; a USDOT number has 1 to 8", true],
  [numberedName, "may be the name of a column; give the number alone"],
  [stateNumber, "may be the number of a state, not of the US DOT"],
  [/^/, "is not a USDOT number, which is 1 to 8 digits and nothing else"],
];

/**
 * Reads one USDOT number as people write it: with words (`USDOT`, `DOT #:`),
 * commas, zeros in front, FMCSA's suffix letter and its
 * mark OOS. Out of a longer text, the one number that is labeled as USDOT or
 * DOT is read.
 * @example
 * const parsed = parseDotNumber("USDOT 2,233,855");
 * if ("dotNumber" in parsed) console.log(parsed.dotNumber); // 2233855
 * else console.log(parsed.invalid);
 */
export function parseDotNumber(text: string): ParsedDotNumber {
  if (typeof text !== "string") return { invalid: "is not text" };
  const trimmed = text.trim();
  if (/^\d+$/.test(trimmed)) return fromDigits(trimmed);
  if (trimmed.length > longest) return { invalid: longerThanNumber };
  const written = trimmed.replace(aroundIt, "");
  const bare = written.replace(suffix, "");
  if (numberedName.test(written)) return mistakeIn(written);
  const spelled = spelling.exec(bare);
  if (spelled) return fromDigits(spelled[1], bare, bare !== written);
  const linked = link.exec(written);
  if (linked) return outOfText(linked[1], written);
  const read = stateNumber.test(bare) ? undefined : inText(bare);
  return read ?? mistakeIn(written);
}

function mistakeIn(written: string): ParsedDotNumber {
  const [, invalid = notOneNumber, isSearchable] =
    mistakes.find(([pattern]) => pattern.test(written)) ?? [];
  return { invalid, ...(isSearchable && { isSearchable }) };
}

/**
 * The text as a message may quote it, on one line, trimmed and cut. It may hold
 * control characters still.
 */
export function quoteInput(text: string, most = 40): string {
  const line = text.trim().slice(0, longest).replace(/\s+/g, " ");
  return line === "" ? '""' : cutTo(line, most);
}

/** The number of digits, marked by the text that they stand in. */
function fromDigits(
  written = "",
  text = "",
  hasSuffix = false,
): ParsedDotNumber {
  const digits = written.replace(/\D/g, "");
  const dotNumber = digits.replace(/^0+/, "");
  if (dotNumber.length > 8)
    return {
      invalid: `has ${digits.length} digits; a USDOT number has at most 8 (is it a phone number?)`,
    };
  if (dotNumber === "") return { invalid: "is zero; USDOT numbers start at 1" };
  const [markOfNumber] = mark.exec(text) ?? [];
  return {
    dotNumber: dotNumber as DotNumber,
    ...(markOfNumber && { mark: quoteInput(markOfNumber) }),
    ...(hasSuffix && { hasSuffix }),
  };
}

/**
 * The one number that a sentence calls a USDOT number, besides docket and phone
 * numbers; undefined where it calls none so.
 */
function inText(written: string): ParsedDotNumber | undefined {
  if (!/dot/i.test(written)) return undefined;
  const text = written.replace(/\s+/g, " ");
  if (docketOrDot.test(text))
    return { invalid: "does not say whether it is a USDOT or an MC number" };
  const bare = text.replace(docketInText, ";").replace(phone, ";");
  const labeled = [...bare.matchAll(labeledDotNumber)];
  const [first, ...others] = new Set(
    labeled.map(([, digits = ""]) => digits.replace(/^0+|,/g, "")),
  );
  if (first === undefined) return undefined;
  const rest = bare.replace(labeledDotNumber, " ");
  const hasOther = /(?<![\d$])(?:\d{4,8}|\d{1,3}(?:,\d{3})+)(?!\d)/.test(rest);
  return others.length > 0 || hasOther
    ? { invalid: notOneNumber }
    : outOfText(first, text);
}

/** What else stands in the text is a mark or a claim. */
function outOfText(digits: string | undefined, text: string): ParsedDotNumber {
  const parsed = fromDigits(digits, text);
  if ("invalid" in parsed) return parsed;
  const mc_number = text.match(docketInText)?.join(", ");
  return {
    ...parsed,
    ...(mc_number && { claims: [{ mc_number }] as const }),
    isOutOfText: true,
  };
}
