import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { recordNames } from "../../src/answer.ts";
import { askAtOnce } from "../../src/lookup/ask.ts";
import { one, open, respond, serve } from "../service/loopback.ts";

describe("at once", () => {
  /** A service that answers when all three have come, or as it is told. */
  async function asking(
    answerTo: (name: string, response: ServerResponse) => void,
    changes = {},
  ) {
    const held: (() => void)[] = [];
    const { origin, asked } = await serve((_, { url }, response) => {
      held.push(() => answerTo(url.split("/")[4] ?? "carrier", response));
      if (held.length === 3) for (const answer of held) answer();
    });
    const { client } = open(origin, changes);
    const answers = await askAtOnce(client, one, recordNames);
    return { answers, asked };
  }

  test.each([
    [404, { message: "No such carrier" }],
    [401, {}],
  ])(
    "a carrier with %i stops the others, which leave no answer",
    async (status, body) => {
      const stopped: Promise<unknown>[] = [];
      const { answers } = await asking((name, response) => {
        if (name === "carrier") respond(response, status, body);
        else stopped.push(once(response, "close"));
      });
      expect(Object.keys(answers)).toEqual(["carrier"]);
      await Promise.all(stopped);
    },
  );
});
