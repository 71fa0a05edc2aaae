/** Whether the records, an earlier run and what is claimed are about one carrier. */

import type { AnswerName } from "../../answer.ts";
import {
  type ClaimField,
  type ClaimsRow,
  claimFields,
  isCertificateField,
} from "../../list/input.ts";
import { quoted } from "../../text/json.ts";
import { excerpt } from "../../text/safe-text.ts";
import { insteadOfValue } from "../../text/sheet-errors.ts";
import { compareCertificate } from "../compare/certificate.ts";
import {
  changeSentence,
  changesBetween,
  fieldText,
  isCertain,
} from "../compare/changes.ts";
import { type Compared, compareClaim } from "../compare/claims.ts";
import { groups } from "../compare/profile.ts";
import { compareNames, lightest } from "../compare/values.ts";
import { type Field, field, recordIn } from "../record/facts.ts";
import { isCoverKind } from "../record/filings.ts";
import { readCompanyName, shareWord } from "../record/names.ts";
import { isNotStated } from "../record/readers.ts";
import { insuranceOf } from "./judge-cover.ts";
import {
  type CarrierToJudge,
  fail,
  type Judgment,
  judgeEach,
  pass,
  skip,
  unknown,
} from "./judgment.ts";
import { rule } from "./rule.ts";

const legalNameField = field("carrier.legal_name", "name", readCompanyName);
const tradeName = field("carrier.dba_name", "trade name", readCompanyName);
const otherNames = [
  field("insurance.legal_name", "name in insurance", readCompanyName),
  field("safety.legal_name", "name in safety", readCompanyName),
];

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

const namesRule = rule(
  "records.name",
  "name",
  ["carrier", "insurance", "safety"],
  {
    description:
      "The carrier, insurance and safety records are about one company, as far as they exist: ignoring case, punctuation, INC, LLC, CO... and AND for &. Unknown where the names have a word in common.",
    judgeWith: () => (carrier) => {
      const legalName = carrier.facts.get(legalNameField);
      return judgeEach(
        otherNames,
        ({ record }) => record,
        (field) => judgeName(carrier, legalName, field),
      );
    },
  },
);

const recordsCompared = (values: {
  fields: readonly string[];
}): AnswerName[] =>
  values.fields.includes("insurance") ? ["carrier", "insurance"] : ["carrier"];

export const unchangedRule = rule("unchanged", "unchanged", recordsCompared, {
  description:
    "The carrier is as it was in the earlier run (--history): a changed identity is a sign of theft, changed insurance of a new owner. A new carrier is skipped. Unknown where either run lacks a record, states nothing or is not certain.",
  parameters: ({ several, choice }) => ({
    fields: several(
      choice(["identity", "authority", "insurance"]),
      "what must stay",
    ),
  }),
  judgeWith:
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

/** Claims that set a minimum: an amount that insurance must cover, a day it must last to. */
const isBound = (field: ClaimField): boolean =>
  isCoverKind(field) || field.endsWith("expires");

interface Claim {
  field: ClaimField;
  claimed: string;
  /** The row that claims it. */
  row: ClaimsRow;
}

/** The claims of rows, field by field; of the record, each once. */
function claimsGiven({ claims: rows = [] }: CarrierToJudge): Claim[] {
  const stated = rows.map(statedIn);
  return claimFields.flatMap((field) => {
    const claims = stated.flatMap((row) => {
      const claimed = row[field];
      return claimed === undefined ? [] : { field, claimed, row };
    });
    if (isCertificateField(field)) return claims;
    const texts = claims.map(({ claimed }) => claimed);
    return claims.filter(({ claimed }, at) => texts.indexOf(claimed) === at);
  });
}

const statedIn = (row: ClaimsRow): ClaimsRow =>
  Object.fromEntries(
    Object.entries(row).filter(([, text]) => !isNotStated(text)),
  );

function compare(
  carrier: CarrierToJudge,
  { field, claimed, row }: Claim,
): Compared {
  return isCertificateField(field)
    ? compareCertificate(field, row, insuranceOf(carrier))
    : compareClaim(field, claimed, recordIn(carrier.answers, "carrier") ?? {});
}

function judgeClaim(
  carrier: CarrierToJudge,
  claim: Claim,
  fields: readonly ClaimField[],
): Judgment {
  const { field, claimed } = claim;
  const label = fieldText(field);
  const unreadable = insteadOfValue(claimed);
  if (unreadable)
    return unknown(
      `${label}: ${claimant(carrier, claim)} has ${unreadable}, ${excerpt(claimed)}`,
    );
  if (!fields.includes(field)) {
    carrier.facts.cite(`claims.${field}`, claimed);
    return unknown(
      `${label} not compared: ${carrier.policyName} leaves it out`,
    );
  }
  const { agreement, stated, words } = compare(carrier, claim);
  carrier.facts.cite(`claims.${field}`, claimed, ...stated);
  const agreed = isBound(field) ? `${quoted(claimed)}, ${words}` : "as claimed";
  if (agreement === "agrees") return pass(`${label} ${agreed}`);
  const message = `${label}: ${claimant(carrier, claim)} says ${quoted(claimed)}, ${words}`;
  return agreement === "contradicts" ? fail(message) : unknown(message);
}

/** Who claims it: of several rows, which one. */
function claimant(
  { place, claims = [] }: CarrierToJudge,
  { row }: Claim,
): string {
  if ((row.place ?? place) === undefined) return "the claim";
  if (claims.length === 1 || row.place === undefined) return "the list";
  return `${row.place.source}:${row.place.line}`;
}

/**
 * What agrees beside what does not: `; agrees: name, expires (the BIPD filing
 * states no end)`.
 */
function alsoAgreeing(
  { outcome, parts = [] }: Judgment,
  carrier: CarrierToJudge,
  claims: readonly Claim[],
): string {
  if (outcome === "pass") return "";
  const doubted = parts.flatMap((part) =>
    part.outcome === "pass" ? [] : part.about,
  );
  const labels = claimFields.flatMap((field) => {
    const claim = claims.find((each) => each.field === field);
    if (claim === undefined || doubted.includes(field)) return [];
    const words = isBound(field) ? ` (${compare(carrier, claim).words})` : "";
    return fieldText(field) + words;
  });
  return labels.length > 0 ? `; agrees: ${labels.join(", ")}` : "";
}

export const claimsRule = rule("claims", "claims", ["carrier"], {
  description:
    "What somebody says about the carrier agrees with its record, and what a certificate of insurance says with the filings. Unknown where these do not state it.",
  parameters: ({ several, choice }) => ({
    fields: several(
      choice(claimFields),
      "what to compare (default all)",
    ).optional(),
  }),
  judgeWith:
    ({ fields = claimFields }) =>
    (carrier) => {
      const claims = claimsGiven(carrier);
      if (claims.length === 0) return skip("nothing is claimed");
      const judged = judgeEach(
        claims,
        ({ field }) => field,
        (claim) => judgeClaim(carrier, claim, fields),
      );
      const message = judged.message + alsoAgreeing(judged, carrier, claims);
      return { ...judged, message, mustBeRead: true };
    },
});

export const identityRules = [claimsRule, namesRule, unchangedRule];
