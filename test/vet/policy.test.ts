import { createHash } from "node:crypto";
import { join } from "node:path";
import { Ajv } from "ajv";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseDocument } from "yaml";
import { FileError, VettingFileError } from "../../src/errors.ts";
import { comparingPolicy, defaultPolicy, defaultPolicyText } from "../../src/vet/default-policy.ts";
import { jsonSchemaText } from "../../src/vet/json-schemas.ts";
import { needsSince, recordsNeeded } from "../../src/vet/policy.ts";
import { listPath, parsePolicy } from "../../src/vet/policy-parser.ts";
import { anyCharacter } from "../support/characters.ts";

const noLists = (path: string): string => {
  throw new FileError(`cannot read ${path}: no such file`);
};
const parse = (text: string, readList = noLists) => {
  const policy = parsePolicy(text, { path: "policy.yaml", readList });
  expectSchemaToAgree(text, []);
  return policy;
};
const withRules = (...lines: string[]) =>
  `version: 1\nname: test\nrules:\n${lines.map((line) => `  ${line}\n`).join("")}`;

function problemsOf(text: string, readList = noLists): string[] {
  const problems = problemsFound(text, readList);
  expectSchemaToAgree(text, problems);
  return problems;
}

function problemsFound(text: string, readList: typeof noLists): string[] {
  try {
    parse(text, readList);
  } catch (error) {
    if (error instanceof VettingFileError) return error.message.split("\n");
    throw error;
  }
  return [];
}

const matchesSchema = new Ajv({ allErrors: true }).compile(JSON.parse(jsonSchemaText("policy")));
/** What JSON Schema cannot say: the YAML itself, what a list holds, which entries can match, and what contradicts what. */
const beyondSchema =
  /not YAML|larger than|nested|empty$|second document|YAML 1\.2|given twice|: a tag|anchor|alias|key must be text|can match nothing|is no group|allows and denies|cannot read|^(?!policy\.yaml)/;

/** An editor that knows the JSON Schema accepts what the parser accepts, and refuses what it refuses, as far as it can. */
function expectSchemaToAgree(text: string, problems: readonly string[]): void {
  const document = parseDocument(text, { version: "1.2" });
  if (document.errors.length > 0 || (problems.length > 0 && problems.every((problem) => beyondSchema.test(problem))))
    return;
  expect(matchesSchema(document.toJS())).toBe(problems.length === 0);
}

describe("a policy", () => {
  test("the one of the contract", () => {
    const text = `version: 1
name: general freight 2026
rules:
  dot_number: { deny_file: blocked.txt }
  status: { allow: [ACTIVE] }
  authority.status: { allow: [ACTIVE, A, "AUTHORIZED FOR Property*"], deny: ["*revocation*", "*suspended*", "*pending*"] }
  authority.age: { min_days: 180, why: new authority is a sign of double brokering }
  policies.bipd: { min: 750000, min_days_left: 7 }
  insurance.cargo_on_file: { min: 100000, unknown: warn }
  safety.rating: { allow: [Satisfactory, S], deny: [Unsatisfactory, U], unrated: allow }
  inspections.oos_rate: { groups: [driver, vehicle], max_times_national: 1.5, min_inspections: 20, fewer: allow }
  crashes.total: { per_power_unit: 0.15, allow: 2, level: warning }
  fleet.plausible: { max_units_per_driver: 20, max_drivers_per_unit: 20, level: warning }
  address.state: { allow: ["@us", ON, QC] }
  records.name: {}
  records.agree: { level: warning }
`;
    const policy = parse(text, () => "2233855\n");
    expect(policy).toMatchObject({ name: "general freight 2026", path: "policy.yaml", text });
    expect(policy.sha256).toBe(createHash("sha256").update(text).digest("hex"));
    expect(policy.rules.map(({ rule, level }) => `${rule.name} ${level}`)).toEqual([
      "dot_number error",
      "status error",
      "authority.status error",
      "authority.age error",
      "policies.bipd error",
      "insurance.cargo_on_file error",
      "safety.rating error",
      "inspections.oos_rate error",
      "crashes.total warning",
      "fleet.plausible warning",
      "address.state error",
      "records.name error",
      "records.agree warning",
    ]);
    expect(policy.rules[3]?.why).toBe("new authority is a sign of double brokering");
    expect(policy.rules[5]?.unknown).toBe("warn");
    expect(policy.lists).toEqual([
      { path: "blocked.txt", text: "2233855\n", sha256: createHash("sha256").update("2233855\n").digest("hex") },
    ]);
  });

  test("the built-in one is what its text says", () => {
    for (const builtIn of [defaultPolicy(), comparingPolicy()]) {
      expect(builtIn).toEqual({ ...parse(builtIn.text), path: "default" });
    }
    expect(defaultPolicy().text).toBe(defaultPolicyText);
    const unchanged = comparingPolicy().rules.slice(defaultPolicy().rules.length);
    expect(unchanged.map(({ rule, parameters }) => [rule.name, parameters])).toEqual([
      ["unchanged", { fields: ["identity"] }],
    ]);
    expect(defaultPolicy().rules.map(({ rule, level }) => `${rule.name} ${level}`)).toEqual([
      "status error",
      "authority.status error",
      "authority.age error",
      "policies.bipd error",
      "safety.rating error",
      "records.name error",
      "policies.ending warning",
      "inspections.oos_rate warning",
      "crashes.total warning",
      "fleet.power_units warning",
      "fleet.plausible warning",
      "records.agree warning",
    ]);
  });

  test("with a byte order mark and CRLF", () => {
    const text = `\ufeff${withRules("status: { allow: [ACTIVE, ON, yes, no] }").replaceAll("\n", "\r\n")}`;
    const [status] = parse(text).rules;
    const texts = ["ACTIVE", "ON", "yes", "no"].map((text) => expect.objectContaining({ text }));
    expect(status?.parameters["allow"]).toEqual(texts);
  });
});

describe("mistakes", () => {
  test("all at once, in the order of the file, each with its place", () => {
    const text = `version: 2
nam: x
rules:
  status: { allow: [ACTIVE, N/A, 5, "A*B"], lvl: warning }
  status: { allow: [ACTIVE] }
  authority.stats: { allow: 3 }
  policies.bipd: {min_days_left: 1.5}
  policies.insurer: {level: warning}
  policies.cargo:
  dot_number: { deny_file: blocked.txt }
`;
    expect(problemsOf(text, () => "76830\n  MC-1\n")).toEqual([
      "policy.yaml:1:1: name is missing: it must be text",
      "policy.yaml:1:10: version must be 1, not 2",
      'policy.yaml:2:1: unknown key "nam"; did you mean "name"?',
      "policy.yaml:5:3: this key is given twice",
      'policy.yaml:6:3: unknown rule "authority.stats"; did you mean "authority.status"?',
      "policy.yaml:7:3: policies.bipd: min is missing: it must be a whole number",
      "policy.yaml:7:34: policies.bipd: min_days_left must be a whole number, not 1.5",
      "policy.yaml:8:21: policies.insurer needs allow or deny",
      "policy.yaml:9:18: policies.cargo must be a mapping of parameters, such as {level: warning}, not null",
      'blocked.txt:2:3: "MC-1" is a docket number, not a USDOT number',
    ]);
  });

  test.each([
    ["status: { allow: [] }", "4:20: status: allow must not be empty"],
    ["status: { allow: ACTIVE }", '4:20: status: allow must be a list, such as [ACTIVE], not "ACTIVE"'],
    ["status: { allow: [5] }", "4:21: status: allow must be text: put it in quotes, not 5"],
    ["status: { allow: [N/A] }", '4:21: status: allow "N/A" can match nothing: such a value counts as not stated'],
    [
      'status: { allow: ["A\\u200b"] }',
      '4:21: status: allow "A\u200b" can match nothing: it has control or invisible characters',
    ],
    [
      'status: { allow: ["*A"] }',
      '4:21: status: allow "*A" can match nothing: only a trailing * stands for other characters',
    ],
    ["status: { allow: [A], lvl: error }", '4:25: unknown parameter "lvl"; did you mean "level"?'],
    ["status: { allow: [A], level: info }", '4:32: status: level must be error or warning, not "info"'],
    ["status: { allow: [A], unknown: pass }", '4:34: status: unknown must be block, warn or fail, not "pass"'],
    ['status: { allow: [A], why: " " }', '4:30: status: why must not be empty, not " "'],
    ["unknown: warn", '4:3: unknown rule "unknown"'],
    ["exists: {}", '4:3: unknown rule "exists"'],
    ["__proto__: {}", '4:3: unknown rule "__proto__"'],
    ["constructor: {}", '4:3: unknown rule "constructor"'],
    ["authority.age: { min_days: 0 }", "4:30: authority.age: min_days must be at least 1, not 0"],
    ["authority.age: { min_days: -5 }", "4:30: authority.age: min_days must be at least 1, not -5"],
    ['authority.age: { min_days: "90" }', '4:30: authority.age: min_days must be a whole number, not "90"'],
    ["authority.age: { min_days: .nan }", "4:30: authority.age: min_days must be a whole number, not NaN"],
    ["authority.age: {}", "4:3: authority.age: min_days is missing: it must be a whole number"],
    ["policies.bipd: { min: 1e400 }", "4:25: policies.bipd: min must be a whole number, not Infinity"],
    ["safety.rating: { unrated: allow }", "4:18: safety.rating needs allow or deny"],
    ["safety.rating: { allow: [A, B], deny: [ a ] }", '4:18: safety.rating allows and denies "A"'],
    ["crashes.total: { level: warning }", "4:18: crashes.total needs per_power_unit or allow"],
    ["crashes.fatal: { per_power_unit: 0 }", "4:36: crashes.fatal: per_power_unit must be above 0, not 0"],
    ["violations: {}", "4:15: violations needs per_inspection or allow"],
    ["violations: { per_inspection: { hos: -1 } }", "4:40: violations: per_inspection.hos must be at least 0, not -1"],
    [
      "inspections.oos_rate: { groups: [], max_times_national: 1 }",
      "4:35: inspections.oos_rate: groups must not be empty",
    ],
    [
      "inspections.oos_rate: { groups: [bus], max_times_national: 1 }",
      '4:36: inspections.oos_rate: groups must be driver, vehicle or hazmat, not "bus"',
    ],
    [
      "inspections.oos_rate: { groups: [driver, driver], max_times_national: 1 }",
      "4:35: inspections.oos_rate: groups names something twice",
    ],
    ['address.state: { allow: ["@usa"] }', '4:28: address.state: allow "@usa" is no group: only @us is known'],
    ['status: { allow: ["@us"] }', '4:21: status: allow "@us" is no group: this rule has none'],
    ["address.street: { po_box: allow }", '4:29: address.street: po_box must be deny, not "allow"'],
    ["contact: {}", "4:12: contact needs require or deny_file"],
    ["unchanged: { fields: [name] }", /^4:25: unchanged: fields must be identity, authority, insurance, legal_name/],
    ["dot_number: {}", "4:15: dot_number needs deny_file or allow_file"],
    ["dot_number: { deny_file: '' }", '4:28: dot_number: deny_file must be the path of a file, not ""'],
    ["records.agree: !!map {}", "4:24: a tag: leave it out"],
    ["records.agree: &a {}", "4:21: anchor &a: write each value out"],
    ["records.agree: *a", "4:18: alias *a: write the value out"],
    ["? [a]\n  : 1", "4:5: a key must be text"],
  ])("%s", (line, expected) => {
    const problems = problemsOf(withRules(line), () => "1");
    expect(problems).toHaveLength(1);
    const message = problems[0]?.replace("policy.yaml:", "");
    if (typeof expected === "string") expect(message).toBe(expected);
    else expect(message).toMatch(expected);
  });

  test.each([
    [
      "safety.rating: { unrated: maybe, level: info }",
      [
        "4:18: safety.rating needs allow or deny",
        '4:29: safety.rating: unrated must be allow, deny or unknown, not "maybe"',
        '4:43: safety.rating: level must be error or warning, not "info"',
      ],
    ],
    [
      'safety.rating: { allow: [A], deny: [a], why: "" }',
      ['4:18: safety.rating allows and denies "A"', '4:48: safety.rating: why must not be empty, not ""'],
    ],
    ["safety.rating: { allow: [], unrated: deny }", ["4:27: safety.rating: allow must not be empty"]],
    ["safety.rating: { alow: [A] }", ['4:20: unknown parameter "alow"; did you mean "allow"?']],
    ["safety.rating: 5", ["4:18: safety.rating must be a mapping of parameters, such as {level: warning}, not 5"]],
  ])("parameters that have to fit each other, unless one of them is wrong itself: %s", (line, expected) => {
    expect(problemsOf(withRules(line)).map((problem) => problem.replace("policy.yaml:", ""))).toEqual(expected);
  });

  test.each(
    [
      ["", "1:1: the file is empty"],
      ["# nothing\n", "1:1: the file is empty"],
      ["null", "1:1: the file is empty"],
      ["- 1", "1:1: the policy must be a mapping of version, name and rules"],
      ["just text", '1:1: the policy must be a mapping of version, name and rules, not "just text"'],
      ["version: 1\nname: x\n---\nname: y", "3:1: a second document begins here: one file holds one"],
      ["%YAML 1.1\n---\nversion: 1", "1:1: the file must be YAML 1.2"],
      ["a: [1", /^1:6: not YAML: /],
      ["version: 1\nname: x", "1:1: rules is missing: it must be a mapping of rules to their parameters"],
      ["version: 1\nname: x\nrules: 5", "3:8: rules must be a mapping of rules to their parameters, not 5"],
      ["version: 1\nname: x\nrules: {}", "3:8: rules must name at least one rule"],
      [`# ${"x".repeat(2 ** 20)}`, "1:1: the file is larger than 1 MiB"],
      ["[".repeat(100_000), "1:1: the file is nested too deeply"],
    ].map(([text = "", expected = ""]) => [String(text).slice(0, 40), String(text), expected] as const),
  )("the file %j", (_, text, expected) => {
    const [first] = problemsOf(text);
    const message = first?.replace("policy.yaml:", "");
    if (typeof expected === "string") expect(message).toBe(expected);
    else expect(message).toMatch(expected);
  });

  test("any text is a policy or an error of its own", () => {
    const line = fc.constantFrom(
      "version: 1",
      "name: x",
      "rules:",
      "  status: {allow: [A]}",
      "  x: [",
      "a: *b",
      "- &a 1",
      "\t",
      "? {",
      "'",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(line).map((lines) => lines.join("\n")),
          fc.string({ unit: anyCharacter }),
        ),
        (text) => {
          problemsOf(text);
        },
      ),
      { numRuns: 300 },
    );
  });
});

test.each([
  [
    "policies.bipd: { min: 750 }",
    "policy.yaml:4:25: policies.bipd: min 750 reads like thousands: no policy is for so little",
  ],
  ["policies.cargo: { min: 9999 }", /^policy.yaml:4:26: policies.cargo: min 9999 /],
  ["insurance.bipd_on_file: { min: 1 }", /min 1 reads like thousands/],
  ["insurance.cargo_on_file: { min: 100 }", /min 100 reads like thousands/],
])("%s is odd, and no mistake", (rule, message) => {
  const { cautions } = parse(withRules(rule));
  expect(cautions.map(({ path, line, column, message: text }) => `${path}:${line}:${column}: ${text}`)).toEqual([
    expect.stringMatching(message),
  ]);
});

test.each(["policies.bipd: { min: 10000 }", "fleet.power_units: { min: 1 }"])("%s is not odd", (rule) => {
  expect(parse(withRules(rule)).cautions).toEqual([]);
});

test.each([
  ['status: { allow: ["*active*"] }', /only a trailing \* stands for other characters/],
  ['status: { deny: ["*active"] }', /a \* may end it, or stand on both sides of whole words/],
  ['status: { deny: ["**"] }', /a \* may end it/],
  ['status: { deny: ["*...*"] }', /a \* may end it/],
  ['policies.insurer: { deny: ["..."] }', /can match nothing: it has no letters or digits/],
  ["address.state: { allow: [Texas] }", /"Texas" can match nothing: a state is a two-letter code/],
  ["address.state: { deny: [T] }", /can match nothing: a state is a two-letter code/],
  ["status: { deny: [ACTIVE], allow: [active] }", /allows and denies "active"/],
  ["status: {}", /status needs allow or deny/],
  ["inspections.total: {}", /inspections.total needs min or per_power_unit/],
])("%s is a mistake", (rule, message) => {
  expect(problemsOf(withRules(rule))).toEqual([expect.stringMatching(message)]);
});

describe("lists of numbers", () => {
  const listed = (text: string) => {
    const { rules } = parse(withRules("dot_number: { deny_file: b.txt }"), () => text);
    const list = rules[0]?.parameters["deny_file"] as { entries: Set<string> } | undefined;
    return [...(list?.entries ?? [])];
  };
  const problemsIn = (text: string) => problemsOf(withRules("dot_number: { deny_file: b.txt }"), () => text);

  test("as people write them; a # before a digit is no comment", () => {
    const text = "\ufeff# blocked since 2026\r\n2233855\r\n USDOT 76830 \n\nDOT# 5 \n00344554 # theft\n#12\n2,143,983";
    expect(listed(text)).toEqual(["2233855", "76830", "5", "344554", "12", "2143983"]);
  });

  test("a line that is no number is an error, and so is an empty list", () => {
    expect(problemsIn("1\nMC-5\n  foo\n#12A Best Movers")).toEqual([
      'b.txt:2:1: "MC-5" is a docket number, not a USDOT number',
      'b.txt:3:3: "foo" has no digits; a USDOT number has 1 to 8',
      expect.stringMatching(/^b.txt:4:1: "#12A Best Movers" /),
    ]);
    expect(problemsIn("# nobody\n")).toEqual(["b.txt:1:1: the list is empty"]);
  });

  test("a file that both parameters name is one of the policy's lists", () => {
    const policy = parse(withRules("dot_number: { deny_file: a.txt, allow_file: a.txt }"), () => "1");
    expect(policy.lists).toHaveLength(1);
  });

  test("a missing one is a mistake of the policy, reported with its others and those of other lists", () => {
    const text = withRules("dot_number: { deny_file: a.txt, allow_file: b.txt }", "x: {}");
    const readList = (path: string) => (path === "b.txt" ? "foo" : noLists(path));
    expect(problemsOf(text, readList)).toEqual([
      "policy.yaml:4:28: dot_number: deny_file: cannot read a.txt: no such file",
      'policy.yaml:5:3: unknown rule "x"',
      'b.txt:1:1: "foo" has no digits; a USDOT number has 1 to 8',
    ]);
    expect(() =>
      parse(withRules("dot_number: { deny_file: a.txt }"), () => {
        throw new Error("a bug");
      }),
    ).toThrow("a bug");
  });

  test("paths are relative to the policy", () => {
    expect(listPath(join("dir", "policy.yaml"), "blocked.txt")).toBe(join("dir", "blocked.txt"));
    expect(listPath("policy.yaml", "/etc/blocked.txt")).toBe("/etc/blocked.txt");
  });
});

test.each([
  [["records.agree: {}"], ["carrier", "insurance", "safety"]],
  [["status: {allow: [A]}", "fleet.power_units: {min: 1}"], ["summary"]],
  [["dot_number: {deny_file: a}"], ["summary"]],
  [
    ["status: {allow: [A]}", "policies.cargo: {min: 1}"],
    ["carrier", "insurance"],
  ],
  [["inspections.oos_rate: {groups: [driver], max_times_national: 1}"], ["carrier", "safety"]],
  [["safety.rating: {allow: [S]}"], ["carrier"]],
  [["crashes.fatal: {allow: 0}"], ["carrier", "safety"]],
  [["unchanged: {fields: [identity]}"], ["carrier"]],
])("%j asks for %j", (rules, records) => {
  const policy = parse(withRules(...rules), () => "1");
  expect(recordsNeeded(policy)).toEqual(records);
  expect(needsSince(policy)).toBe(rules[0]?.startsWith("unchanged"));
});
