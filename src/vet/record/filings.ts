/**
 * The filings of an insurance record, read row by row: what is certain of each,
 * and what casts doubt on it.
 */
import { isObject, type JsonObject, quoted } from "../../text/json.ts";
import { citable } from "./facts.ts";
import { policyNumberKey } from "./names.ts";
import {
  dayText,
  isNotStated,
  normalText,
  readNumber,
  readRealDay,
  readScalar,
  readText,
  saysNo,
  snakeCase,
  wholeWord,
} from "./readers.ts";

export const kindNames = { bipd: "BIPD", cargo: "cargo" };
export type CoverKind = keyof typeof kindNames;
type FilingKind = CoverKind | "bond" | "unknown";
export const coverKinds = Object.keys(kindNames) as CoverKind[];
export const isCoverKind = (name: string): name is CoverKind =>
  name in kindNames;

export type Filing = ReturnType<typeof filingIn>;

const naming = ["policy_type", "insurer_name", "policy_number"];
const dateNames = ["effective_date", "expiration_date", "cancellation_date"];

const overStatus = /^(?:cancel+ed|revoked|expired|replaced)$/;

/** A row that is not an object states nothing, and so may be any filing. */
export function filingIn(sent: unknown, today: number) {
  const row = isObject(sent) ? sent : {};
  const type = wordsAt(row, "policy_type");
  const kind = kindOf(type);
  const isExcess = type.includes("excess");
  const amount = readNumber(row["coverage_amount"]).value;
  const status = wordsAt(row, "status");
  const { begins, canceled, ends } = termOf(row, status, today);
  const doubtfulFields = doubtfulFieldsIn(row);
  const inForceDoubt = doubtfulFields.map((name) => doubtAbout(row, name))[0];
  return {
    kind,
    isExcess,
    isPrimary: plainType.test(type) && !isExcess,
    /** As it is written: 0 means that the limit is not stated. */
    amount,
    amountIfThousands: amount && ifThousands(amount, kind),
    begins,
    /** The day from which it is canceled. */
    canceled,
    ends,
    /** Whether its status says that it is over, whatever else is unreadable. */
    isMarkedOver: overStatus.test(status),
    /** The first field that leaves open whether it is in force, in words. */
    inForceDoubt,
    /**
     * Whether its type or a field may say that it is over. One that does not say
     * when it began may be in force all the same.
     */
    mayBeOver:
      overWords.test(type) ||
      doubtfulFields.some((name) => name !== "effective_date"),
    /** Why it may not count; Insurance adds what other filings say. */
    doubt: inForceDoubt ?? typeDoubtIn(row, type, kind),
    /** Why it may be for more than is written. Cargo filings may state no limit. */
    amountDoubt:
      amount || (amount === 0 && kind === "cargo")
        ? undefined
        : doubtAbout(row, "coverage_amount"),
    /** Set by Insurance: another row says that its policy is or may be over. */
    endedDoubt: undefined as string | undefined,
    insurer: row["insurer_name"],
    policy_number: row["policy_number"],
    /** By which another row is known to be of the same policy; may be empty. */
    numberKey: policyNumberKey(readScalar(row["policy_number"]).value ?? ""),
    /**
     * All that decides whether it counts, and for how much: findings cite this,
     * and waivers recognize the filing by it.
     */
    cited: {
      ...citedIn(row, naming),
      coverage_amount: amount ?? cited(row["coverage_amount"]),
      begins: citedDay(begins),
      ends: citedDay(ends),
      ...citedIn(row, doubtfulFields),
    } as JsonObject,
  };
}

const wordsAt = (row: JsonObject, name: string) =>
  normalText(readText(row[name]).value ?? "");

/** The words of what brokers file. */
const bondWord = wholeWord("surety|trust|bond");

function kindOf(type: string): FilingKind {
  const [kind] = /^(?:bipd|cargo)(?![a-z])/.exec(type) ?? [];
  if (kind !== undefined) return kind as CoverKind;
  return bondWord.test(type) ? "bond" : "unknown";
}

/**
 * An amount in full where it is too low for a filing, and so may be in
 * thousands, as FMCSA's files have them.
 */
export function ifThousands(amount: number, kind: FilingKind): number {
  const lowest = kind === "cargo" ? 1_000 : 10_000;
  return amount < lowest ? amount * 1_000 : amount;
}

/** Stands for an unknown day: it may have begun at any time. */
export const longSince = -Infinity;
/** Stands for no day: it is in force until it is canceled. */
export const untilCanceled = Infinity;

/** The day from which a filing is in force, and that from which it is not. */
function termOf(row: JsonObject, status: string, today: number) {
  const dayAt = (name: string) => readRealDay(row[name]).value;
  const begins = dayAt("effective_date") ?? longSince;
  const expires = dayAt("expiration_date") ?? untilCanceled;
  const canceled = dayAt("cancellation_date") ?? untilCanceled;
  // A cancellation that was lifted ends nothing: the status is a doubt.
  const isLifted = canceled <= today && status.startsWith("reinstated");
  const ends = isLifted ? expires : Math.min(expires, canceled);
  return { begins, canceled, ends };
}

export const isOver = ({ isMarkedOver, ends }: Filing, day: number) =>
  isMarkedOver || ends <= day;

/** The types that say nothing but which layer of the cover it is. */
const plainType =
  /^(?:bipd|cargo)(?:[^\p{L}\p{N}]+(?:primary|excess))*[^\p{L}\p{N}]*$/u;

/** What says that a filing is over, in the name of a field and in a text. */
const overWords = anyOf(
  "(?<!until )cance?l|cncl|cxl|terminat|laps(?:e|ing)|revo[ck]|rescind|withdr",
  "non[- _]?renew|replaced|supersed|discontin|inactive|deactiv|suspend|void",
  "deleted|reject|denied|declined|cessation|no[ _]longer",
);

function doubtAbout(row: JsonObject, name: string): string {
  const value = row[name];
  const words = isNotStated(value) ? "not stated" : quoted(value);
  return `a policy's ${name.replaceAll("_", " ")} is ${words}`;
}

/** Why a filing of its type may not count, unless that is plain or a bond. */
function typeDoubtIn(
  { policy_type: sent }: JsonObject,
  type: string,
  kind: FilingKind,
): string | undefined {
  if (kind === "bond" || plainType.test(type)) return undefined;
  return isNotStated(sent)
    ? "a policy's type is not stated"
    : `a policy is of an unknown type ${quoted(sent)}`;
}

/** The fields that leave open whether it is in force, the dates first. */
function doubtfulFieldsIn(row: JsonObject): string[] {
  const leavesOpen = (name: string) =>
    readRealDay(row[name]).why !== undefined ||
    (name === "effective_date" && isNotStated(row[name]));
  return [
    ...dateNames.filter(leavesOpen),
    ...Object.keys(row).filter((name) => isDoubtful(name, row[name])),
  ];
}

/** In names only. A pending filing is not accepted yet. */
const overField = anyOf(
  "expir|(?:exp|term)_?date|(?:^|_)(?:end|ended|not)(?:_|$)|end_?date|until",
  "(?:valid|effective)_?to|stop|pending|remov|returned",
);
const overText = /^expired|not (?:in|active)/;

const statusName = /status(?:_?(?:code|text|desc|description))?$/;
const plainStatus = /^(?:active|in[- ]?force)$/;
/** Names of other fields that say whether a filing is in force. */
const standingName = /(?:active|valid|current|in_?force)(?:_?flag)?$/;
/** What other fields say of a filing that is in force. */
const affirmative = /^(?:active|in[- ]?force|current|valid|y|yes|true|1)$/;

/**
 * Not judged here: dates, which `doubtfulFieldsIn` reads, and names, which do
 * not say whether it is in force.
 */
const readElsewhere = [...dateNames, ...naming];

/**
 * Whether the status, or any other field, may say that the filing is not in
 * force.
 */
function isDoubtful(name: string, value: unknown): boolean {
  if (readElsewhere.includes(name) || isNotStated(value)) return false;
  const written = readScalar(value).value ?? JSON.stringify(value);
  const text = normalText(written) || "?";
  const field = snakeCase(name);
  // note: canceled
  if (overWords.test(text) || overText.test(text)) return true;
  // pending_cancel: Y
  if (overWords.test(field) || overField.test(field)) return !saysNo(text);
  // status: replaced
  if (statusName.test(field)) return !plainStatus.test(text);
  // active: N
  return standingName.test(field) && !affirmative.test(text);
}

function anyOf(...patterns: readonly string[]): RegExp {
  return new RegExp(patterns.join("|"));
}

const cited = (value: unknown) => (isNotStated(value) ? null : citable(value));

const citedIn = (row: JsonObject, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, cited(row[name])]));

const citedDay = (day: number) => (Number.isFinite(day) ? dayText(day) : null);
