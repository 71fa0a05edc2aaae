/** The vocabulary of vetting (vet.md, "The model: eight ideas"). */
import type { DotNumber } from "../dot-number.ts";
import type { ErrorKind } from "../errors.ts";
import type { Claimed, InvalidLine, Place } from "../input/input.ts";
import type { RecordName } from "../service/types.ts";
import type { JsonObject } from "../text/json.ts";

export type VetRecord = RecordName | "summary";

/** Where an answer comes from, and when. */
export interface AnswerSource {
  url: string;
  asked_at: string;
  status: number | null;
  sha256: string | null;
  /** As received after decompression: text, or base64 where the bytes are not UTF-8. */
  body?: string;
  body_base64?: string;
  redacted?: true;
}

export type Answer = (
  | { state: "answered"; value: JsonObject }
  | { state: "none" }
  | { state: "unanswered"; code: ErrorKind; message: string }
) & {
  source?: AnswerSource;
  reused?: boolean;
};

export interface Dossier {
  dotNumber: DotNumber;
  place: Place | null;
  claims: Claimed | null;
  isMarkedOutOfService?: boolean;
  answers: Readonly<Partial<Record<VetRecord, Answer>>>;
}

export type Level = "error" | "warning";
export type Outcome = "pass" | "fail" | "unknown" | "skipped";
export type Effect =
  | "fail"
  | "review"
  | "warning"
  | "waived"
  | "pass"
  | "skipped";
export type Verdict = "pass" | "review" | "fail";

export interface Finding {
  dot_number: string;
  rule: string;
  outcome: Outcome;
  level: Level;
  effect: Effect;
  /** One line: the value, then the bound. It may hold text from the service, and is not yet safe to print. */
  message: string;
  /** The values that the rule read, by dotted path: `{"authority.status": ["INACTIVE"]}`; several where several records state one. */
  observed: Readonly<Record<string, readonly unknown[]>>;
  place: Place | null;
  waived: { reason: string; by: string; until: string } | null;
  why?: string;
}

/** What decides whether a carrier is still the same: normalized texts by field; null is "not stated". A field without an answer is absent. */
export type Profile = Readonly<Record<string, string | null>>;

export type ChangeGroup = "identity" | "authority" | "insurance" | "safety";

export interface Change {
  group: ChangeGroup;
  field: string;
  was: string | null;
  is: string | null;
}

export interface Changes {
  before: Verdict | null;
  now: Verdict;
  fields: readonly Change[];
}

export interface Vetted {
  dossier: Dossier;
  legalName: string | null;
  verdict: Verdict;
  findings: readonly Finding[];
  profile: Profile;
  /** What the next run compares with. */
  baseline: Profile;
  compared: { verdict: Verdict; profile: Profile } | null;
  /** Null without an earlier run, and where that run may only have missed the carrier. */
  changes: Changes | null;
}

export interface SourceText {
  path: string;
  sha256: string;
  text: string;
}

export interface RunHeader {
  tool: { name: string; version: string };
  as_of: string;
  policy: { name: string; sha256: string };
  service: string;
  reference: string | null;
  by: string | null;
}

export type Counts = Record<"carriers" | Verdict, number>;

/** How a run ended. */
export interface RunCounts {
  as_of: string;
  counts: Counts;
}

export interface RunFooter {
  counts: Counts;
  notes: readonly string[];
  invalid: readonly InvalidLine[];
  evidence_sha256: string | null;
  new: readonly string[];
  gone: readonly {
    dot_number: string;
    legal_name: string | null;
    verdict: Verdict;
  }[];
  compared: boolean;
  /** The runs before this one, the oldest first. */
  trend: readonly RunCounts[];
  cutOff: boolean;
}

export interface Run {
  header: RunHeader;
  carriers: readonly Vetted[];
  footer: RunFooter;
}
