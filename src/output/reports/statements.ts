/**
 * What reports say of a carrier, once for all formats. What others wrote comes
 * out safe, on one line.
 */
import type { Place } from "../../list/input.ts";
import {
  isSpoken,
  messageOf,
  type Statement,
  statementOf,
} from "../../screen/findings.ts";
import { counted, grouped } from "../../text/digits.ts";
import { visible } from "../../text/safe-text.ts";
import { changeText } from "../../vet/compare/profile.ts";
import type { Effect, Finding, Vetted } from "../../vet/model.ts";

/** A carrier's name, if the run learned it. */
export function nameText(legalName: string | null): string {
  return legalName === null || legalName.trim() === ""
    ? "(no name)"
    : visible(legalName);
}

export function placeText(place: Place | null): string {
  return place ? visible(`${place.source}:${place.line}`) : "";
}

/** Whether a carrier is not as it was, or is new. */
export function isChanged({ changes, verdict }: Vetted): boolean {
  return (
    changes !== null &&
    (changes.before !== verdict || changes.fields.length > 0)
  );
}

/** The effects that a person hears of, the heaviest first. */
export const weighty = ["fail", "review", "warning", "waived"] as const;

export type Effects = Record<Effect, number>;

const effects: readonly Effect[] = [...weighty, "pass", "skipped"];

/**
 * What changed since an earlier run, the verdict first, and the findings, what
 * decides first.
 */
export function statementsOf(vetted: Vetted): Statement[] {
  const changed = changesOf(vetted);
  const findings = effects
    .flatMap((effect) =>
      vetted.findings.filter((finding) => finding.effect === effect),
    )
    .map((finding) => {
      // A change is said once: the parts of this rule are what changed.
      const { rule, parts = [] } = finding;
      const isRepeated =
        rule === "unchanged" && parts.length > 0 && changed.length > 0;
      const message = "not what it was: see what changed";
      return statementOf(isRepeated ? { ...finding, message } : finding);
    });
  return [...changed, ...findings];
}

/**
 * The same, but that a record without an answer is said once, not by each rule
 * that lacks it.
 */
export function statementsOnce(vetted: Vetted): Statement[] {
  const records = new Set<string>();
  return statementsOf(vetted).flatMap((statement) => {
    const { lacks } = statement;
    if (lacks === undefined) return statement;
    if (records.has(lacks)) return [];
    records.add(lacks);
    return { ...statement, title: lacks };
  });
}

export const isDeciding = ({ effect }: Pick<Statement, "effect">) =>
  ["changed", "fail", "review"].includes(effect);

function changesOf({ changes }: Vetted): Statement[] {
  if (changes === null) return [];
  const { before, now, fields } = changes;
  const stated = (title: string, text: string): Statement => ({
    rule: "unchanged",
    title,
    effect: "changed",
    text,
  });
  if (before === null) return [stated("list", "new in the list")];
  const words = `was ${before.toUpperCase()}, is ${now.toUpperCase()}`;
  return [
    ...(before === now ? [] : [stated("verdict", words)]),
    ...fields.map((change) =>
      stated(change.group, visible(changeText(change))),
    ),
  ];
}

/** What a person must not overlook, unless a finding that is shown says it. */
export function openNotes(
  { notes, findings }: Vetted,
  isShown: (finding: Finding) => boolean = isSpoken,
): readonly string[] {
  const messages = findings.filter(isShown).map(({ message }) => message);
  return notes.filter((note) => !messages.includes(note)).map(visible);
}

/**
 * What a list says behind the name: of a carrier that passes, its warnings and
 * that claims agree; its notes; counts.
 */
export function asideOf(vetted: Vetted): string {
  const { verdict, findings } = vetted;
  const isPass = verdict === "pass";
  const count = (effect: Effect) =>
    findings.filter((finding) => finding.effect === effect).length;
  const spoken = findings.filter(
    (finding) => finding.effect !== "waived" && isSpoken(finding),
  );
  const counts = effectsText({
    warning: isPass ? 0 : count("warning"),
    waived: count("waived"),
  });
  const texts = [
    ...(isPass ? spoken.map(messageOf) : []),
    ...openNotes(vetted, isPass ? isSpoken : isDeciding),
    counts,
  ];
  return [...new Set(texts)].filter((text) => text !== "").join("; ");
}

/** `262 fail, 3 to review, 1 warning`; empty if there is nothing to say. */
export function effectsText({
  fail = 0,
  review = 0,
  warning = 0,
  waived = 0,
}: Partial<Effects>): string {
  const parts = [
    fail > 0 && counted(fail, "fails", "fail"),
    review > 0 && `${grouped(review)} to review`,
    warning > 0 && counted(warning, "warning"),
    waived > 0 && `${grouped(waived)} waived`,
  ];
  return parts.filter((part) => part !== false).join(", ");
}
