/**
 * What a lookup says and how it ends when the service does not answer as it
 * should, over a service on the loopback interface.
 */
import { describe, expect, test } from "vitest";
import { numbered } from "../../lookup/answers.ts";
import {
  type Answering,
  record,
  respond,
  serve,
} from "../../service/loopback.ts";
import { folder } from "../../support/resources.ts";
import { ending, jsonLines, run, stoppable } from "../../support/run.ts";

const listOf = (count: number) => numbered(count).join("\n");
const noCarrier: Answering = [
  404,
  '{"error":{"code":"NOT_FOUND","message":"no such carrier"}}',
];

/**
 * A service that answers by the number of the request, the number and the
 * record that it is about.
 */
async function service(
  answer: (
    nth: number,
    number: string,
    name: string,
  ) => Answering | Promise<Answering>,
) {
  const { origin, asked } = await serve(
    async (nth, { number, name }, response) =>
      respond(response, ...(await answer(nth, number, name))),
  );
  return {
    asked,
    run: (args: string, options = {}) =>
      run(`--base-url ${origin} ${args}`, options),
  };
}

/** A service whose carrier records have other values than they should. */
const serviceWith = (values: (number: string, name: string) => object) =>
  service((_, number, name) => [
    200,
    { ...record(number), ...values(number, name) },
  ]);

const env = { USDOT_API_KEY: "k" };

test.each<[string, string, Answering, number, number, string]>([
  [
    "when the key is refused in bulk",
    "bulk --batch-size 2",
    [401],
    4,
    1,
    "API key",
  ],
  [
    "when the key is refused",
    "carrier",
    [401],
    4,
    1,
    "; check the API key: usdot config check\n",
  ],
  [
    "when the wait is too long",
    "carrier",
    [429, "", { "retry-after": "900" }],
    5,
    1,
    "raise --max-wait",
  ],
  [
    "after five that were rate-limited",
    "carrier",
    [429, "", { "retry-after": "1" }],
    5,
    20,
    "429",
  ],
  ["after five snapshots in vain", "snapshot", [503], 5, 20, "503"],
])(
  "a list stops asking %s",
  async (_, command, answer, status, requests, said) => {
    const { asked, run } = await service(() => answer);
    const args = `${command} - --concurrency 1 --format ndjson`;
    const result = await run(args, { stdin: listOf(20), env });
    expect(result.status).toBe(status);
    expect(asked.length).toBeGreaterThanOrEqual(requests);
    // One more may have been begun.
    expect(asked.length).toBeLessThanOrEqual(requests + 4);
    const ofKey = result.stderr.match(/^usdot: the .* API key/gm);
    expect(ofKey ?? [said]).toHaveLength(1);
    expect(result.stderr).toContain(said);
    // What is not asked any more is not complained about.
    expect(result.stderr).toContain("\nusdot: 20 unanswered");
    expect(result.stderr).not.toContain("USDOT 20");
    // Each number has its row all the same.
    const rows = jsonLines(result.stdout);
    expect(rows.map(({ dot_number }) => Number(dot_number))).toEqual(
      numbered(20),
    );
  },
);

test("a definite no is an answer: only five in a row without any stop a list", async () => {
  const { asked, run } = await service((_, number) =>
    number === "5" ? noCarrier : [503],
  );
  const args = "carrier - --concurrency 1 --retries 0 --format ndjson";
  const { stdout } = await run(args, { stdin: listOf(20) });
  expect([10, 11]).toContain(asked.length);
  const last = jsonLines(stdout)[19];
  expect(last.error.message).toMatch(/^not asked, since .*HTTP 503/);
});

test.each([
  ["5", "an answer", ""],
  ["1", "an earlier run with answers", "2 1"],
])(
  "a key that is refused for number %s after %s stops no list",
  async (refused, _, earlier) => {
    const { asked, run } = await service((_, number) =>
      number === refused ? [401] : [200, record(number)],
    );
    const { path: cwd } = folder();
    const args = "carrier - --resume --fields status -o rows.csv";
    await run(args, { stdin: earlier, cwd, env });
    expect(await run(args, { stdin: listOf(40), cwd, env })).toMatchObject(
      ending(8, " 1 unanswered"),
    );
    expect(new Set(asked.map(({ number }) => number)).size).toBe(40);
  },
);

/** Four numbers, two at once, of which the first is answered last. */
async function slowFirst(answer: (number: string) => Answering) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { run } = await service(async (nth, number) => {
    if (nth === 4) release();
    if (number === "1") await released;
    return answer(number);
  });
  return run("carrier 1 2 3 4 --concurrency 2 --format ndjson");
}

test("what is slow holds up nothing, and its row still comes first", async () => {
  const { stdout } = await slowFirst((number) => [200, record(number)]);
  const rows = jsonLines(stdout);
  expect(rows).toEqual(["1", "2", "3", "4"].map(record));
});

test("a key that is refused below a number that is slow to be answered stops no list", async () => {
  const ended = await slowFirst((number) =>
    number === "2" ? [403] : [200, record(number)],
  );
  expect(ended).toMatchObject(ending(8, "3 answered, 1 unanswered"));
});

test("what was answered before the service failed counts, and --resume asks for the rest", async () => {
  let isUp = false;
  const { asked, run } = await service((nth, number) =>
    nth <= 3 || isUp ? [200, record(number)] : [503],
  );
  const { path: cwd, read } = folder();
  const given = { stdin: listOf(20), cwd };
  const args =
    "carrier - --retries 0 --concurrency 1 -o rows.csv --fields status";
  const first = await run(args, given);
  expect(first.status).toBe(8);
  expect(first.stderr).toContain(
    "3 answered, 17 unanswered; the same command with --resume retries those without an answer\n",
  );
  const before = asked.length;
  expect(before).toBeLessThanOrEqual(3 + 5 + 1);
  isUp = true;
  expect(await run(`${args} --resume`, given)).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(
      /^usdot: note: --resume keeps 3 carriers, asked for since 20.* UTC\nusdot: note: 17 answered, 3 already in the output\n$/,
    ),
  });
  expect(asked.length - before).toBe(17);
  expect(read("rows.csv").trimEnd().split("\n")).toHaveLength(21);
});

test.each([
  [8, "3,,unreachable\n4,,unreachable\n"],
  [130, ""],
])(
  "of numbers that a bulk answer leaves out, asking again ends in %i, and what was answered stays",
  async (status, rest) => {
    const { signal, stop } = stoppable();
    const { run } = await service((nth) => {
      if (nth === 2 && status === 130) stop();
      return nth === 1 ? [200, [record("1"), record("2")]] : [503];
    });
    const args = "bulk 1 2 3 4 --retries 0 --format csv --fields status";
    const result = await run(args, { env, signal });
    const rows =
      rest && `dot_number,status,error\n1,ACTIVE,\n2,ACTIVE,\n${rest}`;
    expect(result).toMatchObject({ status, stdout: rows });
  },
);

test.each(["carrier 1", "snapshot 1", "carrier 1 2"])(
  "without a connection, the hint of %s names the check",
  async (args) => {
    const base = "--base-url http://127.0.0.1:9 --retries 1";
    const result = await run(`${base} ${args}`);
    expect(result.status).toBe(5);
    expect(result.stdout).not.toContain("ACTIVE");
    expect(result.stderr).toMatch(
      /^usdot: USDOT 1: \S+ cannot be reached: connection refused .*: usdot config check\n/,
    );
  },
);

describe("one record of a snapshot", () => {
  const withInsurance = (insurance: Answering) =>
    service((_, number, name) =>
      name === "insurance" ? insurance : [200, record(number)],
    );

  test.each<[string, Answering, number, string, RegExp]>([
    [
      "that the service has not is no error",
      noCarrier,
      0,
      "no insurance record",
      /^$/,
    ],
    [
      "that fails is not answered",
      [500],
      5,
      "insurance record not answered",
      /the service failed/,
    ],
    [
      "that may have a wrong path is not answered",
      [404, "<html>not found"],
      6,
      "insurance record not answered",
      /404/,
    ],
  ])("%s", async (_, insurance, status, shown, said) => {
    const { run } = await withInsurance(insurance);
    const { path: cwd, names, read, write } = folder();
    const out = write("out.txt", "an earlier file");
    const result = await run(`7 --retries 0 -o ${out}`, { cwd });
    expect([result.status, names()]).toEqual([status, [out]]);
    expect(read(out)).toContain(`\nInsurance    ${shown}\n`);
    expect(result.stderr).toMatch(said);
    const numbers = numbered(20).join(" ");
    const list = await run(`${numbers} --retries 0 --json`);
    expect(list.status).toBe(status === 0 ? 0 : 8);
    const words = status === 0 ? "20 answered" : "20 incomplete";
    expect(list.stderr).toContain(words);
  });

  test("that is to be asked for much later stops a list, and takes nothing of an answer away", async () => {
    const { run } = await withInsurance([429, "", { "retry-after": "900" }]);
    const args = "snapshot - --concurrency 1 --format ndjson";
    const { stdout, stderr } = await run(args, { stdin: listOf(20) });
    expect(stderr).toMatch(/[12] incomplete, 1[89] unanswered/);
    expect(jsonLines(stdout)[19].error.message).toMatch(/^the service asks cl/);
  });

  test("that nobody answers decides how --fields of it end", async () => {
    const { run } = await withInsurance([500]);
    const result = await run("7 --retries 0 --fields insurance.surcharge");
    expect(result.status).toBe(5);
    expect(result.stderr).not.toContain("no record has the field");
  });

  test("is not asked for where the carrier does not exist, in a list", async () => {
    const { asked, run } = await service(() => noCarrier);
    expect((await run("snapshot 7 8")).status).toBe(3);
    expect(asked).toMatchObject([
      { url: "/v1/carriers/7" },
      { url: "/v1/carriers/8" },
    ]);
  });
});

test.each([
  [" 1003", "\n1002   ACME INC "],
  [" --json", '"dot_number": "0001002"'],
])(
  "csv and tables have the number that was asked for, and json what the service wrote: carrier 1002%s",
  async (args, shown) => {
    const { run } = await serviceWith((number) => ({
      dot_number: `000${number}`,
    }));
    expect((await run(`carrier 1002${args}`)).stdout).toContain(shown);
  },
);

test("fields of another type than the interface states are shown, and named once", async () => {
  const { run } = await serviceWith(() => ({
    status: 7,
    fleet: { drivers: "2" },
  }));
  expect(
    await run("carrier 1 2 --format csv --fields status,fleet.drivers"),
  ).toMatchObject({
    status: 0,
    stdout: "dot_number,status,fleet.drivers,error\n1,7,2,\n2,7,2,\n",
    stderr:
      "usdot: warning: USDOT 1: missing or of the wrong type (--json shows it as received): status, fleet.drivers\nusdot: note: 2 answered\n",
  });
});

const odd = `{"dot_number":"1","b":2,"a":1,"part":{"b":0,"c":"="},"parts":[{"b":1,"c":2},{"c":3}],"none":null,"__proto__":5}`;
test.each([
  ["a b status", '{"a":1,"b":2,"status":null}'],
  ["part.c,a", '{"part":{"c":"="},"a":1}'],
  ["parts.b", '{"parts":[{"b":1},{"b":null}]}'],
  ["none part", '{"none":null,"part":{"b":0,"c":"="}}'],
  ["__proto__", '{"__proto__":5}'],
  ["part.b part.x", '"part.x"'],
  ["a.b", '"a.b"'],
  ["constructor.name", '"constructor.name"'],
  ["legal_nam", '"legal_nam"; did you mean legal_name?'],
  ["zzz", '"zzz"; the interface names dot_number, legal_name, status,'],
])(
  "of a record with odd fields, --fields '%s' are %s",
  async (fields, shown) => {
    const { run } = await service(() => [200, odd]);
    const { stdout, stderr } = await run(
      `carrier 1 --json --fields '${fields}'`,
    );
    if (stdout) expect(JSON.stringify(JSON.parse(stdout))).toBe(shown);
    else expect(stderr).toContain(`--fields: no record has the field ${shown}`);
  },
);

test("a field that the first hundred records lack may still come: known at the end, the output stays partial", async () => {
  const { run } = await serviceWith((number) =>
    number === "150" ? { late: 1 } : {},
  );
  const { path: cwd, names, read } = folder();
  const given = { stdin: listOf(160), cwd };
  const known = await run("carrier - --format csv --fields late", given);
  expect(known.status).toBe(0);
  expect(known.stdout).toContain("\n150,1,\n");
  const unknown = await run("carrier - --fields lates -o rows.csv", given);
  expect(unknown.status).toBe(2);
  // The same command would ask for the same field.
  expect(unknown.stderr).not.toContain("--resume");
  expect(names()).not.toContain("rows.csv");
  expect(read("rows.csv.partial")).toMatch(
    /^dot_number,lates,error\n1,,\n2,,\n/,
  );
});

describe("a run that is stopped", () => {
  /**
   * Answers two, and stops the run while the third is asked for; or stops it
   * before.
   */
  async function stopped(args: string, cwd: string, at = 3) {
    const { signal, stop } = stoppable();
    const { run } = await service((nth, number) => {
      if (nth === at) stop();
      return [200, record(number)];
    });
    return run(`carrier - --concurrency 1${args}`, {
      stdin: listOf(9),
      signal,
      cwd,
    });
  }

  const table = "\n1      ACME INC ";
  const resume = "; the same command with --resume continues it";
  test.each([
    [
      "rows.csv",
      " --fields status",
      "dot_number,status,error\n1,ACTIVE,\n",
      resume,
    ],
    ["rows.ndjson", "", '{"dot_number":"1",', resume],
    ["rows.txt", "", table, "; a new run replaces it"],
    ["", "", table, ""],
    ["", " --json", '[\n  {\n    "dot_number": "1"', ""],
  ])(
    "says where the rows are, and how to go on: %s%s",
    async (name, args, kept, how) => {
      const { path: cwd, read, write } = folder();
      if (name) write(name, "an earlier file");
      const output = name && ` -o ${name}`;
      const { status, stdout, stderr } = await stopped(args + output, cwd);
      const files =
        name &&
        `usdot: note: what was written is in ${name}.partial${how}\nusdot: not written, and still from before this run: ${name}\n`;
      expect([status, stderr]).toEqual([
        130,
        `usdot: note: stopped after 2 answered\n${files}usdot: interrupted\n`,
      ]);
      expect(name ? read(`${name}.partial`) : stdout).toContain(kept);
      if (name) expect(read(name)).toBe("an earlier file");
    },
  );

  test("before the first answer leaves nothing, and says that", async () => {
    const { path: cwd, names } = folder();
    const { stderr } = await stopped(" -o rows.csv", cwd, 1);
    expect(stderr).toBe(
      "usdot: note: stopped before the first answer: run the same command again\nusdot: interrupted\n",
    );
    expect(names()).toEqual([]);
  });
});
