/**
 * The first promise: each number has one row and the counts add up, whatever
 * the service does.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Answering,
  record,
  respond,
  serve,
} from "../../service/loopback.ts";
import { jsonLines, run } from "../../support/run.ts";

/** What a service may answer, by name. */
function repliesTo(
  numbers: readonly string[],
  isBulk: boolean,
): Record<string, Answering> {
  const recordsOf = (about: readonly string[]) =>
    isBulk ? about.map(record) : about.map(record)[0];
  return {
    answered: [200, recordsOf(numbers)],
    wrapped: [200, { data: recordsOf(numbers) }],
    "in reverse": [200, recordsOf(numbers.toReversed())],
    doubled: [200, recordsOf([...numbers, ...numbers])],
    "about others": [200, recordsOf(["99", "98"])],
    "some left out": [200, recordsOf(numbers.slice(1))],
    empty: [200, isBulk ? [] : {}],
    "cut off": [200, JSON.stringify(recordsOf(numbers))?.slice(0, -3)],
    "a page": [
      200,
      "<html>maintenance</html>",
      { "content-type": "text/html" },
    ],
    "not found": [
      404,
      '{"error":{"code":"NOT_FOUND","message":"no such carrier"}}',
    ],
    "some path": [404, "<html>404</html>"],
    "rate-limited": [429, "", { "retry-after": "1" }],
    "too large": [413, ""],
    "a bug": [500, ""],
    "a gateway": [502, ""],
    moved: [302, "", { location: "https://elsewhere.example.com" }],
  };
}

const numbers = fc.array(fc.integer({ min: 1, max: 9 }), {
  minLength: 2,
  maxLength: 12,
});
const replies = fc.array(fc.constantFrom(...Object.keys(repliesTo([], true))), {
  minLength: 1,
  maxLength: 30,
});

test.each(["carrier", "snapshot", "bulk --batch-size 4"])(
  "usdot %s",
  async (command) => {
    let next = () => "answered";
    const { origin } = await serve((_, { number, body }, response) => {
      const isBulk = number === "bulk";
      const about = isBulk ? JSON.parse(body).dot_numbers : [number];
      respond(response, ...(repliesTo(about, isBulk)[next()] as Answering));
    });
    const args = `--base-url ${origin} ${command} - --retries 1 --format ndjson`;
    await fc.assert(
      fc.asyncProperty(numbers, replies, async (list, kinds) => {
        let nth = 0;
        next = () => kinds[nth++ % kinds.length] as string;
        const { status, stdout, stderr } = await run(args, {
          stdin: `${list.join("\n")}\nMC-1\n`,
          env: { USDOT_API_KEY: "k" },
        });
        const rows = jsonLines(stdout);
        expect(rows.map((row) => Number(row.dot_number))).toEqual([
          ...new Set(list),
        ]);
        // An invalid line is in it, so it is never complete.
        expect([4, 5, 6, 8]).toContain(status);
        const closing = stderr.trimEnd().split("\n").at(-1) ?? "";
        const count = (...words: string[]) =>
          words
            .map((word) => new RegExp(`([\\d,]+) ${word}`).exec(closing))
            .reduce((sum, found) => sum + Number(found?.[1] ?? 0), 0);
        expect(count("repeated")).toBe(list.length - rows.length);
        const unanswered = count("not found", "unanswered");
        expect(count("answered", "incomplete")).toBe(rows.length - unanswered);
        expect(unanswered).toBe(rows.filter(({ error }) => error).length);
        expect(count("invalid")).toBe(1);
      }),
      { numRuns: 20 },
    );
  },
);
