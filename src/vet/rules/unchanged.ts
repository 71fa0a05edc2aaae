/** Whether a carrier is still the one that was vetted before. */
import { answer, type ComparedField, comparedFields, statesSomething } from "../changes.ts";
import type { Judgment } from "../model.ts";
import { quoted, type ServiceRecord, valueAt } from "../values.ts";
import { combined, fail, observedOf, pass, skipped, unknown } from "./judgment.ts";
import { someOf } from "./parameters.ts";
import { defineRule } from "./rule.ts";

/** The names that a policy can use: the groups of `--since`, and single fields. */
const names = [
  "identity",
  "authority",
  "legal_name",
  "mc_number",
  "address",
  "phone",
  "email",
  "status",
  "authority.status",
  "authority.common_authority_date",
  "safety.rating",
] as const;

/** A group is named by its kind or its object, a field by its path; phone and email without `contact`. */
function isNamed({ kind, path }: ComparedField, name: string): boolean {
  return kind === name || path === name || path.startsWith(`${name}.`) || path === `contact.${name}`;
}

export const unchanged = defineRule({
  name: "unchanged",
  summary: "The carrier is as it was in the earlier run (--since). A changed identity is a sign of theft.",
  parameters: {
    fields: someOf(names, `what must be as before: ${names.join(", ")}; identity and authority are groups`),
  },
  needs: ["carrier"],
  needsSince: true,
  outcomes: {
    passes: "nothing differs, apart from spelling",
    fails: "a field differs",
    unknown:
      "a field was stated in only one of the runs; the earlier run did not get the carrier record. A carrier that is not in the earlier run is skipped",
  },
  check(records, { fields }, { before }) {
    if (before === undefined) return skipped("not in the earlier run");
    const earlier = answer(before.records, "carrier");
    if (earlier === undefined) {
      const wasAsked = before.records.carrier?.state === "unanswered";
      return wasAsked ? unknown("the earlier run got no carrier record") : skipped("not in the earlier run");
    }
    const chosen = comparedFields.filter((field) => fields.some((name) => isNamed(field, name)));
    const judgment = combined(chosen.map((field) => judgeField(field, earlier, records.carrier)));
    return judgment.outcome === "pass" ? { ...judgment, message: `${fields.join(", ")}: as before` } : judgment;
  },
});

function judgeField(field: ComparedField, earlier: ServiceRecord, record: ServiceRecord | undefined): Judgment {
  const [before, now] = [valueAt(earlier, field.path), valueAt(record, field.path)];
  const observed = observedOf({ path: field.path, raw: now });
  if (field.same(before, now)) return pass(`${field.path} is as before`, observed);
  const [wasStated, isStated] = [statesSomething(field, before), statesSomething(field, now)];
  if (!isStated) return unknown(`${field.path} is not stated, was ${quoted(before)}`, observed);
  if (!wasStated) return unknown(`${field.path} is ${quoted(now)}, was not stated`, observed);
  return fail(`${field.path} is ${quoted(now)}, was ${quoted(before)}`, observed);
}
