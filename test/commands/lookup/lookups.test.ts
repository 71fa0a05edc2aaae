/** What people type to look carriers up, over the sample service. */
import { expect, test } from "vitest";
import { numbered } from "../../lookup/answers.ts";
import { folder } from "../../support/resources.ts";
import { run, saidIn } from "../../support/run.ts";

const missing = numbered(10, 9_100_001);
const { path: cwd } = folder({
  "list.txt": "9000001\n9000404\nMC-747866\n9000002\n9000001\n",
  "good.txt": "9000001\n9000002\n",
  "missing.txt": missing.join("\n"),
  "empty.txt": "# nothing yet\n",
  "policy.yaml": "version: 1\nname: ours\nrules: { statsu: {}, foo: {} }\n",
  "ours.yaml":
    "version: 1\nname: ours\nrules:\n  dot_number: { deny_file: blocked.txt }\n  policies.bipd: { min: 750000 }\n  unchanged: { fields: [identity] }\n",
  "blocked.txt": "9000007\n",
  "padded.csv": "Carrier;USDOT Number\nA;009000001\nB;9000404\n",
  "many.txt": `9000001\n${"MC-1\n".repeat(13)}`,
});

const notFound =
  "the service has no such carrier (HTTP 404 NOT_FOUND: No carrier with DOT number 9000404.)";
const saidNotFound = `usdot: USDOT 9000404: ${notFound}; check the number with the carrier\n`;
const failed =
  "usdot: USDOT 9000500: the service failed (HTTP 500 INTERNAL_ERROR: Something went wrong.), after 4 attempts; try again later\n";
const oneOfTwo = "1 answered, 1 not found (USDOT 9000404)\n";
const twoAnswered = "usdot: note: 2 answered\n";

/** The whole text, or what it has in it. */
type Text = string | readonly string[];
type Row = [
  args: string,
  status: number,
  stdout: Text,
  stderr: Text,
  stdin?: string,
];

const answers: Row[] = [
  // One number is the record alone.
  [
    "carrier 9000001",
    0,
    [
      "PRAIRIE LANTERN FREIGHT INC                        USDOT 9000001 ",
      "power units      184\n",
    ],
    "",
  ],
  [
    "carrier 9000001 --json",
    0,
    ['{\n  "dot_number": "9000001",\n  "mc_number"'],
    "",
  ],
  [
    "--json carrier 9000001 --fields fleet.drivers",
    0,
    '{\n  "fleet": {\n    "drivers": 201\n  }\n}\n',
    "",
  ],
  ["carrier -f good.txt --shard 3/3 --json", 0, "[]\n", ["no USDOT number"]],
  [
    "insurance 9000001",
    0,
    ["in force  BIPD 1,000,000, cargo 100,000\n", "EX-100001"],
    "",
  ],
  ["safety 9000001 --fields crashes.total", 0, ["\ncrashes.total  9\n"], ""],
  ["9000001", 0, ["PRAIRIE LANTERN ", "\nInspections ", "sample data"], ""],
  [
    "'DOT 9000001 MC 9100002'",
    0,
    ['! claims       MC number: the claim says "MC 9100002"'],
    ["read USDOT 9000001 out of"],
  ],
  [
    "9000001OOS",
    0,
    ["\n? OOS mark     the input marks this number: OOS\n"],
    "usdot: note: marked: USDOT 9000001 (OOS); other words, colors and comments are not marks\n",
  ],
  [
    "9000001 9000002OOS",
    0,
    [
      "\n9000001  nothing wrong found ",
      "\n9000002  ? the input marks this number",
    ],
    "usdot: note: marked: USDOT 9000002 (OOS); other words, colors and comments are not marks\nusdot: note: 2 answered\n",
  ],
  [
    "snapshot 9000001 --json",
    0,
    ['{\n  "dot_number"', '\n  "findings": ['],
    "",
  ],
  [
    "carrier USDOT 9000001 --fields status --json",
    0,
    '{\n  "status": "ACTIVE"\n}\n',
    "",
  ],
  // Several are a list, and so is a list of one.
  [
    "carrier - --json --fields status",
    0,
    '[\n  {\n    "dot_number": "9000001",\n    "status": "ACTIVE"\n  }\n]\n',
    "usdot: note: 1 answered\n",
    "9000001\n",
  ],
  [
    "carrier 9000002 9000001 --json --fields dot_number",
    0,
    '[\n  {\n    "dot_number": "9000002"\n  },\n  {\n    "dot_number": "9000001"\n  }\n]\n',
    twoAnswered,
  ],
  [
    "insurance 9000001 9000007 --format csv --fields policies.policy_type",
    0,
    "dot_number,policies.policy_type,error\n9000001,BIPD/Primary,\n9000001,CARGO,\n9000007,,\n",
    twoAnswered,
  ],
  [
    "insurance -f padded.csv --keep-columns --fields policies.policy_type",
    3,
    ['\nA;009000001;9000001;"BIPD/Primary; CARGO";\n'],
    [oneOfTwo],
  ],
  [
    "9000007 --json --fields problems",
    0,
    '{\n  "problems": "no BIPD policy"\n}\n',
    "",
  ],
  [
    "9000007 --format ndjson --fields in_force.bipd,unknown",
    0,
    '{"dot_number":"9000007","in_force":{"bipd":0},"unknown":""}\n',
    "",
  ],
  // There is nothing to compare with.
  [
    "9000001 9000007 --policy ours.yaml --format csv --fields problems,unknown,warnings",
    0,
    "dot_number,problems,unknown,warnings,error\n9000001,,,,\n9000007,on the list blocked.txt; no BIPD policy,,,\n",
    `usdot: note: the rule unchanged is not judged here: usdot vet --history does it\n${twoAnswered}`,
  ],
  [
    "carrier 9000001 --fields status,,mcs150.mileage --format csv",
    0,
    "dot_number,status,mcs150.mileage,error\n9000001,ACTIVE,17480000,\n",
    "",
  ],
  // Without a record.
  ["carrier 9000404", 3, "", saidNotFound],
  [
    "carrier 9000404 --format ndjson",
    3,
    `{"dot_number":"9000404","error":{"code":"not-found","status":404,"message":"${notFound}"}}\n`,
    saidNotFound,
  ],
  [
    "carrier 9000404 --fields phone --format csv",
    3,
    "dot_number,phone,error\n9000404,,not-found\n",
    saidNotFound,
  ],
  ["carrier 9000404 --allow-missing", 0, "", saidNotFound],
  ["carrier 9000404 --allow-missing --json", 0, "null\n", saidNotFound],
  ["snapshot 9000404", 3, "", saidNotFound],
  [
    "bulk -f missing.txt",
    3,
    ["\n9100010  no such carrier\n"],
    ["10 not found"],
  ],
  ["carrier 9000500", 5, "", failed],
  // The sample has no settings to check.
  [
    "carrier 9000550",
    6,
    "",
    "usdot: USDOT 9000550: the service sent a web page instead of JSON, after 2 attempts; ask the service's operator, or check the base URL\n",
  ],
  // A field that no record has.
  ...["", " --json", " 9000002 --format csv", " 9000002 --format ndjson"].map(
    (args): Row => [
      `carrier 9000001 --fields phone${args}`,
      2,
      "",
      'usdot: --fields: no record has the field "phone"; did you mean contact.phone?\n',
    ],
  ),
  // Without a list.
  [
    "carrier -f none.txt",
    7,
    "",
    ["/none.txt: no such file or directory; check its path\n"],
  ],
  ["carrier -f .", 7, "", [": it is a directory; name a file in it\n"]],
];

const one = "9000001,ACTIVE,\n";
const both = `${one}9000002,ACTIVE,\n`;
const unknown = "9000404,,not-found\n";
const docket =
  "usdot: list.txt:3: MC-747866 is a docket number, not a USDOT number\n";
const allMissing = missing.map((number) => `${number},,not-found\n`).join("");
const noneFound = "; nothing was found: check the numbers and the base URL\n";

/** The same of lists: the rows of CSV with one field. */
const lists: Row[] = [
  // Each number once, in the order asked.
  ["carrier 9000001 9000001", 0, one, "usdot: note: 1 answered, 1 repeated\n"],
  ["bulk 9000001", 0, one, "usdot: note: 1 answered\n"],
  ["bulk -f good.txt --batch-size 1", 0, both, twoAnswered],
  // Where lists come from.
  ["carrier -f good.txt", 0, both, twoAnswered],
  [
    "carrier 9000003 -f good.txt -f -",
    0,
    `9000003,ACTIVE,\n${both}9000007,ACTIVE,\n`,
    "usdot: note: 4 answered\n",
    "9000007\n",
  ],
  ["carrier -", 0, both, twoAnswered, "9000001,9000002\n"],
  ["carrier", 0, both, twoAnswered, "9000001 9000002\n"],
  // What to know of a list.
  [
    "carrier -",
    8,
    "",
    ["usdot cannot search by name or MC number; SAFER"],
    "MC-747866\nMC-115495\n",
  ],
  [
    "carrier -",
    8,
    one,
    [" has no USDOT number in column USDOT Number\n"],
    '"USDOT\nNumber",City\n,Dallas\n9000001,x\n',
  ],
  // The number that was asked for, in its one spelling.
  ["carrier -f padded.csv", 3, one + unknown, `usdot: ${oneOfTwo}`],
  // What the exit status says.
  [
    "carrier 9000001 -f missing.txt --allow-missing",
    0,
    one + allMissing,
    "usdot: note: 1 answered, 10 not found (USDOT 9100001, 9100002, 9100003, 9100004, 9100005 and 5 more)\n",
  ],
  [
    "bulk 9100001 9100002 9100003 9100004 9100005 9100006 9100007 9100008 9100009 --allow-missing",
    0,
    "9100001,,not-found\n9100002,,not-found\n9100003,,not-found\n9100004,,not-found\n9100005,,not-found\n9100006,,not-found\n9100007,,not-found\n9100008,,not-found\n9100009,,not-found\n",
    "usdot: note: 9 not found (USDOT 9100001, 9100002, 9100003, 9100004, 9100005 and 4 more)\n",
  ],
  [
    "carrier -f missing.txt --allow-missing",
    3,
    allMissing,
    `usdot: 10 not found (USDOT 9100001, 9100002, 9100003, 9100004, 9100005 and 5 more)${noneFound}`,
  ],
  [
    "carrier -f missing.txt --allow-missing --shard 1/1",
    0,
    allMissing,
    "usdot: note: 10 not found (USDOT 9100001, 9100002, 9100003, 9100004, 9100005 and 5 more)\n",
  ],
  [
    "carrier 9000500 9000001",
    8,
    `9000500,,unreachable\n${one}`,
    `${failed}usdot: 1 answered, 1 unanswered\n`,
  ],
  // Without any answer, the key is what to see to first.
  [
    "carrier 9000500 9000401",
    4,
    "9000500,,unreachable\n9000401,,key\n",
    ["usdot: 2 unanswered\n"],
  ],
  [
    "carrier 9000550 9000500",
    8,
    "9000550,,unusable\n9000500,,unreachable\n",
    ["usdot: 2 unanswered\n"],
  ],
  [
    "bulk 9000500 9000001 9000002",
    8,
    `9000500,,unreachable\n${both}`,
    `${failed}usdot: 2 answered, 1 unanswered\n`,
  ],
  [
    "carrier -f list.txt",
    8,
    `${one}${unknown}9000002,ACTIVE,\n`,
    `${docket}usdot: 2 answered, 1 not found (USDOT 9000404), 1 invalid, 1 repeated\n`,
  ],
  [
    "carrier -f many.txt",
    8,
    one,
    [
      "usdot: many.txt:11: MC-1 is a docket number, not a USDOT number\nusdot: and 3 more invalid lines\nusdot: 1 answered, 13 invalid\n",
    ],
  ],
  ["-q carrier -f list.txt", 8, ["9000002"], docket],
  ["-q carrier 9000001 9000404", 3, one + unknown, ""],
  // Parts of a list.
  [
    "carrier -f list.txt --shard 1/2",
    8,
    both,
    `${docket}usdot: 2 answered, 1 invalid, 1 repeated\n`,
  ],
  [
    "carrier -f list.txt --shard 2/2",
    3,
    unknown,
    `usdot: 1 not found (USDOT 9000404)${noneFound}`,
  ],
  [
    "carrier - --shard 2/2",
    0,
    "9000002,ACTIVE,\n",
    "usdot: note: 1 answered\n",
    "9000001 OOS\nMC 5 DOT 9000001\n9000002\n",
  ],
];

test.each([
  ...answers,
  ...lists.map(([args, status, rows, ...rest]): Row => {
    const stdout =
      typeof rows === "string" ? `dot_number,status,error\n${rows}` : rows;
    return [`${args} --format csv --fields status`, status, stdout, ...rest];
  }),
])(
  "usdot --sample %s ends in %i",
  async (args, status, stdout, stderr, stdin) => {
    const result = await run(`--sample ${args}`, { cwd, stdin });
    expect(result).toMatchObject({ status });
    for (const [text, expected] of [
      [result.stdout, stdout],
      [saidIn(result), stderr],
    ] as const)
      if (typeof expected === "string") expect(text).toBe(expected);
      else for (const part of expected) expect(text).toContain(part);
  },
);

const search =
  "usdot cannot search by name or MC number; SAFER can: https://safer.fmcsa.dot.gov/CompanySnapshot.aspx (for what is newer than 2026-05-18, FMCSA's Motus)";

test.each([
  ["carrier -f empty.txt", "empty.txt has no USDOT number; nothing was sent"],
  ["carrier", "stdin has no USDOT number; nothing was sent"],
  [
    "carrier -f list.txt --strict",
    "list.txt:3: MC-747866 is a docket number, not a USDOT number\nusdot: the list has lines that are not USDOT numbers; nothing was sent; fix them, or leave out --strict",
  ],
  [
    "carrier 9000001 abc def",
    `abc has no digits; a USDOT number has 1 to 8; ${search}`,
  ],
  [
    "carrier ' '",
    '"" is empty; a USDOT number has 1 to 8 digits; nothing was sent',
  ],
  ["carrier good.txt", "good.txt is a file; use --file good.txt"],
  [
    `carrier ${"x".repeat(300)}`,
    `${"x".repeat(39)}… has no digits; a USDOT number has 1 to 8; ${search}`,
  ],
  [
    "carrier good.txt/x",
    `good.txt/x has no digits; a USDOT number has 1 to 8; ${search}`,
  ],
  ["MC 747866", `MC 747866 is a docket number, not a USDOT number; ${search}`],
  [
    "blue ridge transport",
    `"blue" is neither a command nor a USDOT number; ${search}`,
  ],
  [
    "snapshop 9000001",
    '"snapshop" is neither a command nor a USDOT number; did you mean snapshot?',
  ],
  [
    "carrier -f good.txt --shard 3/2",
    '--shard "3/2" is not a part of a list, such as 3/8',
  ],
  ["carrier -f ''", "--file has no value; is a variable unset?"],
  [
    "carrier 9000001 --resume",
    "--resume needs rows in a file; name it with --output, as .ndjson or .csv",
  ],
  [
    "carrier 9000001 --resume -o x.json",
    "--resume needs rows in a file; name it with --output, as .ndjson or .csv",
  ],
  [
    "carrier 9000001 -o x.parquet",
    "x.parquet: there is no format for .parquet files; name one (--format NAME, --report NAME=FILE), or use .txt, .json, .ndjson, .jsonl, .csv, .xlsx, .xml, .md, .html, .htm",
  ],
  [
    "carrier 9000001 --format junit",
    "carrier cannot write junit (from --format); use table, json, ndjson, csv, xlsx",
  ],
  [
    "9000001 --policy policy.yaml",
    'policy.yaml:3:10: unknown rule "statsu"; did you mean "status"? usdot vet --rules lists them\nusdot: policy.yaml:3:22: unknown rule "foo"; usdot vet --rules lists them',
  ],
  [
    "carrier 9000001 --keep-columns",
    "--keep-columns needs one list with columns; give one --file, and no numbers",
  ],
  [
    "carrier -f good.txt --keep-columns --shard 1/2",
    "--keep-columns cannot be used with --shard; it writes every row of the file",
  ],
  [
    "carrier -f good.txt --keep-columns --json",
    "--keep-columns cannot write json (from --format); use csv, xlsx",
  ],
])(
  "usdot --sample %s is refused with that alone: a service that is not asked is not announced",
  async (args, message) => {
    expect(await run(`--sample ${args}`, { cwd, stdin: "" })).toMatchObject({
      status: 2,
      stdout: "",
      stderr: `usdot: ${message}\n`,
    });
  },
);

test.each([
  "carrier 9000001",
  "carrier 9000001 9000002",
  "vet 9000001",
  "9000001 -q",
  "carrier 9000001 --json",
  "carrier 9000001 -o card.txt",
])(
  "usdot --sample %s says once on a terminal that the data is invented",
  async (args) => {
    const { stdout, stderr } = await run(`--sample ${args}`, { tty: true });
    expect(
      (stdout + stderr).split("sample data: the carriers are invented"),
    ).toHaveLength(2);
  },
);

test("without numbers at a terminal, there is the command's help", async () => {
  const { status, stdout, stderr } = await run("carrier", { tty: true });
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("Usage: usdot carrier ");
  expect(stderr).toContain(
    "\nusdot: no USDOT number was given; give one, or a list with --file\n",
  );
});

test("nothing in the output can start a command of GitHub's runner", async () => {
  const { stdout } = await run(
    "--sample carrier 9000553 9000001 --format ndjson",
    { env: { GITHUB_ACTIONS: "true" } },
  );
  expect(stdout).not.toMatch(/^::|##\[/m);
});
