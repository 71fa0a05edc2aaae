/** Says what insurance a carrier lacks: silence would look like good news. */
import type { Answers } from "../../answer.ts";
import { field, readField, recordIn } from "./facts.ts";
import { type CoverKind, coverKinds } from "./filings.ts";
import { type Insurance, insuranceIn } from "./insurance.ts";
import { dayText, readNumber } from "./readers.ts";

export const cargoOnFile = field(
  "carrier.insurance.cargo_on_file",
  "cargo on file",
  readNumber,
);

/**
 * Whether the carrier record states cargo insurance, which may be there without
 * a filing, or has no answer.
 */
export function mayHaveCargo(answers: Answers): boolean {
  const carrier = recordIn(answers, "carrier");
  return !carrier || Boolean(readField(carrier, cargoOnFile).value);
}

/** `mayBeOnFile`: cargo insurance that is not filed may be there all the same. */
export function absenceText(
  insurance: Insurance,
  kind: CoverKind,
  mayBeOnFile: boolean,
): string {
  const ends = insurance.filed(kind).map((filing) => filing.ends);
  const isFiled = ends.length > 0;
  if (kind === "bipd") return `no BIPD policy${isFiled ? " in force" : ""}`;
  if (!isFiled)
    return mayBeOnFile ? "no cargo policy" : "no cargo insurance on file";
  const past = ends.filter((end) => end <= insurance.today);
  return past.length === 0
    ? "no cargo insurance in force"
    : `cargo insurance ended ${dayText(Math.max(...past))}`;
}

/** The kinds of which nothing is in force, certainly or perhaps. */
export const absencesIn = (
  insurance: Insurance,
  kinds = coverKinds,
  mayBeOnFile = false,
): string[] =>
  kinds
    .filter((kind) => insurance.inForce(kind).length === 0)
    .map((kind) => absenceText(insurance, kind, mayBeOnFile));

/** What is not in force, where no rule judges it. */
export function coverNotes(
  answers: Answers,
  today: number,
  kinds = coverKinds,
): string[] {
  const insurance = insuranceIn(answers, today);
  if (insurance) return absencesIn(insurance, kinds, mayHaveCargo(answers));
  const carrier = recordIn(answers, "carrier") ?? {};
  // Where nobody asked for policies, 0 may also mean that the limit is not stated.
  return readField(carrier, cargoOnFile).value === 0
    ? ["no cargo insurance on file, or its limit is not stated"]
    : [];
}
