/**
 * The facts of an insurance record, derived once for rules, certificates, changes
 * and screens: which filings are in force, what they cover, and what ended.
 */
import type { Answers } from "../../answer.ts";
import type { Outcome } from "../model.ts";
import { type Field, field, quoted, readField, recordIn } from "./facts.ts";
import {
  type CoverKind,
  coverKinds,
  type Filing,
  filingIn,
  longSince,
  untilCanceled,
} from "./filings.ts";
import {
  dayText,
  longestList,
  notStated,
  readNumber,
  stated,
  unreadable,
} from "./readers.ts";

const mayAdd = ({ amountInThousands }: Filing) =>
  amountInThousands || Number.POSITIVE_INFINITY;
const isPrimary = ({ isExcess, kind }: Filing) =>
  !isExcess && kind !== "unknown";

function haveSameNumber({ kind, numberKey }: Filing, other: Filing): boolean {
  return (
    numberKey !== "" &&
    other.numberKey === numberKey &&
    [kind, "unknown"].includes(other.kind)
  );
}

/**
 * Whether a filing is the next one of its policy: it begins later than another
 * one, or, where that was canceled or does not say when it began, when it is over.
 */
function isRenewal({ begins }: Filing, other: Filing, day: number): boolean {
  const isEnded = isCanceled(other, day) && other.ends !== untilCanceled;
  return isEnded || other.begins === longSince
    ? begins >= other.ends
    : begins > other.begins;
}

/**
 * Whether another row has the same policy as canceled or ended by a day, or
 * leaves that open.
 */
function otherStateOf(filing: Filing, other: Filing, day: number) {
  if (!haveSameNumber(filing, other) || other.begins > day) return undefined;
  if (isRenewal(filing, other, day)) return undefined;
  if (isCanceled(other, day)) return "canceled";
  // An amended filing has another amount, an excess one another layer.
  const isAlike =
    other.amount === filing.amount && other.isExcess === filing.isExcess;
  if (!isAlike) return undefined;
  if (isOver(other, day)) return "ended";
  return other.mayBeOver ? "perhaps over" : undefined;
}

const isCanceled = ({ markedAs, canceled }: Filing, day: number) =>
  markedAs === "canceled" || canceled <= day;

export const isOver = ({ markedAs, ends }: Filing, day: number) =>
  markedAs !== undefined || ends <= day;

export type Cover = ReturnType<Insurance["cover"]>;

/** The filings of a carrier, and what they come to on a day. */
export class Insurance {
  readonly filings: readonly Filing[];
  readonly today: number;

  constructor(filings: readonly Filing[], today: number) {
    this.filings = filings;
    this.today = today;
  }

  /**
   * What is in force, certainly or perhaps: all but bonds, or of one kind and of
   * unknown types.
   */
  inForce(kind?: CoverKind, day = this.today): Filing[] {
    const filings = this.#ofKind(kind).filter(
      (filing) => filing.begins <= day && !isOver(filing, day),
    );
    return filings.map((filing) => this.#compared(filing, day));
  }

  /** What is filed and begins after today, which is its doubt. */
  later(kind?: CoverKind): Filing[] {
    const filings = this.#ofKind(kind).filter(
      (filing) => filing.begins > this.today && !isOver(filing, this.today),
    );
    return filings.map((filing): Filing => {
      return { ...filing, doubt: `it begins ${dayText(filing.begins)}` };
    });
  }

  #ofKind(kind?: CoverKind): Filing[] {
    const kinds = ["unknown", ...(kind ? [kind] : coverKinds)];
    return this.filings.filter((filing) => kinds.includes(filing.kind));
  }

  /** A filing is in doubt where another row of the same policy is not in force. */
  #compared(filing: Filing, day: number): Filing {
    const [state] = this.filings.flatMap((other) =>
      other === filing ? [] : (otherStateOf(filing, other, day) ?? []),
    );
    if (state === undefined) return filing;
    const words = `policy ${quoted(filing.policy_number)} is also listed as ${state}`;
    const cited = { ...filing.cited, also_listed_as: state };
    return { ...filing, doubt: filing.doubt ?? words, cited };
  }

  /**
   * What the filings add up to: an amount that is sure, and what may be added to
   * it. Two primary ones are a replacement: the larger counts. Two excess ones
   * may be the same.
   */
  cover(kind: CoverKind, day = this.today) {
    const perhaps = this.inForce(kind, day);
    const certain = perhaps.filter(({ doubt }) => doubt === undefined);
    const primary = perhaps.filter(isPrimary);
    const others = perhaps.filter((filing) => !primary.includes(filing));
    const largestIn = (layer: readonly Filing[]) =>
      Math.max(
        0,
        ...layer.map(({ doubt, amount = 0 }) => (doubt ? 0 : amount)),
      );
    const least = largestIn(primary);
    const sure = least === 0 ? 0 : least + largestIn(others);
    /** What it may be at most, if every doubt adds to it; may be Infinity. */
    const possible = others
      .map(mayAdd)
      .reduce((sum, most) => sum + most, Math.max(0, ...primary.map(mayAdd)));
    return { day, certain, perhaps, sure, possible };
  }

  /** The cover today and on each of so many days on which a filing begins or ends. */
  coverWithin(kind: CoverKind, days: number): [Cover, ...Cover[]] {
    const { today } = this;
    const turns = this.filings
      .flatMap(({ begins, ends }) => [begins, ends])
      .filter((day) => day > today && day <= today + days)
      .sort((first, second) => first - second);
    const later = [...new Set(turns)].map((day) => this.cover(kind, day));
    return [this.cover(kind), ...later];
  }

  /** The same with amounts in one unit alone. */
  readAs(unit: "amount" | "amountInThousands"): Insurance {
    const filings = this.filings.map((filing): Filing => {
      const amount = filing[unit];
      return { ...filing, amount, amountInThousands: amount };
    });
    return new Insurance(filings, this.today);
  }

  /** The same without what is over, so that it casts no doubt on other rows. */
  withoutOver(): Insurance {
    const filings = this.filings.filter(
      (filing) => !isOver(filing, this.today),
    );
    return new Insurance(filings, this.today);
  }

  /** What is filed, in force or not. */
  filed(kind: CoverKind): Filing[] {
    return this.filings.filter((filing) => filing.kind === kind);
  }

  /** What is not in force, in words: nobody must take silence for good news. */
  absences(kinds = coverKinds, mayBeOnFile = false): string[] {
    return kinds
      .filter((kind) => this.inForce(kind).length === 0)
      .map((kind) => this.absenceText(kind, mayBeOnFile));
  }

  /** `mayBeOnFile`: cargo insurance that is not filed may be there all the same. */
  absenceText(kind: CoverKind, mayBeOnFile: boolean): string {
    const ends = this.filed(kind).map((filing) => filing.ends);
    const isFiled = ends.length > 0;
    if (kind === "bipd") return `no BIPD policy${isFiled ? " in force" : ""}`;
    if (!isFiled)
      return mayBeOnFile ? "no cargo policy" : "no cargo insurance on file";
    const past = ends.filter((end) => end <= this.today);
    return past.length === 0
      ? "no cargo insurance in force"
      : `cargo insurance ended ${dayText(Math.max(...past))}`;
  }
}

/**
 * Why some filings may come to more than the cover that is sure; undefined where
 * nothing is in doubt but that amounts may be thousands.
 */
export function doubtOf(
  filings: readonly Filing[],
  sure: number,
): string | undefined {
  const excess = filings.filter(({ isExcess }) => isExcess);
  const [doubt] = [
    ...filings.map((filing) => filing.doubt),
    ...filings.map(({ doubts }) => doubts.amount),
    excess.length > 0 && sure === 0 && "an excess policy without a primary one",
    excess.length > 1 && "excess policies may be the same one",
  ].filter((each) => typeof each === "string");
  return doubt;
}

/**
 * Whether a cover is so much, or some certain policy where that is 0; unknown
 * where what is in doubt may make up for it.
 */
export function coverOutcome(
  { certain, perhaps, sure, possible }: Cover,
  min: number,
): Outcome {
  if (certain.length > 0 && sure >= min) return "pass";
  return perhaps.length === 0 || possible < min ? "fail" : "unknown";
}

/** What an insurance record states, as of a day. */
export const insuranceOn = (today: number): Field<Insurance> =>
  field("insurance.policies", "insurance policies", (rows) => {
    if ((rows ?? null) === null) return notStated;
    if (!Array.isArray(rows)) return unreadable("not a list");
    return rows.length > longestList
      ? unreadable("too long")
      : stated(
          new Insurance(
            rows.map((row) => filingIn(row, today)),
            today,
          ),
        );
  });

function insuranceIn(answers: Answers, today: number): Insurance | undefined {
  const record = recordIn(answers, "insurance") ?? {};
  return readField(record, insuranceOn(today)).value;
}

export const cargoOnFile = field(
  "carrier.insurance.cargo_on_file",
  "cargo on file",
  readNumber,
);

/** Whether the carrier record states cargo insurance, or has no answer. */
export function mayHaveCargo(answers: Answers): boolean {
  const carrier = recordIn(answers, "carrier");
  return !carrier || Boolean(readField(carrier, cargoOnFile).value);
}

/** What is not in force, in words, where no rule judges it. */
export function coverNotes(
  answers: Answers,
  today: number,
  kinds = coverKinds,
): string[] {
  const insurance = insuranceIn(answers, today);
  if (insurance) return insurance.absences(kinds, mayHaveCargo(answers));
  const carrier = recordIn(answers, "carrier") ?? {};
  // Where nobody asked for policies, 0 may also mean that the limit is not stated.
  return readField(carrier, cargoOnFile).value === 0
    ? ["no cargo insurance on file, or its limit is not stated"]
    : [];
}
