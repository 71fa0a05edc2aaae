/**
 * Files that lookups read and write, over the sample service: outputs,
 * `--resume`, `--keep-columns`, workbooks.
 */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import writeWorkbook from "write-excel-file/node";
import { readWorkbook } from "../../../src/list/workbook.ts";
import { defaultPolicyText } from "../../../src/vet/policy/policy.ts";
import { temporaryDirectory } from "../../support/resources.ts";
import { type } from "./rows.ts";

let cwd = "";
beforeEach(() => {
  cwd = temporaryDirectory();
  write("good.txt", "9000001\n9000002\n9000003\n");
});

const write = (name: string, text: string | Uint8Array) =>
  writeFileSync(join(cwd, name), text);
const read = (name: string) => readFileSync(join(cwd, name), "utf8");
const sample = (args: string) => type(`--sample ${args}`, { cwd });
const said = ({ stderr }: { stderr: string }) =>
  stderr.replace(/^usdot: note: sample data: .*\n/m, "");

describe("an output", () => {
  test.each([
    ["rows.csv", /^dot_number,legal_name,/],
    ["rows.ndjson", /^\{"dot_number":"9000001"/],
    ["rows.JSONL", /^\{"dot_number":"9000001"/],
    ["rows.json", /^\[\n {2}\{/],
    ["rows.txt", /^USDOT +Name/],
    ["rows", /^USDOT +Name/],
  ])(
    "%s has the format of its name, replaces the earlier file, and leaves nothing beside it",
    async (name, content) => {
      write(name, "an earlier file");
      const result = await sample(`carrier -f good.txt -o ${name}`);
      expect([result.status, result.stdout, said(result)]).toEqual([
        0,
        "",
        "usdot: note: 3 answered\n",
      ]);
      expect(read(name)).toMatch(content);
      expect(readdirSync(cwd).toSorted()).toEqual(
        ["good.txt", name].toSorted(),
      );
    },
  );

  test.each([
    ["carrier 9000001 9000500 -o out.json", 8, /"9000500",\n +"error"/],
    [
      "carrier 9000404 --fields status -o out.csv",
      3,
      /^dot_number,status,error\n9000404,,not-found\n$/,
    ],
    ["carrier 9000404 -o out.json", 3, undefined],
    ["carrier -f good.txt --fields phone -o out.csv", 2, undefined],
    ["carrier -f good.txt --fields phone -o out.json", 2, undefined],
  ])(
    "replaces the earlier file where every number has its row or its error, and otherwise leaves it: %s",
    async (args, status, content = /^an earlier file$/) => {
      const name = args.replace(/.* /, "");
      write(name, "an earlier file");
      const result = await sample(args);
      expect(result.status).toBe(status);
      expect(read(name)).toMatch(content);
      const note = `${name} was not written: it is still the file from before this run\n`;
      expect(result.stderr.includes(note)).toBe(
        read(name) === "an earlier file",
      );
      expect(readdirSync(cwd).toSorted()).toEqual(["good.txt", name]);
    },
  );

  test.each([
    [
      "a directory",
      () => mkdirSync(join(cwd, "out.csv")),
      7,
      /it is a directory/,
    ],
    [
      "in a directory that is not there",
      () => {},
      7,
      /there is no directory .*none;/,
      "none/out.csv",
    ],
    [
      "recorded evidence",
      () => write("out.csv", '{"type":"run","format":"usdot-evidence/2"}\n'),
      2,
      /recorded evidence/,
    ],
    [
      "the list by another name",
      () => symlinkSync(join(cwd, "good.txt"), join(cwd, "out.csv")),
      2,
      /is an input file/,
    ],
    [
      "the configuration",
      () => write("config.json", "{}"),
      2,
      /config.json is an input file/,
      "config.json --config config.json",
    ],
    [
      "the key",
      () => write("key.txt", "k"),
      2,
      /key.txt is an input file/,
      "key.txt --api-key-file key.txt",
    ],
    [
      "the policy",
      () => write("p.csv", defaultPolicyText),
      2,
      /p.csv is an input file/,
      "p.csv --policy p.csv",
      "snapshot",
    ],
  ])(
    "that is %s is refused",
    async (_, prepare, status, words, name = "out.csv", command = "carrier") => {
      prepare();
      const result = await sample(`${command} -f good.txt -o ${name}`);
      expect([result.status, result.stdout]).toEqual([status, ""]);
      expect(result.stderr).toMatch(words);
      expect(read("good.txt")).toBe("9000001\n9000002\n9000003\n");
    },
  );

  test("to a device is written as it is", async () => {
    expect(
      (await sample("carrier -f good.txt --format csv -o /dev/null")).status,
    ).toBe(0);
  });
});

test.each([
  [
    "MC-747866\nMC-115495\n",
    8,
    /usdot cannot search by name or MC number; SAFER/,
  ],
  ["9000001OOS\n", 0, /marked as out of service \(OOS\): USDOT 9000001\n/],
  ['"USDOT\nNumber",City\n,Dallas\n9000001,x\n', 8, /column USDOT Number\n/],
])(
  "of the list %j, %i, it is said what to know",
  async (text, status, said) => {
    write("list.csv", text);
    const result = await sample("carrier -f list.csv --format csv");
    expect(result).toMatchObject({
      status,
      stderr: expect.stringMatching(said),
    });
  },
);

describe("--resume", () => {
  const csv = "carrier --fields status -o rows.csv --resume";

  test("without an earlier file begins one", async () => {
    expect(said(await sample(`${csv} 9000001`))).toBe(
      "usdot: note: 1 answered\n",
    );
    expect(read("rows.csv")).toBe("dot_number,status,error\n9000001,ACTIVE,\n");
  });

  test("asks again for one number that had no answer", async () => {
    await sample("carrier 9000500 --fields status -o rows.csv");
    const again = await sample(`${csv} 9000500 9000001`);
    expect([again.status, read("rows.csv")]).toEqual([
      8,
      "dot_number,status,error\n9000500,,unreachable\n9000001,ACTIVE,\n",
    ]);
  });

  test("keeps answers, asks for the rest, and leaves out what is no longer asked for", async () => {
    await sample(
      "carrier 9000404 9000500 9000001 9000002 --fields status -o rows.csv",
    );
    const result = await sample(`${csv} 9000404 9000500 9000001 9000003`);
    expect(result.status).toBe(8);
    const counts =
      "1 answered, 1 unanswered, 2 already in the output \\(1 not found\\); the same command with --resume .*";
    expect(said(result)).toMatch(
      new RegExp(
        `^usdot: note: left out 1 row .*\n.*9000500.*\nusdot: ${counts}\n$`,
      ),
    );
    // Numbers asked for again stand last.
    expect(read("rows.csv")).toBe(
      "dot_number,status,error\n9000404,,not-found\n9000001,ACTIVE,\n9000500,,unreachable\n9000003,ACTIVE,\n",
    );
  });

  test("of an output whose rows all have their answers is refused: they grow old", async () => {
    for (const resume of ["", " --resume"]) {
      const first = await sample(
        `carrier 9000404 9000500 --fields status -o rows.csv`,
      );
      const done = await sample(
        `carrier 9000404 9000001 --fields status -o rows.csv${resume}`,
      );
      const again = await sample(`${csv} 9000404 9000001`);
      expect([first.status, done.status, again.status]).toEqual([8, 3, 2]);
      expect(said(again)).toContain(
        "there is no rows.csv.run to tell which run wrote it; leave out --resume to ask for all numbers again",
      );
    }
  });

  test("continues no other run, and no run replaces the rows of an interrupted one", async () => {
    const rows = "--fields legal_name -o rows.ndjson";
    await sample(`carrier 9000500 -f good.txt ${rows}`);
    const other = await sample(`bulk -f good.txt ${rows} --resume`);
    expect([other.status, other.stderr]).toEqual([
      2,
      expect.stringContaining("its command, service, format or"),
    ]);
    await sample(`carrier -f good.txt ${rows}`);
    const whole = read("rows.ndjson");
    const unknown = await sample(`carrier -f good.txt ${rows} --resume`);
    expect([unknown.status, unknown.stderr]).toEqual([
      2,
      expect.stringContaining("there is no rows.ndjson.run to"),
    ]);
    write("rows.ndjson.partial", '{"dot_number":"9000001"}\n');
    write("rows.ndjson.run", "{}");
    const anew = await sample(`carrier -f good.txt ${rows}`);
    const hint =
      "rows.ndjson.partial has the rows of an interrupted run; continue it with --resume, or delete the file\n";
    expect([anew.status, anew.stderr]).toEqual([
      2,
      expect.stringContaining(hint),
    ]);
    expect([read("rows.ndjson"), read("rows.ndjson.partial")]).toEqual([
      whole,
      '{"dot_number":"9000001"}\n',
    ]);
  });
});

describe("--keep-columns", () => {
  const fleet =
    'Our fleet\nName;DOT Number;Since\n"Prairie; Inc";9000001;2020-01-02\nNobody;;x\nGone;9000404;y\nAgain;9000001;z\n';

  test("writes every row with its own cells, then ours", async () => {
    write("fleet.csv", fleet);
    const result = await sample(
      "carrier -f fleet.csv --keep-columns --fields status,contact.phone",
    );
    expect(result.status).toBe(8);
    expect(result.stdout).toBe(
      [
        "Our fleet",
        "Name;DOT Number;Since;usdot_dot_number;usdot_status;usdot_contact.phone;usdot_error",
        '"Prairie; Inc";9000001;2020-01-02;9000001;ACTIVE;(555) 555-0101;',
        'Nobody;;x;;;;"Nobody, x has no USDOT number in column DOT Number"',
        "Gone;9000404;y;9000404;;;not-found",
        "Again;9000001;z;9000001;ACTIVE;(555) 555-0101;",
        "",
      ].join("\n"),
    );
    expect(said(result)).toContain(
      "usdot: 1 answered, 1 not found (USDOT 9000404), 1 invalid, 1 repeated\n",
    );
  });

  test.each([
    ["insurance --fields policies.policy_type", "BIPD/Primary; CARGO"],
    ["safety --fields crashes.total", "9"],
    ["bulk --fields status", "ACTIVE"],
    ["--fields carrier.status", "ACTIVE"],
  ])("works for every lookup: %s", async (args, cell) => {
    write("fleet.csv", "DOT\n9000001\n");
    const { stdout } = await sample(`${args} -f fleet.csv --keep-columns`);
    expect(stdout.split("\n")[1]).toBe(`9000001,9000001,${cell},`);
  });
});

describe("a workbook", () => {
  const since = new Date(Date.UTC(2020, 0, 2));
  const rows = [
    ["Name", "DOT Number", "Since", "Loads"],
    ["Prairie", 9000001, since, 7],
    ["Gone", "9000404", null, 0.5],
  ];
  const cells = (name: string) =>
    readWorkbook(readFileSync(join(cwd, name)), name)[0]?.rows ?? [];

  beforeEach(async () => {
    const written = rows.map((row) =>
      row.map((value) =>
        value instanceof Date ? { value, format: "yyyy-mm-dd" } : value,
      ),
    );
    const sheets = [
      { data: [["Our fleet"], ...written], sheet: "Fleet" },
      { data: [["DOT"], [9000003]], sheet: "More" },
    ];
    await writeWorkbook(sheets).toFile(join(cwd, "fleet.xlsx"));
  });

  test.each([
    ["fleet.xlsx", "9000001,ACTIVE,\n9000404,,not-found\n", 3],
    ["fleet.xlsx#More", "9000003,ACTIVE,\n", 0],
  ])("%s is a list", async (name, expected, status) => {
    const result = await sample(
      `carrier -f ${name} --format csv --fields status`,
    );
    expect([result.status, result.stdout]).toEqual([
      status,
      `dot_number,status,error\n${expected}`,
    ]);
  });

  test("with --keep-columns has the cells of the source, with their types, also for the snapshot", async () => {
    const result = await sample(
      "-f fleet.xlsx --keep-columns --fields carrier.status,in_force.bipd -o checked.xlsx",
    );
    expect(result.status).toBe(3);
    const ours = [
      [
        "usdot_dot_number",
        "usdot_carrier.status",
        "usdot_in_force.bipd",
        "usdot_error",
      ],
      ["9000001", "ACTIVE", 1_000_000],
      ["9000404", null, null, "not-found"],
    ];
    expect(cells("checked.xlsx").slice(1)).toEqual(
      rows.map((row, at) => [...row, ...(ours[at] ?? [])]),
    );
  });

  test("becomes CSV, and CSV a workbook", async () => {
    await sample(
      "carrier -f fleet.xlsx --keep-columns --fields status -o fleet.csv",
    );
    expect(read("fleet.csv")).toMatch(
      /^Prairie,9000001,2020-01-02,7,9000001,ACTIVE,$/m,
    );
    await sample("carrier -f fleet.csv --fields status -o again.xlsx");
    expect(cells("again.xlsx")).toEqual([
      ["dot_number", "status", "error"],
      ["9000001", "ACTIVE"],
      ["9000404", null, "not-found"],
    ]);
  });
});
