/** The lines of evidence as text: as they are written, and what each says when it is read. */

import { isUtf8 } from "node:buffer";
import { isObject, readJsonObject } from "../../text/json-text.ts";
import { visible } from "../../text/safe-text.ts";
import { type Earlier, readEarlier, storedEarlier } from "../changes.ts";
import type { VettedCarrier } from "../model.ts";
import type { ServiceRecord } from "../values.ts";
import {
  type EvidenceAnswer,
  type EvidenceVerdict,
  hashedAnswer,
  type InvalidLine,
  isUtcTime,
  type StoredFile,
  sha256,
} from "./format.ts";

/** A line that follows the first. */
export type EvidenceLine =
  | { type: "answer"; answer: EvidenceAnswer }
  /** `sha256` is that of all lines before it. */
  | { type: "verdict"; verdict: EvidenceVerdict; sha256: string }
  | { type: "refused"; invalid: InvalidLine }
  | { type: "end"; lines: number; sha256: string }
  /** The message follows the line: "line 12: the body does not match its sha256". */
  | { type: "wrong"; message: string };

/** An answer as it is written. */
export function answerLine({ body, ...answer }: EvidenceAnswer): string {
  const { dot_number, record, url, asked_at, status, reused, redacted, error, sha256 } = answer;
  const { text, base64 } = body === null ? {} : storedContent(body);
  return lineOf({
    type: "answer",
    dot_number,
    record,
    url,
    asked_at,
    status,
    reused: reused || undefined,
    redacted: redacted || undefined,
    error,
    sha256,
    body: text,
    body_base64: base64,
  });
}

/** A verdict as it is written, with what it was compared with and the hash of all lines before it. */
export function verdictLine(carrier: VettedCarrier, earlier: Earlier | undefined, before: string): string {
  const { dot_number, legal_name, verdict, place } = carrier;
  const compared = earlier && { earlier: storedEarlier(earlier) };
  const start = visible(JSON.stringify({ type: "verdict", dot_number, legal_name, verdict, place, ...compared }));
  return `${start.slice(0, -1)}${findingsKey}${carrier.findingsJson()}${hashKey}"${before}"}\n`;
}

/** The last two keys of a verdict line. Nowhere else in it: within a string of JSON, their quotes would be escaped. */
const findingsKey = ',"findings":';
const hashKey = ',"sha256_before":';

/** Any line as it is written. Escaped, the text is the same to JSON, and safe to look at in a terminal. */
export function lineOf(line: object): string {
  return `${visible(JSON.stringify(line))}\n`;
}

/** A file's content with its hash, as the first line keeps it. */
export function storedFile(content: string | Uint8Array): StoredFile {
  return { sha256: sha256(content), ...storedContent(content) };
}

function storedContent(content: string | Uint8Array): Omit<StoredFile, "sha256"> {
  if (typeof content === "string") return { text: content };
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return isUtf8(bytes) ? { text: bytes.toString() } : { base64: bytes.toString("base64") };
}

/** Content as it was before it was stored: text, or the bytes of what is not UTF-8. */
export function contentOf({ text, base64 = "" }: Omit<StoredFile, "sha256">): string | Buffer {
  return text ?? Buffer.from(base64, "base64");
}

/** Reads a line after the first, and checks an answer's body against its hash. */
export function readLine(text: string): EvidenceLine {
  const { rest, findings } = splitFindings(text);
  const line = readJsonObject(rest);
  switch (line?.["type"]) {
    case "answer":
      return readAnswer(line);
    case "verdict":
      return readVerdict(line, findings ?? JSON.stringify(line["findings"]));
    case "refused":
      if (!isInvalidLine(line)) return wrong("incomplete line about an invalid line");
      return { type: "refused", invalid: { place: line.place, text: line.text, reason: line.reason } };
    case "end":
      return isEnd(line, text) ? { type: "end", lines: line.lines, sha256: line.sha256 } : wrong("incomplete end line");
    default:
      return wrong(line === undefined ? "not a JSON object" : "not a line of evidence");
  }
}

/** Takes the findings out of a verdict line that is as `verdictLine` writes it: to parse them would take as long as all the rest. */
function splitFindings(text: string): { rest: string; findings?: string } {
  if (!text.startsWith('{"type":"verdict",')) return { rest: text };
  const [start, end] = [text.indexOf(findingsKey), text.lastIndexOf(hashKey)];
  if (start < 0 || end < start) return { rest: text };
  return { rest: text.slice(0, start) + text.slice(end), findings: text.slice(start + findingsKey.length, end) };
}

function readAnswer(line: ServiceRecord): EvidenceLine {
  if (!isAnswer(line)) return wrong("incomplete answer line");
  const { dot_number, record, url, asked_at, status, error, reused, redacted, body: text, body_base64: base64 } = line;
  const body = text === undefined && base64 === undefined ? null : contentOf({ text, base64 });
  const answer = hashedAnswer({ dot_number, record, url, asked_at, status, error, reused, redacted, body });
  return answer.sha256 === line.sha256 ? { type: "answer", answer } : wrong("the body does not match its sha256");
}

function readVerdict(line: ServiceRecord, findings = ""): EvidenceLine {
  if (!isVerdict(line) || !findings.startsWith("[") || !findings.endsWith("]")) return wrong("incomplete verdict line");
  const { dot_number, legal_name, verdict, place, sha256_before } = line;
  const stored = line["earlier"];
  const earlier = stored === undefined ? undefined : readEarlier(stored);
  if (stored !== undefined && earlier === undefined) return wrong("incomplete verdict line");
  const read = { dot_number, legal_name, verdict, place, findings, earlier };
  return { type: "verdict", verdict: read, sha256: sha256_before };
}

function wrong(message: string): EvidenceLine {
  return { type: "wrong", message };
}

const recordNames = new Set<unknown>(["carrier", "summary", "insurance", "safety"]);
const verdicts = new Set<unknown>(["pass", "review", "fail"]);

type AnswerLine = ServiceRecord & EvidenceAnswer & { body?: string; body_base64?: string };

function isAnswer(line: ServiceRecord): line is AnswerLine {
  const { status, body, body_base64, error, asked_at } = line;
  return (
    hasTexts(line, ["dot_number", "url"]) &&
    typeof asked_at === "string" &&
    isUtcTime(asked_at) &&
    recordNames.has(line["record"]) &&
    (status === null || Number.isInteger(status)) &&
    (body === undefined || typeof body === "string") &&
    (body_base64 === undefined || typeof body_base64 === "string") &&
    (error === undefined || (isObject(error) && hasTexts(error, ["code", "message"])))
  );
}

function isVerdict(line: ServiceRecord): line is ServiceRecord & EvidenceVerdict & { sha256_before: string } {
  const { legal_name, verdict, place } = line;
  return (
    hasTexts(line, ["dot_number", "sha256_before"]) &&
    (legal_name === null || typeof legal_name === "string") &&
    verdicts.has(verdict) &&
    isPlace(place)
  );
}

function isInvalidLine(line: ServiceRecord): line is ServiceRecord & InvalidLine {
  return isPlace(line["place"]) && hasTexts(line, ["text", "reason"]);
}

function isPlace(place: unknown): boolean {
  return place === null || (isObject(place) && hasTexts(place, ["source"]) && Number.isInteger(place["line"]));
}

/** Whether a killed run may have left a line so: without its line feed (control characters are escaped), and not beyond its end. */
export function isTorn(text: string): boolean {
  return !/\p{Cc}/u.test(text) && !(text.startsWith('{"type":"end"') && text.includes("}"));
}

/** No hash covers the end line, so it is as it was written, but for its line feed. */
function isEnd(line: ServiceRecord, written: string): line is ServiceRecord & { lines: number; sha256: string } {
  const { lines, sha256 } = line;
  return (
    Number.isInteger(lines) && hasTexts(line, ["sha256"]) && lineOf({ type: "end", lines, sha256 }).startsWith(written)
  );
}

function hasTexts(line: ServiceRecord, keys: readonly string[]): boolean {
  return keys.every((key) => typeof line[key] === "string");
}
