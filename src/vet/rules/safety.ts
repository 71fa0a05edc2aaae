/** The safety rating. */
import type { Judgment } from "../model.ts";
import { type ComparableText, quoted, readText, valueAt } from "../values.ts";
import { combined, type Field, fail, fieldOf, nameOf, observedOf, pass, unknown, unknownField } from "./judgment.ts";
import { type AllowAndDeny, allowAndDeny, allowAndDenyLists, matchLists, oneOf, optional } from "./parameters.ts";
import { defineRule } from "./rule.ts";

const unratedChoices = ["allow", "deny", "unknown"] as const;

export const safetyRating = defineRule({
  name: "safety.rating",
  summary:
    "The safety rating is one that you allow. Reads the carrier record, and the safety record if another rule asks for it.",
  parameters: {
    ...allowAndDenyLists("the ratings to accept", "the ratings to refuse"),
    unrated: optional(
      oneOf(unratedChoices, "how to treat unrated carriers, as most are: allow, deny or unknown (default unknown)"),
    ),
  },
  needs: ["carrier"],
  reads: ["safety"],
  outcomes: {
    passes: "the rating is in allow; unrated, with unrated: allow",
    fails: "any record's rating is in deny; unrated, with unrated: deny",
    unknown:
      "a rating in neither list, such as Conditional: a person decides, by a waiver; no safety data, or something else in its place",
  },
  crossCheck: allowAndDeny,
  check(records, { allow = [], deny = [], unrated = "unknown" }) {
    const inCarrier = fieldOf(records, "carrier", "safety.rating", readText);
    const rated = [inCarrier, fieldOf(records, "safety", "rating", readText)].filter(
      ({ state }) => state !== "not stated",
    );
    if (rated.length > 0) return combined(rated.map((field) => judgeRating(field, { allow, deny })));
    const safety = valueAt(records.carrier, "safety");
    if (safety === undefined || safety === null) return unknown(`${nameOf("safety")} not stated`, {}, "not-stated");
    return judgeUnrated(unrated, observedOf(inCarrier));
  },
});

/** A rating in neither list is unknown, even where there is only one list. */
function judgeRating(field: Field<ComparableText>, lists: AllowAndDeny): Judgment {
  if (field.value === undefined) return unknownField(field);
  const rating = `rated ${quoted(field.value.raw)}`;
  const match = matchLists(field.value, lists);
  if (match === "allowed") return pass(rating, observedOf(field));
  if (match === "denied") return fail(`${rating}: your vetting rules deny it`, observedOf(field));
  return unknown(`${rating}: your vetting rules don't decide it`, observedOf(field));
}

function judgeUnrated(unrated: (typeof unratedChoices)[number], observed: Judgment["observed"]): Judgment {
  if (unrated === "allow") return pass("unrated", observed);
  return unrated === "deny"
    ? fail("unrated: your vetting rules deny it", observed)
    : unknown("unrated: your vetting rules don't decide it", observed);
}
