import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { respond, serve } from "../service/loopback.ts";
import { goodRecord } from "../support/carrier-records.ts";
import { runInProcess } from "../support/memory-host.ts";
import { temporaryDirectory } from "../support/resources.ts";
import { startRecordService } from "./record-service.ts";

const sample = (args: string, changes = {}) => runInProcess(["--sample", ...args.split(" ")], changes);

describe("usdot NUMBER", () => {
  it.each(["carrier", "insurance"])("knows what a 404 is about, whichever record comes last: %s", async (last) => {
    const service = await serve(async (_, { url }, response) => {
      const kind = /carriers\/1\/(\w+)$/.exec(url)?.[1] ?? "carrier";
      if (kind === last) await wait(20);
      if (kind === "insurance") respond(response, 200, goodRecord(kind, "1"));
      else respond(response, 404, { error: "Not found" });
    });
    const { status, err } = await runInProcess(["1", "--base-url", service.origin]);
    expect(status).toBe(3);
    expect(err).not.toContain("base URL");
    const listed = await runInProcess(["snapshot", "1", "2", "--json", "--base-url", service.origin]);
    expect(listed.status).toBe(3);
  });

  it("is the snapshot: problems first, then what is not known, then the facts", async () => {
    const { out, status } = await sample("9000010", { columns: 80 });
    expect(status).toBe(0);
    expect(out).toMatchInlineSnapshot(`
      "[1mTHUNDER GOOSE EXPRESS LLC[22m                          USDOT 9000010 · MC 9100010
      status ACTIVE · authority ACTIVE, since 2022-06-13 (4 years)

      [31m[1m![22m[39m inspections  [31m[1mout-of-service rate: driver 12.9, national 6.67; vehicle 35,[22m[39m
                     [31m[1mnational 22.26[22m[39m
      [31m[1m![22m[39m crashes      [31m[1m18 for 58 power units: above 0.15 per unit[22m[39m
      [33m?[39m rating       [33m"Conditional": your vetting rules don't decide it[39m

      [1mInsurance[22m    in force: BIPD 750,000, cargo 100,000
                   BIPD/Primary  750,000  until 2027-08-25 (in 9 months)
                     EXAMPLE MUTUAL INSURANCE CO
                   CARGO         100,000  until 2027-08-25 (in 9 months)
                     SAMPLE INLAND MARINE CO
      [1mInspections[22m  [1mtotal[22m    [1mOOS[22m   [1mOOS rate[22m   [1mnational[22m
                   ──────────────────────────────────────────────
        driver       147     19       12.9       6.67  [31m[1mABOVE[22m[39m
        vehicle      103     36       35.0      22.26  [31m[1mABOVE[22m[39m
        hazmat        17      2       11.8       4.44  [33mABOVE, few[39m
      [1mCrashes[22m      [31m[1m18: fatal 1, injury 5, towaway 12[22m[39m
      [1mViolations[22m   unsafe driving 63, vehicle maintenance 141; others 71
      [1mFleet[22m        58 power units, 71 drivers
      [1mContact[22m      MACON, GA · (555) 555-0110 · dispatch10@example.com
      [2malso sent: dba_name, mcs150 (usdot carrier 9000010 --json)[22m
      [2masked 2026-11-21 12:00 UTC[22m
      "
    `);
    expect((await sample("snapshot 9000010", { columns: 80 })).out).toBe(out);
  });

  it.each([60, 120])("fits %i columns", async (columns) => {
    const { out } = await sample("9000002 --color never", { columns });
    for (const line of out.split("\n")) expect(line.length).toBeLessThanOrEqual(columns);
    expect(out).toMatchSnapshot();
  });

  it("stays within 30 columns for every carrier of the sample", async () => {
    for (let number = 9000001; number <= 9000014; number++) {
      const { out } = await sample(`${number} --color never`, { columns: 30 });
      for (const line of out.split("\n")) expect([number, line]).toEqual([number, line.slice(0, 30)]);
    }
  });

  it("needs no more than 24 lines at 80 columns, unless much is wrong", async () => {
    for (let number = 9000001; number <= 9000014; number++) {
      const { out } = await sample(`${number} --color never`, { columns: 80 });
      const lines = out.trimEnd().split("\n");
      const problems = lines.filter((line) => line.startsWith("!")).length;
      expect(lines.length, String(number)).toBeLessThanOrEqual(problems > 3 ? 28 : 24);
    }
  });

  it("judges by the user's policy", async () => {
    const { status, err } = await sample("--policy /nowhere.yaml 9000001");
    expect(status).toBe(7);
    expect(err).toContain("cannot read /nowhere.yaml");
  });
});

describe("as JSON", () => {
  it("joins the three records, each as the service wrote it", async () => {
    const { out } = await sample("9000001 --json");
    const snapshot = JSON.parse(out);
    expect(Object.keys(snapshot)).toEqual(["dot_number", "carrier", "insurance", "safety", "findings"]);
    for (const name of ["carrier", "insurance", "safety"]) {
      expect(snapshot[name]).toEqual(JSON.parse((await sample(`${name} 9000001 --json`)).out));
    }
    expect(snapshot.findings.map(({ rule }: { rule: string }) => rule)).toContain("policies.bipd");
  });

  it("keeps every digit", async () => {
    const text = '{"dot_number":"7","legal_name":"A","fleet":{"power_units":9007199254740993}}';
    const records = await startRecordService({ carrier: new Map([["7", text]]) });
    const { out } = await runInProcess(["7", "--format", "ndjson"], { env: { USDOT_BASE_URL: records.url } });
    expect(out).toContain('"carrier":{"dot_number":"7","legal_name":"A","fleet":{"power_units":9007199254740993}}');
    expect(out).toContain('"insurance":null,"safety":null');
  });
});

describe("what is missing", () => {
  it("is said of a record that the service does not have, and is no error", async () => {
    const records = await startRecordService({ carrier: new Map([["7", '{"dot_number":"7","legal_name":"ACME"}']]) });
    const { out, status } = await runInProcess(["7"], { env: { USDOT_BASE_URL: records.url } });
    expect(status).toBe(0);
    expect(out).toContain("? insurance    no insurance record");
    expect(out).toMatch(/^Insurance {4}no record\nInspections {2}no record\nasked/m);
  });

  it("is said of a record that was not answered, and decides the exit status", async () => {
    const records = await startRecordService({
      carrier: new Map([["7", '{"dot_number":"7","legal_name":"ACME","status":"ACTIVE"}']]),
      insurance: new Map([["7", ""]]),
    });
    const env = { USDOT_BASE_URL: records.url };
    const { out, err, status } = await runInProcess(["7", "--retries", "0"], { env });
    const json = await runInProcess(["7", "--retries", "0", "--json"], { env });
    expect(status).toBe(5);
    expect(out).toMatch(/^\? insurance {4}not answered: /m);
    expect(out).toContain("Insurance    not answered\n");
    expect(out).toMatch(/^Inspections {2}no record$/m);
    expect(err).toContain("something went wrong");
    expect(JSON.parse(json.out)).toMatchObject({
      carrier: { legal_name: "ACME" },
      insurance: { error: {} },
      safety: null,
    });
    expect(json.status).toBe(5);
  });

  it("is a carrier that does not exist: nothing on stdout", async () => {
    const { out, err, status } = await sample("9000404");
    expect({ out, status }).toEqual({ out: "", status: 3 });
    expect(err).toContain("USDOT 9000404");
  });
});

describe("a list", () => {
  it("has a line for each carrier, and ends as its worst", async () => {
    const { out, status } = await sample("9000001 9000005 9000404");
    expect(status).toBe(3);
    expect(out).toMatchInlineSnapshot(`
      "USDOT     Name                         What is wrong                               Status    Authority       BIPD in force  Rating        Worst OOS rate
      9000001   PRAIRIE LANTERN FREIGHT INC                                              ACTIVE    ACTIVE              1,000,000  Satisfactory  hazmat 3.2 below (national 4.44, 1 of 31)
      9000005   FADED HARBOR CARTAGE CO      ! INACTIVE, NOT AUTHORIZED, no BIPD, fleet  INACTIVE  NOT AUTHORIZED              0  Satisfactory  no inspections
      9000404   not found
      "
    `);
  });

  it("has a row for each in CSV: the carrier's columns, what is in force, the safety columns, the findings", async () => {
    const { out } = await sample("9000001 9000005 --format csv");
    const [header = "", first = ""] = out.split("\n");
    expect(header).toMatch(
      /^dot_number,carrier\.legal_name,.*,in_force\.bipd,in_force\.cargo,safety\..*,problems,unknown,error$/,
    );
    expect(first).toContain(",1000000,100000,");
    expect(out).toContain("no BIPD policy");
  });

  it("keeps number and name in the heading of a card of a few fields", async () => {
    const { out } = await sample("9000005 --fields carrier.authority.status,marks");
    expect(out).toMatchInlineSnapshot(`
      "FADED HARBOR CARTAGE CO                                         USDOT 9000005

      authority      NOT AUTHORIZED
      what is wrong  ! INACTIVE, NOT AUTHORIZED, no BIPD, fleet
      "
    `);
  });

  it("gives any field in JSON", async () => {
    const { out } = await sample("9000001 --fields carrier.legal_name,safety.rating --format ndjson");
    expect(JSON.parse(out)).toEqual({
      dot_number: "9000001",
      carrier: { legal_name: "PRAIRIE LANTERN FREIGHT INC" },
      safety: { rating: "Satisfactory" },
    });
  });
});

describe("a list of snapshots", () => {
  it("says first what is asked and how long it takes, where the list can be counted", async () => {
    const list = join(temporaryDirectory(), "fleet.csv");
    writeFileSync(list, "DOT,name\n9000001,A\n9000002,B\n9000001,C\n");
    const plan = /usdot: note: (\d+) carriers?: carrier, insurance, safety: (\d+) requests\n/;
    expect((await sample(`snapshot -f ${list} 9000003 --format csv`)).err).toMatch(plan);
    expect((await sample(`snapshot -f ${list} --shard 1/2 --format csv`)).err.match(plan)?.slice(1)).toEqual([
      "1",
      "3",
    ]);
    expect((await sample(`snapshot -f ${list} -q`)).err).not.toMatch(plan);
    expect((await sample(`carrier -f ${list}`)).err).not.toMatch(/requests/);
    expect((await sample("snapshot", { input: "9000001\n" })).err).not.toMatch(plan);
  });

  it("of nothing but invalid lines writes nothing but its rejects", async () => {
    const directory = temporaryDirectory();
    const [path, rejects] = [join(directory, "out"), join(directory, "rejects.csv")];
    writeFileSync(path, "kept\n");
    const options = { input: "MC-1\nACME\n", env: { USDOT_API_KEY: "any" } };
    for (const line of [
      "snapshot",
      "carrier --format csv",
      "bulk --json",
      "bulk --format ndjson",
      `carrier -o ${path}`,
    ]) {
      const { status, out, err } = await sample(`${line} --rejects ${rejects}`, options);
      expect({ line, status, out }).toEqual({ line, status: 8, out: "" });
      expect(err).toContain("2 invalid");
      expect(readFileSync(rejects, "utf8").split("\n")).toHaveLength(4);
    }
    expect(readFileSync(path, "utf8")).toBe("kept\n");
    expect(readdirSync(directory).toSorted()).toEqual(["out", "rejects.csv"]);
  });

  it("of nothing writes nothing, and leaves an earlier output", async () => {
    const path = join(temporaryDirectory(), "out");
    writeFileSync(path, "kept\n");
    for (const line of ["snapshot", "carrier", "bulk --format json", `carrier -o ${path}`, `vet -o ${path}`]) {
      const { status, out, err } = await sample(line, { input: "\n", env: { USDOT_API_KEY: "any" } });
      expect({ line, status, out }).toEqual({ line, status: 2, out: "" });
      expect(err).toContain("the list holds no USDOT number");
    }
    expect(readFileSync(path, "utf8")).toBe("kept\n");
  });
});
