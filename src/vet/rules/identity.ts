/** Whether all records, the caller and an earlier run speak of one company. */
import { type ClaimField, claimFields } from "../../input/input.ts";
import { compareClaim } from "../claims.ts";
import { field, isNotStated, quoted, recordIn, unknown } from "../facts.ts";
import type { VetRecord } from "../model.ts";
import { companyName, compareNames } from "../names.ts";
import { optional, someOf } from "../parameters.ts";
import { changesBetween, profileFields } from "../profile.ts";
import {
  every,
  fail,
  type Judgment,
  pass,
  rule,
  type Subject,
  skip,
} from "../rule.ts";

const carrierName = field("carrier", "legal_name", "name", companyName);
const otherNames = [
  field("insurance", "legal_name", "name in insurance", companyName),
  field("safety", "legal_name", "name in safety", companyName),
];

export const claimsRule = rule("claims", "claims", ["carrier"], {
  summary:
    "What somebody says about the carrier agrees with its record. Unknown where that does not state it.",
  parameters: {
    fields: optional(
      someOf(
        claimFields,
        `what to compare: ${claimFields.join(", ")} (default all)`,
      ),
    ),
  },
  judge(subject, { fields = claimFields }) {
    const all = claimFields.flatMap((name) =>
      (subject.claims?.[name] ?? []).map((text) => ({ name, text })),
    );
    const claimed = all.filter(({ text }) => !isNotStated(text));
    if (claimed.length === 0) return skip("nothing is claimed");
    return every(claimed, ({ name, text }) => {
      // Whoever claims it must not think that it agrees.
      if (!fields.includes(name))
        return pass(
          `${labelOf(name)} not compared: your vetting rules leave it out`,
        );
      return judgeClaim(subject, name, text);
    });
  },
});

const labelOf = (name: ClaimField) =>
  name === "mc_number" ? "MC number" : name;

function judgeClaim(
  { answers, place, claims, observe }: Subject,
  name: ClaimField,
  claimed: string,
): Judgment {
  const { outcome, recorded } = compareClaim(
    name,
    claimed,
    recordIn(answers, "carrier") ?? {},
  );
  for (const value of [claimed, ...recorded]) observe(`claims.${name}`, value);
  const label = labelOf(name);
  const list =
    (claims?.[name]?.length ?? 0) > 1 ? "a row of the list" : "the list";
  const words = `${label}: ${place === null ? "the claim" : list} says ${quoted(claimed)}`;
  if (outcome === "not-stated")
    return unknown(`${words}, the record does not state it`);
  const both = `${words}, the record ${recorded.map(quoted).join(" and ")}`;
  if (outcome === "unclear") return unknown(`${both}: not certainly the same`);
  return outcome === "agrees" ? pass(`${label} as claimed`) : fail(both);
}

const recordsOf = ({
  fields,
}: {
  fields: readonly string[];
}): readonly VetRecord[] =>
  fields.includes("insurance") ? ["carrier", "insurance"] : ["carrier"];
const said = (value: string | null) =>
  value === null ? "not stated" : quoted(value);

export const identityRules = [
  claimsRule,
  rule("records.name", "name", ["carrier", "insurance", "safety"], {
    summary:
      "The carrier, insurance and safety records are about one company, as far as they exist: ignoring case, punctuation, INC, LLC, CO... and AND for &. Unknown where one name begins the other.",
    parameters: {},
    judge(subject) {
      const own = subject.get(carrierName);
      return every(otherNames, (other) => {
        const name = subject.maybe(other) ?? own;
        const words = `${quoted(own)} and, in ${other.record}, ${quoted(name)}`;
        const agreement = compareNames(own, name);
        if (agreement === "unclear")
          return unknown(`perhaps one name: ${words}`);
        if (agreement === "contradicts") return fail(`names differ: ${words}`);
        return pass(`the name in all records is ${quoted(own)}`);
      });
    },
  }),
  rule("unchanged", "unchanged", recordsOf, {
    summary:
      "The carrier is as it was in the earlier run (--since, --history): a changed identity is a sign of theft, changed insurance of a new owner. A new carrier is skipped. Unknown where that run, or this one, lacks a record.",
    parameters: {
      fields: someOf(
        ["identity", "authority", "insurance"],
        "what must stay: identity, authority, insurance",
      ),
    },
    judge({ compared, profile, observe }, { fields }) {
      if (compared === null) return skip("not in the earlier run");
      if (compared === undefined || profile === undefined)
        return unknown(
          "nothing to compare with: the earlier run did not reach it",
        );
      const before = compared.profile;
      const changes = changesBetween(before, profile).filter(({ group }) =>
        fields.some((one) => one === group),
      );
      const words = changes.map(({ field: name, was, is }) => {
        observe(name, is);
        return `${name.replaceAll("_", " ")} was ${said(was)}, is ${said(is)}`;
      });
      if (words.length > 0) return fail(words.slice(0, 10).join("; "));
      const names = fields.flatMap(profileFields);
      const missing = names.find(
        (name) => before[name] === undefined || profile[name] === undefined,
      );
      if (missing !== undefined)
        return unknown(
          `${missing.replaceAll("_", " ")}: not recorded in both runs`,
        );
      return pass(`${fields.join(", ")}: as before`);
    },
  }),
];
