/**
 * What a rule of a policy is given, and what it says. The library's types reach
 * it, and have no zod.
 */
import type { AnswerName } from "../../answer.ts";
import type { Before, Dossier, Judgment, Level, Profile } from "../model.ts";
import type { Facts } from "../record/facts.ts";

export type { Judgment };

/** A carrier with what its records state. */
export interface CarrierToJudge extends Dossier {
  facts: Facts;
  today: number;
  /** What messages call the policy: "your policy". */
  policyName: string;
  profile?: Profile | undefined;
  before?: Before | undefined;
}

/** What a policy says of a rule: what goes with every rule, and its parameters. */
export interface RuleValues {
  readonly level?: Level | undefined;
  readonly unknown?: "block" | "warn" | "fail" | undefined;
  readonly why?: string | undefined;
  readonly [parameter: string]: unknown;
}

/** A rule with its parameters: what it asks for, how it judges, what that does. */
export interface PolicyRule {
  name: string;
  label: string;
  level: Level;
  unknown: NonNullable<RuleValues["unknown"]>;
  why: string | undefined;
  parameters: Readonly<Record<string, unknown>>;
  needs: readonly AnswerName[];
  /** What the author of the policy should look at again. */
  caution: string | undefined;
  judge(carrier: CarrierToJudge): Judgment;
}

/** The entries of the files that a rule names, by the parameter: `deny_file`. */
export type Entries = Readonly<Record<string, ReadonlySet<string>>>;

/**
 * Reads a line of such a file: what values are looked up by, or why the line is
 * wrong.
 */
export type ReadEntry = (
  line: string,
) => { entry: string } | { invalid: string };
