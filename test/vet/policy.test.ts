import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { FileError } from "../../src/errors.ts";
import { judge } from "../../src/vet/judge.ts";
import { parsePolicy } from "../../src/vet/policy/files.ts";
import {
  cautionsOf,
  defaultPolicy,
  defaultPolicyText,
} from "../../src/vet/policy/policy.ts";
import { dossierOf, goodWith } from "../support/fixtures.ts";
import { mistakesOf, today } from "./records.ts";
import { schemaOf } from "./schemas.ts";

const source = { path: "policy.yaml", readList: (): string => "9000001" };

const problemsOf = (text: string, readList = source.readList) =>
  mistakesOf(parsePolicy(text, { path: "policy.yaml", readList }));

const isInSchema = schemaOf("policy");
const withRule = (name: string, parameters: unknown) =>
  `version: 1\nname: x\nrules:\n  ${name}: ${JSON.stringify(parameters)}\n`;

test("a policy as people write it", async () => {
  const text = `version: 1
name: general freight 2026
rules:
  dot_number: { deny_file: blocked.txt }
  status:
    allow: [ACTIVE]   # nothing else
    why: our insurer asks for it
  crashes.total: { per_power_unit: 0.15, allow: 2, level: warning }
  insurance.cargo_on_file: { min: 100000, unknown: warn }
`;
  const policy = await parsePolicy(
    `\ufeff${text.replaceAll("\n", "\r\n")}`,
    source,
  );
  expect(policy.name).toBe("general freight 2026");
  expect(
    policy.rules.map(({ name, level, unknown, why }) => [
      name,
      level,
      unknown,
      why,
    ]),
  ).toEqual([
    ["dot_number", "error", "block", undefined],
    ["status", "error", "block", "our insurer asks for it"],
    ["crashes.total", "warning", "block", undefined],
    ["insurance.cargo_on_file", "error", "warn", undefined],
  ]);
  expect(policy.lists).toEqual([
    {
      path: "blocked.txt",
      text: "9000001",
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ]);
});

describe("a mistake in a rule, with its place", () => {
  test.each([
    ["exists", {}, '4:3: unknown rule "exists"; usdot vet --rules lists them'],
    [
      "status",
      { alow: ["A"] },
      '4:12: status: unknown parameter "alow"; did you mean "allow"?',
    ],
    [
      "status",
      [],
      "4:11: status must be a mapping of allow, deny, level, unknown, why, not a list",
    ],
    [
      "status",
      { allow: "ACTIVE" },
      '4:20: status: allow must be a list with something in it, not "ACTIVE"',
    ],
    [
      "status",
      { allow: [] },
      "4:20: status: allow must be a list with something in it",
    ],
    [
      "status",
      { allow: ["N/A"] },
      '4:21: status: allow must be text that a value can match, with * for what follows a beginning, not "N/A"',
    ],
    [
      "status",
      { allow: ["*x*"] },
      '4:21: status: allow must be text that a value can match, with * for what follows a beginning, not "*x*"',
    ],
    [
      "status",
      { deny: ["a*b"] },
      '4:20: status: deny must be text that a value can match, with * for what follows a beginning, or around words, not "a*b"',
    ],
    [
      "status",
      { deny: ["*.*"] },
      '4:20: status: deny must be text that a value can match, with * for what follows a beginning, or around words, not "*.*"',
    ],
    [
      "address.state",
      { allow: ["@usa"] },
      '4:28: address.state: allow must be text that a value can match, with * for what follows a beginning, not "@usa"',
    ],
    [
      "address.state",
      { deny: ["Texas"] },
      '4:27: address.state: deny must be text that a value can match, with * for what follows a beginning, or around words, not "Texas"',
    ],
    [
      "policies.insurer",
      { allow: ["..."] },
      '4:31: policies.insurer: allow must be text that a value can match, with * for what follows a beginning, not "..."',
    ],
    ["safety.rating", { deny: ["U"] }, "4:18: safety.rating: allow is missing"],
    [
      "authority.age",
      { min_days: 0 },
      "4:30: authority.age: min_days must be a whole number of at least 1, not 0",
    ],
    [
      "authority.age",
      { min_days: 90, level: "warn" },
      '4:41: authority.age: level must be error, review or warning, not "warn"',
    ],
    [
      "authority.age",
      { min_days: 90, why: " " },
      '4:39: authority.age: why must be text, not " "',
    ],
    [
      "crashes.total",
      { per_power_unit: "x" },
      '4:36: crashes.total: per_power_unit must be a number of at least 0, not "x"',
    ],
    [
      "inspections.oos_rate",
      { groups: ["driver"], max_times_national: 15 },
      "4:67: inspections.oos_rate: max_times_national must be at most 10: 1.5 is half above the national average",
    ],
    [
      "authority.age",
      { min_days: 90, review_days: 90 },
      "4:18: authority.age review_days must be above min_days",
    ],
    [
      "policies.bipd",
      { min: "1_000_000" },
      '4:25: policies.bipd: min must be a whole number of at least 1, not "1_000_000"',
    ],
    [
      "fields",
      { of: [{ path: "a" }] },
      "4:18: fields: of needs allow, deny or max_age_days",
    ],
    [
      "dot_number",
      { deny_file: 5 },
      "4:28: dot_number: deny_file must be text, not 5",
    ],
    [
      "claims",
      { fields: ["fax"] },
      '4:22: claims: fields must be name, mc_number, phone, email, address, state, zip, insurer, policy_number, bipd, cargo, expires, cargo_insurer, cargo_policy_number or cargo_expires, not "fax"',
    ],
  ])("%s %j", async (rule, parameters, message) => {
    const text = withRule(rule, parameters);
    expect(await problemsOf(text)).toEqual([`policy.yaml:${message}`]);
    // Only the program knows which texts say nothing, and compares two values.
    const isOurs = /not "(?:N\/A|\*\.\*|\.{3})"$|min_days$/.test(message);
    expect(isInSchema(parse(text))).toBe(isOurs);
  });
});

describe("a mistake in the file", () => {
  const plain =
    "not plain YAML 1.2: write the value out, without a tag, anchor or alias, and with text as keys";
  test.each([
    ["", "1:1: the file is empty"],
    [
      "- a",
      "1:1: the file must be a mapping of version, name, rules, not a list",
    ],
    [
      "version: 1\nname: x\nrules: {}",
      "3:8: rules must name at least one rule",
    ],
    ["version: 1\nrules: {mc_number: {}}", "1:1: name is missing"],
    [
      "version: 2\nname: x\nrules: {mc_number: {}}",
      "1:10: version must be 1, not 2",
    ],
    [
      "version: 1\nname: x\nrules: {mc_number: {}}\nunknown: warn",
      '4:1: unknown key "unknown"; it may be version, name or rules',
    ],
    [
      "version: 1\nname: x\nname: y\nrules: {mc_number: {}}",
      "3:1: not YAML: Map keys must be unique",
    ],
    ["version: 1\nname: &a x\nrules: {mc_number: {}}", `2:10: ${plain}`],
    ["version: 1\nname: !!str x\nrules: {mc_number: {}}", `2:13: ${plain}`],
    [
      "version: 1\nname: x\nrules: {mc_number: {}}\n---\nversion: 1",
      "4:1: not YAML: Source contains multiple documents; please use YAML.parseAllDocuments()",
    ],
    ["? [a]\n: b", `1:3: ${plain}`],
    [`name: ${"x".repeat(2 ** 20)}`, "1:1: the file is larger than 1 MiB"],
  ])("%#", async (text = "", message = "") => {
    expect(await problemsOf(text)).toEqual([`policy.yaml:${message}`]);
    if (!message.includes("YAML")) expect(isInSchema(parse(text))).toBe(false);
  });

  test("that is not YAML says where", async () => {
    for (const text of ["version: 1\nname: [x", "[".repeat(50_000)])
      expect((await problemsOf(text))[0]).toMatch(
        /^policy\.yaml:[12]:\d+: not YAML: /,
      );
  });

  test("no value of any kind is more than mistakes", async () => {
    for (const value of [
      "~",
      "true",
      "5",
      "[[]]",
      "{a: b}",
      "2026-01-01",
      "__proto__",
      "{__proto__: {min: 5}}",
    ]) {
      await problemsOf(
        `version: ${value}\nname: ${value}\nrules:\n  policies.bipd: ${value}\n  status: { allow: ${value} }`,
      );
    }
  });
});

describe("lists", () => {
  test.each([
    [
      "MC-747866",
      'list.txt:1:1: "MC-747866" is a docket number, not a USDOT number',
    ],
    [
      "1\n#9000001",
      'list.txt:2:1: "#9000001" may be a comment: write # and a blank, or the number alone',
    ],
    ["\n  # all\n", "list.txt:1:1: the list is empty"],
    [
      "9000001\r\n x 5\r\n",
      'list.txt:2:2: "x 5" is not a USDOT number, which is 1 to 8 digits; in other text, write USDOT before it',
    ],
  ])("%j of USDOT numbers", async (text, message) => {
    const policy = withRule("dot_number", { deny_file: "list.txt" });
    expect(await problemsOf(policy, () => text)).toEqual([message]);
  });

  test.each([
    "555-0110",
    "@fraud",
    "*@fraud.example",
    "555-555-0110 555-555-0199",
    "a@fraud.example,555-555-0110",
  ])("the contact %j can match nothing", async (entry) => {
    const policy = withRule("contact", { deny_file: "c.txt" });
    expect(await problemsOf(policy, () => entry)).toEqual([
      `c.txt:1:1: "${entry}" is not one phone number of ten digits, one email address or one @domain`,
    ]);
  });

  test("one that cannot be read is a mistake in the policy, beside the others", async () => {
    const text = `${withRule("dot_number", { deny_file: "gone.txt" })}  status: {}\n`;
    const missing = () => {
      throw new FileError("cannot read gone.txt: no such file");
    };
    expect(await problemsOf(text, missing)).toEqual([
      "policy.yaml:4:28: dot_number: deny_file: cannot read gone.txt: no such file",
      "policy.yaml:5:11: status needs allow or deny",
    ]);
  });
});

test.each([
  [
    "policies.bipd",
    { min: 750, min_days_left: 7 },
    ["min 750 reads like thousands: no policy is for so little"],
  ],
  ["policies.cargo", { min: 10_000 }, []],
  [
    "status",
    { deny: ["INACTIVE"] },
    ["without allow, what deny does not name passes, even if it says REVOKED"],
  ],
  ["status", { allow: ["ACTIVE"] }, []],
])("%s %j: a caution, not a mistake", async (rule, parameters, cautions) => {
  const policy = await parsePolicy(withRule(rule, parameters), source);
  expect(cautionsOf(policy)).toEqual(
    cautions.map((each) => `your policy: ${rule}: ${each}`),
  );
});

test.each([
  ["policies.insurer", { allow: ["*"], deny: ["Acme*"] }],
  ["address.state", { allow: ["@us"], deny: ["CA"] }],
  [
    "inspections.oos_rate",
    { groups: ["driver"], max_times_national: 1, fewer: "unknown" },
  ],
  ["records.name", null],
  ["status", { deny: ["X"], level: "review", unknown: "fail" }],
  ["fields", { of: [{ path: "a", deny: [true, 1, "*"] }] }],
  ["dot_number", { allow_file: "a.txt" }],
])("%s %j is no mistake", async (rule, parameters) => {
  const text = withRule(rule, parameters);
  expect((await parsePolicy(text, source)).rules).toHaveLength(1);
  expect([isInSchema(parse(text)), isInSchema.errors]).toEqual([true, null]);
});

describe("the built-in policy", () => {
  const rateAbove = { total: 100, oos: 11, oos_rate: 11, national_avg: 6.67 };
  const few = { total: 19, oos: 3, oos_rate: 15.8 };

  test("is its text, which comments explain, and compares where there is an earlier run", async () => {
    for (const isComparing of [false, true]) {
      const { text, sha256, name, rules } = await defaultPolicy({
        isComparing,
      });
      const written = await parsePolicy(text, source);
      const comparable = (used: typeof rules) =>
        used.map(({ name, level, unknown, why, parameters, needs }) => [
          name,
          [level, unknown, why, parameters, needs],
        ]);
      expect(comparable(rules)).toEqual(comparable(written.rules));
      expect([name, sha256]).toEqual([written.name, written.sha256]);
      expect(cautionsOf(written)).toEqual([]);
      expect(isInSchema(parse(text))).toBe(true);
      expect(text.startsWith(defaultPolicyText)).toBe(true);
      expect(rules.some((rule) => rule.name === "unchanged")).toBe(isComparing);
    }
  });

  test.each<[verdict: string, ...changes: object[]]>([
    [
      "pass",
      {},
      { "carrier.outOfService": "No", "carrier.allowedToOperate": "Y" },
      { "carrier.operating_status": "AUTHORIZED FOR Property" },
      { "carrier.out_of_service": 0 },
      { "carrier.statusCode": "A", "carrier.usdot_status": "ACTIVE" },
      { "carrier.safetyRating": "Not Rated" },
      { "insurance.policies.0.expiration_date": "2026-11-29" },
      { "safety.inspections.driver": { ...rateAbove, ...few } },
      { "safety.crashes.fatal": 3 },
      { "carrier.fleet.power_units": null, "safety.crashes": null },
      { "safety.crashes.total": 500 },
    ],
    [
      "review",
      { "carrier.out_of_service": "since May" },
      { "carrier.operating_status": "SEE REMARKS" },
      { "carrier.operating_authority_status": "PENDING" },
      { "carrier.safety.rating": "Conditional" },
      { "carrier.safetyRating": "C" },
      { "insurance.policies.0.expiration_date": "2026-11-28" },
      { "safety.inspections.driver": rateAbove },
      { "safety.crashes.fatal": 4 },
      { "carrier.fleet.power_units": 0 },
    ],
    [
      "fail",
      { "carrier.status": "INACTIVE" },
      { "carrier.authority.status": "AUTHORIZED FOR Property - REVOKED" },
      { "carrier.authority.status": "NONE" },
      { "carrier.authority.common_authority_date": "2026-11-09T00:00:00Z" },
      { "carrier.out_of_service": true },
      { "carrier.out_of_service_date": "2026-10-21" },
      { "carrier.allowedToOperate": "N" },
      { "carrier.outOfService": "Y", "carrier.out_of_service": null },
      { "carrier.oosDate": "2026-10-21" },
      { "carrier.oos": true },
      { "carrier.isOutOfService": "Yes" },
      { "carrier.authority.out_of_service": true },
      { "carrier.out_of_service": "N", "carrier.outOfService": "Y" },
      { "carrier.statusCode": "I" },
      { "carrier.safetyRating": "U" },
      { "carrier.usdotStatus": "OUT-OF-SERVICE" },
      { "carrier.operatingAuthorityStatus": "NOT AUTHORIZED" },
      { "carrier.operating_status": "NOT AUTHORIZED" },
      { "carrier.operatingStatus": "OUT-OF-SERVICE" },
      { "carrier.operating_status": "INVOLUNTARY REVOCATION" },
      { "safety.rating": "Unsatisfactory" },
    ],
  ])("says %s of %j", async (verdict, ...changes) => {
    const policy = await defaultPolicy();
    for (const change of changes) {
      const dossier = dossierOf(goodWith({ ...change }));
      const judged = judge(policy, dossier, { today });
      expect(judged.verdict, JSON.stringify(change)).toBe(verdict);
    }
  });
});
