/** What changed since an earlier run, collected as carriers are reported: reports open or close with it. */
import { grouped } from "../../text/digits.ts";
import { singleLine, visible } from "../../text/safe-text.ts";
import type { Change, VettedCarrier } from "../../vet/model.ts";
import { nameOf } from "./words.ts";

/** Entries of each kind that are kept in words; all are kept as numbers. */
const mostInWords = 100;
/** Characters shown of a value that changed: enough for an address. */
const longestValue = 80;

/** One kind of change: the numbers of all its carriers, and the first ones in words. */
export interface ChangeGroup {
  title: string;
  numbers: readonly string[];
  words: readonly string[];
}

/** The changes of a run. Without `--since` it stays empty. */
export class ChangeDigest {
  readonly #failing = group("New failures");
  readonly #identity = group("Identity changes");
  readonly #passing = group("Newly passing");
  #compared = 0;

  add(carrier: VettedCarrier): void {
    const { changes, verdict } = carrier;
    if (!changes) return;
    this.#compared++;
    const { verdict_before: before, fields } = changes;
    if (before !== verdict && verdict === "fail") keep(this.#failing, carrier, () => `was ${before}`);
    if (before !== verdict && verdict === "pass") keep(this.#passing, carrier, () => `was ${before}`);
    const identity = fields.filter(({ kind }) => kind === "identity");
    if (identity.length > 0) keep(this.#identity, carrier, () => identity.map(changeText).join("; "));
  }

  /** The kinds that occurred: new failures, identity changes, newly passing. */
  get groups(): ChangeGroup[] {
    return [this.#failing, this.#identity, this.#passing].filter(({ numbers }) => numbers.length > 0);
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

  /** As lines of text: `New failures: 1`, followed by the first of them, indented. */
  lines(most: number): string[] {
    return this.groups.flatMap((changed) => [
      headingOf(changed),
      ...firstWords(changed, most).map((text) => `  ${text}`),
    ]);
  }
}

/** `New failures: 1` */
export function headingOf({ title, numbers }: ChangeGroup): string {
  return `${title}: ${grouped(numbers.length)}`;
}

/** The first of a group in words, at most 100, and how many more there are. */
export function firstWords({ numbers, words }: ChangeGroup, most: number): string[] {
  const shown = words.slice(0, most);
  const left = numbers.length - shown.length;
  return left > 0 ? [...shown, `and ${grouped(left)} more`] : shown;
}

/** `legal_name was "ACME LLC", now "ACNE LLC"` */
export function changeText({ field, before, now }: Change): string {
  return `${visible(field)} was ${valueText(before)}, now ${valueText(now)}`;
}

function valueText(value: unknown): string {
  return value === undefined || value === null ? "not stated" : singleLine(JSON.stringify(value), longestValue);
}

interface GrowingGroup {
  title: string;
  numbers: string[];
  words: string[];
}

function group(title: string): GrowingGroup {
  return { title, numbers: [], words: [] };
}

function keep({ numbers, words }: GrowingGroup, carrier: VettedCarrier, text: () => string): void {
  numbers.push(carrier.dot_number);
  if (words.length < mostInWords) words.push(`USDOT ${visible(carrier.dot_number)} ${nameOf(carrier)}: ${text()}`);
}
