import { expect, test } from "vitest";
import { endingOf, type RecordName, recordNames } from "../../src/answer.ts";
import type { DotNumber } from "../../src/dot-number.ts";
import { InterruptedError } from "../../src/errors.ts";
import { askRecords } from "../../src/lookup/ask.ts";
import type { ServiceErrorReason } from "../../src/service/errors.ts";
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
  [{ insurance: "not-found" }, "answered none answered", "answered"],
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
  [{ safety: "no-connection" }, "answered answered unanswered", "partial"],
  [{ carrier: "not-found" }, "none", "not-found", "carrier"],
  [{ carrier: "doubtful-not-found" }, "unanswered", "unanswered", "carrier"],
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
