/** What insurance is missing, in words. Cargo may be insured without a filing. */
import type { Answers } from "../../answer.ts";
import { field, readIn, recordIn } from "./facts.ts";
import { type CoverKind, coverKinds, kindNames } from "./filings.ts";
import { type Insurance, insuranceIn } from "./insurance.ts";
import { dayText, readNumber } from "./readers.ts";

export const cargoOnFile = field(
  "carrier.insurance.cargo_on_file",
  "cargo on file",
  readNumber,
);

/**
 * Whether cargo may be insured without a filing: the carrier record says so, or
 * there is none.
 */
export function mayHaveCargo(answers: Answers): boolean {
  const { value: amount } = readIn(answers, cargoOnFile);
  return recordIn(answers, "carrier") === undefined || Boolean(amount);
}

/** `mayBeOnFile`: cargo may be on file, though no filing is of cargo. */
export function absenceText(
  insurance: Insurance,
  kind: CoverKind,
  mayBeOnFile: boolean,
): string {
  const name = kindNames[kind];
  const ends = insurance.filed(kind).map((filing) => filing.ends);
  const past = ends.filter((end) => end <= insurance.today);
  if (past.length > 0)
    return `${name} insurance ended ${dayText(Math.max(...past))}`;
  if (ends.length > 0) return `no ${name} insurance in force`;
  return kind === "cargo" && !mayBeOnFile
    ? "no cargo insurance on file"
    : `no ${name} policy`;
}

/** The kinds of which nothing is in force, certainly or perhaps. */
export const absencesIn = (
  insurance: Insurance,
  kinds = coverKinds,
  mayBeOnFile = false,
): string[] =>
  kinds
    .filter((kind) => insurance.maybeInForce(kind).length === 0)
    .map((kind) => absenceText(insurance, kind, mayBeOnFile));

/** What is not in force, of some kinds. */
export function coverNotes(
  answers: Answers,
  today: number,
  kinds = coverKinds,
): string[] {
  const insurance = insuranceIn(answers, today);
  if (insurance) return absencesIn(insurance, kinds, mayHaveCargo(answers));
  // Where nobody asked for policies, 0 may also mean that the limit is not stated.
  return readIn(answers, cargoOnFile).value === 0
    ? ["no cargo insurance on file, or its limit is not stated"]
    : [];
}
