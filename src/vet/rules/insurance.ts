/** Insurance: the amounts on file in the carrier record, and the filings of the insurance record. */

import { counted, grouped } from "../../text/digits.ts";
import {
  type Cover,
  type CoverKind,
  cargoNotes,
  cargoOnFile,
  coverThrough,
  doubtOf,
  excessAlone,
  type Filing,
  filingsIn,
  filingText,
  inForceOn,
  kindNames,
  mayBeMore,
  mostOf,
  readingsOf,
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
import type { Kinds } from "../kinds.ts";
import { companyName } from "../names.ts";
import {
  atLeast,
  type Case,
  deciding,
  every,
  fail,
  type Judgment,
  pass,
  type Rule,
  rule,
  settle,
} from "../rule.ts";
import { allowAndDeny, judgeBy } from "../text-list.ts";

const onFile = {
  bipd: field("carrier", "insurance.bipd_on_file", "BIPD on file", number),
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
  const { answers, facts, today } = about;
  const filings = filingsIn(about);
  const days = coverThrough(today + min_days_left - 1, today, filings, kind);
  const isListed = filings.some((filing) => filing.kind === kind);
  const judgeOn = (cover: Cover) => {
    const isAny = kind === "bipd" && cover.perhaps.length > 0;
    if (isListed || isAny || cover.possible >= Math.max(min, 1))
      return judgeDay(about, kind, cover, min);
    facts.observe(`cover.${kind}`, 0);
    if (kind === "bipd") return fail("no BIPD policy");
    // Most carriers need not file cargo insurance.
    return unknown(cargoNotes(answers, today)[0] ?? "no cargo policy");
  };
  return deciding(days.map((cover) => settle(() => judgeOn(cover))));
}

function judgeDay(
  { facts, today }: Case,
  kind: CoverKind,
  cover: Cover,
  min: number,
): Judgment {
  const { day, sure, possible, certain, perhaps } = cover;
  const isToday = day === today;
  // Not the number of days until then: a waiver that saw it would lapse overnight.
  const path = `cover.${kind}${isToday ? "" : `.${dayText(day)}`}`;
  facts.observe(path, sure);
  if (possible > sure) facts.observe(path, "perhaps more");
  observeFilings(facts, perhaps);
  const name = kindNames[kind];
  const then = `on ${dayText(day)}, in ${counted(day - today, "day")}`;
  const [amount, comma, none] = isToday
    ? [`${name} in force ${grouped(sure)}`, ",", `no ${name} policy in force`]
    : [
        `${name} falls to ${grouped(sure)} ${then}`,
        ":",
        `no ${name} policy ${then}`,
      ];
  if (certain.length > 0 && sure >= min)
    return pass(
      min > 0
        ? `${amount}, at least ${grouped(min)}`
        : `${name} policy in force`,
    );
  if (perhaps.length === 0 && (isToday || min === 0)) return fail(none);
  if (perhaps.length === 0 || possible < min)
    return fail(`${amount}${comma} below ${grouped(min)}`);
  const doubt = doubtOf(cover);
  const when = isToday ? "in force" : `on ${dayText(day)}`;
  return doubt === undefined
    ? unknown(`${amount}, which may be thousands`)
    : unknown(`${name} ${when}${doubt}`);
}

/** The filings that count, so that a waiver lapses when others do. */
function observeFilings(facts: Case["facts"], filings: readonly Filing[]) {
  for (const filing of filings)
    facts.observe("insurance.policies", filingText(filing));
}

/** Amounts that may be thousands are a doubt only where that reading comes to another outcome. */
function judgeEnding(
  about: Case,
  filings: readonly Filing[],
  kind: CoverKind,
  days: number,
): Judgment {
  observeFilings(about.facts, inForceOn(about.today, filings, kind));
  const { written, inThousands } = readingsOf(filings);
  const judge = (read: readonly Filing[]) =>
    settle(() => judgeReading(about, read, kind, days));
  const [asWritten, other] = [judge(written), judge(inThousands)];
  if (asWritten.outcome === other.outcome || asWritten.outcome === "unknown")
    return asWritten;
  if (other.outcome === "unknown") return other;
  return asWritten.outcome === "fail"
    ? unknown(`${asWritten.message}, unless amounts are in thousands`)
    : unknown(`${other.message}, if amounts are in thousands`);
}

/** Cover ends when it falls below today's: what others make up for is none the less. */
function judgeReading(
  about: Case,
  filings: readonly Filing[],
  kind: CoverKind,
  days: number,
): Judgment {
  const { facts, today } = about;
  const [now, ...later] = coverThrough(today + days, today, filings, kind);
  const falls = later.filter(
    ({ sure, certain }) =>
      sure < now.sure || (certain.length === 0 && now.certain.length > 0),
  );
  const mayStay = ({ possible, perhaps }: Cover) =>
    perhaps.length > 0 && possible >= now.sure;
  const fall = falls.find((cover) => !mayStay(cover)) ?? falls[0];
  if (fall === undefined || mayStay(fall)) {
    const doubt = doubtOfEnd(now, kind, today + days);
    if (doubt !== undefined) return unknown(doubt);
  }
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

/** Why the end of what may be in force now is not certain. */
function doubtOfEnd(
  { perhaps, sure }: Cover,
  kind: CoverKind,
  last: number,
): string | undefined {
  const doubts = perhaps.map((filing) => {
    const { amountDoubt, termDoubt, doubt } = filing;
    const isEnding = filing.ends <= last;
    if (termDoubt !== undefined) return termDoubt;
    if (doubt !== undefined && (filing.kind === kind || isEnding)) return doubt;
    if (!isEnding) return undefined;
    if (filing.isExcess && sure === 0) return excessAlone;
    return mayBeMore(filing) ? amountDoubt : undefined;
  });
  return doubts.find((doubt) => doubt !== undefined);
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
      const record = recordIn(about.answers, "carrier") ?? {};
      const { raw, reading } = readField(record, onFile.bipd);
      const { value: filed, why } = reading;
      const judgment = judgeCover(about, "bipd", asked);
      const mayBeEnough =
        why !== undefined || mostOf(filed ?? 0, "bipd") >= asked.min;
      // The carrier record says the opposite, or nobody can tell what.
      const isContradicted =
        filingsIn(about).length === 0
          ? mayBeEnough
          : (filed === 0 || why !== undefined) && judgment.outcome === "pass";
      if (!isContradicted) return judgment;
      about.facts.observe("insurance.bipd_on_file", raw);
      const amount = filed === undefined ? quoted(raw) : grouped(filed);
      return unknown(`${judgment.message}, but BIPD on file ${amount}`);
    },
  }),
  rule("policies.cargo", "cargo", ["insurance", "carrier"], {
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
    needsOneOf: ["allow", "deny"],
    judge: (lists) => {
      const judge = judgeBy(lists, { read: companyName, areNames: true });
      return (about) => {
        const current = inForceOn(about.today, filingsIn(about));
        if (current.length === 0) return unknown("no policy in force");
        observeFilings(about.facts, current);
        const insurerOf = ({ insurer }: Filing) =>
          companyName(insurer).value ?? "not stated";
        return every(current, insurerOf, ({ insurer, termDoubt }) => {
          const { value, why } = companyName(insurer);
          if (value === undefined)
            return unknown(
              why ? `insurer ${quoted(insurer)}: ${why}` : "insurer not stated",
            );
          const words = `insurer is ${quoted(value)}`;
          const judgment = judge(words, value, about.policyName);
          return judgment.outcome === "fail" && termDoubt
            ? unknown(`${words}: ${termDoubt}`)
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
        const primary = inForceOn(today, filingsIn(about), "bipd").filter(
          ({ isExcess }) => !isExcess,
        );
        observeFilings(facts, primary);
        const since = Math.min(
          ...primary.map(({ doubt, begins = today }) =>
            doubt ? Number.POSITIVE_INFINITY : begins,
          ),
        );
        const isCertain = since <= today;
        facts.observe("cover.bipd.since", isCertain ? dayText(since) : null);
        const isOlder = ({ begins = -Infinity }: Filing) =>
          !isCertain || today - begins >= min_days;
        const doubtful = primary.find(
          (filing) => filing.doubt && isOlder(filing),
        );
        if (doubtful && today - since < min_days)
          return unknown(`policy since not certain: ${doubtful.doubt}`);
        if (!isCertain) return unknown("no BIPD policy in force");
        const age = counted(today - since, "day");
        const words = `policy since ${dayText(since)}, ${age}`;
        return atLeast(today - since, min_days, words);
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
        const filings = filingsIn(about);
        return every(["bipd", "cargo"] as const, String, (kind) =>
          judgeEnding(about, filings, kind, within_days),
        );
      },
  }),
];
