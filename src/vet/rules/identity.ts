/** Whether all records, the caller and an earlier run speak of one company. */

import type { AnswerName } from "../../answer.ts";
import { type ClaimField, claimFields } from "../../list/input.ts";
import { compareClaim } from "../claims.ts";
import { field, isNotStated, quoted, recordIn, unknown } from "../facts.ts";

import { areAlike, companyName, compareNames } from "../names.ts";
import { changesBetween, profileFields } from "../profile.ts";
import {
  type Case,
  every,
  fail,
  type Judgment,
  pass,
  rule,
  skip,
} from "../rule.ts";

const carrierName = field("carrier", "legal_name", "name", companyName);
/** A name beyond the interface: one that cannot be read says nothing. */
const tradeName = field("carrier", "dba_name", "trade name", (value) => ({
  value: companyName(value).value ?? "",
}));
const otherNames = [
  field("insurance", "legal_name", "name in insurance", companyName),
  field("safety", "legal_name", "name in safety", companyName),
];

const labelOf = (name: ClaimField) =>
  name === "mc_number" ? "MC number" : name;

function judgeClaim(
  { answers, place, claims, facts }: Case,
  name: ClaimField,
  claimed: string,
): Judgment {
  const { outcome, recorded } = compareClaim(
    name,
    claimed,
    recordIn(answers, "carrier") ?? {},
  );
  for (const value of [claimed, ...recorded])
    facts.observe(`claims.${name}`, value);
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

export const claimsRule = rule("claims", "claims", ["carrier"], {
  summary:
    "What somebody says about the carrier agrees with its record. Unknown where that does not state it.",
  parameters: ({ several, choice }) => ({
    fields: several(
      choice(claimFields, ""),
      "what to compare (default all)",
    ).optional(),
  }),
  judge:
    ({ fields = claimFields }) =>
    (about) => {
      const all = claimFields.flatMap((name) =>
        (about.claims?.[name] ?? []).map((claim) => ({ name, claim })),
      );
      const claimed = all.filter(({ claim }) => !isNotStated(claim));
      if (claimed.length === 0) return skip("nothing is claimed");
      const judge = ({ name, claim }: (typeof claimed)[number]) =>
        // Whoever claims it must not think that it agrees.
        fields.includes(name)
          ? judgeClaim(about, name, claim)
          : pass(
              `${labelOf(name)} not compared: your vetting rules leave it out`,
            );
      return every(claimed, judge, ({ name }) => name);
    },
});

const said = (value: string | null) =>
  value === null ? "not stated" : quoted(value);
const inWords = (name: string) => name.replaceAll("_", " ");
const recordsOf = ({
  fields,
}: {
  fields: readonly string[];
}): readonly AnswerName[] =>
  fields.includes("insurance") ? ["carrier", "insurance"] : ["carrier"];

export const identityRules = [
  claimsRule,
  rule("records.name", "name", ["carrier", "insurance", "safety"], {
    summary:
      "The carrier, insurance and safety records are about one company, as far as they exist: ignoring case, punctuation, INC, LLC, CO... and AND for &. Unknown where the names have a word in common.",
    parameters: () => ({}),
    judge:
      () =>
      ({ facts }) => {
        const own = facts.get(carrierName);
        const names = [own, facts.maybe(tradeName) || own];
        return every(otherNames, (other) => {
          const name = facts.maybe(other);
          if (name === undefined) return pass(`the name is ${quoted(own)}`);
          const words = `${quoted(own)} and, in ${other.record}, ${quoted(name)}`;
          const agreements = names.map((one) => compareNames(one, name));
          if (agreements.includes("agrees"))
            return pass(`the name is ${quoted(own)}`);
          if (
            agreements.includes("unclear") ||
            names.some((one) => areAlike(one, name))
          )
            return unknown(`perhaps one name: ${words}`);
          return fail(`names differ: ${words}`);
        });
      },
  }),
  rule("unchanged", "unchanged", recordsOf, {
    summary:
      "The carrier is as it was in the earlier run (--history): a changed identity is a sign of theft, changed insurance of a new owner. A new carrier is skipped. Unknown where that run, or this one, lacks a record or states nothing.",
    parameters: ({ several, choice }) => ({
      fields: several(
        choice(["identity", "authority", "insurance"], ""),
        "what must stay",
      ),
    }),
    judge:
      ({ fields }) =>
      ({ before, profile, facts }) => {
        if (before?.kind === "new") return skip("not in the earlier run");
        if (before?.kind !== "known" || profile === undefined)
          return unknown(
            "nothing to compare with: the earlier run did not reach it",
          );
        const all = changesBetween(before.profile, profile);
        const changes = all.filter(({ group }) =>
          fields.some((one) => one === group),
        );
        if (changes.length > 0)
          return every(changes, ({ field: name, was, is }) => {
            facts.observe(name, is);
            const words = `${inWords(name)} was ${said(was)}, is ${said(is)}`;
            return was === null || is === null ? unknown(words) : fail(words);
          });
        const missing = fields
          .flatMap(profileFields)
          .find(
            (name) =>
              before.profile[name] === undefined || profile[name] === undefined,
          );
        if (missing !== undefined)
          return unknown(`${inWords(missing)}: not recorded in both runs`);
        return pass(`${fields.join(", ")}: as before`);
      },
  }),
];
