import { describe, expect, test } from "vitest";
import { readEarlier, storedEarlier } from "../../../src/vet/changes.ts";
import type { CarrierRecords } from "../../../src/vet/model.ts";
import { dayText } from "../../../src/vet/values.ts";
import {
  answered,
  filing,
  goodCarrier,
  goodInsurance,
  goodRecords,
  goodSafety,
  realOddities,
  realRecord,
  realRecords,
  today,
  withValue,
} from "../records.ts";
import { expectJudged, goodWith, judged } from "./judged.ts";

const agree = (values: object, outcome: "pass" | "fail" | "unknown", message: string | RegExp) =>
  expectJudged("records.agree", {}, values as Record<string, unknown>, outcome, message);

describe("records.name", () => {
  const named = (values: Record<string, unknown>, outcome: "pass" | "fail" | "unknown", message: string | RegExp) =>
    expectJudged("records.name", {}, values, outcome, message);

  test.each([
    "PRAIRIE LANTERN FREIGHT, INC.",
    "Prairie Lantern Freight",
    "PRAIRIE LANTERN FREIGHT LLC",
    "PRAIRIE  LANTERN FREIGHT CO., INC",
    "PRAIRIELANTERN FREIGHT",
    null,
    "N/A",
  ])("%j is the same name", (name) => {
    named({ "insurance.legal_name": name }, "pass", 'the name in all records is "PRAIRIE LANTERN FREIGHT INC"');
  });

  test.each([
    ["LYNDEN LOGISTICS,INC.", "Lynden Logistics Inc"],
    ["THE CHEFS' WAREHOUSE WEST COAST LLC", "THE CHEFS WAREHOUSE WEST COAST"],
    ["SMITH & SONS", "SMITH AND SONS INC"],
    ["TRANSPORTES LÍDER DEL CAMPO SAPI DE CV", "TRANSPORTES LIDER DEL CAMPO"],
    ["CO INC", "CO INC."],
  ])("%j is %j", (one, other) => {
    named({ "carrier.legal_name": one, "insurance.legal_name": other, "safety.legal_name": other }, "pass", /all/);
  });

  test.each([
    [
      "insurance",
      "OTHER FREIGHT INC",
      "fail",
      'names differ: "PRAIRIE LANTERN FREIGHT INC" and, in insurance, "OTHER FREIGHT INC"',
    ],
    ["safety", "OTHER FREIGHT INC", "fail", /^names differ: .* and, in safety, "OTHER FREIGHT INC"$/],
    ["insurance", "PRAIRIE LANTERN", "unknown", /^perhaps one name: "PRAIRIE LANTERN FREIGHT INC" and, in insurance, /],
    ["insurance", "PRAIRIE LANTERN FREIGHT LINES LLC", "unknown", /^perhaps one name/],
    ["insurance", "PRAIRIE LANTERN FREI", "unknown", /^perhaps one name/],
    ["safety", "PRAIRIE LANTERN\u200b FREIGHT INC", "unknown", /invisible characters$/],
    ["safety", 5, "unknown", "name in safety 5: not text"],
    ["carrier", null, "unknown", "name not stated"],
    ["carrier", "...", "unknown", 'name "...": not a name'],
  ] as const)("%s: %j", (record, name, outcome, message) => {
    named({ [`${record}.legal_name`]: name }, outcome, message);
  });

  test("a record that does not exist has no name", () => {
    const records = { ...goodRecords, records: { ...goodRecords.records, insurance: { state: "none" } as const } };
    expect(judged("records.name", {}, { records }).outcome).toBe("pass");
  });
});

describe("records.agree", () => {
  test.each([
    ["safety", "carrier.safety", "Unsatisfactory", 'safety data "Unsatisfactory": not an object'],
    ["insurance", "carrier.insurance", "", 'insurance "": not an object'],
    ["crashes", "safety.crashes", [], "crashes: not an object"],
    ["inspections", "safety.inspections", "none", 'inspections "none": not an object'],
    ["policies", "insurance.policies", "", 'insurance policies "": not a list'],
  ])("%s of the wrong shape might contradict", (_, path, value, message) => {
    agree({ [path]: value }, "unknown", message);
  });

  test.each([
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
    ["another name", { legal_name: "OTHER" }, "fail", 'name is "PRAIRIE LANTERN FREIGHT INC", was "OTHER"'],
    ["another docket", { mc_number: "5" }, "fail", 'MC number is "9100001", was "5"'],
    [
      "an address that moved",
      { address: { street: "5 OLD RD" } },
      "fail",
      /street address is "1200 LAMPLIGHT RD", was/,
    ],
    ["not stated before", { contact: null }, "unknown", /phone is "\(555\) 555-0101", was not stated/],
  ] as const)("%s", (_, earlier, outcome, message) => {
    const finding = judged("unchanged", identity, { before: beforeWith({ ...goodCarrier, ...earlier }) });
    expect(finding.outcome).toBe(outcome);
    expect(finding.message).toMatch(message);
  });

  const zip = (value: unknown) => ({ address: { ...goodCarrier.address, zip: value } });
  const phone = (value: unknown) => ({ contact: { ...goodCarrier.contact, phone: value } });
  const since = (value: unknown) => ({ authority: { ...goodCarrier.authority, common_authority_date: value } });
  test.each([
    ["a zip that is a number", zip("68501"), zip(68_501), "pass", /as before/],
    ["another zip that is a number", zip("68501"), zip(68_502), "fail", 'zip is 68502, was "68501"'],
    ["a phone number as a number", phone("(555) 555-0101"), phone(5_555_550_101), "pass", /as before/],
    ["another phone number as a number", phone("(555) 555-0101"), phone(5_555_550_102), "fail", /phone is 5555550102/],
    ["a date of another form", since("2014-10-25"), since("10/25/2014"), "unknown", /"10\/25\/2014": not an ISO 8601/],
    ["a date that had another form", since("10/25/2014"), since("2014-10-25"), "unknown", /was "10\/25\/2014": not an/],
    ["an unreadable date as it was", since("10/25/2014"), since("10/25/2014"), "pass", /as before/],
    ["a date from none", since(null), since("soon"), "unknown", /date is "soon", was not stated/],
    [
      "a name that hides something",
      { legal_name: "ACME" },
      { legal_name: "AC\u200bME" },
      "unknown",
      'name "AC\u200bME": it has control or invisible characters',
    ],
    [
      "a name that hid something",
      { legal_name: "AC\u200bME" },
      { legal_name: "OTHER" },
      "unknown",
      'name was "AC\u200bME": it has control or invisible characters',
    ],
    ["a hidden name as it was", { legal_name: "A\u200b" }, { legal_name: "A\u200b" }, "pass", /as before/],
    ["an invisible phone", phone("(555) 555-0101"), phone("\u200b"), "unknown", /invisible/],
    ["no name", { legal_name: true }, { legal_name: "ACME" }, "unknown", "name was true: not text"],
  ] as const)("unchanged in another form: %s", (_, earlier, now, outcome, message) => {
    const records = answered({ carrier: { ...goodCarrier, ...now } });
    const before = beforeWith({ ...goodCarrier, ...earlier });
    const finding = judged("unchanged", { fields: ["identity", "authority"] }, { records, before });
    expect(finding.outcome).toBe(outcome);
    expect(finding.message).toMatch(message);
  });

  test("a section that is text cannot be compared, changed or not, now or before", () => {
    const monday = { ...goodCarrier, address: "1 MAIN ST, LINCOLN NE", contact: "(555) 555-0101" };
    const tuesday = { ...goodCarrier, address: "9 OTHER RD, MIAMI FL", contact: "(305) 999-9999" };
    const compared = (earlier: object, carrier: object) =>
      judged("unchanged", identity, { records: answered({ carrier }), before: beforeWith(earlier) });
    const message = 'address "9 OTHER RD, MIAMI FL": not an object; contact "(305) 999-9999": not an object';
    expect(compared(monday, tuesday)).toMatchObject({ outcome: "unknown", message });
    expect(compared(tuesday, tuesday)).toMatchObject({ outcome: "unknown", message });
    expect(compared(goodCarrier, tuesday)).toMatchObject({ outcome: "unknown", message });
    expect(compared({ ...goodCarrier, contact: "" }, goodCarrier)).toMatchObject({
      outcome: "unknown",
      message: 'contact was "": not an object',
    });
    expect(compared({ ...monday, legal_name: "OTHER" }, tuesday).outcome).toBe("fail");
  });

  test("not stated now", () => {
    const records = answered({ carrier: { ...goodCarrier, contact: {} } });
    const finding = judged("unchanged", { fields: ["phone"] }, { records, before: beforeWith(goodCarrier) });
    expect(finding).toMatchObject({ outcome: "unknown", message: 'phone not stated, was "(555) 555-0101"' });
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

  test("a carrier that is not in a whole earlier run is skipped", () => {
    expect(judged("unchanged", identity)).toMatchObject({ outcome: "skipped", message: "not in the earlier run" });
    expect(judged("unchanged", identity, { before: "not-reached" })).toMatchObject({
      outcome: "unknown",
      message: "the earlier run was cut off before this carrier",
    });
  });

  test.each([
    ["a 404", { carrier: { state: "none" } }],
    ["no answer", { carrier: { state: "unanswered", code: "", message: "" } }],
    ["a summary without an answer", { summary: { state: "unanswered", code: "", message: "" } }],
    ["refused unasked", {}],
  ] as const)("the earlier run had no record of the carrier: %s", (_, records) => {
    expect(judged("unchanged", identity, { before: { day: today, records } })).toMatchObject({
      outcome: "unknown",
      message: "the earlier run has no record of the carrier",
    });
  });

  test("after a bulk-only run, what summaries record is compared; the rest is unknown", () => {
    const { dot_number, legal_name, status, address, fleet } = goodCarrier;
    const summary = { dot_number, legal_name, status, address, fleet };
    const earlierRun = (value: object) => ({ day: today, records: answered({ summary: value }).records });
    expect(
      judged("unchanged", { fields: ["legal_name", "address", "status"] }, { before: earlierRun(summary) }).outcome,
    ).toBe("pass");
    expect(
      judged("unchanged", identity, { before: earlierRun({ ...summary, legal_name: "THIEF LLC" }) }),
    ).toMatchObject({
      outcome: "fail",
      message: 'name is "PRAIRIE LANTERN FREIGHT INC", was "THIEF LLC"',
    });
    expect(judged("unchanged", identity, { before: earlierRun(summary) })).toMatchObject({
      outcome: "unknown",
      message:
        "the earlier run did not record the MC number; the earlier run did not record the phone; the earlier run did not record the email",
    });
  });

  describe("insurance", () => {
    const insurance = { fields: ["insurance"] };
    const vague = "is not certainly as before";
    const earlierRun = (records: object) => ({ day: today - 30, records: answered(records).records });

    test("as before, and changed", () => {
      const good = earlierRun({ carrier: goodCarrier, insurance: goodInsurance });
      expect(judged("unchanged", insurance, { before: good })).toMatchObject({
        outcome: "pass",
        message: "insurance: as before",
      });
      const policies = [filing({ insurer_name: "OTHER INSURER" })];
      const records = goodWith({ "insurance.policies": policies });
      const finding = judged("unchanged", insurance, { records, before: good });
      expect(finding.outcome).toBe("fail");
      expect(finding.message).toMatch(/insurer is "OTHER INSURER", was "EXAMPLE MUTUAL"/);
      const lowered = goodWith({ "carrier.insurance.bipd_on_file": 750_000 });
      expect(judged("unchanged", insurance, { records: lowered, before: good }).message).toBe(
        "BIPD on file is 750,000, was 1,000,000",
      );
    });

    test("amounts on file that are text", () => {
      const odd = { ...goodCarrier, insurance: "1,000,000" };
      const [before, records] = [odd, goodCarrier].map((carrier) =>
        answered({ carrier, insurance: goodInsurance }),
      ) as [CarrierRecords, CarrierRecords];
      const compared = (one: CarrierRecords, other: CarrierRecords) =>
        judged("unchanged", insurance, { records: other, before: { day: today, records: one.records } });
      expect(compared(before, records)).toMatchObject({
        outcome: "unknown",
        message: 'insurance was "1,000,000": not an object',
      });
      expect(compared(records, before).outcome).toBe("unknown");
      expect(compared(before, before).outcome).toBe("unknown");
    });

    test("hostile insurers don't throw", () => {
      const policies = [filing({ policy_number: true, insurer_name: { toString: 1, valueOf: null } })];
      const hostile = { carrier: goodCarrier, insurance: { ...goodInsurance, policies } };
      const records = answered(hostile);
      expect(judged("unchanged", insurance, { records, before: earlierRun(hostile) }).outcome).toBe("pass");
    });

    test.each(["N/A", {}, undefined])("policies that are no list, but %j", (policies) => {
      const [good, odd] = [goodInsurance, { ...goodInsurance, policies }].map((insurance) =>
        earlierRun({ carrier: goodCarrier, insurance }),
      );
      const records = goodWith({ "insurance.policies": policies });
      expect(judged("unchanged", insurance, { records, before: good }).outcome).toBe("unknown");
      expect(judged("unchanged", insurance, { before: odd }).message).toBe("the earlier run has no list of policies");
    });

    test.each([{ insurer_name: null }, { policy_number: "" }])("a policy that lost %j", (lost) => {
      const row = goodInsurance.policies[0];
      const records = goodWith({ "insurance.policies": [{ ...row, ...lost }] });
      const before = earlierRun({ carrier: goodCarrier, insurance: { ...goodInsurance, policies: [row] } });
      expect(judged("unchanged", insurance, { records, before })).toMatchObject({
        outcome: "unknown",
        message: expect.stringContaining(vague),
      });
    });

    test.each(["BIPD/Primary 1,000,000", "", null, 7, false, ["BIPD"]])("a policy that is %j is unknown", (row) => {
      const [good] = goodInsurance.policies;
      const run = (...policies: unknown[]) =>
        earlierRun({ carrier: goodCarrier, insurance: { ...goodInsurance, policies } });
      for (const [before, now] of [
        [[good], [good, row]],
        [[good, row], [good]],
        [
          [good, row],
          [good, row],
        ],
        [[row], [row]],
        [[row], [good]],
      ] as const) {
        const records = goodWith({ "insurance.policies": now });
        expect(judged("unchanged", insurance, { records, before: run(...before) })).toMatchObject({
          outcome: "unknown",
          message: expect.stringContaining(vague),
        });
        // A replay knows the earlier run as its evidence has it.
        const { before: recorded } = readEarlier(
          JSON.parse(JSON.stringify(storedEarlier({ verdict: "pass", before: run(...before) }))),
        ) ?? { before: undefined };
        expect(judged("unchanged", insurance, { records, before: recorded }).message).toContain(vague);
      }
    });

    test.each([
      { policy_type: null },
      { policy_type: "LIABILITY" },
      { effective_date: "14-DEC-17" },
      { expiration_date: "0001-01-01T00:00:00Z" },
      { insurer_name: 12 },
      { policy_number: ["A"] },
    ])("another policy that states %j is unknown, and the same one is as before", (odd) => {
      const [good] = goodInsurance.policies;
      const run = (...policies: unknown[]) =>
        earlierRun({ carrier: goodCarrier, insurance: { ...goodInsurance, policies } });
      const row = { ...good, ...odd };
      const outcome = (before: unknown[], now: unknown[]) =>
        judged("unchanged", insurance, {
          records: goodWith({ "insurance.policies": now }),
          before: run(...before),
        }).outcome;
      expect(outcome([good], [good, row])).toBe("unknown");
      expect(outcome([good, row], [good])).toBe("unknown");
      expect(outcome([good, row], [good, row])).toBe("pass");
    });

    test.each([
      [["A"], ["B"]],
      [{ name: "A" }, { name: "B" }],
      [["A", "B"], ["A"]],
      [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
    ])("an insurer that was %j, and is %j, is unknown", (was, is) => {
      const [good] = goodInsurance.policies;
      const policies = (insurer_name: unknown) => [good, { ...good, insurer_name }];
      const before = earlierRun({ carrier: goodCarrier, insurance: { ...goodInsurance, policies: policies(was) } });
      const recorded = readEarlier(JSON.parse(JSON.stringify(storedEarlier({ verdict: "pass", before }))));
      for (const run of [before, recorded?.before]) {
        const outcome = (insurer: unknown) =>
          judged("unchanged", insurance, {
            records: goodWith({ "insurance.policies": policies(insurer) }),
            before: run,
          }).outcome;
        expect(outcome(is)).toBe("unknown");
        // No number that JSON can hold: it is never known to be the same.
        expect(outcome(was)).toBe(typeof was === "number" ? "unknown" : "pass");
      }
    });

    test.each([{ a: 1 }, [1], "call us", true])("an amount on file that was %j reads the same in a replay", (odd) => {
      const run = earlierRun({
        carrier: withValue(goodCarrier, "insurance.bipd_on_file", odd),
        insurance: goodInsurance,
      });
      const recorded = readEarlier(JSON.parse(JSON.stringify(storedEarlier({ verdict: "pass", before: run }))));
      const live = judged("unchanged", insurance, { before: run });
      expect(live.outcome).toBe("unknown");
      expect(judged("unchanged", insurance, { before: recorded?.before })).toEqual(live);
    });

    test("a policy that was not clear and has ended since may have been cover", () => {
      const [good] = goodInsurance.policies;
      const over = { ...good, insurer_name: null, expiration_date: dayText(today - 3) };
      const before = earlierRun({ carrier: goodCarrier, insurance: { ...goodInsurance, policies: [good, over] } });
      const records = goodWith({ "insurance.policies": [good] });
      expect(judged("unchanged", insurance, { records, before })).toMatchObject({
        outcome: "unknown",
        message: expect.stringContaining(vague),
      });
    });

    test.each([
      ["carrier.insurance.bipd_on_file", null, "BIPD on file not stated, was 1000000"],
      ["carrier.insurance.bipd_on_file", "one million", 'BIPD on file "one million": not a number of at least 0'],
      ["carrier.insurance.cargo_on_file", "-", "cargo on file not stated, was 100000"],
      ["insurance.policies.0.coverage_amount", "call us", vague],
      ["insurance.policies.0.coverage_amount", null, vague],
      ["insurance.policies.0.policy_type", "BIPD/Primary - CANCELLATION PENDING", vague],
    ])("%s that is now %j is unknown", (path, value, message) => {
      const run = (now: unknown) => withValue({ carrier: goodCarrier, insurance: goodInsurance }, path, now);
      const before = earlierRun({ carrier: goodCarrier, insurance: goodInsurance });
      const records = answered(run(value));
      expect(judged("unchanged", insurance, { records, before })).toMatchObject({
        outcome: "unknown",
        message: expect.stringContaining(message),
      });
    });

    test("not recorded in one of the runs", () => {
      const bare = earlierRun({ carrier: goodCarrier });
      expect(judged("unchanged", insurance, { before: bare }).message).toBe("the earlier run has no insurance record");
      const good = earlierRun({ carrier: goodCarrier, insurance: goodInsurance });
      const records = { ...goodRecords, records: { ...goodRecords.records, insurance: { state: "none" } as const } };
      expect(judged("unchanged", insurance, { records, before: good })).toMatchObject({
        outcome: "unknown",
        reason: "no-record",
      });
      const both = { fields: ["insurance", "legal_name"] };
      const thief = earlierRun({ carrier: { ...goodCarrier, legal_name: "THIEF LLC" } });
      expect(judged("unchanged", both, { records, before: thief }).outcome).toBe("fail");
    });
  });
});
