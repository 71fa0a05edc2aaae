/**
 * What the filings of an insurance record add up to today. The records call them policies; here they are filings, because
 * "policy" is what a carrier is vetted by.
 */
import { type CoverKind, type Interval, isRecord, type Reading, readAmount, readDay, readText } from "./values.ts";

/** One row of `policies`, as far as it can be read. */
export interface Filing {
  /** `other` is no cover of freight (a surety bond, a trust fund); `unclear` might be BIPD or cargo. */
  kind: CoverKind | "other" | "unclear";
  /** Adds to the primary filing, instead of replacing it. */
  isExcess: boolean;
  /** In force today; `unclear` where a date cannot be read. */
  inForce: "yes" | "no" | "unclear";
  /** Days until it expires; Infinity for a filing that has no expiration. 0 or less where it has expired. */
  daysLeft: number;
  /** Compared like a text of the policy; null where none is stated, so that two such filings may be one. */
  number: string | null;
  amount: Reading<Interval>;
  insurer: unknown;
}

/** What is in force of one kind. */
export interface Cover {
  /** The amount in force: certainly `lower`, at most `upper`. */
  amount: Interval;
  /** How many filings of the kind are listed, in force or not. */
  listed: number;
  /** How many of them certainly are in force, those that end too soon included. */
  inForce: number;
  /** Days until the first filing in force ends that does not count because of it; null where there is none. */
  endsIn: number | null;
  /** Why `upper` is infinite, in words; null where it is not. */
  doubt: string | null;
}

/** `CARGO`, `BIPD/Primary`: the kind is the word that the type begins with. */
const typeWord = /^(bipd|cargo|surety|trust|bond)(?![a-z])/;
/** Longer types are not looked at to their end. */
const maxTypeLength = 200;

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
    ...inForceOn(fields["effective_date"], fields["expiration_date"], today),
    number: numberOf(fields["policy_number"]),
    amount: readAmount(fields["coverage_amount"], kind === "cargo" ? "cargo" : "bipd"),
    insurer: fields["insurer_name"],
  };
}

function typeOf(value: unknown): string {
  const type = readText(typeof value === "string" ? value.slice(0, maxTypeLength) : value);
  return type.state === "stated" ? (type.value.normal ?? "") : "";
}

function numberOf(value: unknown): string | null {
  const number = readText(typeof value === "number" ? String(value) : value);
  return number.state === "stated" ? number.value.normal : null;
}

/** In force is effective <= today < expiration. A filing without an expiration is in force until it is canceled. */
function inForceOn(effective: unknown, expiration: unknown, today: number): Pick<Filing, "inForce" | "daysLeft"> {
  const [begins, ends] = [readDay(effective), readDay(expiration)];
  const daysLeft = ends.state === "stated" ? ends.value - today : Number.POSITIVE_INFINITY;
  if (daysLeft <= 0 || (begins.state === "stated" && begins.value > today)) return { inForce: "no", daysLeft };
  const isClear = begins.state === "stated" && ends.state !== "unreadable";
  return { inForce: isClear ? "yes" : "unclear", daysLeft };
}

/**
 * What is in force of one kind on the day for which the filings were read, by the rules of vet.md, "Cover":
 * two primary filings are a replacement, so that the larger one counts; excess filings are added; one policy number counts once.
 * A filing with fewer than `minDaysLeft` days left does not count. What cannot be read makes the upper bound infinite.
 * Takes time linear in the number of filings.
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
  return { amount: sum.total(), listed, inForce, endsIn, doubt: sum.doubt };
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

/** Adds filings up, each policy number once. */
class CoverSum {
  /** The first reason why the sum may be higher. */
  doubt: string | null = null;
  readonly #byNumber = new Map<string, Interval & { isExcess: boolean }>();
  readonly #primary: Interval = { lower: 0, upper: 0 };
  /** Excess filings without a number may all be one: the largest is certain, their sum is possible. */
  readonly #unnumbered: Interval = { lower: 0, upper: 0 };

  add(filing: Filing): void {
    const doubt = doubtOf(filing);
    this.doubt ??= doubt;
    if (doubt !== null || filing.amount.state !== "stated") return;
    const { number, isExcess } = filing;
    const amount = filing.amount.value;
    if (number !== null) this.#addNumbered(number, isExcess, amount);
    else if (isExcess) {
      this.#unnumbered.lower = Math.max(this.#unnumbered.lower, amount.lower);
      this.#unnumbered.upper += amount.upper;
    } else raise(this.#primary, amount);
  }

  #addNumbered(number: string, isExcess: boolean, amount: Interval): void {
    const known = this.#byNumber.get(number);
    if (known === undefined) this.#byNumber.set(number, { ...amount, isExcess });
    else {
      raise(known, amount);
      known.isExcess &&= isExcess;
    }
  }

  total(): Interval {
    const primary = { ...this.#primary };
    const excess = { ...this.#unnumbered };
    for (const filing of this.#byNumber.values()) {
      if (!filing.isExcess) raise(primary, filing);
      else {
        excess.lower += filing.lower;
        excess.upper += filing.upper;
      }
    }
    const upper = this.doubt === null ? primary.upper + excess.upper : Number.POSITIVE_INFINITY;
    return { lower: primary.lower + excess.lower, upper };
  }
}

function raise(bounds: Interval, { lower, upper }: Interval): void {
  bounds.lower = Math.max(bounds.lower, lower);
  bounds.upper = Math.max(bounds.upper, upper);
}
