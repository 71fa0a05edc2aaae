/** Whether the records of one carrier are about one company, and don't contradict each other. */

import { grouped } from "../../text/digits.ts";
import { isObject } from "../../text/json-text.ts";
import { isSame, readRating } from "../compared-fields.ts";
import { coverOf, type Filing } from "../cover.ts";
import type { Judgment } from "../model.ts";
import { type Field, quoted, readName, readNumber, readShape } from "../values.ts";
import { kindNames, onFile, policiesField } from "./insurance.ts";
import { combined, fail, fieldOf, observedOf, pass, unknown, unknownField } from "./judgment.ts";
import { type AnsweredRecords, defineRule } from "./rule.ts";
import { crashFields, inspections, ratingFields } from "./safety.ts";

const carrierName = fieldOf("carrier", "legal_name", readName);
const otherNames = [fieldOf("insurance", "legal_name", readName), fieldOf("safety", "legal_name", readName)];

const recordsName = defineRule({
  name: "records.name",
  summary: "The carrier, insurance and safety records are about one company, as far as they exist.",
  parameters: () => ({}),
  needs: ["carrier", "insurance", "safety"],
  judgesWithoutRecord: true,
  outcomes: {
    passes: "one name, ignoring case, punctuation, INC, LLC, CO... at its end, and AND for &",
    fails: "another company's name",
    unknown: "no name in the carrier record; one name is the beginning of the other",
  },
  check(records) {
    const own = carrierName(records);
    if (own.value === undefined) return unknownField(own);
    const name = own.value.whole;
    const differing = otherNames.flatMap((other) => judgeName(own, name, other(records)));
    if (differing.length > 0) return combined(differing);
    return pass(`the name in all records is ${quoted(own.raw)}`, observedOf(own));
  },
});

/** Spaces don't tell companies apart: LYNDENLOGISTICS is LYNDEN LOGISTICS. */
function judgeName(own: Field<unknown>, one: string, other: Field<{ whole: string }>): Judgment[] {
  if (other.state === "unreadable") return [unknownField(other)];
  const another = other.value?.whole;
  if (another === undefined || one === another) return [];
  const names = `${quoted(own.raw)} and, in ${other.path.split(".")[0]}, ${quoted(other.raw)}`;
  return one.startsWith(another) || another.startsWith(one)
    ? [unknown(`perhaps one name: ${names}`, observedOf(own, other))]
    : [fail(`names differ: ${names}`, observedOf(own, other))];
}

const driverRate = fieldOf("carrier", "safety.driver_oos_rate", readNumber);

const recordsAgree = defineRule({
  name: "records.agree",
  summary:
    "The carrier, insurance and safety records do not contradict each other. What is not stated contradicts nothing.",
  parameters: () => ({}),
  needs: ["carrier", "insurance", "safety"],
  judgesWithoutRecord: true,
  outcomes: {
    passes: "nothing contradicts",
    fails:
      "the ratings differ, the crash counts, the sum of the crashes, the out-of-service rates by more than 0.1; more insurance on file than in force",
    unknown: "no carrier record; a part of a record is not what it should be, such as text in place of an object",
  },
  check(records, _, { filings }) {
    const [crashes, safetyCrashes] = [crashFields.carrier(records), crashFields.total(records)];
    const [rate, safetyRate] = [driverRate(records), inspections.driver.rate(records)];
    const contradictions = [
      ...misshapenParts(records),
      ...ratingContradictions(records),
      ...differing("crashes differ", crashes, safetyCrashes, 0),
      ...crashSumContradictions(records),
      // One record rounds to a decimal that the other does not: 0.1, and the bits that decimals are off by.
      ...differing("driver out-of-service rates differ", rate, safetyRate, 0.1 + 1e-9),
      ...(policiesField(records).value ? coverContradictions(records, filings()) : []),
    ];
    return contradictions.length > 0 ? combined(contradictions) : pass("the records agree");
  },
});

const object = (record: "carrier" | "safety", path: string) =>
  fieldOf(record, path, (value) => readShape(value, isObject, "not an object"));
const sections = [
  object("carrier", "safety"),
  object("carrier", "insurance"),
  object("safety", "crashes"),
  object("safety", "inspections.driver"),
  policiesField,
];

/** The parts that are compared below, where they are something else than they should be. */
function misshapenParts(records: AnsweredRecords): Judgment[] {
  const fields = sections.map((section): Field<unknown> => section(records));
  return fields.filter(({ state }) => state === "unreadable").map((field) => unknownField(field));
}

function ratingContradictions(records: AnsweredRecords): Judgment[] {
  const [one, other] = [ratingFields.carrier(records), ratingFields.safety(records)];
  if (!one.value || !other.value || isSame(readRating, one.raw, other.raw)) return [];
  return [fail(`ratings differ: ${quoted(one.raw)} and, in safety, ${quoted(other.raw)}`, observedOf(one, other))];
}

function crashSumContradictions(records: AnsweredRecords): Judgment[] {
  const total = crashFields.total(records);
  const parts = [crashFields.fatal(records), crashFields.injury(records), crashFields.towaway(records)];
  if (total.value === undefined || parts.some((part) => part.value === undefined)) return [];
  const sum = parts.reduce((whole, part) => whole + (part.value ?? 0), 0);
  if (sum === total.value) return [];
  const message = `crashes ${grouped(total.value)}, but fatal, injury and towaway are ${grouped(sum)}`;
  return [fail(message, observedOf(total, ...parts))];
}

/** A number of the carrier record beside the same of the safety record, and what they may differ by. */
function differing(what: string, one: Field<number>, other: Field<number>, by: number): Judgment[] {
  if (one.value === undefined || other.value === undefined) return [];
  if (Math.abs(one.value - other.value) <= by) return [];
  const message = `${what}: ${grouped(one.value)} and, in safety, ${grouped(other.value)}`;
  return [fail(message, observedOf(one, other))];
}

function coverContradictions(records: AnsweredRecords, filings: readonly Filing[]): Judgment[] {
  return (["bipd", "cargo"] as const).flatMap((kind) => {
    const filed = onFile[kind](records);
    const { listed, amount } = coverOf(filings, kind);
    if (filed.value === undefined || filed.value.lower <= amount.upper) return [];
    // Few carriers must file cargo insurance: without a filing, the amount on file is from elsewhere.
    if (kind === "cargo" && listed === 0) return [];
    const message = `${kindNames[kind]} on file ${grouped(filed.value.lower)}, but in force ${grouped(amount.lower)}`;
    return [fail(message, { ...observedOf(filed), [`cover.${kind}`]: [amount.lower] })];
  });
}

export const agreementRules = [recordsName, recordsAgree];
