/**
 * What the filings of an insurance record add up to on a day: an amount that is
 * sure, and what casts doubt on it.
 */

import { type Answers, recordOf } from "../../answer.ts";
import { isObject, type JsonObject } from "../../text/json.ts";
import {
  citable,
  dayText,
  type Facts,
  field,
  isNotStated,
  normalText,
  quoted,
  type Reading,
  readField,
  readNumber,
  readRealDay,
  readRows,
  readText,
  recordIn,
} from "./facts.ts";

export type CoverKind = "bipd" | "cargo";

export const kindNames = { bipd: "BIPD", cargo: "cargo" };

export const cargoOnFile = field(
  "carrier",
  "insurance.cargo_on_file",
  "cargo on file",
  readNumber,
);
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

export type Filing = ReturnType<typeof filingOf>;

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

function filingIn(row: unknown): Filing {
  if (isObject(row)) return filingOf(row);
  const doubt = `a policy is not readable: ${quoted(row)}`;
  const doubts = { termDoubt: doubt, kindDoubt: doubt, doubt };
  return { ...filingOf({}), ...doubts, uncertain: [doubt] };
}

function filingOf(row: JsonObject) {
  const type = wordsAt(row, "policy_type");
  const [begins, ...ends] = dateNames.map(
    (name) => readRealDay(row[name]).value,
  );
  const [unsure] = unsureIn(row);
  const termDoubt = unsure && doubtAbout(row, unsure);
  const kind = kindOf(type);
  const isPlainType = kind === "other" || plainType.test(type);
  const amount = readNumber(row["coverage_amount"]).value;
  return {
    kind,
    isExcess: type.includes("excess"),
    /**
     * As it is written; undefined where it is not stated or unreadable. 0 means
     * that the limit is not stated.
     */
    amount,
    /** The amount, read in thousands where it may be meant so. */
    most: amount && mostOf(amount, kind),
    amountDoubt: doubtAbout(row, "coverage_amount"),
    amountText: sentText(amount ?? row["coverage_amount"]),
    /**
     * In force from `begins` to the day before `ends`, which is Infinity where
     * no end is stated.
     */
    begins,
    ends: Math.min(...ends.map((end = Number.POSITIVE_INFINITY) => end)),
    /** Marked as canceled, whatever else is unreadable. */
    isCanceled: overStatus.test(wordsAt(row, "status")),
    termDoubt,
    /** Why it may not be BIPD or cargo insurance. */
    kindDoubt:
      kind === "unknown" || (kind !== "other" && isBond(type))
        ? typeDoubtIn(row)
        : undefined,
    /** Why it may not count, in words. */
    doubt: termDoubt ?? (isPlainType ? undefined : typeDoubtIn(row)),
    /** All that is not certain or not usual in it, each as it is written. */
    uncertain: [...(isPlainType ? [] : ["policy_type"]), ...unsureIn(row)].map(
      (name) => `${pathWords(name)} ${sentText(row[name])}`,
    ),
    insurer: row["insurer_name"],
    policy_number: row["policy_number"],
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

/**
 * A filing by which a waiver knows it again: insurer, number, amount and end,
 * and what is not certain in it.
 */
export function filingText(filing: Filing): string {
  const { insurer, policy_number, amountText, ends, uncertain } = filing;
  const [company, number] = [insurer, policy_number].map(sentText);
  return [company, number, amountText, endText(ends), ...uncertain].join(", ");
}

function sentText(value: unknown): string {
  return isNotStated(value) ? "not stated" : String(citable(value));
}

const isBond = (type: string) =>
  /(?<![a-z])(?:surety|trust|bond)(?![a-z])/.test(type);

function kindOf(type: string): CoverKind | "other" | "unknown" {
  const word = /^(bipd|cargo)(?![a-z])/.exec(type)?.[1];
  if (word === "bipd" || word === "cargo") return word;
  return isBond(type) ? "other" : "unknown";
}

/**
 * Which amounts may be meant in thousands, as FMCSA's files have them: no
 * filing is so low.
 */
const thousandsBelow = { bipd: 10_000, cargo: 1_000 };

export function mostOf(amount: number, kind: ReturnType<typeof kindOf>) {
  return amount < thousandsBelow[kind === "cargo" ? kind : "bipd"]
    ? amount * 1_000
    : amount;
}

/**
 * Whether the amount of a filing may be more than is written. Of cargo, 0 says
 * no more than that filings state no limit.
 */
export function mayBeMore({ amount, most, kind }: Filing): boolean {
  if (amount === 0) return kind !== "cargo";
  return amount === undefined || amount !== most;
}

/** The two readings of the amounts: as they are written, and in thousands. */
export const readingsOf = (filings: readonly Filing[]) => ({
  written: filings.map((filing) => ({ ...filing, most: filing.amount })),
  inThousands: filings.map((filing) => ({ ...filing, amount: filing.most })),
});

/**
 * The filings that are in force on a day, certainly or perhaps: all but bonds,
 * or of one kind and of unknown types.
 */
export function inForceOn(
  day: number,
  filings: readonly Filing[],
  kind?: CoverKind,
): Filing[] {
  const kinds = kind === undefined ? ["bipd", "cargo"] : [kind];
  return filings.filter(
    (filing) =>
      [...kinds, "unknown"].includes(filing.kind) &&
      !filing.isCanceled &&
      (filing.begins ?? day) <= day &&
      day < filing.ends,
  );
}

const mayAdd = ({ most }: Filing) => most || Number.POSITIVE_INFINITY;
const largest = (amounts: readonly number[]) => Math.max(0, ...amounts);
const isPrimary = ({ isExcess, kind }: Filing) =>
  !isExcess && kind !== "unknown";

export type Cover = ReturnType<typeof coverOn>;

/**
 * The cover on a day. Two primary filings are a replacement: the larger counts.
 * Two excess ones may be the same.
 */
export function coverOn(
  day: number,
  filings: readonly Filing[],
  kind: CoverKind,
) {
  const perhaps = inForceOn(day, filings, kind);
  const certain = perhaps.filter(({ doubt }) => doubt === undefined);
  const largestIn = (layer: readonly Filing[]) =>
    largest(layer.map(({ amount = 0 }) => amount));
  const primary = largestIn(certain.filter(isPrimary));
  const excess = largestIn(certain.filter(({ isExcess }) => isExcess));
  const others = perhaps.filter((filing) => !isPrimary(filing)).map(mayAdd);
  return {
    day,
    certain,
    perhaps,
    sure: primary === 0 ? 0 : primary + excess,
    /** What it may be at most, if every doubt adds to it; may be Infinity. */
    possible: others.reduce(
      (sum, most) => sum + most,
      largest(perhaps.filter(isPrimary).map(mayAdd)),
    ),
  };
}

/**
 * The cover today and on each later day, up to the last, on which a filing
 * begins or ends.
 */
export function coverThrough(
  last: number,
  today: number,
  filings: readonly Filing[],
  kind: CoverKind,
): readonly [Cover, ...Cover[]] {
  const turns = filings
    .flatMap(({ begins = today, ends }) => [begins, ends])
    .filter((day) => day > today && day <= last);
  const days = [...new Set([today, ...turns])].sort(
    (first, second) => first - second,
  );
  return days.map((day) => coverOn(day, filings, kind)) as [Cover, ...Cover[]];
}

export const excessAlone = "an excess policy without a primary one";

/**
 * Why the cover of a day may be more than is sure, behind the words for it;
 * undefined where there is no doubt but that amounts may be thousands.
 */
export function doubtOf({ perhaps, certain }: Cover): string | undefined {
  const doubtful = perhaps.find(({ doubt }) => doubt !== undefined)?.doubt;
  if (doubtful !== undefined) return ` not certain: ${doubtful}`;
  const unstated = certain.find(({ amount }) => !amount);
  if (unstated?.amount === 0) return ", limit not stated";
  if (unstated) return ` not certain: ${unstated.amountDoubt}`;
  if (certain.length > 0 && !certain.some(isPrimary))
    return ` not certain: ${excessAlone}`;
  return certain.filter(({ isExcess }) => isExcess).length > 1
    ? " not certain: excess policies may be the same one"
    : undefined;
}

/** The filings of a carrier; undefined where nobody can tell which there are. */
export function filingsStated({ insurance }: Answers): Filing[] | undefined {
  if (insurance?.state === "none") return [];
  return filingsIn(recordOf(insurance) ?? {});
}

/**
 * In words, that no cargo insurance is in force: nobody must take the silence
 * for good news. Empty where there may be.
 */
export function cargoNotes(answers: Answers, today: number): string[] {
  const carrier = recordIn(answers, "carrier") ?? {};
  const onFile = readField(carrier, cargoOnFile).reading.value;
  const filings = filingsStated(answers);
  if (filings !== undefined) return absentCargo(filings, onFile, today);
  // Where nobody asked for policies, 0 may also mean that the limit is not stated.
  return onFile === 0
    ? ["no cargo insurance on file, or its limit is not stated"]
    : [];
}

/** The same of filings, beside the amount on file. */
export function absentCargo(
  filings: readonly Filing[],
  onFile: number | undefined,
  today: number,
): string[] {
  if (inForceOn(today, filings, "cargo").length > 0) return [];
  const cargo = filings.filter(({ kind }) => kind === "cargo");
  if (cargo.length === 0)
    return [onFile ? "no cargo policy" : "no cargo insurance on file"];
  const ended = cargo.map(({ ends }) => ends).filter((end) => end <= today);
  return ended.length === 0
    ? ["no cargo insurance in force"]
    : [`cargo insurance ended ${dayText(Math.max(...ended))}`];
}
