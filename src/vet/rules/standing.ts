/** Whether a carrier exists, may operate, and since when. */
import { counted, grouped } from "../../text/digits.ts";
import type { CarrierRecords, Judgment } from "../model.ts";
import { dayText, readAuthorityStatus, readDay, readText } from "../values.ts";
import { fail, fieldOf, notAnswered, observedOf, pass, unknownField } from "./judgment.ts";
import { atLeastOne, judgeByLists, numberListFile, textList, wholeNumber } from "./parameters.ts";
import { defineRule } from "./rule.ts";

/** The rule that every policy has. It reads the states of the records, where the others read their content. */
export const exists = {
  name: "exists",
  summary: "The service knows the carrier. Every policy has this rule, and it takes no parameters.",
  outcomes: {
    passes: "the service has a record of the carrier",
    fails: "the service says that there is no such carrier (404); the other rules are skipped",
    unknown: "the service did not answer; the other rules are skipped",
  },
};

/**
 * Judges whether the carrier exists. A carrier that is missing from a bulk answer may still exist: only the answer to a request for
 * this carrier can say that it does not.
 */
export function judgeExistence({ carrier, summary }: CarrierRecords["records"]): Judgment {
  if (carrier?.state === "answered" || (carrier === undefined && summary?.state === "answered")) {
    return pass("the service has a record of the carrier");
  }
  if (carrier?.state === "none") return fail("the service has no record of the carrier");
  const failed = [carrier, summary].find((record) => record?.state === "unanswered");
  const error = failed?.state === "unanswered" ? failed : undefined;
  return notAnswered(`no answer about the carrier${error ? `: ${error.message}` : ""}`, error);
}

export const dotNumber = defineRule({
  name: "dot_number",
  summary: "The USDOT number is not on your own list of blocked numbers, or is on your list of approved ones.",
  parameters: {
    deny_file: numberListFile("a file of USDOT numbers to refuse, one per line, with comments after #"),
    allow_file: numberListFile("a file of the only USDOT numbers to accept"),
  },
  needs: [],
  outcomes: {
    passes: "the number is not denied and, with allow_file, is allowed",
    fails: "the number is in deny_file, or not in allow_file; then nothing is asked about it",
    unknown: "never",
  },
  crossCheck: atLeastOne("deny_file", "allow_file"),
  check(_, { deny_file, allow_file }, context) {
    const observed = { dot_number: [context.dotNumber] };
    if (deny_file?.numbers.has(context.dotNumber)) return fail(`on the list ${deny_file.path}`, observed);
    if (allow_file && !allow_file.numbers.has(context.dotNumber)) {
      return fail(`not on the list ${allow_file.path}`, observed);
    }
    return pass(allow_file ? `on the list ${allow_file.path}` : `not on the list ${deny_file?.path}`, observed);
  },
});

export const status = defineRule({
  name: "status",
  summary: "The carrier's status is one that you allow.",
  parameters: { allow: textList("the statuses to accept; ACTIVE is the only one that services document") },
  needs: ["summary"],
  outcomes: { passes: "listed in allow", fails: "any other status", unknown: "not stated" },
  check(records, parameters) {
    const field = fieldOf(records, "summary", "status", readText);
    return field.value === undefined ? unknownField(field) : judgeByLists(field, field.value, parameters);
  },
});

export const authorityStatus = defineRule({
  name: "authority.status",
  summary: "The carrier's operating authority is one that you allow.",
  parameters: {
    allow: textList("the authority statuses to accept, such as ACTIVE, A or AUTHORIZED FOR Property*", {
      states: ["NONE"],
    }),
  },
  needs: ["carrier"],
  outcomes: { passes: "listed in allow", fails: "any other, including NONE", unknown: "not stated" },
  check(records, parameters) {
    const field = fieldOf(records, "carrier", "authority.status", readAuthorityStatus);
    return field.value === undefined ? unknownField(field) : judgeByLists(field, field.value, parameters);
  },
});

export const authorityAge = defineRule({
  name: "authority.age",
  summary:
    "The carrier has had its authority for some time. Counted from the first grant: services do not show revocations.",
  parameters: { min_days: wholeNumber("minimum number of days since authority.common_authority_date") },
  needs: ["carrier"],
  outcomes: {
    passes: "at least min_days",
    fails: "fewer, or a date in the future",
    unknown: "not stated, or not an ISO 8601 date",
  },
  check(records, { min_days }, { today }) {
    const field = fieldOf(records, "carrier", "authority.common_authority_date", readDay);
    if (field.value === undefined) return unknownField(field);
    const since = `authority since ${dayText(field.value)}`;
    const days = today - field.value;
    if (days < 0) return fail(`${since}: in the future`, observedOf(field));
    const age = `${since}, ${counted(days, "day")}`;
    return days < min_days
      ? fail(`${age}: fewer than ${grouped(min_days)}`, observedOf(field))
      : pass(`${age}: at least ${grouped(min_days)}`, observedOf(field));
  },
});
