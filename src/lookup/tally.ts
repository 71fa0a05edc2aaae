/** The counters of a list: every input is counted once. */
import { type ErrorKind, ListError, type UsdotError } from "../errors.ts";
import { counted, grouped } from "../text/digits.ts";
import type { Outcome } from "./outcome.ts";

/** The most missing numbers that the closing line names. */
const maxNamed = 5;

export class Tally {
  readonly counts = { answered: 0, partial: 0, "not-found": 0, invalid: 0, unanswered: 0, repeated: 0, kept: 0 };
  /** Records in the answers that nobody asked for; they are not inputs. */
  unrequested = 0;
  /** Of the kept numbers, those that the earlier run did not find. */
  keptMissing = 0;
  #kinds = new Set<ErrorKind>();
  /** The first numbers that were not found: for a short list, all of them. */
  #missing: string[] = [];

  add(outcome: Outcome<unknown>): void {
    this.counts[outcome.kind] += 1;
    if (outcome.kind === "not-found" && this.#missing.length <= maxNamed) this.#missing.push(outcome.dotNumber);
    if (outcome.kind === "unanswered" || outcome.kind === "partial") this.#kinds.add(outcome.error.kind);
  }

  get inputs(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  /** What is not zero: `1,145 answered, 786 not found (USDOT 9000404, ...), 2 repeated`; for a list without inputs, `0 answered`. */
  toString(): string {
    const { answered, partial, invalid, unanswered, repeated, kept } = this.counts;
    const missing = this.counts["not-found"];
    const parts: [count: number, words: string][] = [
      [answered, "answered"],
      [partial, "answered in part"],
      [missing, `not found${this.#named()}`],
      [invalid, "invalid"],
      [unanswered, "unanswered"],
      [repeated, "repeated"],
      [kept, "kept from before"],
    ];
    const shown = parts.filter(([count]) => count > 0).map(([count, words]) => `${grouped(count)} ${words}`);
    const dropped =
      this.unrequested > 0 ? ` (dropped ${counted(this.unrequested, "record")} that nobody asked for)` : "";
    return `${shown.join(", ") || "0 answered"}${dropped}`;
  }

  /**
   * How the list ended: undefined if all is well. A list in which nothing was answered ends like its only cause (no network:
   * unreachable); a refused key is always reported as such; any other list with a gap is incomplete. A list with unanswered numbers
   * never ends in success or in a definite no. If nothing was found, it never ends in success: more likely the base URL is wrong.
   */
  verdict({ allowMissing }: { allowMissing: boolean }): UsdotError | undefined {
    const { answered, partial, invalid, unanswered, kept } = this.counts;
    const missing = this.counts["not-found"];
    const allMissing = missing + this.keptMissing;
    const [kind] = this.#kinds;
    if (this.#kinds.has("key")) return this.#error("key", "check the API key: usdot config list");
    if (unanswered > 0 && answered + partial + missing + invalid + kept === 0 && this.#kinds.size === 1 && kind)
      return this.#error(kind);
    if (unanswered + partial + invalid > 0)
      return this.#error("incomplete", "the numbers without an answer are named above");
    if (allMissing > 0 && answered + kept === this.keptMissing)
      return this.#error("not-found", "none was found: check the numbers and the base URL");
    if (allMissing > 0 && !allowMissing) return this.#error("not-found");
    return undefined;
  }

  #named(): string {
    const named = this.#missing.slice(0, maxNamed).join(", ");
    return named === "" ? "" : ` (USDOT ${named}${this.#missing.length > maxNamed ? ", ..." : ""})`;
  }

  #error(kind: ErrorKind, hint?: string): ListError {
    return new ListError(this.toString(), kind, { hint });
  }
}
