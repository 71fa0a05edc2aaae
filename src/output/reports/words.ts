/** The wording that reports for people share. All text that others wrote comes out safe to print, on one line. */
import { counted, grouped } from "../../text/digits.ts";
import { visible } from "../../text/safe-text.ts";
import { type Effect, effectOf } from "../../vet/finding.ts";
import type {
  Counts,
  Finding,
  ListPlace,
  RunFooter,
  RunHeader,
  UnusedWaiver,
  Verdict,
  VettedCarrier,
} from "../../vet/model.ts";
import { withReason } from "../snapshot/findings.ts";

/** A verdict as people see it. */
export const verdictWords: Readonly<Record<Verdict, string>> = { fail: "FAIL", review: "REVIEW", pass: "PASS" };

/** The heaviest first. */
export const verdictOrder: readonly Verdict[] = ["fail", "review", "pass"];

/** A carrier's name, if the run learned it. */
export function nameOf({ legal_name }: Pick<VettedCarrier, "legal_name">): string {
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
export function waiverOf({ waived }: Finding): string | undefined {
  return waived ? visible(`waived until ${waived.until} by ${waived.by}: ${waived.reason}`) : undefined;
}

/** `carriers.txt:7`; empty without a list. */
export function placeText(place: ListPlace | null): string {
  return place ? visible(`${place.source}:${place.line}`) : "";
}

/** A carrier's findings by their effect, each group in the order of the rules. */
export function byEffect({ findings }: VettedCarrier): Readonly<Record<Effect, readonly Finding[]>> {
  const groups: Record<Effect, Finding[]> = { fail: [], review: [], warning: [], waived: [], pass: [], skipped: [] };
  for (const finding of findings) groups[effectOf(finding)].push(finding);
  return groups;
}

/** `2 warnings, 1 waived`; empty if there are none of either. */
export function asideOf({ warning, waived }: ReturnType<typeof byEffect>): string {
  const parts: string[] = [];
  if (warning.length > 0) parts.push(counted(warning.length, "warning"));
  if (waived.length > 0) parts.push(`${waived.length} waived`);
  return parts.join(", ");
}

/** `3 carriers: 1 fail, 1 review, 1 pass` */
export function countsText(counts: Counts): string {
  const verdicts = verdictOrder.map((verdict) => `${grouped(counts[verdict])} ${verdict}`).join(", ");
  return `${counted(counts.carriers, "carrier")}: ${verdicts}`;
}

/** `2026-11-21 15:28 UTC`, from ISO 8601 UTC. */
export function timeText(iso: string): string {
  const [, day, clock] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(iso) ?? [];
  return day === undefined ? visible(iso) : `${day} ${clock} UTC`;
}

const spans: readonly (readonly [name: string, milliseconds: number])[] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** How old an answer was when the run judged it: `5 hours old`; `new` if it was younger than a minute. */
export function ageText(askedAt: string, asOf: string): string {
  const age = Date.parse(asOf) - Date.parse(askedAt);
  if (Number.isNaN(age)) return "of unknown age";
  for (const [name, length] of spans) {
    const count = Math.floor(age / length);
    if (count >= 1) return `${counted(count, name)} old`;
  }
  return "new";
}

/** Something about the run as a whole, with its name. */
export interface Fact {
  name: string;
  text: string;
}

/** What identifies a run: its policy, its time, its service, and the hash of its evidence. */
export function factsOf({ tool, as_of, policy, service }: RunHeader, footer: RunFooter): Fact[] {
  const facts: Fact[] = [
    { name: "policy", text: visible(policy.name) },
    { name: "policy sha256", text: visible(policy.sha256) },
    { name: "as of", text: timeText(as_of) },
    { name: "service", text: visible(service) },
    { name: "tool", text: visible(`${tool.name} ${tool.version}`) },
  ];
  const { oldest_answer: oldest } = footer;
  if (oldest !== null) facts.push({ name: "oldest answer", text: `${timeText(oldest)} (${ageText(oldest, as_of)})` });
  if (footer.evidence_sha256 !== null) facts.push({ name: "evidence sha256", text: visible(footer.evidence_sha256) });
  return facts;
}

/** `waiver expired: authority.age of USDOT 2233855: it held through 2026-12-31`. It is not yet safe to print. */
export function waiverText({ status, message }: UnusedWaiver): string {
  return `waiver ${status}: ${message}`;
}

export const cutOffNotice = "the evidence is cut off: these carriers are not the whole list";

/** What else to look at: that the list is not whole, waivers that covered nothing, lines of the list that are not a number. */
export function noticesOf({ waivers, refused, cut_off }: RunFooter): string[] {
  const unused = waivers.map((waiver) => visible(waiverText(waiver)));
  const lines = refused.map((line) => `not a USDOT number: ${refusalText(line)}`);
  return [...(cut_off ? [cutOffNotice] : []), ...unused, ...lines];
}

/** `carriers.txt:9: "MC-1" is a docket number` */
export function refusalText({ place, text, reason }: RunFooter["refused"][number]): string {
  return `${place ? `${placeText(place)}: ` : ""}${visible(`"${text}" ${reason}`)}`;
}

/** The first items of a list, and how many more there are. */
export function shortList<T>(items: readonly T[], most: number, text: (item: T) => string): string[] {
  const shown = items.slice(0, most).map(text);
  return items.length > most ? [...shown, `and ${grouped(items.length - most)} more`] : shown;
}
