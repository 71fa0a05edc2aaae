/** Writes the evidence of a run carrier by carrier, so that a run killed at any point leaves whole carriers behind. */
import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { escapeUnsafe } from "../text/unsafe-characters.ts";
import {
  bodyHash,
  type EvidenceAnswer,
  type EvidenceRefusal,
  type EvidenceRun,
  type EvidenceVerdict,
  evidenceFormat,
  type StoredFile,
  sha256,
} from "./evidence.ts";
import { publicFinding } from "./finding.ts";
import type { VettedCarrier } from "./model.ts";

/** Adds text to the end of the evidence file; settles when the system has it. */
export type Append = (text: string) => Promise<void>;

/** Appends to the evidence of one run. After a failed append nothing more is written: a gap would look like tampering. */
export class EvidenceWriter {
  readonly #append: Append;
  readonly #hash = createHash("sha256");
  #lines = 0;
  #written: Promise<void> = Promise.resolve();

  private constructor(append: Append) {
    this.#append = append;
  }

  /**
   * Starts the evidence with its `run` line.
   *
   * @returns when that line is written
   * @throws what `append` throws
   */
  static async start(append: Append, run: Omit<EvidenceRun, "format">): Promise<EvidenceWriter> {
    const writer = new EvidenceWriter(append);
    await writer.#write(writer.#line({ type: "run", format: evidenceFormat, ...run }));
    return writer;
  }

  /**
   * Writes a carrier's answers and its verdict in one append.
   *
   * @returns when they are written
   * @throws what `append` throws
   */
  carrier(answers: readonly EvidenceAnswer[], carrier: VettedCarrier): Promise<void> {
    const lines = answers.map((answer) => this.#line({ type: "answer", ...storedAnswer(answer) }));
    // The hash so far shows where a file was altered, and confirms a file that was cut off.
    const verdict = this.#line({ type: "verdict", ...storedVerdict(carrier), sha256_before: this.#sha256() });
    return this.#write(lines.join("") + verdict);
  }

  /**
   * Writes a line of the list that is not a USDOT number.
   *
   * @returns when it is written
   * @throws what `append` throws
   */
  refused({ place, text, reason }: EvidenceRefusal): Promise<void> {
    return this.#write(this.#line({ type: "refused", place, text, reason }));
  }

  /**
   * Ends the evidence.
   *
   * @returns the SHA-256 of all lines before the last one, which identifies the evidence in reports and logs
   * @throws what `append` throws
   */
  async end(): Promise<string> {
    const ending = this.#sha256();
    await this.#write(this.#line({ type: "end", lines: this.#lines, sha256: ending }));
    return ending;
  }

  #sha256(): string {
    return this.#hash.copy().digest("hex");
  }

  /** Escaped, the text is the same to JSON, and safe to look at in a terminal. */
  #line(value: object): string {
    const line = `${escapeUnsafe(JSON.stringify(value))}\n`;
    this.#hash.update(line);
    this.#lines++;
    return line;
  }

  #write(text: string): Promise<void> {
    this.#written = this.#written.then(() => this.#append(text));
    return this.#written;
  }
}

/** A file's content with its hash, as the `run` line keeps it. */
export function storedFile(content: Uint8Array): StoredFile {
  const stored = { sha256: sha256(content) };
  const bytes = bufferOf(content);
  return isUtf8(content) ? { ...stored, text: bytes.toString() } : { ...stored, base64: bytes.toString("base64") };
}

function storedAnswer(answer: EvidenceAnswer): object {
  const { dot_number, record, url, asked_at, status, body, error, reused } = answer;
  return {
    dot_number,
    record,
    url,
    asked_at,
    status,
    ...(reused && { reused }),
    ...(error && { error }),
    sha256: bodyHash(answer),
    ...storedBody(body),
  };
}

function storedBody(body: string | Uint8Array | null): object {
  if (body === null) return {};
  if (typeof body === "string") return { body };
  return isUtf8(body) ? { body: bufferOf(body).toString() } : { body_base64: bufferOf(body).toString("base64") };
}

function storedVerdict({ dot_number, legal_name, verdict, place, findings }: VettedCarrier): EvidenceVerdict {
  return { dot_number, legal_name, verdict, place, findings: findings.map(publicFinding) };
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
