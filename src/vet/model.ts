/** The vocabulary of vetting. */
import type { AnswerName, Answers } from "../answer.ts";
import type { DotNumber } from "../dot-number.ts";
import type { ClaimsRow, InvalidLine, Place } from "../list/input.ts";
import type { Tally } from "../lookup/tally.ts";

/** A carrier, with what a list claims and the service said about it. */
export interface Dossier {
  dotNumber: DotNumber;
  place?: Place | undefined;
  /** One for each row that claims something. */
  claims?: readonly ClaimsRow[] | undefined;
  /** The marks of out of service in its rows, as they are written. */
  mark?: string | undefined;
  answers: Answers;
}

export type Level = "error" | "review" | "warning";
export type Outcome = "pass" | "fail" | "unknown" | "skipped";
/** What a finding does to its carrier, the heaviest first. */
export const effects = [
  "fail",
  "review",
  "warning",
  "waived",
  "pass",
  "skipped",
] as const;
export type Effect = (typeof effects)[number];
/** The heaviest first. */
export const verdicts = ["fail", "review", "pass"] as const;
export type Verdict = (typeof verdicts)[number];

/** Who accepts a finding, and why. */
export interface Acceptance {
  reason: string;
  by: string;
  /** The last day it holds, such as 2026-12-31; absent for one of this run alone. */
  until?: string;
}

/** Whether a finding is accepted for one run, and nothing beyond that. */
export const isOfOneRun = ({ until }: Acceptance): boolean =>
  until === undefined;

/** What a rule says of a carrier. */
export interface Judgment {
  outcome: Outcome;
  /** Set where a person decides although the policy's level is `error`. */
  level?: Level;
  /**
   * One line: the value, then the bound. It may hold text of the service, and
   * is not yet safe to print.
   */
  message: string;
  /**
   * What it says of one thing among several: of a group of inspections, an
   * insurer, a claim or a field.
   */
  parts?: readonly { about: string; outcome: Outcome }[];
  /**
   * The message without what the rule's label says before it: "18 for 58 power
   * units: above 0.15 per unit" after "crashes".
   */
  afterLabel?: string;
  /** The value alone: "18". */
  value?: string;
  /** Whether a person has to read it even where it passes. */
  mustBeRead?: true;
  /**
   * What it is about, if others may say the same: a record, a value or another
   * rule. Screens say it once.
   */
  subject?: string | undefined;
  /** A record that the rule needs and that has no answer. */
  lacks?: AnswerName;
}

/** What a judgment does to its carrier, by a policy and its waivers. */
export interface Finding extends Judgment {
  dot_number: string;
  rule: string;
  /** What a dispatcher calls the rule. */
  label: string;
  level: Level;
  effect: Effect;
  /**
   * The values that the rule read, by dotted path: `{"authority.status":
   * ["INACTIVE"]}`; several where several records state one.
   */
  observed: Readonly<Record<string, readonly unknown[]>>;
  place?: Place | undefined;
  waived?: Acceptance;
  why?: string | undefined;
}

/** Whether a finding keeps its carrier from passing. */
export const decides = ({ effect }: Pick<Finding, "effect">): boolean =>
  effect === "fail" || effect === "review";

/**
 * What an answered record says: texts, normalized and in order; null where it
 * does not state it. Those about policies are empty where none is in force.
 */
export type ProfileValue = readonly string[] | null;

/**
 * What decides whether a carrier is still the same, by field. One without an
 * answer is absent.
 */
export type Profile = Readonly<Record<string, ProfileValue>>;

/** The verdict of the last run in which it did not rest on missing answers alone. */
export interface LastVerdict {
  verdict: Verdict;
  /** The rules by which the carrier did not pass. */
  decided_by: readonly string[];
  /** Whether a run without answers came after that. */
  unanswered?: true | undefined;
}

/** What an earlier run knew of a carrier. Unknown: it may only have missed it. */
export type Before =
  | { kind: "new" }
  | { kind: "unknown" }
  | ({ kind: "known"; profile: Profile } & LastVerdict);

export type ChangeGroup = "identity" | "authority" | "insurance" | "safety";

export interface Change {
  group: ChangeGroup;
  field: string;
  was: ProfileValue;
  is: ProfileValue;
}

/**
 * A file that a run rests on, as the user named it. The text of a long one, or
 * of a workbook, is left out.
 */
export interface RecordedFile {
  path: string;
  sha256: string;
  text?: string;
}

export interface Changes {
  before: Verdict | "new";
  now: Verdict;
  fields: readonly Change[];
  /** The rules that decide now, and did not then. */
  newRules: readonly string[];
  /** Whether it lacked an answer when it was last vetted. */
  isAnsweredAgain?: true | undefined;
}

export interface Decision {
  verdict: Verdict;
  findings: readonly Finding[];
  /** What a person must not overlook although no rule asks for it. */
  notes: readonly string[];
  /** The waivers of this carrier that cover nothing, each with why. */
  unusedWaivers: readonly string[];
}

/** A carrier, judged. */
export interface Vetted extends Omit<Decision, "unusedWaivers"> {
  dossier: Dossier;
  legalName?: string | undefined;
  profile: Profile;
  before: Before;
  /** What the next run compares with. */
  baseline: Profile;
  /** Absent where nothing is known of an earlier run. */
  changes?: Changes | undefined;
  /**
   * What the recorded run decided, where judging it again decides otherwise.
   */
  recordedVerdict?: Verdict;
}

/** What a run says about itself, in its evidence and in every report. */
export interface RunHeader {
  tool: { name: string; version: string };
  /**
   * The start of the run by this machine's clock, with its offset: the first
   * ten characters are "today" for every rule.
   */
  as_of: string;
  service: string;
  /** Whether that is the embedded sample: its carriers are invented. */
  sample?: boolean | undefined;
  policy: { name: string; sha256: string };
  reference?: string | undefined;
  by?: string | undefined;
  /** The end hash of the earlier run that this one is compared with. */
  compared?: string | undefined;
  /** When that run started. */
  compared_as_of?: string | undefined;
  /** When a recorded run is judged again; absent for a run that asks. */
  judgedOn?: string;
}

export type Counts = Record<"carriers" | Verdict, number>;

/**
 * A carrier that an earlier run had and this one does not: what it is compared
 * with when it comes back.
 */
export interface Gone extends LastVerdict {
  dot_number: string;
  legal_name?: string | undefined;
  last_seen: string;
  /** Whether this run is the first without it. */
  newly_gone: boolean;
  baseline: Profile;
}

export interface RunFooter {
  counts: Counts;
  /** What became of the carriers' requests. */
  tally: Tally;
  notes: readonly string[];
  /** Those of its notes that nobody has said before. */
  unsaid: readonly string[];
  /** What even a green job must show: that nothing was compared. */
  warnings: readonly string[];
  invalid: readonly InvalidLine[];
  /** The carriers that the run before had, and this one does not. */
  gone: readonly Pick<Gone, "dot_number" | "legal_name">[];
  isCutOff: boolean;
  /** The days of the answers, in order, where not all are of this run. */
  answerDays: readonly string[];
  evidence_sha256?: string | undefined;
}

/** What is said of a run whose evidence is cut off. */
export const cutOffText =
  "the evidence is cut off: these carriers are not the whole list";

export interface Run {
  header: RunHeader;
  carriers: readonly Vetted[];
  footer: RunFooter;
}
