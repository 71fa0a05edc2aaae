/**
 * The vocabulary of vetting: what is known about a carrier, what a rule says about it, and the verdict.
 *
 * What a report or the evidence prints keeps the spelling it has there (`dot_number`, `asked_at`).
 */
import type { DotNumber } from "../dot-number.ts";
import type { Place } from "../input/input.ts";

/** A record that the service can be asked for; `summary` is an element of the bulk answer. */
export type RecordName = "carrier" | "summary" | "insurance" | "safety";

/** What the service answered when asked for one record of one carrier. */
export type RecordState =
  | {
      state: "answered";
      value: Readonly<Record<string, unknown>>;
      /** Its JSON as the service wrote it, for what a JavaScript number can't hold. Rules don't need it. */
      text?: string;
    }
  /** 404: there is no such record. */
  | { state: "none" }
  /** Asking failed; the code and message are those of the error. */
  | { state: "unanswered"; code: string; message: string };

/** Everything known about one carrier. A record that was not asked for is absent. */
export interface CarrierRecords {
  dotNumber: DotNumber;
  records: Readonly<Partial<Record<RecordName, RecordState>>>;
}

/** Where a number is in a list. */
export type ListPlace = Place;

export type Level = "error" | "warning";
export type Verdict = "pass" | "review" | "fail";

/**
 * Why a rule could not judge, for what depends on it; `message` says it in words. A request that failed (`not-answered`) needs review
 * whatever the policy says, and no waiver covers it; `not-judged` is skipped because of what another finding of the carrier says.
 */
export type Reason = "not-stated" | "unreadable" | "no-record" | "not-answered" | "not-judged";

/** What a rule says about a carrier, before the policy's level, the place and the waivers are known. */
export interface Judgment {
  outcome: "pass" | "fail" | "unknown" | "skipped";
  /** One line: the value, then the bound. It may hold text from the service and is not yet safe to print. */
  message: string;
  /** The values that decided, by dotted path: `{"authority.status": ["INACTIVE"]}`. An array, because a rule may read several records. */
  observed: Readonly<Record<string, readonly unknown[]>>;
  /** Absent for a rule that judged, and where several things together decide. Stays out of the reports. */
  reason?: Reason;
  /** Why the request failed, where the reason is `not-answered`. Stays out of the reports. */
  error?: { code: string; message: string };
}

/** What one rule found about one carrier, as every report prints it. */
export interface Finding extends Judgment {
  dot_number: string;
  rule: string;
  level: Level;
  place: ListPlace | null;
  /** The waiver that covers it, if one does. */
  waived: { reason: string; by: string; until: string } | null;
  /** The policy's `why`, if it has one. */
  why?: string;
  /** What an unknown does, by the policy. It decides the verdict and stays out of the reports. */
  unknown: "block" | "warn" | "fail";
}

/** What changed about a carrier since an earlier run. */
export interface Change {
  /** `identity`: a sign that someone else uses the carrier's number. */
  kind: "identity" | "authority" | "insurance" | "safety";
  /** The dotted path, or the name of what was derived from several (`cover.bipd`). */
  field: string;
  before: unknown;
  now: unknown;
}

/** An answer as reports cite it: enough to find it in the evidence. */
export interface AnswerCitation {
  record: RecordName;
  /** ISO 8601 UTC. A reused answer keeps its own. */
  asked_at: string;
  /** HTTP status; null if there was no answer. */
  status: number | null;
  /** Of the body as it is stored; null if there was no answer. */
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
  /** What `findingsJson` makes of them: the reports and the evidence have one text, and a replay compares it. */
  findingsJson(): string;
  /**
   * Since an earlier run (`--since`, `--history`); null without one, and if that may only have missed this carrier. `verdict_before` is null
   * for a carrier that is new.
   */
  changes: { verdict_before: Verdict | null; fields: readonly Change[] } | null;
  answers: readonly AnswerCitation[];
  /** What was judged. Programs find it in the evidence; people see it on the screen of a single carrier. */
  records: CarrierRecords["records"];
}

/** What is known about a run before its first carrier. */
export interface RunHeader {
  tool: { name: string; version: string };
  /** ISO 8601 UTC: the start of the run, and "today" for every rule. */
  as_of: string;
  policy: { name: string; sha256: string };
  /** The base URL without credentials. */
  service: string;
}

/** How many carriers have which verdict; they sum to `carriers`. */
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
  /** `expired`: past its `until`; `lapsed`: what it saw has changed; `unused`: it met no finding that it could cover. */
  status: "expired" | "lapsed" | "unused";
  /** One line for people, to follow `waiver expired: `. */
  message: string;
}

/** What is known about a run after its last carrier. */
export interface RunFooter {
  counts: Counts;
  waivers: readonly UnusedWaiver[];
  /** The hash at the end of the evidence; null without evidence. */
  evidence_sha256: string | null;
  /** ISO 8601 UTC of the oldest answer that was judged; null if there is none. */
  oldest_answer: string | null;
  /** Lines of the list that are not USDOT numbers: they need review, and no carrier stands for them. */
  refused: readonly { place: ListPlace | null; text: string; reason: string }[];
  /** The invalid lines of the earlier run, as `invalidLines` makes them: they are nothing new. */
  refused_before: ReadonlySet<string>;
  /** Whether the evidence that was judged (`--from`) is cut off: the carriers are not the whole list. */
  cut_off: boolean;
  /** What a reader of the run must know: that it is part of a list, that it judges a day before the answers. One line each. */
  notes: readonly string[];
  /** Carriers of the earlier run that are not in this one, in its order; empty without one. */
  gone: readonly { dot_number: string; legal_name: string | null; verdict: Verdict }[];
  /** The whole runs in the history before this one, oldest first; empty without `--history`. */
  runs: readonly { as_of: string; counts: Counts }[];
}

/** How recorded evidence begins, of whatever version of its format. */
export const evidenceStart = '{"type":"run","format":"usdot-evidence/';
