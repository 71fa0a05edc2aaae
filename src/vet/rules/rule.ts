/**
 * What a rule is, what it is given and says, and the few functions that all
 * rules are made of.
 */
import type { z } from "zod";
import type { AnswerName } from "../../answer.ts";
import { firstOf, grouped } from "../../text/digits.ts";
import type { Outcome } from "../model.ts";
import type { ValueTypes } from "../policy/value-types.ts";
import { CannotTell } from "../record/facts.ts";
import { margin } from "../record/safety.ts";
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
  /** A mistake in how valid values go together; it follows the rule's name. */
  problemOf?: (values: ParametersOf<S>) => string | undefined;
  /** What a policy's author should look at again. */
  cautionOf?: (values: ParametersOf<S>) => string | undefined;
  /**
   * Takes the parameters once, and gives the judge of carriers: pure; it throws
   * `CannotTell` where it cannot be told.
   */
  judge(
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

/**
 * Makes judgments that say some words, then a bound. Where the rule's label
 * says what it is about, `value` can stand in place of the words.
 */
const judgment =
  (outcome: Outcome) =>
  (words: string, bound = "", value?: string): Judgment => ({
    outcome,
    message: words + bound,
    ...(value && { value, afterLabel: value + bound }),
  });

export const pass = judgment("pass");
export const fail = judgment("fail");
export const skip = judgment("skipped");
export const unknown = judgment("unknown");

/** The judgment, or `unknown` where a judge throws `CannotTell`. */
export function unknownIfThrown(judge: () => Judgment): Judgment {
  try {
    return judge();
  } catch (error) {
    if (!(error instanceof CannotTell)) throw error;
    return { ...unknown(error.message), subject: error.subject };
  }
}

/** The judgment that decides: the first that fails, or else is unknown. */
export function worstOf(judgments: readonly Judgment[]): Judgment {
  const first = (outcome: Outcome) =>
    judgments.find((each) => each.outcome === outcome);
  return first("fail") ?? first("unknown") ?? (judgments[0] as Judgment);
}

/** Texts as one, each once; of many, how many more there are. */
const joined = (texts: readonly string[], separator = "; "): string =>
  firstOf([...new Set(texts)], 10, separator);

/** Judges several things, each a part of the finding. */
export const judgeEach = <T>(
  things: readonly T[],
  aboutOf: (thing: T) => string,
  judge: (thing: T) => Judgment,
  lead?: string,
): Judgment =>
  decided(
    things.map((thing) => ({
      about: aboutOf(thing),
      ...unknownIfThrown(() => judge(thing)),
    })),
    lead,
  );

/** Says what decides; after what fails, also what is unknown. */
export function decided(
  parts: readonly (Judgment & { about: string })[],
  lead = "",
): Judgment {
  const { outcome } = worstOf(parts);
  const outcomes = outcome === "fail" ? [outcome, "unknown"] : [outcome];
  const decisive = outcomes.flatMap((wanted) =>
    parts.filter((each) => each.outcome === wanted),
  );
  const [subject, ...others] = new Set(decisive.map((each) => each.subject));
  const values = decisive.flatMap(({ value }) => value ?? []);
  const texts = decisive.map((each) => each.afterLabel ?? each.message);
  return {
    outcome,
    message: lead + joined(decisive.map(({ message }) => message)),
    ...(values.length > 0 && {
      value: joined(values, ", "),
      afterLabel: lead + joined(texts),
    }),
    subject: others.length > 0 ? undefined : subject,
    parts: parts.map(({ about, outcome }) => ({ about, outcome })),
  };
}

export const atLeast = (
  number: number,
  bound: number,
  words: string,
  value?: string,
): Judgment =>
  number >= bound - margin
    ? pass(words, `: at least ${grouped(bound)}`, value)
    : fail(words, `: fewer than ${grouped(bound)}`, value);

export const atMost = (number: number, bound: number, words: string) =>
  number <= bound + margin
    ? pass(words, `: at most ${grouped(bound)}`)
    : fail(words, `: above ${grouped(bound)}`);

/** Makes a rule of a policy from its values, which have been checked. */
export function policyRule(
  { name, label, judge, needs, cautionOf }: Rule,
  values: RuleValues = {},
  entries: Entries = {},
): PolicyRule {
  const {
    level = "error",
    unknown: ifUnknown = "block",
    why,
    ...parameters
  } = values;
  return {
    name,
    label,
    level,
    unknown: ifUnknown,
    why,
    parameters,
    needs: typeof needs === "function" ? needs(parameters as never) : needs,
    caution: cautionOf?.(parameters as never),
    judge: judge(parameters as never, entries),
  };
}
