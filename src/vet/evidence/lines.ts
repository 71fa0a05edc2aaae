/**
 * What the lines of evidence hold (docs/monitoring.md), as they are written and
 * read again, and the hashes by which one cites another.
 * A change of meaning is a new version. The end hash tells whether a line was
 * altered; the first line is used before that, so its shape is checked.
 */
import {
  array,
  object,
  optional,
  refine,
  string,
  type ZodMiniType,
} from "zod/mini";
import type { AnswerName, Exchange } from "../../answer.ts";
import type { DotNumber } from "../../dot-number.ts";
import { type ErrorKind, refuse } from "../../errors.ts";
import { evidenceName } from "../../files/output-file.ts";
import { sha256 } from "../../files/sha256.ts";
import type { ClaimsRow, InvalidLine, Place } from "../../list/input.ts";
import { isObject, type JsonObject } from "../../text/json.ts";
import type {
  Before,
  Change,
  Changes,
  Finding,
  Gone,
  Profile,
  RecordedFile,
  RunHeader,
  Verdict,
} from "../model.ts";
import type { Waiver } from "../policy/waivers.ts";

export const evidenceFormat = `${evidenceName}3`;

/** The first line: everything that the verdicts rest on, but for the answers. */
export interface EvidenceHeader extends RunHeader {
  policy: RunHeader["policy"] & { text: string };
  waivers?: RecordedFile | undefined;
  /** The exceptions for this run alone. */
  exceptions: readonly Waiver[];
  /** The files that the policy names, and the user's lists. */
  lists: readonly RecordedFile[];
  /** `2/8`: the second of eight parts. */
  shard?: string | undefined;
  invalid: readonly InvalidLine[];
}

const moment = string().check(
  refine((text) => Number.isFinite(Date.parse(text))),
);
const file = object({ path: string(), sha256: string() });

/** What is read of the first line. */
export const headerShape: ZodMiniType = object({
  tool: object({ name: string(), version: string() }),
  as_of: moment,
  service: string(),
  policy: object({ name: string(), sha256: string(), text: string() }),
  waivers: optional(file),
  exceptions: array(object({ carrier: string(), rule: string() })),
  lists: array(file),
  invalid: array(object({ text: string(), invalid: string() })),
  compared_as_of: optional(moment),
});

/**
 * An answer as it was received after decompression, without the API key: text,
 * or base64 where the bytes are not UTF-8. `date` is the service's own; `url`
 * is absent where nothing was sent.
 */
export interface RecordedExchange {
  url?: string | undefined;
  asked_at: string;
  status?: number | undefined;
  date?: string | undefined;
  sha256?: string | undefined;
  body?: string;
  body_base64?: string;
  redacted?: true;
}

export type RecordedAnswer = {
  record: AnswerName;
  error?: { code: ErrorKind; message: string };
} & (RecordedExchange | { bulk: string });

/** What was made of a carrier. */
export interface CarrierLine {
  dot_number: DotNumber;
  legal_name?: string;
  place?: Place;
  claims?: readonly ClaimsRow[];
  marked_out_of_service?: string;
  answers: readonly RecordedAnswer[];
  verdict: Verdict;
  findings: readonly Pick<Finding, "rule" | "outcome" | "effect" | "lacks">[];
  before: Before;
  baseline: Profile;
}

/** The lines after the first. */
export type EvidenceLine =
  | ({ type: "bulk" } & RecordedExchange)
  | ({ type: "carrier" } & CarrierLine)
  | ({ type: "gone" } & Gone)
  | { type: "end"; sha256: string };

/** Null is written for what is absent. */
export const withoutNulls = <T extends object>(members: T | JsonObject) =>
  Object.fromEntries(
    Object.entries(members).filter(([, is]) => is !== null),
  ) as T;

/**
 * Refuses a profile that is not an object. It is used before the end hash shows
 * whether the file was altered.
 */
export function checkProfile(stored: Profile): void {
  if (!isObject(stored)) refuse("it is not a line of evidence");
}

/** A finding as it is written for programs. */
export function findingJson(finding: Finding) {
  const {
    label,
    afterLabel,
    value,
    mustBeRead,
    subject,
    place = null,
    waived,
    why,
    ...written
  } = finding;
  return {
    ...written,
    place,
    waived: waived ? { until: "this run", ...waived } : null,
    why,
  };
}

/** Changes as they are written for programs: null for a new carrier. */
export const changesJson = (
  { before, now, fields }: Changes,
  write: (change: Change) => object,
) => ({
  before: before === "new" ? null : before,
  now,
  fields: fields.map(write),
});

const hashes = new WeakMap<Exchange, string>();

/**
 * The hash of an answer's body; of a bulk answer, which many carriers share, it
 * is worked out once.
 */
export function hashOf(exchange: Exchange): string | undefined {
  if (exchange.body === undefined) return undefined;
  const hash = hashes.get(exchange) ?? sha256(exchange.body);
  hashes.set(exchange, hash);
  return hash;
}

/**
 * Bytes of bulk answers that are kept. The writer counts as the reader does,
 * and writes one again that the reader has dropped.
 */
const maxBulkBytes = 64 * 2 ** 20;

/** A file's latest bulk answers, by their hashes. The oldest make room. */
export function latestBulks() {
  const latest = new Map<string, Exchange>();
  let bytes = 0;
  return {
    get: (hash: string) => latest.get(hash),
    /** Returns whether it is new. */
    add(exchange: Exchange): boolean {
      const key = hashOf(exchange) ?? "";
      if (latest.has(key)) return false;
      latest.set(key, exchange);
      bytes += exchange.body?.length ?? 0;
      for (const [hash, oldest] of latest) {
        if (bytes <= maxBulkBytes || oldest === exchange) break;
        latest.delete(hash);
        bytes -= oldest.body?.length ?? 0;
      }
      return true;
    },
  };
}
