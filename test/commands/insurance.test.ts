import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { type HostChanges, runInProcess } from "../support/memory-host.ts";
import { temporaryDirectory } from "../support/resources.ts";
import { startRecordService } from "./record-service.ts";

const insurance = (args: string, changes: HostChanges = {}) =>
  runInProcess(["--sample", "insurance", ...args.split(" ")], { env: { NO_COLOR: "1" }, ...changes });

describe("the policies of a carrier", () => {
  it("have one row each, with the time until they expire", async () => {
    expect((await insurance("9000008")).out).toMatchInlineSnapshot(`
      "LAST LEAF LOGISTICS INC                                         USDOT 9000008

      in force: BIPD 1,000,000, cargo 100,000

      Type          Insurer                      Policy      Coverage  Effective   Term                           Form
      ────────────────────────────────────────────────────────────────────────────────────────────────────────────────
      BIPD/Primary  EXAMPLE MUTUAL INSURANCE CO  EX-100008  1,000,000  2026-01-01  until 2027-01-01 (in 41 days)  91X
      CARGO         SAMPLE INLAND MARINE CO      SA-200008    100,000  2025-11-27  until 2026-11-27 (in 6 days)   34
      "
    `);
    expect((await insurance("9000008", { columns: 80 })).out).toMatchInlineSnapshot(`
      "LAST LEAF LOGISTICS INC                                         USDOT 9000008

      in force: BIPD 1,000,000, cargo 100,000

      Type          Policy      Coverage  Effective   Term                        Form
      ────────────────────────────────────────────────────────────────────────────────
      BIPD/Primary  EX-100008  1,000,000  2026-01-01  until 2027-01-01            91X
                                                      in 41 days
        EXAMPLE MUTUAL INSURANCE CO
      CARGO         SA-200008    100,000  2025-11-27  until 2026-11-27            34
                                                      in 6 days
        SAMPLE INLAND MARINE CO
      "
    `);
    expect((await insurance("9000008", { columns: 60 })).out).toMatchInlineSnapshot(`
      "LAST LEAF LOGISTICS INC
      USDOT 9000008

      in force: BIPD 1,000,000, cargo 100,000

      Policy 1  type       BIPD/Primary
                insurer    EXAMPLE MUTUAL INSURANCE CO
                policy     EX-100008
                coverage   1,000,000
                effective  2026-01-01
                term       until 2027-01-01 (in 41 days)
                form       91X
      Policy 2  type       CARGO
                insurer    SAMPLE INLAND MARINE CO
                policy     SA-200008
                coverage   100,000
                effective  2025-11-27
                term       until 2026-11-27 (in 6 days)
                form       34
      "
    `);
  });

  it("say if they have expired, but not if they have no expiration", async () => {
    expect((await insurance("9000009")).out).toMatchInlineSnapshot(`
      "YESTERYEAR TRANSPORT CORP                                       USDOT 9000009

      in force: none

      Type          Insurer                      Policy     Coverage  Effective   Term                              Form
      ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────
      CARGO         SAMPLE INLAND MARINE CO      SA-200009    50,000  2025-11-20  expired 2026-11-20 (1 day ago)    34
      BIPD/Primary  EXAMPLE MUTUAL INSURANCE CO  EX-100009   750,000  2025-10-29  expired 2026-10-29 (23 days ago)  91X
      "
    `);
    const { out } = await insurance("9000002");
    expect(out).not.toContain("expired");
    expect(out.match(/ {2}until canceled {2}\d+X?$/gm)).toHaveLength(3);
  });

  it("may not exist", async () => {
    const { status, out } = await insurance("9000007");
    expect(status).toBe(0);
    expect(out).toMatch(/^BAREFOOT .* USDOT 9000007\n\nin force: none \(no active policies listed\)\n$/);
  });

  it("are one row each in CSV, and one object in JSON", async () => {
    const rows = parse((await insurance("9000002 9000007 --format csv")).out, { columns: true }) as Record<
      string,
      string
    >[];
    expect(
      rows.map((row) => [
        row["dot_number"],
        row["policies.coverage_amount"],
        row["policies.expiration_date"],
        row["policies"],
        row["error"],
      ]),
    ).toEqual([
      ["9000002", "1000000", "", "3", ""],
      ["9000002", "4000000", "", "3", ""],
      ["9000002", "250000", "", "3", ""],
      ["9000007", "", "", "0", ""],
    ]);
    expect(JSON.parse((await insurance("9000002 --json")).out).policies).toHaveLength(3);
    expect((await insurance("9000002 9000007 --format ndjson")).out.trimEnd().split("\n")).toHaveLength(2);
  });

  it("are told apart in CSV: none, not stated, no carrier", async () => {
    const records = new Map([
      ["1", '{"dot_number":"1","legal_name":"NONE","policies":[]}'],
      ["2", '{"dot_number":"2","legal_name":"NOT STATED","policies":null}'],
    ]);
    const service = await startRecordService({ insurance: records });
    const args = ["--base-url", service.url, "insurance", "1", "2", "3", "--fields", "policies.coverage_amount"];
    expect((await runInProcess([...args, "--format", "csv"])).out).toBe(
      "dot_number,policies.coverage_amount,policies,error\n1,,0,\n2,,,\n3,,,not-found\n",
    );
  });

  it("without policies are kept with --resume", async () => {
    const path = join(temporaryDirectory(), "out.csv");
    const args = `-o ${path} --resume`;
    const first = await insurance(`9000007 9000404 9000002 ${args}`);
    expect(first.status).toBe(3);
    const whole = readFileSync(path, "utf8");
    const { err } = await insurance(`9000007 9000404 9000002 ${args}`);
    expect(err).toContain("3 kept from before");
    expect(readFileSync(path, "utf8")).toBe(whole);
  });

  it("can be reduced to selected fields", async () => {
    const fields = "--fields dot_number,policies.insurer_name,policies.expiration_date";
    expect((await insurance(`9000009 ${fields}`)).out).toMatchInlineSnapshot(`
      "YESTERYEAR TRANSPORT CORP                                       USDOT 9000009

      in force: none

      Insurer                      Term
      ─────────────────────────────────────────────────────────────
      SAMPLE INLAND MARINE CO      expired 2026-11-20 (1 day ago)
      EXAMPLE MUTUAL INSURANCE CO  expired 2026-10-29 (23 days ago)
      "
    `);
    expect((await insurance(`9000009 ${fields} --format ndjson`)).out).toMatchInlineSnapshot(`
      "{"dot_number":"9000009","policies":[{"insurer_name":"EXAMPLE MUTUAL INSURANCE CO","expiration_date":"2026-10-29T00:00:00Z"},{"insurer_name":"SAMPLE INLAND MARINE CO","expiration_date":"2026-11-20T00:00:00Z"}]}
      "
    `);
    expect((await insurance(`9000009 ${fields} --format csv`)).out).toMatchInlineSnapshot(`
      "dot_number,policies.insurer_name,policies.expiration_date,policies,error
      9000009,EXAMPLE MUTUAL INSURANCE CO,2026-10-29T00:00:00Z,2,
      9000009,SAMPLE INLAND MARINE CO,2026-11-20T00:00:00Z,2,
      "
    `);
    expect((await insurance("9000009 --fields policies.insurer")).status).toBe(2);
  });
});

describe("a list", () => {
  it("has a line for each policy with number and name, and one for a carrier without", async () => {
    const { status, out } = await insurance("9000404 9000002 9000007");
    expect(status).toBe(3);
    expect(out).toMatchInlineSnapshot(`
      "USDOT     Name                            Type                Term             Coverage  Effective   Insurer                                Policy
      9000404   not found
      9000002   GRAND KITE LINES LLC            BIPD/Primary        until canceled  1,000,000  2024-12-03  EXAMPLE MUTUAL INSURANCE CO            EX-100002
      9000002   GRAND KITE LINES LLC            BIPD/Excess         until canceled  4,000,000  2025-12-03  SPECIMEN EXCESS & SURPLUS LINES, INC.  SP-300002
      9000002   GRAND KITE LINES LLC            CARGO               until canceled    250,000  2024-12-03  SAMPLE INLAND MARINE CO                SA-200002
      9000007   BAREFOOT COURIER & FREIGHT INC  no active policies  —                       —  —           —                                      —
      "
    `);
  });
});

describe("policies in the order in which they matter", () => {
  const policy = (policy_number: string, effective_date: string, expiration_date: string | null, rest = {}) => ({
    policy_type: "BIPD/Primary",
    policy_number,
    coverage_amount: 750_000,
    effective_date,
    expiration_date,
    ...rest,
  });
  const record = JSON.stringify({
    dot_number: "7",
    legal_name: "ACME",
    policies: [
      policy("LONG OVER", "2023-01-01", "2024-01-01"),
      policy("REPLACED", "2025-09-20", "2026-09-20"),
      policy("NEXT", "2026-12-01", "2027-12-01"),
      policy("RENEWAL", "2026-09-20", null),
      policy("GOODS", "2026-09-20", null, { policy_type: "CARGO", coverage_amount: 0 }),
    ],
  });

  it("are in force, upcoming, former; the total says what is in force", async () => {
    const service = await startRecordService({ insurance: new Map([["7", record]]) });
    const { out } = await runInProcess(["--base-url", service.url, "insurance", "7"]);
    const { out: colored } = await runInProcess(["--base-url", service.url, "insurance", "7", "--color", "always"]);
    const csv = await runInProcess(["--base-url", service.url, "insurance", "7", "--format", "csv"]);
    expect(out).toMatchInlineSnapshot(`
      "ACME                                                                  USDOT 7

      in force: BIPD 750,000, cargo of no stated amount

      Type          Insurer  Policy             Coverage  Effective   Term                               Form
      ───────────────────────────────────────────────────────────────────────────────────────────────────────
      BIPD/Primary  —        RENEWAL             750,000  2026-09-20  until canceled                     —
      CARGO         —        GOODS      limit not stated  2026-09-20  until canceled                     —
      BIPD/Primary  —        NEXT                750,000  2026-12-01  begins 2026-12-01 (in 10 days)     —
      BIPD/Primary  —        REPLACED            750,000  2025-09-20  expired 2026-09-20 (2 months ago)  —
      BIPD/Primary  —        LONG OVER           750,000  2023-01-01  expired 2024-01-01 (2 years ago)   —
      "
    `);
    expect(colored).toContain("\u001b[2mREPLACED\u001b[22m");
    // CSV has the service's order.
    expect(csv.out.split("\n")[1]).toContain("LONG OVER");
  });
});
