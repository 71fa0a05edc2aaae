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
  /** Its expiration is a date, or not stated: then it is in force until canceled. */
  isEndClear: boolean;
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

function readFiling(row: unknown, today: number): Filing {
  const fields = isRecord(row) ? row : {};
  const type = typeOf(fields["policy_type"]);
  const word = typeWord.exec(type)?.[1];
  const kind = word === undefined ? "unclear" : word === "bipd" || word === "cargo" ? word : "other";
  return {
    kind,
    isExcess: type.includes("excess"),
    doubtfulType:
      kind === "other" || kind === "unclear" || ordinaryType.test(type)
        ? null
        : String(fields["policy_type"]).slice(0, maxTypeLength),
    ...termOn(today, fields["effective_date"], fields["expiration_date"]),
    number: numberOf(fields["policy_number"]),
    amount: readAmount(fields["coverage_amount"], kind === "cargo" ? "cargo" : "bipd"),
    insurer: fields["insurer_name"],
  };
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

/** In force is effective <= today < expiration. A filing without an expiration is in force until it is canceled. */
function termOn(
  today: number,
  effective: unknown,
  expiration: unknown,
): Pick<Filing, "inForce" | "age" | "daysLeft" | "isEndClear"> {
  const [begins, ends] = [readRealDay(effective), readRealDay(expiration)];
  const term = {
    age: begins.state === "stated" ? today - begins.value : null,
    daysLeft: ends.state === "stated" ? ends.value - today : Number.POSITIVE_INFINITY,
    isEndClear: ends.state !== "unreadable",
  };
  if (term.daysLeft <= 0 || (term.age !== null && term.age < 0)) return { inForce: "no", ...term };
  return { inForce: term.age !== null && term.isEndClear ? "yes" : "unclear", ...term };
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
  #isBounded = true;
  /** The numbers of the primary filings: an excess filing with one of them may be that filing. */
  readonly #primaryNumbers = new Set<string>();
  readonly #primary: Interval = { lower: 0, upper: 0 };
  #hasPrimary = false;
  readonly #excess: Filing[] = [];
  #excessUpper = 0;

  add(filing: Filing): void {
    const doubt = doubtOf(filing);
    if (doubt !== null || filing.amount.state !== "stated") {
      this.#doubt ??= doubt;
      this.#isBounded = false;
      return;
    }
    const { isExcess, doubtfulType, number } = filing;
    const { lower, upper } = filing.amount.value;
    if (isExcess) this.#excessUpper += upper;
    else this.#primary.upper = Math.max(this.#primary.upper, upper);
    if (doubtfulType !== null) this.#doubt ??= `a policy is of the type ${quoted(doubtfulType)}`;
    else if (isExcess) this.#excess.push(filing);
    else {
      this.#hasPrimary = true;
      this.#primary.lower = Math.max(this.#primary.lower, lower);
      if (number !== null) this.#primaryNumbers.add(number);
    }
  }

  total(): Pick<Cover, "amount" | "doubt"> {
    const excess = this.#hasPrimary ? this.#certainExcess() : 0;
    const listed = this.#excess.reduce((sum, filing) => sum + lowerOf(filing), 0);
    if (excess < listed) {
      this.#doubt ??= this.#hasPrimary
        ? "excess policies may be the same one"
        : "an excess policy without a primary one";
    }
    const upper = this.#isBounded ? this.#primary.upper + this.#excessUpper : Number.POSITIVE_INFINITY;
    return { amount: { lower: this.#primary.lower + excess, upper }, doubt: this.#doubt };
  }

  /** What the excess filings add at least: of those that may be one and the same, the largest. */
  #certainExcess(): number {
    const groups = new Groups();
    let largestOfAny = 0;
    for (const filing of this.#excess) {
      const { number } = filing;
      const insurer = readName(filing.insurer);
      if (number !== null && this.#primaryNumbers.has(number)) continue;
      if (number === null || insurer.state !== "stated") largestOfAny = Math.max(largestOfAny, lowerOf(filing));
      else groups.add([`insurer ${insurer.value.whole}`, `number ${number}`], lowerOf(filing));
    }
    const { sum, largest } = groups.total();
    // A filing that may be any other takes the place of the largest.
    return sum - largest + Math.max(largest, largestOfAny);
  }
}

function lowerOf({ amount }: Filing): number {
  return amount.state === "stated" ? amount.value.lower : 0;
}

interface Group {
  largest: number;
  /** The group that it was merged into. */
  into?: Group;
}

/** Amounts in groups: those that share a key, directly or through others, are one. */
class Groups {
  readonly #byKey = new Map<string, Group>();

  add(keys: readonly string[], amount: number): void {
    const group: Group = { largest: amount };
    for (const key of keys) {
      const known = this.#byKey.get(key);
      if (known !== undefined) merge(rootOf(known), rootOf(group));
      else this.#byKey.set(key, group);
    }
  }

  /** The largest amounts of all groups: their sum, and the largest of them. */
  total(): { sum: number; largest: number } {
    const total = { sum: 0, largest: 0 };
    for (const { largest } of new Set([...this.#byKey.values()].map(rootOf))) {
      total.sum += largest;
      total.largest = Math.max(total.largest, largest);
    }
    return total;
  }
}

function rootOf(group: Group): Group {
  let root = group;
  while (root.into !== undefined) {
    // Shortens the way for the next search.
    if (root.into.into !== undefined) root.into = root.into.into;
    root = root.into;
  }
  return root;
}

function merge(one: Group, other: Group): void {
  if (one === other) return;
  one.largest = Math.max(one.largest, other.largest);
  other.into = one;
}
