/** What the filings of an insurance record add up to: an amount that is sure, and what casts doubt on it. */
import { isObject, type JsonObject } from "../text/json.ts";
import {
  field,
  list,
  normalText,
  number,
  quoted,
  realDay,
  text,
} from "./facts.ts";

export type CoverKind = "bipd" | "cargo";

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

/** Reads the rows of `policies`, of any shape, for a UTC day. */
export function filingsOf(rows: readonly unknown[], today: number): Filing[] {
  return rows.map((row) => filingOf(isObject(row) ? row : {}, today));
}

function filingOf(row: JsonObject, today: number) {
  const wordsIn = (value: unknown) => normalText(text(value).value ?? "") ?? "";
  const [type, status] = [wordsIn(row["policy_type"]), wordsIn(row["status"])];
  const kind = kindOf(type);
  const begins = realDay(row["effective_date"]);
  const stated = [
    realDay(row["expiration_date"]),
    realDay(row["cancellation_date"]),
  ];
  const ends = Math.min(
    ...stated.map(({ value = Number.POSITIVE_INFINITY }) => value),
  );
  const isDated =
    begins.value !== undefined && stated.every(({ why }) => why === undefined);
  const isPlain =
    text(row["status"]).why === undefined && plainStatus.test(status);
  const statusDoubt = isPlain
    ? undefined
    : `a policy's status is ${quoted(row["status"])}`;
  const typeDoubt = plainType.test(type)
    ? undefined
    : `a policy is of the type ${quoted(row["policy_type"])}`;
  const termDoubt = isDated
    ? statusDoubt
    : "a policy's dates are not stated, or unreadable";
  return {
    kind,
    isExcess: type.includes("excess"),
    /** As it is written; undefined where it is not stated or unreadable. 0 means that the limit is not stated. */
    amount: number(row["coverage_amount"]).value,
    /** UTC days: in force from `begins` to the day before `ends`, which is Infinity where no end is stated. */
    begins: begins.value,
    ends,
    /** It has ended or is marked as canceled, whatever else is unreadable. */
    isOver: ends <= today || overStatus.test(status),
    isFuture: (begins.value ?? today) > today,
    /** Why it may not be in force, in words: its dates or its status are not certain. */
    termDoubt,
    doubt:
      termDoubt ??
      (kind === "unknown" ? "a policy is of an unknown type" : typeDoubt),
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

const mayAdd = ({ amount, kind }: Filing) =>
  amount ? mostOf(amount, kind) : Number.POSITIVE_INFINITY;
const largest = (amounts: readonly number[]) =>
  amounts.reduce((most, one) => Math.max(most, one), 0);
const isPrimary = ({ isExcess, kind }: Filing) =>
  !isExcess && kind !== "unknown";

/** The filings of one kind that are in force today, certainly or perhaps; of unknown types, too. */
export function inForce(filings: readonly Filing[], kind: CoverKind): Filing[] {
  return filings.filter(
    (one) =>
      !one.isOver && !one.isFuture && [kind, "unknown"].includes(one.kind),
  );
}

/** What is in force after `limit`. Two primary filings are a replacement: the larger counts. Two excess ones may be the same. */
export function coverOf(
  filings: readonly Filing[],
  kind: CoverKind,
  limit: number,
) {
  const current = inForce(filings, kind);
  const certain = current.filter(({ doubt }) => doubt === undefined);
  const ending = certain.filter((one) => lastDay(one, filings) <= limit);
  const sure = certain.filter((one) => one.amount && !ending.includes(one));
  const amounts = (isExcess: boolean) =>
    sure
      .filter((one) => one.isExcess === isExcess)
      .map(({ amount = 0 }) => amount);
  const primary = largest(amounts(false));
  const possible = current.filter((one) => lastDay(one, filings, true) > limit);
  const mayBe = largest(possible.filter(isPrimary).map(mayAdd));
  return {
    sure: primary === 0 ? 0 : primary + largest(amounts(true)),
    /** What it may be at most, if every doubt adds to it; may be Infinity. */
    possible: possible
      .filter((one) => !isPrimary(one))
      .reduce((sum, one) => sum + mayAdd(one), mayBe),
    /** The first doubt, in words; undefined where there is none but that amounts may be thousands. */
    doubt: doubtOf(possible, sure),
    listed: filings.filter((one) => one.kind === kind).length,
    inForce: certain.length,
    ends: ending.toSorted((one, other) => one.ends - other.ends)[0]?.ends,
  };
}

function doubtOf(
  possible: readonly Filing[],
  sure: readonly Filing[],
): string | undefined {
  const doubtful = possible.find(({ doubt }) => doubt !== undefined);
  if (doubtful !== undefined) return doubtful.doubt;
  if (possible.some(({ amount }) => !amount))
    return "a policy's amount is not stated, or unreadable";
  if (possible.length > sure.length) return "another policy may take over";
  if (sure.length > 0 && !sure.some(isPrimary))
    return "an excess policy without a primary one";
  return sure.filter(({ isExcess }) => isExcess).length > 1
    ? "excess policies may be the same one"
    : undefined;
}

/** The UTC day on which a filing, or what surely takes over from it, ends. `perhaps`: if every doubt is in its favor. */
export function lastDay(
  filing: Filing,
  filings: readonly Filing[],
  perhaps = false,
): number {
  const {
    amount = perhaps ? 0 : Number.POSITIVE_INFINITY,
    kind,
    isExcess,
  } = filing;
  const isLike = (next: Filing) =>
    next.kind === kind && next.isExcess === isExcess;
  const replaces = (next: Filing) => {
    if (perhaps)
      return (
        (isLike(next) || next.kind === "unknown") && mayAdd(next) >= amount
      );
    const { amount: own = -1, doubt } = next;
    return (
      isLike(next) &&
      doubt === undefined &&
      own >= amount &&
      mostOf(own, kind) >= mostOf(amount, kind)
    );
  };
  const order = ({ begins = Number.NEGATIVE_INFINITY }: Filing) => begins;
  return filings
    .filter((next) => !next.isOver && replaces(next))
    .sort((one, other) => order(one) - order(other))
    .reduce(
      (end, next) => (order(next) <= end ? Math.max(end, next.ends) : end),
      filing.ends,
    );
}
