import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { parseDocument } from "yaml";
import { VettingFileError } from "../../src/errors.ts";
import { lazy } from "../../src/text/lazy.ts";
import { evaluate } from "../../src/vet/evaluate.ts";
import { jsonSchemaText } from "../../src/vet/json-schemas.ts";
import { parseWaivers, WaiverLedger } from "../../src/vet/waivers.ts";
import { answered, day, goodCarrier, today, withValue } from "./records.ts";
import { policyOf } from "./rules/judged.ts";

const waiver = (differences: object = {}) => ({
  carrier: 9_000_001,
  rule: "authority.age",
  reason: "Hauled for us since 2019",
  by: "safety desk",
  until: "2026-12-31",
  ...differences,
});
const textOf = (...waivers: object[]) => `version: 1\nwaivers: ${JSON.stringify(waivers)}\n`;

const matchesSchema = lazy(() =>
  new Ajv({ allErrors: true, allowUnionTypes: true }).compile(JSON.parse(jsonSchemaText("waivers"))),
);
/** What JSON Schema cannot say: how a number is spelled, that a day is in the calendar, and that nothing is there twice. */
const beyondSchema =
  /USDOT number|has no digits|decimal fraction|hexadecimal|2026-02-30|the same carrier and rule|given twice|is zero|negative/;

function problemsOf(text: string): string[] {
  const problems = problemsFound(text);
  const { errors, contents } = parseDocument(text);
  if (errors.length > 0 || contents === null) return problems;
  const isClear = problems.length === 0 || !problems.every((problem) => beyondSchema.test(problem));
  if (isClear) expect(matchesSchema()(parseDocument(text).toJS())).toBe(problems.length === 0);
  return problems;
}

function problemsFound(text: string): string[] {
  try {
    parseWaivers(text, "waivers.yaml");
  } catch (error) {
    if (error instanceof VettingFileError) return error.message.split("\n");
    throw error;
  }
  return [];
}

const waiverKeys = ["carrier", "rule", "reason", "by", "until", "saw"];

describe("a waiver file", () => {
  test("the one of the contract", () => {
    const text = `version: 1
waivers:
  - carrier: 2233855
    rule: authority.age
    reason: Hauled for us since 2019 under the former name, file 4711
    by: safety desk
    until: 2026-12-31
    saw: { authority.common_authority_date: "2026-11-09T00:00:00Z" }
`;
    expect(parseWaivers(text, "waivers.yaml").waivers).toEqual([
      {
        carrier: "2233855",
        rule: "authority.age",
        reason: "Hauled for us since 2019 under the former name, file 4711",
        by: "safety desk",
        until: day("2026-12-31"),
        saw: { "authority.common_authority_date": ["2026-11-09T00:00:00Z"] },
      },
    ]);
  });

  test("no waivers are a file, too", () => {
    expect(parseWaivers("version: 1\nwaivers: []\n", "waivers.yaml").waivers).toEqual([]);
  });

  test.each([
    [{ carrier: "*" }, 'waiver 1: carrier "*" has no digits; a USDOT number has 1 to 8'],
    [{ carrier: "MC-5" }, 'waiver 1: carrier "MC-5" is a docket number, not a USDOT number'],
    [{ carrier: 1.5 }, 'waiver 1: carrier "1.5" is a decimal fraction; write the whole number'],
    [{ carrier: [1] }, "waiver 1: carrier must be a USDOT number"],
    [{ carrier: undefined }, "waiver 1: carrier is missing: it must be a USDOT number"],
    [{ rule: "authority.agee" }, 'waiver 1: rule "authority.agee" is not a rule; did you mean "authority.age"?'],
    [{ rule: "authority.*" }, /waiver 1: rule "authority.\*" is not a rule/],
    [{ rule: "exists" }, 'waiver 1: rule "exists" cannot be waived'],
    [{ rule: "dot_number" }, 'waiver 1: rule "dot_number" cannot be waived'],
    [{ reason: "" }, 'waiver 1: reason must not be empty, not ""'],
    [{ by: "\u200b" }, 'waiver 1: by must not be empty, not "\u200b"'],
    [{ by: undefined }, "waiver 1: by is missing: it must be text"],
    [{ until: "2026-02-30" }, 'waiver 1: until must be a date, such as 2026-12-31, not "2026-02-30"'],
    [{ until: "2026-12-31T00:00:00Z" }, /until must be a date/],
    [{ until: " 2026-12-31" }, /until must be a date/],
    [{ until: "12026-12-31" }, /until must be a date/],
    [{ until: 2026 }, "waiver 1: until must be a date, such as 2026-12-31, not 2026"],
    [{ saw: {} }, "waiver 1: saw must not be empty"],
    [{ saw: "x" }, 'waiver 1: saw must be a mapping of fields to values, not "x"'],
    ...waiverKeys.map((key): [object, string] => [
      { [`${key}x`]: "x" },
      `unknown key "${key}x"; did you mean "${key}"?`,
    ]),
  ])("%j", (differences, message) => {
    const problems = problemsOf(textOf(waiver(differences)));
    expect(problems).toHaveLength(1);
    expect(problems[0]?.replace(/^waivers\.yaml:\d+:\d+: /, "")).toEqual(
      typeof message === "string" ? message : expect.stringMatching(message),
    );
  });

  test("all mistakes at once", () => {
    const text = `version: 1
waivers:
  - { carrier: 0x10, rule: status, reason: a, by: b, until: 2026-12-31 }
  - { carrier: 5, rule: status, reason: a, by: b, until: 2026-12-31 }
  - { carrier: "00005", rule: status, reason: a, by: b, until: tomorrow }
  - { carrier: 5, rule: contact, reason: a, by: b, until: 2026-12-31, carrier: 6 }
`;
    expect(problemsOf(text)).toEqual([
      'waivers.yaml:3:16: waiver 1: carrier "0x10" is a hexadecimal number; a USDOT number is decimal',
      "waivers.yaml:5:5: waiver 3: the same carrier and rule as waiver 2",
      'waivers.yaml:5:64: waiver 3: until must be a date, such as 2026-12-31, not "tomorrow"',
      "waivers.yaml:6:71: this key is given twice",
    ]);
  });

  test.each([
    ["", ["1:1: the file is empty"]],
    ["waivers: []", ["1:1: version is missing: it must be 1"]],
    ["version: 1", ["1:1: waivers is missing: it must be a list of waivers"]],
    ["- a", ["1:1: the file must be a mapping of version and waivers"]],
    ["version: 1\nwaivers: {}", ["2:10: waivers must be a list of waivers"]],
    ["version: 1\nwaivers: [5]", ["2:11: waiver 1 must be a mapping of carrier, rule, reason, by and until, not 5"]],
    [
      "versio: 1\nwaiver: []",
      [
        "1:1: version is missing: it must be 1",
        "1:1: waivers is missing: it must be a list of waivers",
        '1:1: unknown key "versio"; did you mean "version"?',
        '2:1: unknown key "waiver"; did you mean "waivers"?',
      ],
    ],
  ])("%j is none", (text, problems) => {
    expect(problemsOf(text)).toEqual(problems.map((problem) => `waivers.yaml:${problem}`));
  });
});

describe("what waivers cover", () => {
  const young = answered({
    carrier: withValue(goodCarrier, "authority.common_authority_date", "2026-11-09T00:00:00Z"),
  });
  const seen = { "authority.common_authority_date": "2026-11-09T00:00:00Z" };

  const run = (differences: object, { parameters = {}, records = young, on = today } = {}) => {
    const waivers = new WaiverLedger(parseWaivers(textOf(waiver(differences)), "waivers.yaml"), on);
    const policy = policyOf("authority.age", { min_days: 90, ...parameters });
    const { verdict, findings } = evaluate(policy, records, { today: on, waivers });
    const [unused] = waivers.unused();
    return { verdict, waived: findings.at(-1)?.waived, status: unused?.status, message: unused?.message };
  };

  test("a failure of its rule and carrier", () => {
    expect(run({})).toEqual({
      verdict: "pass",
      waived: { reason: "Hauled for us since 2019", by: "safety desk", until: "2026-12-31" },
      status: undefined,
      message: undefined,
    });
  });

  test("through its last day, in UTC", () => {
    expect(run({ until: "2026-11-21" }).verdict).toBe("pass");
    expect(run({ until: "2026-11-20" })).toEqual({
      verdict: "fail",
      waived: null,
      status: "expired",
      message: "authority.age of USDOT 9000001: it held through 2026-11-20",
    });
  });

  test("only while it sees what it saw", () => {
    expect(run({ saw: seen }).verdict).toBe("pass");
    expect(run({ saw: { "authority.common_authority_date": [seen["authority.common_authority_date"]] } }).verdict).toBe(
      "pass",
    );
    expect(run({ saw: { "authority.common_authority_date": "2026-11-10T00:00:00Z" } })).toMatchObject({
      verdict: "fail",
      status: "lapsed",
      message: "authority.age of USDOT 9000001: what it saw has changed",
    });
    expect(run({ saw: { ...seen, status: "ACTIVE" } }).status).toBe("lapsed");
  });

  test("an unknown, and one of a value that is not stated", () => {
    const silent = answered({ carrier: withValue(goodCarrier, "authority", undefined) });
    expect(run({}, { records: silent }).verdict).toBe("pass");
    expect(run({ saw: { "authority.common_authority_date": null } }, { records: silent }).verdict).toBe("pass");
    expect(run({}, { records: silent, parameters: { unknown: "fail" } }).verdict).toBe("pass");
  });

  test("never a failed request", () => {
    const records = {
      ...young,
      records: { carrier: { state: "unanswered", code: "TIMEOUT", message: "no answer" } as const },
    };
    expect(run({}, { records })).toMatchObject({ verdict: "review", status: "unused" });
    const policy = policyOf("policies.cargo", { min: 1 });
    const insurance = { state: "unanswered", code: "TIMEOUT", message: "no answer" } as const;
    const waivers = new WaiverLedger(parseWaivers(textOf(waiver({ rule: "policies.cargo" })), "w"), today);
    const partly = { ...young, records: { ...young.records, insurance } };
    expect(evaluate(policy, partly, { today, waivers }).verdict).toBe("review");
    expect(waivers.unused()[0]?.message).toMatch(/a failed request cannot be waived/);
  });

  test("each finding that it meets, if a carrier is judged again", () => {
    const waivers = new WaiverLedger(parseWaivers(textOf(waiver()), "w"), today);
    const policy = policyOf("authority.age", { min_days: 90 });
    for (const _ of [1, 2]) expect(evaluate(policy, young, { today, waivers }).verdict).toBe("pass");
    expect(waivers.unused()).toEqual([]);
  });

  test.each([
    [
      "a rule that is skipped",
      {},
      { records: { ...young, records: { carrier: { state: "none" } as const } } },
      /the rule is skipped/,
    ],
    ["another carrier", { carrier: 5 }, {}, /the carrier is not in the list/],
    ["another rule", { rule: "status" }, {}, /the rule is not in the policy/],
    ["a rule that passes", {}, { records: answered({ carrier: goodCarrier }) }, /the rule passes/],
    ["a warning", {}, { parameters: { level: "warning" } }, /needs no waiver/],
  ])("not %s", (_, differences, given, message) => {
    const { waived, status, message: told } = run(differences, given);
    expect(waived).toBeNull();
    expect(status).toBe("unused");
    expect(told).toMatch(message);
  });
});
