/**
 * What the filings of an insurance record add up to today. The records call them policies; here they are filings, because
 * "policy" is what a carrier is vetted by.
 */
import { isObject } from "../text/json-text.ts";
import {
  type CoverKind,
  folded,
  type Interval,
  quoted,
  readAmount,
  readName,
  readRealDay,
  readText,
  type ServiceRecord,
} from "./values.ts";

/** One row of `policies`, as far as it can be read. */
export interface Filing {
  /** `other` is no cover of freight (a surety bond, a trust fund); `unclear` might be BIPD or cargo. */
  kind: CoverKind | "other" | "unclear";
  /** Adds to the primary filing, instead of replacing it. */
  isExcess: boolean;
  /** In force today; `unclear` where a date cannot be read. */
  inForce: "yes" | "no" | "unclear";
  /** Days since it began; negative for one that is to begin, null where that cannot be read. */
  age: number | null;
  /** Days until it expires; Infinity for a filing that has no expiration. 0 or less where it has expired. */
  daysLeft: number;
  /** Its type and its dates are beyond doubt. */
  isClear: boolean;
  /** As it is written; null where none is stated, so that two such filings may be one. */
  number: string | null;
  insurer: unknown;
  /** What it adds where it is in force: certainly `lower`, at most `upper`, which may be Infinity. */
  amount: Interval;
  /** Why it may add more than `lower`, in words; null where there is no doubt but that amounts may be thousands. */
  doubt: string | null;
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
/** The types that say nothing but which layer of the cover it is. A mark that is no punctuation (a cross) may take that back. */
const ordinaryType = /^(?:bipd|cargo)(?:[ \-–—/\\|,.:;_+&()[\]]+(?:primary|excess))*[ \-–—/\\|,.:;_+&()[\]]*$/;

/** The filings of an insurance record, read for a UTC day; undefined where it has no list of them. */
export function filingsOf(insurance: ServiceRecord | undefined, today: number): readonly Filing[] | undefined {
  const rows = insurance?.["policies"];
  return Array.isArray(rows) ? readFilings(rows, today) : undefined;
}

/** Reads the rows of `policies`, of any shape; a hole in a program's list is a row, too. `today` is a UTC day. */
export function readFilings(rows: readonly unknown[], today: number): readonly Filing[] {
  return Array.from(rows, (row) => readFiling(row, today));
}

function readFiling(row: unknown, today: number): Filing {
  const fields = isObject(row) ? row : {};
  const type = readText(fields["policy_type"]).value?.normal ?? "";
  const kind = kindOf(type);
  const isDoubtful = (kind === "bipd" || kind === "cargo") && !ordinaryType.test(type);
  const { isDated, ...term } = termOf(fields, today);
  const number = fields["policy_number"];
  return {
    kind,
    isExcess: type.includes("excess"),
    ...term,
    isClear: isDated && !isDoubtful && kind !== "unclear",
    number: readText(Number.isSafeInteger(number) ? String(number) : number).value?.raw ?? null,
    insurer: fields["insurer_name"],
    ...added(fields, kind, isDated, isDoubtful),
  };
}

/** In force is effective <= today < expiration. A filing without an expiration is in force until it is canceled. */
function termOf(fields: ServiceRecord, today: number) {
  const [begins, ends] = [readRealDay(fields["effective_date"]), readRealDay(fields["expiration_date"])];
  const age = begins.value === undefined ? null : today - begins.value;
  const daysLeft = ends.value === undefined ? Number.POSITIVE_INFINITY : ends.value - today;
  const isDated = age !== null && ends.state !== "unreadable";
  const isOver = daysLeft <= 0 || (age !== null && age < 0);
  const inForce: Filing["inForce"] = isOver ? "no" : isDated ? "yes" : "unclear";
  return { inForce, age, daysLeft, isDated };
}

function kindOf(type: string): Filing["kind"] {
  const word = typeWord.exec(type)?.[1];
  if (word === undefined) return "unclear";
  return word === "bipd" || word === "cargo" ? word : "other";
}

/** What a filing adds. A doubtful type has words beside primary and excess, such as CANCELLATION PENDING. */
function added(fields: ServiceRecord, kind: Filing["kind"], isDated: boolean, isDoubtful: boolean) {
  const unbounded = (doubt: string) => ({ amount: { lower: 0, upper: Number.POSITIVE_INFINITY }, doubt });
  if (kind === "unclear") return unbounded("a policy is of an unknown type");
  if (!isDated) return unbounded("a policy's dates are not stated, or unreadable");
  const amount = readAmount(fields["coverage_amount"], kind === "cargo" ? kind : "bipd");
  if (amount.state === "unreadable") return unbounded("a policy's amount is unreadable");
  // A filed amount of 0 means that the limit is not stated.
  if (amount.state === "not stated" || amount.value.upper === 0) return unbounded("a policy's amount is not stated");
  if (!isDoubtful) return { amount: amount.value, doubt: null };
  const doubt = `a policy is of the type ${quoted(fields["policy_type"])}`;
  return { amount: { lower: 0, upper: amount.value.upper }, doubt };
}

/**
 * What is in force of one kind on the day for which the filings were read, by these rules: two primary filings are a
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

/** Adds filings up: what is certain, and what is possible. */
function addUp(filings: readonly Filing[]): Pick<Cover, "amount" | "doubt"> {
  const [primary, excess] = [filings.filter(({ isExcess }) => !isExcess), filings.filter(({ isExcess }) => isExcess)];
  const largest = (bound: keyof Interval) => primary.reduce((most, { amount }) => Math.max(most, amount[bound]), 0);
  const sum = (bound: keyof Interval) => excess.reduce((all, { amount }) => all + amount[bound], 0);
  const certain = primary.filter(({ doubt }) => doubt === null);
  const extra = certainExcess(certain, excess);
  let doubt = filings.find((filing) => filing.doubt !== null)?.doubt ?? null;
  if (extra < sum("lower")) {
    doubt ??= certain.length > 0 ? "excess policies may be the same one" : "an excess policy without a primary one";
  }
  return { amount: { lower: largest("lower") + extra, upper: largest("upper") + sum("upper") }, doubt };
}

/**
 * What the excess filings over a primary one add at least: the largest ones of which no two may be one and the same. Those of one
 * insurer may be, those with one number, and without either, any two.
 */
function certainExcess(primary: readonly Filing[], excess: readonly Filing[]): number {
  if (primary.length === 0 || excess.length === 0) return 0;
  const seen = new Set(primary.flatMap(numberKeys));
  let [sum, largest, largestOfAny] = [0, 0, 0];
  const amounts = excess.map((filing) => ({ keys: keysOf(filing), amount: filing.amount.lower }));
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

/** What two filings that may be one share; null where one may be any other. */
function keysOf(filing: Filing): string[] | null {
  const insurer = readName(filing.insurer);
  const numbers = numberKeys(filing);
  return numbers[0] === "" || insurer.value === undefined ? null : [`insurer ${insurer.value.whole}`, ...numbers];
}

/** The number with and without the zeros that punctuation precedes: `xs-1-001` may be `xs1001` or `xs-1-1`. */
function numberKeys({ number }: Filing): string[] {
  const whole = folded(number ?? "");
  return [whole, whole.replace(/(?<![\p{L}\p{N}])0+(?=\p{N})/gu, "")].map(numberKey);
}

/** Files differ in the case, accents and punctuation of a policy number, and in zeros in front of its digits: `XS-001` may be `xs1`. */
export function numberKey(number: string): string {
  return folded(number)
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .replace(/(^|\p{L})0+(?=.)/gu, "$1");
}
