/** What a rule is, and the few functions that all rules are made of. */
import { grouped } from "../text/digits.ts";
import { type Facts, Unknown } from "./facts.ts";
import type { Dossier, Outcome, Profile, VetRecord } from "./model.ts";
import type { ParameterSet, Values } from "./parameters.ts";

export interface Judgment {
  outcome: Outcome;
  message: string;
}

export interface Subject extends Dossier, Facts {
  today: number;
  profile?: Profile | undefined;
  /** What it is compared with: null for a new carrier, undefined where nothing is known of an earlier run. */
  compared?: { profile: Profile } | null | undefined;
}

export interface Rule<P extends ParameterSet = ParameterSet> {
  name: string;
  label: string;
  needs: readonly VetRecord[] | ((values: Values<P>) => readonly VetRecord[]);
  summary: string;
  reads?: readonly VetRecord[];
  parameters: P;
  problemOf?: (values: Values<P>) => string | undefined;
  /** Pure. Throws `Unknown` where it cannot be told. */
  judge: (subject: Subject, values: Values<P>) => Judgment;
}

type Needs<P extends ParameterSet> = Rule<P>["needs"];
type How<P extends ParameterSet> = Omit<Rule<P>, "name" | "label" | "needs">;

/** Declares a rule: the types of its parameters are known within the declaration, and the list of all rules does without them. */
export function rule<P extends ParameterSet>(
  name: string,
  label: string,
  needs: Needs<P>,
  how: How<P>,
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
): Judgment {
  const judged = things.map((thing) => settle(() => judge(thing)));
  const outcomes = judged.map(({ outcome }) => outcome);
  const outcome =
    (["fail", "unknown"] as const).find((one) => outcomes.includes(one)) ??
    "pass";
  const said = new Set(
    judged
      .filter((one) => one.outcome === outcome)
      .map(({ message }) => message),
  );
  return { outcome, message: [...said].slice(0, 10).join("; ") };
}

/** For decimal arithmetic: 1.1 times 6 is not exactly 6.6. */
const margin = 1e-9;

export function atLeast(
  value: number,
  bound: number,
  words: string,
  boundWords = grouped(bound),
): Judgment {
  if (value >= bound - margin) return pass(`${words}: at least ${boundWords}`);
  return fail(`${words}: fewer than ${boundWords}`);
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
