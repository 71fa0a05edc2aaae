import { expect, test } from "vitest";
import { type AskBatch, streamCarriers } from "../../src/lookup/carriers.ts";
import type { Client } from "../../src/service/client.ts";
import { inputsOf, numbered } from "./answers.ts";

test("no more is asked for than is taken", async () => {
  let asked = 0;
  const ask: AskBatch = async (numbers) => {
    asked += numbers.length;
    return new Map(numbers.map((each) => [each, {}]));
  };
  const settings = { "batch-size": 1, concurrency: 2 };
  const inputs = inputsOf(...numbered(1_000));
  const question = { inputs, isBulk: true, askOf: () => ask };
  const client = { withSignal: () => ({}) } as unknown as Client;
  for await (const _ of streamCarriers(client, question, settings)) break;
  expect(asked).toBeLessThan(20);
});
