/** Insurance: the amounts on file in the carrier record, and the filings of the insurance record. */
import { counted, grouped } from "../../text/digits.ts";
import {
  type Cover,
  type CoverKind,
  cargoAbsence,
  cargoOnFile,
  coverThrough,
  doubtOf,
  type Filing,
  filingsOf,
  inForceOn,
  mostOf,
  policies,
} from "../cover.ts";
import {
  amount,
  dayText,
  field,
  quoted,
  readField,
  recordIn,
  unknown,
} from "../facts.ts";
import type { Kinds } from "../kinds.ts";
import { companyName } from "../names.ts";
import {
  atLeast,
  type Case,
  each,
  every,
  fail,
  type Judgment,
  oneOfBoth,
  pass,
  type Rule,
  rule,
} from "../rule.ts";
import { allowAndDeny, judgeBy } from "../text-list.ts";

const kindNames = { bipd: "BIPD", cargo: "cargo" };

const onFile = {
  bipd: field("carrier", "insurance.bipd_on_file", "BIPD on file", amount),
  cargo: cargoOnFile,
};

const minimum = ({ whole }: Kinds) =>
  whole(
    "minimum amount, in the unit of the service. 49 CFR 387.9: BIPD 750000 for general freight, 5000000 for bulk hazmat; brokers usually ask 100000 for cargo",
  );
const daysLeft = ({ whole }: Kinds) =>
  whole(
    "the cover must last for so many days, today included (default 1)",
  ).optional();

/** Services hold some amounts in thousands, but no filing is this low. */
const cautionOf = ({
  min = Number.POSITIVE_INFINITY,
}: {
  min?: number | undefined;
}) =>
  min < 10_000
    ? `min ${min} reads like thousands: no policy is for so little`
    : undefined;

function onFileRule(kind: CoverKind, summary: string): Rule {
  const words = `${kindNames[kind]} on file`;
  return rule(`insurance.${kind}_on_file`, words, ["carrier"], {
    summary,
    parameters: (kind) => ({ min: minimum(kind) }),
    cautionOf,
    judge:
      ({ min }) =>
      ({ facts }) => {
        const filed = facts.get(onFile[kind]);
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

const filings = ({ facts }: Case): Filing[] => filingsOf(facts.get(policies));

interface Asked {
  /** Without an amount, a policy that is in force is enough. */
  min?: number | undefined;
  min_days_left?: number | undefined;
}

/** Today's cover and each that follows within the days asked for must be enough. */
function judgeCover(
  about: Case,
  kind: CoverKind,
  { min = 0, min_days_left = 1 }: Asked,
): Judgment {
  const rows = filings(about);
  const days = coverThrough(
    about.today + min_days_left - 1,
    about.today,
    rows,
    kind,
  );
  const isListed = rows.some((one) => one.kind === kind);
  return each(days, (cover) => {
    if (isListed || cover.possible >= Math.max(min, 1))
      return judgeDay(about, kind, cover, min);
    about.facts.observe(`cover.${kind}`, 0);
    // Most carriers need not file cargo insurance.
    if (kind === "cargo")
      return unknown(
        cargoAbsence(about.answers, about.today) || "no cargo policy",
      );
    return cover.perhaps.length > 0
      ? judgeDay(about, kind, cover, min)
      : fail("no BIPD policy");
  });
}

function judgeDay(
  { facts, today }: Case,
  kind: CoverKind,
  cover: Cover,
  min: number,
): Judgment {
  const { day, sure, possible, certain, perhaps } = cover;
  const isToday = day === today;
  const name = kindNames[kind];
  // Not the number of days until then: a waiver that saw it would lapse overnight.
  const path = `cover.${kind}${isToday ? "" : `.${dayText(day)}`}`;
  facts.observe(path, sure);
  if (possible > sure) facts.observe(path, "perhaps more");
  for (const one of certain)
    facts.observe(`${path}.policies`, one.number ?? one.insurer);
  const then = isToday
    ? "in force"
    : `on ${dayText(day)}, in ${counted(day - today, "day")},`;
  const words = isToday
    ? `${name} in force ${grouped(sure)}`
    : `${name} falls to ${grouped(sure)} ${then.slice(0, -1)}`;
  if (certain.length > 0 && sure >= min)
    return pass(
      min === 0
        ? `${name} policy in force`
        : `${words}, at least ${grouped(min)}`,
    );
  if (perhaps.length === 0 && isToday)
    return fail(`no ${name} policy in force`);
  if (perhaps.length === 0 || possible < min)
    return fail(`${words}${isToday ? "," : ":"} below ${grouped(min)}`);
  const doubt = doubtOf(cover);
  return unknown(
    doubt
      ? `${name} ${then} not certain: ${doubt}`
      : `${words}, which may be thousands`,
  );
}

/** Cover ends when it falls below today's: what others make up for is none the less. */
function judgeEnding(
  { facts, today }: Case,
  rows: readonly Filing[],
  kind: CoverKind,
  days: number,
): Judgment {
  const [now, ...later] = coverThrough(today + days, today, rows, kind) as [
    Cover,
    ...Cover[],
  ];
  const falls = later.filter(
    (one) =>
      one.sure < now.sure ||
      (one.certain.length === 0 && now.certain.length > 0),
  );
  const mayStay = ({ possible, perhaps }: Cover) =>
    perhaps.length > 0 && possible >= now.sure;
  const fall = falls.find((one) => !mayStay(one)) ?? falls[0];
  const [doubt] = now.perhaps.flatMap(
    ({ amount, amountDoubt, termDoubt, ...one }) => {
      const isEnding = one.ends <= today + days;
      const typeDoubt = one.kind === kind || isEnding ? one.doubt : undefined;
      const isUnclear =
        amount === undefined || mostOf(amount, one.kind) > amount;
      return (
        termDoubt ?? typeDoubt ?? (isUnclear && isEnding ? amountDoubt : [])
      );
    },
  );
  if (doubt && (fall === undefined || mayStay(fall))) return unknown(doubt);
  if (fall === undefined)
    return pass(`nothing ends within ${counted(days, "day")}`);
  facts.observe(`cover.${kind}.ends`, dayText(fall.day));
  const what =
    fall.certain.length === 0 ? "ends" : `falls to ${grouped(fall.sure)}`;
  const words = `${kind.toUpperCase()} ${what} in ${counted(fall.day - today, "day")}`;
  return mayStay(fall)
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
    parameters: (kind) => ({
      min: minimum(kind),
      min_days_left: daysLeft(kind),
    }),
    cautionOf,
    judge: (asked) => (about) => {
      const { raw, reading } = readField(
        recordIn(about.answers, "carrier") ?? {},
        onFile.bipd,
      );
      const { value: filed, why } = reading;
      const judgment = judgeCover(about, "bipd", asked);
      const mayBeEnough =
        why !== undefined || mostOf(filed ?? 0, "bipd") >= asked.min;
      // The carrier record says the opposite.
      const isContradicted =
        filings(about).length === 0
          ? mayBeEnough
          : filed === 0 && judgment.outcome === "pass";
      if (isContradicted)
        return unknown(`${judgment.message}, but BIPD on file ${quoted(raw)}`);
      return judgment;
    },
  }),
  rule("policies.cargo", "cargo", ["insurance"], {
    summary:
      "The cargo policies in force are enough or, without min, there is one. Most carriers need not file cargo insurance, so having none is unknown.",
    parameters: (kind) => ({
      min: minimum(kind).optional(),
      min_days_left: daysLeft(kind),
    }),
    cautionOf,
    judge: (asked) => (about) => judgeCover(about, "cargo", asked),
  }),
  rule("policies.insurer", "insurers", ["insurance"], {
    summary:
      "Every insurer with a policy in force is one that you accept. Names are compared as in records.name.",
    parameters: (kind) =>
      allowAndDeny(kind, { read: companyName, areNames: true }),
    problemOf: oneOfBoth("allow", "deny"),
    judge: (lists) => {
      const judge = judgeBy(lists, { read: companyName, areNames: true });
      return (about) => {
        const current = inForceOn(about.today, filings(about));
        if (current.length === 0) return unknown("no policy in force");
        return every(current, ({ insurer, termDoubt }) => {
          about.facts.observe("insurance.policies.insurer_name", insurer);
          const { value, why } = companyName(insurer);
          if (value === undefined)
            return unknown(
              why ? `insurer ${quoted(insurer)}: ${why}` : "insurer not stated",
            );
          const judgment = judge(`insurer is ${quoted(value)}`, value);
          const isFailed = judgment.outcome === "fail";
          return isFailed && termDoubt
            ? unknown(`insurer is ${quoted(value)}: ${termDoubt}`)
            : judgment;
        });
      };
    },
  }),
  rule("policies.age", "policy since", ["insurance"], {
    summary:
      "A primary BIPD policy in force began some time ago: a new one may be a new owner's of an old number.",
    parameters: ({ whole }) => ({
      min_days: whole(
        "minimum number of days since a primary BIPD policy in force began",
      ),
    }),
    judge:
      ({ min_days }) =>
      (about) => {
        const { facts, today } = about;
        const primary = inForceOn(today, filings(about), "bipd").filter(
          ({ isExcess }) => !isExcess,
        );
        const since = Math.min(
          ...primary.map(({ doubt, begins = today }) =>
            doubt ? Number.POSITIVE_INFINITY : begins,
          ),
        );
        const isCertain = since <= today;
        facts.observe("cover.bipd.since", isCertain ? dayText(since) : null);
        const isOlder = ({ begins = -Infinity }: Filing) =>
          !isCertain || today - begins >= min_days;
        const doubtful = primary.find((one) => one.doubt && isOlder(one));
        if (doubtful && today - since < min_days)
          return unknown(`policy since not certain: ${doubtful.doubt}`);
        if (!isCertain) return unknown("no BIPD policy in force");
        return atLeast(
          today - since,
          min_days,
          `policy since ${dayText(since)}, ${counted(today - since, "day")}`,
        );
      },
  }),
  rule("policies.ending", "insurance ends", ["insurance"], {
    summary: "The BIPD and cargo cover in force does not fall or end soon.",
    parameters: ({ whole }) => ({
      within_days: whole(
        "cover that falls within this many days, the last one included",
      ),
    }),
    judge:
      ({ within_days }) =>
      (about) => {
        const rows = filings(about);
        return every(["bipd", "cargo"] as const, (kind) =>
          judgeEnding(about, rows, kind, within_days),
        );
      },
  }),
];
