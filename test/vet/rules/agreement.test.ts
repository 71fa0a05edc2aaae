import { describe, expect, test } from "vitest";
import {
  answered,
  filing,
  goodCarrier,
  goodRecords,
  goodSafety,
  realOddities,
  realRecord,
  realRecords,
  today,
} from "../records.ts";
import { expectJudged, judged } from "./judged.ts";

const agree = (values: object, outcome: "pass" | "fail" | "unknown", message: string | RegExp) =>
  expectJudged("records.agree", {}, values as Record<string, unknown>, outcome, message);

describe("records.agree", () => {
  test.each([
    "PRAIRIE LANTERN FREIGHT, INC.",
    "Prairie Lantern Freight",
    "PRAIRIE LANTERN FREIGHT LLC",
    "PRAIRIE  LANTERN FREIGHT CO., INC",
    null,
    "N/A",
    5,
  ])("%j is the same name", (name) => {
    agree({ "insurance.legal_name": name }, "pass", "the records agree");
  });

  test.each([
    ["LYNDEN LOGISTICS,INC.", "Lynden Logistics Inc"],
    ["THE CHEFS' WAREHOUSE WEST COAST LLC", "THE CHEFS WAREHOUSE WEST COAST"],
    ["SMITH & SONS", "SMITH AND SONS INC"],
    ["TRANSPORTES LÍDER DEL CAMPO SAPI DE CV", "TRANSPORTES LIDER DEL CAMPO"],
    ["CO INC", "CO INC."],
  ])("%j is %j", (one, other) => {
    agree({ "carrier.legal_name": one, "insurance.legal_name": other, "safety.legal_name": other }, "pass", /agree/);
  });

  test.each([
    [
      "another name",
      { "insurance.legal_name": "OTHER FREIGHT INC" },
      /names differ: "PRAIRIE.*" and, in insurance, "OTHER/,
    ],
    ["a hidden character", { "safety.legal_name": "PRAIRIE LANTERN\u200b FREIGHT INC" }, /names differ/],
    ["ratings", { "safety.rating": "Conditional" }, 'ratings differ: "Satisfactory" and, in safety, "Conditional"'],
    ["crashes", { "carrier.safety.total_crashes": 8 }, "crashes differ: 8 and, in safety, 9"],
    ["the sum", { "safety.crashes.towaway": 7 }, "crashes 9, but fatal, injury and towaway are 10"],
    ["rates", { "carrier.safety.driver_oos_rate": 2.4 }, "driver out-of-service rates differ: 2.4 and, in safety, 2.2"],
    ["on file", { "carrier.insurance.bipd_on_file": 2_000_000 }, "BIPD on file 2,000,000, but in force 1,000,000"],
    ["cargo on file", { "carrier.insurance.cargo_on_file": 200_000 }, "cargo on file 200,000, but in force 100,000"],
  ])("%s", (_, values, message) => {
    agree(values, "fail", message);
  });

  test.each([
    ["codes of ratings", { "safety.rating": "S" }],
    ["a rating in one record", { "safety.rating": null }],
    ["rounding", { "carrier.safety.driver_oos_rate": 2.3 }],
    ["less on file than in force", { "carrier.insurance.bipd_on_file": 750_000 }],
    ["cargo without a filing", { "insurance.policies": [filing()] }],
    ["an amount that nobody knows", { "insurance.policies": [filing({ coverage_amount: null })] }],
    ["no crashes", { "safety.crashes": null }],
  ])("no contradiction: %s", (_, values) => {
    agree(values, "pass", "the records agree");
  });

  test("a record that does not exist contradicts nothing", () => {
    const records = { ...goodRecords, records: { ...goodRecords.records, insurance: { state: "none" } as const } };
    expect(judged("records.agree", {}, { records }).outcome).toBe("pass");
  });

  test("a record that was not answered might", () => {
    const unanswered = { state: "unanswered", code: "TIMEOUT", message: "no answer in 10 seconds" } as const;
    const records = { ...goodRecords, records: { ...goodRecords.records, safety: unanswered } };
    expect(judged("records.agree", { level: "warning" }, { records })).toMatchObject({
      outcome: "unknown",
      message: "safety not answered: no answer in 10 seconds",
      level: "error",
      reason: "not-answered",
    });
  });

  test("real records agree", () => {
    for (const safety of realRecords("safety")) {
      const carrier = realRecords("carriers").find(({ dot_number }) => dot_number === safety["dot_number"]);
      const records = answered({ carrier: carrier ?? {}, insurance: {}, safety });
      expect(judged("records.agree", {}, { records })).toMatchObject({ outcome: "pass" });
    }
    const hull = realOddities().find(({ record }) => record["dot_number"] === "344554")?.record;
    const records = answered({ carrier: hull, insurance: realRecord("insurance", "344554"), safety: {} });
    expect(judged("records.agree", {}, { records })).toMatchObject({ outcome: "pass" });
  });
});

describe("unchanged", () => {
  const beforeWith = (carrier: object) => ({
    day: today - 30,
    records: answered({ carrier, safety: goodSafety }).records,
  });
  const identity = { fields: ["identity"] };

  test.each([
    ["the same", {}, "pass", "identity: as before"],
    ["another spelling", { legal_name: "Prairie  Lantern Freight Inc" }, "pass", /as before/],
    ["another docket form", { mc_number: "MC-9100001" }, "pass", /as before/],
    ["another name", { legal_name: "OTHER" }, "fail", 'legal_name is "PRAIRIE LANTERN FREIGHT INC", was "OTHER"'],
    ["another docket", { mc_number: "5" }, "fail", 'mc_number is "9100001", was "5"'],
    [
      "an address that moved",
      { address: { street: "5 OLD RD" } },
      "fail",
      /address.street is "1200 LAMPLIGHT RD", was/,
    ],
    ["not stated before", { contact: null }, "unknown", /contact.phone is "\(555\) 555-0101", was not stated/],
  ] as const)("%s", (_, earlier, outcome, message) => {
    const finding = judged("unchanged", identity, { before: beforeWith({ ...goodCarrier, ...earlier }) });
    expect(finding.outcome).toBe(outcome);
    expect(finding.message).toMatch(message);
  });

  test("not stated now", () => {
    const records = answered({ carrier: { ...goodCarrier, contact: {} } });
    const finding = judged("unchanged", { fields: ["phone"] }, { records, before: beforeWith(goodCarrier) });
    expect(finding).toMatchObject({ outcome: "unknown", message: 'contact.phone is not stated, was "(555) 555-0101"' });
  });

  test("only what the policy names", () => {
    const earlier = beforeWith({ ...goodCarrier, legal_name: "OTHER", authority: { status: "N" } });
    expect(judged("unchanged", { fields: ["phone", "email"] }, { before: earlier }).outcome).toBe("pass");
    expect(judged("unchanged", { fields: ["authority"] }, { before: earlier }).outcome).toBe("fail");
  });

  test.each([
    ["legal_name", { legal_name: "OTHER" }],
    ["mc_number", { mc_number: "1" }],
    ["address", { address: { ...goodCarrier.address, zip: "1" } }],
    ["phone", { contact: { phone: "1" } }],
    ["email", { contact: { email: "a@example.com" } }],
    ["status", { status: "INACTIVE" }],
    ["authority.status", { authority: { status: "A" } }],
    ["authority.common_authority_date", { authority: { common_authority_date: "2000-01-01" } }],
    ["safety.rating", { safety: { rating: "Conditional" } }],
  ])("%s", (name, earlier) => {
    const finding = judged("unchanged", { fields: [name] }, { before: beforeWith({ ...goodCarrier, ...earlier }) });
    expect(finding.outcome).toBe("fail");
  });

  test("a carrier that is not in the earlier run is skipped", () => {
    expect(judged("unchanged", identity)).toMatchObject({ outcome: "skipped", message: "not in the earlier run" });
    const missing = { day: today, records: { carrier: { state: "none" } as const } };
    expect(judged("unchanged", identity, { before: missing }).outcome).toBe("skipped");
    const unanswered = { day: today, records: { carrier: { state: "unanswered", code: "", message: "" } as const } };
    expect(judged("unchanged", identity, { before: unanswered }).outcome).toBe("unknown");
  });
});
