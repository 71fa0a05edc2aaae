/** Whether all records, and an earlier run, speak of one company. */

import type { AnswerName } from "../../answer.ts";
import { quoted } from "../../text/json.ts";
import { compareNames, lightest } from "../compare/agreement.ts";
import {
  changeSentence,
  changesBetween,
  fieldText,
  isCertain,
} from "../compare/changes.ts";
import { groups } from "../compare/profile.ts";
import { type Field, field } from "../record/facts.ts";
import { readCompanyName, shareWord } from "../record/names.ts";
import type { CarrierToJudge, Judgment } from "./judgment.ts";
import { fail, judgeEach, pass, rule, skip, unknown } from "./rule.ts";

const legalNameField = field("carrier.legal_name", "name", readCompanyName);
const tradeName = field("carrier.dba_name", "trade name", readCompanyName);
const otherNames = [
  field("insurance.legal_name", "name in insurance", readCompanyName),
  field("safety.legal_name", "name in safety", readCompanyName),
];

const recordsCompared = ({
  fields,
}: {
  fields: readonly string[];
}): readonly AnswerName[] =>
  fields.includes("insurance") ? ["carrier", "insurance"] : ["carrier"];

/** Judges the name in a record by those of the carrier record. */
function judgeName(
  { facts }: CarrierToJudge,
  legalName: string,
  field: Field<string>,
): Judgment {
  const name = facts.maybe(field);
  const same = pass(`the name is ${quoted(legalName)}`);
  if (name === undefined || compareNames(legalName, name) === "agrees")
    return same;
  const names = [legalName, facts.maybe(tradeName) ?? legalName];
  const words = `${quoted(legalName)} and, in ${field.record}, ${quoted(name)}`;
  const agreement = lightest(names.map((each) => compareNames(each, name)));
  if (agreement === "agrees") return same;
  if (agreement === "unclear" || names.some((each) => shareWord(each, name)))
    return unknown(`perhaps one name: ${words}`);
  return fail(`names differ: ${words}`);
}

export const unchangedRule = rule("unchanged", "unchanged", recordsCompared, {
  description:
    "The carrier is as it was in the earlier run (--history): a changed identity is a sign of theft, changed insurance of a new owner. A new carrier is skipped. Unknown where either run lacks a record, states nothing or is not certain.",
  parameters: ({ several, choice }) => ({
    fields: several(
      choice(["identity", "authority", "insurance"], ""),
      "what must stay",
    ),
  }),
  judge:
    ({ fields }) =>
    ({ before, profile, facts }) => {
      if (before?.kind === "new") return skip("new: nothing to compare with");
      if (before?.kind !== "known" || profile === undefined)
        return unknown("there was no earlier run to compare with");
      const changes = changesBetween(before.profile, profile).filter(
        ({ group }) => fields.some((name) => name === group),
      );
      if (changes.length > 0)
        return judgeEach(
          changes,
          ({ field }) => field,
          (change) => {
            facts.cite(change.field, ...[change.is].flat());
            const words = changeSentence(change);
            // A change of which one side is not certain fails nothing.
            return isCertain(change) ? fail(words) : unknown(words);
          },
        );
      const notInBoth = fields
        .flatMap((group) => Object.keys(groups[group]))
        .find(
          (name) =>
            before.profile[name] === undefined || profile[name] === undefined,
        );
      if (notInBoth !== undefined)
        return unknown(`${fieldText(notInBoth)}: not recorded in both runs`);
      return pass(`${fields.join(", ")}: as before`);
    },
});

export const identityRules = [
  rule("records.name", "name", ["carrier", "insurance", "safety"], {
    description:
      "The carrier, insurance and safety records are about one company, as far as they exist: ignoring case, punctuation, INC, LLC, CO... and AND for &. Unknown where the names have a word in common.",
    judge: () => (carrier) => {
      const legalName = carrier.facts.get(legalNameField);
      return judgeEach(
        otherNames,
        ({ record }) => record,
        (field) => judgeName(carrier, legalName, field),
      );
    },
  }),
  unchangedRule,
];
