/**
 * The vocabulary of vetting: what is known about a carrier, what a rule says about it, and the verdict.
 *
 * What a report or the evidence prints keeps the spelling it has there (`dot_number`, `asked_at`).
 */
import type { DotNumber } from "../dot-number.ts";
import type { Place } from "../input/input.ts";

/** A record that the service can be asked for; `summary` is an element of the bulk answer. */
export type RecordName = "carrier" | "summary" | "insurance" | "safety";

/** What the service said when it was asked for one record of one carrier. */
export type RecordState =
  | { state: "answered"; value: Readonly<Record<string, unknown>> }
  /** 404: there is no such record. */
  | { state: "none" }
  /** Asking failed; the code and message are those of the error. */
  | { state: "unanswered"; code: string; message: string };

/** All that is known about one carrier. A record that was not asked for is absent. */
export interface CarrierRecords {
  dotNumber: DotNumber;
  records: Readonly<Partial<Record<RecordName, RecordState>>>;
}

/** Where in a list a number stands. */
export type ListPlace = Place;

export type Outcome = "pass" | "fail" | "unknown" | "skipped";
export type Level = "error" | "warning";
export type Verdict = "pass" | "review" | "fail";

/** What a rule says about a carrier, before the policy's level, the place and the waivers are known. */
export interface Judgment {
  outcome: Outcome;
  /** One line: the value, then the bound. It may hold text of the service and is not yet safe to print. */
  message: string;
  /** The values that decided, by their dotted path: `{"authority.status": ["INACTIVE"]}`; an array, for a rule may read several records. */
  observed: Readonly<Record<string, readonly unknown[]>>;
  /** A request failed, so that the rule could not judge. It needs review whatever the policy says, and no waiver covers it. */
  unanswered?: true;
}

/** One rule's word on one carrier, as every report prints it. */
export interface Finding extends Judgment {
  dot_number: string;
  rule: string;
  level: Level;
  place: ListPlace | null;
  /** The waiver that covers it, if one does. */
  waived: { reason: string; by: string; until: string } | null;
  /** The policy's `why`, where it gives one. */
  why?: string;
  /** What the policy's rule says about an unknown. It decides the verdict and stays out of the reports. */
  unknown: "block" | "warn" | "fail";
}

/** What changed about a carrier since a former run. */
export interface Change {
  /** `identity` is a sign of theft. */
  kind: "identity" | "authority" | "insurance" | "safety";
  /** The dotted path, or what was derived from several (`cover.bipd`). */
  field: string;
  before: unknown;
  now: unknown;
}

/** An answer as reports cite it: enough to find it in the evidence. */
export interface AnswerCitation {
  record: RecordName;
  /** ISO 8601 UTC. */
  asked_at: string;
  /** HTTP status; null where no answer came. */
  status: number | null;
  /** Of the body as it was received; null where no answer came. */
  sha256: string | null;
  /** Whether it was taken from an earlier run's evidence. */
  reused: boolean;
}

/** One carrier, judged. */
export interface VettedCarrier {
  dot_number: string;
  legal_name: string | null;
  verdict: Verdict;
  place: ListPlace | null;
  findings: readonly Finding[];
  /** Since a former run (`--since`); null without one, or for a carrier that is not in it. */
  changes: { verdict_before: Verdict; fields: readonly Change[] } | null;
  answers: readonly AnswerCitation[];
}

/** What is known of a run before its first carrier. */
export interface RunHeader {
  tool: { name: string; version: string };
  /** ISO 8601 UTC: the start of the run, and "today" for every rule. */
  as_of: string;
  policy: { name: string; sha256: string };
  /** The base URL without credentials. */
  service: string;
}

/** How many carriers ended how; they sum to `carriers`. */
export interface Counts {
  carriers: number;
  pass: number;
  review: number;
  fail: number;
}

/** A waiver that covered nothing, and why. */
export interface UnusedWaiver {
  carrier: string;
  rule: string;
  /** `expired`: its day is over; `lapsed`: what it saw has changed; `unused`: there was no such finding. */
  status: "expired" | "lapsed" | "unused";
  /** One line for people. */
  message: string;
}

/** What is known of a run after its last carrier. */
export interface RunFooter {
  counts: Counts;
  waivers: readonly UnusedWaiver[];
  /** The hash that ends the evidence; null where none was written. */
  evidence_sha256: string | null;
  /** ISO 8601 UTC of the oldest answer that was judged; null where there is none. */
  oldest_answer: string | null;
  /** Lines of the list that are no USDOT number: they need review, and no carrier stands for them. */
  refused: readonly { place: ListPlace | null; text: string; reason: string }[];
}
