/** What a person sees of a list under way. */
import { PassThrough } from "node:stream";
import { expect, test, vi } from "vitest";
import { type Answers, endingOf } from "../../../src/answer.ts";
import { progressText } from "../../../src/commands/carrier-run.ts";
import type { Entry } from "../../../src/lookup/carriers.ts";
import { Tally } from "../../../src/lookup/tally.ts";
import { run } from "../../../src/main.ts";
import { numbered } from "../../lookup/answers.ts";
import { one } from "../../service/loopback.ts";
import { answered, good, none } from "../../support/fixtures.ts";
import { memoryHost } from "../../support/run.ts";

/** A carrier of a list with its answers. */
const entryWith = (answers: Answers): Entry => ({
  kind: "carrier",
  input: { dotNumber: one },
  dotNumber: one,
  answers,
  ending: endingOf(answers),
});

const entries: Record<string, Entry> = {
  answered: entryWith({ carrier: answered(good.carrier) }),
  missing: entryWith({ carrier: none }),
  resumed: { kind: "resumed", input: { dotNumber: one }, dotNumber: one },
};

test.each<[Record<string, number>, number, string, requests?: number]>([
  [{}, 5_000, "0 of 1,000"],
  [
    { answered: 98, missing: 2 },
    1_000,
    "100 of 1,000, 2 not found, about 9 seconds left",
  ],
  [{ resumed: 998, answered: 2 }, 1_000, "1,000 of 1,000"],
  // An earlier run's rows took no time.
  [
    { resumed: 500, answered: 100 },
    60_000,
    "600 of 1,000, about 4 minutes left",
  ],
  // 100 requests a minute, three for each carrier.
  [{ answered: 100 }, 5_000, "100 of 1,000, about 27 minutes left", 300],
])("after %o", (words, elapsed, text, requests = 0) => {
  const tally = new Tally();
  for (const [word, count] of Object.entries(words))
    for (const _ of numbered(count)) tally.add(entries[word] as Entry);
  const pace = { requests, milliseconds: 600 };
  expect(progressText(tally, 1_000, elapsed, pace)).toBe(text);
});

test("a terminal hears that the list is read from standard input, once that has taken a second", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const { host, stderr } = memoryHost({ tty: true });
    const stdin = new PassThrough();
    const ended = run(["--sample", "carrier", "--format", "csv"], {
      ...host,
      stdin,
    });
    const said = () => stderr().toString();
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), {
      timeout: 10_000,
    });
    expect(said()).toBe("");
    vi.advanceTimersByTime(1_000);
    expect(said()).toContain("reading the list from standard input…");
    stdin.end("9000001\n");
    expect(await ended).toBe(0);
    // The line is gone before anything else is said.
    expect(said()).toContain(
      "(Ctrl-C stops)\r\u001b[Kusdot: note: sample data",
    );
    expect(said()).toMatch(/usdot: note: 1 answered\n$/);
  } finally {
    vi.useRealTimers();
  }
});
