import { isDeepStrictEqual } from "node:util";
import { expect, it } from "vitest";
import { changesBetween } from "../../src/vet/compare/changes.ts";
import { nextBaseline } from "../../src/vet/evidence/baseline.ts";
import type { Before, Profile, Verdict } from "../../src/vet/model.ts";

/**
 * What may happen to a value from one day to the next. Without an answer (503,
 * 404) there is no value.
 */
const events = [
  "same",
  "changed",
  "appears",
  "disappears",
  "503",
  "404",
] as const;
const verdicts: readonly Verdict[] = ["pass", "review", "fail"];
const days = events.flatMap((event) =>
  verdicts.map((verdict) => ({ event, verdict })),
);
type Day = (typeof days)[number];

const stored = (value: string | null) => (value === null ? null : [value]);

const knowing = (profile: Profile | undefined): Before =>
  profile
    ? { kind: "known", verdict: "pass", profile, decided_by: [] }
    : { kind: "new" };

/** The value of each day: null for "not stated", undefined without an answer. */
const valuesOf = (sequence: readonly Day[]) => {
  let value: string | null = "5555550100";
  return sequence.map(({ event }, day) => {
    if (event === "changed" || event === "appears") value = `555555011${day}`;
    if (event === "disappears") value = null;
    return event === "503" || event === "404" ? undefined : value;
  });
};

/**
 * As it is specified, before a day: the last value of a day that passed, or the
 * first there was, where "not stated" counts only as long as nothing was stated;
 * a value that appears then is taken at once.
 */
const referenceOn = (
  day: number,
  sequence: readonly Day[],
  values: ReturnType<typeof valuesOf>,
) => {
  const known = values.slice(0, day).map((value, at) => ({
    value,
    isAccepted: sequence[at]?.verdict === "pass",
  }));
  const stated = known.filter(({ value }) => typeof value === "string");
  const accepted = stated.findLast(({ isAccepted }) => isAccepted);
  if (accepted ?? stated[0]) return (accepted ?? stated[0])?.value;
  return known.some(({ value }) => value === null) ? null : undefined;
};

it("the fold reports a change until somebody accepts it, in every sequence of three days after a first one", () => {
  const firsts = days.filter(
    ({ event, verdict }) =>
      ["same", "disappears"].includes(event) && verdict !== "review",
  );
  const sequences = [firsts, days, days, days].reduce<Day[][]>(
    (all, next) => all.flatMap((begun) => next.map((day) => [...begun, day])),
    [[]],
  );
  const wrong = sequences.filter((sequence) => {
    const values = valuesOf(sequence);
    let baseline: Profile | undefined;
    return sequence.some(({ verdict }, day) => {
      const is = values[day];
      const profile: Profile = is === undefined ? {} : { phone: stored(is) };
      const was = referenceOn(day, sequence, values);
      const [change] = changesBetween(baseline ?? {}, profile);
      const isChange = was !== undefined && is !== undefined && was !== is;
      const isReported = isChange
        ? isDeepStrictEqual(
            [change?.was, change?.is],
            [stored(was), stored(is)],
          )
        : change === undefined;
      const judged = { verdict, profile, findings: [] };
      baseline = nextBaseline(knowing(baseline), judged);
      return !isReported;
    });
  });
  expect(sequences).toHaveLength(4 * 18 ** 3);
  expect(wrong).toEqual([]);
});
