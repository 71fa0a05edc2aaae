import { deepEqual, equal, ok } from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { DotNumber } from "../../src/dot-number.ts";
import { sampleCarriers } from "../../src/sample/carriers.ts";
import { defaultPolicy } from "../../src/vet/default-policy.ts";
import { evaluate, isRefusedUnasked } from "../../src/vet/evaluate.ts";
import { effectOf, publicFinding, verdictOf } from "../../src/vet/finding.ts";
import type { CarrierRecords, Finding, RecordState } from "../../src/vet/model.ts";
import { recordsNeeded } from "../../src/vet/policy.ts";
import { parsePolicy } from "../../src/vet/policy-parser.ts";
import { rules } from "../../src/vet/rules/index.ts";
import { parseWaivers, WaiverLedger } from "../../src/vet/waivers.ts";
import { growth, nearlyLinear } from "../support/growth.ts";
import {
  answered,
  goodCarrier,
  goodInsurance,
  goodRecords,
  goodSafety,
  realOddities,
  realRecords,
  today,
} from "./records.ts";

afterEach(() => void vi.unstubAllEnvs());

const hasUnanswered = (findings: readonly Finding[]) => findings.some(({ reason }) => reason === "not-answered");

/** Every rule, at level error, in a form that an unrated carrier does not fail by choice. */
const everyRule = {
  dot_number: { deny_file: "blocked.txt" },
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
  "inspections.oos_rate": { groups: ["driver", "vehicle", "hazmat"], max_times_national: 1.5 },
  "crashes.total": { per_power_unit: 0.15, allow: 2 },
  "crashes.fatal": { per_power_unit: 0.01 },
  violations: { allow: 60 },
  "fleet.power_units": { min: 2 },
  "fleet.plausible": {},
  "address.state": { allow: ["@us"] },
  "address.street": { po_box: "deny" },
  contact: { require: ["phone", "email"], deny_file: "fraud.txt" },
  "records.name": {},
  "records.agree": {},
  unchanged: { fields: ["identity", "authority", "insurance"] },
};
const policyFrom = (given: object) =>
  parsePolicy(`version: 1\nname: test\nrules: ${JSON.stringify(given)}\n`, {
    path: "policy.yaml",
    readList: (path) => (path === "fraud.txt" ? "@fraud.example" : "5"),
  });
const wholePolicy = policyFrom(everyRule);
const before = { day: today - 1, records: goodRecords.records };

test("there is a rule for every row of the contract, and the policy of these tests has them all", () => {
  expect(wholePolicy.rules.map(({ rule }) => rule)).toEqual(rules);
});

describe("the order of findings", () => {
  test("exists comes first, then the rules as the policy has them", () => {
    const policy = policyFrom({
      "address.state": { allow: ["@us"] },
      status: { allow: ["ACTIVE"], why: "our policy" },
    });
    const { findings } = evaluate(policy, goodRecords, { today, place: { source: "carriers.txt", line: 17 } });
    expect(findings.map(({ rule }) => rule)).toEqual(["exists", "address.state", "status"]);
    expect(findings[2]).toEqual({
      dot_number: "9000001",
      rule: "status",
      outcome: "pass",
      level: "error",
      message: 'status is "ACTIVE"',
      observed: { status: ["ACTIVE"] },
      place: { source: "carriers.txt", line: 17 },
      waived: null,
      why: "our policy",
      unknown: "block",
    });
  });

  test("a good carrier passes every rule", () => {
    const { verdict, findings } = evaluate(wholePolicy, goodRecords, { today, before });
    expect(findings.filter(({ outcome }) => outcome !== "pass")).toEqual([]);
    expect(verdict).toBe("pass");
  });
});

describe("whether the carrier exists", () => {
  const none: RecordState = { state: "none" };
  const unanswered: RecordState = { state: "unanswered", code: "TIMEOUT", message: "no answer in 10 seconds" };
  const summary: RecordState = { state: "answered", value: { status: "ACTIVE" } };
  const run = (records: CarrierRecords["records"], policy = defaultPolicy()) =>
    evaluate(policy, { dotNumber: "9000001" as DotNumber, records }, { today });

  test("404: it fails, and nothing else is judged", () => {
    const { verdict, findings } = run({ carrier: none });
    expect(verdict).toBe("fail");
    expect(findings[0]).toMatchObject({
      rule: "exists",
      outcome: "fail",
      message: "the service has no record of the carrier",
    });
    expect(new Set(findings.slice(1).map(({ outcome }) => outcome))).toEqual(new Set(["skipped"]));
    expect(hasUnanswered(findings)).toBe(false);
  });

  test("each other rule says why it is not judged, the one on the number included", () => {
    for (const finding of run({ carrier: none }, wholePolicy).findings.slice(1)) {
      expect(finding).toMatchObject({
        outcome: "skipped",
        message: "not judged: the service has no record of the carrier",
        reason: "not-judged",
      });
    }
  });

  test("no answer: it needs review", () => {
    for (const records of [{ carrier: unanswered }, {}, { summary: none }, { summary: unanswered }]) {
      const { verdict, findings } = run(records);
      expect(verdict).toBe("review");
      expect(hasUnanswered(findings)).toBe(true);
      expect(findings.every(({ outcome }) => outcome !== "pass")).toBe(true);
    }
    expect(run({ carrier: unanswered }).findings[0]?.message).toBe(
      "no answer about the carrier: no answer in 10 seconds",
    );
  });

  test("a summary is enough for rules that need no more", () => {
    const policy = policyFrom({ status: { allow: ["ACTIVE"] } });
    expect(recordsNeeded(policy)).toEqual(["summary"]);
    expect(run({ summary }, policy).verdict).toBe("pass");
    expect(run({ summary, carrier: none }, policy).verdict).toBe("fail");
  });

  test("a record that was not asked for, or not answered, needs review at any level and setting", () => {
    for (const given of [{ level: "warning" }, { unknown: "warn" }, { unknown: "fail" }]) {
      const policy = policyFrom({ "policies.cargo": { min: 1, ...given } });
      const carrier: RecordState = { state: "answered", value: goodCarrier };
      for (const records of [{ carrier }, { carrier, insurance: unanswered }]) {
        const { verdict, findings } = run(records, policy);
        expect(verdict).toBe("review");
        expect(hasUnanswered(findings)).toBe(true);
        expect(findings[1]?.message).toBe(
          "insurance" in records
            ? "insurance not answered: no answer in 10 seconds"
            : "the insurance record was not asked for",
        );
      }
    }
  });
});

const finding = (differences: Partial<Finding>): Finding => ({
  dot_number: "1",
  rule: "status",
  outcome: "pass",
  level: "error",
  message: "",
  observed: {},
  place: null,
  waived: null,
  unknown: "block",
  ...differences,
});

test.each([
  [[{}], "pass"],
  [[{ outcome: "fail" }], "fail"],
  [[{ outcome: "fail", level: "warning" }], "pass"],
  [[{ outcome: "unknown" }], "review"],
  [[{ outcome: "unknown", unknown: "warn" }], "pass"],
  [[{ outcome: "unknown", unknown: "fail" }], "fail"],
  [[{ outcome: "unknown", unknown: "fail", level: "warning" }], "pass"],
  [[{ outcome: "unknown" }, { outcome: "fail" }], "fail"],
  [[{ outcome: "skipped" }], "pass"],
  [[{ outcome: "fail", waived: { reason: "", by: "", until: "" } }], "pass"],
  [[{ outcome: "fail", waived: { reason: "", by: "", until: "" } }, { outcome: "unknown" }], "review"],
] as const)("the verdict of %j is %s", (findings, verdict) => {
  expect(verdictOf(findings.map((one) => finding(one as Partial<Finding>)))).toBe(verdict);
});

test.each([
  [{}, "pass"],
  [{ outcome: "skipped" }, "skipped"],
  [{ outcome: "fail" }, "fail"],
  [{ outcome: "fail", level: "warning" }, "warning"],
  [{ outcome: "fail", waived: { reason: "", by: "", until: "" } }, "waived"],
  [{ outcome: "fail", level: "warning", waived: { reason: "", by: "", until: "" } }, "waived"],
  [{ outcome: "unknown" }, "review"],
  [{ outcome: "unknown", unknown: "warn" }, "warning"],
  [{ outcome: "unknown", unknown: "fail" }, "fail"],
] as const)("the effect of %j is %s", (differences, effect) => {
  expect(effectOf(finding(differences))).toBe(effect);
});

test("reports print a finding without what only the policy needs", () => {
  const { unknown: _, ...printed } = finding({});
  expect(JSON.stringify(publicFinding(finding({ reason: "unreadable" })))).toBe(JSON.stringify(printed));
  expect(JSON.stringify(publicFinding(finding({ why: "ours" })))).toBe(JSON.stringify({ ...printed, why: "ours" }));
});

describe("properties", () => {
  const level = fc.constantFrom("error" as const, "warning" as const);
  const unknownChoice = fc.constantFrom("block" as const, "warn" as const, "fail" as const);
  const oneState = (value: unknown) =>
    fc.constantFrom<(RecordState | undefined)[]>(
      { state: "answered", value: value as Record<string, unknown> },
      { state: "none" },
      { state: "unanswered", code: "TIMEOUT", message: "no answer" },
      undefined,
    );
  const someStates = fc.record({
    carrier: fc.oneof({ weight: 4, arbitrary: spoiled(goodCarrier) }, { weight: 1, arbitrary: oneState(goodCarrier) }),
    insurance: fc.oneof(
      { weight: 3, arbitrary: spoiled(goodInsurance) },
      { weight: 1, arbitrary: oneState(goodInsurance) },
    ),
    safety: fc.oneof({ weight: 3, arbitrary: spoiled(goodSafety) }, { weight: 1, arbitrary: oneState(goodSafety) }),
  });
  // Parsed once: it takes longer than to judge a carrier.
  const somePolicy = fc
    .subarray([...wholePolicy.rules], { minLength: 1 })
    .chain((chosen) =>
      fc.tuple(
        ...chosen.map((used) => fc.record({ level, unknown: unknownChoice }).map((own) => ({ ...used, ...own }))),
      ),
    )
    .map((chosen) => ({ ...wholePolicy, rules: chosen }));
  const everyWaiver = parseWaivers(
    JSON.stringify({
      version: 1,
      waivers: Object.keys(everyRule)
        .filter((name) => name !== "dot_number")
        .map((rule) => ({ carrier: "9000001", rule, reason: "a", by: "b", until: "2026-11-21" })),
    }),
    "waivers.yaml",
  );
  const someWaivers = fc
    .subarray([...everyWaiver.waivers])
    .map((waivers) => new WaiverLedger({ ...everyWaiver, waivers }, today));

  test("the algebra of verdicts; nothing that failed, was skipped or was not asked counts as pass", {
    timeout: 60_000,
  }, () => {
    fc.assert(
      fc.property(someStates, somePolicy, someWaivers, (states, policy, waivers) => {
        const records = Object.fromEntries(Object.entries(states).filter(([, state]) => state !== undefined));
        const carrier = { dotNumber: "9000001" as DotNumber, records };
        const { verdict, findings } = evaluate(policy, carrier, { today, before, waivers });
        const deciding = findings.filter((one) => one.level === "error" && one.waived === null);
        const fails = deciding.some(
          ({ outcome, unknown }) => outcome === "fail" || (outcome === "unknown" && unknown === "fail"),
        );
        const blocks = deciding.some(({ outcome, unknown }) => outcome === "unknown" && unknown === "block");
        equal(verdict, fails ? "fail" : blocks ? "review" : "pass");
        deepEqual(
          findings.map(({ rule }) => rule),
          ["exists", ...policy.rules.map(({ rule }) => rule.name)],
        );
        if (verdict !== "pass") return;
        const [existence] = findings;
        expect(existence).toMatchObject({ outcome: "pass", waived: null });
        const needed = recordsNeeded(policy).filter((name) => name !== "summary");
        for (const name of needed) ok(states[name] !== undefined && states[name].state !== "unanswered", name);
        for (const { outcome, waived } of findings)
          if (waived) ok(outcome === "fail" || outcome === "unknown", outcome);
      }),
      { numRuns: 400 },
    );
  });

  test("no rule fails on a value that is not stated", () => {
    fc.assert(
      fc.property(emptied(goodCarrier), emptied(goodInsurance), emptied(goodSafety), (carrier, insurance, safety) => {
        const { findings } = evaluate(wholePolicy, answered({ carrier, insurance, safety }), { today, before });
        deepEqual(
          findings.filter(({ outcome }) => outcome === "fail"),
          [],
        );
      }),
      { numRuns: 400 },
    );
  });

  test("no rule but exists passes or fails on a section of the wrong shape alone", () => {
    const sections = ["address", "contact", "fleet", "authority", "safety", "insurance"];
    for (const value of ["", "N/A", "Unsatisfactory", false, 0, [], [{ rating: "Satisfactory" }]]) {
      const carrier = { ...goodCarrier, ...Object.fromEntries(sections.map((name) => [name, value])) };
      const safety = { ...goodSafety, inspections: value, crashes: value, violations: value };
      const insurance = { ...goodInsurance, policies: Array.isArray(value) ? {} : value };
      const { findings, verdict } = evaluate(wholePolicy, answered({ carrier, insurance, safety }), { today, before });
      const decided = findings.filter(({ outcome }) => outcome !== "unknown").map(({ rule }) => rule);
      // What they say is in other parts of the records, but for the rating of the safety record, which the carrier's might contradict.
      expect(decided).toEqual(["exists", "dot_number", "status", "mc_number", "records.name"]);
      expect(verdict).toBe("review");
    }
  });

  test("hostile values never throw, and what is observed can be written as JSON", { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(spoiled(goodCarrier), spoiled(goodInsurance), spoiled(goodSafety), (carrier, insurance, safety) => {
        const records = { ...goodRecords, records: { carrier, insurance, safety } };
        const { findings } = evaluate(wholePolicy, records, {
          today,
          before: { day: today, records: records.records },
        });
        for (const { observed, message } of findings) {
          // Node's own comparison takes a tenth of the time of vitest's.
          if (!isDeepStrictEqual(JSON.parse(JSON.stringify(observed)), observed)) expect.fail(message);
          ok(message.length < 3_000);
        }
      }),
      { numRuns: 400 },
    );
  });
});

/** A record with any subset of its values taken away or replaced by what services send for null. */
function emptied(record: object): fc.Arbitrary<object> {
  const nothing = fc.constantFrom(undefined, null, "", " ", "N/A", "n/a", "--", "-", "null", "\u00a0");
  return replaced(record, nothing);
}

/** A record with any values of any type in it. */
function spoiled(record: object): fc.Arbitrary<RecordState> {
  const anything = fc.oneof(
    fc.constantFrom<unknown[]>(
      0,
      -1,
      1e308,
      "NaN",
      "Infinity",
      "9".repeat(400),
      "x".repeat(100_000),
      "\u202eACTIVE",
      "]]>",
      "::error::",
      "\ud800",
      "14-DEC-17",
      "99999-99-99",
      true,
      [],
      {},
      new Array(1_000).fill(1),
      JSON.parse(`${"[".repeat(2_000)}${"]".repeat(2_000)}`),
      JSON.parse('{"__proto__": {"status": "ACTIVE"}, "constructor": 1}'),
      { toString: 1, valueOf: null },
    ),
    fc.jsonValue({ maxDepth: 3 }),
  );
  return replaced(record, anything).map((value) => ({
    state: "answered",
    value: value as Record<string, unknown>,
  }));
}

/** A copy of the record in which some of the values at the paths that may be replaced are others. */
function replaced(record: object, values: fc.Arbitrary<unknown>): fc.Arbitrary<object> {
  const paths = pathsOf(record);
  return fc.array(fc.tuple(fc.constantFrom(...paths), values), { maxLength: 12 }).map((replacements) => {
    const copy: unknown = structuredClone(record);
    for (const [path, value] of replacements) replaceAt(copy, path.split("."), value);
    return copy as object;
  });
}

function pathsOf(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const own = path === "" ? name : `${path}.${name}`;
    return [own, ...pathsOf(inner, own)];
  });
}

function replaceAt(value: unknown, [name = "", ...rest]: string[], replacement: unknown): void {
  if (typeof value !== "object" || value === null) return;
  const record = value as Record<string, unknown>;
  // What an earlier replacement took away stays away: no JSON has an array with holes.
  if (!Object.hasOwn(record, name)) return;
  if (rest.length > 0) replaceAt(record[name], rest, replacement);
  else if (replacement === undefined && !Array.isArray(value)) delete record[name];
  else record[name] = replacement;
}

describe.each(["UTC", "America/Los_Angeles", "Pacific/Kiritimati"])("the sample's story in %s", (zone) => {
  const day = new Date("2026-11-21T15:00:00Z");

  test.each([
    ["9000001", "pass", []],
    ["9000004", "fail", ["authority since 2026-11-09, 12 days: fewer than 90"]],
    ["9000005", "fail", ['status is "INACTIVE"', 'operating authority is "NOT AUTHORIZED"', "no BIPD policy"]],
    ["9000010", "review", [`rated "Conditional": your vetting rules don't decide it`]],
  ])("%s: %s", (number, verdict, messages) => {
    vi.stubEnv("TZ", zone);
    const sample = sampleCarriers(day).find(({ carrier }) => carrier["dot_number"] === number);
    const judged = evaluate(defaultPolicy(), answered({ ...sample }), { today });
    const deciding = judged.findings.filter(({ outcome, level }) => outcome !== "pass" && level === "error");
    expect(judged.verdict).toBe(verdict);
    expect(deciding.map(({ message }) => message)).toEqual(messages);
    const warnings = judged.findings.filter(({ outcome, level }) => outcome !== "pass" && level === "warning");
    if (number === "9000010") {
      expect(warnings.map(({ message }) => message)).toEqual([
        "driver 12.9, national 6.67: above 1.5 times; vehicle 35, national 22.26: above 1.5 times",
        "18 crashes, 58 power units: above 0.15 per unit",
      ]);
    }
  });
});

test("no real carrier passes the built-in policy without insurance, and none throws", () => {
  for (const carrier of [...realRecords("carriers"), ...realOddities().map(({ record }) => record)]) {
    const records = { ...answered({ carrier, safety: {} }).records, insurance: { state: "none" } as const };
    expect(evaluate(defaultPolicy(), { dotNumber: "1" as DotNumber, records }, { today }).verdict).toBe("review");
  }
});

test("a number that is denied is refused wherever the rule stands, and the other rules are skipped", () => {
  const policy = policyFrom({
    status: { allow: ["A"] },
    dot_number: { deny_file: "blocked.txt" },
    "records.agree": {},
  });
  const records = { ...goodRecords, dotNumber: "5" as DotNumber };
  expect(isRefusedUnasked(policy, records.dotNumber)).toBe(true);
  expect(isRefusedUnasked(policyFrom({ status: { allow: ["A"] } }), records.dotNumber)).toBe(false);
  const { verdict, findings } = evaluate(policy, records, { today });
  expect(verdict).toBe("fail");
  const skipped = { outcome: "skipped", message: "not asked: dot_number refuses this number", reason: undefined };
  expect(findings.map(({ outcome, message, reason }) => ({ outcome, message, reason }))).toEqual([
    skipped,
    skipped,
    { outcome: "fail", message: "on the list blocked.txt", reason: undefined },
    skipped,
  ]);
});

test("a number that is denied at level warning is asked about all the same", () => {
  const policy = policyFrom({ dot_number: { deny_file: "blocked.txt", level: "warning" } });
  const records = { ...goodRecords, dotNumber: "5" as DotNumber };
  expect(isRefusedUnasked(policy, records.dotNumber)).toBe(false);
  const { verdict, findings } = evaluate(policy, records, { today });
  expect([verdict, findings.map(({ outcome }) => outcome)]).toEqual(["pass", ["pass", "fail"]]);
});

test("125,000 rows of nothing take linear time", { timeout: 60_000 }, () => {
  const verdictWith = (rows: number) => {
    const insurance = { policies: new Array(rows).fill(1) };
    const records = answered({ carrier: goodCarrier, insurance, safety: goodSafety });
    return evaluate(wholePolicy, records, { today }).verdict;
  };
  expect(verdictWith(125_000)).toBe("review");
  expect(growth(verdictWith, 1_250)).toBeLessThan(nearlyLinear);
});
