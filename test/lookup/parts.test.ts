import { expect, test } from "vitest";
import type { DotNumber } from "../../src/dot-number.ts";
import { InterruptedError } from "../../src/errors.ts";
import { requestRecords, resultOf } from "../../src/lookup/parts.ts";
import type { ServiceErrorReason } from "../../src/service/errors.ts";
import { type RecordName, recordNames } from "../../src/service/types.ts";
import { answerOf, serviceError } from "./answers.ts";

const dotNumber = "9000001" as DotNumber;

type Answers = Partial<Record<RecordName, ServiceErrorReason>>;

/** A client whose records are answered, but for the reasons given. */
function clientWith(reasons: Answers) {
  const asked: RecordName[] = [];
  const record = async (name: RecordName) => {
    asked.push(name);
    if (reasons[name]) throw serviceError(reasons[name]);
    return answerOf(dotNumber, { name });
  };
  return { asked, record };
}

type Row = [reasons: Answers, parts: string, kind: string, asked?: string];

const all = "carrier insurance safety";
const rows: Row[] = [
  [{}, "answered answered answered", "answered"],
  [{ insurance: "not-found" }, "answered not-found answered", "answered"],
  [
    { insurance: "not-found", safety: "not-found" },
    "answered not-found not-found",
    "answered",
  ],
  [
    { insurance: "doubtful-not-found" },
    "answered unanswered answered",
    "partial",
  ],
  [{ safety: "no-connection" }, "answered answered unanswered", "partial"],
  [{ safety: "wait-too-long" }, "answered answered unanswered", "partial"],
  [{ carrier: "not-found" }, "not-found", "not-found", "carrier"],
  [{ carrier: "doubtful-not-found" }, "unanswered", "unanswered", "carrier"],
  [{ carrier: "service-failed" }, "unanswered", "unanswered", "carrier"],
];

test.each(rows)(
  "with %j, the carrier first: %s",
  async (reasons, expected, kind, asked = all) => {
    const client = clientWith(reasons);
    const parts = await requestRecords(client, dotNumber, recordNames);
    const kinds = Object.values(parts).map((part) => part.kind);
    expect(kinds.join(" ")).toBe(expected);
    expect(client.asked.join(" ")).toBe(asked);
    expect(resultOf(dotNumber, parts, "answer")).toMatchObject({
      kind,
      dotNumber,
    });
  },
);

test("only what is named is asked for", async () => {
  const client = clientWith({});
  expect(
    Object.keys(
      await requestRecords(client, dotNumber, ["insurance", "safety"]),
    ),
  ).toEqual(["insurance", "safety"]);
});

test("an interruption ends it", async () => {
  const error = new InterruptedError("SIGINT");
  const record = () => Promise.reject(error);
  await expect(requestRecords({ record }, dotNumber, recordNames)).rejects.toBe(
    error,
  );
});
