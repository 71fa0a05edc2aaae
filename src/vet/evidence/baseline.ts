/**
 * What a carrier is compared with: each run stores what the next one needs, so
 * that none has to read further back. Of a phone number:
 *
 *     before      today   the carrier is   tomorrow's is compared with
 *     A           B       to review        A, until somebody accepts B
 *     A           B       passed           B
 *     A           null    passed           A: a null replaces nothing
 *     null        B       to review        B, if it alone changed
 *     no record   B       to review        B
 */
import { changesBetween } from "../compare/changes.ts";
import {
  type Before,
  type Change,
  type Changes,
  decides,
  isOfOneRun,
  type LastVerdict,
  type Profile,
  type ProfileValue,
  type Vetted,
} from "../model.ts";
import { unchangedRule } from "../rules/identity.ts";
import type { RecordedCarrier } from "./reader.ts";

/** What a run made of a carrier. */
type Judged = Pick<Vetted, "verdict" | "profile" | "findings">;
type Findings = RecordedCarrier["findings"];

/**
 * Whether a verdict rests on missing answers alone, and tells nothing of the
 * carrier.
 */
function isUnanswered(findings: Findings): boolean {
  const deciding = findings.filter(decides);
  return (
    deciding.length > 0 &&
    deciding.every(({ outcome, lacks }) => outcome === "unknown" && lacks)
  );
}

/** The rules by which a carrier does not pass. */
const rulesDeciding = (findings: Findings): string[] =>
  findings.filter(decides).map(({ rule }) => rule);

/** The verdict that the next run compares with; after an outage, the one before. */
export const lastVerdict = ({
  verdict,
  findings,
  before,
}: RecordedCarrier): LastVerdict =>
  before.kind === "known" && isUnanswered(findings)
    ? {
        verdict: before.verdict,
        decided_by: before.decided_by,
        unanswered: true,
      }
    : { verdict, decided_by: rulesDeciding(findings) };

/** What is different now; undefined where nothing is known of a run before. */
export function changesSince(
  before: Before,
  { verdict: now, profile, findings }: Judged,
): Changes | undefined {
  if (before.kind === "unknown") return undefined;
  if (before.kind === "new")
    return { before: "new", now, fields: [], newRules: [] };
  const fields = changesBetween(before.profile, profile);
  // Still without an answer: the verdict is the outage's, and no change.
  if (before.unanswered && isUnanswered(findings))
    return { before: now, now, fields, newRules: [] };
  const newRules = rulesDeciding(findings).filter(
    (rule) => !before.decided_by.includes(rule),
  );
  const isAnsweredAgain = before.unanswered;
  return { before: before.verdict, now, fields, newRules, isAnsweredAgain };
}

/**
 * The values that the next run compares with: those of today that are accepted,
 * otherwise those before, and the first ones where there were none.
 */
export function nextBaseline(before: Before, judged: Judged): Profile {
  const { profile } = judged;
  const earlier = before.kind === "known" ? before.profile : {};
  const baseline: Record<string, ProfileValue> = { ...profile, ...earlier };
  for (const field of acceptedFields(earlier, judged))
    baseline[field] = profile[field] ?? null;
  return baseline;
}

/**
 * The fields whose new value replaces the one before:
 *
 *     the carrier passes     all that it states
 *     it does not            those that appeared
 *     `unchanged` is waived  also those that it names, even "not stated"
 */
function acceptedFields(earlier: Profile, judged: Judged): string[] {
  const { profile } = judged;
  const stated = Object.keys(profile).filter(
    (field) => profile[field] !== null,
  );
  const accepted = isAccepted(judged)
    ? stated
    : appearedAlone(changesBetween(earlier, profile));
  return [...accepted, ...waivedFields(judged)];
}

/**
 * Whether all that the carrier states is accepted: it passes, and not by an
 * exception for this run, which accepts nothing beyond it.
 */
function isAccepted({ verdict, findings }: Judged): boolean {
  const isException = findings.some(
    ({ waived }) => waived && isOfOneRun(waived),
  );
  return verdict === "pass" && !isException;
}

/** The fields that appeared, but for groups of which a stated value changed. */
function appearedAlone(changes: readonly Change[]): string[] {
  const replaced = changes.filter(({ was }) => was !== null);
  const groups = replaced.map(({ group }) => group);
  return changes
    .filter(({ group }) => !groups.includes(group))
    .map(({ field }) => field);
}

/** The fields that a waiver of `unchanged` names. */
function waivedFields({ profile, findings }: Judged): string[] {
  const waived = findings.filter(
    ({ rule, effect }) => rule === unchangedRule.name && effect === "waived",
  );
  const fields = waived.flatMap(({ observed }) => Object.keys(observed));
  return fields.filter((field) => field in profile);
}
