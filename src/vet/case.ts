/** A carrier before its judge: what a rule of a policy is given, and what it says. */
import type { AnswerName } from "../answer.ts";
import type { Facts } from "./facts.ts";
import type {
  Before,
  Level,
  Outcome,
  Part,
  Profile,
  Subject,
} from "./model.ts";

export interface Judgment {
  outcome: Outcome;
  message: string;
  parts?: readonly Part[];
  /** What it is about in three words, for a cell that has no room for the message. */
  short?: string;
  /** Where a rule is for a person to decide, whatever level its policy gives it. */
  level?: Level;
  /** The record whose answer is missing. */
  lacks?: AnswerName;
}

/** A carrier with what its records state. */
export interface Case extends Subject {
  facts: Facts;
  today: number;
  /** What messages call the policy: "your policy". */
  policyName: string;
  profile?: Profile | undefined;
  before?: Before | undefined;
}

/** A rule with its parameters: what it asks for, how it judges, and what comes of that. */
export interface PolicyRule {
  rule: { name: string; label: string };
  level: Level;
  unknown: "block" | "warn" | "fail";
  why: string | undefined;
  parameters: Readonly<Record<string, unknown>>;
  needs: readonly AnswerName[];
  judge(about: Case): Judgment;
}
