/** What a USDOT number is, and how people write one. */
import {
  docketInText,
  docketNumber,
  labeledNumber,
  notOneNumber,
  numberLabel,
  phoneNumber,
} from "./labeled-number.ts";
import { fmcsaMark, mark, markBehind } from "./out-of-service-mark.ts";
import { quoteInput } from "./text/safe-text.ts";
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
      /** Set where only a suffix letter stands behind it: say that it was dropped. */
      hasSuffix?: true;
    }
  | {
      invalid: string;
      /** A docket number or a name: FMCSA's own search may find the carrier by it. */
      isSearchable?: true;
    };

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
  // Endless texts would take endless time.
  if (trimmed.length > 1_000)
    return {
      invalid: "is too long for a USDOT number, which has 1 to 8 digits",
    };
  const written = trimmed.replace(aroundIt, "");
  const bare = written.replace(suffix, "");
  if (numberedName.test(written)) return mistakeIn(written);
  const spelled = spelling.exec(bare);
  if (spelled)
    return fromDigits(
      spelled[1],
      bare,
      bare === written ? {} : { hasSuffix: true },
    );
  // A link labels its number, however short, and others may stand beside it.
  const line = bare.replace(link, "USDOT 000$1;").replace(/\s+/g, " ");
  const [, linked] = /^USDOT (\d+);$/.exec(line) ?? [];
  if (linked) return outOfText(linked, written);
  const labeled = stateNumber.test(bare) ? undefined : labeledNumber(line);
  const read = labeled ?? mistakeIn(written);
  return "digits" in read ? outOfText(read.digits, line) : read;
}

/**
 * What programs, shells and web pages put around a number: `'9000001`,
 * `="9000001"`, zero-width and direction marks.
 */
const aroundIt =
  /^(?:[\s\p{Cf}'"“”‘’]|=(?="))+|(?<![\s\p{Cf}'"“”‘’])[\s\p{Cf}'"“”‘’]+$/gu;

/**
 * The suffix letter of FMCSA's Motus system: `2233855C`, `4033402COOS`. In small
 * letters, and behind less than a number in use, it is something else: `223385x`.
 */
const suffix = new RegExp(
  String.raw`(?<=\d{3})[CVPHBFEXZNR](?=${fmcsaMark}|(?![\p{L}\p{N}]))`,
  "gu",
);

/** The name of a column, as joins of tables make them: `dot_number_1`, `DOT Number.2`. */
const numberedName =
  /^(?=.*dot)[a-z][a-z\s_.-]*(?<!dot )(?:[1-9]\d{0,2}|(?<=_)(?:19|20)\d\d)$/i;

/** Commas or blanks may group them. */
const digitsOfOne = String.raw`\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:[ \u00a0\u202f]\d{3}){2,}`;

/**
 * The whole text: a label, the digits, a mark, and a full stop, or the decimal
 * that pandas adds to a column with gaps.
 */
const spelling = new RegExp(
  String.raw`^(?:${numberLabel}|#)?\s*(${digitsOfOne})${markBehind}(?:\.0*)?$`,
  "i",
);

/**
 * FMCSA's own links: SAFER's `query_param=USDOT&query_string=9000001`, SMS's
 * `/Carrier/9000001/`.
 */
const link =
  /\S*fmcsa\.dot\.gov\/\S*?(?:param=USDOT&query_string=|[?&]dot=|\/carrier\/)(\d{1,8})(?!\d)\S*/gi;

/** `TX DOT 006789012C`, `Intrastate DOT 123456`: states give numbers of their own. */
const stateNumber =
  /^(?!US|MC|MX|FF)[A-Z]{2}[ -]DOT\b|\b(?:[Ii]ntra)?[Ss]tate\W{1,3}(?:DOT|dot)\b/;

/** What people give instead of a USDOT number; the first match counts. */
const mistakes: [pattern: RegExp, invalid: string, isSearchable?: true][] = [
  [/^$/, "is empty; a USDOT number has 1 to 8 digits"],
  [formula, "is a formula without a value; open the file in Excel and save it"],
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
];

function mistakeIn(written: string): ParsedDotNumber {
  const [
    ,
    invalid = "is not a USDOT number, which is 1 to 8 digits and nothing else",
    isSearchable,
  ] = mistakes.find(([pattern]) => pattern.test(written)) ?? [];
  return { invalid, ...(isSearchable && { isSearchable }) };
}

/** The number of digits, marked by the text that they stand in. */
function fromDigits(
  written = "",
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
  const [markOfNumber] = mark.exec(text) ?? [];
  return {
    dotNumber: dotNumber as DotNumber,
    ...(markOfNumber && { mark: quoteInput(markOfNumber) }),
    ...beside,
  };
}

/** What else stands in the text is a mark or a claim. */
function outOfText(digits: string | undefined, text: string): ParsedDotNumber {
  const mc_number = text.match(docketInText)?.join(", ");
  return fromDigits(digits, text, {
    ...(mc_number && { claims: [{ mc_number }] }),
    isOutOfText: true,
  });
}
