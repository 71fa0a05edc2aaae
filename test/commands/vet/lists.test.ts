import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { sheetFile, sheetOf } from "../../output/results.ts";
import { ending } from "../../support/run.ts";
import { active, changed, goodCarrier, startWorld, withKey } from "./world.ts";

const carriers = {
  "1": goodCarrier("1", "ACME FREIGHT INC"),
  "2": changed("2", {
    status: "INACTIVE",
    legal_name: "FADED HARBOR CO",
    dba_name: "FADED FREIGHT",
  }),
};

const longNote = `${"late ".repeat(30)}DNU see Ann`;

const world = await startWorld(carriers);

describe("usdot vet: claims", () => {
  it.each([
    ["name=Acme Freight", 0, "  name as claimed\n"],
    [
      "phone=555.555.0110' --claim 'mc_number=MC 115495",
      0,
      "MC number as claimed; phone as claimed",
    ],
    [
      "phone=(555) 555-0199",
      3,
      'phone: the claim says "(555) 555-0199", the record "(555) 555-0110"',
    ],
    ["name=ACME", 8, "not certainly the same"],
    ["Mc-Number=99", 3, "MC number"],
  ])("%s", async (claim, status, message) => {
    const result = await world.run(`1 --claim '${claim}'`);
    expect(result.status).toBe(status);
    expect(result.stdout).toContain(message);
  });

  it.each([
    [
      "the usual headers, without any option",
      "DOT,Carrier Name,MC #\n1,Other Co,115495\n",
      "",
      3,
      'name from "Carrier Name", mc_number from "MC #"',
    ],
    [
      "a repeated number with another name: every row is compared",
      "DOT,Carrier Name\n1,Acme Freight\n1,Other Co\n",
      "",
      3,
      "name from",
    ],
    [
      "a docket number beside the number",
      "DOT\nMC 99 DOT 0001\n",
      "",
      3,
      'read USDOT 1 out of "MC 99 DOT 0001"',
    ],
    [
      "other columns only by --claim-column",
      "DOT,Phone\n1,5555550199\n",
      "",
      0,
      "",
    ],
  ])("of a list: %s", async (_, text, args, status, message) => {
    world.file("list.csv", text);
    const result = await world.run(`-f list.csv ${args}`);
    expect(result).toMatchObject(ending(status, message));
    if (status === 3)
      expect(result.stdout).toMatch(/! claims .* (the list|list.csv:3) says/);
  });

  it("compares what a pasted text claims beside --claim", async () => {
    const { status, stdout, stderr } = await world.run(
      "'DOT 0001 MC 999999' --claim mc=115495",
    );
    expect(status).toBe(3);
    expect(stdout).toContain('MC number: the claim says "MC 999999"');
    expect(stderr).toContain("read USDOT 1 out of");
  });

  it("says of a carrier that passes whether claims agree, but not among the reasons of a spreadsheet", async () => {
    world.file("list.csv", "DOT,Carrier Name\n1,Acme Freight\n");
    const reportOf = async (args: string) => (await world.run(args)).stdout;
    for (const format of ["table", "markdown", "html"])
      expect(await reportOf(`-f list.csv --format ${format}`)).toContain(
        "name as claimed",
      );
    expect(await reportOf("-f list.csv --format csv")).not.toContain("claim");
    expect(await reportOf("1")).toContain(
      "nothing claimed: the caller was not compared",
    );
  });

  it.each([
    ["1\n1OOS\n", "OOS"],
    ["1OOS\n1\n1 DNU\n", "OOS; DNU"],
    // The reason begins with the mark; a waiver has to see all of the note.
    [`DOT,Note\n1,${longNote}\n`, "…DNU see Ann", longNote],
  ])(
    "the marks on all rows of a number are for review, judged again, too: %j",
    async (text, marks, whole = marks) => {
      const file = world.file("list.txt", text);
      const marked = {
        status: 8,
        stdout: expect.stringContaining(`marks this number: ${marks}`),
      };
      const first = await world.run(`-f ${file} --evidence run.ndjson`);
      expect(first).toMatchObject(marked);
      expect(world.line("run.ndjson", 1).findings).toContainEqual(
        expect.objectContaining({ observed: { oos_mark: [whole] } }),
      );
      expect(await world.replay("run.ndjson")).toMatchObject(marked);
    },
  );

  it("compares what is claimed although the policy lacks the rule, and says so", async () => {
    const policy = world.policy(active);
    world.file("list.csv", "DOT,Carrier Name,Called\n1,Other Co,Other Co\n");
    const claimed = `1 ${policy} --claim name=Other`;
    expect(await world.run(claimed)).toMatchObject(
      ending(3, "your policy has no claims rule"),
    );
    const inBulk = await world.run(claimed, withKey);
    expect([inBulk.status, world.asked]).toEqual([3, ["1/carrier"]]);
    const ofList = async (more = "") =>
      (await world.run(`-f list.csv ${policy} ${more}`)).status;
    expect(await ofList()).toBe(0);
    expect(await ofList("--claim-column name=Called")).toBe(3);
  });
});

it("says of a long list how it could be resumed, and under way how many fail", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    world.onRequest = () => vi.advanceTimersByTime(1_000);
    const list = ["2", "1", "3", ...Array(97).fill("1")].join("\n");
    world.file("long.txt", list);
    const args = "-f long.txt --concurrency 1 -o out.csv";
    const { stderr } = await world.run(args, { tty: true });
    expect(stderr).toContain("with --evidence FILE, an interrupted run can be");
    // The third is asked for once the first is judged.
    expect(stderr).toMatch(/: [12] of 100, 1 fail/);
  } finally {
    vi.useRealTimers();
  }
});

describe("usdot vet --keep-columns", () => {
  const csv =
    "Carrier report\nDOT,Carrier Name,Rate\n1,Acme Freight,$2.10\n,no number,\nMC-4,docket,\n2,Faded Harbor,=1+1\n1,,\nDNU,error,\nTotal: 4,,\n";

  it("keeps every row of a CSV, and gives each a verdict, checked twice, too", async () => {
    world.file("in.csv", csv);
    await world.run("-f in.csv --keep-columns -o once.csv");
    const result = await world.run("-f once.csv --keep-columns -o twice.csv");
    expect(result.status).toBe(3);
    const [, header, ...rows] = world.read("twice.csv").split("\n");
    expect(header).toContain(
      "DOT,Carrier Name,Rate,usdot_verdict,usdot_reasons,usdot_name_of_record,",
    );
    const verdicts = rows.map((row) => /,(pass|review|fail),/.exec(row)?.[1]);
    expect(verdicts.join()).toBe("pass,review,review,fail,pass,review,,");
    expect(result.stderr).toContain("once.csv: skipped 1 total\n");
    expect(result.stderr).toContain(
      "once.csv: removes the columns of an earlier run: usdot_verdict, ",
    );
    expect(rows[2]).toContain(
      'MC-4,docket,,review,"MC-4 is a docket number, not a USDOT number"',
    );
    expect(rows[3]).toContain(",FADED HARBOR CO (DBA FADED FREIGHT),");
  });

  it("reads a workbook and writes one, and evidence has the hash", async () => {
    const rows = [
      ["USDOT", "MC #"],
      [1, 115495],
      ["2", true],
    ];
    world.file("in.xlsx", await sheetFile(rows));
    expect(
      await world.run(
        "-f in.xlsx --keep-columns -o checked.xlsx --evidence run.ndjson",
      ),
    ).toMatchObject(ending(3, 'mc_number from "MC #"'));
    const sheet = sheetOf(readFileSync(world.at("checked.xlsx")));
    expect(sheet?.rows.map((row) => row[2])).toEqual([
      "usdot_verdict",
      "pass",
      "fail",
    ]);
    // Nothing is waived.
    expect(sheet?.rows[0]).not.toContain("usdot_waived");
    expect(world.line("run.ndjson", 0).lists).toEqual([
      { path: "in.xlsx", sha256: expect.any(String) },
    ]);
  });
});
