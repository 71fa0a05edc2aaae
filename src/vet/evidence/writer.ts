/** Writes the evidence of a run carrier by carrier, so that a run killed at any point leaves whole carriers behind. */
import { createHash } from "node:crypto";
import type { Earlier } from "../changes.ts";
import type { VettedCarrier } from "../model.ts";
import { type EvidenceAnswer, type EvidenceRun, evidenceFormat, type InvalidLine } from "./format.ts";
import { answerLine, lineOf, verdictLine } from "./lines.ts";

/** Adds text to the end of the evidence file; settles when the system has it. */
export type Append = (text: string) => Promise<void>;

/**
 * Appends to the evidence of one run. Each method settles when its lines are written, and throws what `append` throws. After a failed
 * append nothing more is written: a gap would look like tampering.
 */
export class EvidenceWriter {
  readonly #append: Append;
  readonly #hash = createHash("sha256");
  #lines = 0;
  #written: Promise<void> = Promise.resolve();

  private constructor(append: Append) {
    this.#append = append;
  }

  /** Starts the evidence with its `run` line. */
  static async start(append: Append, run: Omit<EvidenceRun, "format">): Promise<EvidenceWriter> {
    const writer = new EvidenceWriter(append);
    await writer.#write(writer.#line(lineOf({ type: "run", format: evidenceFormat, ...run })));
    return writer;
  }

  /**
   * Writes a carrier's answers and its verdict in one append.
   * @param earlier what it was compared with
   */
  carrier(answers: readonly EvidenceAnswer[], carrier: VettedCarrier, earlier?: Earlier): Promise<void> {
    const lines = answers.map((answer) => this.#line(answerLine(answer)));
    // The hash so far shows where a file was altered, and confirms a file that was cut off.
    const verdict = this.#line(verdictLine(carrier, earlier, this.#sha256()));
    return this.#write(lines.join("") + verdict);
  }

  /** Writes a line of the list that is not a USDOT number. */
  invalid({ place, text, reason }: InvalidLine): Promise<void> {
    return this.#write(this.#line(lineOf({ type: "refused", place, text, reason })));
  }

  /**
   * Ends the evidence.
   * @returns the SHA-256 of all lines before the last one, which identifies the evidence in reports and logs
   */
  async end(): Promise<string> {
    const sha256 = this.#sha256();
    await this.#write(this.#line(lineOf({ type: "end", lines: this.#lines, sha256 })));
    return sha256;
  }

  #sha256(): string {
    return this.#hash.copy().digest("hex");
  }

  #line(line: string): string {
    this.#hash.update(line);
    this.#lines++;
    return line;
  }

  #write(text: string): Promise<void> {
    this.#written = this.#written.then(() => this.#append(text));
    return this.#written;
  }
}
