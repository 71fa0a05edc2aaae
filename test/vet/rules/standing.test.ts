import { afterEach, describe, expect, test, vi } from "vitest";
import type { DotNumber } from "../../../src/dot-number.ts";
import { defaultPolicy } from "../../../src/vet/default-policy.ts";
import { evaluate, isRefusedUnasked } from "../../../src/vet/evaluate.ts";
import { answered, day, goodRecords, realOddities, realRecords, today } from "../records.ts";
import { expectJudged, goodWith, judged, policyOf } from "./judged.ts";

afterEach(() => void vi.unstubAllEnvs());

const status = { allow: ["ACTIVE"] };

describe("status", () => {
  test.each([
    ["ACTIVE", "pass", 'status is "ACTIVE"'],
    [" active ", "pass", 'status is " active "'],
    ["INACTIVE", "fail", 'status is "INACTIVE"'],
    ["OUT-OF-SERVICE", "fail", 'status is "OUT-OF-SERVICE"'],
    ["ACT\u200bIVE", "unknown", 'status "ACT\u200bIVE": it has control or invisible characters'],
    ["x".repeat(90), "fail", `status is "${"x".repeat(59)}…"`],
    [null, "unknown", "status not stated"],
    [undefined, "unknown", "status not stated"],
    ["--", "unknown", "status not stated"],
    [1, "unknown", "status 1: not text"],
    [["ACTIVE"], "unknown", "status: not text"],
  ] as const)("%j: %s", (value, outcome, message) => {
    expectJudged("status", status, { "carrier.status": value }, outcome, message);
  });

  test.each([
    ["SUSPENDED", "fail"],
    ["ACTIVE", "pass"],
    ["INACTIVE", "pass"],
    [null, "unknown"],
  ] as const)("deny alone, %j: %s", (value, outcome) => {
    const { outcome: judgedAs } = judged(
      "status",
      { deny: ["SUSPENDED"] },
      { records: goodWith({ "carrier.status": value }) },
    );
    expect(judgedAs).toBe(outcome);
  });

  test("the bulk summary is enough", () => {
    const records = answered({ summary: { dot_number: "9000001", status: "INACTIVE" } });
    expect(judged("status", status, { records })).toMatchObject({
      outcome: "fail",
      observed: { status: ["INACTIVE"] },
    });
  });

  test("every real carrier is active", () => {
    for (const carrier of realRecords("carriers")) {
      expect(judged("status", status, { records: answered({ carrier }) }).outcome).toBe("pass");
    }
  });
});

describe("authority.status", () => {
  const parameters = { allow: ["ACTIVE", "A", "AUTHORIZED FOR Property*"] };

  test.each([
    ["ACTIVE", "pass"],
    ["a", "pass"],
    ["AUTHORIZED FOR Property", "pass"],
    ["AUTHORIZED FOR Property For Licensing and Insurance details click here.", "pass"],
    ["NOT AUTHORIZED", "fail"],
    ["NONE", "fail"],
    ["None", "fail"],
    ["I", "fail"],
    ["N", "fail"],
    ["N/A", "unknown"],
    ["", "unknown"],
    [null, "unknown"],
  ] as const)("%j: %s", (value, outcome) => {
    expect(
      judged("authority.status", parameters, { records: goodWith({ "carrier.authority.status": value }) }).outcome,
    ).toBe(outcome);
  });

  const denying = { ...parameters, deny: ["*revocation*", "*pending*", "*not authorized*"] };
  test.each([
    ["AUTHORIZED FOR Property - INVOLUNTARY REVOCATION PENDING", "fail"],
    ["AUTHORIZED FOR Property (revocation)", "fail"],
    ["AUTHORIZED FOR Property/PENDING", "fail"],
    ["AUTHORIZED FOR Property.REVOCATION PEND.", "fail"],
    ["AUTHORIZED FOR Property, NOT-AUTHORIZED for HHG", "fail"],
    [`AUTHORIZED FOR Property ${"x".repeat(1_000)} pending`, "fail"],
    ["AUTHORIZED FOR Property, REVOCATIONS none", "pass"],
    ["AUTHORIZED FOR Property, INDEPENDINGLY", "pass"],
    ["AUTHORIZED FOR Property - PEND\u200bING", "unknown"],
  ] as const)("denied words, %j: %s", (value, outcome) => {
    const records = goodWith({ "carrier.authority.status": value });
    expect(judged("authority.status", denying, { records }).outcome).toBe(outcome);
  });

  test.each([
    ["INACTIVE", "ＩＮＡＣＴＩＶＥ", "fail"],
    ["INACTIVE", "INACTIVE.", "fail"],
    ["INACTIVE", "(Ínactive)", "fail"],
    ["OUT-OF-SERVICE", "OUT OF SERVICE", "fail"],
    ["INACT*", "ＩＮＡＣＴＩＶＥ", "fail"],
    ["NOT *", "NOT: ACTIVE", "fail"],
    ["NOT *", "NOTHING", "pass"],
    ["FREIGHT-*", "FREIGHTLINER", "pass"],
    ["FREIGHT-*", "FREIGHT-X", "fail"],
    ["?", "?", "fail"],
    ["INACTIVE", "INACTIVE PENDING", "pass"],
  ] as const)("to deny %j alone, %j: %s", (entry, value, outcome) => {
    const records = goodWith({ "carrier.authority.status": value });
    expect(judged("authority.status", { deny: [entry] }, { records }).outcome).toBe(outcome);
    expect(judged("authority.status", { allow: ["ＡＣＴＩＶＥ."] }).outcome).toBe("fail");
  });

  test("NONE can be allowed", () => {
    expectJudged("authority.status", { allow: ["NONE"] }, { "carrier.authority.status": "None" }, "pass", /None/);
  });

  test("a carrier without the object authority", () => {
    expectJudged(
      "authority.status",
      parameters,
      { "carrier.authority": undefined },
      "unknown",
      "operating authority not stated",
    );
  });
});

describe.each(["UTC", "America/Los_Angeles", "Pacific/Kiritimati"])("authority.age in %s", (zone) => {
  test.each([
    ["2026-11-09T00:00:00Z", "fail", "authority since 2026-11-09, 12 days: fewer than 90"],
    ["2026-08-24T00:00:00Z", "fail", "authority since 2026-08-24, 89 days: fewer than 90"],
    ["2026-08-23T00:00:00Z", "pass", "authority since 2026-08-23, 90 days: at least 90"],
    ["2026-11-20", "fail", "authority since 2026-11-20, 1 day: fewer than 90"],
    ["2026-11-21", "fail", "authority since 2026-11-21, 0 days: fewer than 90"],
    ["2026-11-22", "fail", "authority since 2026-11-22: in the future"],
    ["2017-12-14T00:00:00.000+0000", "pass", "authority since 2017-12-14, 3,264 days: at least 90"],
    ["14-DEC-17", "unknown", 'authority date "14-DEC-17": not an ISO 8601 date'],
    ["12/14/2017", "unknown", 'authority date "12/14/2017": not an ISO 8601 date'],
    ["0001-01-01", "unknown", 'authority date "0001-01-01": an empty value of a program'],
    ["1900-01-01T00:00:00Z", "unknown", /an empty value of a program$/],
    ["1934-12-31", "unknown", /an empty value of a program$/],
    ["1935-01-01", "pass", /authority since 1935-01-01/],
    ["1970-01-01T00:00:00Z", "unknown", /an empty value of a program$/],
    ["1969-12-31T19:00:00-05:00", "unknown", /an empty value of a program$/],
    ["1969-12-31", "unknown", /an empty value of a program$/],
    ["1970-01-02", "pass", /authority since 1970-01-02/],
    [null, "unknown", "authority date not stated"],
    [1_513_209_600, "unknown", "authority date 1513209600: not an ISO 8601 date"],
  ] as const)("%j: %s", (value, outcome, message) => {
    vi.stubEnv("TZ", zone);
    expectJudged(
      "authority.age",
      { min_days: 90 },
      { "carrier.authority.common_authority_date": value },
      outcome,
      message,
    );
  });

  test("the real records with odd dates", () => {
    vi.stubEnv("TZ", zone);
    const outcomes = realOddities()
      .filter(({ oddity }) => oddity === "date-form" || oddity === "reinstated")
      .map(
        ({ record }) => judged("authority.age", { min_days: 90 }, { records: answered({ carrier: record }) }).outcome,
      );
    expect(outcomes).toEqual(["unknown", "pass", "pass"]);
  });
});

describe("dot_number", () => {
  const policy = (parameters: object) =>
    policyOf("dot_number", parameters, () => "# blocked\n9000001 # theft\n76830\n");
  const outcome = (parameters: object, number: string) =>
    evaluate(policy(parameters), { ...goodRecords, dotNumber: number as DotNumber }, { today }).findings.find(
      (finding) => finding.rule === "dot_number",
    )?.outcome;

  test("deny and allow", () => {
    expect(outcome({ deny_file: "a.txt" }, "9000001")).toBe("fail");
    expect(outcome({ deny_file: "a.txt" }, "1")).toBe("pass");
    expect(outcome({ allow_file: "a.txt" }, "9000001")).toBe("pass");
    expect(outcome({ allow_file: "a.txt" }, "1")).toBe("fail");
  });

  test("nothing is asked about a denied number, and everything else is skipped", () => {
    const denying = policyOf("dot_number", { deny_file: "a.txt" }, () => "9000001");
    expect(isRefusedUnasked(denying, "9000001" as DotNumber)).toBe(true);
    expect(isRefusedUnasked(denying, "1" as DotNumber)).toBe(false);
    const { verdict, findings } = evaluate(denying, { dotNumber: "9000001" as DotNumber, records: {} }, { today });
    expect(verdict).toBe("fail");
    expect(findings.map(({ rule, outcome }) => [rule, outcome])).toEqual([
      ["exists", "skipped"],
      ["dot_number", "fail"],
    ]);
    expect(findings[1]?.message).toBe("on the list a.txt");
  });

  test("at level warning it is shown, and the rest is judged", () => {
    const warning = policyOf("dot_number", { deny_file: "a.txt", level: "warning" }, () => "9000001");
    expect(isRefusedUnasked(warning, "9000001" as DotNumber)).toBe(false);
    expect(evaluate(warning, goodRecords, { today }).findings.map((finding) => finding.outcome)).toEqual([
      "pass",
      "fail",
    ]);
  });
});

test("today is a parameter", () => {
  const given = {
    records: goodWith({ "carrier.authority.common_authority_date": "2026-11-09" }),
    today: day("2027-02-07"),
  };
  expect(judged("authority.age", { min_days: 90 }, given).outcome).toBe("pass");
});

test("where nothing is stated about the authority, both rules say so in the same words", () => {
  for (const authority of [null, {}, { status: "N/A", common_authority_date: "" }]) {
    for (const [rule, parameters] of [
      ["authority.status", { allow: ["ACTIVE"] }],
      ["authority.age", { min_days: 90 }],
    ] as const) {
      expectJudged(rule, parameters, { "carrier.authority": authority }, "unknown", "operating authority not stated");
    }
  }
});

describe("mc_number", () => {
  test.each([
    ["9100001", "pass", 'MC number "9100001"'],
    ["MC-115495, MC-116200", "pass", /115495/],
    [115_495, "pass", /115495/],
    [null, "unknown", "MC number not stated"],
    ["N/A", "unknown", "MC number not stated"],
    ["MC-000000", "unknown", 'MC number "MC-000000": not a docket number'],
    ["PENDING", "unknown", 'MC number "PENDING": not a docket number'],
    [-115_495, "unknown", "MC number -115495: not a docket number"],
    ["-115495", "unknown", 'MC number "-115495": not a docket number'],
    ["\u2212115495", "unknown", /not a docket number$/],
    [1.5, "unknown", "MC number 1.5: not a docket number"],
    [1e21, "unknown", "MC number 1e+21: not a docket number"],
    ["1e5", "unknown", 'MC number "1e5": not a docket number'],
    ["115495.0", "unknown", /not a docket number$/],
    ["MC -115495", "pass", /115495/],
    [{}, "unknown", "MC number: not text"],
  ] as const)("%j: %s", (value, outcome, message) => {
    expectJudged("mc_number", {}, { "carrier.mc_number": value }, outcome, message);
  });
});

test.each([
  "INACTIVE",
  "OUT-OF-SERVICE",
  "CANCELED",
  "CANCELLED",
  "WITHDRAWN",
  "DENIED",
  "NOT AUTHORIZED",
  "TERMINATED",
  "EXPIRED",
  "CANCELLATION PENDING",
  "REVOKE",
  "REVOCATIONS",
  "REV\u041eKED",
  "SUSPEND",
  "DISCONTINUED",
  "VOIDED",
  "REJECTED",
  "DISMISSED",
  "TERMINATION",
  "EXPIRING",
  "CANCELS 12/01",
  "VOLUNTARILY SURRENDERED",
  "OOS",
  "application pend.",
  "NO LONGER",
])("the built-in policy refuses an authority that is %s", (words) => {
  for (const between of [" - ", ", ", " ", ", HHG, ", " For Licensing and Insurance details click here. "]) {
    const records = goodWith({ "carrier.authority.status": `AUTHORIZED FOR Property${between}${words}` });
    expect(evaluate(defaultPolicy(), records, { today }).verdict).toBe("fail");
  }
});

test.each([
  "ACTIVE",
  "A",
  "AUTHORIZED FOR Property",
  "authorized for  PROPERTY, HHG",
  "AUTHORIZED FOR Property, Passenger",
  "AUTHORIZED FOR Property, Passenger, HHG",
  "AUTHORIZED FOR Property For Licensing and Insurance details click here.",
])("the built-in policy accepts the authority %s", (status) => {
  const records = goodWith({ "carrier.authority.status": status });
  expect(evaluate(defaultPolicy(), records, { today }).verdict).toBe("pass");
});
