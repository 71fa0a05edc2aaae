/** Counts what became of a list, every input once; and what the run ends in. */
import type { Ending } from "../answer.ts";
import type { ErrorKind } from "../errors.ts";
import { grouped } from "../text/digits.ts";
import type { Entry } from "./carriers.ts";

/** The most missing numbers that the closing line names. */
const maxNamed = 5;

/**
 * A list of so many numbers of which the service knows none was more likely
 * sent to a wrong base URL.
 */
const suspiciouslyMany = 10;

type Count = Ending["kind"] | Exclude<Entry["kind"], "carrier">;

/** Why the exit status of a run is not 0, in a word; and what to do. */
interface Failure {
  kind: ErrorKind;
  hint?: string | undefined;
}

export class Tally {
  #counts = new Map<Count, number>();
  #causes = new Set<ErrorKind>();
  #missing: string[] = [];

  add(entry: Entry): void {
    const isCarrier = entry.kind === "carrier";
    const kind = isCarrier ? entry.ending.kind : entry.kind;
    this.#counts.set(kind, this.count(kind) + 1);
    if (!isCarrier) return;
    const { error } = entry.ending;
    if (kind !== "not-found" && error) this.#causes.add(error.kind);
    if (kind === "not-found" && this.#missing.length <= maxNamed)
      this.#missing.push(entry.dotNumber);
  }

  /** How many inputs ended in one of these ways; without any, how many there were. */
  count(...kinds: Count[]): number {
    const counted = kinds.length > 0 ? kinds : [...this.#counts.keys()];
    return counted.reduce(
      (sum, kind) => sum + (this.#counts.get(kind) ?? 0),
      0,
    );
  }

  /**
   * What is not zero: `1,145 answered, 786 not found (USDOT 9000404, ...), 2
   * repeated`.
   */
  toString(): string {
    const named = this.#missing.slice(0, maxNamed).join(", ");
    const more = this.#missing.length > maxNamed ? ", ..." : "";
    const gone = this.count("kept-missing");
    const ofThem = gone > 0 ? ` (${grouped(gone)} not found)` : "";
    const parts: [words: string, ...kinds: Count[]][] = [
      ["answered", "answered"],
      ["incomplete", "partial"],
      [`not found (USDOT ${named}${more})`, "not-found"],
      ["invalid", "invalid"],
      ["unanswered", "unanswered"],
      ["repeated", "repeated"],
      [`already in the output${ofThem}`, "kept", "kept-missing"],
    ];
    const shown = parts.flatMap(([words, ...kinds]) => {
      const count = this.count(...kinds);
      return count > 0 ? `${grouped(count)} ${words}` : [];
    });
    return shown.join(", ") || "0 answered";
  }

  /**
   * How the list ended; undefined if all is well. A number without an answer
   * never ends in success or in a definite no.
   * A part of a list (`isShard`) may well hold unknown numbers only. `again` is
   * how to get the answers that are missing.
   */
  failure({
    allowMissing = false,
    isShard = false,
    again = "",
  } = {}): Failure | undefined {
    const missing = this.count("not-found", "kept-missing");
    const found = this.count("answered", "partial", "kept");
    const [cause, ...others] = this.#causes;
    if (cause !== undefined) {
      if (missing + found > 0) return { kind: "incomplete", hint: again };
      if (this.#causes.has("key"))
        return { kind: "key", hint: "check the API key: usdot config check" };
      return { kind: others.length === 0 ? cause : "incomplete", hint: again };
    }
    if (this.count("invalid") > 0) return { kind: "incomplete" };
    if (missing === 0) return undefined;
    const isPlausible = found > 0 || isShard || missing < suspiciouslyMany;
    if (allowMissing && isPlausible) return undefined;
    const hint = "no carrier was found: check the numbers and the base URL";
    return { kind: "not-found", hint: found === 0 ? hint : undefined };
  }
}
