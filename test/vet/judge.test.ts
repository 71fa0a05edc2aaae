import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { profileOf } from "../../src/vet/compare/profile.ts";
import { judge, refusesUnasked } from "../../src/vet/judge.ts";
import type {
  Before,
  Dossier,
  Finding,
  Outcome,
  Profile,
} from "../../src/vet/model.ts";
import { defaultPolicy } from "../../src/vet/policy/default-policy.ts";
import {
  answersOf,
  dossierOf,
  failed,
  filing,
  good,
  goodWith,
  none,
  type Records,
  realRecords,
  unasked,
  withValue,
} from "../support/fixtures.ts";
import { judged, policyOf, today } from "./records.ts";

/** Every rule, at level error. */
const everyRule = {
  dot_number: { deny_file: "allowed.txt" },
  status: { allow: ["ACTIVE"] },
  "authority.status": { allow: ["ACTIVE", "AUTHORIZED FOR Property*"] },
  "authority.age": { min_days: 90 },
  mc_number: {},
  "insurance.bipd_on_file": { min: 750_000 },
  "insurance.cargo_on_file": { min: 100_000 },
  "policies.bipd": { min: 750_000, min_days_left: 7 },
  "policies.cargo": { min: 100_000 },
  "policies.insurer": { allow: ["EXAMPLE MUTUAL"], deny: ["BAD"] },
  "policies.age": { min_days: 90 },
  "policies.ending": { within_days: 14 },
  "safety.rating": { allow: ["Satisfactory"], deny: ["Unsatisfactory"] },
  "inspections.total": { min: 10 },
  "inspections.oos_rate": {
    groups: ["driver", "vehicle", "hazmat"],
    max_times_national: 1.5,
  },
  "crashes.total": { per_power_unit: 0.15, allow: 2 },
  "crashes.fatal": { per_power_unit: 0.01 },
  "fleet.power_units": { min: 2 },
  "fleet.plausible": {},
  "address.state": { allow: ["@us"] },
  "address.street": { deny: ["*po box*"] },
  contact: { require: ["phone", "email"], deny_file: "fraud.txt" },
  claims: {},
  "records.name": {},
  unchanged: { fields: ["identity", "authority", "insurance"] },
  fields: { of: [{ path: "allowed_to_operate", allow: ["Y"], deny: ["N"] }] },
};
const claims = [{ name: "Prairie Lantern Freight", phone: "555-555-0101" }];
const before = profileOf(answersOf(good), today);
const known = (profile: Profile): Before => ({
  kind: "known",
  verdict: "pass",
  profile,
});

async function judgedBy(
  rules: object,
  records: Records,
  rest: Partial<Dossier> = {},
) {
  const dossier = dossierOf(records, rest);
  const profile = profileOf(dossier.answers, today);
  const context = { today, profile, before: known(before) };
  return judge(await policyOf({ ...rules }), dossier, context);
}

const judgedByAll = (records: Records, rest: Partial<Dossier> = {}) =>
  judgedBy(everyRule, records, { claims, ...rest });

/** The rules whose findings have an outcome. */
const rulesThat = (outcome: Outcome, findings: readonly Finding[]) =>
  findings.flatMap((each) => (each.outcome === outcome ? each.rule : []));

test("the good carrier passes every rule", async () => {
  const { verdict, findings } = await judgedByAll(good);
  expect(findings.filter(({ outcome }) => outcome !== "pass")).toEqual([]);
  expect(findings.map(({ rule }) => rule)).toEqual([
    "exists",
    ...Object.keys(everyRule),
  ]);
  expect(verdict).toBe("pass");
});

describe("what a finding is", () => {
  test("its keys, in the order in which reports print them", async () => {
    const finding = await judged(
      "status",
      { allow: ["ACTIVE"], why: "ours" },
      goodWith({ "carrier.status": "INACTIVE" }),
    );
    expect(JSON.stringify(finding)).toBe(
      '{"dot_number":"9000001","rule":"status","outcome":"fail","level":"error","effect":"fail","message":"status is \\"INACTIVE\\"","observed":{"status":["INACTIVE"]},"place":{"source":"carriers.txt","line":17},"waived":null,"why":"ours"}',
    );
  });

  test.each([
    [
      "authority.age",
      { min_days: 90 },
      {},
      { "authority.common_authority_date": ["2014-10-25T00:00:00Z"] },
    ],
    [
      "safety.rating",
      everyRule["safety.rating"],
      { "safety.rating": "U" },
      { "safety.rating": ["Satisfactory", "U"] },
    ],
    [
      "mc_number",
      {},
      { "carrier.mc_number": undefined },
      { mc_number: [null] },
    ],
    [
      "policies.bipd",
      { min: 5_000_000 },
      {},
      {
        "cover.bipd": [1_000_000],
        "insurance.policies": ["EXAMPLE MUTUAL, EX-1, 1000000, until canceled"],
      },
    ],
    [
      "policies.bipd",
      { min: 750_000, min_days_left: 9 },
      { "insurance.policies.0.expiration_date": "2026-11-24" },
      {
        "cover.bipd": [1_000_000],
        "cover.bipd.2026-11-24": [0],
        "insurance.policies": ["EXAMPLE MUTUAL, EX-1, 1000000, 2026-11-24"],
      },
    ],
    [
      "policies.cargo",
      { min: 750 },
      { "insurance.policies.1.coverage_amount": 0 },
      {
        "cover.cargo": [0, "perhaps more"],
        "insurance.policies": ["EXAMPLE MUTUAL, EX-1, 0, until canceled"],
      },
    ],
    [
      "policies.ending",
      { within_days: 9 },
      { "insurance.policies.1.expiration_date": "2026-11-24" },
      {
        "cover.cargo.ends": ["2026-11-24"],
        "insurance.policies": [
          "EXAMPLE MUTUAL, EX-1, 1000000, until canceled",
          "EXAMPLE MUTUAL, EX-1, 100000, 2026-11-24",
        ],
      },
    ],
    [
      "policies.age",
      { min_days: 9 },
      { "insurance.policies.0.effective_date": "2026-11-21" },
      {
        "cover.bipd.since": ["2026-11-21"],
        "insurance.policies": ["EXAMPLE MUTUAL, EX-1, 1000000, until canceled"],
      },
    ],
    [
      "status",
      { allow: ["A"] },
      { "carrier.status": "A".repeat(300) },
      { status: [`${"A".repeat(199)}…`] },
    ],
  ])("%s %j: what it read", async (rule, parameters, change, observed) => {
    expect((await judged(rule, parameters, goodWith(change))).observed).toEqual(
      observed,
    );
  });

  test("of a field that is not text, what JSON can hold", async () => {
    const { observed } = await judged(
      "fields",
      { of: [{ path: "a", deny: [true] }] },
      goodWith({ "carrier.a": true }),
    );
    expect(observed).toEqual({ a: [true] });
    const zero = await judged(
      "fleet.power_units",
      { min: 1 },
      goodWith({ "carrier.fleet.power_units": -0 }),
    );
    // A waiver that saw 0 is to cover it.
    expect(zero.observed["fleet.power_units"]?.[0]).toBe(0);
  });

  test.each([
    ["fail", { "carrier.status": "X" }, {}],
    ["warning", { "carrier.status": "X" }, { level: "warning" }],
    ["review", { "carrier.status": null }, {}],
    ["fail", { "carrier.status": null }, { unknown: "fail" }],
    ["warning", { "carrier.status": null }, { unknown: "warn" }],
    [
      "warning",
      { "carrier.status": null },
      { unknown: "fail", level: "warning" },
    ],
    ["fail", { "carrier.status": "X" }, { unknown: "warn" }],
    ["pass", {}, { unknown: "fail" }],
    ["review", { "carrier.status": "X" }, { level: "review" }],
    ["review", { "carrier.status": null }, { level: "review" }],
    [
      "review",
      { "carrier.status": null },
      { level: "review", unknown: "fail" },
    ],
    [
      "warning",
      { "carrier.status": null },
      { level: "review", unknown: "warn" },
    ],
  ])("the effect is %s: %j, %j", async (effect, change, common) => {
    const rules = { status: { allow: ["ACTIVE"], ...common } };
    const { verdict, findings } = await judgedBy(rules, goodWith(change));
    expect(findings[1]?.effect).toBe(effect);
    expect(verdict).toBe(effect === "warning" ? "pass" : effect);
  });
});

test("young authority is for a person to decide, whatever unknown says", async () => {
  const since = (date: string, common = {}) =>
    judged(
      "authority.age",
      { min_days: 90, review_days: 365, unknown: "warn", ...common },
      goodWith({ "carrier.authority.common_authority_date": date }),
    );
  expect(await since("2026-05-01")).toMatchObject({
    outcome: "fail",
    level: "review",
    effect: "review",
  });
  expect(await since("2026-11-01")).toMatchObject({ effect: "fail" });
  expect(await since("2026-05-01", { level: "warning" })).toMatchObject({
    effect: "warning",
  });
  expect(await since("2015-05-01")).toMatchObject({ level: "error" });
});

test.each([
  [
    "inspections.oos_rate",
    { groups: ["driver", "vehicle"], max_times_national: 0.5 },
    {},
    { driver: "pass", vehicle: "fail" },
  ],
  [
    "policies.insurer",
    { deny: ["Shady"] },
    { "insurance.policies.1.insurer_name": "SHADY" },
    { "EXAMPLE MUTUAL": "pass", SHADY: "fail" },
  ],
  [
    "policies.ending",
    { within_days: 9 },
    { "insurance.policies.1.expiration_date": "2026-11-24" },
    { bipd: "pass", cargo: "fail" },
  ],
  ["records.name", {}, {}, { insurance: "pass", safety: "pass" }],
  [
    "safety.rating",
    everyRule["safety.rating"],
    { "safety.rating": "U" },
    { carrier: "pass", safety: "unknown" },
  ],
])(
  "%s %j has a part for each thing it judged",
  async (rule, parameters, change, parts) => {
    const finding = await judged(rule, parameters, goodWith(change));
    const outcomes = finding.parts?.map(({ about, outcome }) => [
      about,
      outcome,
    ]);
    expect(Object.fromEntries(outcomes ?? [])).toEqual(parts);
  },
);

test("the built-in policy is called that, and any other is yours", async () => {
  const conditional = goodWith({ "safety.rating": "Conditional" });
  const { findings } = judge(await defaultPolicy(), dossierOf(conditional), {
    today,
  });
  expect(findings.map(({ message }) => message)).toContain(
    'rated "Conditional", which the built-in policy neither allows nor denies',
  );
});

test.each([
  [{}, []],
  [
    { "insurance.policies.1.expiration_date": "2026-11-01" },
    ["cargo insurance ended 2026-11-01"],
  ],
  [
    { insurance: none, "carrier.insurance.cargo_on_file": 0 },
    ["no cargo insurance on file"],
  ],
  [{ "insurance.policies": [filing()] }, ["no cargo policy"]],
  [
    { "insurance.policies.1.status": "Revoked" },
    ["no cargo insurance in force"],
  ],
  [
    {
      "insurance.policies.1.effective_date": "2026-12-01",
      "carrier.insurance.cargo_on_file": 0,
    },
    ["no cargo insurance in force"],
  ],
  [{ insurance: failed }, []],
])("%j is noted, whatever the rules are: %j", async (change, notes) => {
  const judged = await judgedBy({ mc_number: {} }, goodWith(change));
  expect(judged.notes).toEqual(notes);
});

describe("whether the carrier exists comes first", () => {
  const rest = Object.keys(everyRule).length;
  test.each([
    [
      "fail",
      "fail",
      { carrier: none },
      "the service has no record of the carrier",
    ],
    [
      "unknown",
      "review",
      { carrier: failed },
      "no answer about the carrier: the service answered 503",
    ],
    ["unknown", "review", { carrier: unasked }, "no answer about the carrier"],
    [
      "unknown",
      "review",
      { carrier: unasked, summary: none },
      "no answer about the carrier",
    ],
    [
      "unknown",
      "review",
      { carrier: failed, summary: { status: "ACTIVE" } },
      "no answer about the carrier: the service answered 503",
    ],
  ])("%s: %s", async (outcome, verdict, records, message) => {
    const result = await judgedByAll({ ...good, ...records });
    expect(result.findings[0]).toMatchObject({
      rule: "exists",
      outcome,
      message,
    });
    expect(result.verdict).toBe(verdict);
    expect(rulesThat("skipped", result.findings)).toHaveLength(rest);
  });
});

describe("a number on your own list", () => {
  test("is refused unasked, and everything else is skipped", async () => {
    const policy = await policyOf({
      ...everyRule,
      dot_number: { deny_file: "blocked.txt" },
    });
    expect(refusesUnasked(policy, dossierOf({}).dotNumber)).toBe(true);
    const { verdict, findings } = judge(policy, dossierOf({}), { today });
    expect(verdict).toBe("fail");
    expect(rulesThat("fail", findings)).toEqual(["dot_number"]);
    const rest = findings.length - 1;
    expect(rulesThat("skipped", findings)).toHaveLength(rest);
  });

  test("at level warning is asked", async () => {
    const policy = await policyOf({
      dot_number: { deny_file: "blocked.txt", level: "warning" },
    });
    expect(refusesUnasked(policy, dossierOf({}).dotNumber)).toBe(false);
    expect(judge(policy, dossierOf(good), { today }).verdict).toBe("pass");
  });
});

test("an OOS mark of the list is a finding of its own, for review, beside all others", async () => {
  const { verdict, findings } = await judgedByAll(good, {
    isMarkedOutOfService: true,
  });
  expect(verdict).toBe("review");
  expect(findings[1]).toMatchObject({
    rule: "oos_mark",
    outcome: "unknown",
    effect: "review",
    message: "the list marks this number as out of service (OOS)",
    observed: { oos_mark: [true] },
  });
});

describe("a record without an answer", () => {
  test("needs review, whatever the policy says", async () => {
    const rules = {
      "policies.bipd": { min: 750_000, level: "warning", unknown: "warn" },
    };
    const records = { ...good, insurance: failed };
    const { verdict, findings } = await judgedBy(rules, records);
    expect(findings[1]).toMatchObject({
      outcome: "unknown",
      effect: "review",
      level: "review",
      lacks: "insurance",
    });
    expect(verdict).toBe("review");
  });

  test("makes every rule unknown that may read it", async () => {
    const { findings } = await judgedByAll({ ...good, safety: failed });
    expect(rulesThat("unknown", findings)).toEqual([
      "safety.rating",
      "inspections.total",
      "inspections.oos_rate",
      "crashes.total",
      "crashes.fatal",
      "records.name",
    ]);
  });
});

describe("unchanged", () => {
  const compare = (
    change: Record<string, unknown>,
    then: Before = known(before),
    fields: readonly string[] = ["identity"],
  ) => {
    const records = goodWith(change);
    const profile = profileOf(answersOf(records), today);
    return judged("unchanged", { fields }, records, {
      context: { profile, before: then },
    });
  };

  const { bipd_in_force: _, ...less } = before;
  const onInsurance = [known(less), ["insurance"]] as const;

  test.each([
    ["pass: identity: as before", { "carrier.address.zip": "68501-1234" }],
    [
      "pass: identity: as before",
      { "carrier.status": "INACTIVE", insurance: failed },
    ],
    [
      "fail: phone was (555) 555-0101, is (555) 555-0199",
      { "carrier.contact.phone": "555-555-0199" },
    ],
    [
      'unknown: email was "dispatch@example.com", is not stated',
      { "carrier.contact.email": null },
    ],
    ["skipped: not in the earlier run", {}, { kind: "new" } as const],
    [
      "unknown: nothing to compare with: the earlier run did not reach it",
      {},
      { kind: "unknown" } as const,
    ],
    ["unknown: BIPD in force: not recorded in both runs", {}, ...onInsurance],
    [
      "unknown: insurance not answered: the service answered 503",
      { insurance: failed },
      known(before),
      ["insurance"],
    ],
    [
      "fail: cargo in force was 100,000, is 0",
      { "insurance.policies": [] },
      ...onInsurance,
    ],
  ])(
    "%s",
    async (expected, change, then?: Before, fields?: readonly string[]) => {
      const { outcome, message } = await compare(change, then, fields);
      expect(`${outcome}: ${message}`).toBe(expected);
    },
  );

  test("observes what a waiver of it must have seen", async () => {
    const { observed } = await compare({
      "carrier.contact.phone": "555-555-0199",
    });
    expect(observed).toEqual({ phone: ["5555550199"] });
  });
});

/** Whatever a service may send in a field. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    undefined,
    "",
    "--",
    "N/A",
    0,
    -1,
    1e308,
    "1,000",
    true,
    [],
    {},
    [null],
    "\u202e",
    "2026-11-30",
    "NONE",
    "A\u200bB",
  ),
  fc.string({ unit: "binary" }),
  // What JSON can hold: no infinity, and -0 is printed as 0.
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((number) => number + 0),
  fc.jsonValue({ maxDepth: 2 }),
) as fc.Arbitrary<unknown>;

const paths = pathsOf(good);

function pathsOf(value: unknown, above: readonly string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [[...above]];
  const inner = Object.entries(value).flatMap(([name, one]) =>
    pathsOf(one, [...above, name]),
  );
  return above.length > 1 ? [[...above], ...inner] : inner;
}

const spoilt = fc
  .array(fc.tuple(fc.constantFrom(...paths), odd), {
    minLength: 1,
    maxLength: 4,
  })
  .map((changes) => {
    let records: unknown = good;
    for (const [path, value] of changes) records = spoil(records, path, value);
    return records as typeof good;
  });

/** A change of a part that an earlier change took away changes nothing. */
function spoil(
  records: unknown,
  path: readonly string[],
  value: unknown,
): unknown {
  const parent = path
    .slice(0, -1)
    .reduce<unknown>(
      (at, name) => (at as Record<string, unknown> | undefined)?.[name],
      records,
    );
  return typeof parent === "object" && parent !== null
    ? withValue(records, path, value)
    : records;
}

describe("whatever the records hold", () => {
  test("nothing throws, and findings survive being written and read", async () => {
    await fc.assert(
      fc.asyncProperty(spoilt, async (records) => {
        const { findings } = await judgedByAll(records);
        expect(JSON.parse(JSON.stringify(findings))).toEqual(findings);
      }),
      { numRuns: 200 },
    );
  });

  test("a value that is not stated never fails a rule, and what needs it does not pass", async () => {
    const { findings } = await judgedByAll(good);
    const reads = new Map(
      findings.map(({ rule, observed }) => [rule, Object.keys(observed)]),
    );
    for (const path of paths.filter(
      ([record, name]) => record !== "insurance" && name !== "dot_number",
    )) {
      for (const nothing of [undefined, null, "", "N/A", "--"]) {
        const after = (
          await judgedByAll(withValue(good, path, nothing) as object)
        ).findings;
        const failing = after.filter(
          ({ outcome, rule }) => outcome === "fail" && rule !== "unchanged",
        );
        expect(failing, `${path.join(".")} ${nothing}`).toEqual([]);
        const name =
          path[0] === "carrier" ? path.slice(1).join(".") : path.join(".");
        const own = after.filter(
          ({ rule }) =>
            reads.get(rule)?.join() === name && rule !== "safety.rating",
        );
        expect(own.filter(({ outcome }) => outcome === "pass")).toEqual([]);
      }
    }
  });

  test("a record that says nothing passes only what nothing speaks against", async () => {
    const empty = { carrier: {}, insurance: {}, safety: {} };
    const { verdict, findings } = await judgedByAll(empty, { claims: null });
    expect(verdict).not.toBe("pass");
    const passed = findings
      .filter(({ outcome }) => outcome === "pass")
      .map(({ rule }) => rule);
    expect(passed).toEqual(["exists", "dot_number", "fields"]);
  });

  test("the real records are judged, oddities too", async () => {
    const records = [...realRecords("carriers"), ...realRecords("oddities")];
    for (const carrier of records) {
      const { findings } = await judgedByAll({
        carrier,
        insurance: none,
        safety: none,
      });
      expect(findings).toHaveLength(Object.keys(everyRule).length + 1);
    }
  });
});
