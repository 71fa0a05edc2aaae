/** Safety: the rating, roadside inspections, and crashes in proportion to the fleet. */

import { counted, grouped } from "../../text/digits.ts";
import { quoted } from "../../text/json.ts";
import { type Field, field } from "../record/facts.ts";
import { readNumber, readRating } from "../record/readers.ts";
import {
  type InspectionGroup,
  inspectionField,
  inspectionGroups,
  isAbove,
  isAverage,
  isShare,
  margin,
} from "../record/safety.ts";
import { plausibleUnits } from "./company.ts";
import {
  atLeast,
  atMost,
  type CarrierToJudge,
  fail,
  type Judgment,
  judgeEach,
  pass,
  unknown,
  unknownIfThrown,
} from "./judgment.ts";
import { type Rule, rule } from "./rule.ts";
import { allowAndDeny, judgeByLists, neither } from "./text-list.ts";

/**
 * A fact that several records may state is judged in each that does, so that
 * the worse decides.
 */
function inEach<T>(
  { facts }: CarrierToJudge,
  fields: readonly Field<T>[],
  judge: (value: T) => Judgment,
): Judgment {
  const stated = fields.filter((field) => facts.states(field));
  return judgeEach(
    stated.length > 0 ? stated : fields.slice(0, 1),
    ({ record }) => record,
    (field) => judge(facts.get(field)),
  );
}

const ratingFields = [
  field("carrier.safety.rating", "safety rating", readRating),
  field("safety.rating", "safety rating", readRating),
];

/** Judges a carrier of which no record states a rating. */
function judgeUnrated(
  { facts, answers, policyName }: CarrierToJudge,
  unrated: string | undefined,
): Judgment {
  facts.cite("safety.rating", null);
  if (unrated === "allow") return pass("unrated");
  // A record without an answer may state one.
  return unrated === "deny" && answers.safety?.state !== "unanswered"
    ? fail("unrated", `, which ${policyName} denies`, "not stated")
    : unknown("unrated", neither(policyName), "not stated");
}

function judgeRate(
  { facts }: CarrierToJudge,
  group: InspectionGroup,
  total: number,
  times: number,
): Judgment {
  const rate = facts.get(inspectionField(group, "oos_rate"));
  const oos =
    facts.maybe(inspectionField(group, "oos")) ?? (rate * total) / 100;
  const isRight = isShare(rate, oos, total);
  // Whatever the average is.
  if (rate === 0 && isRight) return pass(`${group} 0`);
  const national = facts.get(inspectionField(group, "national_avg"));
  const words = `${group} ${grouped(rate)}`;
  const average = `, national ${grouped(national)}`;
  if (!isAverage(national))
    return unknown(`${words}${average}: not an average in percent`);
  const isTooHigh = (share: number) => isAbove(share, national, times);
  // A rate that is not the share of the counts matters where it decides.
  if (!isRight && isTooHigh(rate) !== isTooHigh((100 * oos) / total))
    return unknown(
      `${words} is not the share of ${grouped(oos)} in ${grouped(total)} in percent`,
    );
  return isTooHigh(rate)
    ? fail(words, `${average}: above ${grouped(times)} times`, words)
    : pass(words, `${average}: at most ${grouped(times)} times`);
}

/** At most `allow`, or at most so many per power unit where these decide. */
function crashesRule(
  name: string,
  noun: string,
  description: string,
  ...fields: readonly Field<number>[]
): Rule {
  const plural = `${noun}es`;
  return rule(name, plural, ["carrier", "safety"], {
    description,
    movesByItself: true,
    parameters: ({ whole, decimal }) => ({
      per_power_unit: decimal("maximum crashes per power unit").optional(),
      allow: whole(
        "up to this many are accepted whatever the rate (default 0)",
        0,
      ).optional(),
    }),
    needsOneOf: ["per_power_unit", "allow"],
    judgeWith:
      ({ per_power_unit: rate, allow = 0 }) =>
      (carrier) =>
        inEach(carrier, fields, (count) => {
          const crashes = counted(count, noun, plural);
          if (rate === undefined || count <= allow)
            return atMost(count, allow, crashes);
          const judged = unknownIfThrown(() => {
            const units = plausibleUnits(carrier);
            const fleet = ` for ${counted(units, "power unit")}`;
            const most = `${grouped(rate)} per unit`;
            return count <= rate * units + margin
              ? pass(crashes, `${fleet}: at most ${most}`)
              : fail(crashes, `${fleet}: above ${most}`, grouped(count));
          });
          // The crashes are said, too, where nobody can tell what they come to.
          return judged.outcome === "unknown"
            ? { ...judged, message: `${crashes}, but ${judged.message}` }
            : judged;
        }),
  });
}

export const safetyRules = [
  rule("safety.rating", "rating", ["carrier", "safety"], {
    description:
      "The safety rating is one that you allow, in each record that states one. In neither list: unknown.",
    parameters(types) {
      const { allow, deny } = allowAndDeny(types, { read: readRating });
      const unrated = types.choice(
        ["allow", "deny", "unknown"],
        "unrated carriers (default unknown)",
      );
      return {
        allow: allow.unwrap(),
        deny: deny.unwrap(),
        unrated: unrated.optional(),
      };
    },
    judgeWith({ unrated, ...lists }) {
      const judge = judgeByLists(lists, { read: readRating });
      return (carrier) =>
        ratingFields.some((field) => carrier.facts.states(field))
          ? inEach(carrier, ratingFields, (text) => {
              const shown = quoted(text);
              return judge(carrier, text, `rated ${shown}`, shown);
            })
          : judgeUnrated(carrier, unrated);
    },
  }),
  rule("inspections.total", "inspections", ["safety"], {
    description:
      "The fleet has been inspected often enough to say something about it. All groups count together.",
    movesByItself: true,
    parameters: ({ whole }) => ({
      min: whole("minimum number of inspections"),
    }),
    judgeWith:
      ({ min }) =>
      ({ facts }) => {
        const totals = inspectionGroups.map((group) =>
          inspectionField(group, "total"),
        );
        const total = totals.reduce(
          (sum, field) => sum + (facts.maybe(field) ?? 0),
          0,
        );
        // One that is not stated could only add to it: reading it throws.
        if (total < min) for (const field of totals) facts.get(field);
        return atLeast(total, min, counted(total, "inspection"));
      },
  }),
  rule("inspections.oos_rate", "inspections", ["safety"], {
    description:
      "The out-of-service rates, in percent, are not far above the national averages in the same answer.",
    movesByItself: true,
    parameters: ({ several, choice, decimal, whole }) => ({
      groups: several(choice(inspectionGroups), "which inspections to judge"),
      max_times_national: decimal(
        "maximum rate, as a multiple of the national average",
      ).max(10, "must be at most 10: 1.5 is half above the national average"),
      min_inspections: whole(
        "the fewest inspections of a group by which its rate is judged (default 1)",
      ).optional(),
      fewer: choice(
        ["allow", "unknown"],
        "fewer inspections (default unknown)",
      ).optional(),
    }),
    judgeWith:
      ({ groups, max_times_national, min_inspections = 1, fewer }) =>
      (carrier) => {
        const { facts } = carrier;
        const judgeGroup = (group: InspectionGroup) => {
          const total = facts.get(inspectionField(group, "total"));
          const oos = facts.maybe(inspectionField(group, "oos")) ?? 0;
          const words = `${group} ${counted(total, "inspection")}`;
          if (oos > total)
            return unknown(`${words}, but ${grouped(oos)} out of service`);
          if (total >= min_inspections)
            return judgeRate(carrier, group, total, max_times_national);
          const tooFew = `${words}: fewer than ${grouped(min_inspections)}`;
          return fewer === "allow" ? pass(tooFew) : unknown(tooFew);
        };
        return judgeEach(groups, String, judgeGroup, "out-of-service rate: ");
      },
  }),
  crashesRule(
    "crashes.total",
    "crash",
    "There are not too many crashes for the fleet, in every record that states them.",
    field("carrier.safety.total_crashes", "crashes", readNumber),
    field("safety.crashes.total", "crashes", readNumber),
  ),
  crashesRule(
    "crashes.fatal",
    "fatal crash",
    "The safety record does not show too many fatal crashes for the fleet.",
    field("safety.crashes.fatal", "fatal crashes", readNumber),
  ),
];
