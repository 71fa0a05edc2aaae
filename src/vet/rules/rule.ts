/** What a rule is, and how the values of a policy make one that judges. */
import type { z } from "zod";
import type { AnswerName } from "../../answer.ts";
import type { ValueTypes } from "../policy/value-types.ts";
import type {
  CarrierToJudge,
  Entries,
  Judgment,
  PolicyRule,
  ReadEntry,
  RuleValues,
} from "./judgment.ts";

export type ParametersOf<S extends z.ZodRawShape> = z.output<z.ZodObject<S>>;

export interface Rule<S extends z.ZodRawShape = z.ZodRawShape> {
  name: string;
  /** What a dispatcher calls it. */
  label: string;
  description: string;
  needs: readonly AnswerName[] | ((values: never) => readonly AnswerName[]);
  /** Whether its numbers change from day to day: a waiver need not say which it saw. */
  movesByItself?: true;
  /** Made only for a policy that somebody wrote: the built-in one loads no zod. */
  parameters?(types: ValueTypes): S;
  files?: Readonly<Record<string, ReadEntry>>;
  /** Parameters of which one has to be there. */
  needsOneOf?: readonly string[];
  /** What is wrong with values that are each valid; it follows the rule's name. */
  problemOf?: (values: ParametersOf<S>) => string | undefined;
  /** What a policy's author should look at again. */
  cautionOf?: (values: ParametersOf<S>) => string | undefined;
  /**
   * Takes the parameters once, and gives the judge of carriers: pure; it throws
   * `CannotTell` where it cannot be told.
   */
  judgeWith(
    values: ParametersOf<S>,
    entries: Entries,
  ): (carrier: CarrierToJudge) => Judgment;
}

/**
 * Declares a rule: the types of its parameters are known within the
 * declaration, and the list of all rules does without them.
 */
export function rule<S extends z.ZodRawShape>(
  name: string,
  label: string,
  needs: Rule["needs"],
  how: Omit<Rule<S>, "name" | "label" | "needs">,
): Rule {
  return { name, label, needs, ...how } as unknown as Rule;
}

/** Makes a rule of a policy from its values, which have been checked. */
export function policyRule(
  { name, label, judgeWith, needs, cautionOf }: Rule,
  values: RuleValues = {},
  entries: Entries = {},
): PolicyRule {
  const { level = "error", unknown = "block", why, ...parameters } = values;
  return {
    name,
    label,
    level,
    unknown,
    why,
    parameters,
    needs: typeof needs === "function" ? needs(parameters as never) : needs,
    caution: cautionOf?.(parameters as never),
    judge: judgeWith(parameters as never, entries),
  };
}
