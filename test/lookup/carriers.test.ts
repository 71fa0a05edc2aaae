import { describe, expect, test } from "vitest";
import type { Answer } from "../../src/answer.ts";
import type { DotNumber } from "../../src/dot-number.ts";
import { askEach, askRecords } from "../../src/lookup/ask.ts";
import {
  type AskBatch,
  EarlyStop,
  type Entry,
  type Question,
  streamCarriers,
} from "../../src/lookup/carriers.ts";
import type { Client } from "../../src/service/client.ts";
import { failedAnswer } from "../../src/service/service-error.ts";
import {
  answerOf,
  carriersOf,
  failing,
  inputsOf,
  numbered,
} from "./answers.ts";

interface Options {
  ask?: AskBatch;
  /** Asked for each number in place of `ask`. */
  record?: (dotNumber: DotNumber) => Promise<Answer>;
  stop?: EarlyStop;
  batchSize?: number;
  resumed?: Question["resumed"];
}

/** The list's entries, each as `1 answered`; and what was asked for. */
async function listed(
  inputs: readonly (number | string)[],
  options: Options = {},
) {
  const asked: DotNumber[] = [];
  const { ask, record = async (each) => answerOf(each), resumed } = options;
  const entries: Entry[] = [];
  const client: Client = {
    withSignal: (signal) => ({
      ...client,
      async record(_, dotNumber) {
        if (signal.aborted) return failedAnswer(signal.reason);
        asked.push(dotNumber);
        return record(dotNumber);
      },
    }),
  } as Partial<Client> as Client;
  const question: Question = {
    inputs: inputsOf(...inputs),
    isBulk: true,
    askOf: (client) =>
      ask ?? askEach((each) => askRecords(client, each, ["carrier"])),
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
  const client = { withSignal: () => ({}) } as unknown as Client;
  for await (const _ of streamCarriers(client, question, settings)) break;
  expect(asked).toBeLessThan(20);
});

describe("an error", () => {
  test("of five requests in a row stops the asking, unless anything is answered between, be it a no", async () => {
    const record = async (each: DotNumber) =>
      failing(each === "5" ? "not-found" : "service-failed");
    const { words, asked, entries } = await listed(numbered(40), {
      record,
      batchSize: 1,
    });
    expect(words.filter((word) => word.endsWith("unanswered"))).toHaveLength(
      39,
    );
    expect(asked.length).toBeLessThan(15);
    const [last] = entries.slice(-1);
    expect(last?.kind === "carrier" && last.ending.error).toMatchObject({
      reason: "gave-up",
      kind: "unreachable",
      message: expect.stringMatching(/^not asked, since .*: service-failed/),
      status: undefined,
    });
  });

  test("a definite no that comes after the stop stays one", async () => {
    const record = async (each: DotNumber) => {
      const isLate = each === "2";
      if (isLate) await new Promise((resolve) => setImmediate(resolve));
      return failing(isLate ? "not-found" : "key-refused");
    };
    const { words } = await listed([1, 2], { record, batchSize: 1 });
    expect(words).toEqual(["1 unanswered", "2 not-found"]);
  });

  test.each([
    ["after an answer", "5", false],
    ["where an earlier run had answers", "1", true],
  ])(
    "that one number is refused %s does not stop it",
    async (_, refused, hasEarlierRows) => {
      const record = async (each: DotNumber) =>
        each === refused ? failing("key-refused") : answerOf(each);
      const stop = new EarlyStop(hasEarlierRows);
      const options = { record, stop, batchSize: 1 };
      const { words } = await listed(numbered(40), options);
      expect(words.filter((word) => word.endsWith("unanswered"))).toEqual([
        `${refused} unanswered`,
      ]);
    },
  );

  test("in a part of an answer stops the asking as well, and takes nothing of it away", async () => {
    const stop = new EarlyStop();
    const safety = failing("wait-too-long");
    const ask: AskBatch = async (numbers) =>
      new Map(
        numbers.map((each) => [each, { carrier: answerOf(each), safety }]),
      );
    const { words } = await listed(numbered(2), { ask, stop });
    expect(words).toEqual(["1 partial", "2 partial"]);
    expect(stop.error).toMatchObject({ reason: "wait-too-long" });
  });
});
