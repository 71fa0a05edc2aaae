import { describe, expect, test } from "vitest";
import { changesSince, type EarlierCarrier, readEarlier, storedEarlier } from "../../src/vet/changes.ts";
import { dayText } from "../../src/vet/values.ts";
import { answered, filing, goodCarrier, goodInsurance, goodSafety, today, withValue } from "./records.ts";
import { judged } from "./rules/judged.ts";

const good = { carrier: goodCarrier, insurance: goodInsurance, safety: goodSafety };
const changes = (before: object, now: object = good, earlierDay = today - 30) =>
  changesSince({ records: answered(before).records, day: earlierDay }, answered(now).records, today);

test("nothing changed", () => {
  expect(changes(good)).toEqual([]);
});

describe("the carrier record", () => {
  test.each([
    ["identity", "legal_name", "OTHER INC"],
    ["identity", "mc_number", "123"],
    ["identity", "address.street", "5 OLD RD"],
    ["identity", "address.zip", null],
    ["identity", "contact.phone", "(555) 555-0199"],
    ["identity", "contact.email", "old@example.com"],
    ["authority", "status", "INACTIVE"],
    ["authority", "authority.status", "NONE"],
    ["authority", "authority.common_authority_date", "2015-01-01"],
    ["safety", "safety.rating", "Conditional"],
  ])("%s: %s was %j", (kind, field, before) => {
    const earlier = { ...good, carrier: withValue(goodCarrier, field, before) };
    const now = field
      .split(".")
      .reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], goodCarrier);
    expect(changes(earlier)).toEqual([{ kind, field, before, now }]);
  });

  test.each([
    ["legal_name", " prairie  lantern freight INC"],
    ["mc_number", "MC-9100001"],
    ["mc_number", 9_100_001],
    ["mc_number", "MC009100001, mc 9100001"],
    ["contact.phone", "+1 555.555.0101"],
    ["contact.email", "DISPATCH@example.com"],
    ["authority.common_authority_date", "2014-10-25"],
    ["authority.status", "active"],
    ["safety.rating", "S"],
  ])("%s was %j: only spelled differently", (field, before) => {
    expect(changes({ ...good, carrier: withValue(goodCarrier, field, before) })).toEqual([]);
  });

  test("dockets are a set", () => {
    const ups = (mc_number: string) => ({ carrier: { ...goodCarrier, mc_number } });
    expect(changes(ups("MC-115495, MC-116200"), ups("116200 115495"))).toEqual([]);
    expect(changes(ups("MC-115495, MC-116200"), ups("115495"))).toHaveLength(1);
    expect(changes(ups("MX-115495"), ups("115495"))).toHaveLength(1);
    expect(changes(ups("none"), ups(""))).toEqual([]);
  });

  test.each([
    ["9100001", "FF.9100001"],
    ["MC-9100001", "F.F. 9100001"],
    ["MC-9100001", "FREIGHT FORWARDER 9100001"],
    ["MC 9100001", "MX. 9100001"],
    ["9100001", "9100001 (FF)"],
    ["MC-1, MC-2", "MC-1, FF-2"],
  ])("%s is another docket than %s", (before, now) => {
    const docket = (mc_number: string) => ({ carrier: { ...goodCarrier, mc_number } });
    expect(changes(docket(before), docket(now))).toHaveLength(1);
    expect(changes(docket(now), docket(`${now.toLowerCase()} `))).toEqual([]);
  });

  test.each(["M.C. 9100001", "MC #: 009100001", "MC. 9100001", "(MC) 9100001.", "mc9100001"])(
    "%s is MC 9100001",
    (now) => {
      const docket = (mc_number: string) => ({ carrier: { ...goodCarrier, mc_number } });
      expect(changes(docket("9100001"), docket(now))).toEqual([]);
    },
  );

  test.each([
    ["MC-1", "MC NO. 1"],
    ["MC-1", "MC#1"],
    ["MC-1", "MC # 000001"],
    ["MC-1", "MC Number: 1"],
    ["MC-1", "Docket No. MC-1"],
    ["1", "no 1"],
    ["MC-1 and MC-2", "MC-2, MC-1"],
    ["MC-1 & 2", "MC NOS. 2 AND 1"],
    ["MC-1/FF-2", "FF NO. 2; MC1"],
    [1, "MC 000001"],
  ])("%s is %s", (before, now) => {
    const docket = (mc_number: unknown) => ({ carrier: { ...goodCarrier, mc_number } });
    expect(changes(docket(before), docket(now))).toEqual([]);
    expect(changes(docket(now), docket(before))).toEqual([]);
  });

  test.each([
    ["MC-1", "MC-1 PENDING"],
    ["MC-1 PENDING", "MC 1 PENDING"],
    ["MC-1 to MC-3", "MC-1, MC-3"],
    ["MC-1 or MC-2", "MC-1 and MC-2"],
    ["MC NO. 1", "MC NOW 1"],
    ["MC-1", "MC-１"],
    [1, "1e0"],
    [1, -1],
    ["MC-1", "MC-"],
    ["MC-1", { number: 1 }],
    ["MC-1 and MC-2", "MC-1"],
    ["MC-1 and FF-2", "MC-1 and MC-2"],
  ])("%j is not %j", (before, now) => {
    const docket = (mc_number: unknown) => ({ carrier: { ...goodCarrier, mc_number } });
    expect(changes(docket(before), docket(now))).toHaveLength(1);
    expect(changes(docket(now), docket(before))).toHaveLength(1);
    expect(changes(docket(now), docket(now))).toEqual([]);
  });

  test("NONE and nothing are two authorities", () => {
    const carrier = (status: unknown) => ({ carrier: withValue(goodCarrier, "authority.status", status) });
    expect(changes(carrier("NONE"), carrier(null))).toHaveLength(1);
    expect(changes(carrier("N/A"), carrier(null))).toEqual([]);
  });

  test("the amount on file, if it is less", () => {
    const onFile = (amount: unknown) => ({
      ...good,
      carrier: withValue(goodCarrier, "insurance.bipd_on_file", amount),
    });
    expect(changes(onFile(2_000_000))).toEqual([
      { kind: "insurance", field: "insurance.bipd_on_file", before: 2_000_000, now: 1_000_000 },
    ]);
    expect(changes(onFile(750_000))).toEqual([]);
    expect(changes(onFile(null))).toEqual([]);
  });

  test("a summary is compared as far as it goes", () => {
    const { dot_number, legal_name, status, address } = goodCarrier;
    const summary = { dot_number, legal_name, status, address };
    expect(changes({ carrier: goodCarrier }, { summary })).toEqual([]);
    expect(changes({ summary }, { summary: { ...summary, legal_name: "OTHER" } })).toHaveLength(1);
  });
});

describe("insurance", () => {
  const insured = (...policies: object[]) => ({ carrier: goodCarrier, insurance: { policies } });
  const a750 = filing({ coverage_amount: 750_000 });

  test("lowered", () => {
    const lowered = { kind: "insurance", field: "cover.bipd", before: 1_000_000, now: 750_000 };
    expect(changes(insured(filing()), insured(a750))).toEqual([lowered]);
    expect(changes(insured(a750), insured(filing()))).toEqual([]);
  });

  test("lapsed", () => {
    const ended = filing({ expiration_date: "2026-11-21" });
    const lapsed = { kind: "insurance", field: "cover.bipd", before: 1_000_000, now: 0 };
    expect(changes(insured(filing()), insured())).toEqual([lapsed]);
    // The filing is the same: it was in force on the day of the earlier run.
    expect(changes(insured(ended), insured(ended))).toEqual([lapsed]);
    expect(changes(insured(ended), insured(ended), today)).toEqual([]);
  });

  test("cargo of which the limit is not stated lapses too", () => {
    const cargo = filing({ policy_type: "CARGO", coverage_amount: 0, policy_number: "C" });
    expect(changes(insured(filing(), cargo), insured(filing()))).toEqual([
      { kind: "insurance", field: "cover.cargo", before: null, now: 0 },
    ]);
  });

  test("what nobody knows is not lowered", () => {
    expect(changes(insured(filing()), insured(filing({ coverage_amount: null })))).toEqual([]);
  });

  test("another insurer", () => {
    const other = filing({ insurer_name: "OTHER MUTUAL" });
    expect(changes(insured(filing()), insured(other))).toEqual([
      {
        kind: "insurance",
        field: "insurance.policies.insurer_name",
        before: ["EXAMPLE MUTUAL"],
        now: ["OTHER MUTUAL"],
      },
    ]);
    expect(changes(insured(filing()), insured(filing({ insurer_name: "Example  Mutual " })))).toEqual([]);
    const [company, co] = ["ACME INSURANCE COMPANY", "Acme Insurance, Co."].map((insurer_name) =>
      filing({ insurer_name }),
    );
    expect(changes(insured(company as object), insured(co as object))).toEqual([]);
  });

  test("another policy number, however it is written", () => {
    const field = "insurance.policies.policy_number";
    const numbered = (policy_number: unknown) => insured(filing({ policy_number }));
    expect(changes(numbered("EX-1"), numbered("EX-2"))).toEqual([
      { kind: "insurance", field, before: ["EX-1"], now: ["EX-2"] },
    ]);
    expect(changes(numbered("EX-1"), numbered("ex 001"))).toEqual([]);
    // What was not stated before is no other number.
    expect(changes(numbered(null), numbered("EX-2"))).toEqual([]);
    expect(changes(insured(filing()), insured(filing(), filing({ policy_number: "EX-2" })))).toMatchObject([{ field }]);
  });

  test("an expiration date where there was none: somebody canceled it", () => {
    const canceled = filing({ expiration_date: "2026-12-30" });
    const field = "insurance.policies.expiration_date";
    expect(changes(insured(filing()), insured(canceled))).toEqual([
      { kind: "insurance", field, before: null, now: "2026-12-30" },
    ]);
    expect(changes(insured(canceled), insured(filing({ expiration_date: "2027-01-30" })))).toEqual([]);
    expect(changes(insured(canceled), insured(filing()))).toEqual([]);
    // A policy of the same number goes on without an end.
    expect(changes(insured(filing()), insured(canceled, filing()))).toEqual([]);
    const unnumbered = { policy_number: null };
    expect(changes(insured(filing(unnumbered)), insured({ ...canceled, ...unnumbered }))).toMatchObject([{ field }]);
  });
});

test("the rating of the safety record", () => {
  expect(changes({ ...good, safety: { ...goodSafety, rating: null } })).toEqual([
    { kind: "safety", field: "rating", before: null, now: "Satisfactory" },
  ]);
});

test.each([
  ["oos_rate", 8, 1],
  ["national_avg", 2, 1],
  // Another unit is no news: these are fractions, or no share at all.
  ["national_avg", 0.0667, 0],
  ["national_avg", 0, 0],
  ["oos_rate", 220, 0],
])("the %s of drivers is %d now: %d change", (field, now, count) => {
  const safety = withValue(goodSafety, `inspections.driver.${field}`, now);
  expect(changes(good, { ...good, safety })).toHaveLength(count);
});

test.each([
  ["mc_number", ["MC-1", "MC-2"]],
  ["contact.phone", { office: "(555) 555-0101" }],
  ["safety.rating", ["S"]],
])("%s that is a list or an object is compared as well, also in a replay", (field, value) => {
  const earlier = { ...good, carrier: withValue(goodCarrier, field, value) };
  const before = { records: answered(earlier).records, day: today - 30 };
  const stored = readEarlier(JSON.parse(JSON.stringify(storedEarlier({ verdict: "pass", before }))))?.before;
  const [same, other] = [earlier, good].map((now) => changesSince(before, answered(now).records, today));
  expect(same).toEqual([]);
  expect(other).toHaveLength(1);
  expect(changesSince(stored as EarlierCarrier, answered(good).records, today)).toEqual(other);
  expect(changesSince(stored as EarlierCarrier, answered(earlier).records, today)).toEqual([]);
});

const nested = (inner: string) => JSON.parse("[".repeat(150) + inner + "]".repeat(150));

test.each<[string, string, unknown, unknown]>([
  ["mc_number", "identity", nested('"MC-1"'), nested('"MC-2"')],
  ["contact.phone", "phone", nested("1"), nested("1")],
  ["safety.rating", "safety.rating", JSON.parse("1e400"), JSON.parse("1e500")],
  // JSON.parse reads both as 9007199254740992.
  ["mc_number", "identity", JSON.parse("9007199254740992"), JSON.parse("9007199254740993")],
  ["address.zip", "address", JSON.parse("[1e400]"), [null]],
  ["address.zip", "address", [null], JSON.parse("[1e400]")],
  ["address", "address", nested("1"), nested("2")],
])("%s that is nested too deep, or too large a number, equals nothing, also in a replay", (field, name, was, is) => {
  const carrierWith = (value: unknown) => answered({ carrier: withValue(goodCarrier, field, value) });
  const before = { records: carrierWith(was).records, day: today - 30 };
  const stored = readEarlier(JSON.parse(JSON.stringify(storedEarlier({ verdict: "pass", before }))))?.before;
  const records = carrierWith(is);
  for (const earlier of [before, stored as EarlierCarrier]) {
    expect(changesSince(earlier, records.records, today)).toMatchObject([{ field }]);
    expect(judged("unchanged", { fields: [name] }, { records, before: earlier }).outcome).toBe("unknown");
  }
});

test("a section that is text is reported as it is, also in a replay", () => {
  const text = (address: unknown) => ({ carrier: { ...goodCarrier, address } });
  const before = { records: answered(text("1 MAIN ST")).records, day: today - 30 };
  const stored = readEarlier(JSON.parse(JSON.stringify(storedEarlier({ verdict: "pass", before }))))?.before;
  for (const earlier of [before, stored as EarlierCarrier]) {
    const since = (address: unknown) => changesSince(earlier, answered(text(address)).records, today);
    expect(since("1  Main St")).toEqual([]);
    expect(since("9 OTHER RD")).toEqual([
      { kind: "identity", field: "address", before: "1 MAIN ST", now: "9 OTHER RD" },
    ]);
    expect(since({ zip: "68501" })).toContainEqual({
      kind: "identity",
      field: "address.zip",
      before: "1 MAIN ST",
      now: "68501",
    });
  }
});

test("a policy with a list in place of a value is compared in a replay as it was", () => {
  const odd = { insurance: { policies: [filing({ insurer_name: ["X"], policy_number: ["1"], expiration_date: [] })] } };
  const before = { records: answered(odd).records, day: today - 30 };
  const stored = readEarlier(JSON.parse(JSON.stringify(storedEarlier({ verdict: "pass", before }))))?.before;
  for (const now of [odd, { insurance: goodInsurance }]) {
    const { records } = answered(now);
    expect(changesSince(stored as EarlierCarrier, records, today)).toEqual(changesSince(before, records, today));
  }
});

test.each([
  ["in thousands, less than before", filing({ coverage_amount: 1_000 }), filing({ coverage_amount: 750 })],
  ["perhaps in thousands", filing(), filing({ coverage_amount: 1_000 })],
  ["excess without a primary one", filing(), filing({ policy_type: "BIPD/Excess" })],
])("insurance that may be less than before is not unchanged: %s", (_, earlier, now) => {
  const before = {
    records: answered({ carrier: goodCarrier, insurance: { policies: [earlier] } }).records,
    day: today,
  };
  const records = answered({ carrier: goodCarrier, insurance: { policies: [now] } });
  const finding = judged("unchanged", { fields: ["insurance"] }, { records, before });
  expect(finding).toMatchObject({
    outcome: "unknown",
    message: 'policy "EX-1" of "EXAMPLE MUTUAL" is not certainly as before',
    observed: { "insurance.policies.policy_number": ["EX-1"] },
  });
});

test("an amount on file that may be less than before is not unchanged", () => {
  const carrierWith = (amount: number) => withValue(goodCarrier, "insurance.bipd_on_file", amount);
  const before = { records: answered({ ...good, carrier: carrierWith(1_000) }).records, day: today };
  const judgedWith = (amount: number) =>
    judged(
      "unchanged",
      { fields: ["insurance"] },
      { records: answered({ ...good, carrier: carrierWith(amount) }), before },
    );
  expect(judgedWith(5)).toMatchObject({
    outcome: "unknown",
    message: "BIPD on file is 5, was 1,000: perhaps in thousands",
    observed: { "insurance.bipd_on_file": [5] },
  });
  for (const enough of [1_000, 1_000_000]) expect(judgedWith(enough).outcome).toBe("pass");
  // 1,000 may have been 1,000,000.
  for (const fewer of [2_000, 750_000]) expect(judgedWith(fewer).outcome).toBe("unknown");
});

test("a record that was not answered says nothing", () => {
  expect(changes({}, good)).toEqual([]);
  expect(changes(good, {})).toEqual([]);
});

/** How insurance is judged that was `earlier` on the same day. */
function judgedInsurance(earlier: object, now: object) {
  const before = { records: answered({ ...good, ...earlier }).records, day: today };
  return judged("unchanged", { fields: ["insurance"] }, { records: answered({ ...good, ...now }), before });
}

test.each([
  ["there was none", [], [filing()], "EXAMPLE MUTUAL"],
  [
    "there was none in force",
    [filing({ expiration_date: "2020-01-01" })],
    [filing({ insurer_name: "OTHER INC" })],
    "OTHER INC",
  ],
])("insurance where %s is not as before", (_, before, now, message) => {
  const finding = judgedInsurance({ insurance: { policies: before } }, { insurance: { policies: now } });
  expect(finding).toMatchObject({
    outcome: "unknown",
    message: `policy "EX-1" of "${message}" is not certainly as before`,
  });
});

test.each([
  [null, 0],
  [0, null],
  [null, 1_000_000],
])("an amount on file that was %s and is %s is not as before", (was, is) => {
  const on = (amount: number | null) => ({ carrier: withValue(goodCarrier, "insurance.bipd_on_file", amount) });
  expect(judgedInsurance(on(was), on(is))).toMatchObject({
    outcome: "unknown",
    message: expect.stringContaining("not stated"),
  });
});

test.each([null, "2027-06-30"])("a policy that ended on %s and now ends before that is not as before", (was) => {
  const ends = (expiration_date: string | null) => ({ insurance: { policies: [filing({ expiration_date })] } });
  const said = was === null ? "not stated" : `"${was}"`;
  expect(judgedInsurance(ends(was), ends("2027-01-01"))).toMatchObject({
    outcome: "fail",
    message: `expiration date is "2027-01-01", was ${said}`,
  });
  expect(judgedInsurance(ends("2027-01-01"), ends(was)).outcome).toBe("pass");
});

describe("insurance of several policies is not as before", () => {
  const policies = (...rows: object[]) => ({ insurance: { policies: rows } });
  const outcome = (before: object[], now: object[]) => judgedInsurance(policies(...before), policies(...now)).outcome;
  const excess = (policy_number: string, coverage_amount: number, insurer_name = "SPECIMEN EXCESS") =>
    filing({ policy_type: "BIPD/Excess", policy_number, coverage_amount, insurer_name });
  const soon = { expiration_date: dayText(today + 10) };

  test.each([
    [5_000, 750_000],
    [1_000, 10_000],
    [750, 10_000],
  ])("where %i, perhaps in thousands, became %i", (was, is) => {
    const rows = [was, is].map((coverage_amount) => filing({ coverage_amount })) as [object, object];
    expect(outcome([rows[0]], [rows[1]])).toBe("unknown");
    expect(outcome([rows[0]], [rows[0]])).toBe("pass");
    expect(outcome([rows[1]], [filing()])).toBe("pass");
  });

  test.each([
    ["another insurer has the same number", filing({ insurer_name: "OTHER INC" })],
    ["excess has the same number", excess("EX-1", 4_000_000, "EXAMPLE MUTUAL")],
  ])("where one of two ends, and %s", (_, other) => {
    for (const now of [
      [{ ...filing(), ...soon }, other],
      [filing(), { ...other, ...soon }],
    ])
      expect(judgedInsurance(policies(filing(), other), policies(...now))).toMatchObject({
        outcome: "fail",
        message: expect.stringMatching(/^expiration date is .*, was not stated/),
      });
    expect(outcome([filing(), other], [other, filing()])).toBe("pass");
  });

  test("where one of two excess policies that may be one is gone, or new", () => {
    const [one, two] = [excess("XS1", 4_000_000), excess("XS2", 5_000_000)];
    expect(outcome([filing(), one, two], [filing(), two])).toBe("unknown");
    expect(outcome([filing(), two], [filing(), { ...two, policy_number: null }])).toBe("unknown");
    expect(outcome([filing(), one, two], [two, one, filing()])).toBe("pass");
  });

  test("where one of several rows about one policy is gone", () => {
    const [low, high] = [filing({ coverage_amount: 5_000 }), filing({ coverage_amount: 750_000 })];
    expect(outcome([low, high], [high])).toBe("unknown");
    expect(outcome([high], [low, high])).toBe("unknown");
    expect(outcome([low, high], [high, low])).toBe("pass");
    expect(outcome([high, high], [high])).toBe("pass");
  });

  test("where BIPD and cargo have changed places", () => {
    const cargo = (differences: object) => filing({ policy_type: "CARGO", policy_number: "C-1", ...differences });
    const before = [filing({ insurer_name: "X" }), cargo({ insurer_name: "Y" })];
    expect(outcome(before, [filing({ insurer_name: "Y" }), cargo({ insurer_name: "X" })])).toBe("fail");
    expect(outcome(before, [filing({ insurer_name: "Y" }), cargo({ insurer_name: "Y" })])).toBe("fail");
    expect(outcome([filing(), cargo({})], [filing({ policy_number: "C-1" }), cargo({})])).toBe("fail");
    expect(outcome([filing({ policy_number: "***" })], [filing({ policy_number: "###" })])).toBe("fail");
    // Both are read as 9007199254740992.
    const numbered = (text: string) => [filing({ policy_number: JSON.parse(text) })];
    expect(outcome(numbered("9007199254740992"), numbered("9007199254740993"))).toBe("unknown");
    expect(outcome(before, before)).toBe("pass");
  });

  test.each([{ effective_date: null }, { effective_date: "12/14/2017" }, { policy_type: null }])(
    "where all that may be cover (%j) has ended meanwhile",
    (odd) => {
      const records = answered({ ...good, ...policies({ ...filing(soon), ...odd }) });
      const before = { records: records.records, day: today };
      const judgedOn = (day: number) =>
        judged("unchanged", { fields: ["insurance"] }, { records, before, today: day }).outcome;
      expect(judgedOn(today + 9)).toBe("pass");
      expect(judgedOn(today + 10)).toBe("unknown");
    },
  );

  test("where cover of no certain amount has lapsed, which is said to be not known before", () => {
    const lone = { ...excess("XS1", 1_000_000), ...soon };
    expect(judgedInsurance(policies(lone), policies({ ...lone, expiration_date: "2020-01-01" }))).toMatchObject({
      outcome: "fail",
      message: expect.stringContaining("BIPD in force is 0, was not known"),
    });
  });
});
