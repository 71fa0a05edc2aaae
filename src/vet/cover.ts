/**
 * What the filings of an insurance record add up to today. The records call them policies; here they are filings, because
 * "policy" is what a carrier is vetted by.
 */
import {
  type CoverKind,
  type Interval,
  isRecord,
  quoted,
  type Reading,
  readAmount,
  readName,
  readRealDay,
  readText,
} from "./values.ts";

/** One row of `policies`, as far as it can be read. */
export interface Filing {
  /** `other` is no cover of freight (a surety bond, a trust fund); `unclear` might be BIPD or cargo. */
  kind: CoverKind | "other" | "unclear";
  /** Adds to the primary filing, instead of replacing it. */
  isExcess: boolean;
  /** The type of a BIPD or cargo filing with words beside primary and excess, such as CANCELLATION PENDING; null without. */
  doubtfulType: string | null;
  /** In force today; `unclear` where a date cannot be read. */
  inForce: "yes" | "no" | "unclear";
  /** Days since it began; negative for one that is to begin, null where that cannot be read. */
  age: number | null;
  /** Days until it expires; Infinity for a filing that has no expiration. 0 or less where it has expired. */
  daysLeft: number;
  /** Its type and its dates are beyond doubt. */
  isClear: boolean;
  /** Without punctuation and zeros in front; null where none is stated, so that two such filings may be one. */
  number: string | null;
  amount: Reading<Interval>;
  insurer: unknown;
}

/** What is in force of one kind. */
export interface Cover {
  /** The amount in force: certainly `lower`, at most `upper`, which may be Infinity. */
  amount: Interval;
  /** How many filings of the kind are listed, in force or not. */
  listed: number;
  /** How many of them certainly are in force, those that end too soon included. */
  inForce: number;
  /** Days until the first filing in force ends that does not count because of it; null where there is none. */
  endsIn: number | null;
  /** Why there may be more than `lower`, in words; null where there is no doubt but that amounts may be thousands. */
  doubt: string | null;
}

/** `CARGO`, `BIPD/Primary`: the kind is the word that the type begins with. */
const typeWord = /^(bipd|cargo|surety|trust|bond)(?![a-z])/;
/** Longer types are not looked at to their end. */
const maxTypeLength = 200;
/** A type that says nothing but which layer of the cover it is. */
const ordinaryType = /^(?:bipd|cargo)(?:[^\p{L}\p{N}]+(?:primary|excess))*[^\p{L}\p{N}]*$/u;

/** Reads the rows of `policies`, of any shape. `today` is a UTC day. */
export function readFilings(rows: readonly unknown[], today: number): readonly Filing[] {
  return rows.map((row) => readFiling(row, today));
}

/** In force is effective <= today < expiration. A filing without an expiration is in force until it is canceled. */
function readFiling(row: unknown, today: number): Filing {
  const fields = isRecord(row) ? row : {};
  const type = typeOf(fields["policy_type"]);
  const kind = kindOf(type);
  const isOrdinary = kind === "other" || kind === "unclear" || ordinaryType.test(type);
  const [begins, ends] = [readRealDay(fields["effective_date"]), readRealDay(fields["expiration_date"])];
  const age = begins.state === "stated" ? today - begins.value : null;
  const daysLeft = ends.state === "stated" ? ends.value - today : Number.POSITIVE_INFINITY;
  const isDated = age !== null && ends.state !== "unreadable";
  return {
    kind,
    isExcess: type.includes("excess"),
    doubtfulType: isOrdinary ? null : String(fields["policy_type"]).slice(0, maxTypeLength),
    inForce: daysLeft <= 0 || (age !== null && age < 0) ? "no" : isDated ? "yes" : "unclear",
    age,
    daysLeft,
    isClear: isDated && isOrdinary && kind !== "unclear",
    number: numberOf(fields["policy_number"]),
    amount: readAmount(fields["coverage_amount"], kind === "cargo" ? "cargo" : "bipd"),
    insurer: fields["insurer_name"],
  };
}

function kindOf(type: string): Filing["kind"] {
  const word = typeWord.exec(type)?.[1];
  if (word === undefined) return "unclear";
  return word === "bipd" || word === "cargo" ? word : "other";
}

function typeOf(value: unknown): string {
  const type = readText(typeof value === "string" ? value.slice(0, maxTypeLength) : value);
  return type.state === "stated" ? type.value.normal : "";
}

/** Files differ in the punctuation of a number, and in zeros in front of its digits: XS-001 may be XS1. */
function numberOf(value: unknown): string | null {
  const number = readText(typeof value === "number" ? String(value) : value);
  if (number.state !== "stated") return null;
  const bare = number.value.normal.replace(/[^\p{L}\p{N}]+/gu, "").replace(/(^|\p{L})0+(?=.)/gu, "$1");
  return bare === "" ? null : bare;
}

/**
 * What is in force of one kind on the day for which the filings were read, by the rules of vet.md, "Cover": two primary filings are a
 * replacement, so that the larger one counts; excess filings are added, but those that may be one and the same count once, and none
 * without a primary filing. A filing with fewer than `minDaysLeft` days left does not count. What cannot be read makes the upper bound
 * infinite. Takes time linear in the number of filings.
 */
export function coverOf(filings: readonly Filing[], kind: CoverKind, minDaysLeft = 1): Cover {
  const sum = new CoverSum();
  let [listed, inForce] = [0, 0];
  let endsIn: number | null = null;
  for (const filing of filings) {
    const isOfKind = filing.kind === kind;
    if (isOfKind) listed++;
    if (isOfKind && filing.inForce === "yes") inForce++;
    if (filing.inForce === "no" || !(isOfKind || filing.kind === "unclear")) continue;
    if (filing.daysLeft >= minDaysLeft) sum.add(filing);
    else if (isOfKind) endsIn = Math.min(filing.daysLeft, endsIn ?? filing.daysLeft);
  }
  return { ...sum.total(), listed, inForce, endsIn };
}

/** Why it is unclear what a filing that may be in force adds; null if it is clear. */
function doubtOf(filing: Filing): string | null {
  if (filing.kind === "unclear") return "a policy is of an unknown type";
  if (filing.inForce === "unclear") return "a policy's dates are not stated, or unreadable";
  if (filing.amount.state === "unreadable") return "a policy's amount is unreadable";
  // A filed amount of 0 means that the limit is not stated (domain.md, "Words").
  if (filing.amount.state === "not stated" || filing.amount.value.upper === 0) return "a policy's amount is not stated";
  return null;
}

/** Adds filings up: what is certain, and what is possible. */
class CoverSum {
  /** The first reason why there may be more. */
  #doubt: string | null = null;
  readonly #primary: Filing[] = [];
  readonly #excess: Filing[] = [];
  /** The largest primary filing, and all excess ones; what cannot be read makes it infinite. */
  #upper = { primary: 0, excess: 0 };

  add(filing: Filing): void {
    const { isExcess, doubtfulType } = filing;
    const doubt = doubtOf(filing);
    const upper = doubt === null ? boundsOf(filing).upper : Number.POSITIVE_INFINITY;
    if (isExcess) this.#upper.excess += upper;
    else this.#upper.primary = Math.max(this.#upper.primary, upper);
    if (doubt !== null) this.#doubt ??= doubt;
    else if (doubtfulType !== null) this.#doubt ??= `a policy is of the type ${quoted(doubtfulType)}`;
    else (isExcess ? this.#excess : this.#primary).push(filing);
  }

  total(): Pick<Cover, "amount" | "doubt"> {
    const hasPrimary = this.#primary.length > 0;
    const primary = this.#primary.reduce((largest, filing) => Math.max(largest, boundsOf(filing).lower), 0);
    const excess = hasPrimary ? this.#certainExcess() : 0;
    if (excess < this.#excess.reduce((sum, filing) => sum + boundsOf(filing).lower, 0)) {
      this.#doubt ??= hasPrimary ? "excess policies may be the same one" : "an excess policy without a primary one";
    }
    const { primary: largest, excess: all } = this.#upper;
    return { amount: { lower: primary + excess, upper: largest + all }, doubt: this.#doubt };
  }

  /**
   * What the excess filings add at least: the largest ones of which no two may be one and the same. Those of one insurer may be, those
   * with one number, and without either, any two.
   */
  #certainExcess(): number {
    const seen = new Set(this.#primary.map(({ number }) => `number ${number}`));
    let [sum, largest, largestOfAny] = [0, 0, 0];
    const excess = this.#excess.map((filing) => ({ keys: keysOf(filing), amount: boundsOf(filing).lower }));
    // The order of the rows decides nothing.
    const order = (one: (typeof excess)[number], other: typeof one) =>
      other.amount - one.amount || (`${one.keys}` < `${other.keys}` ? -1 : 1);
    for (const { keys, amount } of excess.toSorted(order)) {
      if (keys === null) largestOfAny = Math.max(largestOfAny, amount);
      else if (!keys.some((key) => seen.has(key))) {
        sum += amount;
        largest = Math.max(largest, amount);
      }
      for (const key of keys ?? []) seen.add(key);
    }
    // A filing that may be any other takes the place of the largest.
    return sum - largest + Math.max(largest, largestOfAny);
  }
}

function boundsOf({ amount }: Filing): Interval {
  return amount.state === "stated" ? amount.value : { lower: 0, upper: 0 };
}

/** What two filings that may be one share; null where one may be any other. */
function keysOf({ number, insurer }: Filing): string[] | null {
  const name = readName(insurer);
  return number === null || name.state !== "stated" ? null : [`insurer ${name.value.whole}`, `number ${number}`];
}
