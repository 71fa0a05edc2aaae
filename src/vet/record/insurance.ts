/**
 * The facts of an insurance record, derived once for rules, certificates, changes
 * and screens: which filings are in force, what they cover, and what ended.
 */
import { type Answers, recordOf } from "../../answer.ts";
import type { JsonObject } from "../../text/json.ts";
import { type Facts, field, readField, recordIn } from "./facts.ts";
import {
  type CoverKind,
  coverKinds,
  type Filing,
  filingsField,
} from "./filings.ts";
import { dayText, readNumber } from "./readers.ts";

const mayAdd = ({ most }: Filing) => most || Number.POSITIVE_INFINITY;
const largest = (amounts: readonly number[]) => Math.max(0, ...amounts);
const isPrimary = ({ isExcess, kind }: Filing) =>
  !isExcess && kind !== "unknown";

export type Cover = ReturnType<Insurance["cover"]>;

/** The filings of a carrier, and what they come to on a day. */
export class Insurance {
  readonly filings: readonly Filing[];
  readonly today: number;

  constructor(filings: readonly Filing[], today: number) {
    this.filings = filings;
    this.today = today;
  }

  isOver({ isCanceled, ends }: Filing, day = this.today): boolean {
    return isCanceled || ends <= day;
  }

  /**
   * What is in force, certainly or perhaps: all but bonds, or of one kind and of
   * unknown types.
   */
  inForce(kind?: CoverKind, day = this.today): Filing[] {
    const kinds = ["unknown", ...(kind ? [kind] : coverKinds)];
    return this.filings.filter(
      (filing) =>
        kinds.includes(filing.kind) &&
        (filing.begins ?? day) <= day &&
        !this.isOver(filing, day),
    );
  }

  /**
   * What the filings add up to: an amount that is sure, and what may be added to
   * it. Two primary ones are a replacement: the larger counts. Two excess ones
   * may be the same.
   */
  cover(kind: CoverKind, day = this.today) {
    const perhaps = this.inForce(kind, day);
    const certain = perhaps.filter(({ doubt }) => doubt === undefined);
    const largestIn = (layer: readonly Filing[]) =>
      largest(layer.map(({ amount = 0 }) => amount));
    const primary = largestIn(certain.filter(isPrimary));
    const excess = largestIn(certain.filter(({ isExcess }) => isExcess));
    const sure = primary === 0 ? 0 : primary + excess;
    /** What it may be at most, if every doubt adds to it; may be Infinity. */
    const possible = perhaps
      .filter((filing) => !isPrimary(filing))
      .map(mayAdd)
      .reduce(
        (sum, most) => sum + most,
        largest(perhaps.filter(isPrimary).map(mayAdd)),
      );
    /** Undefined where nobody can tell. */
    const amount = sure === possible ? sure : undefined;
    return { day, certain, perhaps, sure, possible, amount };
  }

  /** The cover today and on each of so many days on which a filing begins or ends. */
  coverWithin(kind: CoverKind, days: number): [Cover, ...Cover[]] {
    const { today } = this;
    const turns = this.filings
      .flatMap(({ begins = today, ends }) => [begins, ends])
      .filter((day) => day > today && day <= today + days)
      .sort((first, second) => first - second);
    const later = [...new Set(turns)].map((day) => this.cover(kind, day));
    return [this.cover(kind), ...later];
  }

  /** That no cargo insurance is in force, in words; empty where there may be. */
  absentCargo(onFile = 0): string[] {
    if (this.inForce("cargo").length > 0) return [];
    const cargo = this.filings.filter(({ kind }) => kind === "cargo");
    if (cargo.length === 0)
      return [onFile > 0 ? "no cargo policy" : "no cargo insurance on file"];
    const ended = cargo
      .map(({ ends }) => ends)
      .filter((end) => end <= this.today);
    return ended.length === 0
      ? ["no cargo insurance in force"]
      : [`cargo insurance ended ${dayText(Math.max(...ended))}`];
  }
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

/**
 * The insurance of a carrier: nothing where the service definitely has no record
 * of it. Throws `Unknown` where it is not stated.
 */
export function readInsurance(facts: Facts, today: number): Insurance {
  const isNone = facts.answers.insurance?.state === "none";
  return new Insurance(isNone ? [] : facts.get(filingsField), today);
}

/** The insurance in a record; undefined where nobody can tell what it states. */
export function insuranceIn({
  record,
  today,
}: {
  record: JsonObject;
  today: number;
}): Insurance | undefined {
  const filings = readField(record, filingsField).reading.value;
  return filings && new Insurance(filings, today);
}

/** The insurance of a carrier; undefined where nobody can tell. */
export function insuranceOf(
  { insurance }: Answers,
  today: number,
): Insurance | undefined {
  return insurance?.state === "none"
    ? new Insurance([], today)
    : insuranceIn({ record: recordOf(insurance) ?? {}, today });
}

export const cargoOnFile = field(
  "carrier",
  "insurance.cargo_on_file",
  "cargo on file",
  readNumber,
);

/**
 * In words, that no cargo insurance is in force: nobody must take the silence
 * for good news.
 */
export function cargoNotes(answers: Answers, today: number): string[] {
  const carrier = recordIn(answers, "carrier") ?? {};
  const onFile = readField(carrier, cargoOnFile).reading.value;
  const insurance = insuranceOf(answers, today);
  if (insurance) return insurance.absentCargo(onFile);
  // Where nobody asked for policies, 0 may also mean that the limit is not stated.
  return onFile === 0
    ? ["no cargo insurance on file, or its limit is not stated"]
    : [];
}
