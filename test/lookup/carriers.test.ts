import { describe, expect, test } from "vitest";
import type { DotNumber } from "../../src/dot-number.ts";
import { InterruptedError } from "../../src/errors.ts";
import {
  type AskBatch,
  EarlyStop,
  type Entry,
  type Question,
  streamCarriers,
} from "../../src/lookup/carriers.ts";
import type { Client } from "../../src/service/client.ts";
import {
  answerOf,
  carriersOf,
  failing,
  inputsOf,
  numbered,
} from "./answers.ts";

interface Options {
  ask?: AskBatch;
  stop?: EarlyStop;
  batchSize?: number;
  resumed?: Question["resumed"];
}

/** No question of these tests asks it itself. */
const client = {} as Client;

/** The list's entries, each as `1 answered`; and what was asked for. */
async function listed(
  inputs: readonly (number | string)[],
  options: Options = {},
) {
  const asked: DotNumber[][] = [];
  const { ask = async (numbers) => carriersOf(numbers), resumed } = options;
  const entries: Entry[] = [];
  const askOf = (): AskBatch => (numbers) => {
    asked.push([...numbers]);
    return ask(numbers);
  };
  const question = {
    inputs: inputsOf(...inputs),
    isBulk: true,
    askOf,
    resumed,
  };
  const settings = { "batch-size": options.batchSize ?? 2, concurrency: 2 };
  const pages = streamCarriers(client, question, settings, options.stop);
  for await (const page of pages) entries.push(...page);
  return { asked, entries, words: entries.map(wordOf) };
}

function wordOf(entry: Entry): string {
  if (entry.kind === "invalid") return `${entry.input.text} invalid`;
  const { kind } = entry.kind === "carrier" ? entry.ending : entry;
  return `${entry.dotNumber} ${kind}`;
}

test("a slow batch does not hold up the next ones, which still come after it", async () => {
  let release = () => {};
  const others: string[] = [];
  const ask: AskBatch = async (numbers) => {
    if (numbers.includes("1" as DotNumber))
      await new Promise<void>((resolve) => (release = resolve));
    else others.push(...numbers);
    if (others.length === 4) release();
    return carriersOf(numbers);
  };
  const { words } = await listed(numbered(6), { ask });
  expect(words).toEqual(numbered(6).map((number) => `${number} answered`));
});

test("no more is asked for than is taken", async () => {
  let asked = 0;
  const ask: AskBatch = async (numbers) => {
    asked += numbers.length;
    return carriersOf(numbers);
  };
  const settings = { "batch-size": 1, concurrency: 2 };
  const inputs = inputsOf(...numbered(1_000));
  const question = { inputs, isBulk: true, askOf: () => ask };
  for await (const _ of streamCarriers(client, question, settings)) break;
  expect(asked).toBeLessThan(20);
});

describe("an error", () => {
  test.each(["key-refused", "wait-too-long", "gave-up"] as const)(
    "%s stops the asking: all without an answer have that one reason",
    async (reason) => {
      const stop = new EarlyStop();
      const ask: AskBatch = async (numbers) =>
        carriersOf(
          numbers,
          numbers[0] === "1" ? answerOf : () => failing(reason),
        );
      const { words, asked, entries } = await listed(numbered(40), {
        ask,
        stop,
      });
      expect(words).toEqual([
        "1 answered",
        "2 answered",
        ...numbered(38, 3).map((number) => `${number} unanswered`),
      ]);
      expect(asked.flat().length).toBeLessThan(15);
      const errors = entries.map((entry) =>
        entry.kind === "carrier" ? entry.ending.error : undefined,
      );
      expect(new Set(errors.slice(15))).toEqual(new Set([stop.error]));
    },
  );

  test("a definite no that comes after the stop stays one", async () => {
    const ask: AskBatch = async (numbers) => {
      const isLate = numbers[0] === "2";
      if (isLate) await new Promise((resolve) => setImmediate(resolve));
      const reason = isLate ? "not-found" : "key-refused";
      return carriersOf(numbers, () => failing(reason));
    };
    const { words } = await listed([1, 2], { ask, batchSize: 1 });
    expect(words).toEqual(["1 unanswered", "2 not-found"]);
  });

  test.each([
    ["after an answer", "3", false],
    ["where an earlier run had answers", "1", true],
  ])(
    "that one number is refused %s does not stop it",
    async (_, refused, hasEarlierRows) => {
      const ask: AskBatch = async (numbers) =>
        carriersOf(numbers, (number) =>
          number === refused ? failing("key-refused") : answerOf(number),
        );
      const stop = new EarlyStop(hasEarlierRows);
      const options = { ask, stop, batchSize: 1 };
      const { words } = await listed(numbered(40), options);
      expect(words.filter((word) => word.endsWith("unanswered"))).toEqual([
        `${refused} unanswered`,
      ]);
    },
  );

  test("in a part of an answer stops the asking as well, and takes nothing of it away", async () => {
    const safety = failing("wait-too-long");
    const ask: AskBatch = async (numbers) =>
      new Map(
        numbers.map((each) => [each, { carrier: answerOf(each), safety }]),
      );
    const { words } = await listed(numbered(20), { ask, batchSize: 1 });
    expect([words[0], words[19]]).toEqual(["1 partial", "20 unanswered"]);
  });

  test.each([new InterruptedError("SIGTERM"), new TypeError("a bug")])(
    "%s ends the run",
    async (error) => {
      const ask: AskBatch = () => Promise.reject(error);
      await expect(listed([1], { ask })).rejects.toBe(error);
    },
  );
});
