/**
 * The filings of an insurance record, read row by row: what is certain of each,
 * and what casts doubt on it.
 */
import { isObject, type JsonObject } from "../../text/json.ts";
import { citable, field, quoted } from "./facts.ts";
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

export const kindNames = { bipd: "BIPD", cargo: "cargo" };
export type CoverKind = keyof typeof kindNames;
type FilingKind = CoverKind | "bond" | "unknown";
export const coverKinds = Object.keys(kindNames) as CoverKind[];

export type Filing = ReturnType<typeof filingIn>;

/** The filings, of rows of any shape. */
export const filingsField = field(
  "insurance",
  "policies",
  "insurance policies",
  (value): Reading<Filing[]> => {
    const { value: rows, ...reading } = readRows(value);
    return rows ? { value: rows.map(filingIn) } : reading;
  },
);

/** The types that say nothing but which layer of the cover it is. */
const plainType =
  /^(?:bipd|cargo)(?:[^\p{L}\p{N}]+(?:primary|excess))*[^\p{L}\p{N}]*$/u;
const overStatus = /^(?:cancel+ed|revoked|expired|replaced)$/;
const plainStatus = /^(?:active|in[- ]?force|)$/;
const dateNames = ["effective_date", "expiration_date", "cancellation_date"];

/** A row that is not an object states nothing, and so may be any filing. */
function filingIn(sent: unknown) {
  const row = isObject(sent) ? sent : {};
  const type = wordsAt(row, "policy_type");
  const kind = kindOf(type);
  const isPlain = kind === "bond" || plainType.test(type);
  const typeDoubt = isPlain ? undefined : typeDoubtIn(row);
  const unsure = unsureIn(row);
  /** Why it may not be in force. */
  const termDoubt = unsure[0] && doubtAbout(row, unsure[0]);
  const [begins, ...ends] = dateNames.map(
    (name) => readRealDay(row[name]).value,
  );
  const end = Math.min(...ends.map((day = Number.POSITIVE_INFINITY) => day));
  const amount = readNumber(row["coverage_amount"]).value;
  const unusual = [...(isPlain ? [] : ["policy_type"]), ...unsure].map(
    (name) => `${pathWords(name)} ${sentText(row[name])}`,
  );
  return {
    kind,
    isExcess: type.includes("excess"),
    /** As it is written: 0 means that the limit is not stated. */
    amount,
    /** The amount, read in thousands where it may be meant so. */
    most: amount && mostOf(amount, kind),
    begins,
    /** The day from which it is not in force; Infinity where no end is stated. */
    ends: end,
    /** Marked as canceled, whatever else is unreadable. */
    isCanceled: overStatus.test(wordsAt(row, "status")),
    termDoubt,
    /** Why it may not be BIPD or cargo insurance. */
    kindDoubt: kind === "unknown" || isBond(type) ? typeDoubt : undefined,
    /** Why it may not count: one of these, or unusual words in its type. */
    doubt: termDoubt ?? typeDoubt,
    /** What is wrong with the amount, where it is not a number. */
    amountDoubt: doubtAbout(row, "coverage_amount"),
    insurer: row["insurer_name"],
    policy_number: row["policy_number"],
    /**
     * By which findings cite it, and waivers know it again: insurer, number,
     * amount and end, and what is not certain or not usual in it.
     */
    cited: [
      sentText(row["insurer_name"]),
      sentText(row["policy_number"]),
      sentText(amount ?? row["coverage_amount"]),
      endText(end),
      ...unusual,
    ].join(", "),
  };
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
  return [
    ...dateNames.filter(isUnsure),
    ...(isPlain ? [] : ["status"]),
    ...Object.keys(row).filter((name) => mayEnd(name, row[name])),
  ];
}

/** Whether a field beyond the interface may say that the filing is canceled. */
function mayEnd(name: string, value: unknown): boolean {
  if (name === "status" || dateNames.includes(name)) return false;
  if (isNotStated(value)) return false;
  const text = normalText(String(value)) ?? "";
  const isNo = /^(?:n|no|false|0)$/.test(text);
  if (/status$/i.test(name)) return !plainStatus.test(text);
  if (/active|in_?force/i.test(name)) return isNo;
  return (
    overStatus.test(text) || (/cance?l|terminat|laps/i.test(name) && !isNo)
  );
}

function typeDoubtIn(row: JsonObject): string {
  const type = row["policy_type"];
  return isNotStated(type)
    ? "a policy's type is not stated"
    : `a policy is of an unknown type ${quoted(type)}`;
}

/** Until when a filing is in force: a date, or what findings and waivers have for none. */
export const endText = (ends: number): string =>
  ends === Number.POSITIVE_INFINITY ? "until canceled" : dayText(ends);

function sentText(value: unknown): string {
  return isNotStated(value) ? "not stated" : String(citable(value));
}

const isBond = (type: string) =>
  /(?<![a-z])(?:surety|trust|bond)(?![a-z])/.test(type);

function kindOf(type: string): FilingKind {
  const kind = coverKinds.find((each) => type.startsWith(each));
  if (kind && !/^[a-z]/.test(type.slice(kind.length))) return kind;
  return isBond(type) ? "bond" : "unknown";
}

/**
 * Which amounts may be meant in thousands, as FMCSA's files have them: no
 * filing is so low.
 */
const thousandsBelow = { bipd: 10_000, cargo: 1_000 };

export function mostOf(amount: number, kind: FilingKind) {
  return amount < thousandsBelow[kind === "cargo" ? kind : "bipd"]
    ? amount * 1_000
    : amount;
}
