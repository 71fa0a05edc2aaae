/**
 * What filings add up to on a day: an amount that is sure, and what may be
 * added to it.
 */
import type { Answers } from "../../answer.ts";
import { field, readField, recordIn } from "./facts.ts";
import { type CoverKind, type Filing, filingsStated } from "./filings.ts";
import { dayText, readNumber } from "./readers.ts";

/**
 * The filings that are in force on a day, certainly or perhaps: all but bonds,
 * or of one kind and of unknown types.
 */
export function inForceOn(
  day: number,
  filings: readonly Filing[],
  kind?: CoverKind,
): Filing[] {
  const kinds = kind === undefined ? ["bipd", "cargo"] : [kind];
  return filings.filter(
    (filing) =>
      [...kinds, "unknown"].includes(filing.kind) &&
      !filing.isCanceled &&
      (filing.begins ?? day) <= day &&
      day < filing.ends,
  );
}

const mayAdd = ({ most }: Filing) => most || Number.POSITIVE_INFINITY;
const largest = (amounts: readonly number[]) => Math.max(0, ...amounts);
const isPrimary = ({ isExcess, kind }: Filing) =>
  !isExcess && kind !== "unknown";

export type Cover = ReturnType<typeof coverOn>;

/**
 * The cover on a day. Two primary filings are a replacement: the larger counts.
 * Two excess ones may be the same.
 */
export function coverOn(
  day: number,
  filings: readonly Filing[],
  kind: CoverKind,
) {
  const perhaps = inForceOn(day, filings, kind);
  const certain = perhaps.filter(({ doubt }) => doubt === undefined);
  const largestIn = (layer: readonly Filing[]) =>
    largest(layer.map(({ amount = 0 }) => amount));
  const primary = largestIn(certain.filter(isPrimary));
  const excess = largestIn(certain.filter(({ isExcess }) => isExcess));
  const others = perhaps.filter((filing) => !isPrimary(filing)).map(mayAdd);
  return {
    day,
    certain,
    perhaps,
    sure: primary === 0 ? 0 : primary + excess,
    /** What it may be at most, if every doubt adds to it; may be Infinity. */
    possible: others.reduce(
      (sum, most) => sum + most,
      largest(perhaps.filter(isPrimary).map(mayAdd)),
    ),
  };
}

/**
 * The cover today and on each later day, up to the last, on which a filing
 * begins or ends.
 */
export function coverThrough(
  last: number,
  today: number,
  filings: readonly Filing[],
  kind: CoverKind,
): readonly [Cover, ...Cover[]] {
  const turns = filings
    .flatMap(({ begins = today, ends }) => [begins, ends])
    .filter((day) => day > today && day <= last);
  const days = [...new Set([today, ...turns])].sort(
    (first, second) => first - second,
  );
  return days.map((day) => coverOn(day, filings, kind)) as [Cover, ...Cover[]];
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

export const cargoOnFile = field(
  "carrier",
  "insurance.cargo_on_file",
  "cargo on file",
  readNumber,
);
/**
 * In words, that no cargo insurance is in force: nobody must take the silence
 * for good news. Empty where there may be.
 */
export function cargoNotes(answers: Answers, today: number): string[] {
  const carrier = recordIn(answers, "carrier") ?? {};
  const onFile = readField(carrier, cargoOnFile).reading.value;
  const filings = filingsStated(answers);
  if (filings !== undefined) return absentCargo(filings, onFile, today);
  // Where nobody asked for policies, 0 may also mean that the limit is not stated.
  return onFile === 0
    ? ["no cargo insurance on file, or its limit is not stated"]
    : [];
}

/** The same of filings, beside the amount on file. */
export function absentCargo(
  filings: readonly Filing[],
  onFile: number | undefined,
  today: number,
): string[] {
  if (inForceOn(today, filings, "cargo").length > 0) return [];
  const cargo = filings.filter(({ kind }) => kind === "cargo");
  if (cargo.length === 0)
    return [onFile ? "no cargo policy" : "no cargo insurance on file"];
  const ended = cargo.map(({ ends }) => ends).filter((end) => end <= today);
  return ended.length === 0
    ? ["no cargo insurance in force"]
    : [`cargo insurance ended ${dayText(Math.max(...ended))}`];
}
