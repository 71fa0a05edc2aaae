/**
 * Files that lookups read and write, over the sample service: outputs,
 * `--resume`, `--keep-columns`, workbooks.
 */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  linkSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { beforeEach, describe, expect, test } from "vitest";
import writeWorkbook from "write-excel-file/node";
import { defaultPolicyText } from "../../../src/vet/policy/policy.ts";
import { sheetOf } from "../../output/results.ts";
import { folder } from "../../support/resources.ts";
import { ending, run, saidIn } from "../../support/run.ts";

const good = "9000001\n9000002\n9000003\n";
const earlier = "an earlier file";
let { path: cwd, at, write, read, names } = folder();
beforeEach(() => {
  ({ path: cwd, at, write, read, names } = folder({ "good.txt": good }));
});
const sample = (args: string) => run(`--sample ${args}`, { cwd });

describe("an output", () => {
  test.each([
    ["rows.csv", "dot_number,legal_name,"],
    ["rows.ndjson", '{"dot_number":"9000001"'],
    ["rows.JSONL", '{"dot_number":"9000001"'],
    ["rows.json", "[\n  {"],
    ["rows.txt", "USDOT    Name"],
    ["rows", "USDOT    Name"],
  ])(
    "%s has the format of its name, replaces the earlier file, and leaves nothing beside it",
    async (name, beginning) => {
      write(name, earlier);
      const result = await sample(`carrier -f good.txt -o ${name}`);
      expect([result.status, result.stdout, saidIn(result)]).toEqual([
        0,
        "",
        "usdot: note: 3 answered\n",
      ]);
      expect(read(name).startsWith(beginning)).toBe(true);
      expect(names()).toEqual(["good.txt", name]);
    },
  );

  test.each([
    ["carrier 9000001 9000500 -o out.json", 8, '"9000500",\n    "error"'],
    [
      "carrier 9000404 --fields status -o out.csv",
      3,
      "dot_number,status,error\n9000404,,not-found\n",
    ],
    ["carrier 9000404 -o out.json", 3, earlier],
    ["carrier 9000500 --json -o out.json", 5, earlier],
    ["carrier -f good.txt --fields phone -o out.csv", 2, earlier],
    ["carrier -f good.txt --fields phone -o out.json", 2, earlier],
  ])(
    "replaces the earlier file where every number has its row or its error, and otherwise leaves it: %s",
    async (args, status, content) => {
      const name = args.replace(/.* /, "");
      write(name, earlier);
      const result = await sample(args);
      expect(result.status).toBe(status);
      expect(read(name)).toContain(content);
      const note = `not written, and still from before this run: ${name}\n`;
      expect(result.stderr.includes(note)).toBe(content === earlier);
      expect(names()).toEqual(["good.txt", name]);
    },
  );

  test("keeps a link, to be written once, and the permissions of what it replaces", async () => {
    write("old.csv", earlier);
    chmodSync(at("old.csv"), 0o640);
    symlinkSync(at("old.csv"), at("link.csv"));
    const twice = "vet 9000001 -o old.csv --report csv=link.csv";
    expect(await sample(twice)).toMatchObject(ending(7, " is writing /"));
    await sample("carrier 9000001 --fields status -o link.csv");
    expect(read("old.csv")).toBe("dot_number,status,error\n9000001,ACTIVE,\n");
    expect(statSync(at("old.csv")).mode & 0o777).toBe(0o640);
  });

  const input = "is an input file";
  test.each([
    ["a directory", "-o .", 7, "it is a directory"],
    [
      "in a directory that is not there",
      "-o none/out.csv",
      7,
      "; create it first",
    ],
    ["recorded evidence", "-o old.csv", 2, "recorded evidence"],
    ["the list by another name", "-o link.csv", 2, input],
    ["the list by a name of equal right", "-o hard.csv", 2, input],
    [
      "a file whose unfinished one is a list",
      "-o p.csv -f p.csv.partial",
      2,
      input,
    ],
    ["the configuration", "-o config.json --config config.json", 2, input],
    ["the key", "-o key.txt --api-key-file key.txt", 2, input],
    ["the policy", "-o p.csv --policy p.csv", 2, input, "snapshot"],
    ["below a file", "-o good.txt/x", 7, "of its path is not a directory"],
    ["full", "-o /dev/full", 7, "cannot write /dev/full: the disk is full"],
  ])(
    "that is %s is refused",
    async (_, args, status, words, command = "carrier") => {
      write("old.csv", '{"type":"run","format":"usdot-evidence/2"}\n');
      symlinkSync(at("good.txt"), at("link.csv"));
      linkSync(at("good.txt"), at("hard.csv"));
      write("config.json", "{}");
      write("key.txt", "k");
      write("p.csv", defaultPolicyText);
      write("p.csv.partial", good);
      expect(await sample(`${command} -f good.txt ${args}`)).toMatchObject({
        ...ending(status, words),
        stdout: "",
      });
      expect(read("good.txt")).toBe(good);
    },
  );

  const dead = Number(execFileSync(process.execPath, ["-p", "process.pid"]));
  const host = hostname();
  const ours = { pid: process.pid, host };
  test.each([
    ["a dead process", { pid: dead, host }, 0, ""],
    ["our number: in a container, every run has the same", ours, 0, ""],
    ["a running one", { pid: 1, host }, 7, ` (process 1 on ${host})`],
    [
      "one on another host, which may run",
      { pid: dead, host: "elsewhere" },
      7,
      ` (process ${dead} on elsewhere)`,
    ],
    ["a run that has just begun, and not said who it is", undefined, 7, ""],
  ])("has the lock of %s", async (_, owner, status, named) => {
    write("out.csv.lock", owner ? JSON.stringify(owner) : "");
    const result = await sample("-q carrier 9000001 -o out.csv");
    const left = status === 0 ? "out.csv" : "out.csv.lock";
    expect([result.status, names()]).toEqual([status, ["good.txt", left]]);
    if (status > 0)
      expect(result.stderr).toBe(
        `usdot: another usdot${named} is writing ${at("out.csv")}; if not, delete ${at(left)}\n`,
      );
  });
});

describe("--resume", () => {
  const header = "dot_number,status,error\n";
  const rows = "--fields status -o rows.csv";
  const csv = `carrier ${rows} --resume`;

  test("keeps answers, and asks for the rest", async () => {
    await sample(`carrier 9000404 9000500 9000001 ${rows}`);
    const result = await sample(`${csv} 9000404 9000500 9000001 9000003`);
    expect(result.status).toBe(8);
    expect(result.stderr).toContain(
      "\nusdot: 1 answered, 1 unanswered, 2 already in the output (1 not found); the same command with --resume ",
    );
    // Numbers asked for again stand last.
    expect(read("rows.csv")).toBe(
      `${header}9000404,,not-found\n9000001,ACTIVE,\n9000500,,unreachable\n9000003,ACTIVE,\n`,
    );
  });

  test("has nothing where all failed, in whatever ways: the earlier file stays", async () => {
    write("rows.csv", "old");
    for (const resume of ["", "--resume", ""]) {
      const args = `carrier 9000500 9000550 ${rows} ${resume}`;
      expect((await sample(args)).status).toBe(8);
      expect(read("rows.csv")).toBe("old");
      expect(names()).toEqual(["good.txt", "rows.csv", "rows.csv.partial"]);
    }
  });

  test("loses no answer of a number that is not in the list", async () => {
    await sample(`carrier 9000500 9000001 ${rows}`);
    const written = read("rows.csv");
    expect(await sample(`${csv} 9000500`)).toMatchObject(
      ending(2, "it has USDOT 9000001, which is not in the list"),
    );
    expect(read("rows.csv")).toBe(written);
  });

  test.each(["", " --resume"])(
    "of an output whose rows all have their answers%s is refused: they grow old",
    async (resume) => {
      const first = await sample(`carrier 9000404 9000500 ${rows}`);
      const done = await sample(`carrier 9000404 9000001 ${rows}${resume}`);
      const again = await sample(`${csv} 9000404 9000001`);
      expect([first.status, done.status, again.status]).toEqual([8, 3, 2]);
      expect(again.stderr).toContain(
        "rows.csv: its run is complete, or rows.csv.run is missing; delete it to ask",
      );
    },
  );

  test("continues the rows of a snapshot under the same policy alone", async () => {
    const snapshot = "9000001 9000500 -o rows.csv --fields problems --policy";
    const rules = "version: 1\nname: ours\nrules:\n  dot_number:";
    write("ours.yaml", `${rules} { deny_file: good.txt }\n`);
    write("other.yaml", `${rules} { allow_file: good.txt }\n`);
    await sample(`${snapshot} ours.yaml`);
    const same = await sample(`${snapshot} ours.yaml --resume`);
    const other = await sample(`${snapshot} other.yaml --resume`);
    write("good.txt", "9000002\n");
    const otherList = await sample(`${snapshot} ours.yaml --resume`);
    const statuses = [same, other, otherList].map(({ status }) => status);
    expect(statuses).toEqual([8, 2, 2]);
    expect(other.stderr).toContain("rows.csv.run has another command, ");
  });

  test("is how an interrupted run goes on: no other replaces its rows", async () => {
    await sample(`carrier 9000500 -f good.txt ${rows}`);
    write("rows.csv.partial", "9000001");
    expect(await sample(`carrier -f good.txt ${rows}`)).toMatchObject(
      ending(
        2,
        "rows.csv.partial has the rows of an interrupted run; continue it with --resume, or delete the file\n",
      ),
    );
    expect(read("rows.csv.partial")).toBe("9000001");
  });
});

describe("--keep-columns", () => {
  test("writes every row with its own cells, then ours", async () => {
    write(
      "fleet.csv",
      'Our fleet\nName;DOT Number;Since\n"Prairie; Inc";9000001;2020-01-02\nNobody;;x\nGone;9000404;y\nAgain;9000001;z\n',
    );
    const result = await sample(
      "carrier -f fleet.csv --keep-columns --fields status,contact.phone",
    );
    expect(result.status).toBe(8);
    expect(result.stdout).toBe(`Our fleet
Name;DOT Number;Since;usdot_dot_number;usdot_status;usdot_contact.phone;usdot_error
"Prairie; Inc";9000001;2020-01-02;9000001;ACTIVE;(555) 555-0101;
Nobody;;x;;;;"Nobody, x has no USDOT number in column DOT Number"
Gone;9000404;y;9000404;;;not-found
Again;9000001;z;9000001;ACTIVE;(555) 555-0101;
`);
    expect(result.stderr).toContain(
      "usdot: 1 answered, 1 not found (USDOT 9000404), 1 invalid, 1 repeated\n",
    );
  });
});

describe("a workbook", () => {
  const since = new Date(Date.UTC(2020, 0, 2));
  const rows = [
    ["Name", "DOT Number", "Since", "Loads", "Ok"],
    ['"Prairie"', 9000001, since, 7.5, true],
    ["=Gone", "09000404", null, -1, false],
  ];
  const cells = (name: string) => sheetOf(readFileSync(at(name)))?.rows ?? [];

  beforeEach(async () => {
    const sheets = [
      {
        data: [["Our fleet"], ...rows],
        sheet: "Fleet",
        dateFormat: "yyyy-mm-dd",
      },
      { data: [["DOT"], [9000003]], sheet: "More" },
    ];
    await writeWorkbook(sheets).toFile(at("fleet.xlsx"));
  });

  test("is a list by the name of a sheet", async () => {
    const { stdout } = await sample(
      "carrier -f fleet.xlsx#More --format csv --fields status",
    );
    expect(stdout).toBe("dot_number,status,error\n9000003,ACTIVE,\n");
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

  test("says that it is a sample, and has the values of the interface with their types", async () => {
    const fields = ["policies.coverage_amount", "policies.expiration_date"];
    await sample(`insurance 9000010 9000404 --fields ${fields} -o rows.xlsx`);
    expect(sheetOf(readFileSync(at("rows.xlsx")))?.name).toBe("sample data");
    const day = expect.any(Date);
    expect(cells("rows.xlsx")).toEqual([
      ["dot_number", ...fields, "error"],
      ["9000010", 750_000, day],
      ["9000010", 100_000, day],
      ["9000404", null, null, "not-found"],
    ]);
  });

  test("does not replace one that another program saved", async () => {
    const saved = "PK\x03\x04 docProps/app.xml";
    writeFileSync(at("saved.xlsx"), saved);
    const { status, stderr } = await sample("9000001 9000002 -o saved.xlsx");
    expect(stderr).toContain("saved.xlsx was saved by another program");
    expect([status, read("saved.xlsx")]).toEqual([2, saved]);
  });

  test("becomes CSV", async () => {
    await sample(
      "carrier -f fleet.xlsx --keep-columns --fields status -o fleet.csv",
    );
    expect(read("fleet.csv")).toContain(`
"""Prairie""",9000001,2020-01-02,7.5,TRUE,9000001,ACTIVE,
=Gone,09000404,,-1,FALSE,9000404,,not-found
`);
  });
});
