/**
 * What a rule of a policy is given, and the judgments it makes. The library's
 * types reach it, and have no zod.
 */
import type { AnswerName } from "../../answer.ts";
import { firstOf, grouped } from "../../text/digits.ts";
import type {
  Before,
  Dossier,
  Judgment,
  Level,
  Outcome,
  Profile,
} from "../model.ts";
import { CannotTell, type Facts } from "../record/facts.ts";
import { margin } from "../record/safety.ts";

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
