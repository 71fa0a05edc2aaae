/** What a rule is, and the few functions that all rules are made of. */
import type { z } from "zod";
import type { AnswerName } from "../answer.ts";
import { grouped } from "../text/digits.ts";
import { type Facts, Unknown } from "./facts.ts";
import type { Kinds } from "./kinds.ts";
import type { Before, Outcome, Part, Profile, Subject } from "./model.ts";

export interface Judgment {
  outcome: Outcome;
  message: string;
  parts?: readonly Part[];
}

/** A carrier with what its records state. */
export interface Case extends Subject {
  facts: Facts;
  today: number;
  profile?: Profile | undefined;
  before?: Before | undefined;
}

export type Values<S extends z.ZodRawShape> = z.output<z.ZodObject<S>>;

/** The entries of the files that a rule names, by the parameter: `deny_file`. */
export type Entries = Readonly<Record<string, ReadonlySet<string>>>;

/** Reads a line of such a file: what values are looked up by, or why the line is wrong. */
export type ReadEntry = (
  line: string,
) => { entry: string } | { invalid: string };

export interface Rule<S extends z.ZodRawShape = z.ZodRawShape> {
  name: string;
  /** What a dispatcher calls it. */
  label: string;
  summary: string;
  needs: readonly AnswerName[] | ((values: never) => readonly AnswerName[]);
  /** Made only for a policy that somebody wrote: the built-in one loads no zod. */
  parameters(kind: Kinds): S;
  files?: Readonly<Record<string, ReadEntry>>;
  /** What is wrong with values that each are right: "needs allow or deny". */
  problemOf?: (values: Values<S>) => string | undefined;
  /** What a policy's author should look at again. */
  cautionOf?: (values: Values<S>) => string | undefined;
  /** Takes the parameters once, and gives the judge of carriers: pure; it throws `Unknown` where it cannot be told. */
  judge(values: Values<S>, entries: Entries): (about: Case) => Judgment;
}

type How<S extends z.ZodRawShape> = Omit<Rule<S>, "name" | "label" | "needs">;

/** Declares a rule: the types of its parameters are known within the declaration, and the list of all rules does without them. */
export function rule<S extends z.ZodRawShape>(
  name: string,
  label: string,
  needs: Rule["needs"],
  how: How<S>,
): Rule {
  return { name, label, needs, ...how } as unknown as Rule;
}

export const pass = (message: string): Judgment => ({
  outcome: "pass",
  message,
});
export const fail = (message: string): Judgment => ({
  outcome: "fail",
  message,
});
export const skip = (message: string): Judgment => ({
  outcome: "skipped",
  message,
});

export function settle(judge: () => Judgment): Judgment {
  try {
    return judge();
  } catch (error) {
    if (error instanceof Unknown)
      return { outcome: "unknown", message: error.message };
    throw error;
  }
}

/** Judges several things: any fail decides, then any unknown. Only what decides is said, each thing once, of ten at most. */
export function every<T>(
  things: readonly T[],
  judge: (thing: T) => Judgment,
  about?: (thing: T) => string,
): Judgment {
  const judged = things.map((thing) => ({
    thing,
    ...settle(() => judge(thing)),
  }));
  const outcome =
    (["fail", "unknown"] as const).find((one) =>
      judged.some((each) => each.outcome === one),
    ) ?? "pass";
  const said = new Set(
    judged.flatMap((one) => (one.outcome === outcome ? one.message : [])),
  );
  const parts =
    about &&
    judged.map(({ thing, outcome }) => ({ about: about(thing), outcome }));
  return {
    outcome,
    message: [...said].slice(0, 10).join("; "),
    ...(parts && { parts }),
  };
}

/** Judges several things of which the first that fails, or else is unknown, says all. */
export function each<T>(
  things: readonly T[],
  judge: (thing: T) => Judgment,
): Judgment {
  const judged = things.map((thing) => settle(() => judge(thing)));
  const first = (outcome: Outcome) =>
    judged.find((one) => one.outcome === outcome);
  return first("fail") ?? first("unknown") ?? (judged[0] as Judgment);
}

/** For decimal arithmetic: 1.1 times 6 is not exactly 6.6. */
const margin = 1e-9;

export function atLeast(value: number, bound: number, words: string): Judgment {
  if (value >= bound - margin)
    return pass(`${words}: at least ${grouped(bound)}`);
  return fail(`${words}: fewer than ${grouped(bound)}`);
}

export function atMost(
  value: number,
  bound: number,
  words: string,
  boundWords = grouped(bound),
): Judgment {
  if (value <= bound + margin) return pass(`${words}: at most ${boundWords}`);
  return fail(`${words}: above ${boundWords}`);
}

export function oneOfBoth(one: string, other: string) {
  return (values: Readonly<Record<string, unknown>>): string | undefined =>
    values[one] === undefined && values[other] === undefined
      ? `needs ${one} or ${other}`
      : undefined;
}
