import { describe, expect, test } from "vitest";
import { answered, day, filing, goodCarrier, goodInsurance, realRecord, realRecords, today } from "../records.ts";
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
    [null, "unknown", "BIPD on file not stated"],
    [-1, "unknown", "BIPD on file -1: not a number of at least 0"],
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
    ["--", "unknown", "cargo on file not stated"],
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
    ["no list", { 0: filing() }, { min: 750_000 }, "unknown", "insurance policies: not a list"],
    ["null", null, { min: 750_000 }, "unknown", "insurance policies not stated"],
  ] as const)("%s", (_, policies, parameters, outcome, message) => {
    expectJudged("policies.bipd", parameters, { "insurance.policies": policies }, outcome, message);
  });

  test("no policies at all fail, unless the amount on file says otherwise", () => {
    const none = (bipd: unknown) => ({ "insurance.policies": [], "carrier.insurance.bipd_on_file": bipd });
    expectJudged("policies.bipd", { min: 750_000 }, none(null), "fail", "no BIPD policy");
    expectJudged("policies.bipd", { min: 750_000 }, none(500_000), "fail", "no BIPD policy");
    const contradiction = "no BIPD policy, but BIPD on file 750,000";
    expectJudged("policies.bipd", { min: 750_000 }, none(750_000), "unknown", contradiction);
    // It may be thousands.
    expectJudged("policies.bipd", { min: 750_000 }, none(750), "unknown", "no BIPD policy, but BIPD on file 750");
    expectJudged("policies.bipd", { min: 750_000 }, none(500), "fail", "no BIPD policy");
    const misshapen = { "insurance.policies": [], "carrier.insurance": "none" };
    expectJudged("policies.bipd", { min: 750_000 }, misshapen, "unknown", 'insurance "none": not an object');
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
    ["denied without the spaces", deny, [row("BADCASUALTY CO")], "fail", /deny it$/],
    ["denied with more spaces", { deny: ["ACMEINS CO"] }, [row("ACME INS")], "fail", /deny it$/],
    ["allowed", allow, [row("Good  Mutual "), row("GREAT WEST CASUALTY CO.")], "pass", /insurer "Good/],
    [
      "not allowed",
      allow,
      [row("GOOD MUTUAL"), row("OTHER")],
      "fail",
      `insurer "OTHER": your vetting rules don't allow it`,
    ],
    [
      "denied",
      deny,
      [row("GOOD MUTUAL"), row("bad casualty")],
      "fail",
      'insurer "bad casualty": your vetting rules deny it',
    ],
    ["not denied", deny, [row("GOOD MUTUAL")], "pass", 'insurer "GOOD MUTUAL"'],
    ["no name", deny, [row("GOOD MUTUAL"), row(null)], "unknown", "insurer not stated"],
    ["denied beats no name", deny, [row(null), row("BAD CASUALTY")], "fail", /deny it/],
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
    ["denied in another spelling", { deny: ["ACME INSURANCE CO"] }, [row("ACME INSURANCE, CO.")], "fail", /deny it/],
    ["denied without the kind of company", { deny: ["Acme Insurance"] }, [row("ACME INSURANCE, INC.")], "fail", /deny/],
    ["denied by its beginning", { deny: ["ACME CO*"] }, [row("ACME CO.")], "fail", /deny it/],
    ["denied with a trademark", { deny: ["ACME INSURANCE CO"] }, [row("ACME INSURANCE\u2122")], "fail", /deny it/],
    ["denied by its words", { deny: ["*risk retention*"] }, [row("ACME RISK-RETENTION GROUP")], "fail", /deny it/],
    ["allowed in another spelling", { allow: ["Smith & Sons, Inc."] }, [row("SMITH AND SONS")], "pass", /SMITH/],
    ["no part of a name", { deny: ["ACME"] }, [row("ACME MUTUAL")], "pass", /ACME/],
    ["punctuation", deny, [row("...")], "unknown", 'insurer "...": not a name'],
    ["hidden from a deny list", deny, [row("BAD\u200b CASUALTY")], "unknown", /invisible/],
  ] as const)("%s", (_, lists, policies, outcome, message) => {
    expectJudged("policies.insurer", lists, { "insurance.policies": policies }, outcome, message);
  });

  test("many insurers are told in few words", { timeout: 60_000 }, () => {
    const policies = Array.from({ length: 125_000 }, (_, at) => row(`INSURER ${at}`));
    const finding = judged("policies.insurer", allow, { records: goodWith({ "insurance.policies": policies }), today });
    expect(finding.outcome).toBe("fail");
    expect(finding.message.length).toBeLessThan(1_000);
  });
});

describe("policies.age", () => {
  const since = (effective_date: unknown, rest: object = {}) => filing({ effective_date, ...rest });

  test.each([
    ["old enough", [since("2026-08-23")], "pass", "insured since 2026-08-23, 90 days: at least 90"],
    ["a day short", [since("2026-08-24")], "fail", "insured since 2026-08-24, 89 days: fewer than 90"],
    ["today", [since("2026-11-21")], "fail", "insured since 2026-11-21, 0 days: fewer than 90"],
    ["the oldest counts", [since("2026-11-20"), since("2020-01-01")], "pass", /since 2020-01-01/],
    ["no excess", [since("2026-11-20"), since("2020-01-01", { policy_type: "BIPD/Excess" })], "fail", /1 day/],
    ["no cargo", [since("2026-11-20"), since("2020-01-01", { policy_type: "CARGO" })], "fail", /1 day/],
    ["no former one", [since("2026-11-20"), since("2020-01-01", { expiration_date: "2026-11-20" })], "fail", /1 day/],
    ["no date", [since("2026-11-20"), since(null)], "unknown", /dates or its type are not stated/],
    ["an empty date", [since("0001-01-01")], "unknown", /dates or its type are not stated/],
    ["an unreadable date", [since("14-DEC-17")], "unknown", /dates or its type are not stated/],
    ["a doubtful type", [since("2020-01-01", { policy_type: "BIPD - CANCELLED" })], "unknown", /dates or its type/],
    ["an unknown type", [since("2020-01-01", { policy_type: "AUTO" })], "unknown", /dates or its type/],
    [
      "a doubtful type, but new",
      [since("2026-11-01"), since("2026-11-20", { policy_type: "AUTO" })],
      "fail",
      /20 days/,
    ],
    ["upcoming", [since("2026-11-22")], "unknown", "no BIPD policy in force"],
    ["none", [], "unknown", "no BIPD policy in force"],
    ["no list", "none", "unknown", 'insurance policies "none": not a list'],
  ] as const)("%s", (_, policies, outcome, message) => {
    expectJudged("policies.age", { min_days: 90 }, { "insurance.policies": policies }, outcome, message);
  });
});

describe("policies.ending", () => {
  const bipd = (effective_date: string, expiration_date: string | null, rest: object = {}) =>
    filing({ effective_date, expiration_date, ...rest });
  const cargo = { policy_type: "CARGO" };
  const excess = { policy_type: "BIPD/Excess" };

  test.each([
    ["on the last day", [bipd("2026-01-01", "2026-12-05")], "fail", "BIPD ends in 14 days"],
    ["a day later", [bipd("2026-01-01", "2026-12-06")], "pass", "nothing ends within 14 days"],
    ["tomorrow", [bipd("2026-01-01", "2026-11-22")], "fail", "BIPD ends in 1 day"],
    ["until canceled", [bipd("2026-01-01", null)], "pass", "nothing ends within 14 days"],
    ["cargo", [bipd("2026-01-01", null), bipd("2026-01-01", "2026-11-27", cargo)], "fail", "CARGO ends in 6 days"],
    [
      "both",
      [bipd("2026-01-01", "2026-11-24"), bipd("2026-01-01", "2026-11-27", cargo)],
      "fail",
      "BIPD ends in 3 days; CARGO ends in 6 days",
    ],
    [
      "excess",
      [bipd("2026-01-01", null), bipd("2026-01-01", "2026-11-27", excess)],
      "fail",
      "BIPD excess ends in 6 days",
    ],
    [
      "renewed without a gap",
      [bipd("2027-01-01", null), bipd("2026-12-01", "2027-01-01"), bipd("2026-01-01", "2026-12-01")],
      "pass",
      "nothing ends within 14 days",
    ],
    [
      "renewed with a gap",
      [bipd("2026-01-01", "2026-12-01"), bipd("2026-12-02", null)],
      "fail",
      "BIPD ends in 10 days",
    ],
    [
      "renewed, but for days",
      [bipd("2026-01-01", "2026-11-23"), bipd("2026-11-23", "2026-11-26")],
      "fail",
      "BIPD ends in 5 days",
    ],
    [
      "a longer one in force",
      [bipd("2026-01-01", "2026-11-23"), bipd("2025-01-01", "2028-01-01")],
      "pass",
      "nothing ends within 14 days",
    ],
    [
      "cargo does not take over",
      [bipd("2026-01-01", "2026-11-23"), bipd("2026-01-01", null, cargo)],
      "fail",
      /BIPD ends/,
    ],
    [
      "a bond is no cover",
      [bipd("2026-01-01", "2026-11-23", { policy_type: "SURETY" })],
      "pass",
      "nothing ends within 14 days",
    ],
    ["over already", [bipd("2026-01-01", "2026-11-21")], "pass", "nothing ends within 14 days"],
    ["yet to begin", [bipd("2026-11-22", "2026-11-30")], "pass", "nothing ends within 14 days"],
    ["none", [], "pass", "nothing ends within 14 days"],
    ["an unreadable end", [bipd("2026-01-01", "12/14/2027")], "unknown", /dates or its type/],
    [
      "an unreadable renewal",
      [bipd("2026-01-01", "2026-11-24"), bipd("2026-11-24", "12/14/2027")],
      "unknown",
      /^BIPD ends in 3 days, unless/,
    ],
    [
      "a renewal too late, whatever its end",
      [bipd("2026-01-01", "2026-11-24"), bipd("2026-11-25", "12/14/2027")],
      "fail",
      "BIPD ends in 3 days",
    ],
    [
      "a doubtful renewal",
      [bipd("2026-01-01", "2026-11-24"), bipd("2026-01-01", null, { policy_type: "BIPD - PENDING" })],
      "unknown",
      /unless another takes over/,
    ],
    [
      "a doubtful type",
      [bipd("2026-01-01", null, { policy_type: "BIPD - CANCELLATION PENDING" })],
      "unknown",
      /its type/,
    ],
    ["an unknown type that ends", [bipd("2026-01-01", "2026-11-24", { policy_type: null })], "unknown", /its type/],
    ["an unknown type that lasts", [bipd("2026-01-01", null, { policy_type: null })], "unknown", /its type/],
    ["no list", "none", "unknown", 'insurance policies "none": not a list'],
  ] as const)("%s", (_, policies, outcome, message) => {
    expectJudged("policies.ending", { within_days: 14 }, { "insurance.policies": policies }, outcome, message);
  });

  test("what is unclear about several parts of the cover is said once", () => {
    const cargo = { policy_type: "CARGO", policy_number: "C" };
    const policies = [
      bipd("2026-01-01", "2026-11-24"),
      bipd("2026-01-01", "2026-11-26", cargo),
      bipd("2026-01-01", null, { policy_type: "" }),
    ];
    const message =
      "BIPD ends in 3 days, unless another takes over; a policy's dates or its type are not stated, or unreadable; CARGO ends in 5 days, unless another takes over";
    expectJudged("policies.ending", { within_days: 14 }, { "insurance.policies": policies }, "unknown", message);
  });

  test("a waiver sees the day, not the number of days", () => {
    const records = goodWith({ "insurance.policies": [bipd("2026-01-01", "2026-11-24")] });
    const finding = judged("policies.ending", { within_days: 14 }, { records });
    expect(finding.observed).toEqual({ "cover.bipd.ends": ["2026-11-24"] });
  });
});

describe("an entry that is no object is a policy of which nothing is known", () => {
  const hole: unknown[] = [];
  hole.length = 1;

  test.each([[[null]], [["BIPD/Primary"]], [[5]], [[true]], [[[]]], [[undefined]], [hole], [[null, null]]])(
    "%j, before and after another and alone",
    (odd) => {
      const outcomeWith = (rule: string, parameters: object, policies: unknown[]) =>
        judged(rule, parameters, { records: goodWith({ "insurance.policies": policies }) }).outcome;
      for (const policies of [
        (goodInsurance.policies as unknown[]).concat(odd),
        odd.concat(goodInsurance.policies),
        odd,
      ]) {
        const isAlone = policies === odd;
        expect(outcomeWith("policies.insurer", { allow: ["EXAMPLE MUTUAL"] }, policies)).toBe("unknown");
        expect(outcomeWith("policies.ending", { within_days: 14 }, policies)).toBe("unknown");
        expect(outcomeWith("policies.age", { min_days: 90 }, policies)).toBe(isAlone ? "unknown" : "pass");
        expect(outcomeWith("policies.age", { min_days: 900 }, policies)).toBe("unknown");
        expect(outcomeWith("policies.bipd", { min: 750_000 }, policies)).toBe(isAlone ? "unknown" : "pass");
        expect(outcomeWith("policies.bipd", { min: 5_000_000 }, policies)).toBe("unknown");
        expect(outcomeWith("policies.cargo", { min: 5_000_000 }, policies)).toBe("unknown");
        expect(outcomeWith("records.agree", {}, policies)).toBe("pass");
      }
    },
  );
});
