/** Counts what became of a list: every input once. */
import { type ErrorKind, ListError } from "../errors.ts";
import { grouped } from "../text/digits.ts";
import type { Outcome } from "./outcome.ts";

/** The most missing numbers that the closing line names. */
const maxNamed = 5;

/** A list of so many numbers of which the service knows none was more likely sent to a wrong base URL. */
const suspiciouslyMany = 10;

export class Tally {
  #counts = new Map<Outcome["kind"], number>();
  #causes = new Set<ErrorKind>();
  #missing: string[] = [];

  add(outcome: Outcome<unknown>): void {
    this.#counts.set(outcome.kind, this.count(outcome.kind) + 1);
    if (outcome.kind === "not-found" && this.#missing.length <= maxNamed)
      this.#missing.push(outcome.dotNumber);
    if (outcome.kind === "unanswered" || outcome.kind === "partial")
      this.#causes.add(outcome.error.kind);
  }

  /** How many inputs ended in one of these ways; without any, how many there were. */
  count(...kinds: Outcome["kind"][]): number {
    const counted = kinds.length > 0 ? kinds : [...this.#counts.keys()];
    return counted.reduce(
      (sum, kind) => sum + (this.#counts.get(kind) ?? 0),
      0,
    );
  }

  /** What is not zero: `1,145 answered, 786 not found (USDOT 9000404, ...), 2 repeated`; for a list without inputs, `0 answered`. */
  toString(): string {
    const named =
      this.#missing.slice(0, maxNamed).join(", ") +
      (this.#missing.length > maxNamed ? ", ..." : "");
    const keptMissing = this.count("kept-missing");
    const ofThem =
      keptMissing > 0 ? ` (${grouped(keptMissing)} not found)` : "";
    const parts: [count: number, words: string][] = [
      [this.count("answered"), "answered"],
      [this.count("partial"), "incomplete"],
      [this.count("not-found"), `not found (USDOT ${named})`],
      [this.count("invalid"), "invalid"],
      [this.count("unanswered"), "unanswered"],
      [this.count("repeated"), "repeated"],
      [this.count("kept", "kept-missing"), `already in the output${ofThem}`],
    ];
    const shown = parts
      .filter(([count]) => count > 0)
      .map(([count, words]) => `${grouped(count)} ${words}`);
    return shown.join(", ") || "0 answered";
  }

  /**
   * How the list ended; undefined if all is well. A number without an answer never ends in success or in a definite no.
   * A part of a list (`isShard`) may well hold unknown numbers only. `again` is how to get the answers that are missing.
   */
  error({
    allowMissing = false,
    isShard = false,
    again = "",
  } = {}): ListError | undefined {
    const missing = this.count("not-found", "kept-missing");
    const found = this.count("answered", "partial", "kept");
    const causes = [...this.#causes];
    const end = (kind: ErrorKind, hint?: string) =>
      new ListError(this.toString(), kind, { hint });
    if (causes.length > 0 && missing + found === 0) {
      if (causes.includes("key"))
        return end("key", "check the API key: usdot config check");
      return end(
        causes.length === 1 ? (causes[0] as ErrorKind) : "incomplete",
        again,
      );
    }
    if (causes.length > 0) return end("incomplete", again);
    if (this.count("invalid") > 0) return end("incomplete");
    if (
      missing === 0 ||
      (allowMissing && (found > 0 || isShard || missing < suspiciouslyMany))
    )
      return undefined;
    return end(
      "not-found",
      found === 0
        ? "none was found: check the numbers and the base URL"
        : undefined,
    );
  }
}
