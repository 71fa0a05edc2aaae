/** Insurance: the amounts on file in the carrier record, and the filings of the insurance record. */
import { counted, grouped } from "../../text/digits.ts";
import {
  type CoverKind,
  coverOf,
  type Filing,
  filingsOf,
  inForce,
  lastDay,
  mostOf,
  policies,
} from "../cover.ts";
import {
  dayText,
  field,
  number,
  quoted,
  readField,
  recordIn,
  unknown,
} from "../facts.ts";
import { companyName } from "../names.ts";
import { amount, oneOfBoth, optional, wholeNumber } from "../parameters.ts";
import {
  atLeast,
  every,
  fail,
  type Judgment,
  pass,
  type Rule,
  rule,
  type Subject,
} from "../rule.ts";
import { allowAndDeny, judgeListed, type TextLists } from "../text-list.ts";

const kindNames = { bipd: "BIPD", cargo: "cargo" };

const onFile = {
  bipd: field("carrier", "insurance.bipd_on_file", "BIPD on file", number),
  cargo: field("carrier", "insurance.cargo_on_file", "cargo on file", number),
};

const min = amount(
  "minimum amount, in the unit of the service. 49 CFR 387.9: BIPD 750000 for general freight, 5000000 for bulk hazmat; brokers usually ask 100000 for cargo",
);
const min_days_left = optional(
  wholeNumber(
    "what ends in fewer days does not count, unless replaced (default 1)",
  ),
);

function onFileRule(kind: CoverKind, summary: string): Rule {
  const words = `${kindNames[kind]} on file`;
  return rule(`insurance.${kind}_on_file`, words, ["carrier"], {
    summary,
    parameters: { min },
    judge({ get }, { min }) {
      const filed = get(onFile[kind]);
      const found = `${words} ${grouped(filed)}`;
      if (kind === "cargo" && filed === 0)
        return unknown(`${found}: the limit is not stated`);
      if (filed >= min) return pass(`${found}, at least ${grouped(min)}`);
      if (mostOf(filed, kind) >= min)
        return unknown(`${found}, which may be thousands`);
      return fail(`${found}, below ${grouped(min)}`);
    },
  });
}

const filings = ({ get, today }: Subject): Filing[] =>
  filingsOf(get(policies), today);

function judgeCover(
  subject: Subject,
  kind: CoverKind,
  min: number,
  minDays = 1,
): Judgment {
  const { today, observe } = subject;
  const { sure, possible, doubt, listed, ends } = coverOf(
    filings(subject),
    kind,
    today + minDays - 1,
  );
  const name = kindNames[kind];
  observe(`cover.${kind}`, sure);
  if (possible > sure) observe(`cover.${kind}`, "perhaps more");
  // Not the number of days until then: a waiver that saw it would lapse overnight.
  if (ends !== undefined) observe(`cover.${kind}.ends`, dayText(ends));
  const ending =
    ends === undefined
      ? ""
      : `; a policy ends in ${counted(ends - today, "day")}`;
  const period =
    minDays > 1 ? `for the next ${counted(minDays, "day")}` : "in force";
  const words = `${name} ${period} ${grouped(sure)}`;
  if (sure >= min) return pass(`${words}, at least ${grouped(min)}${ending}`);
  if (possible < min && kind === "cargo" && listed === 0)
    return unknown(noCargo(subject));
  if (possible === 0 && ends === undefined)
    return fail(`no ${name} policy${listed > 0 ? " in force" : ""}`);
  if (possible < min) return fail(`${words}, below ${grouped(min)}${ending}`);
  if (doubt === undefined)
    return unknown(`${words}, which may be thousands${ending}`);
  return unknown(`${name} ${period} not certain: ${doubt}${ending}`);
}

function noCargo({ answers }: Subject): string {
  const filed = readField(recordIn(answers, "carrier") ?? {}, onFile.cargo)
    .reading.value;
  return filed ? "no cargo policy" : "no cargo insurance on file";
}

function judgeInsurer(
  { observe }: Subject,
  { insurer, termDoubt }: Filing,
  lists: TextLists,
): Judgment {
  observe("insurance.policies.insurer_name", insurer);
  const { value, why } = companyName(insurer);
  if (value === undefined)
    return unknown(
      why ? `insurer ${quoted(insurer)}: ${why}` : "insurer not stated",
    );
  const words = `insurer is ${quoted(value)}`;
  const judgment = judgeListed(words, value, lists);
  return judgment.outcome === "fail" && termDoubt !== undefined
    ? unknown(`${words}: ${termDoubt}`)
    : judgment;
}

function judgeEnding(
  { today, observe }: Subject,
  filing: Filing,
  all: readonly Filing[],
  days: number,
): Judgment {
  const { kind, isExcess, ends, doubt, termDoubt } = filing;
  const limit = today + days;
  const fine = pass(`nothing ends within ${counted(days, "day")}`);
  if (
    ends > limit &&
    (doubt === undefined || (kind === "unknown" && termDoubt === undefined))
  )
    return fine;
  if (doubt !== undefined) return unknown(doubt);
  observe(`cover.${kind}.ends`, dayText(ends));
  if (lastDay(filing, all) > limit) return fine;
  const words = `${kind.toUpperCase()}${isExcess ? " excess" : ""} ends in ${counted(ends - today, "day")}`;
  return lastDay(filing, all, true) > limit
    ? unknown(`${words}, unless another takes over`)
    : fail(words);
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
    summary:
      "The liability policies (BIPD) in force are enough: the largest primary one, and over it the largest excess one. Unknown where another type, status, amount or date may make up for it.",
    parameters: { min, min_days_left },
    judge(subject, { min, min_days_left }) {
      if (subject.get(policies).length > 0)
        return judgeCover(subject, "bipd", min, min_days_left);
      const filed = subject.maybe(onFile.bipd) ?? 0;
      subject.observe("cover.bipd", 0);
      if (mostOf(filed, "bipd") < min) return fail("no BIPD policy");
      return unknown(`no BIPD policy, but BIPD on file ${grouped(filed)}`);
    },
  }),
  rule("policies.cargo", "cargo", ["insurance"], {
    summary:
      "The cargo policies in force are enough. Few carriers must file one: none is unknown.",
    parameters: { min, min_days_left },
    judge: (subject, { min, min_days_left }) =>
      judgeCover(subject, "cargo", min, min_days_left),
  }),
  rule("policies.insurer", "insurers", ["insurance"], {
    summary:
      "Every insurer with a policy in force is one that you accept. Names are compared as in records.name.",
    parameters: allowAndDeny({ read: companyName, names: true }),
    problemOf: oneOfBoth("allow", "deny"),
    judge(subject, lists) {
      const current = filings(subject).filter(
        (one) => !one.isOver && !one.isFuture,
      );
      if (current.length === 0) return unknown("no policy in force");
      return every(current, (one) => judgeInsurer(subject, one, lists));
    },
  }),
  rule("policies.age", "insured since", ["insurance"], {
    summary:
      "A primary BIPD policy in force began some time ago: a new one may be a new owner's of an old number.",
    parameters: {
      min_days: wholeNumber(
        "minimum number of days since a primary BIPD policy in force began",
      ),
    },
    judge(subject, { min_days }) {
      const { today, observe } = subject;
      const primary = inForce(filings(subject), "bipd").filter(
        ({ isExcess }) => !isExcess,
      );
      const begins = primary.flatMap((one) =>
        one.doubt === undefined ? (one.begins ?? []) : [],
      );
      const since = Math.min(today + 1, ...begins);
      observe("cover.bipd.since", since > today ? null : dayText(since));
      const mayDecide = ({ begins }: Filing) =>
        since > today || today - (begins ?? -Infinity) >= min_days;
      const doubtful = primary.find((one) => one.doubt && mayDecide(one));
      if (doubtful && today - since < min_days)
        return unknown(`insured since not certain: ${doubtful.doubt}`);
      if (since > today) return unknown("no BIPD policy in force");
      return atLeast(
        today - since,
        min_days,
        `insured since ${dayText(since)}, ${counted(today - since, "day")}`,
      );
    },
  }),
  rule("policies.ending", "insurance ends", ["insurance"], {
    summary:
      "No BIPD or cargo policy in force ends soon, unless others of at least its amount take over.",
    parameters: {
      within_days: wholeNumber(
        "policies that end within this many days, the last one included",
      ),
    },
    judge(subject, { within_days }) {
      const all = filings(subject);
      const current = [
        ...new Set([...inForce(all, "bipd"), ...inForce(all, "cargo")]),
      ];
      if (current.length === 0)
        return pass(`nothing ends within ${counted(within_days, "day")}`);
      return every(current, (one) =>
        judgeEnding(subject, one, all, within_days),
      );
    },
  }),
];
