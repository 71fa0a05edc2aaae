/**
 * The lines of an evidence file, shared by writer and reader. docs/evidence.md describes the format for people; a change of meaning
 * needs a new version number.
 */
import { hash } from "node:crypto";
import type { DotNumber } from "../../dot-number.ts";
import { UsdotError } from "../../errors.ts";
import type { PublicFinding } from "../finding.ts";
import type {
  AnswerCitation,
  CarrierRecords,
  ListPlace,
  RecordName,
  RecordState,
  RunFooter,
  Verdict,
} from "../model.ts";
import { isRecord, type ServiceRecord } from "../values.ts";

/** The name and version of the format, in the first line of every file. */
export const evidenceFormat = "usdot-evidence/1";

/** The evidence cannot be used: it is something else, has another version, or was altered. */
export class EvidenceError extends UsdotError {
  readonly kind: "usage" | "review" = "usage";
}

/** The evidence is cut off before its first carrier: a run that was killed right after its start leaves such a file. */
export class EmptyEvidenceError extends EvidenceError {
  override readonly kind = "review";
}

/** A file that the run read, as it was: text, or Base64 if its bytes are not UTF-8. */
export type StoredFile = { sha256: string } & ({ text: string } | { base64: string });

/** The first line: everything that the verdicts depend on, except the answers. */
export interface EvidenceRun {
  format: typeof evidenceFormat;
  tool: { name: string; version: string };
  /** ISO 8601 UTC: the start of the run, and "today" for every rule. */
  as_of: string;
  /** The base URL without credentials. */
  service: string;
  policy: { name: string } & StoredFile;
  waivers: StoredFile | null;
  /** The lists of carriers, and the files that the policy names. */
  lists: readonly ({ path: string } & StoredFile)[];
  /** The SHA-256 of the evidence that the run was compared with (`--since`); null if there was none. */
  since: string | null;
}

/** What the service answered about one record of one carrier. */
export interface EvidenceAnswer {
  dot_number: string;
  record: RecordName;
  url: string;
  /** ISO 8601 UTC. A reused answer keeps its own. */
  asked_at: string;
  /** HTTP status; null if there was no answer. */
  status: number | null;
  /**
   * As received, after decompression: text, or bytes that are not UTF-8; null if there was no answer. For a summary, the
   * carrier's own element of the bulk answer, as the service wrote it.
   */
  body: string | Uint8Array | null;
  /** Why there is no answer, or why it cannot be used. A 404 is an answer. */
  error?: { code: string; message: string };
  /** Whether it was taken from an earlier run's evidence. */
  reused?: boolean;
}

/** An answer from a file, its body checked against its hash. */
export interface CheckedAnswer extends EvidenceAnswer {
  sha256: string | null;
}

/** A line of the list that is not a USDOT number: no carrier stands for it, and the run needs review because of it. */
export type EvidenceRefusal = RunFooter["refused"][number];

/** What the run decided about one carrier. */
export interface EvidenceVerdict {
  dot_number: string;
  legal_name: string | null;
  verdict: Verdict;
  place: ListPlace | null;
  findings: readonly PublicFinding[];
}

/** The SHA-256 of text (as UTF-8) or bytes, in lower-case hexadecimal as `sha256sum` prints it. */
export function sha256(data: string | Uint8Array): string {
  return hash("sha256", data, "hex");
}

/** The SHA-256 of an answer's body as it was received; null if there was no answer. */
export function bodyHash(answer: EvidenceAnswer | CheckedAnswer): string | null {
  if ("sha256" in answer) return answer.sha256;
  return answer.body === null ? null : sha256(answer.body);
}

/** An answer as reports cite it. */
export function citationOf(answer: EvidenceAnswer | CheckedAnswer): AnswerCitation {
  const { record, asked_at, status, reused = false } = answer;
  return { record, asked_at, status, sha256: bodyHash(answer), reused };
}

/**
 * One carrier's answers as rules read them: 2xx is a record, 404 is none, and everything else is unanswered. A body that is not a
 * JSON object is unanswered too, never an empty record.
 */
export function recordsOf(dotNumber: DotNumber, answers: readonly EvidenceAnswer[]): CarrierRecords {
  const records: Partial<Record<RecordName, RecordState>> = {};
  for (const answer of answers) records[answer.record] = stateOf(answer);
  return { dotNumber, records };
}

function stateOf({ status, body, error }: EvidenceAnswer): RecordState {
  if (error) return { state: "unanswered", ...error };
  if (status === 404) return { state: "none" };
  if (status === null || status < 200 || status > 299)
    return { state: "unanswered", code: "unusable", message: `the service answered with HTTP ${status}` };
  const text = body === null ? undefined : textOf(body);
  const value = text === undefined ? undefined : jsonObject(text);
  if (text === undefined || value === undefined) {
    return { state: "unanswered", code: "unusable", message: "the answer is not a JSON object" };
  }
  return { state: "answered", value, text };
}

/** Bytes that are not UTF-8 are not JSON (RFC 8259, 8.1); a byte order mark is ignored. */
function textOf(body: string | Uint8Array): string | undefined {
  try {
    const text = typeof body === "string" ? body : new TextDecoder("utf-8", { fatal: true }).decode(body);
    return text.replace(/^\ufeff/, "");
  } catch {
    return undefined;
  }
}

/** The JSON object that a text is; undefined if it is anything else. */
export function jsonObject(text: string): ServiceRecord | undefined {
  const value = jsonValue(text);
  return isRecord(value) ? value : undefined;
}

/** The value that a JSON text is; undefined if it is not JSON. */
export function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
