/**
 * Insurance: the amounts on file in the carrier record, and the filings of the
 * insurance record.
 */

import { counted, grouped } from "../../text/digits.ts";
import { quoted } from "../../text/json.ts";
import type { ValueTypes } from "../policy/value-types.ts";
import { cargoOnFile } from "../record/absent-cover.ts";
import { field, readIn } from "../record/facts.ts";
import {
  type CoverKind,
  coverKinds,
  type Filing,
  ifThousands,
  kindNames,
} from "../record/filings.ts";
import { readCompanyName } from "../record/names.ts";
import { dayText, readNumber } from "../record/readers.ts";
import {
  type CoverParameters,
  citeFilings,
  insuranceOf,
  judgeCover,
  judgeEnding,
} from "./judge-cover.ts";
import {
  atLeast,
  type CarrierToJudge,
  fail,
  type Judgment,
  judgeEach,
  pass,
  unknown,
} from "./judgment.ts";
import { type Rule, rule } from "./rule.ts";
import { allowAndDeny, judgeByLists } from "./text-list.ts";

const amountsOnFile = {
  bipd: field("carrier.insurance.bipd_on_file", "BIPD on file", readNumber),
  cargo: cargoOnFile,
};

const minimum = ({ whole }: ValueTypes) =>
  whole(
    "minimum amount, in the unit of the service. 49 CFR 387.9: BIPD 750000 for general freight, 5000000 for bulk hazmat; brokers usually ask 100000 for cargo",
  );
const daysLeft = ({ whole }: ValueTypes) =>
  whole(
    "the cover must last for so many days, today included (default 1)",
  ).optional();

/** Services hold some amounts in thousands, but no filing is this low. */
const cautionOf = ({ min }: { min?: number | undefined }) =>
  min !== undefined && min < 10_000
    ? `min ${min} reads like thousands: no policy is for so little`
    : undefined;

function onFileRule(kind: CoverKind, description: string): Rule {
  const words = `${kindNames[kind]} on file`;
  return rule(`insurance.${kind}_on_file`, words, ["carrier"], {
    description,
    movesByItself: true,
    parameters: (types) => ({ min: minimum(types) }),
    cautionOf,
    judgeWith:
      ({ min }) =>
      ({ facts }) => {
        const onFile = facts.get(amountsOnFile[kind]);
        const amount = `${words} ${grouped(onFile)}`;
        if (kind === "cargo" && onFile === 0)
          return unknown(`${amount}: the limit is not stated`);
        if (onFile >= min) return pass(`${amount}, at least ${grouped(min)}`);
        if (ifThousands(onFile, kind) >= min)
          return unknown(`${amount}, which may be thousands`);
        return fail(`${amount}, below ${grouped(min)}`);
      },
  });
}

/**
 * Judges the policies. A person decides where the carrier record contradicts
 * them: 0 on file beside a pass, enough on file but no filing at all, not even
 * a bond, or what is unreadable.
 */
function judgeBipd(
  carrier: CarrierToJudge,
  parameters: CoverParameters & { min: number },
): Judgment {
  const judgment = judgeCover(carrier, "bipd", parameters);
  const {
    raw,
    why,
    value: onFile,
  } = readIn(carrier.answers, amountsOnFile.bipd);
  const hasFilings = insuranceOf(carrier).filings.length > 0;
  const isContradicting =
    why !== undefined ||
    (hasFilings
      ? onFile === 0
      : ifThousands(onFile ?? 0, "bipd") >= parameters.min);
  if (!isContradicting) return judgment;
  carrier.facts.cite("insurance.bipd_on_file", raw);
  if (hasFilings && judgment.outcome !== "pass") return judgment;
  const amount = onFile === undefined ? quoted(raw) : grouped(onFile);
  return unknown(`${judgment.message}, but BIPD on file ${amount}`);
}

const insurerNames = { read: readCompanyName, areNames: true };

/**
 * Judges each insurer. A filing that may not be in force, or of another kind,
 * fails nothing; without one that is in force, none passes.
 */
function judgeInsurers(
  carrier: CarrierToJudge,
  judgeName: ReturnType<typeof judgeByLists>,
): Judgment {
  const current = insuranceOf(carrier).maybeInForce();
  if (current.length === 0) return unknown("no policy in force");
  citeFilings(carrier, current);
  const mayNotBeInForce = ({ inForceDoubt, endedDoubt }: Filing) =>
    (inForceDoubt ?? endedDoubt) !== undefined;
  const hasInForce = !current.every(mayNotBeInForce);
  return judgeEach(
    current,
    ({ insurer }) => readCompanyName(insurer).value ?? "not stated",
    (filing) => {
      const { insurer, kind, doubt } = filing;
      const { value: name, why } = readCompanyName(insurer);
      if (why) return unknown(`insurer ${quoted(insurer)}: ${why}`);
      if (name === undefined) return unknown("insurer not stated");
      const words = `insurer is ${quoted(name)}`;
      const judgment = judgeName(carrier, name, words);
      const isDoubtful = mayNotBeInForce(filing) || kind === "unknown";
      return isDoubtful && (judgment.outcome === "fail" || !hasInForce)
        ? unknown(`${words}: ${doubt}`)
        : judgment;
    },
  );
}

export const insuranceRules = [
  onFileRule(
    "bipd",
    "Enough liability insurance (BIPD) is on file. 1 to 9,999 may be thousands.",
  ),
  onFileRule(
    "cargo",
    "Enough cargo insurance is on file. 0: the limit is not stated; 1 to 999 may be thousands.",
  ),
  rule("policies.bipd", "BIPD", ["insurance", "carrier"], {
    description:
      "The liability policies (BIPD) in force are enough: the largest primary one, and over it the largest excess one. Unknown where another type, status, amount or date may make up for it.",
    parameters: (types) => ({
      min: minimum(types),
      min_days_left: daysLeft(types),
    }),
    cautionOf,
    judgeWith: (parameters) => (carrier) => judgeBipd(carrier, parameters),
  }),
  rule("policies.cargo", "cargo", ["insurance", "carrier"], {
    description:
      "The cargo policies in force are enough or, without min, there is one. Most carriers need not file cargo insurance, so having none is unknown.",
    parameters: (types) => ({
      min: minimum(types).optional(),
      min_days_left: daysLeft(types),
    }),
    cautionOf,
    judgeWith: (parameters) => (carrier) =>
      judgeCover(carrier, "cargo", parameters),
  }),
  rule("policies.insurer", "insurers", ["insurance"], {
    description:
      "Every insurer with a policy in force is one that you accept. An entry is a whole name; unknown where a name that you deny is a part of the insurer's, or the other way around.",
    parameters: (types) => allowAndDeny(types, insurerNames),
    needsOneOf: ["allow", "deny"],
    judgeWith: (lists) => {
      const judgeName = judgeByLists(lists, insurerNames);
      return (carrier) => judgeInsurers(carrier, judgeName);
    },
  }),
  rule("policies.age", "policy since", ["insurance"], {
    description:
      "A primary BIPD policy in force began some time ago: a new one may be a new owner's of an old number.",
    movesByItself: true,
    parameters: ({ whole }) => ({
      min_days: whole(
        "minimum number of days since a primary BIPD policy in force began",
      ),
    }),
    judgeWith:
      ({ min_days }) =>
      (carrier) => {
        const { today } = carrier;
        // Of unknown types, too: these are in doubt.
        const primary = insuranceOf(carrier)
          .maybeInForce("bipd")
          .filter(({ isExcess }) => !isExcess);
        citeFilings(carrier, primary);
        const certain = primary.filter(({ doubt }) => doubt === undefined);
        const since = Math.min(...certain.map(({ begins }) => begins));
        const isOldEnough = (begins: number) => today - begins >= min_days;
        const inDoubt = primary.find(
          ({ doubt, begins }) =>
            doubt && (certain.length === 0 || isOldEnough(begins)),
        );
        if (inDoubt && !isOldEnough(since))
          return unknown(`policy since not certain: ${inDoubt.doubt}`);
        if (certain.length === 0)
          return {
            ...unknown("no BIPD policy in force"),
            subject: "policies.bipd",
          };
        const days = today - since;
        const words = `policy since ${dayText(since)}, ${counted(days, "day")}`;
        return atLeast(days, min_days, words);
      },
  }),
  rule("policies.ending", "insurance ends", ["insurance"], {
    description: "The BIPD and cargo cover in force does not fall or end soon.",
    parameters: ({ whole }) => ({
      within_days: whole(
        "cover that falls within this many days, the last one included",
      ),
    }),
    judgeWith:
      ({ within_days }) =>
      (carrier) =>
        judgeEach(coverKinds, String, (kind) =>
          judgeEnding(carrier, kind, within_days),
        ),
  }),
];
