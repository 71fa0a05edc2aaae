/** What reports say about the run as a whole: its totals, what changed since an earlier run, what else to look at, and what identifies it. */
import { invalidText } from "../../input/input.ts";
import { grouped } from "../../text/digits.ts";
import { visible } from "../../text/safe-text.ts";
import { byEffect, effectOf } from "../../vet/finding.ts";
import type { Counts, Level, RunFooter, RunHeader, VettedCarrier } from "../../vet/model.ts";
import {
  ageText,
  beforeText,
  carrierName,
  changeText,
  countsText,
  effectsText,
  messageOf,
  timeText,
  verdictWords,
  waiverText,
} from "./words.ts";

/** What a report ends with. The digest is gathered once for all reports of a run. */
export interface ReportFooter extends RunFooter {
  digest: RunDigest;
}

/** How many carriers a rule concerns. Waived ones are only in `waived`. */
interface RuleTotal {
  rule: string;
  level: Level;
  fail: number;
  unknown: number;
  waived: number;
  /** How many of `fail` and `unknown` decide a verdict, and how many are only shown. */
  effects: { fail: number; review: number; warning: number };
}

/** What is gathered while carriers are reported. */
export class RunDigest {
  readonly #rules = new Map<string, RuleTotal>();
  readonly #groups = {
    new_failures: changeGroup("New failures"),
    identity_changes: changeGroup("Identity changes"),
    newly_passing: changeGroup("Newly passing"),
    new: changeGroup("New carriers"),
    gone: changeGroup("Gone carriers"),
  };
  /** Of the whole list, whatever is left out of reports. */
  readonly counts: Counts = { carriers: 0, pass: 0, review: 0, fail: 0 };
  #compared = 0;

  add(carrier: VettedCarrier): void {
    this.counts.carriers++;
    this.counts[carrier.verdict]++;
    this.#addFindings(carrier);
    this.#addChanges(carrier);
  }

  #addFindings({ findings }: VettedCarrier): void {
    for (const finding of findings) {
      const { rule, level, outcome, waived } = finding;
      const none = { fail: 0, unknown: 0, waived: 0, effects: { fail: 0, review: 0, warning: 0 } };
      const total = this.#rules.get(rule) ?? { rule, level, ...none };
      this.#rules.set(rule, total);
      const effect = effectOf(finding);
      if (waived) total.waived++;
      else if (outcome === "fail" || outcome === "unknown") total[outcome]++;
      if (effect === "fail" || effect === "review" || effect === "warning") total.effects[effect]++;
    }
  }

  #addChanges(carrier: VettedCarrier): void {
    const { changes, verdict } = carrier;
    if (!changes) return;
    this.#compared++;
    const { verdict_before: before, fields } = changes;
    const { new_failures, identity_changes, newly_passing, new: added } = this.#groups;
    const why = () => byEffect(carrier.findings).fail.map(messageOf).join("; ");
    if (before === null) keep(added, carrier, verdictWords[verdict]);
    if (before !== verdict && verdict === "fail") keep(new_failures, carrier, `${beforeText(before)}; ${why()}`);
    if (before !== null && before !== verdict && verdict === "pass") keep(newly_passing, carrier, beforeText(before));
    const identity = fields.filter(({ kind }) => kind === "identity");
    if (identity.length > 0) keep(identity_changes, carrier, identity.map(changeText).join("; "));
  }

  /** Takes the carriers of the earlier run that are not in this one. */
  addGone(gone: RunFooter["gone"]): void {
    for (const carrier of gone) keep(this.#groups.gone, carrier, beforeText(carrier.verdict));
    this.#compared += gone.length;
  }

  /** The totals of each rule, the heaviest first, otherwise in the order of the policy. */
  get rules(): RuleTotal[] {
    const heavier = (one: RuleTotal, other: RuleTotal) =>
      other.effects.fail - one.effects.fail ||
      other.effects.review - one.effects.review ||
      other.effects.warning - one.effects.warning;
    return [...this.#rules.values()].sort(heavier);
  }

  /** New failures, identity changes, newly passing, new and gone carriers, as far as there are any, each with at most so many lines. */
  lists(maxLines: number): TitledList[] {
    return Object.values(this.#groups)
      .filter(({ numbers }) => numbers.length > 0)
      .map(({ title, numbers, words }) => ({
        title: `${title}: ${grouped(numbers.length)}`,
        lines: shortList(words, Math.min(maxLines, maxInWords), numbers.length),
      }));
  }

  /** For JSON and SARIF: the numbers by kind; null if nothing was compared. */
  get json(): Readonly<Record<string, readonly string[]>> | null {
    if (this.#compared === 0) return null;
    return Object.fromEntries(Object.entries(this.#groups).map(([kind, { numbers }]) => [kind, numbers]));
  }
}

/** Entries of each kind that are kept in words; all are kept as numbers. */
const maxInWords = 100;

/** One kind of change: the numbers of all its carriers, and the first ones in words. */
function changeGroup(title: string) {
  return { title, numbers: [] as string[], words: [] as string[] };
}

type ChangeGroup = ReturnType<typeof changeGroup>;

function keep({ numbers, words }: ChangeGroup, carrier: RunFooter["gone"][number] | VettedCarrier, text: string): void {
  numbers.push(carrier.dot_number);
  if (words.length < maxInWords) words.push(`USDOT ${visible(carrier.dot_number)} ${carrierName(carrier)}: ${text}`);
}

/** Lines under a title. Safe to print, and not yet escaped for any markup. */
export interface TitledList {
  title: string;
  lines: readonly string[];
}

/** Changes first, then what else to look at, each with at most so many lines. None is empty. */
export function titledLists(footer: ReportFooter, maxLines: number): TitledList[] {
  return [...footer.digest.lists(maxLines), ...noticesList(footer, maxLines)];
}

/** What else to look at, under a title; nothing if there is nothing. */
function noticesList(footer: RunFooter, maxLines: number): TitledList[] {
  const lines = shortList(noticesOf(footer), maxLines);
  return lines.length === 0 ? [] : [{ title: "To look at", lines }];
}

/** Characters of a hash that tell files apart for a reader. */
const shortHash = 8;
/** Lines of each kind in a report in plain text: json and html have more. */
const maxTextLines = 20;

/** What changed, as a report in plain text tells it. Safe to print. */
export function changeLines(footer: ReportFooter): string[] {
  return footer.digest.lists(maxTextLines).flatMap(linesOf);
}

/**
 * How a report in plain text ends: what else to look at, counts, totals per rule, and what identifies the run. The screen of a single
 * carrier has said most of it. Safe to print.
 */
export function closingLines(
  header: RunHeader,
  footer: ReportFooter,
  { single, verbose }: { single: boolean; verbose: boolean },
): string[] {
  const totals = ruleTotalsText(footer.digest);
  return [
    ...noticesList(footer, maxTextLines).flatMap(linesOf),
    ...(single ? [] : [countsText(footer.counts), ...(totals === "" ? [] : [`  ${totals}`])]),
    provenance(header, footer, verbose ? undefined : shortHash),
  ];
}

function linesOf({ title, lines }: TitledList): string[] {
  return [title, ...lines.map((line) => `  ${line}`)];
}

/** `policies.bipd 262 fail, 3 to review · status 1 fails`; empty if no rule concerns a carrier. */
export function ruleTotalsText({ rules }: RunDigest): string {
  const texts = rules.map(({ rule, waived, effects }) => [visible(rule), effectsText({ ...effects, waived })] as const);
  return texts.flatMap(([rule, text]) => (text === "" ? [] : [`${rule} ${text}`])).join(" · ");
}

/** `vetting policy default 7c7accc3 · usdot 0.2.0 · sample service · as of 2026-11-22 08:49 UTC` */
export function provenance(
  { tool, as_of, policy, service }: RunHeader,
  footer: RunFooter,
  hashLength = Number.POSITIVE_INFINITY,
): string {
  const { oldest_answer: oldest, evidence_sha256: evidence } = footer;
  const age = oldest === null ? "new" : ageText(oldest, as_of);
  return [
    visible(`vetting policy ${policy.name} ${policy.sha256.slice(0, hashLength)}`),
    visible(`${tool.name} ${tool.version}`),
    // The sample's name in a recorded run is not an address.
    service === "usdot sample" ? "sample service" : visible(service),
    `as of ${timeText(as_of)}`,
    ...(age === "new" ? [] : [`oldest answer ${age}`]),
    ...(evidence === null ? [] : [`evidence ${visible(evidence.slice(0, hashLength))}`]),
  ].join(" · ");
}

export const cutOffNotice = "the evidence is cut off: these carriers are not the whole list";

/** What else to look at: that the list is not whole, waivers that covered nothing, lines of the list that are not a number. */
export function noticesOf({ waivers, refused, cut_off, notes }: RunFooter): string[] {
  const unused = waivers.map((waiver) => visible(waiverText(waiver)));
  return [...(cut_off ? [cutOffNotice] : []), ...notes.map(visible), ...unused, ...refused.map(invalidLineText)];
}

/** `invalid: carriers.txt:9: MC-1 is a docket number, not a USDOT number`. With a word before it, no text can start a workflow command. */
export function invalidLineText(line: RunFooter["refused"][number]): string {
  return visible(`invalid: ${invalidText(line)}`);
}

/** The first items of a list, and how many more there are. */
export function shortList(items: readonly string[], max: number, total = items.length): string[] {
  const shown = items.slice(0, max);
  return total > shown.length ? [...shown, `and ${grouped(total - shown.length)} more`] : shown;
}
