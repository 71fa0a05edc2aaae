/**
 * The facts of an insurance record, derived once for rules, certificates,
 * changes and screens: which filings are in force, and what they cover.
 */
import type { Answers } from "../../answer.ts";
import { quoted } from "../../text/json.ts";
import type { Outcome } from "../model.ts";
import { type Field, field, readIn } from "./facts.ts";
import {
  type CoverKind,
  coverKinds,
  type Filing,
  filingIn,
  isOver,
  longSince,
  untilCanceled,
} from "./filings.ts";
import {
  dayText,
  isNotStated,
  longestList,
  notStated,
  unreadable,
} from "./readers.ts";

/**
 * Whether another row may say that the policy of a filing is over: a row of the
 * same policy, which the filing does not renew.
 */
function mayBeEndedBy(filing: Filing, other: Filing, day: number): boolean {
  const { kind, numberKey, isExcess } = filing;
  if (other === filing || numberKey === "") return false;
  if (other.numberKey !== numberKey) return false;
  if (other.kind !== kind && other.kind !== "unknown") return false;
  if (other.begins > day || renews(filing, other, day)) return false;
  if (isCanceled(other, day)) return true;
  // A layer that ends leaves the other one.
  return other.isExcess === isExcess && (other.mayBeOver || isOver(other, day));
}

/**
 * Whether a filing renews an earlier one of its policy:
 *
 *     the earlier one                     a renewal begins
 *     is or may be canceled, with an end  on its end, or later
 *     does not say when it began          on its end, or later
 *     any other                           after it began: terms may overlap
 */
function renews({ begins }: Filing, earlier: Filing, day: number): boolean {
  const mayBeCanceled = earlier.mayBeOver || isCanceled(earlier, day);
  const isCutShort = mayBeCanceled && earlier.ends !== untilCanceled;
  return isCutShort || earlier.begins === longSince
    ? begins >= earlier.ends
    : begins > earlier.begins;
}

/** Also where the cancellation was lifted. */
const isCanceled = ({ isMarkedOver, canceled }: Filing, day: number) =>
  isMarkedOver || canceled <= day;

/**
 * What filings certainly add up to: the largest primary one, and over it the
 * largest excess one. Two primary ones are a replacement; two excess ones may be
 * the same.
 */
function certainAmountOf(filings: readonly Filing[]): number {
  const primary = largestAmount(filings.filter(({ isPrimary }) => isPrimary));
  const excess = largestAmount(filings.filter(({ isExcess }) => isExcess));
  // Excess over nothing covers nothing.
  return primary === 0 ? 0 : primary + excess;
}

const largestAmount = (filings: readonly Filing[]): number =>
  Math.max(0, ...filings.map(({ amount = 0 }) => amount));

/** What they come to where every doubt adds to it; may be Infinity. */
function highestAmountOf(filings: readonly Filing[]): number {
  const primary = filings.filter(({ isPrimary }) => isPrimary);
  const others = filings.filter(({ isPrimary }) => !isPrimary);
  const largest = Math.max(0, ...primary.map(highestOf));
  return others.map(highestOf).reduce((sum, most) => sum + most, largest);
}

/** The most that a filing may be for: any amount where it states none. */
const highestOf = ({ amountIfThousands }: Filing): number =>
  amountIfThousands || Infinity;

export type Cover = ReturnType<Insurance["cover"]>;

export type AmountUnit = "amount" | "amountIfThousands";

/** The filings of a carrier, and what they come to on a day. */
export class Insurance {
  readonly filings: readonly Filing[];
  readonly today: number;

  constructor(filings: readonly Filing[], today: number) {
    this.filings = filings;
    this.today = today;
  }

  /**
   * What is in force, certainly or perhaps: all but bonds, or of one kind and
   * of unknown types.
   */
  maybeInForce(kind?: CoverKind, day = this.today): Filing[] {
    return this.#notOver(kind, day)
      .filter(({ begins }) => begins <= day)
      .map((filing) => this.#doubtedByOthers(filing, day));
  }

  /** Filings that begin after today, which is their doubt. */
  later(kind?: CoverKind): Filing[] {
    return this.#notOver(kind, this.today)
      .filter(({ begins }) => begins > this.today)
      .map((filing): Filing => {
        return { ...filing, doubt: `it begins ${dayText(filing.begins)}` };
      });
  }

  /** What ended, the last first. */
  ended(): Filing[] {
    return coverKinds
      .flatMap((kind) => this.filed(kind))
      .filter(({ ends }) => ends <= this.today)
      .sort((first, second) => second.ends - first.ends);
  }

  #notOver(kind: CoverKind | undefined, day: number): Filing[] {
    const kinds = ["unknown", ...(kind ? [kind] : coverKinds)];
    return this.filings.filter(
      (filing) => kinds.includes(filing.kind) && !isOver(filing, day),
    );
  }

  /** A filing is in doubt where another row of its policy is or may be over. */
  #doubtedByOthers(filing: Filing, day: number): Filing {
    const isEnded = this.filings.some((other) =>
      mayBeEndedBy(filing, other, day),
    );
    if (!isEnded) return filing;
    const words = `another row says that policy ${quoted(filing.policy_number)} is over, or may be`;
    const cited = { ...filing.cited, also_listed_as: "over" };
    const { doubt = words } = filing;
    return { ...filing, doubt, endedDoubt: words, cited };
  }

  /** What the filings add up to on a day, certainly and at most. */
  cover(kind: CoverKind, day = this.today) {
    const maybeInForce = this.maybeInForce(kind, day);
    const certain = maybeInForce.filter(({ doubt }) => doubt === undefined);
    return {
      kind,
      day,
      certain,
      maybeInForce,
      certainAmount: certainAmountOf(certain),
      highestAmount: highestAmountOf(maybeInForce),
    };
  }

  /** The cover today, and on each day within `days` when a filing begins or ends. */
  coverWithin(kind: CoverKind, days: number): [Cover, ...Cover[]] {
    const { today } = this;
    const turningDays = this.filings
      .flatMap(({ begins, ends }) => [begins, ends])
      .filter((day) => day > today && day <= today + days)
      .sort((first, second) => first - second);
    const later = [...new Set(turningDays)].map((day) => this.cover(kind, day));
    return [this.cover(kind), ...later];
  }

  /** The same with amounts taken as written, or as if in thousands. */
  inUnit(unit: AmountUnit): Insurance {
    const filings = this.filings.map((filing) => {
      const amount = filing[unit];
      return { ...filing, amount, amountIfThousands: amount };
    });
    return new Insurance(filings, this.today);
  }

  /** The same where no row casts doubt on another of its policy. */
  eachAlone(): Insurance {
    const filings = this.filings.map((filing) => {
      return { ...filing, numberKey: "" };
    });
    return new Insurance(filings, this.today);
  }

  /** What is filed, in force or not. */
  filed(kind: CoverKind): Filing[] {
    return this.filings.filter((filing) => filing.kind === kind);
  }
}

/**
 * Why some filings may come to more than the certain amount; undefined where
 * nothing is in doubt but that amounts may be thousands.
 */
export function doubtOf(
  filings: readonly Filing[],
  certainAmount: number,
): string | undefined {
  const excess = filings.filter(({ isExcess }) => isExcess);
  return [
    ...filings.map((filing) => filing.doubt),
    ...filings.map(({ amountDoubt }) => amountDoubt),
    excess.length > 0 &&
      certainAmount === 0 &&
      "an excess policy without a primary one",
    excess.length > 1 && "excess policies may be the same one",
  ].find((each) => typeof each === "string");
}

/**
 * Whether a cover reaches `min` or, where that is 0, a policy is certainly in
 * force; unknown where what is in doubt may make up for it.
 */
export function coverOutcome(
  { certain, maybeInForce, certainAmount, highestAmount }: Cover,
  min: number,
): Outcome {
  if (certain.length > 0 && certainAmount >= min) return "pass";
  return maybeInForce.length === 0 || highestAmount < min ? "fail" : "unknown";
}

/** The policy may well be of more than the legal minimum (49 CFR 387.9). */
export const legalMinimumText = ({ kind, certainAmount }: Cover) =>
  kind === "bipd" && certainAmount === 750_000
    ? "; filings show the legal minimum"
    : "";

/** What an insurance record states, as of a day. */
export const insuranceOn = (today: number): Field<Insurance> =>
  field("insurance.policies", "insurance policies", (rows) => {
    if (isNotStated(rows)) return notStated;
    if (!Array.isArray(rows)) return unreadable("not a list");
    if (rows.length > longestList) return unreadable("too long");
    const filings = rows.map((row) => filingIn(row, today));
    return { value: new Insurance(filings, today) };
  });

/**
 * The insurance of a carrier's answers; undefined where nobody can tell. A
 * definite 404 says that there are no policies.
 */
export const insuranceIn = (answers: Answers, today: number) =>
  readIn(answers, insuranceOn(today)).value;
