/** Whether the records of one carrier contradict each other. */
import { grouped } from "../../text/digits.ts";
import { sameRating } from "../changes.ts";
import { coverOf, type Filing, readFilings } from "../cover.ts";
import type { Judgment } from "../model.ts";
import { type ComparableText, type CoverKind, normalText, quoted, readNumber, readText } from "../values.ts";
import { kindNames, onFileField, policiesField } from "./insurance.ts";
import { combined, type Field, fail, fieldOf, observedOf, pass } from "./judgment.ts";
import { type AnsweredRecords, defineRule } from "./rule.ts";

export const recordsAgree = defineRule({
  name: "records.agree",
  summary:
    "The carrier, insurance and safety records do not contradict each other. What is not stated contradicts nothing.",
  parameters: {},
  needs: ["carrier", "insurance", "safety"],
  judgesWithoutRecord: true,
  outcomes: {
    passes: "nothing contradicts",
    fails:
      "the names differ (ignoring case, punctuation and INC, LLC, CO...), the ratings, the crash counts, the sum of the crashes, the out-of-service rates by more than 0.1; more insurance on file than in force",
    unknown: "no carrier record",
  },
  check(records, _, { today }) {
    const contradictions = [
      ...nameContradictions(records),
      ...ratingContradictions(records),
      ...crashContradictions(records),
      ...rateContradictions(records),
      ...coverContradictions(records, today),
    ];
    return contradictions.length > 0 ? combined(contradictions) : pass("the records agree");
  },
});

function nameContradictions(records: AnsweredRecords): Judgment[] {
  const [carrier, ...others] = (["carrier", "insurance", "safety"] as const).map((name) =>
    fieldOf(records, name, "legal_name", readText),
  );
  return others.flatMap((other) => {
    if (!carrier?.value || !other.value || sameName(carrier.value, other.value)) return [];
    const message = `names differ: ${quoted(carrier.raw)} and, in ${other.path.split(".")[0]}, ${quoted(other.raw)}`;
    return [fail(message, observedOf(carrier, other))];
  });
}

/** Kinds of companies, which one file has and another drops. */
const companySuffix =
  /(?: (?:inc|incorporated|llc|l l c|co|company|corp|corporation|ltd|limited|lp|llp|lllp|pllc|pc|plc|sa de cv|s a de c v|sapi de cv))+$/;
const maxNameLength = 500;

function sameName(one: ComparableText, other: ComparableText): boolean {
  if (one.normal !== null && one.normal === other.normal) return true;
  const [first, second] = [bareName(one), bareName(other)];
  return first !== null && first === second;
}

/** Letters and digits only, without accents (FMCSA's files have none) and the kind of company at its end. */
function bareName({ raw }: ComparableText): string | null {
  const normal = normalText(raw.slice(0, maxNameLength));
  if (normal === null) return null;
  const words = normal
    .normalize("NFD")
    .replace(/[\p{M}.'’]/gu, "")
    .replaceAll("&", " and ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  // A company that is called "Company" keeps its name.
  return words.replace(companySuffix, "") || words;
}

function ratingContradictions(records: AnsweredRecords): Judgment[] {
  const one = fieldOf(records, "carrier", "safety.rating", readText);
  const other = fieldOf(records, "safety", "rating", readText);
  if (!one.value || !other.value || sameRating(one.raw, other.raw)) return [];
  return [fail(`ratings differ: ${quoted(one.raw)} and, in safety, ${quoted(other.raw)}`, observedOf(one, other))];
}

function crashContradictions(records: AnsweredRecords): Judgment[] {
  const crashes = (name: string) => fieldOf(records, "safety", `crashes.${name}`, readNumber);
  const inCarrier = fieldOf(records, "carrier", "safety.total_crashes", readNumber);
  const total = crashes("total");
  const parts = [crashes("fatal"), crashes("injury"), crashes("towaway")];
  const contradictions = differing("crashes differ", inCarrier, total, 0);
  if (total.value === undefined || parts.some((part) => part.value === undefined)) return contradictions;
  const sum = parts.reduce((whole, part) => whole + (part.value ?? 0), 0);
  if (sum === total.value) return contradictions;
  const message = `crashes ${grouped(total.value)}, but fatal, injury and towaway are ${grouped(sum)}`;
  return [...contradictions, fail(message, observedOf(total, ...parts))];
}

function rateContradictions(records: AnsweredRecords): Judgment[] {
  const inCarrier = fieldOf(records, "carrier", "safety.driver_oos_rate", readNumber);
  const inSafety = fieldOf(records, "safety", "inspections.driver.oos_rate", readNumber);
  // One record rounds to a decimal that the other does not: 0.1, and the bits that decimals are off by.
  return differing("driver out-of-service rates differ", inCarrier, inSafety, 0.1 + 1e-9);
}

function differing(what: string, one: Field<number>, other: Field<number>, tolerance: number): Judgment[] {
  if (one.value === undefined || other.value === undefined) return [];
  if (Math.abs(one.value - other.value) <= tolerance) return [];
  const message = `${what}: ${grouped(one.value)} and, in safety, ${grouped(other.value)}`;
  return [fail(message, observedOf(one, other))];
}

function coverContradictions(records: AnsweredRecords, today: number): Judgment[] {
  const policies = policiesField(records);
  if (policies.value === undefined) return [];
  const filings = readFilings(policies.value, today);
  return [...coverContradiction(records, filings, "bipd"), ...coverContradiction(records, filings, "cargo")];
}

function coverContradiction(records: AnsweredRecords, filings: readonly Filing[], kind: CoverKind): Judgment[] {
  const onFile = onFileField(records, kind);
  if (onFile.value === undefined) return [];
  const cover = coverOf(filings, kind);
  // Few carriers must file cargo insurance: without a filing, the amount on file is from elsewhere.
  if (kind === "cargo" && cover.listed === 0) return [];
  if (onFile.value.lower <= cover.amount.upper) return [];
  const message = `${kindNames[kind]} on file ${grouped(onFile.value.lower)}, but in force ${grouped(cover.amount.lower)}`;
  return [fail(message, { ...observedOf(onFile), [`cover.${kind}`]: [cover.amount.lower] })];
}
