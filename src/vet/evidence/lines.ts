/** The lines of evidence after the first: as they are written, and what each says, or what is wrong with it, when it is read. */
import { isUtf8 } from "node:buffer";
import { escapeUnsafe } from "../../text/unsafe-characters.ts";
import { findingsJson } from "../finding.ts";
import type { VettedCarrier } from "../model.ts";
import { isRecord, type ServiceRecord } from "../values.ts";
import {
  bodyHash,
  type CheckedAnswer,
  type EvidenceAnswer,
  type EvidenceRefusal,
  type EvidenceVerdict,
  jsonObject,
  sha256,
} from "./format.ts";

/**
 * A verdict as it was recorded. Its findings, most of the file, stay JSON text: a replay compares them as text, and nothing else reads
 * them.
 */
export interface RecordedVerdict extends Omit<EvidenceVerdict, "findings"> {
  findings: string;
}

/** A verdict line: `before` is the hash of all lines before it. */
export interface VerdictLine {
  type: "verdict";
  verdict: RecordedVerdict;
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

/** An answer as it is written. */
export function answerLine(answer: EvidenceAnswer): string {
  const { dot_number, record, url, asked_at, status, body, error, reused } = answer;
  return written({
    type: "answer",
    dot_number,
    record,
    url,
    asked_at,
    status,
    ...(reused && { reused }),
    ...(error && { error }),
    sha256: bodyHash(answer),
    ...storedBody(body),
  });
}

function storedBody(body: string | Uint8Array | null): object {
  if (body === null) return {};
  if (typeof body === "string") return { body };
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return isUtf8(body) ? { body: bytes.toString() } : { body_base64: bytes.toString("base64") };
}

/** A verdict as it is written, with the hash of all lines before it. */
export function verdictLine(carrier: VettedCarrier, before: string): string {
  const { dot_number, legal_name, verdict, place, findings } = carrier;
  const head = written({ type: "verdict", dot_number, legal_name, verdict, place }).slice(0, -1);
  return `${head}${findingsKey}${findingsJson(findings)}${beforeKey}"${before}"}`;
}

/** The last two keys of a verdict line. Within a string of JSON, their quotes would be escaped. */
const findingsKey = ',"findings":';
const beforeKey = ',"sha256_before":';

/** A line of the list that is not a USDOT number, as it is written. */
export function refusedLine({ place, text, reason }: EvidenceRefusal): string {
  return written({ type: "refused", place, text, reason });
}

/** The last line as it is written, with the number of all lines before it and their hash. */
export function endLine(lines: number, before: string): string {
  return written({ type: "end", lines, sha256: before });
}

/** Escaped, the text is the same to JSON, and safe to look at in a terminal. */
function written(line: object): string {
  return escapeUnsafe(JSON.stringify(line));
}

/** Reads a line after the first, and checks an answer's body against its hash. */
export function readLine(text: string): EvidenceLine {
  const { rest, findings } = apart(text);
  const line = jsonObject(rest);
  if (line === undefined) return wrong("not a JSON object");
  switch (line["type"]) {
    case "answer":
      return readAnswer(line);
    case "verdict":
      return readVerdict(line, findings ?? JSON.stringify(line["findings"]));
    case "refused":
      return isRefusal(line) ? { type: "refused", refusal: line } : wrong("incomplete line about a refused line");
    case "end":
      return isEnd(line) ? { type: "end", lines: line.lines, before: line.sha256 } : wrong("incomplete end line");
    default:
      return wrong("not a line of evidence");
  }
}

/** Takes the findings out of a verdict line, if it is as `verdictLine` writes it: to parse them would take as long as all the rest. */
function apart(text: string): { rest: string; findings?: string } {
  if (!text.startsWith('{"type":"verdict",')) return { rest: text };
  const [start, end] = [text.indexOf(findingsKey), text.lastIndexOf(beforeKey)];
  if (start < 0 || end < start) return { rest: text };
  return { rest: text.slice(0, start) + text.slice(end), findings: text.slice(start + findingsKey.length, end) };
}

function readVerdict(line: ServiceRecord, findings: string | undefined): EvidenceLine {
  if (!isVerdict(line) || !isList(findings)) return wrong("incomplete verdict line");
  const { dot_number, legal_name, verdict, place, sha256_before } = line;
  return { type: "verdict", verdict: { dot_number, legal_name, verdict, place, findings }, before: sha256_before };
}

function isList(json: string | undefined): json is string {
  return json?.startsWith("[") === true && json.endsWith("]");
}

function readAnswer(line: ServiceRecord): EvidenceLine {
  if (!isAnswer(line)) return wrong("incomplete answer line");
  const { dot_number, record, url, asked_at, status, error, reused, body, body_base64 } = line;
  const content = body_base64 === undefined ? (body ?? null) : Buffer.from(body_base64, "base64");
  const found = content === null ? null : sha256(content);
  if (found !== line.sha256) return wrong("the body does not match its sha256");
  const answer: CheckedAnswer = { dot_number, record, url, asked_at, status, sha256: found, body: content };
  if (error) answer.error = error;
  if (reused) answer.reused = reused;
  return { type: "answer", answer };
}

function wrong(message: string): EvidenceLine {
  return { type: "wrong", message };
}

const recordNames = new Set<unknown>(["carrier", "summary", "insurance", "safety"]);

type AnswerLine = Omit<CheckedAnswer, "body"> & { body?: string; body_base64?: string };

function isAnswer(line: ServiceRecord): line is ServiceRecord & AnswerLine {
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
  return isRecord(error) && typeof error["code"] === "string" && typeof error["message"] === "string";
}

const verdicts = new Set<unknown>(["pass", "review", "fail"]);

function isVerdict(line: ServiceRecord): line is ServiceRecord & RecordedVerdict & { sha256_before: string } {
  const { legal_name } = line;
  return (
    typeof line["dot_number"] === "string" &&
    (legal_name === null || typeof legal_name === "string") &&
    verdicts.has(line["verdict"]) &&
    isPlace(line["place"]) &&
    typeof line["sha256_before"] === "string"
  );
}

function isRefusal(line: ServiceRecord): line is ServiceRecord & EvidenceRefusal {
  return isPlace(line["place"]) && typeof line["text"] === "string" && typeof line["reason"] === "string";
}

function isPlace(place: unknown): boolean {
  return place === null || (isRecord(place) && typeof place["source"] === "string" && Number.isInteger(place["line"]));
}

function isEnd(line: ServiceRecord): line is ServiceRecord & { lines: number; sha256: string } {
  return Number.isInteger(line["lines"]) && typeof line["sha256"] === "string";
}
