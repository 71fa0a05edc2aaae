import { describe, expect, test } from "vitest";
import type { DotNumber } from "../../src/dot-number.ts";
import { InterruptedError, type UsdotError } from "../../src/errors.ts";
import type { Outcome, Result } from "../../src/lookup/outcome.ts";
import { type Ask, type LookUpOptions, lookUp } from "../../src/lookup/run.ts";
import { answerOf, dots, inputsOf, numbered, serviceError } from "./answers.ts";

const answer = (dotNumber: DotNumber): Result => ({
  kind: "answered",
  dotNumber,
  answer: answerOf(dotNumber),
});

async function outcomesOf(
  inputs: readonly (number | string)[],
  ask: Ask<unknown> = async (numbers) => numbers.map(answer),
  options: Partial<LookUpOptions> = {},
): Promise<Outcome<unknown>[]> {
  const outcomes: Outcome<unknown>[] = [];
  const run = lookUp(inputsOf(...inputs), ask, {
    batchSize: 2,
    concurrency: 2,
    ...options,
  });
  for await (const page of run) outcomes.push(...page);
  return outcomes;
}

const words = (outcomes: readonly Outcome<unknown>[]) =>
  outcomes.map(
    (each) => `${"text" in each ? each.text : each.dotNumber} ${each.kind}`,
  );

test("each number is asked for once, and every input has its outcome, in the order of the list", async () => {
  const asked: string[][] = [];
  const ask: Ask<unknown> = async (numbers) => {
    asked.push([...numbers]);
    return numbers.map(answer);
  };
  const kept = new Map(
    dots([4, 6]).map(
      (number, at) => [number, at === 0 ? "kept" : "kept-missing"] as const,
    ),
  );
  const outcomes = await outcomesOf([1, "x", 2, 1, 3, 4, 4, 5, 6, "y"], ask, {
    kept,
  });
  expect(words(outcomes)).toEqual([
    "1 answered",
    "x invalid",
    "2 answered",
    "1 repeated",
    "3 answered",
    "4 kept",
    "4 repeated",
    "5 answered",
    "6 kept-missing",
    "y invalid",
  ]);
  expect(asked).toEqual([
    ["1", "2"],
    ["3", "5"],
  ]);
  expect(outcomes[1]?.input).toEqual({ text: "x", invalid: "is not one" });
});

test("a slow batch holds up none of the next ones, which still come after it", async () => {
  let release = () => {};
  const others: string[] = [];
  const ask: Ask<unknown> = async (numbers) => {
    if (numbers.includes("1" as DotNumber))
      await new Promise<void>((resolve) => (release = resolve));
    else others.push(...numbers);
    if (others.length === 4) release();
    return numbers.map(answer);
  };
  expect(words(await outcomesOf(numbered(6), ask))).toEqual(
    numbered(6).map((number) => `${number} answered`),
  );
});

test("no more is asked for than is taken", async () => {
  let asked = 0;
  const ask: Ask<unknown> = async (numbers) => {
    asked += numbers.length;
    return numbers.map(answer);
  };
  for await (const _ of lookUp(inputsOf(...numbered(1_000)), ask, {
    batchSize: 1,
    concurrency: 2,
  }))
    break;
  expect(asked).toBeLessThan(20);
});

describe("an error", () => {
  test("is the outcome of the numbers it concerns", async () => {
    const ask: Ask<unknown> = async (numbers) => {
      if (numbers[0] === "3") throw serviceError("service-failed", 503);
      if (numbers[0] === "5") throw serviceError("not-found", 404);
      return numbers.map(answer);
    };
    const kinds = (await outcomesOf(numbered(6), ask)).map(({ kind }) => kind);
    expect(kinds).toEqual([
      "answered",
      "answered",
      "unanswered",
      "unanswered",
      "not-found",
      "not-found",
    ]);
  });

  const stops = [
    "key-refused",
    "key-missing",
    "wait-too-long",
    "gave-up",
  ] as const;
  test.each(stops)(
    "%s stops the asking: all without an answer have that one reason",
    async (reason) => {
      const asked: string[] = [];
      const stopped: UsdotError[] = [];
      const ask: Ask<unknown> = async (numbers) => {
        asked.push(...numbers);
        if (numbers[0] !== "1") throw serviceError(reason);
        return numbers.map(answer);
      };
      const outcomes = await outcomesOf(numbered(40), ask, {
        onStop: (error) => stopped.push(error),
      });
      expect(outcomes.map(({ kind }) => kind)).toEqual([
        "answered",
        "answered",
        ...numbered(38).map(() => "unanswered"),
      ]);
      expect(asked.length).toBeLessThan(15);
      expect(stopped).toHaveLength(1);
      expect(
        new Set(
          outcomes.slice(15).map((each) => "error" in each && each.error),
        ),
      ).toEqual(new Set(stopped));
    },
  );

  test("a definite no that comes after the stop stays one", async () => {
    const ask: Ask<unknown> = async (numbers) => {
      if (numbers[0] === "2")
        await new Promise<void>((resolve) => setImmediate(resolve));
      throw serviceError(numbers[0] === "2" ? "not-found" : "key-refused");
    };
    const outcomes = await outcomesOf([1, 2], ask, { batchSize: 1 });
    expect(outcomes.map((each) => "error" in each && each.error.kind)).toEqual([
      "key",
      "not-found",
    ]);
  });

  test.each<[when: string, refused: string, kept: LookUpOptions["kept"]]>([
    ["after an answer", "3", undefined],
    [
      "where an earlier run had answers",
      "1",
      new Map([["40" as DotNumber, "kept"]]),
    ],
  ])(
    "that one number is refused %s stops nothing",
    async (_, refused, kept) => {
      const ask: Ask<unknown> = async (numbers) => {
        if (numbers.includes(refused as DotNumber))
          throw serviceError("key-refused");
        return numbers.map(answer);
      };
      const outcomes = await outcomesOf(numbered(40), ask, {
        batchSize: 1,
        kept,
      });
      expect(
        outcomes
          .filter(({ kind }) => kind === "unanswered")
          .map((each) => "error" in each && each.dotNumber),
      ).toEqual([refused]);
    },
  );

  test("in a part of an answer stops the asking as well, and takes nothing of it away", async () => {
    const error = serviceError("wait-too-long");
    const ask: Ask<unknown> = async ([dotNumber]) => [
      { kind: "partial", dotNumber: dotNumber as DotNumber, answer: {}, error },
    ];
    const outcomes = await outcomesOf(numbered(20), ask, { batchSize: 1 });
    expect(outcomes[0]).toMatchObject({ kind: "partial", answer: {}, error });
    expect(outcomes[19]).toMatchObject({ kind: "unanswered", error });
  });

  test.each([new InterruptedError("SIGTERM"), new TypeError("a bug")])(
    "%s ends the run",
    async (error) => {
      const ask: Ask<unknown> = async () => {
        throw error;
      };
      await expect(outcomesOf([1], ask)).rejects.toBe(error);
    },
  );
});
