/** What the user asks about: the vocabulary of lists and arguments. */
import type { DotNumber } from "../dot-number.ts";
import { quoted } from "../text/json.ts";
import { excerpt } from "../text/safe-text.ts";
import { onlyOne } from "./cells.ts";

/** What the names of our columns begin with, beside a user's own. */
export const ourPrefix = "usdot_";

/** The name of standard input in places. */
export const standardInput = "stdin";

export interface Place {
  source: string;
  line: number;
}

/** What a certificate of insurance says, to be compared with the filings. */
export const certificateFields = [
  "insurer",
  "policy_number",
  "bipd",
  "cargo",
  "expires",
  "cargo_insurer",
  "cargo_policy_number",
  "cargo_expires",
] as const;
export type CertificateField = (typeof certificateFields)[number];

export function isCertificateField(field: string): field is CertificateField {
  return certificateFields.some((name) => name === field);
}

/**
 * What somebody says about a carrier, to be compared with its record
 * (docs/vetting.md, "Is it really them?").
 */
export const claimFields = [
  "name",
  "mc_number",
  "phone",
  "email",
  "address",
  "state",
  "zip",
  ...certificateFields,
] as const;
export type ClaimField = (typeof claimFields)[number];

/** The name of a claim, as people write it; undefined for anything else. */
export function claimNamed(text: string): ClaimField | undefined {
  const name = text.trim().toLowerCase().replaceAll("-", "_");
  const field = name === "mc" ? "mc_number" : name;
  return claimFields.find((each) => each === field);
}

export type Claims = Partial<Record<ClaimField, string>>;
/** What a row of a list says; a claim outside a list has no place. */
export type ClaimsRow = Claims & { place?: Place | undefined };

/** Where to find a carrier by its name or MC number. */
export const searchHint =
  "usdot cannot search by name or MC number; SAFER can: https://safer.fmcsa.dot.gov/CompanySnapshot.aspx (for what is newer than 2026-05-18, FMCSA's Motus)";

/** For files that are not lists, or not readable ones. */
export const saveHint =
  "save it as CSV or .xlsx without a password, or use one number per line";

interface InputRow {
  /** Absent for an argument. */
  place?: Place | undefined;
  /** Absent where nothing is claimed. */
  claims?: Claims | undefined;
  row?: number | undefined;
}

/** A text that is not a USDOT number. */
export interface InvalidInput extends InputRow {
  text: string;
  /**
   * Completes a sentence that begins with the text: `MC-747866` "is a docket
   * number, not a USDOT number".
   */
  invalid: string;
  /** It is a docket number or a name. */
  isSearchable?: true | undefined;
}

/** What reports and evidence keep of an invalid input. */
export type InvalidLine = Pick<InvalidInput, "place" | "text" | "invalid">;

/**
 * One thing the user asked about: a USDOT number, or text that isn't one, with
 * the reason.
 */
export type Input = NumberInput | InvalidInput;

export interface NumberInput extends InputRow {
  dotNumber: DotNumber;
  /** The marks of out of service in its row, as they are written. */
  mark?: string | undefined;
  /** The text in which it stood with something else: `ACME DOT 9000001`. */
  readOutOf?: string;
}

export interface ReadOptions {
  column?: string | undefined;
  sheet?: string | undefined;
  /** The columns of claims that are asked for. */
  claimColumns?: Claims | undefined;
  /**
   * In vetting: the claims that are taken from columns with the usual headers.
   */
  usualClaims?: readonly ClaimField[] | undefined;
  keepColumns?: boolean | undefined;
  /** The columns that usdot writes, by which its own reports are recognized. */
  writtenNames?: ReadonlySet<string> | undefined;
  /** It is from standard input, where several numbers may share a line. */
  isPiped?: boolean | undefined;
}

/** The USDOT numbers among inputs, each once. */
export function numbersIn(inputs: readonly Input[]): DotNumber[] {
  return [
    ...new Set(
      inputs.flatMap((input) => ("dotNumber" in input ? input.dotNumber : [])),
    ),
  ];
}

/** The number that inputs are about, if it is one carrier. */
export function singleNumber(inputs: readonly Input[]): DotNumber | undefined {
  return onlyOne(numbersIn(inputs));
}

/** The rows of each number, in the order of the list. */
export function rowsByNumber(
  inputs: readonly Input[],
): Map<DotNumber, NumberInput[]> {
  const byNumber = new Map<DotNumber, NumberInput[]>();
  for (const input of inputs) {
    if ("invalid" in input) continue;
    const rows = byNumber.get(input.dotNumber) ?? [];
    rows.push(input);
    byNumber.set(input.dotNumber, rows);
  }
  return byNumber;
}

/**
 * All marks as one text, each once and on one line, but none cut: a waiver that
 * saw one must not cover another, or what is added to it.
 */
export function joinedMarks(
  marks: readonly (string | undefined)[],
): string | undefined {
  const texts = marks.flatMap((mark) =>
    mark ? mark.trim().replace(/\s+/g, " ") : [],
  );
  return [...new Set(texts)].join("; ") || undefined;
}

/** The marks in all rows of a number. */
export const markOf = (rows: readonly NumberInput[]): string | undefined =>
  joinedMarks(rows.map(({ mark }) => mark));

/** The inputs that are not USDOT numbers, as reports and evidence name them. */
export function invalidIn(inputs: readonly Input[]): InvalidLine[] {
  return inputs
    .filter((input) => "invalid" in input)
    .map(({ place, text, invalid }) => ({
      place,
      text: excerpt(text),
      invalid,
    }));
}

/**
 * `fleet.csv:17: MC-747866 is a docket number, not a USDOT number`. Not yet
 * safe to print.
 */
export function invalidText({ place, text, invalid }: InvalidLine): string {
  return `${placeText(place)}${excerpt(text)} ${invalid}`;
}

const placeText = (place: Place | undefined): string =>
  place ? `${place.source}:${place.line}: ` : "";

/**
 * That numbers were read out of longer text, with the first one:
 * `fleet.csv:17: read USDOT 9000001 out of "ACME DOT 9000001"`.
 */
export function readOutNotes(inputs: readonly Input[]): string[] {
  const [first, ...more] = inputs.flatMap((input) =>
    "readOutOf" in input
      ? `${placeText(input.place)}read USDOT ${input.dotNumber} out of ${quoted(excerpt(input.readOutOf, 60))}`
      : [],
  );
  if (first === undefined) return [];
  return [
    more.length > 0 ? `${first}, and ${more.length} more like it` : first,
  ];
}
