/**
 * Waivers: each accepts one finding of one carrier, by a named person, for a
 * reason, until a day.
 */
import { isDeepStrictEqual } from "node:util";
import { fmcsaMark } from "../../out-of-service-mark.ts";
import { jsonText } from "../../text/json.ts";
import {
  type Acceptance,
  decides,
  type Finding,
  isOfOneRun,
  type RecordedFile,
} from "../model.ts";
import { dayText } from "../record/readers.ts";
import { unchangedRule } from "../rules/identity.ts";
import { rules } from "../rules/index.ts";
import { dotNumberRule, markedRule } from "../rules/standing.ts";

export interface Waiver extends Acceptance {
  carrier: string;
  rule: string;
  /**
   * What was accepted, as texts, and of filings what each states; without it,
   * whatever the rule finds.
   */
  saw?: Readonly<
    Record<string, readonly (string | Readonly<Record<string, string>>)[]>
  >;
}

export interface Waivers {
  file: RecordedFile;
  waivers: readonly Waiver[];
}

const checkedWaivers = new WeakSet<Waiver>();

export const isChecked = (waiver: Waiver) => checkedWaivers.has(waiver);

/** Marks a waiver as checked: judging refuses any other. */
export function checkedWaiver(waiver: Waiver): Waiver {
  checkedWaivers.add(waiver);
  return waiver;
}

/**
 * A carrier that does not exist, or that the policy refuses by its number,
 * cannot be excused.
 */
const waivable = [markedRule, ...rules].filter(
  (rule) => rule !== dotNumberRule,
);
export const waivableRules: readonly string[] = waivable.map(
  ({ name }) => name,
);

/** Where a waiver has to name the values that it accepts. */
export const rulesWithSaw: readonly string[] = waivable
  .filter(({ movesByItself }) => !movesByItself)
  .map(({ name }) => name);

/** Those that `--waive` takes: what is waived for one run moves no baseline. */
export const rulesForOneRun = waivableRules.filter(
  (name) => name !== unchangedRule.name,
);

/** What messages call a waiver. */
const waiverName = (waiver: Waiver) =>
  isOfOneRun(waiver)
    ? `--waive ${waiver.rule}`
    : `waiver of ${waiver.rule} for USDOT ${waiver.carrier}`;

/**
 * The findings of a carrier after its waivers, and what is wrong with each
 * waiver that covers nothing.
 */
export function applyWaivers(
  waivers: readonly Waiver[],
  findings: readonly Finding[],
  today: number,
): { findings: readonly Finding[]; unused: string[] } {
  const unused: string[] = [];
  const byRule = new Map(findings.map((finding) => [finding.rule, finding]));
  for (const waiver of waivers) {
    const { carrier, rule, saw, ...acceptance } = waiver;
    const finding = byRule.get(rule);
    const fault = faultOf(waiver, finding, today);
    if (fault) unused.push(`${waiverName(waiver)} unused: ${fault}`);
    else if (finding)
      byRule.set(rule, { ...finding, effect: "waived", waived: acceptance });
  }
  return { findings: [...byRule.values()], unused };
}

/** Why a waiver does not cover the finding of its rule; undefined if it does. */
function faultOf(
  waiver: Waiver,
  finding: Finding | undefined,
  today: number,
): string | undefined {
  const { until, saw } = waiver;
  if (until !== undefined && dayText(today) > until)
    return `it expired after ${until}`;
  if (finding === undefined) return "the carrier has no such finding";
  if (finding.effect === "skipped") return "its rule was not judged";
  if (!decides(finding)) return `nothing to waive (${finding.effect})`;
  if (finding.lacks) return "a failed request cannot be waived";
  const isCovered = saw
    ? isDeepStrictEqual(saw, observedTexts(finding.observed))
    : isOfOneRun(waiver) || !mustBeSeen(finding);
  const why = saw
    ? "the finding shows something else:"
    : "it does not say what it accepts; add";
  return isCovered ? undefined : `${why} saw: ${jsonText(finding.observed)}`;
}

/**
 * Whether a waiver has to say what it saw even of a rule that moves by itself:
 * a note may say worse the next day, and a number that is 0 or absent did not
 * move.
 */
function mustBeSeen({ rule, observed }: Finding): boolean {
  const values = Object.values(observed).flat();
  const isNote =
    rule === markedRule.name &&
    values.some((value) => !onlyFmcsaMark.test(String(value)));
  const isNone =
    /^(?:insurance|authority)\./.test(rule) &&
    values.some((value) => value === null || value === 0);
  return isNote || isNone;
}

const onlyFmcsaMark = new RegExp(String.raw`^\W*(?:${fmcsaMark})\W*$`, "i");

/** The same with each value as text. */
const observedTexts = (observed: Finding["observed"]): Waiver["saw"] =>
  JSON.parse(JSON.stringify(observed), (_, value) =>
    typeof value === "object" && value !== null ? value : String(value),
  );

/**
 * A finding that a waiver could cover, as an entry of a waiver file: reason, by
 * and until are left to fill in. Undefined where none could.
 */
export function waiverFor(finding: Finding): string | undefined {
  const { dot_number, rule, observed, lacks } = finding;
  if (!decides(finding) || lacks || !waivableRules.includes(rule))
    return undefined;
  return `- { carrier: ${dot_number}, rule: ${rule}, reason: "", by: "", until: "", saw: ${jsonText(observed)} }`;
}
