import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import writeXlsxFile from "write-excel-file/node";
import { readWorkbook } from "../../../src/list/workbook.ts";
import { changed, goodCarrier, startWorld } from "./world.ts";

const carriers = {
  "1": goodCarrier("1", "ACME FREIGHT INC"),
  "2": changed("2", { status: "INACTIVE", legal_name: "FADED HARBOR CO" }),
};

describe("usdot vet: claims", () => {
  it.each<[string[], number, string]>([
    [["--claim", "name=Acme Freight"], 0, "  name as claimed\n"],
    [
      ["--claim", "phone=555.555.0110", "--claim", "mc_number=MC 115495"],
      0,
      "MC number as claimed; phone as claimed",
    ],
    [
      ["--claim", "phone=(555) 555-0199"],
      3,
      'phone: the claim says "(555) 555-0199", the record "(555) 555-0110"',
    ],
    [["--claim", "name=ACME"], 8, "not certainly the same"],
    [["--claim", "Mc-Number=99"], 3, "MC number"],
  ])("%j", async (args, status, message) => {
    const world = await startWorld(carriers);
    const result = await world.run(["1", ...args]);
    expect(result.status).toBe(status);
    expect(result.stdout).toContain(message);
  });

  it.each<[string, string, string[], number, string]>([
    [
      "the usual headers, without any option",
      "DOT,Carrier Name,MC #\n1,Other Co,115495\n",
      [],
      3,
      'name from "Carrier Name", mc_number from "MC #"',
    ],
    [
      "a repeated number with another name: every row is compared",
      "DOT,Carrier Name\n1,Acme Freight\n1,Other Co\n",
      [],
      3,
      "name from",
    ],
    [
      "an empty cell claims nothing",
      "DOT,Carrier Name\n1,\n",
      [],
      0,
      "name from",
    ],
    [
      "other columns only by --claim-column",
      "DOT,Phone\n1,5555550199\n",
      [],
      0,
      "",
    ],
    [
      "a column by its name",
      "DOT,Phone\n1,5555550199\n",
      ["--claim-column", "phone=phone"],
      3,
      'phone from "Phone"',
    ],
  ])("of a list: %s", async (_, text, args, status, message) => {
    const world = await startWorld(carriers);
    const result = await world.run([
      "-f",
      world.file("list.csv", text),
      ...args,
    ]);
    expect(result).toMatchObject({
      status,
      stderr: expect.stringContaining(message),
    });
    if (status === 3)
      expect(result.stdout).toMatch(/! claims .* (the|a row of the) list says/);
  });

  it("says of a carrier that passes whether claims agree, but not among the reasons of a spreadsheet", async () => {
    const world = await startWorld(carriers);
    const list = world.file("list.csv", "DOT,Carrier Name\n1,Acme Freight\n");
    const reports = ["table", "markdown", "html"].map((format) =>
      world.run(["-f", list, "--format", format]),
    );
    for (const { stdout } of await Promise.all(reports))
      expect(stdout).toContain("name as claimed");
    for (const args of [["-f", list, "--format", "csv"], ["1"]])
      expect((await world.run(args)).stdout).not.toContain("claim");
  });

  it.each(["1\n1OOS\n", "1OOS\n1\n"])(
    "a mark of OOS on any row of a number is for review: %j",
    async (text) => {
      const world = await startWorld(carriers);
      const result = await world.run(["-f", world.file("list.txt", text)]);
      expect(result).toMatchObject({
        status: 8,
        stdout: expect.stringContaining("oos_mark"),
      });
    },
  );

  it("compares what is claimed although the policy lacks the rule, and says so", async () => {
    const world = await startWorld(carriers);
    const policy = world.file(
      "p.yaml",
      "version: 1\nname: mine\nrules:\n  status: { allow: [ACTIVE] }\n",
    );
    const result = await world.run([
      "1",
      "--policy",
      policy,
      "--claim",
      "name=Other Co",
    ]);
    expect(result).toMatchObject({
      status: 3,
      stderr: expect.stringContaining("your vetting rules lack claims"),
    });
    const inBulk = await world.run(
      ["1", "--policy", policy, "--claim", "name=Other Co"],
      {
        env: { USDOT_API_KEY: "k" },
      },
    );
    expect([inBulk.status, world.asked]).toEqual([3, ["1/carrier"]]);
    const list = world.file(
      "list.csv",
      "DOT,Carrier Name,Called\n1,Other Co,Other Co\n",
    );
    expect((await world.run(["-f", list, "--policy", policy])).status).toBe(0);
    expect(
      (
        await world.run([
          "-f",
          list,
          "--policy",
          policy,
          "--claim-column",
          "name=Called",
        ])
      ).status,
    ).toBe(3);
  });
});

describe("usdot vet --keep-columns", () => {
  const csv =
    "Carrier report\nDOT,Carrier Name,Rate\n1,Acme Freight,$2.10\n,no number,\nMC-4,docket,\n2,Faded Harbor,=1+1\n1,,\n#N/A,error,\nTotal: 4,,\n";

  it("keeps every row of a CSV, and gives each a verdict", async () => {
    const world = await startWorld(carriers);
    const result = await world.run([
      "-f",
      world.file("in.csv", csv),
      "--keep-columns",
      "-o",
      "out.csv",
    ]);
    expect(result.status).toBe(3);
    const rows = readFileSync(join(world.cwd, "out.csv"), "utf8").split("\n");
    expect(rows[1]).toMatch(
      /^DOT,Carrier Name,Rate,usdot_verdict,usdot_reasons,usdot_name_of_record,/,
    );
    expect(
      rows
        .slice(2, 9)
        .map((row) => /(?:^|,)(pass|review|fail),/.exec(row)?.[1]),
    ).toEqual([
      "pass",
      "review",
      "review",
      "fail",
      "pass",
      "review",
      undefined,
    ]);
    expect(result.stderr).toContain("in.csv: skipped 1 total\n");
    expect(rows[4]).toContain(
      'MC-4,docket,,review,"MC-4 is a docket number, not a USDOT number"',
    );
    expect(rows[5]).toContain("FADED HARBOR CO");
  });

  it("reads a workbook and writes one, with cells as they were; and CSV from it", async () => {
    const world = await startWorld(carriers);
    const data = [
      [{ value: "Carrier report" }],
      [{ value: "USDOT" }, { value: "Company" }, { value: "Since" }],
      [
        { value: 1, type: Number },
        { value: "Acme Freight" },
        {
          value: new Date("2024-05-01T00:00:00Z"),
          type: Date,
          format: "yyyy-mm-dd",
        },
      ],
      [{ value: "2" }, { value: "Faded Harbor" }, null],
      [null, { value: "no number" }, null],
    ];
    world.file("in.xlsx", await writeXlsxFile(data as never).toBuffer());
    const result = await world.run([
      "-f",
      "in.xlsx",
      "--keep-columns",
      "-o",
      "checked.xlsx",
    ]);
    expect(result).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('name from "Company"'),
    });
    const bytes = readFileSync(join(world.cwd, "checked.xlsx"));
    const rows = readWorkbook(bytes, "checked.xlsx")[0]?.rows ?? [];
    expect(rows[1]?.slice(0, 6)).toEqual([
      "USDOT",
      "Company",
      "Since",
      "usdot_verdict",
      "usdot_reasons",
      "usdot_name_of_record",
    ]);
    expect(rows[2]?.slice(0, 4)).toEqual([
      1,
      "Acme Freight",
      new Date("2024-05-01T00:00:00Z"),
      "pass",
    ]);
    expect(rows.slice(2, 5).map((row) => row[3])).toEqual([
      "pass",
      "fail",
      "review",
    ]);
    expect(
      (await world.run(["-f", "in.xlsx", "--evidence", "run.ndjson"])).status,
    ).toBe(3);
    const [run = ""] = readFileSync(
      join(world.cwd, "run.ndjson"),
      "utf8",
    ).split("\n");
    expect(JSON.parse(run).lists).toEqual([
      { path: "in.xlsx", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    expect(
      (
        await world.run([
          "-f",
          "in.xlsx",
          "--keep-columns",
          "-o",
          "checked.csv",
        ])
      ).status,
    ).toBe(3);
    expect(readFileSync(join(world.cwd, "checked.csv"), "utf8")).toContain(
      "Acme Freight,2024-05-01",
    );
  });

  it("refuses several lists", async () => {
    const world = await startWorld(carriers);
    world.file("in.csv", "DOT\n1\n");
    const several = await world.run([
      "-f",
      "in.csv",
      "-f",
      world.file("b.csv", "DOT\n2\n"),
      "--keep-columns",
      "-o",
      "out.csv",
    ]);
    expect(several).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("needs one list"),
    });
    expect(world.asked).toEqual([]);
  });
});
