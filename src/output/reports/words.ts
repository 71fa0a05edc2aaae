/** The wording that reports for people share. All text that others wrote comes out safe to print, on one line. */
import { counted, grouped } from "../../text/digits.ts";
import { singleLine, visible } from "../../text/safe-text.ts";
import type { byEffect, Effect } from "../../vet/finding.ts";
import type { Change, Counts, Finding, ListPlace, UnusedWaiver, Verdict, VettedCarrier } from "../../vet/model.ts";
import { fieldName } from "../../vet/rules/judgment.ts";
import { withReason } from "../snapshot/findings.ts";

/** A verdict as people see it. */
export const verdictWords: Readonly<Record<Verdict, string>> = { fail: "FAIL", review: "REVIEW", pass: "PASS" };

/** The heaviest first. */
export const verdictOrder: readonly Verdict[] = ["fail", "review", "pass"];

/** A carrier's name, if the run learned it. */
export function carrierName({ legal_name }: Pick<VettedCarrier, "legal_name">): string {
  return legal_name === null || legal_name.trim() === "" ? "(no name)" : visible(legal_name);
}

/** `status is "INACTIVE"`, with the policy's reason, if any, in parentheses. */
export function messageOf(finding: Finding): string {
  return visible(withReason(finding));
}

/** `status: status is "INACTIVE"` */
export function statementOf(finding: Finding): string {
  return `${visible(finding.rule)}: ${messageOf(finding)}`;
}

/** `waived until 2026-12-31 by safety desk: hauled for us since 2019`; undefined without a waiver. */
export function waiverOf({ waived }: { waived?: Finding["waived"] | undefined }): string | undefined {
  return waived ? visible(`waived until ${waived.until} by ${waived.by}: ${waived.reason}`) : undefined;
}

/** `carriers.txt:7`; empty without a list. */
export function placeText(place: ListPlace | null): string {
  return place ? visible(`${place.source}:${place.line}`) : "";
}

/** Characters shown of a value that changed: enough for an address. */
const maxValue = 80;

/** `name was "ACME LLC", now "ACNE LLC"` */
export function changeText({ field, before, now }: Change): string {
  return `${visible(fieldName(field))} was ${valueText(before)}, now ${valueText(now)}`;
}

function valueText(value: unknown): string {
  if (typeof value === "number") return grouped(value);
  if (Array.isArray(value)) return singleLine(value.map((each) => JSON.stringify(each)).join(", "), maxValue);
  return value === undefined || value === null ? "not stated" : singleLine(JSON.stringify(value), maxValue);
}

/** What changed about a carrier since an earlier run, its verdict first; all kinds, as text. */
export function changeTexts({ changes, verdict }: Pick<VettedCarrier, "changes" | "verdict">): string[] {
  if (changes === null) return [];
  const { verdict_before: before, fields } = changes;
  return [...(before === verdict ? [] : [`${beforeText(before)}, now ${verdict}`]), ...new Set(fields.map(changeText))];
}

/** `was pass`, or that the carrier is new. */
export function beforeText(before: Verdict | null): string {
  return before === null ? "new in the list" : `was ${before}`;
}

/** `2 warnings, 1 waived`; empty if there are none of either. */
export function asideOf({ warning, waived }: Pick<ReturnType<typeof byEffect>, "warning" | "waived">): string {
  return effectsText({ warning: warning.length, waived: waived.length });
}

/** `262 fail, 3 to review`; empty if there is nothing to say. */
export function effectsText(effects: Partial<Record<Effect, number>>): string {
  const { fail = 0, review = 0, warning = 0, waived = 0 } = effects;
  return [
    ...(fail > 0 ? [counted(fail, "fails", "fail")] : []),
    ...(review > 0 ? [`${grouped(review)} to review`] : []),
    ...(warning > 0 ? [counted(warning, "warning")] : []),
    ...(waived > 0 ? [`${grouped(waived)} waived`] : []),
  ].join(", ");
}

/** `3 carriers: 1 fails, 1 needs review, 1 passes` */
export function countsText({ carriers, fail, review, pass }: Counts): string {
  const verdicts = [
    counted(fail, "fails", "fail"),
    counted(review, "needs review", "need review"),
    counted(pass, "passes", "pass"),
  ];
  return `${counted(carriers, "carrier")}: ${verdicts.join(", ")}`;
}

/** `2026-11-21 15:28 UTC`, from ISO 8601 UTC. */
export function timeText(iso: string): string {
  const [, day, clock] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(iso) ?? [];
  return day === undefined ? visible(iso) : `${day} ${clock} UTC`;
}

/** How old an answer was when the run judged it: `5 hours old`; `new` if it was younger than a minute. */
export function ageText(askedAt: string, asOf: string): string {
  const minutes = Math.floor((Date.parse(asOf) - Date.parse(askedAt)) / 60_000);
  if (Number.isNaN(minutes)) return "of unknown age";
  if (minutes < 1) return "new";
  if (minutes < 60) return `${counted(minutes, "minute")} old`;
  return `${minutes < 1_440 ? counted(Math.floor(minutes / 60), "hour") : counted(Math.floor(minutes / 1_440), "day")} old`;
}

/** `waiver expired: authority.age of USDOT 2233855: it held through 2026-12-31`. It is not yet safe to print. */
export function waiverText({ status, message }: UnusedWaiver): string {
  return `waiver ${status}: ${message}`;
}
