/**
 * The first promise: each number has one row and the counts add up, whatever
 * the service does.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Asked, record, respond, serve } from "../../service/loopback.ts";
import { type } from "./rows.ts";

type Body = (
  numbers: readonly string[],
  isBulk: boolean,
) => [status: number, body: unknown, headers?: Record<string, string>];

const recordsOf = (numbers: readonly string[], isBulk: boolean) =>
  isBulk ? numbers.map(record) : record(numbers[0] as string);

/** What a service may answer instead. */
const misbehaviors: Record<string, Body> = {
  answered: (numbers, isBulk) => [200, recordsOf(numbers, isBulk)],
  wrapped: (numbers, isBulk) => [200, { data: recordsOf(numbers, isBulk) }],
  "in reverse": (numbers, isBulk) => [
    200,
    recordsOf(numbers.toReversed(), isBulk),
  ],
  doubled: (numbers, isBulk) => [
    200,
    recordsOf([...numbers, ...numbers], isBulk),
  ],
  "about others": (_, isBulk) => [200, recordsOf(["99", "98"], isBulk)],
  "some left out": (numbers, isBulk) => [
    200,
    recordsOf(isBulk ? numbers.slice(1) : numbers, isBulk),
  ],
  empty: (_, isBulk) => [200, isBulk ? [] : {}],
  "cut off": (numbers, isBulk) => [
    200,
    JSON.stringify(recordsOf(numbers, isBulk)).slice(0, -3),
  ],
  "a page": () => [
    200,
    "<html>maintenance</html>",
    { "content-type": "text/html" },
  ],
  "not found": () => [
    404,
    { error: { code: "NOT_FOUND", message: "no such carrier" } },
  ],
  "some path": () => [404, "<html>404</html>"],
  "rate-limited": () => [429, "", { "retry-after": "1" }],
  "too large": () => [413, ""],
  "a bug": () => [500, ""],
  "a gateway": () => [502, ""],
  moved: () => [302, "", { location: "https://elsewhere.example.com" }],
};

function numbersOf({ method, url, body }: Asked): string[] {
  return method === "POST"
    ? JSON.parse(body).dot_numbers
    : [url.split("/")[3] as string];
}

test.each(["carrier", "snapshot", "bulk --batch-size 4"])(
  "usdot %s",
  async (command) => {
    const script = { next: (): string => "answered" };
    const { origin } = await serve((_, asked, response) => {
      respond(
        response,
        ...(misbehaviors[script.next()] as Body)(
          numbersOf(asked),
          asked.method === "POST",
        ),
      );
    });
    const numbers = fc.array(fc.integer({ min: 1, max: 9 }), {
      minLength: 2,
      maxLength: 12,
    });
    const answers = fc.array(fc.constantFrom(...Object.keys(misbehaviors)), {
      minLength: 1,
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(numbers, answers, async (list, kinds) => {
        let nth = 0;
        script.next = () => kinds[nth++ % kinds.length] as string;
        const stdin = `${list.join("\n")}\nMC-1\n`;
        const args = `--base-url ${origin} ${command} - --retries 1 --format ndjson`;
        const result = await type(args, { stdin, env: { USDOT_API_KEY: "k" } });
        const rows = result.stdout
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line));
        expect(rows.map((row) => Number(row.dot_number))).toEqual([
          ...new Set(list),
        ]);
        // An invalid line is in it, so it is never complete.
        expect([4, 5, 6, 8]).toContain(result.status);
        const closing = result.stderr.trimEnd().split("\n").at(-1) ?? "";
        const counts = [
          ...closing.matchAll(
            /([\d,]+) (?:answered|incomplete|not found|invalid|unanswered|repeated)/g,
          ),
        ];
        expect(counts.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(
          list.length + 1,
        );
        const count = (word: string) =>
          Number(new RegExp(`([\\d,]+) ${word}`).exec(closing)?.[1] ?? 0);
        expect(count("repeated")).toBe(list.length - rows.length);
        expect(count("answered") + count("incomplete")).toBe(
          rows.filter((row) => row.error === undefined).length,
        );
      }),
      { numRuns: 20 },
    );
  },
);
