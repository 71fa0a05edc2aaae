/** Insurance: the amounts on file in the carrier record, and the filings of the insurance record. */
import { counted, grouped } from "../../text/digits.ts";
import { type Cover, coverOf, type Filing } from "../cover.ts";
import type { Judgment } from "../model.ts";
import { type CoverKind, dayText, quoted, type Reading, readAmount, readName, readShape } from "../values.ts";
import { atLeast, combined, fail, fieldOf, observedOf, pass, unknown, unknownField } from "./judgment.ts";
import {
  type AllowAndDeny,
  allowAndDeny,
  allowAndDenyLists,
  filedAmount,
  matchLists,
  optional,
  wholeNumber,
} from "./parameters.ts";
import { type AnsweredRecords, defineRule } from "./rule.ts";

/** What messages call a kind of cover. */
export const kindNames = { bipd: "BIPD", cargo: "cargo" } as const;

/** What the law requires. */
const minimumAmount =
  "minimum amount, in the unit of the service (49 CFR 387.9: 750000 for general freight, 1000000 for oil and some hazmat, 5000000 for bulk hazmat)";

const bipdOnFile = defineRule({
  name: "insurance.bipd_on_file",
  summary: "The carrier record shows enough liability insurance (BIPD) on file.",
  parameters: () => ({ min: filedAmount(minimumAmount) }),
  needs: ["carrier"],
  outcomes: {
    passes: "at least min",
    fails: "below min; 0",
    unknown: "not stated; an amount of 1 to 9,999, which may be thousands, unless it is below min either way",
  },
  check: (records, { min }) => judgeOnFile(records, "bipd", min),
});

const cargoOnFile = defineRule({
  name: "insurance.cargo_on_file",
  summary: "The carrier record shows enough cargo insurance on file.",
  parameters: () => ({ min: filedAmount("minimum amount, in the unit of the service; brokers usually ask 100000") }),
  needs: ["carrier"],
  outcomes: {
    passes: "at least min",
    fails: "above 0 and below min",
    unknown: "not stated; 0, which means that the limit is not stated; 1 to 999, which may be thousands",
  },
  check: (records, { min }) => judgeOnFile(records, "cargo", min),
});

/** The amounts on file in the carrier record. */
export const onFile = {
  bipd: fieldOf("carrier", "insurance.bipd_on_file", (value) => readAmount(value, "bipd")),
  cargo: fieldOf("carrier", "insurance.cargo_on_file", (value) => readAmount(value, "cargo")),
};

function judgeOnFile(records: AnsweredRecords, kind: CoverKind, min: number): Judgment {
  const field = onFile[kind](records);
  if (field.value === undefined) return unknownField(field);
  const { lower, upper } = field.value;
  const amount = `${kindNames[kind]} on file ${grouped(lower)}`;
  const observed = observedOf(field);
  if (kind === "cargo" && upper === 0) return unknown(`${amount}: the limit is not stated`, observed);
  if (lower >= min) return pass(`${amount}, at least ${grouped(min)}`, observed);
  if (upper < min) return fail(`${amount}, below ${grouped(min)}`, observed);
  return unknown(`${amount}, which may be thousands`, observed);
}

const minDaysLeft = () =>
  optional(wholeNumber("policies with fewer days left do not count (default 1: in force today is enough)"));

const bipdPolicies = defineRule({
  name: "policies.bipd",
  summary:
    "The liability policies (BIPD) in force add up to enough: the largest primary one, and the excess ones that are certainly different.",
  parameters: () => ({ min: filedAmount(minimumAmount), min_days_left: minDaysLeft() }),
  needs: ["insurance", "carrier"],
  outcomes: {
    passes: "cover of at least min",
    fails: "cover below min; no policies at all",
    unknown:
      "no insurance record; an amount, a date or a type that is not stated or unreadable and might make up for it; excess without a primary policy; no policies at all while insurance.bipd_on_file is at least min, or may be",
  },
  check(records, { min, min_days_left }, { today, filings }) {
    const filed = onFile.bipd(records);
    if (filings().length === 0) {
      if (filed.state === "unreadable") return unknownField(filed);
      if (filed.value !== undefined && filed.value.upper >= min) {
        const message = `no BIPD policy, but BIPD on file ${grouped(filed.value.lower)}`;
        return unknown(message, { ...observedOf(filed), "cover.bipd": [0] });
      }
    }
    return judgeCover("bipd", coverOf(filings(), "bipd", min_days_left), min, today);
  },
});

const cargoPolicies = defineRule({
  name: "policies.cargo",
  summary: "The cargo policies in force are enough. Few carriers must file one.",
  parameters: () => ({ min: filedAmount("minimum amount, in the unit of the service"), min_days_left: minDaysLeft() }),
  needs: ["insurance"],
  outcomes: {
    passes: "cover of at least min",
    fails: "the cover of the cargo policies listed is below min",
    unknown:
      "no insurance record; no cargo policy; an amount of 0 or not stated; an unreadable date; a policy of an unknown type",
  },
  check(_, { min, min_days_left }, { today, filings }) {
    const cover = coverOf(filings(), "cargo", min_days_left);
    if (cover.listed === 0 && cover.doubt === null) return unknown("no cargo policy", { "cover.cargo": [0] });
    return judgeCover("cargo", cover, min, today);
  },
});

/** The rows of the insurance record; their content is read row by row. */
export const policiesField = fieldOf(
  "insurance",
  "policies",
  (value): Reading<readonly unknown[]> => readShape(value, Array.isArray, "not a list"),
);

function judgeCover(kind: CoverKind, cover: Cover, min: number, today: number): Judgment {
  const { lower, upper } = cover.amount;
  const name = kindNames[kind];
  const ending = cover.endsIn === null ? "" : `; a policy ends in ${counted(cover.endsIn, "day")}`;
  const observed = observedCover(kind, cover, today);
  const amount = `${name} in force ${grouped(lower)}`;
  if (lower >= min) return pass(`${amount}, at least ${grouped(min)}${ending}`, observed);
  if (upper < min) {
    if (cover.listed === 0) return fail(`no ${name} policy`, observed);
    if (cover.inForce === 0 && ending === "") return fail(`no ${name} policy in force`, observed);
    return fail(`${amount}, below ${grouped(min)}${ending}`, observed);
  }
  const why = cover.doubt === null ? "which may be thousands" : `perhaps more: ${cover.doubt}`;
  return unknown(`${amount}, ${why}${ending}`, observed);
}

/**
 * The cover as findings cite it: one amount, or its bounds, of which the upper one may be "unbounded"; and the day on which a filing
 * ends too soon. Not the number of days until then: a waiver that saw it would lapse overnight.
 */
function observedCover(kind: CoverKind, { amount, endsIn }: Cover, today: number): Judgment["observed"] {
  const { lower, upper } = amount;
  const bounds = lower === upper ? [lower] : [lower, upper === Number.POSITIVE_INFINITY ? "unbounded" : upper];
  return {
    [`cover.${kind}`]: bounds,
    ...(endsIn !== null && { [`cover.${kind}.ends`]: [dayText(today + endsIn)] }),
  };
}

const insurers = defineRule({
  name: "policies.insurer",
  summary: "Every insurer with a policy in force is one that you accept. Names are compared as in records.name.",
  parameters: () => allowAndDenyLists("the insurers to accept", "the insurers to refuse", { names: true }),
  needs: ["insurance"],
  outcomes: {
    passes: "every insurer of a policy in force is allowed",
    fails: "one is denied, or not allowed",
    unknown: "a name or a date is not stated; no policy is in force; no insurance record",
  },
  crossCheck: allowAndDeny,
  check(_, lists, { filings }) {
    const judged = filings()
      .filter(({ inForce }) => inForce !== "no")
      .map((filing) => ({ filing, judgment: judgeInsurer(filing, lists) }));
    if (judged.length === 0) return unknown("no policy in force");
    // An answer may list 125,000 insurers: each counts once.
    const distinct = new Map(judged.map(({ filing, judgment }) => [`${filing.inForce} ${judgment.message}`, judgment]));
    return combined([...distinct.values()], maxInsurers);
  },
});

const maxInsurers = 10;

function judgeInsurer(filing: Filing, lists: AllowAndDeny): Judgment {
  const reading = readName(filing.insurer);
  const field = { path: "insurance.policies.insurer_name", raw: filing.insurer, ...reading };
  if (field.value === undefined) return unknownField(field);
  const match = matchLists(field.value, lists);
  const observed = observedOf(field);
  const message = `insurer ${quoted(field.value.raw)}`;
  if (match === "allowed") return pass(message, observed);
  if (filing.inForce === "unclear")
    return unknown(`${message}: a policy's dates are not stated, or unreadable`, observed);
  return fail(`${message}: your vetting rules ${match === "denied" ? "deny" : "don't allow"} it`, observed);
}

const policyAge = defineRule({
  name: "policies.age",
  summary: "The carrier has been insured for some time: a new policy may belong to a new owner of an old number.",
  parameters: () => ({ min_days: wholeNumber("minimum number of days since a primary BIPD policy in force began") }),
  needs: ["insurance"],
  outcomes: {
    passes: "a primary BIPD policy in force began min_days ago or earlier",
    fails: "all of them began later",
    unknown:
      "none is in force; none is old enough, and a date or a type is not stated or unreadable; no insurance record",
  },
  check(_, { min_days }, { today, filings }) {
    const primary = filings().filter(
      ({ kind, inForce, isExcess }) => (kind === "bipd" || kind === "unclear") && inForce !== "no" && !isExcess,
    );
    const oldest = primary.reduce((most, { isClear, age }) => (isClear ? Math.max(most, age ?? -1) : most), -1);
    const since = oldest < 0 ? null : dayText(today - oldest);
    const observed = { "cover.bipd.since": [since] };
    const insured = `insured since ${since}, ${counted(oldest, "day")}`;
    const certain = atLeast(insured, oldest, { number: min_days }, observed);
    if (certain.outcome === "pass") return certain;
    const mayBeOld = primary.some(({ isClear, age }) => !isClear && (age === null || age >= min_days));
    if (mayBeOld) return unknown(unclearPolicy, observed);
    return since === null ? unknown("no BIPD policy in force", observed) : certain;
  },
});

const unclearPolicy = "a policy's dates or its type are not stated, or unreadable";

const policyEnding = defineRule({
  name: "policies.ending",
  summary: "No insurance in force ends soon, unless another policy of its kind takes over without a gap.",
  parameters: () => ({ within_days: wholeNumber("policies that end within this many days, the last one included") }),
  needs: ["insurance"],
  outcomes: {
    passes: "none in force ends by then, or another one of its kind takes over without a gap; none is in force",
    fails: "one ends, such as CARGO ends in 6 days",
    unknown: "a date or a type is not stated or unreadable; no insurance record",
  },
  check(_, { within_days }, { today, filings }) {
    const current = filings().filter(({ daysLeft }) => daysLeft > 0);
    const parts = (["bipd", "cargo"] as const).flatMap((kind) =>
      [false, true].flatMap((isExcess) => judgeEnding(kind, isExcess, current, within_days, today)),
    );
    return parts.length > 0 ? combined(parts) : pass(`nothing ends within ${counted(within_days, "day")}`);
  },
});

/** What is wrong with the end of one part of the cover. Excess insurance ends by itself, and is replaced only by its like. */
function judgeEnding(kind: CoverKind, isExcess: boolean, all: readonly Filing[], days: number, today: number) {
  const name = kind.toUpperCase() + (isExcess ? " excess" : "");
  const own = all.filter((one) => one.kind === "unclear" || (one.kind === kind && one.isExcess === isExcess));
  const doubtful = own.filter(({ isClear }) => !isClear);
  const end = coveredUntil(own.filter(({ isClear }) => isClear));
  if (end > days) return [];
  if (end === 0) return doubtful.some(({ inForce }) => inForce !== "no") ? [unknown(unclearPolicy)] : [];
  const ends = `${name} ends in ${counted(end, "day")}`;
  const observed = { [`cover.${kind}.ends`]: [dayText(today + end)] };
  const mayTakeOver = doubtful.some(({ age, daysLeft }) => daysLeft > days && (age === null || -age <= end));
  if (!mayTakeOver) return [fail(ends, observed)];
  // Two messages, because several parts of the cover may have the second one in common.
  return [unknown(`${ends}, unless another takes over`, observed), unknown(unclearPolicy)];
}

/** The days from today on for which filings follow each other without a gap; 0 if none is in force today. */
function coveredUntil(filings: readonly Filing[]): number {
  const byBeginning = filings
    .map(({ age, daysLeft }) => ({ begins: -(age ?? 0), daysLeft }))
    .sort((one, other) => one.begins - other.begins);
  return byBeginning.reduce((end, { begins, daysLeft }) => (begins <= end ? Math.max(end, daysLeft) : end), 0);
}

export const insuranceRules = [bipdOnFile, cargoOnFile, bipdPolicies, cargoPolicies, insurers, policyAge, policyEnding];
