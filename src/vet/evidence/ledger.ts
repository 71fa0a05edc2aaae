/** Checks evidence line by line: each body, everything before each verdict, the order, the end. */
import { createHash } from "node:crypto";
import { type CheckedAnswer, EvidenceError, type EvidenceRefusal } from "./format.ts";
import { type EvidenceLine, type RecordedVerdict, readLine, type VerdictLine } from "./lines.ts";

/** Bytes of the file up to the end of a line, or those after the last line feed. */
export interface Block {
  bytes: Buffer;
  /** Where the lines begin that are not read yet. */
  start: number;
  /** Where `bytes` begin in the file. */
  offset: number;
}

/** A carrier with all its answers and its verdict. */
export interface EvidenceCarrier {
  answers: readonly CheckedAnswer[];
  verdict: RecordedVerdict;
  /** Where its lines begin in the file, and how many bytes they take. */
  offset: number;
  length: number;
  /** The number of its verdict line. */
  line: number;
}

/** Something wrong: the lines it may be in (from 1; often a single one), and what it is. */
export interface EvidenceProblem {
  first: number;
  last: number;
  message: string;
}

/** How the evidence ended. */
export interface EvidenceEnding {
  /** `cut off`: the run was killed, or the end was removed. What is there can be judged, and is not all. */
  state: "whole" | "cut off" | "altered";
  /** What was altered, in order: the first 20. */
  problems: readonly EvidenceProblem[];
  /** The hash in the `end` line; null unless the evidence is whole. */
  sha256: string | null;
  /** Lines of the list that are not USDOT numbers. */
  refused: readonly EvidenceRefusal[];
  /** The SHA-256 of the whole file, as `sha256sum` prints it. */
  fileSha256: string;
}

/** What was altered, in one line of text: `altered: line 12: the body does not match its sha256; lines 15 to 18: ...`. */
export function alterationText(problems: readonly EvidenceProblem[]): string {
  return `altered: ${problems.map(({ first, last, message }) => `${linesText(first, last)}: ${message}`).join("; ")}`;
}

function linesText(first: number, last: number): string {
  return first === last ? `line ${first}` : `lines ${first} to ${last}`;
}

/**
 * Refuses evidence that was altered.
 *
 * @throws {EvidenceError} naming the lines
 */
export function refuseAltered({ state, problems }: EvidenceEnding): void {
  if (state === "altered") throw new EvidenceError(alterationText(problems));
}

/** A file of another kind has a problem in every line; these are enough. */
const mostProblems = 20;
const newline = 0x0a;

/** Where a line is in the file, in bytes, and the hash of all before it. */
interface LinePlace {
  offset: number;
  end: number;
  sha256Before(): string;
}

/** The state of one reading. */
export class EvidenceLedger {
  readonly #hash = createHash("sha256");
  readonly #problems: EvidenceProblem[] = [];
  /** The number of the last line read; the first is read elsewhere. */
  #line = 1;
  /** The first line that is not yet confirmed by a hash. */
  #unconfirmedFrom = 1;
  /** After a mismatch every later hash differs too, and adds nothing. */
  #hashHolds = true;
  /** The answers of the carrier whose verdict comes next. */
  #answers: CheckedAnswer[] = [];
  #offset = 0;
  /** The carrier whose verdict is not yet confirmed. */
  #judged: EvidenceCarrier | undefined;
  readonly #refused: EvidenceRefusal[] = [];
  #sha256: string | null = null;

  /** @param problemsOfRun what is wrong with the first line */
  constructor(problemsOfRun: readonly string[]) {
    for (const message of problemsOfRun) this.#report(message);
  }

  /** Reads the lines of a block, one carrier after another: each as soon as it is confirmed. */
  *take({ bytes, start, offset }: Block): Generator<EvidenceCarrier> {
    let hashed = 0;
    for (let at = start; at < bytes.length; ) {
      const lineEnd = bytes.indexOf(newline, at);
      const end = lineEnd < 0 ? bytes.length : lineEnd + 1;
      const line = readLine(bytes.toString("utf8", at, lineEnd < 0 ? end : lineEnd));
      // A killed run leaves a torn line. An end line is whole without its line feed.
      if (lineEnd < 0 && line.type !== "end") break;
      const sha256Before = () => {
        this.#hash.update(bytes.subarray(hashed, at));
        hashed = at;
        return this.#hash.copy().digest("hex");
      };
      this.#line++;
      const carrier = this.#takeLine(line, { offset: offset + at, end: offset + end, sha256Before });
      if (carrier) yield carrier;
      at = end;
    }
    this.#hash.update(bytes.subarray(hashed));
  }

  /** After the last block: returns the last carrier, if the file is cut off right after it. */
  close(): EvidenceCarrier[] {
    const carrier = this.#confirmed();
    return carrier ? [carrier] : [];
  }

  get ending(): EvidenceEnding {
    const problems = this.#problems;
    const rest = { problems, refused: this.#refused, fileSha256: this.#hash.copy().digest("hex") };
    if (problems.length > 0) return { state: "altered", sha256: null, ...rest };
    return { state: this.#sha256 === null ? "cut off" : "whole", sha256: this.#sha256, ...rest };
  }

  #takeLine(line: EvidenceLine, place: LinePlace): EvidenceCarrier | undefined {
    if (this.#sha256 !== null) return this.#report("follows the end line");
    switch (line.type) {
      case "wrong":
        return this.#report(line.message);
      case "answer":
        return this.#takeAnswer(line.answer, place);
      case "verdict":
        return this.#takeVerdict(line, place);
      case "refused":
        return this.#takeRefusal(line.refusal);
      case "end":
        this.#confirm(line.before, place);
        return this.#takeEnd(line);
    }
  }

  #takeAnswer(answer: CheckedAnswer, { offset }: LinePlace): undefined {
    const [open] = this.#answers;
    if (open && open.dot_number !== answer.dot_number) {
      this.#report(`about USDOT ${answer.dot_number}, but USDOT ${open.dot_number} has no verdict yet`);
      this.#answers = [];
    }
    if (this.#answers.length === 0) this.#offset = offset;
    this.#answers.push(answer);
  }

  #takeVerdict({ verdict, before }: VerdictLine, place: LinePlace): EvidenceCarrier | undefined {
    this.#confirm(before, place);
    const answers = this.#answers;
    const [open] = answers;
    if (open && open.dot_number !== verdict.dot_number) {
      this.#report(`about USDOT ${verdict.dot_number}, but the answers before it are about USDOT ${open.dot_number}`);
    }
    const offset = open ? this.#offset : place.offset;
    const confirmed = this.#confirmed();
    this.#judged = { answers, verdict, offset, length: place.end - offset, line: this.#line };
    this.#answers = [];
    return confirmed;
  }

  #takeRefusal(refusal: EvidenceRefusal): undefined {
    const [open] = this.#answers;
    if (open) this.#report(`between the answers and the verdict of USDOT ${open.dot_number}`);
    this.#refused.push(refusal);
  }

  #takeEnd({ lines, before }: Extract<EvidenceLine, { type: "end" }>): EvidenceCarrier | undefined {
    const [open] = this.#answers;
    if (open) this.#report(`USDOT ${open.dot_number} has answers but no verdict`);
    if (lines !== this.#line - 1) this.#report(`counts ${lines} lines, but follows ${this.#line - 1}`);
    this.#sha256 = before;
    return this.#confirmed();
  }

  /** Compares the hash that a line states of all before it. */
  #confirm(stated: string, { sha256Before }: LinePlace): void {
    if (!this.#hashHolds) return;
    const [first, last] = [this.#unconfirmedFrom, this.#line - 1];
    this.#hashHolds = sha256Before() === stated;
    this.#unconfirmedFrom = this.#line;
    // A body that does not match already names its line.
    if (this.#hashHolds || this.#problems.some((problem) => problem.first >= first)) return;
    this.#add({ first, last, message: `the sha256 in line ${this.#line} does not match` });
  }

  #confirmed(): EvidenceCarrier | undefined {
    const carrier = this.#judged;
    this.#judged = undefined;
    return this.#problems.length === 0 ? carrier : undefined;
  }

  #report(message: string): undefined {
    this.#add({ first: this.#line, last: this.#line, message });
  }

  #add(problem: EvidenceProblem): void {
    if (this.#problems.length < mostProblems) this.#problems.push(problem);
  }
}
