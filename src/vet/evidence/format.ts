/** What an evidence file holds. docs/evidence.md describes the format for people; a change of meaning needs a new version number. */

import { hash } from "node:crypto";
import * as z from "zod/mini";
import type { DotNumber } from "../../dot-number.ts";
import { UsdotError } from "../../errors.ts";
import { readJsonObject } from "../../text/json-text.ts";
import type { Earlier } from "../changes.ts";
import type { AnswerCitation, CarrierRecords, RecordName, RecordState, RunFooter, VettedCarrier } from "../model.ts";

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

/** Somebody altered it, or it was damaged: the message names the lines. */
export class AlteredEvidenceError extends EvidenceError {}

const utcTime = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const text = z.string();
/** A file that the run read, as it was: text, or Base64 if its bytes are not UTF-8. */
const storedFile = { sha256: text, text: z.optional(text), base64: z.optional(text) };

/** The first line: everything that the verdicts depend on, except the answers. */
export const runShape = z.object({
  format: z.literal(evidenceFormat),
  tool: z.object({ name: text, version: text }),
  /** ISO 8601 UTC: the start of the run, and "today" for every rule. */
  as_of: text.check(z.refine(isUtcTime)),
  /** The base URL without credentials. */
  service: text,
  policy: z.object({ name: text, ...storedFile }),
  waivers: z.nullable(z.object(storedFile)),
  /** The lists of carriers, and the files that the policy names. */
  lists: z.array(z.object({ path: text, ...storedFile })),
  /** The part of the list that was vetted, such as `3/8`; null for all of it. */
  shard: z.optional(z.nullable(text)),
  /** What the run was compared with (`--since`): the SHA-256 of its evidence, as in its end line; null if there was none. */
  since: z.nullable(text),
  /** The same for the runs of `--history` that it was compared with, and for those that answers were taken from. */
  history: z.optional(z.array(text)),
  reuse: z.optional(z.array(text)),
  /** The SHA-256 of the index of those runs, so that it cannot be altered without this file. */
  history_index: z.optional(text),
});

export type StoredFile = { sha256: string; text?: string | undefined; base64?: string | undefined };
export type EvidenceRun = z.infer<typeof runShape>;

/** What the service answered about one record of one carrier. */
export interface EvidenceAnswer extends Omit<AnswerCitation, "reused"> {
  dot_number: string;
  url: string;
  /** Whether it was taken from an earlier run's evidence. */
  reused?: boolean | undefined;
  /** Why there is no answer, or why it cannot be used. A 404 is an answer. */
  error?: { code: string; message: string } | undefined;
  /** Whether the API key stood in the body; it is not in what is stored. */
  redacted?: boolean | undefined;
  /**
   * As received, after decompression: text, or bytes that are not UTF-8; null if there was no answer. For a summary, the
   * carrier's own element of the bulk answer, as the service wrote it.
   */
  body: string | Uint8Array | null;
}

/** What the run decided about one carrier. */
export interface EvidenceVerdict extends Pick<VettedCarrier, "dot_number" | "legal_name" | "verdict" | "place"> {
  /** As JSON text, like what they are compared with; it may be anything between brackets. */
  findings: string;
  /** What it was compared with, as far as a replay needs it; undefined without an earlier run. */
  earlier: Earlier | undefined;
}

/** A line of the list that is not a USDOT number: no carrier stands for it, and the run needs review because of it. */
export type InvalidLine = RunFooter["refused"][number];

/** An answer with the hash of its body. */
export function hashedAnswer(answer: Omit<EvidenceAnswer, "sha256">): EvidenceAnswer {
  return { sha256: answer.body === null ? null : sha256(answer.body), ...answer };
}

/** The SHA-256 of text (as UTF-8) or bytes, in lower-case hexadecimal as `sha256sum` prints it. */
export function sha256(data: string | Uint8Array): string {
  return hash("sha256", data, "hex");
}

/** An answer as reports cite it. */
export function citationOf({ record, asked_at, status, sha256, reused = false }: EvidenceAnswer): AnswerCitation {
  return { record, asked_at, status, sha256, reused };
}

/**
 * One carrier's answers as rules read them: 2xx is a record, 404 is none, and everything else is unanswered. A body that is not a
 * JSON object is unanswered too, never an empty record.
 */
export function carrierRecords(dotNumber: DotNumber, answers: readonly EvidenceAnswer[]): CarrierRecords {
  const records: Partial<Record<RecordName, RecordState>> = {};
  for (const answer of answers) records[answer.record] = recordState(answer);
  return { dotNumber, records };
}

function recordState({ status, body, error }: EvidenceAnswer): RecordState {
  if (error) return { state: "unanswered", ...error };
  if (status === 404) return { state: "none" };
  if (status === null || status < 200 || status > 299)
    return { state: "unanswered", code: "unusable", message: `the service answered with HTTP ${status}` };
  const text = body === null ? undefined : textOf(body);
  const value = text === undefined ? undefined : readJsonObject(text);
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

/** Whether a text is a moment as evidence has it, in ISO 8601 UTC. Other forms may be of another day in another time zone. */
export function isUtcTime(text: string): boolean {
  const day = Number(text.slice(8, 10));
  // What no calendar has, such as February 30, becomes a day of the next month.
  return utcTime.test(text) && (day <= 28 || new Date(text).getUTCDate() === day);
}
