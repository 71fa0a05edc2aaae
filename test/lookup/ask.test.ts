import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { endingOf, type RecordName, recordNames } from "../../src/answer.ts";
import type { DotNumber } from "../../src/dot-number.ts";
import { InterruptedError } from "../../src/errors.ts";
import { askAtOnce, askRecords } from "../../src/lookup/ask.ts";
import type { ServiceErrorReason } from "../../src/service/errors.ts";
import { one, open, record, respond, serve } from "../service/loopback.ts";
import { answerOf, failing } from "./answers.ts";

const dotNumber = "9000001" as DotNumber;

type Reasons = Partial<Record<RecordName, ServiceErrorReason>>;

/** A client whose records are answered, but for the reasons given. */
function clientWith(reasons: Reasons) {
  const asked: RecordName[] = [];
  const record = async (name: RecordName) => {
    asked.push(name);
    return reasons[name] ? failing(reasons[name]) : answerOf(dotNumber);
  };
  return { asked, record };
}

type Row = [reasons: Reasons, states: string, ending: string, asked?: string];

const all = "carrier insurance safety";
const rows: Row[] = [
  [{}, "answered answered answered", "answered"],
  [
    { insurance: "not-found", safety: "not-found" },
    "answered none none",
    "answered",
  ],
  [
    { insurance: "doubtful-not-found" },
    "answered unanswered answered",
    "partial",
  ],
  [{ carrier: "not-found" }, "none", "not-found", "carrier"],
  [{ carrier: "service-failed" }, "unanswered", "unanswered", "carrier"],
];

test.each(rows)(
  "with %j, the carrier first: %s",
  async (reasons, states, ending, asked = all) => {
    const client = clientWith(reasons);
    const answers = await askRecords(client, dotNumber, recordNames);
    const found = Object.values(answers).map(({ state }) => state);
    expect(found.join(" ")).toBe(states);
    expect(client.asked.join(" ")).toBe(asked);
    expect(endingOf(answers).kind).toBe(ending);
  },
);

test("an interruption ends it", async () => {
  const error = new InterruptedError("SIGINT");
  const record = () => Promise.reject(error);
  const asking = askRecords({ record }, dotNumber, recordNames);
  await expect(asking).rejects.toBe(error);
});

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

  test("all three are under way before the first is answered, in the order of the records", async () => {
    const { answers } = await asking((_, response) =>
      respond(response, 200, record("1")),
    );
    const states = Object.entries(answers).map(([name, { state }]) => [
      name,
      state,
    ]);
    expect(states).toEqual(recordNames.map((name) => [name, "answered"]));
  });

  test.each<[status: number, body: object]>([
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
