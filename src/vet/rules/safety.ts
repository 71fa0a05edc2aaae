/** Safety: the rating, roadside inspections, and crashes and violations in proportion to the fleet and the inspections. */
import { counted, grouped } from "../../text/digits.ts";
import {
  basics,
  type Field,
  field,
  inspectionGroups,
  number,
  quoted,
  recordIn,
  text,
  unknown,
} from "../facts.ts";
import {
  decimal,
  mapping,
  oneOf,
  oneOfBoth,
  optional,
  someOf,
  type Values,
  wholeNumber,
} from "../parameters.ts";
import {
  atLeast,
  atMost,
  every,
  fail,
  type Judgment,
  pass,
  rule,
  type Subject,
} from "../rule.ts";
import { allowAndDeny, judgeListed } from "../text-list.ts";
import { plausibleFleet } from "./company.ts";

/** A fact that several records may state is judged in each that does, so that the worse decides. */
function inEach<T>(
  subject: Subject,
  fields: readonly Field<T>[],
  judge: (value: T) => Judgment,
): Judgment {
  const stated = fields.filter((one) => subject.states(one));
  return every(stated.length > 0 ? stated : fields.slice(0, 1), (one) =>
    judge(subject.get(one)),
  );
}

const ratings = [
  field("carrier", "safety.rating", "safety rating", text),
  field("safety", "rating", "safety rating", text),
];

type Group = (typeof inspectionGroups)[number];

const inspected = (group: Group, name: string, words: string) =>
  field("safety", `inspections.${group}.${name}`, `${group} ${words}`, number);
const totalOf = (group: Group) => inspected(group, "total", "inspections");
const oosOf = (group: Group) =>
  inspected(group, "oos", "inspections out of service");

function judgeRate(
  { get }: Subject,
  group: Group,
  total: number,
  times: number,
): Judgment {
  const [oos, rate] = [
    get(oosOf(group)),
    get(inspected(group, "oos_rate", "rate")),
  ];
  // Services round rates to one decimal or to none.
  if (Math.abs(rate - (100 * oos) / total) > 0.5 + 1e-9)
    return unknown(
      `${group} ${grouped(rate)} is not the share of ${grouped(oos)} in ${grouped(total)} in percent`,
    );
  // Whatever the average is.
  if (rate === 0) return pass(`${group} 0`);
  const national = get(inspected(group, "national_avg", "national average"));
  const words = `${group} ${grouped(rate)}, national ${grouped(national)}`;
  if (national < 0.5 || national > 100)
    return unknown(`${words}: not an average in percent`);
  return atMost(rate, times * national, words, `${grouped(times)} times`);
}

function judgeTotal(
  subject: Subject,
  total: number,
  min: number,
  perUnit: number | undefined,
): Judgment {
  const words = counted(total, "inspection");
  if (total >= min || perUnit === undefined) return atLeast(total, min, words);
  const [units, fleet] = plausibleFleet(subject);
  if (units === 0) return unknown("0 power units");
  return atLeast(
    total,
    perUnit * units,
    `${words} ${fleet}`,
    `${grouped(perUnit)} per unit`,
  );
}

/** At most `allow`, or at most so many per unit. `unitsOf` gives their number, and words for it, and is asked only where they decide. */
function atMostPer(
  [count, words]: readonly [number, string],
  allow: number | undefined,
  rate: number | undefined,
  unit: string,
  unitsOf: () => readonly [units: number, words: string],
): Judgment {
  if (rate === undefined || count <= (allow ?? 0))
    return atMost(count, allow ?? 0, words);
  const [units, found] = unitsOf();
  return atMost(
    count,
    rate * units,
    `${words} ${found}`,
    `${grouped(rate)} per ${unit}`,
  );
}

const allow = optional(
  wholeNumber("up to this many are accepted whatever the rate (default 0)", 0),
);
const crashBounds = {
  per_power_unit: optional(decimal("maximum crashes per power unit")),
  allow,
};

function judgeCrashes(noun: string, ...fields: readonly Field<number>[]) {
  return (
    subject: Subject,
    { per_power_unit, allow }: Values<typeof crashBounds>,
  ) =>
    inEach(subject, fields, (count) => {
      const found = [count, counted(count, noun, `${noun}es`)] as const;
      return atMostPer(found, allow, per_power_unit, "unit", () =>
        plausibleFleet(subject),
      );
    });
}

type Basic = keyof typeof basics;
const basicNames = Object.keys(basics) as Basic[];
const perBasic = basicNames.map(
  (name) => [name, optional(decimal("violations per inspection"))] as const,
);

export const safetyRules = [
  rule("safety.rating", "rating", ["carrier"], {
    summary:
      "The safety rating is one that you allow, in each record that states one. In neither list: unknown.",
    reads: ["safety"],
    parameters: {
      ...allowAndDeny({ read: text }),
      unrated: optional(
        oneOf(
          ["allow", "deny", "unknown"],
          "how to treat unrated carriers (default unknown)",
        ),
      ),
    },
    problemOf: ({ allow, deny }) =>
      allow && deny ? undefined : "needs both allow and deny",
    judge(subject, { unrated, ...lists }) {
      if (ratings.some((one) => subject.states(one)))
        return inEach(subject, ratings, (rating) =>
          judgeListed(`rated ${quoted(rating)}`, rating, lists, true),
        );
      // A carrier record without any safety data doesn't say that it is unrated; a safety record without a rating does.
      if (recordIn(subject.answers, "safety") === undefined)
        subject.get(
          field("carrier", "safety", "safety data", (value) =>
            value ? { value } : {},
          ),
        );
      subject.observe("safety.rating", null);
      if (unrated === "allow") return pass("unrated");
      // A record without an answer may state a rating.
      if (unrated === "deny" && subject.answers.safety?.state !== "unanswered")
        return fail("unrated: your vetting rules deny it");
      return unknown("unrated: your vetting rules don't decide it");
    },
  }),
  rule("inspections.total", "inspections", ["safety", "carrier"], {
    summary:
      "The fleet has been inspected often enough to say something about it. All groups count together.",
    parameters: {
      min: optional(wholeNumber("minimum number of inspections")),
      per_power_unit: optional(
        decimal("minimum number of inspections per power unit"),
      ),
    },
    problemOf: oneOfBoth("min", "per_power_unit"),
    judge(subject, { min = Number.POSITIVE_INFINITY, per_power_unit }) {
      const total = inspectionGroups.reduce(
        (sum, group) => sum + (subject.maybe(totalOf(group)) ?? 0),
        0,
      );
      const judgment = judgeTotal(subject, total, min, per_power_unit);
      // What is not stated can only add to it.
      if (judgment.outcome === "fail")
        for (const group of inspectionGroups) subject.get(totalOf(group));
      return judgment;
    },
  }),
  rule("inspections.oos_rate", "inspections", ["safety"], {
    summary:
      "The out-of-service rates, in percent, are not far above the national averages in the same answer.",
    parameters: {
      groups: someOf(inspectionGroups, "which inspections to judge"),
      max_times_national: decimal(
        "maximum rate, as a multiple of the national average",
      ),
      min_inspections: optional(
        wholeNumber(
          "with fewer inspections of a group, its rate says little (default 1)",
        ),
      ),
      fewer: optional(
        oneOf(
          ["allow", "unknown"],
          "how to treat fewer inspections (default unknown)",
        ),
      ),
    },
    judge(subject, { groups, max_times_national, min_inspections = 1, fewer }) {
      const { outcome, message } = every(groups, (group) => {
        const [total, oos] = [
          subject.get(totalOf(group)),
          subject.maybe(oosOf(group)) ?? 0,
        ];
        const words = `${group} ${counted(total, "inspection")}`;
        if (oos > total)
          return unknown(`${words}, but ${grouped(oos)} out of service`);
        if (total >= min_inspections)
          return judgeRate(subject, group, total, max_times_national);
        const tooFew = `${words}: fewer than ${grouped(min_inspections)}`;
        return fewer === "allow" ? pass(tooFew) : unknown(tooFew);
      });
      return { outcome, message: `out-of-service rate: ${message}` };
    },
  }),
  rule("crashes.total", "crashes", ["carrier"], {
    summary:
      "There are not too many crashes for the fleet, in every record that states them.",
    reads: ["safety"],
    parameters: crashBounds,
    problemOf: oneOfBoth("per_power_unit", "allow"),
    judge: judgeCrashes(
      "crash",
      field("carrier", "safety.total_crashes", "crashes", number),
      field("safety", "crashes.total", "crashes", number),
    ),
  }),
  rule("crashes.fatal", "fatal crashes", ["carrier", "safety"], {
    summary:
      "The safety record does not show too many fatal crashes for the fleet.",
    parameters: crashBounds,
    problemOf: oneOfBoth("per_power_unit", "allow"),
    judge: judgeCrashes(
      "fatal crash",
      field("safety", "crashes.fatal", "fatal crashes", number),
    ),
  }),
  rule("violations", "violations", ["safety"], {
    summary:
      "There are not too many violations for the inspections. Without per_inspection, every BASIC is judged.",
    parameters: {
      per_inspection: optional(
        mapping(
          "BASIC",
          Object.fromEntries(perBasic),
          "maximum per vehicle (vehicle_maint) or driver inspection (others)",
        ),
      ),
      allow,
    },
    problemOf: oneOfBoth("per_inspection", "allow"),
    judge({ get }, { per_inspection, allow }) {
      const judged = basicNames.filter(
        (name) =>
          per_inspection === undefined || per_inspection[name] !== undefined,
      );
      return every(judged, (basic) => {
        const [name, group] = basics[basic];
        const count = get(
          field("safety", `violations.${basic}`, `${name} violations`, number),
        );
        const found = [
          count,
          `${name} ${counted(count, "violation")}`,
        ] as const;
        return atMostPer(
          found,
          allow,
          per_inspection?.[basic],
          "inspection",
          () => {
            const total = get(totalOf(group));
            return [total, `in ${counted(total, `${group} inspection`)}`];
          },
        );
      });
    },
  }),
];
