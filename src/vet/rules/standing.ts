/** Whether a carrier exists, may operate, and since when. */
import { parseDotNumber } from "../../dot-number.ts";
import { counted } from "../../text/digits.ts";
import type { CarrierRecords, Judgment } from "../model.ts";
import { dayText, quoted, type Reading, readAuthorityStatus, readRealDay, readText } from "../values.ts";
import { atLeast, fail, fieldName, fieldOf, notAnswered, observedOf, pass, unknownField } from "./judgment.ts";
import { allowAndDeny, allowAndDenyLists, atLeastOne, judgeByLists, listFile, wholeNumber } from "./parameters.ts";
import { defineRule } from "./rule.ts";

/** The rule that every policy has. It reads the states of the records, where the others read their content. */
export const exists = {
  name: "exists",
  summary: "The service knows the carrier. Every policy has this rule, and it takes no parameters.",
  outcomes: {
    passes: "the service has a record of the carrier",
    fails: "the service says that there is no such carrier (404); the other rules are skipped",
    unknown:
      "the service did not answer, or with a 404 that may be about a wrong base URL; the other rules are skipped",
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
  const error = [carrier, summary].find((record) => record?.state === "unanswered");
  return notAnswered(`no answer about the carrier${error ? `: ${error.message}` : ""}`, error);
}

export const dotNumber = defineRule({
  name: "dot_number",
  summary: "The USDOT number is not on your own list of blocked numbers, or is on your list of approved ones.",
  parameters: () => ({
    deny_file: listFile("a file of USDOT numbers to refuse, one per line, with comments after #", readListedNumber),
    allow_file: listFile("a file of the only USDOT numbers to accept", readListedNumber),
  }),
  needs: [],
  outcomes: {
    passes: "the number is not denied and, with allow_file, is allowed",
    fails: "the number is in deny_file, or not in allow_file; then nothing is asked about it, but at level warning",
    unknown: "never",
  },
  crossCheck: atLeastOne("deny_file", "allow_file"),
  check(_, { deny_file, allow_file }, { dotNumber: number }) {
    const observed = { dot_number: [number] };
    if (deny_file?.entries.has(number)) return fail(`on the list ${deny_file.path}`, observed);
    if (allow_file && !allow_file.entries.has(number)) return fail(`not on the list ${allow_file.path}`, observed);
    return pass(allow_file ? `on the list ${allow_file.path}` : `not on the list ${deny_file?.path}`, observed);
  },
});

/** A USDOT number in any spelling that lookups accept. A `#` may begin a comment or belong to the number (`DOT# 2233855`). */
function readListedNumber(written: string): { entry: string } | { invalid: string } {
  const whole = parseDotNumber(written);
  const hash = written.indexOf("#", 1);
  const parsed = "invalid" in whole && hash > 0 ? parseDotNumber(written.slice(0, hash)) : whole;
  return "dotNumber" in parsed ? { entry: parsed.dotNumber } : parsed;
}

const statusField = fieldOf("summary", "status", readText);

const status = defineRule({
  name: "status",
  summary: "The carrier's status is one that you allow.",
  parameters: () =>
    allowAndDenyLists(
      "the statuses to accept; ACTIVE is the only one that services document",
      "the statuses to refuse",
    ),
  needs: ["summary"],
  outcomes: { passes: "allowed, and not denied", fails: "denied, or not allowed", unknown: "not stated" },
  crossCheck: allowAndDeny,
  check: (records, lists) => judgeByLists(statusField(records), lists),
});

const authorityField = fieldOf("carrier", "authority.status", readAuthorityStatus);

const authorityStatus = defineRule({
  name: "authority.status",
  summary: "The carrier's operating authority is one that you allow.",
  parameters: () =>
    allowAndDenyLists(
      "the authority statuses to accept, such as ACTIVE, A or AUTHORIZED FOR Property",
      "the authority statuses to refuse",
      { states: ["NONE"] },
    ),
  needs: ["carrier"],
  outcomes: {
    passes: "allowed, and not denied",
    fails: "denied, or not allowed, including NONE",
    unknown: "not stated",
  },
  crossCheck: allowAndDeny,
  check: (records, lists) => judgeByLists(authorityField(records), lists),
});

/** How a number that is negative, or not written out as a whole one, begins. */
const noWholeNumber = /^[-−]|^\d+(?:\.\d|(?:\.\d+)?e)/;

/** A docket number: any digit that is not 0 makes one. */
function readDocket(value: unknown): Reading<string> {
  const text = readText(typeof value === "number" ? String(value) : value);
  if (text.state !== "stated") return text;
  return /[1-9]/.test(text.value.normal) && !noWholeNumber.test(text.value.normal)
    ? { state: "stated", value: text.value.raw }
    : { state: "unreadable", why: "not a docket number" };
}

const docketField = fieldOf("carrier", "mc_number", readDocket);

const mcNumber = defineRule({
  name: "mc_number",
  summary: "The carrier has an MC number. Private and intrastate carriers may have none.",
  parameters: () => ({}),
  needs: ["carrier"],
  outcomes: { passes: "stated", fails: "never", unknown: "not stated" },
  check(records) {
    const field = docketField(records);
    return field.value === undefined
      ? unknownField(field)
      : pass(`${fieldName(field.path)} ${quoted(field.value)}`, observedOf(field));
  },
});

const authorityDate = fieldOf("carrier", "authority.common_authority_date", readRealDay);

const authorityAge = defineRule({
  name: "authority.age",
  summary:
    "The carrier has had its authority for some time. Counted from the first grant: services do not show revocations.",
  parameters: () => ({ min_days: wholeNumber("minimum number of days since authority.common_authority_date") }),
  needs: ["carrier"],
  outcomes: {
    passes: "at least min_days",
    fails: "fewer, or a date in the future",
    unknown: "not stated, not an ISO 8601 date, or an empty value of a program (before 1935, or 1970-01-01)",
  },
  check(records, { min_days }, { today }) {
    const field = authorityDate(records);
    if (field.value === undefined) {
      const authority = authorityField(records);
      // Where nothing is stated about the authority, there is one thing to say.
      return field.state === "not stated" && authority.state === "not stated"
        ? { ...unknownField(authority), observed: observedOf(field) }
        : unknownField(field);
    }
    const since = `authority since ${dayText(field.value)}`;
    const days = today - field.value;
    if (days < 0) return fail(`${since}: in the future`, observedOf(field));
    return atLeast(`${since}, ${counted(days, "day")}`, days, { number: min_days }, observedOf(field));
  },
});

export const standingRules = [dotNumber, status, authorityStatus, authorityAge, mcNumber];
