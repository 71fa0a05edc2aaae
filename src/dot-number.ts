/** What a USDOT number is, and how people write one. */
import {
  docketNumber,
  labeledNumber,
  notOneNumber,
  numberLabel,
  oneNumber,
} from "./labeled-number.ts";
import { fmcsaMark, mark, optionalMark } from "./out-of-service-mark.ts";
import { excerpt } from "./text/safe-text.ts";
import { formula, sheetError } from "./text/sheet-errors.ts";

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
      /**
       * Where `MC 747866` stands beside the USDOT number: vetting compares it.
       * One claim in a list, as the dossiers of the library have them.
       */
      claims?: readonly [{ mc_number: string }];
      /** Set where other text stands around the number: say which one was read. */
      isOutOfText?: true;
      /** Set where only a suffix letter follows it: say that it was dropped. */
      hasSuffix?: true;
    }
  | {
      invalid: string;
      /** A docket number or a name: FMCSA's own search may find the carrier by it. */
      isSearchable?: true;
    };

/**
 * Reads one USDOT number as people write it: with words (`USDOT`, `DOT #:`),
 * commas, zeros in front, FMCSA's suffix letter and its mark OOS. Out of a
 * longer text, the one number that is labeled as USDOT or DOT is read.
 * @example
 * const parsed = parseDotNumber("USDOT 2,233,855");
 * if ("dotNumber" in parsed) console.log(parsed.dotNumber); // 2233855
 * else console.log(parsed.invalid);
 */
export function parseDotNumber(text: string): ParsedDotNumber {
  if (typeof text !== "string") return { invalid: "is not text" };
  const trimmed = text.trim();
  if (/^\d+$/.test(trimmed)) return fromDigits(trimmed);
  // Endless texts would take endless time.
  if (trimmed.length > 1_000)
    return { invalid: "is too long for a USDOT number" };
  const cleaned = trimmed.replace(aroundIt, "");
  const bare = cleaned.replace(suffix, "");
  const [, digits] = spelling.exec(bare) ?? [];
  if (digits !== undefined && !numberedHeader.test(cleaned))
    return fromDigits(
      digits,
      bare,
      bare === cleaned ? {} : { hasSuffix: true },
    );
  // In a longer text, a docket number beside it is a claim.
  const labeled = labeledNumber(bare);
  if (labeled === undefined) return mistakeIn(cleaned);
  if ("invalid" in labeled) return labeled;
  const { mc_number } = labeled;
  return fromDigits(labeled.digits, labeled.line, {
    ...(mc_number && { claims: [{ mc_number }] }),
    isOutOfText: true,
  });
}

/**
 * What programs, shells and web pages put around a number: `'9000001`,
 * `="9000001"`, zero-width and direction marks.
 */
const aroundIt =
  /^(?:[\s\p{Cf}'"“”‘’]|=(?="))+|(?<![\s\p{Cf}'"“”‘’])[\s\p{Cf}'"“”‘’]+$/gu;

/**
 * The suffix letter of FMCSA's Motus system: `2233855C`, `4033402COOS`. In
 * small letters, or after fewer digits than a number in use, it is something
 * else: `223385x`.
 */
const suffix = new RegExp(
  String.raw`(?<=\d{3})[CVPHBFEXZNR](?=${fmcsaMark}|(?![\p{L}\p{N}]))`,
  "gu",
);

/**
 * The whole text: a label, the digits, a mark, and a full stop, or the decimal
 * that pandas adds to a column with gaps.
 */
const spelling = new RegExp(
  String.raw`^(?:${numberLabel}|#)?\s*(${oneNumber})${optionalMark}(?:\.0*)?$`,
  "i",
);

/** Headers that end in a number: joins make `dot_number_1`, `DOT Number.2`. */
const numberedHeader =
  /^(?=.*dot)[a-z][a-z\s_.-]*(?<!dot )(?:[1-9]\d{0,2}|(?<=_)(?:19|20)\d\d)$/i;

/** The USDOT number in digits, with the mark in the text around them. */
function fromDigits(
  written: string,
  text = "",
  beside?: Partial<Extract<ParsedDotNumber, { dotNumber: unknown }>>,
): ParsedDotNumber {
  const digits = written.replace(/\D/g, "");
  const dotNumber = digits.replace(/^0+/, "");
  if (dotNumber.length > 8)
    return {
      invalid: `has ${digits.length} digits; a USDOT number has at most 8 (is it a phone number?)`,
    };
  if (dotNumber === "") return { invalid: "is zero; USDOT numbers start at 1" };
  // Bare digits have none, and the first use of the pattern takes milliseconds.
  const markOfNumber = text === "" ? undefined : mark.exec(text)?.[0];
  return {
    dotNumber: dotNumber as DotNumber,
    ...(markOfNumber && { mark: excerpt(markOfNumber) }),
    ...beside,
  };
}

/** What people give instead of a USDOT number; the first match counts. */
const mistakes: [pattern: RegExp, invalid: string, isSearchable?: true][] = [
  [/^$/, "is empty; a USDOT number has 1 to 8 digits"],
  [formula, "is a formula without a value; open the file in Excel and save it"],
  [sheetError, "is an error of the spreadsheet, not a USDOT number"],
  [/(?![0-9])\p{Nd}/u, "has digits of another script; use 0 to 9"],
  [/^\d[\d,;|/\s]*\d$/, notOneNumber],
  [/^\d+\s+#/, "has a comment after it; put that on a line of its own"],
  [
    new RegExp(String.raw`^(?:${docketNumber}|\S+\bquery_param=MC_MX)`, "i"),
    "is a docket number, not a USDOT number",
    true,
  ],
  [
    /^\S*fmcsa\.dot\.gov\/\S*$/i,
    "is a link without a USDOT number; a shell cuts it at &, so put it in quotation marks",
  ],
  [
    /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i,
    "was rounded by a spreadsheet; format the column as text and export again",
  ],
  [/^\D+$/, "has no digits; a USDOT number has 1 to 8", true],
];

function mistakeIn(cleaned: string): ParsedDotNumber {
  const [
    ,
    invalid = "is not a USDOT number, which is 1 to 8 digits; in other text, write USDOT before it",
    isSearchable,
  ] = mistakes.find(([pattern]) => pattern.test(cleaned)) ?? [];
  return { invalid, ...(isSearchable && { isSearchable }) };
}
