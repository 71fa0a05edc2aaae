/** What reports say about the run as a whole: what changed since an earlier run, what else to look at, and what identifies it. */
import { grouped } from "../../text/digits.ts";
import { visible } from "../../text/safe-text.ts";
import type { RunFooter, RunHeader, VettedCarrier } from "../../vet/model.ts";
import { ageText, changeText, countsText, nameOf, refusalText, timeText, waiverText } from "./words.ts";

/** What a report ends with. The changes are gathered once for all reports of a run. */
export interface ReportFooter extends RunFooter {
  changes: ChangeDigest;
}

/** Entries of each kind that are kept in words; all are kept as numbers. */
const maxInWords = 100;

/** One kind of change: the numbers of all its carriers, and the first ones in words. */
interface ChangeGroup {
  title: string;
  numbers: string[];
  words: string[];
}

/** What changed since an earlier run, collected as carriers are reported. Without `--since` it stays empty. */
export class ChangeDigest {
  readonly #failing: ChangeGroup = { title: "New failures", numbers: [], words: [] };
  readonly #identity: ChangeGroup = { title: "Identity changes", numbers: [], words: [] };
  readonly #passing: ChangeGroup = { title: "Newly passing", numbers: [], words: [] };
  #compared = 0;

  add(carrier: VettedCarrier): void {
    const { changes, verdict } = carrier;
    if (!changes) return;
    this.#compared++;
    const { verdict_before, fields } = changes;
    const before = verdict_before ?? "not in the earlier run";
    if (before !== verdict && verdict === "fail") keep(this.#failing, carrier, () => `was ${before}`);
    if (before !== verdict && verdict === "pass") keep(this.#passing, carrier, () => `was ${before}`);
    const identity = fields.filter(({ kind }) => kind === "identity");
    if (identity.length > 0) keep(this.#identity, carrier, () => identity.map(changeText).join("; "));
  }

  /** New failures, identity changes and newly passing carriers, as far as there are any, each with at most so many lines. */
  lists(maxLines: number): TitledList[] {
    return [this.#failing, this.#identity, this.#passing]
      .filter(({ numbers }) => numbers.length > 0)
      .map(({ title, numbers, words }) => ({
        title: `${title}: ${grouped(numbers.length)}`,
        lines: shortList(words, Math.min(maxLines, maxInWords), numbers.length),
      }));
  }

  /** For JSON and SARIF: the numbers by kind; null if no carrier was in an earlier run. */
  get json(): { new_failures: string[]; identity_changes: string[]; newly_passing: string[] } | null {
    if (this.#compared === 0) return null;
    return {
      new_failures: this.#failing.numbers,
      identity_changes: this.#identity.numbers,
      newly_passing: this.#passing.numbers,
    };
  }
}

function keep({ numbers, words }: ChangeGroup, carrier: VettedCarrier, text: () => string): void {
  numbers.push(carrier.dot_number);
  if (words.length < maxInWords) words.push(`USDOT ${visible(carrier.dot_number)} ${nameOf(carrier)}: ${text()}`);
}

/** Lines under a title. Safe to print, and not yet escaped for any markup. */
export interface TitledList {
  title: string;
  lines: readonly string[];
}

/** Changes first, then what else to look at, each with at most so many lines. None is empty. */
export function titledLists(footer: ReportFooter, maxLines: number): TitledList[] {
  const toLookAt = { title: "To look at", lines: shortList(noticesOf(footer), maxLines) };
  return [...footer.changes.lists(maxLines), toLookAt].filter(({ lines }) => lines.length > 0);
}

/** Lines of each kind with which a report in plain text ends: json and html have more. */
const maxClosingLines = 20;

/** How a report in plain text ends: changes and notices, counts, and what identifies the run. Safe to print. */
export function closingLines(header: RunHeader, footer: ReportFooter): string[] {
  const lists = titledLists(footer, maxClosingLines);
  return [
    ...lists.flatMap(({ title, lines }) => [title, ...lines.map((line) => `  ${line}`)]),
    countsText(footer.counts),
    ...factsOf(header, footer).map(({ name, text }) => `${name} ${text}`),
  ];
}

export const cutOffNotice = "the evidence is cut off: these carriers are not the whole list";

/** What else to look at: that the list is not whole, waivers that covered nothing, lines of the list that are not a number. */
export function noticesOf({ waivers, refused, cut_off, notes }: RunFooter): string[] {
  const unused = waivers.map((waiver) => visible(waiverText(waiver)));
  const lines = refused.map((line) => `not a USDOT number: ${refusalText(line)}`);
  return [...(cut_off ? [cutOffNotice] : []), ...notes, ...unused, ...lines];
}

/** The first items of a list, and how many more there are. */
export function shortList(items: readonly string[], max: number, total = items.length): string[] {
  const shown = items.slice(0, max);
  return total > shown.length ? [...shown, `and ${grouped(total - shown.length)} more`] : shown;
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
