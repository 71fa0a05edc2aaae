/** Counts what became of a list, every input once. */
import type { Ending } from "../answer.ts";
import type { ErrorKind, UsdotError } from "../errors.ts";
import { firstOf, grouped } from "../text/digits.ts";
import type { Carrier, Entry } from "./carriers.ts";

type Count = Ending["state"] | Exclude<Entry["kind"], "carrier">;

/** The part of an entry that is counted. */
type Tallied =
  | Pick<Carrier, "kind" | "dotNumber" | "ending">
  | { kind: Exclude<Entry["kind"], "carrier"> };

export class Tally {
  /** Why carriers have no answer, or not all. */
  readonly causes = new Set<ErrorKind>();
  /** The error of the first of them. */
  firstError: UsdotError | undefined;
  #counts = new Map<Count, number>();
  #notFoundNumbers: string[] = [];

  add(entry: Tallied): void {
    const isCarrier = entry.kind === "carrier";
    const kind = isCarrier ? entry.ending.state : entry.kind;
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    if (!isCarrier) return;
    const { error } = entry.ending;
    if (kind === "not-found") this.#notFoundNumbers.push(entry.dotNumber);
    else if (error) {
      this.causes.add(error.kind);
      this.firstError ??= error;
    }
  }

  /** How many inputs ended in one of these ways. */
  count(...kinds: Count[]): number {
    return kinds.reduce((sum, kind) => sum + (this.#counts.get(kind) ?? 0), 0);
  }

  /** How many inputs there were. */
  get total(): number {
    return this.count(...this.#counts.keys());
  }

  get withRecord(): number {
    return this.count("answered", "partial", "resumed");
  }

  get notFound(): number {
    return this.count("not-found", "resumed-not-found");
  }

  /** How many have an answer: a record, or that there is none. */
  get withAnswer(): number {
    return this.withRecord + this.notFound;
  }

  /**
   * The counts that are not zero: `1,145 answered, 786 not found (USDOT 9000404
   * and 785 more), 2 repeated`.
   */
  toString(): string {
    const resumed = this.count("resumed-not-found");
    const ofThem = resumed > 0 ? ` (${grouped(resumed)} not found)` : "";
    const parts: [words: string, ...kinds: Count[]][] = [
      ["answered", "answered"],
      ["incomplete", "partial"],
      [`not found (USDOT ${firstOf(this.#notFoundNumbers)})`, "not-found"],
      ["invalid", "invalid"],
      ["unanswered", "unanswered"],
      ["repeated", "repeated"],
      [`already in the output${ofThem}`, "resumed", "resumed-not-found"],
    ];
    const shown = parts.flatMap(([words, ...kinds]) => {
      const count = this.count(...kinds);
      return count > 0 ? `${grouped(count)} ${words}` : [];
    });
    return shown.join(", ") || "0 answered";
  }
}
