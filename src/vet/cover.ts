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
  /** Compared like a text of the policy; null where none is stated, so that two such filings may be one. */
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
    doubtfulType: isOrdinary ? null : String(fields["policy_type"]),
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
  const type = readText(value);
  return type.state === "stated" ? type.value.normal : "";
}

function numberOf(value: unknown): string | null {
  const number = readText(typeof value === "number" ? String(value) : value);
  return number.state === "stated" ? number.value.normal : null;
}

/**
 * What is in force of one kind on the day for which the filings were read, by the rules of vet.md, "Cover": two primary filings are a
 * replacement, so that the larger one counts; excess filings are added, but those that may be one and the same count once, and none
 * without a primary filing. A filing with fewer than `minDaysLeft` days left does not count. What cannot be read makes the upper bound
 * infinite. Takes time linear in the number of filings.
 */
export function coverOf(filings: readonly Filing[], kind: CoverKind, minDaysLeft = 1): Cover {
  let [listed, inForce] = [0, 0];
  let endsIn: number | null = null;
  const counting: Filing[] = [];
  for (const filing of filings) {
    const isOfKind = filing.kind === kind;
    if (isOfKind) listed++;
    if (isOfKind && filing.inForce === "yes") inForce++;
    if (filing.inForce === "no" || !(isOfKind || filing.kind === "unclear")) continue;
    if (filing.daysLeft >= minDaysLeft) counting.push(filing);
    else if (isOfKind) endsIn = Math.min(filing.daysLeft, endsIn ?? filing.daysLeft);
  }
  // The spread comes last: it is many times faster so.
  return { listed, inForce, endsIn, ...addUp(counting) };
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
function addUp(filings: readonly Filing[]): Pick<Cover, "amount" | "doubt"> {
  /** The first reason why there may be more. */
  let doubt: string | null = null;
  /** The largest primary filing, and all excess ones; what cannot be read makes it infinite. */
  let [upperPrimary, upperExcess] = [0, 0];
  const certain: Record<"primary" | "excess", Filing[]> = { primary: [], excess: [] };
  for (const filing of filings) {
    const unclear = doubtOf(filing);
    const upper = unclear === null ? boundsOf(filing).upper : Number.POSITIVE_INFINITY;
    if (filing.isExcess) upperExcess += upper;
    else upperPrimary = Math.max(upperPrimary, upper);
    if (unclear !== null) doubt ??= unclear;
    else if (filing.doubtfulType !== null) doubt ??= `a policy is of the type ${quoted(filing.doubtfulType)}`;
    else certain[filing.isExcess ? "excess" : "primary"].push(filing);
  }
  const primary = certain.primary.reduce((largest, filing) => Math.max(largest, boundsOf(filing).lower), 0);
  const excess = certainExcess(certain);
  if (excess < certain.excess.reduce((sum, filing) => sum + boundsOf(filing).lower, 0)) {
    doubt ??=
      certain.primary.length > 0 ? "excess policies may be the same one" : "an excess policy without a primary one";
  }
  return { amount: { lower: primary + excess, upper: upperPrimary + upperExcess }, doubt };
}

/**
 * What the excess filings over a primary one add at least: the largest ones of which no two may be one and the same. Those of one
 * insurer may be, those with one number, and without either, any two.
 */
function certainExcess({ primary, excess }: Record<"primary" | "excess", readonly Filing[]>): number {
  if (primary.length === 0 || excess.length === 0) return 0;
  const seen = new Set(primary.map(({ number }) => `number ${numberKey(number ?? "")}`));
  let [sum, largest, largestOfAny] = [0, 0, 0];
  const amounts = excess.map((filing) => ({ keys: keysOf(filing), amount: boundsOf(filing).lower }));
  // The order of the rows decides nothing.
  const order = (one: (typeof amounts)[number], other: typeof one) =>
    other.amount - one.amount || (`${one.keys}` < `${other.keys}` ? -1 : 1);
  for (const { keys, amount } of amounts.sort(order)) {
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

function boundsOf({ amount }: Filing): Interval {
  return amount.state === "stated" ? amount.value : { lower: 0, upper: 0 };
}

/** What two filings that may be one share; null where one may be any other. */
function keysOf(filing: Filing): string[] | null {
  const insurer = readName(filing.insurer);
  const number = numberKey(filing.number ?? "");
  return number === "" || insurer.state !== "stated" ? null : [`insurer ${insurer.value.whole}`, `number ${number}`];
}

/** Files differ in the punctuation of a policy number, and in zeros in front of its digits: `xs-001` may be `xs1`. */
export function numberKey(number: string): string {
  return number.replace(/[^\p{L}\p{N}]+/gu, "").replace(/(^|\p{L})0+(?=.)/gu, "$1");
}
