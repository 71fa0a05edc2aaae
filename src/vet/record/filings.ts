/**
 * The filings of an insurance record, read row by row: what is certain of each,
 * and what casts doubt on it.
 */
import { type Answers, recordOf } from "../../answer.ts";
import { isObject, type JsonObject } from "../../text/json.ts";
import { citable, type Facts, field, quoted, readField } from "./facts.ts";
import {
  dayText,
  isNotStated,
  normalText,
  type Reading,
  readNumber,
  readRealDay,
  readRows,
  readText,
} from "./readers.ts";

export type CoverKind = "bipd" | "cargo";

export const kindNames = { bipd: "BIPD", cargo: "cargo" };

export interface Filing {
  kind: CoverKind | "bond" | "unknown";
  isExcess: boolean;
  /**
   * As it is written; undefined where it is not stated or unreadable. 0 means
   * that the limit is not stated.
   */
  amount: number | undefined;
  /** The amount, read in thousands where it may be meant so. */
  most: number | undefined;
  begins: number | undefined;
  /** The day from which it is not in force; Infinity where no end is stated. */
  ends: number;
  /** Marked as canceled, whatever else is unreadable. */
  isCanceled: boolean;
  /** Why it may not be in force, in words. */
  termDoubt: string | undefined;
  /** Why it may not be BIPD or cargo insurance. */
  kindDoubt: string | undefined;
  /** Why it may not count: one of these, or unusual words in its type. */
  doubt: string | undefined;
  /** What is wrong with the amount, where it is not a number. */
  amountDoubt: string;
  insurer: unknown;
  policy_number: unknown;
  /**
   * By which a waiver knows it again: insurer, number, amount and end, and what
   * is not certain or not usual in it.
   */
  text: string;
}

/** The filings, of rows of any shape. */
const policies = field(
  "insurance",
  "policies",
  "insurance policies",
  (value): Reading<Filing[]> => {
    const { value: rows, ...reading } = readRows(value);
    if (rows === undefined) return reading;
    return { value: rows.map(filingIn) };
  },
);

/** The types that say nothing but which layer of the cover it is. */
const plainType =
  /^(?:bipd|cargo)(?:[^\p{L}\p{N}]+(?:primary|excess))*[^\p{L}\p{N}]*$/u;
const overStatus = /^(?:cancel+ed|revoked|expired|replaced)$/;
const plainStatus = /^(?:active|in[- ]?force|)$/;
const dateNames = ["effective_date", "expiration_date", "cancellation_date"];

/**
 * The filings of a carrier: none where the service definitely has no insurance
 * record. Throws `Unknown` where they are not stated.
 */
export function readFilings(facts: Facts): Filing[] {
  return facts.answers.insurance?.state === "none" ? [] : facts.get(policies);
}

/** The filings in an insurance record; undefined where they cannot be read. */
export function filingsIn(record: JsonObject): Filing[] | undefined {
  return readField(record, policies).reading.value;
}

/** The filings of a carrier; undefined where nobody can tell which there are. */
export function filingsStated({ insurance }: Answers): Filing[] | undefined {
  if (insurance?.state === "none") return [];
  return filingsIn(recordOf(insurance) ?? {});
}

/** A row that is not an object may be any filing. */
function filingIn(row: unknown): Filing {
  if (isObject(row)) return readFiling(row);
  const doubt = `a policy is not readable: ${quoted(row)}`;
  const filing = readFiling({});
  const text = textOf(filing, "not stated", [doubt]);
  return { ...filing, termDoubt: doubt, kindDoubt: doubt, doubt, text };
}

function readFiling(row: JsonObject): Filing {
  const type = wordsAt(row, "policy_type");
  const kind = kindOf(type);
  const isPlain = kind === "bond" || plainType.test(type);
  const typeDoubt = isPlain ? undefined : typeDoubtIn(row);
  const unsure = unsureIn(row);
  const termDoubt = unsure[0] && doubtAbout(row, unsure[0]);
  const [begins, ...ends] = dateNames.map(
    (name) => readRealDay(row[name]).value,
  );
  const amount = readNumber(row["coverage_amount"]).value;
  const read = {
    kind,
    isExcess: type.includes("excess"),
    amount,
    most: amount && mostOf(amount, kind),
    begins,
    ends: Math.min(...ends.map((end = Number.POSITIVE_INFINITY) => end)),
    isCanceled: overStatus.test(wordsAt(row, "status")),
    termDoubt,
    kindDoubt: kind === "unknown" || isBond(type) ? typeDoubt : undefined,
    doubt: termDoubt ?? typeDoubt,
    amountDoubt: doubtAbout(row, "coverage_amount"),
    insurer: row["insurer_name"],
    policy_number: row["policy_number"],
  };
  const unusual = [...(typeDoubt ? ["policy_type"] : []), ...unsure].map(
    (name) => `${pathWords(name)} ${sentText(row[name])}`,
  );
  const amountText = sentText(amount ?? row["coverage_amount"]);
  return { ...read, text: textOf(read, amountText, unusual) };
}

const wordsAt = (row: JsonObject, name: string) =>
  normalText(readText(row[name]).value ?? "") ?? "";

const pathWords = (name: string) => name.replaceAll("_", " ");

function doubtAbout(row: JsonObject, name: string): string {
  const value = row[name];
  const words = isNotStated(value) ? "not stated" : quoted(value);
  return `a policy's ${pathWords(name)} is ${words}`;
}

/** The dates that are not certain, and the status where it is not plain. */
function unsureIn(row: JsonObject): string[] {
  const isUnsure = (name: string) => {
    const { value, why } = readRealDay(row[name]);
    // Without an end, a filing is in force until it is canceled.
    return why !== undefined || (name === dateNames[0] && value === undefined);
  };
  const isPlain =
    readText(row["status"]).why === undefined &&
    plainStatus.test(wordsAt(row, "status"));
  return [...dateNames.filter(isUnsure), ...(isPlain ? [] : ["status"])];
}

function typeDoubtIn(row: JsonObject): string {
  const type = row["policy_type"];
  return isNotStated(type)
    ? "a policy's type is not stated"
    : `a policy is of an unknown type ${quoted(type)}`;
}

/** Until when a filing is in force. */
export const endText = (ends: number): string =>
  ends === Number.POSITIVE_INFINITY ? "until canceled" : dayText(ends);

function textOf(
  { insurer, policy_number, ends }: Omit<Filing, "text">,
  amount: string,
  unusual: readonly string[],
): string {
  const [company, number] = [insurer, policy_number].map(sentText);
  return [company, number, amount, endText(ends), ...unusual].join(", ");
}

function sentText(value: unknown): string {
  return isNotStated(value) ? "not stated" : String(citable(value));
}

const isBond = (type: string) =>
  /(?<![a-z])(?:surety|trust|bond)(?![a-z])/.test(type);

function kindOf(type: string): Filing["kind"] {
  const word = /^(bipd|cargo)(?![a-z])/.exec(type)?.[1];
  if (word === "bipd" || word === "cargo") return word;
  return isBond(type) ? "bond" : "unknown";
}

/**
 * Which amounts may be meant in thousands, as FMCSA's files have them: no
 * filing is so low.
 */
const thousandsBelow = { bipd: 10_000, cargo: 1_000 };

export function mostOf(amount: number, kind: Filing["kind"]) {
  return amount < thousandsBelow[kind === "cargo" ? kind : "bipd"]
    ? amount * 1_000
    : amount;
}
