/** Whether a carrier is still the one that was vetted before. */
import { grouped } from "../../text/digits.ts";
import { answer, type EarlierCarrier, insuranceChanges, isNoLess, notReached, unkeptFilings } from "../changes.ts";
import { type ComparedField, comparedAt, comparedFields, isSame } from "../compared-fields.ts";
import type { Filing } from "../cover.ts";
import type { Change, Judgment } from "../model.ts";
import { type Field, type Interval, quoted, readAmount, type ServiceRecord } from "../values.ts";
import { policiesField } from "./insurance.ts";
import { combined, fail, fieldName, observedOf, pass, skipped, unknown, unknownField } from "./judgment.ts";
import { someOf } from "./parameters.ts";
import { type AnsweredRecords, defineRule } from "./rule.ts";

const singleNames = new Set(comparedFields.map(({ path, name = path }) => name));
/** The names that a policy can use: the groups of `--since`, and single fields. */
const names = ["identity", "authority", "insurance", ...singleNames] as const;

export const unchanged = defineRule({
  name: "unchanged",
  summary:
    "The carrier is as it was in the earlier run (--since, --history). A changed identity is a sign of theft, a changed insurance of a new owner.",
  parameters: () => ({
    fields: someOf(names, `what must stay: ${names.join(", ")}; the first 3 are groups, and insurance is asked for`),
  }),
  needs: ["carrier"],
  alsoNeeds: ({ fields }) => (fields.includes("insurance") ? ["insurance"] : []),
  judgesWithoutRecord: true,
  needsSince: true,
  outcomes: {
    passes: "nothing differs but case, spaces, a phone's punctuation or the order of dockets",
    fails: "a field differs",
    unknown:
      "a field was stated in only one of the runs; a field, its section, a policy or an amount on file cannot be read in one of them; an amount or a policy may be less than before, or there was no insurance before; the earlier run did not record it, had no record of the carrier, was cut off before it, or was of a part of its list (--shard) without it. A carrier that is not in a whole earlier run is skipped",
  },
  check(records, { fields }, { before, today }) {
    if (before === undefined) return skipped("not in the earlier run");
    if (typeof before === "string") return unknown(notReached[before]);
    const [carrier, summary] = [answer(before.records, "carrier"), answer(before.records, "summary")];
    const earlier = carrier ?? summary;
    if (earlier === undefined) return unknown("the earlier run has no record of the carrier");
    const chosen = comparedFields.filter(
      ({ kind, path, name = path }) => fields.includes(kind) || fields.includes(name),
    );
    const judgments = chosen.map((field) =>
      carrier === undefined && !field.inSummary
        ? unknown(`the earlier run did not record the ${fieldName(field.path)}`)
        : judgeField(field, earlier, records.carrier),
    );
    const all = fields.includes("insurance") ? [...judgments, judgeInsurance(records, before, today)] : judgments;
    const judgment = combined(all);
    return judgment.outcome === "pass" ? { ...judgment, message: `${fields.join(", ")}: as before` } : judgment;
  },
});

function judgeField({ path, read }: ComparedField, earlier: ServiceRecord, now: ServiceRecord | undefined): Judgment {
  const [was, is, name] = [comparedAt(earlier, path, read), comparedAt(now, path, read), fieldName(path)];
  const observed = observedOf({ path, raw: is.raw });
  // A section that is no object takes the place of the field.
  const isWhole = was.path === path && is.path === path;
  if (isWhole && isSame(read, was.raw, is.raw)) return pass(`${name} is as before`, observed);
  return incomparable(was, is) ?? fail(`${name} is ${quoted(is.raw)}, was ${quoted(was.raw)}`, observed);
}

/** What is stated in only one of the runs, or unreadable in one, cannot be compared. */
function incomparable(was: Field<unknown>, is: Field<unknown>): Judgment | null {
  const [name, observed] = [fieldName(is.path), observedOf(is)];
  if (was.path === is.path && was.state !== is.state) {
    if (is.state === "not stated") return unknown(`${name} not stated, was ${quoted(was.raw)}`, observed);
    if (was.state === "not stated") return unknown(`${name} is ${quoted(is.raw)}, was not stated`, observed);
  }
  if (is.state === "unreadable") return unknownField(is);
  return was.state === "unreadable" ? unknown(`${fieldName(was.path)} was ${quoted(was.raw)}: ${was.why}`) : null;
}

const asBefore = pass("insurance is as before");

function judgeInsurance(records: AnsweredRecords, before: EarlierCarrier, today: number): Judgment {
  const [carrier, earlier] = [answer(before.records, "carrier"), answer(before.records, "insurance")];
  if (earlier === undefined) return unknown("the earlier run has no insurance record");
  if (records.insurance === undefined) return unknown("no insurance record", {}, "no-record");
  const policies = policiesField(records);
  return combined([
    policies.value === undefined ? unknownField(policies) : asBefore,
    ...(["bipd", "cargo"] as const).map((kind) => {
      const onFile = (record: ServiceRecord | undefined) =>
        comparedAt(record, `insurance.${kind}_on_file`, (value) => readAmount(value, kind)) as Field<Interval>;
      return judgeOnFile(onFile(carrier), onFile(records.carrier));
    }),
    ...(Array.isArray(earlier["policies"])
      ? unkeptFilings(before, records.insurance, today).map(judgeUnkept)
      : [unknown("the earlier run has no list of policies")]),
    ...insuranceChanges(before, records, today).map(changed),
  ]);
}

function judgeOnFile(was: Field<Interval>, is: Field<Interval>): Judgment {
  const judgment = incomparable(was, is);
  if (judgment || !was.value || !is.value || isNoLess(is.value, was.value)) return judgment ?? asBefore;
  const amounts = `${grouped(is.value.lower)}, was ${grouped(was.value.lower)}`;
  return unknown(`${fieldName(is.path)} is ${amounts}: perhaps in thousands`, observedOf(is));
}

/** Whose cover, how much and until when is not certain: it may be less than before. */
function judgeUnkept({ number, insurer }: Filing): Judgment {
  const policy = number === null ? "a policy" : `policy ${quoted(number)}`;
  // Anything but text is not the same in a replay.
  const of = typeof insurer === "string" ? ` of ${quoted(insurer)}` : "";
  const observed = observedOf({ path: "insurance.policies.policy_number", raw: number });
  return unknown(`${policy}${of} is not certainly as before`, observed);
}

function changed({ field, before, now }: Change): Judgment {
  const was = before === null && field.startsWith("cover.") ? "not known" : listed(before);
  return fail(`${fieldName(field)} is ${listed(now)}, was ${was}`, { [field]: Array.isArray(now) ? now : [now] });
}

function listed(value: unknown): string {
  if (value === null) return "not stated";
  if (typeof value === "number") return grouped(value);
  return Array.isArray(value) ? value.map(quoted).join(", ") : quoted(value);
}
