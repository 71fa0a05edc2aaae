import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { byRule, openStatements } from "../../src/screen/findings.ts";
import { profileOf } from "../../src/vet/compare/profile.ts";
import { findingJson } from "../../src/vet/evidence/lines.ts";
import { judge, refusesUnasked } from "../../src/vet/judge.ts";
import type {
  Before,
  Dossier,
  Finding,
  Outcome,
  Profile,
} from "../../src/vet/model.ts";
import {
  answersOf,
  dossierOf,
  failed,
  filing,
  good,
  goodWith,
  nasty,
  none,
  type Records,
  unasked,
  withValue,
} from "../support/fixtures.ts";
import { judged, policyOf, today } from "./records.ts";

/** Every rule, at level error. */
const everyRule: Readonly<Record<string, object>> = {
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
  decided_by: [],
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

/** What a finding cites of the good filings. */
const citedBipd = (differences = {}) => ({
  policy_type: "BIPD/Primary",
  insurer_name: "EXAMPLE MUTUAL",
  policy_number: "EX-1",
  coverage_amount: 1_000_000,
  begins: "2026-01-01",
  ends: null,
  ...differences,
});
const citedCargo = (differences = {}) =>
  citedBipd({
    policy_type: "CARGO",
    coverage_amount: 100_000,
    ...differences,
  });

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
    expect(JSON.stringify(findingJson(finding))).toBe(
      '{"dot_number":"9000001","rule":"status","outcome":"fail","level":"error","effect":"fail","message":"status is \\"INACTIVE\\"","observed":{"status":["INACTIVE"]},"place":{"source":"carriers.txt","line":17},"waived":null,"why":"ours"}',
    );
  });

  test.each([
    [
      "safety.rating",
      { "safety.rating": "U" },
      { "safety.rating": ["Satisfactory", "U"] },
    ],
    ["mc_number", { "carrier.mc_number": undefined }, { mc_number: [null] }],
    [
      "policies.bipd",
      { "insurance.policies.0.expiration_date": "2026-11-24" },
      {
        "cover.bipd": [1_000_000],
        "cover.bipd.2026-11-24": [0],
        "insurance.policies": [citedBipd({ ends: "2026-11-24" })],
      },
    ],
    [
      "policies.cargo",
      { "insurance.policies.1.coverage_amount": 0 },
      {
        "cover.cargo": [0],
        "insurance.policies": [citedCargo({ coverage_amount: 0 })],
      },
    ],
    [
      "policies.ending",
      { "insurance.policies.1.expiration_date": "2026-11-24" },
      {
        "cover.cargo.ends": ["2026-11-24"],
        "insurance.policies": [citedBipd(), citedCargo({ ends: "2026-11-24" })],
      },
    ],
    [
      "policies.age",
      { "insurance.policies.0.effective_date": "2026-11-21" },
      {
        "insurance.policies": [citedBipd({ begins: "2026-11-21" })],
      },
    ],
    [
      "status",
      { "carrier.status": "A".repeat(300) },
      { status: [`${"A".repeat(199)}…`] },
    ],
  ])("%s %j: what it read", async (rule, change, observed) => {
    const finding = await judged(rule, everyRule[rule], goodWith(change));
    expect(finding.observed).toEqual(observed);
  });

  test.each([
    ["warning", "X", { level: "warning" }],
    ["fail", null, { unknown: "fail" }],
    ["warning", null, { unknown: "warn" }],
    ["warning", null, { unknown: "fail", level: "warning" }],
    ["fail", "X", { unknown: "warn" }],
    ["review", "X", { level: "review" }],
    ["review", null, { level: "review", unknown: "fail" }],
    ["warning", null, { level: "review", unknown: "warn" }],
  ])("the effect is %s: %j, %j", async (effect, status, common) => {
    const rules = { status: { allow: ["ACTIVE"], ...common } };
    const records = goodWith({ "carrier.status": status });
    const { verdict, findings } = await judgedBy(rules, records);
    expect(findings[1]?.effect).toBe(effect);
    expect(verdict).toBe(effect === "warning" ? "pass" : effect);
  });
});

test.each([
  ["2026-05-01", {}, { outcome: "fail", level: "review", effect: "review" }],
  ["2026-11-01", {}, { level: "error", effect: "fail" }],
  ["2026-05-01", { level: "warning" }, { effect: "warning" }],
  ["2015-05-01", {}, { level: "error", effect: "pass" }],
])(
  "authority since %s, at %j, is for a person to decide while it is young, whatever unknown says",
  async (date, common, finding) => {
    const found = await judged(
      "authority.age",
      { min_days: 90, review_days: 365, unknown: "warn", ...common },
      goodWith({ "carrier.authority.common_authority_date": date }),
    );
    expect(found).toMatchObject(finding);
  },
);

test.each([
  [
    "inspections.oos_rate",
    { "safety.inspections.vehicle.national_avg": 5 },
    { driver: "pass", vehicle: "fail", hazmat: "pass" },
  ],
  [
    "policies.insurer",
    { "insurance.policies.1.insurer_name": "BAD" },
    { "EXAMPLE MUTUAL": "pass", BAD: "fail" },
  ],
  [
    "policies.ending",
    { "insurance.policies.1.expiration_date": "2026-11-24" },
    { bipd: "pass", cargo: "fail" },
  ],
  ["records.name", {}, { insurance: "pass", safety: "pass" }],
  [
    "safety.rating",
    { "safety.rating": "U" },
    { carrier: "pass", safety: "unknown" },
  ],
])("%s %j has a part for each thing it judged", async (rule, change, parts) => {
  const finding = await judged(rule, everyRule[rule], goodWith(change));
  expect(
    Object.fromEntries(
      finding.parts?.map(({ about, outcome }) => [about, outcome]) ?? [],
    ),
  ).toEqual(parts);
});

test.each([
  [{}, []],
  [
    { "insurance.policies.1.expiration_date": "2026-11-01" },
    ["cargo insurance ended 2026-11-01"],
  ],
  [
    { insurance: none, "carrier.insurance.cargo_on_file": 0 },
    ["no BIPD policy", "no cargo insurance on file"],
  ],
  [{ "insurance.policies": [filing()] }, ["no cargo policy"]],

  [
    {
      "insurance.policies.1.effective_date": "2026-12-01",
      "carrier.insurance.cargo_on_file": 0,
    },
    ["no cargo insurance in force"],
  ],
  [{ insurance: failed }, []],
])("%j is noted, whatever the rules are: %j", async (change, expected) => {
  const { notes } = await judgedBy({ mc_number: {} }, goodWith(change));
  expect(notes).toEqual(expected);
});

test.each([
  [
    { carrier: none },
    "fail",
    "the service has no record of this number, but had one before",
  ],
  [
    { carrier: failed },
    "review",
    "no answer about the carrier: the service answered 503",
  ],
  [
    { carrier: unasked, summary: none },
    "review",
    "no answer about the carrier: it was not asked for",
  ],
  [
    { carrier: failed, summary: { status: "ACTIVE" } },
    "review",
    "no answer about the carrier: the service answered 503",
  ],
])(
  "whether the carrier exists comes first: %j",
  async (records, effect, message) => {
    const { verdict, findings } = await judgedByAll({ ...good, ...records });
    expect(findings[0]).toMatchObject({ rule: "exists", effect, message });
    expect(verdict).toBe(effect);
    expect(rulesThat("skipped", findings)).toEqual(Object.keys(everyRule));
  },
);

test.each([
  ["error", "without answers", true, {}, "fail"],
  ["error", "with answers, which are judged", true, good, "fail"],
  ["warning", "with answers", false, good, "pass"],
] as const)(
  "a number on your own list, at level %s, %s",
  async (level, _, isRefused, records, verdict) => {
    const policy = await policyOf({
      ...everyRule,
      dot_number: { deny_file: "blocked.txt", level },
      unchanged: undefined,
    });
    const dossier = dossierOf(records);
    expect(refusesUnasked(policy, dossier.dotNumber)).toBe(isRefused);
    const judged = judge(policy, dossier, { today });
    expect(judged.verdict).toBe(verdict);
    expect(rulesThat("fail", judged.findings)).toEqual(["dot_number"]);
    expect(rulesThat("pass", judged.findings)).toHaveLength(
      records === good ? judged.findings.length - 2 : 0,
    );
  },
);

test("a record without an answer needs review, whatever the policy says of the rules that may read it", async () => {
  const rules = Object.entries(everyRule).map(([name, parameters]) => [
    name,
    { ...parameters, level: "warning", unknown: "warn" },
  ]);
  // A warning that fails is no decision.
  const crashes = { "carrier.safety.total_crashes": 99 };
  const records = { ...goodWith(crashes), safety: failed };
  const { verdict, findings } = await judgedBy(
    Object.fromEntries(rules),
    records,
  );
  expect(verdict).toBe("review");
  const unknown = findings.filter(({ outcome }) => outcome === "unknown");
  for (const finding of unknown)
    expect(finding).toMatchObject({ level: "review", lacks: "safety" });
  expect(unknown.map(({ rule }) => rule)).toEqual([
    "safety.rating",
    "inspections.total",
    "inspections.oos_rate",
    "crashes.total",
    "crashes.fatal",
    "records.name",
  ]);
});

test("an order out of service counts without the rule fields", async () => {
  const records = goodWith({ "safety.oos": "Y" });
  const { findings } = await judgedBy({ mc_number: {} }, records);
  expect(findings.at(-1)).toMatchObject({ rule: "fields", effect: "review" });
});

test("the answers of another carrier are refused", async () => {
  const records = goodWith({ "safety.dot_number": 76830 });
  await expect(judgedByAll(records)).rejects.toThrow(
    new TypeError("the safety record is of USDOT 76830, not of USDOT 9000001"),
  );
});

test.each([
  [{ safety: none }, ["inspections.total"]],
  [{ safety: failed }, ["safety"]],
  [{ "carrier.fleet.drivers": 5_000 }, ["fleet.plausible"]],
  [{ "insurance.policies.0.status": "expired" }, ["policies.bipd"]],
])(
  "what several rules say of one thing is said once: %j",
  async (change, expected) => {
    const { unchanged, ...others } = everyRule;
    const { findings } = await judgedBy(others, goodWith(change));
    const said = openStatements(findings, byRule).map(({ title }) => title);
    expect(said).toEqual(expected);
  },
);

describe("unchanged", () => {
  const compare = (
    fields: readonly string[],
    change: Record<string, unknown>,
    then: Before = known(before),
  ) => {
    const records = goodWith(change);
    const profile = profileOf(answersOf(records), today);
    return judged("unchanged", { fields }, records, {
      context: { profile, before: then },
    });
  };

  const { bipd_in_force: _, ...less } = before;

  test.each([
    ["identity", { "carrier.contact": "x" }],
    ["identity", { "carrier.contact.phone": "555\u200b5550199" }],
    ["identity", { "carrier.contact.phone": "5".repeat(2_001) }],
    ["identity", { "carrier.legal_name": 5 }],
    ["identity", { "carrier.address.zip": "unknown" }],
    ["authority", { "carrier.authority.common_authority_date": "1970-01-01" }],
    ["insurance", { "carrier.insurance.bipd_on_file": -1 }],
    ["insurance", { "insurance.policies.0.status": "PENDING" }],
  ])("%s: what is unreadable fails nothing: %j", async (group, change) => {
    expect((await compare([group], change)).outcome).toBe("unknown");
  });

  test.each<[expected: string, group: string, change: object, then?: Before]>([
    [
      "pass: identity: as before",
      "identity",
      { "carrier.status": "INACTIVE", insurance: failed },
    ],
    [
      'unknown: email was "dispatch@example.com", is "billing@example.com"',
      "identity",
      { "carrier.contact.email": "billing@example.com" },
    ],
    [
      'unknown: name was "prairie lantern freight inc", is "prairie lantern"; street was "1200 lamplight rd", is "1200 lamplight rd 9"',
      "identity",
      {
        "carrier.legal_name": "Prairie Lantern",
        "carrier.address.street": "1200 Lamplight Rd Ste 9",
      },
    ],
    [
      'unknown: BIPD insurers were "example mutual", are "example mutual insurance co"',
      "insurance",
      {
        "insurance.policies.0.insurer_name": "Example Mutual Insurance Co",
      },
    ],
    [
      'unknown: MC number was 9100001, is "FF-9100001"',
      "identity",
      { "carrier.mc_number": "FF-9100001" },
    ],
    [
      "unknown: insurance not answered: the service answered 503",
      "identity insurance",
      { "carrier.contact.phone": null, insurance: failed },
    ],
    ["skipped: new: nothing to compare with", "identity", {}, { kind: "new" }],
    [
      "unknown: there was no earlier run to compare with",
      "identity",
      {},
      { kind: "unknown" },
    ],
    [
      "unknown: BIPD in force: not recorded in both runs",
      "insurance",
      {},
      known(less),
    ],
    [
      "fail: cargo in force was 100,000, is 0",
      "insurance",
      { "insurance.policies": [] },
      known(less),
    ],
  ])("%s", async (expected, group, change, then) => {
    const { outcome, message } = await compare(
      group.split(" "),
      { ...change },
      then,
    );
    expect(`${outcome}: ${message}`).toBe(expected);
  });
});

/** Whatever a service may send in a field. */
const odd = fc.oneof(
  nasty,
  fc.string({ unit: "binary" }),
  // What JSON can hold: no infinity, and -0 is printed as 0.
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((number) => number + 0),
  // As written, without -0.
  fc.json({ maxDepth: 2 }).map((text): unknown => JSON.parse(text)),
) as fc.Arbitrary<unknown>;

/** But for the number, by which the answers of another carrier are refused. */
const paths = pathsOf(good).filter((path) => path.at(-1) !== "dot_number");

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
  .map((changes) =>
    changes.reduce<unknown>(
      (records, [path, value]) => withValue(records, path, value),
      good,
    ),
  );

describe("whatever the records hold", () => {
  test("nothing throws, and findings survive being written and read", async () => {
    await fc.assert(
      fc.asyncProperty(spoilt, async (records) => {
        const { findings } = await judgedByAll(records as Records);
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
    for (const path of paths.filter(([record]) => record !== "insurance")) {
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
    const { verdict, findings } = await judgedByAll(empty, {
      claims: undefined,
    });
    expect(verdict).not.toBe("pass");
    const passed = findings
      .filter(({ outcome }) => outcome === "pass")
      .map(({ rule }) => rule);
    expect(passed).toEqual(["exists", "dot_number", "fields"]);
  });
});
