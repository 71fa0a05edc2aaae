import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { describe, expect, it, onTestFinished } from "vitest";
import { type HostChanges, runInProcess, temporaryDirectory } from "../support/memory-host.ts";
import { startRecordService } from "./record-service.ts";

const insurance = (args: string, changes: HostChanges = {}) =>
  runInProcess(["--sample", "insurance", ...args.split(" ")], { env: { NO_COLOR: "1" }, ...changes });

describe("the policies of a carrier", () => {
  it("have one row each, with the time until they expire", async () => {
    expect((await insurance("9000008")).out).toMatchInlineSnapshot(`
      "LAST LEAF LOGISTICS INC
      USDOT 9000008
      Type                    Insurer                           Policy      Coverage  Effective   Expires
      BIPD/Primary, form 91X  EXAMPLE MUTUAL INSURANCE COMPANY  EX-100008  1,000,000  2026-01-01  2027-01-01, in 41 days
      CARGO, form 34          SAMPLE INLAND MARINE CO.          SA-200008    100,000  2025-11-27  2026-11-27, in 6 days
      "
    `);
    expect((await insurance("9000008", { columns: 80 })).out).toMatchInlineSnapshot(`
      "LAST LEAF LOGISTICS INC
      USDOT 9000008
      Type            Insurer         Policy      Coverage  Effective   Expires
      BIPD/Primary    EXAMPLE MUTUAL  EX-100008  1,000,000  2026-01-01  2027-01-01
      form 91X        INSURANCE                                         in 41 days
                      COMPANY
      CARGO, form 34  SAMPLE INLAND   SA-200008    100,000  2025-11-27  2026-11-27
                      MARINE CO.                                        in 6 days
      "
    `);
    expect((await insurance("9000008", { columns: 60 })).out).toMatchInlineSnapshot(`
      "LAST LEAF LOGISTICS INC
      USDOT 9000008
      ┌──────────┬───────────┬──────────────────────────────────┐
      │ Policy 1 │ type      │ BIPD/Primary, form 91X           │
      │          │ insurer   │ EXAMPLE MUTUAL INSURANCE COMPANY │
      │          │ policy    │ EX-100008                        │
      │          │ coverage  │ 1,000,000                        │
      │          │ effective │ 2026-01-01                       │
      │          │ expires   │ 2027-01-01, in 41 days           │
      │ Policy 2 │ type      │ CARGO, form 34                   │
      │          │ insurer   │ SAMPLE INLAND MARINE CO.         │
      │          │ policy    │ SA-200008                        │
      │          │ coverage  │ 100,000                          │
      │          │ effective │ 2025-11-27                       │
      │          │ expires   │ 2026-11-27, in 6 days            │
      └──────────┴───────────┴──────────────────────────────────┘
      "
    `);
  });

  it("say if they have expired, but not if they have no expiration", async () => {
    expect((await insurance("9000009")).out).toMatchInlineSnapshot(`
      "YESTERYEAR TRANSPORT CORP
      USDOT 9000009
      Type                    Insurer                           Policy     Coverage  Effective   Expires
      BIPD/Primary, form 91X  EXAMPLE MUTUAL INSURANCE COMPANY  EX-100009   750,000  2025-10-29  2026-10-29, expired 23 days ago
      CARGO, form 34          SAMPLE INLAND MARINE CO.          SA-200009    50,000  2025-11-20  2026-11-20, expired 1 day ago
      "
    `);
    const { out } = await insurance("9000002");
    expect(out).not.toContain("expired");
    expect(out.match(/ {2}—$/gm)).toHaveLength(3);
  });

  it("may not exist", async () => {
    const { status, out } = await insurance("9000007");
    expect({ status, out }).toEqual({
      status: 0,
      out: "BAREFOOT COURIER & FREIGHT INC\nUSDOT 9000007\nno active policies\n",
    });
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
    onTestFinished(service.close);
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
    expect(err).toContain("2 kept from before");
    expect(readFileSync(path, "utf8")).toBe(whole);
  });

  it("can be reduced to selected fields", async () => {
    const fields = "--fields dot_number,policies.insurer_name,policies.expiration_date";
    expect((await insurance(`9000009 ${fields}`)).out).toMatchInlineSnapshot(`
      "USDOT    Insurer                           Expires
      9000009  EXAMPLE MUTUAL INSURANCE COMPANY  2026-10-29, expired 23 days ago
      9000009  SAMPLE INLAND MARINE CO.          2026-11-20, expired 1 day ago
      "
    `);
    expect((await insurance(`9000009 ${fields} --format ndjson`)).out).toMatchInlineSnapshot(`
      "{"dot_number":"9000009","policies":[{"insurer_name":"EXAMPLE MUTUAL INSURANCE COMPANY","expiration_date":"2026-10-29T00:00:00Z"},{"insurer_name":"SAMPLE INLAND MARINE CO.","expiration_date":"2026-11-20T00:00:00Z"}]}
      "
    `);
    expect((await insurance(`9000009 ${fields} --format csv`)).out).toMatchInlineSnapshot(`
      "dot_number,policies.insurer_name,policies.expiration_date,policies,error
      9000009,EXAMPLE MUTUAL INSURANCE COMPANY,2026-10-29T00:00:00Z,2,
      9000009,SAMPLE INLAND MARINE CO.,2026-11-20T00:00:00Z,2,
      "
    `);
    expect((await insurance("9000009 --fields policies.limit")).status).toBe(2);
  });
});

it("names the number that does not exist in a list", async () => {
  const { status, out } = await insurance("9000404 9000007");
  expect(status).toBe(3);
  expect(out).toMatch(/^USDOT 9000404: not found\n\nBAREFOOT/);
});
