/** The books of a list: every input is counted once, and the counts add up. */
import { type ExitName, ListError, type UsdotError } from "../errors.ts";
import type { Outcome } from "./outcome.ts";

const kinds = ["answered", "not-found", "refused", "unanswered", "repeated", "kept"] as const;

/** How many numbers that were not found the counts name. */
const mostNamed = 5;

export class Tally {
  readonly counts = { answered: 0, "not-found": 0, refused: 0, unanswered: 0, repeated: 0, kept: 0 };
  /** Records in the answers that nobody asked for; they are no inputs. */
  unasked = 0;
  /** Of the kept ones, those that the earlier run did not find. */
  keptMissing = 0;
  #exits = new Set<ExitName>();
  /** The first numbers that were not found: a short list names them all. */
  #missing: string[] = [];

  add(outcome: Outcome<unknown>): void {
    this.counts[outcome.kind] += 1;
    if (outcome.kind === "not-found" && this.#missing.length <= mostNamed) this.#missing.push(outcome.dotNumber);
    if (outcome.kind === "unanswered") this.#exits.add(outcome.error.exit);
  }

  get inputs(): number {
    return kinds.reduce((sum, kind) => sum + this.counts[kind], 0);
  }

  /** `12 inputs: 8 answered, 1 not found (USDOT 9000404), 1 refused, 1 unanswered, 1 repeated`. */
  toString(): string {
    const { answered, refused, unanswered, repeated, kept } = this.counts;
    const parts = [
      `${answered} answered`,
      `${this.counts["not-found"]} not found${this.#named()}`,
      `${refused} refused`,
      `${unanswered} unanswered`,
      ...(repeated > 0 ? [`${repeated} repeated`] : []),
      ...(kept > 0 ? [`${kept} kept from before`] : []),
    ];
    const dropped = this.unasked > 0 ? ` (dropped ${this.unasked} records that were not asked for)` : "";
    return `${this.inputs} ${this.inputs === 1 ? "input" : "inputs"}: ${parts.join(", ")}${dropped}`;
  }

  /**
   * How the list ended: undefined when all is well. A list where nothing at all was answered ends as its one cause does
   * (no network: 5); a refused key is always told as that; any other list with a gap is incomplete. A number without an
   * answer never ends in "answered" or in a "no".
   */
  verdict({ allowMissing }: { allowMissing: boolean }): UsdotError | undefined {
    const { answered, refused, unanswered, kept } = this.counts;
    const missing = this.counts["not-found"];
    const [exit] = this.#exits;
    if (this.#exits.has("key")) return this.#error("key", "check the API key: usdot config list");
    if (unanswered > 0 && answered + missing + refused + kept === 0 && this.#exits.size === 1 && exit)
      return this.#error(exit);
    if (unanswered + refused > 0) return this.#error("incomplete", "the numbers without an answer are named above");
    if (missing + this.keptMissing > 0 && !allowMissing) return this.#error("no");
    return undefined;
  }

  #named(): string {
    const named = this.#missing.slice(0, mostNamed).join(", ");
    return named === "" ? "" : ` (USDOT ${named}${this.#missing.length > mostNamed ? ", ..." : ""})`;
  }

  #error(exit: ExitName, hint?: string): ListError {
    return new ListError(this.toString(), exit, hint === undefined ? {} : { hint });
  }
}
