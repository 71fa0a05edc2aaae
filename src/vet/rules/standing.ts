/** Whether a carrier may operate, and since when. */

import { parseDotNumber } from "../../dot-number.ts";
import { markExcerpt } from "../../out-of-service-mark.ts";
import { counted } from "../../text/digits.ts";
import { quoted } from "../../text/json.ts";
import type { Before } from "../model.ts";
import { field } from "../record/facts.ts";
import { docketsIn, hasOtherWords } from "../record/names.ts";
import {
  dayText,
  readAuthority,
  readIf,
  readRealDay,
  readScalar,
  readText,
  unreadable,
} from "../record/readers.ts";
import { atLeast, fail, pass, type ReadEntry, unknown } from "./judgment.ts";
import { rule } from "./rule.ts";
import { allowDenyRule } from "./text-list.ts";

/** A number that had a record in an earlier run was not mistyped. */
const hintOn = (before: Before | undefined) =>
  before?.kind === "known" && Object.keys(before.profile).length > 0
    ? ", but had one before"
    : ": check it (is it an MC number?)";

/**
 * Only the answer to a request for this carrier can say that it does not exist:
 * a bulk answer may leave it out.
 */
export const existsRule = rule("exists", "carrier", [], {
  description:
    "The service knows the carrier. Where it does not, or does not answer, the other rules are skipped.",
  judgeWith:
    () =>
    ({ answers: { carrier, summary }, before }) => {
      const answer = carrier ?? summary;
      if (answer?.state === "answered")
        return pass("the service has a record of the carrier");
      if (carrier?.state === "none")
        return fail("the service has no record of this number", hintOn(before));
      const why =
        answer?.state === "unanswered"
          ? answer.error.message
          : "it was not asked for";
      return {
        ...unknown(`no answer about the carrier: ${why}`),
        lacks: "carrier",
      };
    },
});

export const markedRule = rule("oos_mark", "OOS mark", [], {
  description:
    "The list does not mark the number: no cell of its row says OOS, OUT OF SERVICE, REVOKED, SUSPENDED, INACTIVE, NOT AUTHORIZED, NOT APPROVED, DO NOT USE, DNU, DNL, HOLD, TERMINATED, REJECTED, DENIED, DECLINED, DISQUALIFIED, NOT QUALIFIED, NON-COMPLIANT, DEACTIVATED, PROHIBITED, NO LOADS, FRAUD, SCAM, STOLEN, BLOCKED, BANNED, BLACKLISTED or DOUBLE BROKERED, or yes below such a header, or no below Approved. A marked number is unknown. Other words, colors and comments are not marks.",
  movesByItself: true,
  judgeWith:
    () =>
    ({ facts, mark }) => {
      facts.citeWhole("oos_mark", mark);
      return unknown(`the input marks this number: ${markExcerpt(mark ?? "")}`);
    },
});

export const cutOffRule = rule("evidence", "evidence", [], {
  description: "The evidence is whole: nobody knows what was lost.",
  judgeWith: () => () => fail("the evidence is cut off: nothing in it passes"),
});

const readDotNumberLine: ReadEntry = (line) => {
  const parsed = parseDotNumber(line);
  return "dotNumber" in parsed ? { entry: parsed.dotNumber } : parsed;
};

export const dotNumberRule = rule("dot_number", "USDOT number", [], {
  description:
    "Blocks numbers on deny_file, or any number that is not on allow_file, before anything is asked.",
  parameters: ({ text }) => ({
    deny_file: text(
      "a file of USDOT numbers to refuse, one per line, with comments after #",
    ).optional(),
    allow_file: text("a file of the only USDOT numbers to accept").optional(),
  }),
  files: { deny_file: readDotNumberLine, allow_file: readDotNumberLine },
  needsOneOf: ["deny_file", "allow_file"],
  judgeWith:
    ({ deny_file, allow_file }, { deny_file: denied, allow_file: allowed }) =>
    ({ dotNumber, facts }) => {
      facts.cite("dot_number", dotNumber);
      if (denied?.has(dotNumber)) return fail(`on the list ${deny_file}`);
      if (allowed && !allowed.has(dotNumber))
        return fail(`not on the list ${allow_file}`);
      return pass(
        allowed ? `on the list ${allow_file}` : `not on the list ${deny_file}`,
      );
    },
});

const authoritySinceField = field(
  "carrier.authority.common_authority_date",
  "authority date",
  readRealDay,
);

const docketField = field(
  "carrier.mc_number",
  "MC number",
  readIf(
    readScalar,
    (text) => docketsIn(text).length > 0 && !hasOtherWords(text),
    unreadable("not just a docket number"),
  ),
);

export const standingRules = [
  dotNumberRule,
  allowDenyRule(
    "status",
    "status",
    field("summary.status", "status", readText),
    "The status is one that you allow, or do not deny. ACTIVE is the only one that services document.",
    { needsAllow: true },
  ),
  allowDenyRule(
    "authority.status",
    "authority",
    field("carrier.authority.status", "operating authority", readAuthority),
    "The operating authority is one that you allow, or do not deny. NONE is a statement.",
    { needsAllow: true },
  ),
  rule("authority.age", "authority age", ["carrier"], {
    description:
      "The carrier has had its authority for some time, from the first grant: revocations are not shown.",
    movesByItself: true,
    parameters: ({ whole }) => ({
      min_days: whole(
        "minimum number of days since authority.common_authority_date",
      ),
      review_days: whole(
        "with fewer days than these, a person decides",
      ).optional(),
    }),
    problemOf: ({ min_days, review_days = Infinity }) =>
      review_days <= min_days
        ? "review_days must be above min_days"
        : undefined,
    judgeWith:
      ({ min_days, review_days = min_days }) =>
      ({ facts, today }) => {
        const since = facts.get(authoritySinceField);
        const granted = `authority since ${dayText(since)}`;
        if (since > today) return fail(`${granted}: in the future`);
        const days = today - since;
        const span = counted(days, "day");
        const isTooNew = days < min_days;
        const bound = isTooNew ? min_days : review_days;
        const judged = atLeast(days, bound, `${granted}, ${span}`, span);
        return judged.outcome === "fail" && !isTooNew
          ? { ...judged, level: "review" }
          : judged;
      },
  }),
  rule("mc_number", "MC number", ["carrier"], {
    description:
      "The carrier has an MC number; not stated is unknown. Private and intrastate carriers may have none.",
    judgeWith:
      () =>
      ({ facts }) =>
        pass(`MC number ${quoted(facts.get(docketField))}`),
  }),
];
