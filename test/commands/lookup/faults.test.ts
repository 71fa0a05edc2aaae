/**
 * What a lookup says and how it ends when the service does not answer as it
 * should, over a service on the loopback interface.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { InterruptedError } from "../../../src/errors.ts";
import {
  type Asked,
  closedOrigin,
  record,
  respond,
  serve,
} from "../../service/loopback.ts";
import { temporaryDirectory } from "../../support/resources.ts";
import { type } from "./rows.ts";

type Answer = [
  status: number,
  body?: unknown,
  headers?: Record<string, string>,
];

const stdin = (count: number) =>
  Array.from({ length: count }, (_, index) => `${index + 1}\n`).join("");
const noCarrier: Answer = [
  404,
  { error: { code: "NOT_FOUND", message: "No carrier with this DOT number" } },
];

/**
 * A service that answers by the number of the request, the number and the
 * record that it is about.
 */
async function service(
  answer: (nth: number, number: string, name: string, asked: Asked) => Answer,
) {
  const { origin, asked } = await serve((nth, request, response) => {
    const [, number = "", name = "carrier"] =
      /\/v1\/carriers\/(\d+)(?:\/(\w+))?$/.exec(request.url) ?? [];
    respond(response, ...answer(nth, number, name, request));
  });
  return {
    asked,
    type: (args: string, options = {}) =>
      type(`--base-url ${origin} ${args}`, options),
  };
}

describe("a list stops asking", () => {
  test.each<
    [
      words: string,
      command: string,
      answer: Answer,
      status: number,
      asked: number,
      said: RegExp,
    ]
  >([
    [
      "when the key is refused in bulk",
      "bulk --batch-size 2",
      [403, "", { "content-type": "text/plain" }],
      4,
      1,
      /API key/,
    ],
    [
      "when the wait is too long",
      "carrier",
      [429, "", { "retry-after": "900" }],
      5,
      1,
      /--max-wait 900/,
    ],
    ["after five that failed with 503", "carrier", [503], 5, 5 * 4, /503/],
    [
      "after five that were rate-limited",
      "carrier",
      [429, "", { "retry-after": "1" }],
      5,
      5 * 4,
      /429/,
    ],
    ["after five snapshots in vain", "snapshot", [503], 5, 5 * 4, /503/],
  ])("%s", async (_, command, answer, status, requests, said) => {
    const { asked, ...service_ } = await service(() => answer);
    const env = { USDOT_API_KEY: "k" };
    const args = `${command} - --concurrency 1 --format ndjson`;
    const result = await service_.type(args, { stdin: stdin(20), env });
    expect(result.status).toBe(status);
    expect(asked.length).toBeGreaterThanOrEqual(requests);
    // One more may have been begun.
    expect(asked.length).toBeLessThanOrEqual(requests + 4);
    expect(result.stderr).toMatch(said);
    // What is not asked any more is not complained about.
    expect(result.stderr).toMatch(/\nusdot: 20 unanswered/);
    expect(result.stderr).not.toMatch(/USDOT 20/);
    // Each number has its row all the same.
    const rows = result.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).dot_number);
    expect(rows).toEqual(stdin(20).trimEnd().split("\n"));
  });
});

test("what was answered before the service failed counts, and --resume asks for the rest", async () => {
  let isUp = false;
  const { asked, ...service_ } = await service((nth, number) =>
    nth <= 3 || isUp ? [200, record(number)] : [503],
  );
  const out = join(temporaryDirectory(), "rows.csv");
  const args = `carrier - --retries 0 --concurrency 1 -o ${out} --fields status`;
  const first = await service_.type(args, { stdin: stdin(20) });
  expect(first.status).toBe(8);
  expect(asked.length).toBeLessThanOrEqual(3 + 5 + 1);
  expect(first.stderr).toContain(
    "3 answered, 17 unanswered; the same command with --resume retries those without an answer\n",
  );
  const before = asked.length;
  isUp = true;
  const again = await service_.type(`${args} --resume`, { stdin: stdin(20) });
  expect([again.status, asked.length - before]).toEqual([0, 17]);
  expect(again.stderr).toBe(
    "usdot: note: 17 answered, 3 already in the output\n",
  );
  expect(readFileSync(out, "utf8").trimEnd().split("\n")).toHaveLength(21);
});

test.each(["carrier", "snapshot", "vet"])(
  "%s stops a list when the key is refused, and says so once",
  async (command) => {
    const { asked, type } = await service(() => [401]);
    const env = { USDOT_API_KEY: "k" };
    const result = await type(`${command} -`, { stdin: stdin(40), env });
    expect(result.status).toBe(4);
    expect(asked.length).toBeLessThanOrEqual(8);
    expect(result.stderr.match(/^usdot: USDOT .* API key/gm)).toHaveLength(1);
  },
);

test("without a connection, the hint names the check", async () => {
  const origin = await closedOrigin();
  for (const args of ["carrier 1", "snapshot 1", "carrier 1 2"]) {
    const result = await type(`--base-url ${origin} --retries 1 ${args}`);
    expect([result.status, result.stdout.includes("ACTIVE")]).toEqual([
      5,
      false,
    ]);
    expect(result.stderr).toMatch(
      /^usdot: USDOT 1: nothing answers at .*: usdot config check\n/,
    );
  }
});

describe("one record of a snapshot", () => {
  test.each<
    [
      words: string,
      insurance: Answer,
      status: number,
      shown: RegExp,
      said: RegExp,
    ]
  >([
    [
      "that the service has not is no error",
      noCarrier,
      0,
      /Insurance +no insurance record/,
      /^$/,
    ],
    [
      "that fails is not answered",
      [500],
      5,
      /Insurance +insurance record not answered/,
      /the service failed/,
    ],
    [
      "that may have a wrong path is not answered",
      [404, "<html>not found"],
      6,
      /Insurance +insurance record not answered/,
      /404/,
    ],
  ])("%s", async (_, insurance, status, shown, said) => {
    const { type } = await service((_nth, number, name) =>
      name === "insurance" ? insurance : [200, record(number)],
    );
    const result = await type("7 --retries 0");
    expect(result.status).toBe(status);
    expect(result.stdout).toMatch(shown);
    expect(result.stderr).toMatch(said);
    const list = await type("7 8 --retries 0 --json");
    expect(list.status).toBe(status === 0 ? 0 : 8);
    expect(list.stderr).toMatch(status === 0 ? /2 answered/ : /2 incomplete/);
  });

  test("that nobody answers decides how --fields of it end", async () => {
    const { type } = await service((_nth, number, name) =>
      name === "insurance" ? [500] : [200, record(number)],
    );
    const result = await type("7 --retries 0 --fields insurance.surcharge");
    expect(result.status).toBe(5);
    expect(result.stderr).not.toMatch(/no record has the field/);
  });

  test("is not asked for where the carrier does not exist, in a list", async () => {
    const { asked, type } = await service(() => noCarrier);
    const result = await type("snapshot 7 8");
    expect([result.status, asked.map(({ url }) => url)]).toEqual([
      3,
      ["/v1/carriers/7", "/v1/carriers/8"],
    ]);
  });

  test("with a rating that is worse than the carrier record's is what counts", async () => {
    const { type } = await service((_nth, number, name) => [
      200,
      {
        ...record(number),
        ...(name === "safety" && { rating: "Unsatisfactory" }),
      },
    ]);
    expect((await type("7")).stdout).toMatch(/! rating .*Unsatisfactory/);
  });
});

test("one record that would overflow the stack does not end a list", async () => {
  const deep = `{"dot_number":"1","x":${"[".repeat(9_000)}${"]".repeat(9_000)}}`;
  const { type } = await service((_nth, number) => [
    200,
    number === "1" ? deep : record(number),
  ]);
  const { status, stderr } = await type("carrier 1 2 --retries 0");
  expect(status).toBe(8);
  expect(stderr).toMatch(
    /USDOT 1: the service sent JSON that nests too deeply/,
  );
  expect(stderr).toMatch(/1 answered, 1 unanswered/);
});

test("csv and tables have the number that was asked for, and json what the service wrote", async () => {
  const { type } = await service((_nth, number) => [
    200,
    { ...record(number), dot_number: `000${number}` },
  ]);
  expect((await type("carrier 1002 --format csv --fields status")).stdout).toBe(
    "dot_number,status,error\n1002,ACTIVE,\n",
  );
  expect((await type("carrier 1002 1003")).stdout).toMatch(/^1002 /m);
  expect((await type("carrier 1002 --json")).stdout).toContain(
    '"dot_number": "0001002"',
  );
});

test("fields of another type than the interface states are shown, and named once", async () => {
  const { type } = await service((_nth, number) => [
    200,
    { ...record(number), status: 7, fleet: { drivers: "2" } },
  ]);
  const { stdout, stderr, status } = await type(
    "carrier 1 2 --format csv --fields status,fleet.drivers",
  );
  expect([status, stdout]).toEqual([
    0,
    "dot_number,status,fleet.drivers,error\n1,7,2,\n2,7,2,\n",
  ]);
  expect(stderr).toMatch(
    /^usdot: warning: USDOT 1: not of the type that the interface states \(--json shows it as received\): status, fleet\.drivers\nusdot: note: 2 answered\n$/,
  );
});

test("a field that the first hundred records lack may still come: known at the end, the output stays partial", async () => {
  const { type } = await service((_nth, number) => [
    200,
    { ...record(number), ...(number === "150" && { late: 1 }) },
  ]);
  const out = join(temporaryDirectory(), "rows.csv");
  const [found, missing] = await Promise.all([
    type("carrier - --format csv --fields late", { stdin: stdin(160) }),
    type(`carrier - --fields lates -o ${out}`, { stdin: stdin(160) }),
  ]);
  expect([found.status, found.stdout]).toEqual([
    0,
    expect.stringContaining("\n150,1,\n"),
  ]);
  expect([
    missing.status,
    existsSync(out),
    readFileSync(`${out}.partial`, "utf8"),
  ]).toEqual([
    2,
    false,
    expect.stringMatching(/^dot_number,lates,error\n1,,\n2,,\n/),
  ]);
  // The same command would ask for the same field.
  expect(missing.stderr).not.toContain("--resume");
});

describe("a run that is stopped", () => {
  /**
   * Answers two, and stops the run while the third is asked for; or stops it
   * before.
   */
  async function stopped(args: string, out?: string, at = 3) {
    const stop = new AbortController();
    const { type } = await service((nth, number) => {
      if (nth === at) stop.abort(new InterruptedError("SIGINT"));
      return [200, record(number)];
    });
    const output = out === undefined ? "" : ` -o ${out}`;
    return type(`carrier - --concurrency 1${output} ${args}`, {
      stdin: stdin(9),
      signal: stop.signal,
    });
  }

  test.each<
    [file: string | undefined, args: string, kept: RegExp, said: RegExp]
  >([
    [
      "rows.csv",
      "--fields status",
      /^dot_number,status,error\n1,ACTIVE,\n/,
      /is in .*rows.csv.partial; the same command with --resume continues it\n/,
    ],
    [
      "rows.ndjson",
      "",
      /^\{"dot_number":"1",.*\}\n/,
      /rows.ndjson.partial; the same command with --resume/,
    ],
    ["rows.txt", "", /^USDOT .*\n.*\n1 +ACME INC/, /rows.txt.partial\n/],
    [undefined, "", /^USDOT .*\n.*\n1 +ACME INC/, /stopped after 2 answered\n/],
    [
      undefined,
      "--json",
      /^\[\n {2}\{\n {4}"dot_number": "1"/,
      /stopped after/,
    ],
  ])(
    "says where the rows are, and how to go on: %s %s",
    async (name, args, kept, said) => {
      const out = name && join(temporaryDirectory(), name);
      if (out) writeFileSync(out, "an earlier file");
      const result = await stopped(args, out);
      expect(result.status).toBe(130);
      expect(result.stderr).toMatch(said);
      expect(result.stderr).toMatch(/usdot: interrupted\n$/);
      expect(
        out === undefined
          ? result.stdout
          : readFileSync(`${out}.partial`, "utf8"),
      ).toMatch(kept);
      if (out) expect(readFileSync(out, "utf8")).toBe("an earlier file");
    },
  );

  test("before the first answer leaves nothing, and says that", async () => {
    const directory = temporaryDirectory();
    const { stderr } = await stopped("", join(directory, "rows.csv"), 1);
    const said =
      "usdot: note: stopped before the first answer: run the same command again\nusdot: interrupted\n";
    expect([stderr, readdirSync(directory)]).toEqual([said, []]);
  });
});
