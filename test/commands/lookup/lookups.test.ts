/** What people type to look carriers up, over the sample service. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryDirectory } from "../../support/resources.ts";
import { type CommandRow, check, type } from "./rows.ts";

const cwd = temporaryDirectory();
const file = (name: string, text: string) =>
  writeFileSync(join(cwd, name), text);
file("list.txt", "9000001\n9000404\nMC-747866\n9000002\n9000001\n");
file("good.txt", "9000001\n9000002\n");
file(
  "missing.txt",
  Array.from({ length: 10 }, (_, index) => `${9100001 + index}\n`).join(""),
);
file("empty.txt", "# nothing yet\n");
file("policy.yaml", "version: 1\nname: ours\nrules: { statsu: {}, foo: {} }\n");
file("padded.csv", "Carrier;USDOT Number\nA;009000001\nB;9000404\n");
file("many.txt", `9000001\n${"MC-1\n".repeat(13)}`);

const both = "9000001,ACTIVE,\n9000002,ACTIVE,\n";
const docket =
  "usdot: list.txt:3: MC-747866 is a docket number, not a USDOT number\n";
const notFound = "the service has no such carrier \\(HTTP 404";
const row = (number: string) =>
  new RegExp(`^\\{"dot_number":"${number}","mc_number"`, "m");

const answers: CommandRow[] = [
  // One number is the record alone.
  [
    "carrier 9000001",
    {},
    0,
    [/^PRAIRIE LANTERN FREIGHT INC +USDOT 9000001/, /power units +184/],
    "",
  ],
  [
    "carrier 9000001 --json",
    {},
    0,
    /^\{\n {2}"dot_number": "9000001",\n {2}"mc_number"/,
    "",
  ],
  [
    "--json carrier 9000001 --fields fleet.drivers",
    {},
    0,
    '{\n  "fleet": {\n    "drivers": 201\n  }\n}\n',
    "",
  ],
  ["carrier 9000001 --format JSONL", {}, 0, row("9000001"), ""],
  [
    "insurance 9000001",
    {},
    0,
    [/in force:? +BIPD 1,000,000, cargo 100,000/, /EX-100001/],
    "",
  ],
  ["safety 9000001 --fields crashes.total", {}, 0, /crashes\.total +9/, ""],
  ["9000001", {}, 0, [/^PRAIRIE LANTERN/, /Inspections/, /sample data/], ""],
  [
    "9000001OOS",
    {},
    0,
    /^\? OOS mark +the list marks this number as out of service \(OOS\)$/m,
    "usdot: note: marked as out of service (OOS): USDOT 9000001\n",
  ],
  [
    "9000001 9000002OOS",
    {},
    0,
    [
      /^9000001 +nothing wrong found/m,
      /^9000002 +\? the list marks this number/m,
    ],
    /2 answered/,
  ],
  [
    "snapshot 9000001 --json",
    {},
    0,
    [/^\{\n {2}"dot_number"/, /"findings": \[/],
    "",
  ],
  [
    "carrier USDOT 9000001 --fields status --json",
    {},
    0,
    '{\n  "status": "ACTIVE"\n}\n',
    "",
  ],
  // Several are a list.
  [
    "carrier 9000002 9000001 --json --fields dot_number",
    {},
    0,
    /^\[\n {2}\{\n {4}".*2"\n {2}\},\n.*\n.*1"\n {2}\}\n\]\n$/,
    /2/,
  ],
  [
    "insurance 9000001 9000002 --format csv --fields policies.policy_type",
    {},
    0,
    /^9000001,BIPD.*\n9000001,CARGO,/m,
    /2 answered/,
  ],
  [
    "9000007 --json --fields problems",
    {},
    0,
    '{\n  "problems": "no BIPD policy"\n}\n',
    "",
  ],
  [
    "9000007 --format ndjson --fields in_force.bipd,unknown",
    {},
    0,
    '{"dot_number":"9000007","in_force":{"bipd":0},"unknown":""}\n',
    "",
  ],
  [
    "snapshot 9000001 9000002 --format csv --fields carrier.status",
    {},
    0,
    /^9000001,ACTIVE,\n9000002,ACTIVE,$/m,
    "usdot: note: 2 answered\n",
  ],
  // Without a record.
  [
    "carrier 9000404",
    {},
    3,
    "",
    new RegExp(`^usdot: USDOT 9000404: ${notFound}`),
  ],
  ["carrier 9000404 --json", {}, 3, "", new RegExp(notFound)],
  [
    "carrier 9000404 --format ndjson",
    {},
    3,
    /^\{"dot_number":"9000404","error":\{"code":"not-found","status":404,"message":".*"\}\}\n$/,
    new RegExp(notFound),
  ],
  ["carrier 9000404 --allow-missing", {}, 0, "", new RegExp(notFound)],
  ["snapshot 9000404", {}, 3, "", new RegExp(notFound)],
  ["bulk -f missing.txt", {}, 3, /9100010 +no such carrier/, /10 not found/],
  ["carrier 9000500", {}, 5, "", /the service failed \(HTTP 500/],
];

/** The same in CSV: the rows, or one of them. */
const lists: [
  args: string,
  status: number,
  rows: string | RegExp,
  stderr: string | RegExp,
  stdin?: string,
][] = [
  ["carrier 9000001", 0, "9000001,ACTIVE,\n", ""],
  ["carrier 9000404", 3, "9000404,,not-found\n", new RegExp(notFound)],
  // Each number once, in the order asked.
  [
    "carrier 9000001 9000001",
    0,
    "9000001,ACTIVE,\n",
    "usdot: note: 1 answered, 1 repeated\n",
  ],
  ["bulk 9000001", 0, "9000001,ACTIVE,\n", "usdot: note: 1 answered\n"],
  ["bulk -f good.txt --batch-size 1", 0, both, "usdot: note: 2 answered\n"],
  // Where lists come from.
  ["carrier -f good.txt", 0, both, /2 answered/],
  [
    "carrier 9000003 -f good.txt -f -",
    0,
    /^9000003,.*\n9000001,.*\n9000002,.*\n9000007,/m,
    /4 answered/,
    "9000007\n",
  ],
  ["carrier", 0, "9000001,ACTIVE,\n", /1 answered/, "9000001\n"],
  ["carrier -", 0, both, /2 answered/, "9000001,9000002\n"],
  ["carrier", 0, both, /2 answered/, "9000001 9000002\n"],
  // The number that was asked for, in its one spelling.
  [
    "carrier -f padded.csv",
    3,
    "9000001,ACTIVE,\n9000404,,not-found\n",
    /1 not found/,
  ],
  // What the exit status says.
  [
    "carrier 9000001 9000404",
    3,
    /9000404,,not-found/,
    "usdot: 1 answered, 1 not found (USDOT 9000404)\n",
  ],
  [
    "carrier 9000001 9000404 --allow-missing",
    0,
    /9000404,/,
    "usdot: note: 1 answered, 1 not found (USDOT 9000404)\n",
  ],
  [
    "bulk 9100001 9100002 --allow-missing",
    0,
    /9100002,,not-found/,
    /^usdot: note: 2 not found .*; no carrier was found: check the numbers and the base URL\n$/,
  ],
  [
    "carrier -f missing.txt --allow-missing",
    3,
    /^9100010,/m,
    /no carrier was found: check the numbers and the base URL\n$/,
  ],
  [
    "carrier -f missing.txt --allow-missing --shard 1/1",
    0,
    /^9100010,/m,
    /10 not found/,
  ],
  ["carrier -f missing.txt --shard 2/2", 3, /^9100010,/m, /5 not found/],
  [
    "carrier 9000500 9000001",
    8,
    "9000500,,unreachable\n9000001,ACTIVE,\n",
    /^usdot: USDOT 9000500: .*\nusdot: 1 answered, 1 un/,
  ],
  [
    "bulk 9000500 9000001 9000002",
    8,
    `9000500,,unreachable\n${both}`,
    /2 answered, 1 unanswered/,
  ],
  [
    "carrier -f list.txt",
    8,
    /^9000404,,not-found\n9000002,ACTIVE,$/m,
    `${docket}usdot: 2 answered, 1 not found (USDOT 9000404), 1 invalid, 1 repeated\n`,
  ],
  [
    "carrier -f many.txt",
    8,
    /9000001/,
    /^(?:usdot: many.txt.*\n){10}usdot: and 3 more invalid lines\nusdot: 1 answered, 13 invalid\n$/,
  ],
  ["-q carrier -f list.txt", 8, /9000002/, docket],
  ["-q carrier 9000001 9000404", 3, /9000404/, ""],
  ["-q carrier -f good.txt", 0, /9000002/, ""],
  // Parts of a list.
  [
    "carrier -f list.txt --shard 1/2",
    8,
    both,
    /2 answered, 1 invalid, 1 repeated/,
  ],
  ["carrier -f list.txt --shard 2/2", 3, "9000404,,not-found\n", /1 not found/],
  [
    "carrier -f good.txt --shard 3/3",
    0,
    "",
    /part of the list has no USDOT number\n.*: 0 answered\n$/,
  ],
];

/** What is refused, with nothing sent. */
const refused: [
  args: string,
  given: Parameters<typeof type>[1],
  stderr: RegExp,
][] = [
  [
    "carrier -f empty.txt",
    {},
    /empty.txt has no USDOT number; nothing was sent\n$/,
  ],
  ["carrier", { stdin: "" }, /stdin has no USDOT number/],
  [
    "carrier -f list.txt --strict",
    {},
    /list.txt:3: MC-747866 .*\nusdot: the list has 1 line that is not a USDOT number; nothing was sent; fix it, or leave out --strict\n$/,
  ],
  [
    "carrier MC-747866",
    {},
    /MC-747866 is a docket number, not a USDOT number; usdot cannot search by name or MC number; SAFER can: https/,
  ],
  [
    "carrier 9000001 abc def",
    {},
    /abc has no digits; a USDOT number has 1 to 8; usdot cannot search/,
  ],
  [
    "carrier –f good.txt",
    {},
    /–f has no digits; a USDOT number has 1 to 8; type plain hyphens: -f\n$/,
  ],
  [
    "9000001 —allow-missing",
    {},
    /—allow-missing has no digits; .*; type plain hyphens: --allow-missing\n$/,
  ],
  [
    "carrier ACME”",
    {},
    /ACME” has no digits; .*; type plain quotes: " or '\n$/,
  ],
  ["carrier good.txt", {}, /good.txt is a file; use --file good.txt/],
  ["MC 747866", {}, /MC 747866 is a docket number, not a USDOT number/],
  [
    "blue ridge transport",
    {},
    /"blue" is neither a command nor a USDOT number; usdot cannot search by name or MC number; SAFER can: https/,
  ],
  [
    "snapshop 9000001",
    {},
    /"snapshop" is neither a command nor a USDOT number; did you mean snapshot\?/,
  ],
  [
    "carrier -f good.txt --shard 3/2",
    {},
    /--shard "3\/2" is not a part of a list, such as 3\/8/,
  ],
  ["carrier -f ''", {}, /--file is empty; is a variable in its place unset\?/],
  [
    "carrier 9000001 --resume",
    {},
    /--resume needs rows in a file; name it with --output/,
  ],
  [
    "carrier 9000001 --resume -o x.json",
    {},
    /--resume needs rows in a file; .* as .ndjson or .csv/,
  ],
  ["carrier 9000001 -o x.parquet", {}, /there is no format for .parquet files/],
  [
    "carrier 9000001 --format junit",
    {},
    /usdot: carrier cannot write junit; use table, json, ndjson, csv, xlsx/,
  ],
  ["carrier -f good.txt -o good.txt", {}, /good.txt is an input file/],
  [
    "9000001 --policy policy.yaml",
    {},
    /^usdot: policy.yaml:3:10: .*"status"\?.*\nusdot: policy.yaml:3:22: .* "foo".*\n$/,
  ],
  [
    "carrier 9000001 --keep-columns",
    {},
    /--keep-columns needs one list with columns; give one --file, and no numbers/,
  ],
  [
    "carrier -f good.txt --keep-columns --shard 1/2",
    {},
    /--keep-columns .* cannot be used with --resume or --shard/,
  ],
  [
    "carrier -f good.txt --keep-columns --json",
    {},
    /usdot: --keep-columns cannot write json; use csv, xlsx/,
  ],
];

test.each(answers.map((each) => [each[0], each] as const))(
  "usdot --sample %s",
  async (_, row) => {
    const [args, given, ...expected] = row;
    await check([`--sample ${args}`, { cwd, ...given }, ...expected]);
  },
);

const header = "dot_number,status,error\n";

test.each(lists)(
  "usdot --sample %s, as CSV",
  async (args, status, rows, stderr, stdin) => {
    const stdout = typeof rows === "string" ? header + rows : rows;
    await check([
      `--sample ${args} --format csv --fields status`,
      { cwd, stdin },
      status,
      stdout,
      stderr,
    ]);
  },
);

test.each(refused)(
  "usdot --sample %s is refused",
  async (args, given, stderr) => {
    const result = await type(`--sample ${args}`, { cwd, ...given });
    expect({ ...result, bytes: undefined }).toMatchObject({
      status: 2,
      stdout: "",
    });
    expect(result.stderr).toMatch(stderr);
    // A service that is not asked is not announced either.
    expect(result.stderr).not.toMatch(/sample data|requests/);
  },
);

describe("fields", () => {
  test.each([
    [
      "carrier 9000001 --fields 'status legal_name' --format csv",
      0,
      "dot_number,status,legal_name,error\n",
    ],
    [
      "carrier 9000001 --fields status,,mcs150.mileage --format csv",
      0,
      "dot_number,status,mcs150.mileage,error\n9000001,ACTIVE,17480000,\n",
    ],
    ["carrier 9000001 --fields phone", 2, ""],
    ["carrier 9000001 --fields phone --json", 2, ""],
    ["carrier 9000001 9000002 --fields phone --format csv", 2, ""],
    ["carrier 9000001 9000002 --fields phone --format ndjson", 2, ""],
    [
      "carrier 9000404 --fields phone --format csv",
      3,
      "dot_number,phone,error\n9000404,,not-found\n",
    ],
  ])("usdot --sample %s ends in %i", async (args, status, stdout) => {
    const result = await type(`--sample ${args}`);
    expect(result.status).toBe(status);
    expect(result.stdout.startsWith(stdout)).toBe(true);
    if (status !== 2) return;
    expect(result.stdout).toBe("");
    expect(result.stderr).toContain(
      'usdot: --fields: no record has the field "phone"; did you mean contact.phone?',
    );
  });
});

test.each([
  "carrier 9000001",
  "vet 9000001",
  "9000001 -q",
  "carrier 9000001 --json",
  "carrier 9000001 -o card.txt",
])(
  "usdot --sample %s says once on a terminal that the data is invented",
  async (args) => {
    const { stdout, stderr } = await type(`--sample ${args}`, {
      tty: true,
      cwd: temporaryDirectory(),
    });
    expect(
      (stdout + stderr).match(/sample data: the carriers are invented/g),
    ).toHaveLength(1);
  },
);

test("without numbers at a terminal, there is the command's help", async () => {
  const result = await type("carrier", { tty: true });
  expect({ status: result.status, stdout: result.stdout }).toEqual({
    status: 2,
    stdout: "",
  });
  expect(result.stderr).toMatch(
    /^Usage: usdot carrier .*--file.*usdot: no USDOT number was given; give one, or a list with --file\n$/s,
  );
});

test("nothing in the output can start a command of GitHub's runner", async () => {
  const env = { GITHUB_ACTIONS: "true" };
  const { stdout } = await type(
    "--sample carrier 9000553 9000001 --format ndjson",
    { env },
  );
  expect(stdout).not.toMatch(/^::|##\[/m);
});
