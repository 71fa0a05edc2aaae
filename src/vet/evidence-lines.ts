/** One line of evidence: from its JSON to what it says, or to what is wrong with it. */
import {
  type CheckedAnswer,
  EmptyEvidenceError,
  EvidenceError,
  type EvidenceRefusal,
  type EvidenceRun,
  type EvidenceVerdict,
  evidenceFormat,
  type StoredFile,
  sha256,
} from "./evidence.ts";

/** A verdict line: `before` is the hash of all lines before it. */
export interface VerdictLine {
  type: "verdict";
  verdict: EvidenceVerdict;
  before: string;
}

/** A line that follows the first. */
export type EvidenceLine =
  | { type: "answer"; answer: CheckedAnswer }
  | VerdictLine
  | { type: "refused"; refusal: EvidenceRefusal }
  | { type: "end"; lines: number; before: string }
  /** The message follows the line: "line 12: the body does not match its sha256". */
  | { type: "wrong"; message: string };

/**
 * Reads the first line.
 *
 * @throws {EvidenceError} if it is not the first line of evidence, or of an unknown version
 */
export function readRunLine(line: string): EvidenceRun & { type: "run" } {
  const run = parsed(line);
  const format = run?.["format"];
  if (!run && isTornRunLine(line)) throw new EmptyEvidenceError("cut off in its first line: no carrier is in it");
  if (run?.["type"] !== "run" || typeof format !== "string" || !format.startsWith("usdot-evidence/")) {
    throw new EvidenceError("not an evidence file", { hint: "name a file that usdot vet --evidence wrote" });
  }
  if (format !== evidenceFormat) {
    throw new EvidenceError(`its format is ${JSON.stringify(format)}; this version of usdot reads ${evidenceFormat}`, {
      hint: "update usdot",
    });
  }
  if (!isRun(run)) throw new EvidenceError("altered: line 1: incomplete run line");
  return run;
}

const runLineStart = '{"type":"run","format":"usdot-evidence/';

function isTornRunLine(line: string): boolean {
  return line.startsWith(runLineStart) || runLineStart.startsWith(line);
}

/** Checks the files in the first line against their hashes. Returns what is wrong. */
export function wrongFiles({ policy, waivers, lists }: EvidenceRun): string[] {
  const files: [string, StoredFile][] = [["the policy", policy]];
  if (waivers) files.push(["the waivers file", waivers]);
  for (const list of lists) files.push([`the file ${JSON.stringify(list.path)}`, list]);
  return files.filter(([, file]) => sha256(contentOf(file)) !== file.sha256).map(([name]) => mismatch(name));
}

/** A stored file's content as it was: text, or the bytes of what is not UTF-8. */
export function contentOf(file: StoredFile): string | Uint8Array {
  return "text" in file ? file.text : Buffer.from(file.base64, "base64");
}

/** Reads a line after the first, and checks an answer's body against its hash. */
export function readLine(text: string): EvidenceLine {
  const line = parsed(text);
  if (line === undefined) return wrong("not a JSON object");
  switch (line["type"]) {
    case "answer":
      return readAnswer(line);
    case "verdict":
      return isVerdict(line)
        ? { type: "verdict", verdict: line, before: line.sha256_before }
        : wrong("incomplete verdict line");
    case "refused":
      return isRefusal(line) ? { type: "refused", refusal: line } : wrong("incomplete line about a refused line");
    case "end":
      return isEnd(line) ? { type: "end", lines: line.lines, before: line.sha256 } : wrong("incomplete end line");
    default:
      return wrong("not a line of evidence");
  }
}

type JsonObject = Record<string, unknown>;

function readAnswer(line: JsonObject): EvidenceLine {
  if (!isAnswer(line)) return wrong("incomplete answer line");
  const { dot_number, record, url, asked_at, status, error, reused, body, body_base64 } = line;
  const content = body_base64 === undefined ? (body ?? null) : Buffer.from(body_base64, "base64");
  const found = content === null ? null : sha256(content);
  if (found !== line.sha256) return wrong(mismatch("the body"));
  const answer: CheckedAnswer = { dot_number, record, url, asked_at, status, sha256: found, body: content };
  if (error) answer.error = error;
  if (reused) answer.reused = reused;
  return { type: "answer", answer };
}

function wrong(message: string): EvidenceLine {
  return { type: "wrong", message };
}

function mismatch(what: string): string {
  return `${what} does not match its sha256`;
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isFile(value: unknown): value is StoredFile & JsonObject {
  if (!isObject(value) || typeof value["sha256"] !== "string") return false;
  return typeof value["text"] === "string" || typeof value["base64"] === "string";
}

function isRun(run: JsonObject): run is JsonObject & EvidenceRun & { type: "run" } {
  const { tool, policy, waivers, lists, since } = run;
  if (!isObject(tool) || typeof tool["name"] !== "string" || typeof tool["version"] !== "string") return false;
  if (typeof run["as_of"] !== "string" || Number.isNaN(Date.parse(run["as_of"]))) return false;
  if (typeof run["service"] !== "string") return false;
  if (!isFile(policy) || typeof policy["name"] !== "string") return false;
  if (waivers !== null && !isFile(waivers)) return false;
  if (since !== null && typeof since !== "string") return false;
  return Array.isArray(lists) && lists.every((list) => isFile(list) && typeof list["path"] === "string");
}

const recordNames = new Set<unknown>(["carrier", "summary", "insurance", "safety"]);

type AnswerLine = Omit<CheckedAnswer, "body"> & { body?: string; body_base64?: string };

function isAnswer(line: JsonObject): line is JsonObject & AnswerLine {
  const { status, body, body_base64, error } = line;
  return (
    typeof line["dot_number"] === "string" &&
    recordNames.has(line["record"]) &&
    typeof line["url"] === "string" &&
    typeof line["asked_at"] === "string" &&
    (status === null || Number.isInteger(status)) &&
    (body === undefined || typeof body === "string") &&
    (body_base64 === undefined || typeof body_base64 === "string") &&
    (error === undefined || isError(error))
  );
}

function isError(error: unknown): boolean {
  return isObject(error) && typeof error["code"] === "string" && typeof error["message"] === "string";
}

const verdicts = new Set<unknown>(["pass", "review", "fail"]);

function isVerdict(line: JsonObject): line is JsonObject & EvidenceVerdict & { sha256_before: string } {
  const { legal_name } = line;
  return (
    typeof line["dot_number"] === "string" &&
    (legal_name === null || typeof legal_name === "string") &&
    verdicts.has(line["verdict"]) &&
    isPlace(line["place"]) &&
    Array.isArray(line["findings"]) &&
    typeof line["sha256_before"] === "string"
  );
}

function isRefusal(line: JsonObject): line is JsonObject & EvidenceRefusal {
  return isPlace(line["place"]) && typeof line["text"] === "string" && typeof line["reason"] === "string";
}

function isPlace(place: unknown): boolean {
  return place === null || (isObject(place) && typeof place["source"] === "string" && Number.isInteger(place["line"]));
}

function isEnd(line: JsonObject): line is { lines: number; sha256: string } & JsonObject {
  return Number.isInteger(line["lines"]) && typeof line["sha256"] === "string";
}
