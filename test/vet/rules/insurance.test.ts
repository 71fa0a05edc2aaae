import { describe, expect, test } from "vitest";
import { answered, day, filing, goodCarrier, realRecord, realRecords, today } from "../records.ts";
import { expectJudged, goodWith, judged } from "./judged.ts";

describe("insurance.bipd_on_file", () => {
  test.each([
    [750_000, "pass", "BIPD on file 750,000, at least 750,000"],
    ["1,000,000", "pass", "BIPD on file 1,000,000, at least 750,000"],
    [500_000, "fail", "BIPD on file 500,000, below 750,000"],
    [0, "fail", "BIPD on file 0, below 750,000"],
    [749, "fail", "BIPD on file 749, below 750,000"],
    [750, "unknown", "BIPD on file 750, which may be thousands"],
    [1_000, "unknown", "BIPD on file 1,000, which may be thousands"],
    [null, "unknown", "insurance.bipd_on_file is not stated"],
    [-1, "unknown", "insurance.bipd_on_file is -1, not a number of at least 0"],
  ] as const)("%j: %s", (value, outcome, message) => {
    expectJudged(
      "insurance.bipd_on_file",
      { min: 750_000 },
      { "carrier.insurance.bipd_on_file": value },
      outcome,
      message,
    );
  });
});

describe("insurance.cargo_on_file", () => {
  test.each([
    [100_000, "pass", "cargo on file 100,000, at least 100,000"],
    [5_000, "fail", "cargo on file 5,000, below 100,000"],
    [0, "unknown", "cargo on file 0: the limit is not stated"],
    [100, "unknown", "cargo on file 100, which may be thousands"],
    [99, "fail", "cargo on file 99, below 100,000"],
    ["--", "unknown", "insurance.cargo_on_file is not stated"],
  ] as const)("%j: %s", (value, outcome, message) => {
    expectJudged(
      "insurance.cargo_on_file",
      { min: 100_000 },
      { "carrier.insurance.cargo_on_file": value },
      outcome,
      message,
    );
  });
});

describe("policies.bipd", () => {
  const a750 = filing({ coverage_amount: 750_000, policy_number: "A" });
  const soon = filing({ policy_number: "B", expiration_date: "2026-11-24T00:00:00Z" });

  test.each([
    ["enough", [filing()], { min: 750_000 }, "pass", "BIPD in force 1,000,000, at least 750,000"],
    ["too little", [a750], { min: 1_000_000 }, "fail", "BIPD in force 750,000, below 1,000,000"],
    [
      "a policy ends soon",
      [a750, soon],
      { min: 1_000_000, min_days_left: 7 },
      "fail",
      "BIPD in force 750,000, below 1,000,000; a policy ends in 3 days",
    ],
    ["its last day does", [filing({ expiration_date: "2026-11-22" })], { min: 1_000_000 }, "pass", /1,000,000/],
    ["expired today", [filing({ expiration_date: "2026-11-21" })], { min: 750_000 }, "fail", "no BIPD policy in force"],
    ["cargo only", [filing({ policy_type: "CARGO" })], { min: 750_000 }, "fail", "no BIPD policy"],
    ["a bond only", [filing({ policy_type: "SURETY" })], { min: 750_000 }, "fail", "no BIPD policy"],
    [
      "an amount of 0",
      [a750, filing({ coverage_amount: 0 })],
      { min: 1_000_000 },
      "unknown",
      "BIPD in force 750,000, perhaps more: a policy's amount is not stated",
    ],
    ["but enough without it", [filing(), filing({ coverage_amount: 0 })], { min: 1_000_000 }, "pass", /1,000,000/],
    [
      "thousands",
      [filing({ coverage_amount: 750 })],
      { min: 750_000 },
      "unknown",
      "BIPD in force 750, which may be thousands",
    ],
    ["another type", [filing({ policy_type: "Auto" })], { min: 750_000 }, "unknown", /a policy is of an unknown type/],
    ["no list", { 0: filing() }, { min: 750_000 }, "unknown", "insurance.policies is an object, not a list"],
    ["null", null, { min: 750_000 }, "unknown", "insurance.policies is not stated"],
  ] as const)("%s", (_, policies, parameters, outcome, message) => {
    expectJudged("policies.bipd", parameters, { "insurance.policies": policies }, outcome, message);
  });

  test("no policies at all fail, unless the amount on file says otherwise", () => {
    const none = (bipd: unknown) => ({ "insurance.policies": [], "carrier.insurance.bipd_on_file": bipd });
    expectJudged("policies.bipd", { min: 750_000 }, none(null), "fail", "no BIPD policy");
    expectJudged("policies.bipd", { min: 750_000 }, none(500_000), "fail", "no BIPD policy");
    const contradiction = "no BIPD policy, but BIPD on file 750,000";
    expectJudged("policies.bipd", { min: 750_000 }, none(750_000), "unknown", contradiction);
  });

  test("a 404 is no record", () => {
    const records = { ...answered({ carrier: goodCarrier }).records, insurance: { state: "none" } as const };
    const finding = judged("policies.bipd", { min: 1 }, { records: { ...answered({}), records } });
    expect(finding).toMatchObject({ outcome: "unknown", message: "no insurance record", level: "error" });
    expect(finding.reason).toBe("no-record");
  });

  test.each([
    ["344554", "2026-11-21", 1_000_000, "pass"],
    ["3693001", "2025-10-01", 750_000, "fail"],
    ["3509300", "2025-10-01", 5_000_000, "pass"],
    ["3953872", "2025-10-01", 1_000_000, "fail"],
    ["1467548", "2025-10-01", 1_000_000, "pass"],
    ["509394", "2025-10-01", 1_000_000, "fail"],
  ])("real: %s on %s, min %d: %s", (number, date, min, outcome) => {
    const records = answered({ carrier: { dot_number: number }, insurance: realRecord("insurance", number) });
    expect(judged("policies.bipd", { min }, { records, today: day(date) }).outcome).toBe(outcome);
  });
});

describe("policies.cargo", () => {
  const cargo = (differences: object) => filing({ policy_type: "CARGO", ...differences });

  test.each([
    ["enough", [cargo({ coverage_amount: 100_000 })], "pass", "cargo in force 100,000, at least 100,000"],
    ["too little", [cargo({ coverage_amount: 50_000 })], "fail", "cargo in force 50,000, below 100,000"],
    ["0", [cargo({ coverage_amount: 0 })], "unknown", /amount is not stated/],
    ["no row", [filing()], "unknown", "no cargo policy"],
    ["[]", [], "unknown", "no cargo policy"],
    ["expired", [cargo({ expiration_date: "2026-11-20" })], "fail", "no cargo policy in force"],
    ["another type", [filing({ policy_type: null })], "unknown", /unknown type/],
  ] as const)("%s", (_, policies, outcome, message) => {
    expectJudged("policies.cargo", { min: 100_000 }, { "insurance.policies": policies }, outcome, message);
  });

  test("no real cargo filing states a limit: none passes, and none in force fails", () => {
    for (const insurance of realRecords("insurance").filter(({ dot_number }) => dot_number !== "3693001")) {
      const given = { records: answered({ carrier: {}, insurance }), today: day("2025-10-01") };
      expect(judged("policies.cargo", { min: 1 }, given).outcome).toBe("unknown");
    }
  });
});

describe("policies.insurer", () => {
  const row = (insurer_name: unknown, differences: object = {}) => filing({ insurer_name, ...differences });
  const allow = { allow: ["GOOD MUTUAL", "Great West*"] };
  const deny = { deny: ["BAD CASUALTY"] };

  test.each([
    ["allowed", allow, [row("Good  Mutual "), row("GREAT WEST CASUALTY CO.")], "pass", /insurer "Good/],
    [
      "not allowed",
      allow,
      [row("GOOD MUTUAL"), row("OTHER")],
      "fail",
      'insurer "OTHER", which the policy does not allow',
    ],
    [
      "denied",
      deny,
      [row("GOOD MUTUAL"), row("bad casualty")],
      "fail",
      'insurer "bad casualty", which the policy denies',
    ],
    ["not denied", deny, [row("GOOD MUTUAL")], "pass", 'insurer "GOOD MUTUAL"'],
    ["no name", deny, [row("GOOD MUTUAL"), row(null)], "unknown", "insurance.policies.insurer_name is not stated"],
    ["denied beats no name", deny, [row(null), row("BAD CASUALTY")], "fail", /denies/],
    [
      "denied, but over",
      deny,
      [row("BAD CASUALTY", { expiration_date: "2026-11-20" })],
      "unknown",
      "no policy in force",
    ],
    [
      "denied, and nobody knows when",
      deny,
      [row("BAD CASUALTY", { effective_date: "?" })],
      "unknown",
      /dates are not stated/,
    ],
    ["none", deny, [], "unknown", "no policy in force"],
    ["hidden from a deny list", deny, [row("BAD\u200b CASUALTY")], "unknown", /invisible/],
  ] as const)("%s", (_, lists, policies, outcome, message) => {
    expectJudged("policies.insurer", lists, { "insurance.policies": policies }, outcome, message);
  });

  test("many insurers are told in few words", () => {
    const policies = Array.from({ length: 125_000 }, (_, at) => row(`INSURER ${at}`));
    const finding = judged("policies.insurer", allow, { records: goodWith({ "insurance.policies": policies }), today });
    expect(finding.outcome).toBe("fail");
    expect(finding.message.length).toBeLessThan(1_000);
  });
});
