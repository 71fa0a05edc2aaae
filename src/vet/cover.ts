/** What the filings of an insurance record add up to on a day: an amount that is sure, and what casts doubt on it. */
import { isObject, type JsonObject } from "../text/json.ts";
import {
  amount as amountIn,
  dayText,
  field,
  isNotStated,
  list,
  normalText,
  quoted,
  readField,
  realDay,
  recordIn,
  text,
} from "./facts.ts";
import type { Records } from "./model.ts";

export type CoverKind = "bipd" | "cargo";

export const cargoOnFile = field(
  "carrier",
  "insurance.cargo_on_file",
  "cargo on file",
  amountIn,
);
export const policies = field(
  "insurance",
  "policies",
  "insurance policies",
  list,
);

export type Filing = ReturnType<typeof filingOf>;

/** The types that say nothing but which layer of the cover it is, and those of bonds. */
const plainType =
  /^(?:surety|trust|bond)(?![a-z])|^(?:bipd|cargo)(?:[^\p{L}\p{N}]+(?:primary|excess))*[^\p{L}\p{N}]*$/u;
const overStatus = /^(?:cancel+ed|revoked|expired|replaced)$/;
const plainStatus = /^(?:active|in[- ]?force|)$/;

/** Reads the rows of `policies`, of any shape. */
export function filingsOf(rows: readonly unknown[]): Filing[] {
  return rows.map((row) => filingOf(isObject(row) ? row : {}));
}

function filingOf(row: JsonObject) {
  const wordsIn = (value: unknown) => normalText(text(value).value ?? "") ?? "";
  const [type, status] = [wordsIn(row["policy_type"]), wordsIn(row["status"])];
  const kind = kindOf(type);
  const dates = ["effective_date", "expiration_date", "cancellation_date"].map(
    (name) => realDay(row[name]),
  );
  const [begins, ...stated] = dates.map(({ value }) => value);
  const ends = Math.min(...stated.map((end = Number.POSITIVE_INFINITY) => end));
  const badDate =
    begins === undefined ? 0 : dates.findIndex(({ why }) => why !== undefined);
  const isPlain =
    text(row["status"]).why === undefined && plainStatus.test(status);
  const said = (name: string) =>
    isNotStated(row[name]) ? "not stated" : quoted(row[name]);
  const doubt = (name: string) =>
    `a policy's ${name.replaceAll("_", " ")} is ${said(name)}`;
  const dateName = ["effective_date", "expiration_date", "cancellation_date"][
    badDate
  ];
  /** Why it may not be in force, in words: its dates or its status are not certain. */
  const termDoubt = dateName
    ? doubt(dateName)
    : isPlain
      ? undefined
      : doubt("status");
  const { value: amount } = amountIn(row["coverage_amount"]);
  return {
    kind,
    isExcess: type.includes("excess"),
    /** As it is written; undefined where it is not stated or unreadable. 0 means that the limit is not stated. */
    amount,
    amountDoubt:
      amount === 0
        ? "a policy's limit is not stated"
        : doubt("coverage_amount"),
    /** In force from `begins` to the day before `ends`, which is Infinity where no end is stated. */
    begins,
    ends,
    /** Marked as canceled, whatever else is unreadable. */
    isCanceled: overStatus.test(status),
    termDoubt,
    doubt:
      termDoubt ?? (plainType.test(type) ? undefined : doubt("policy_type")),
    insurer: row["insurer_name"],
    number: row["policy_number"],
  };
}

function kindOf(type: string): CoverKind | "other" | "unknown" {
  const word = /^(bipd|cargo|surety|trust|bond)(?![a-z])/.exec(type)?.[1];
  if (word === "bipd" || word === "cargo") return word;
  return word === undefined ? "unknown" : "other";
}

/** Which amounts may be meant in thousands, as FMCSA's files have them: no filing is so low. */
const thousandsBelow = { bipd: 10_000, cargo: 1_000 };

export function mostOf(amount: number, kind: Filing["kind"]): number {
  return amount < thousandsBelow[kind === "cargo" ? kind : "bipd"]
    ? amount * 1_000
    : amount;
}

/** The filings that are in force on a day, certainly or perhaps: all but bonds, or of one kind and of unknown types. */
export function inForceOn(
  day: number,
  filings: readonly Filing[],
  kind?: CoverKind,
): Filing[] {
  return filings.filter((one) => {
    const isAsked =
      kind === undefined
        ? one.kind !== "other"
        : [kind, "unknown"].includes(one.kind);
    return (
      isAsked && !one.isCanceled && (one.begins ?? day) <= day && day < one.ends
    );
  });
}

const mayAdd = ({ amount, kind }: Filing) =>
  amount ? mostOf(amount, kind) : Number.POSITIVE_INFINITY;
const largest = (amounts: readonly number[]) => Math.max(0, ...amounts);
const isPrimary = ({ isExcess, kind }: Filing) =>
  !isExcess && kind !== "unknown";

export type Cover = ReturnType<typeof coverOn>;

/** The cover on a day. Two primary filings are a replacement: the larger counts. Two excess ones may be the same. */
export function coverOn(
  day: number,
  filings: readonly Filing[],
  kind: CoverKind,
) {
  const perhaps = inForceOn(day, filings, kind);
  const certain = perhaps.filter(({ doubt }) => doubt === undefined);
  const amountsOf = (isExcess: boolean) =>
    certain.flatMap((one) =>
      one.isExcess === isExcess ? (one.amount ?? []) : [],
    );
  const primary = largest(amountsOf(false));
  const over = perhaps.filter((one) => !isPrimary(one)).map(mayAdd);
  return {
    day,
    certain,
    perhaps,
    sure: primary === 0 ? 0 : primary + largest(amountsOf(true)),
    /** What it may be at most, if every doubt adds to it; may be Infinity. */
    possible: over.reduce(
      (sum, one) => sum + one,
      largest(perhaps.filter(isPrimary).map(mayAdd)),
    ),
  };
}

/** The cover today and on each later day, up to the last, on which a filing begins or ends. */
export function coverThrough(
  last: number,
  today: number,
  filings: readonly Filing[],
  kind: CoverKind,
): Cover[] {
  const turns = filings.flatMap(({ begins = today, ends }) => [begins, ends]);
  const later = new Set(turns.filter((day) => day > today && day <= last));
  return [today, ...[...later].sort((one, other) => one - other)].map((day) =>
    coverOn(day, filings, kind),
  );
}

/** Why the cover of a day may be more than is sure, in words; undefined where there is no doubt but that amounts may be thousands. */
export function doubtOf({ perhaps, certain }: Cover): string | undefined {
  const doubtful = perhaps.find(({ doubt }) => doubt !== undefined);
  if (doubtful) return doubtful.doubt;
  const unstated = certain.find(({ amount }) => !amount);
  if (unstated) return unstated.amountDoubt;
  if (certain.length > 0 && !certain.some(isPrimary))
    return "an excess policy without a primary one";
  return certain.filter(({ isExcess }) => isExcess).length > 1
    ? "excess policies may be the same one"
    : undefined;
}

export const noCargo = "no cargo insurance on file";

/** In words, that no cargo insurance is in force: nobody must take the silence for good news. Empty where there may be. */
export function cargoAbsence(answers: Records, today: number): string {
  const onFile = readField(recordIn(answers, "carrier") ?? {}, cargoOnFile)
    .reading.value;
  const { insurance } = answers;
  const record =
    insurance?.state === "none"
      ? { policies: [] }
      : recordIn(answers, "insurance");
  const rows = record && readField(record, policies).reading.value;
  // Where nobody asked for policies, 0 may also mean that the limit is not stated.
  if (rows === undefined)
    return onFile === 0 ? `${noCargo}, or its limit is not stated` : "";
  const filings = filingsOf(rows);
  if (inForceOn(today, filings, "cargo").length > 0) return "";
  const ended = filings.flatMap(({ kind, ends }) =>
    kind === "cargo" && ends <= today ? ends : [],
  );
  if (ended.length > 0)
    return `cargo insurance ended ${dayText(Math.max(...ended))}`;
  return onFile ? "no cargo policy" : noCargo;
}
