/** Vetting by a program: the same verdicts and findings as the command line's, from records that it has. */
import { describe, expect, it } from "vitest";
import {
  type Carrier,
  InputError,
  type Unanswered,
  type VetOptions,
  type VetRecords,
  VettingFileError,
  vet,
} from "../../src/library/index.ts";
import { start, today } from "../sample/sample-service.ts";
import { clientOf } from "./clients.ts";

const asOf = today;
const active = "version: 1\nname: mine\nrules:\n  status: { allow: [ACTIVE], why: insurance asks for it }\n";

describe("vet", () => {
  it("judges a snapshot by the built-in policy, the carrier's existence first", async () => {
    const client = clientOf((await start()).url);
    const good = vet(await client.snapshot("9000001"), undefined, { asOf });
    expect(good.verdict).toBe("pass");
    expect(good.findings.map(({ rule }) => rule).slice(0, 2)).toEqual(["exists", "status"]);
    expect(Object.keys(good.findings[0] ?? {})).toEqual(["rule", "outcome", "level", "message", "observed"]);
    const bad = vet({ carrier: { dot_number: "1", status: "INACTIVE" }, insurance: null, safety: null });
    expect(bad).toMatchObject({ dot_number: "1", verdict: "fail" });
  });

  it("judges by a policy as YAML, for as many carriers as wanted", () => {
    expect(vet({ carrier: { dot_number: "1", status: "ACTIVE" } }, active).verdict).toBe("pass");
    const { verdict, findings } = vet({ summary: { dot_number: "2", status: "GONE" } }, active);
    expect(verdict).toBe("fail");
    expect(findings[1]).toMatchObject({
      rule: "status",
      outcome: "fail",
      observed: { status: ["GONE"] },
      why: "insurance asks for it",
    });
  });

  it("needs review where a record could not be had or was not asked for", () => {
    const unanswered = { error: { code: "unreachable", message: "the service failed (HTTP 500)" } };
    for (const carrier of [unanswered, undefined]) {
      expect(vet({ dot_number: "1", carrier }, active).verdict).toBe("review");
    }
  });

  it("fails a carrier that doesn't exist", () => {
    expect(vet({ dot_number: "1", carrier: null }, active).verdict).toBe("fail");
  });

  it("counts days as of the day it is given", () => {
    const age = "version: 1\nname: age\nrules:\n  authority.age: { min_days: 90 }\n";
    const carrier = { dot_number: "1", authority: { common_authority_date: "2026-01-01T00:00:00Z" } };
    expect(vet({ carrier }, age, { asOf: new Date("2026-03-01") }).verdict).toBe("fail");
    expect(vet({ carrier }, age, { asOf: new Date("2026-06-01") }).verdict).toBe("pass");
    expect(() => vet({ carrier }, age, { asOf: new Date("never") })).toThrow(InputError);
  });

  it("takes a policy as an object", () => {
    const policy = { version: 1, name: "mine", rules: { status: { allow: ["ACTIVE"] } } };
    expect(vet({ carrier: { dot_number: "1", status: "ACTIVE" } }, policy).verdict).toBe("pass");
    expect(vet({ carrier: { dot_number: "1", status: "GONE" } }, policy).verdict).toBe("fail");
    policy.rules.status.allow.push("GONE");
    expect(vet({ carrier: { dot_number: "1", status: "GONE" } }, policy).verdict).toBe("pass");
    expect(() => vet({ carrier: { dot_number: "1" } }, { asOf: new Date() })).toThrow(VettingFileError);
  });

  it("throws an InputError for arguments of another type, never a TypeError", () => {
    const carrier = { dot_number: "1" };
    const cycle: Record<string, unknown> = {};
    cycle["self"] = cycle;
    const refuses = (words: string, records: unknown, policy?: unknown, options?: unknown) =>
      expect(() => vet(records as VetRecords, policy as object, options as VetOptions)).toThrow(new InputError(words));
    for (const policy of [null, 7, true, [], () => {}])
      refuses("policy is neither YAML text nor an object", { carrier }, policy);
    for (const policy of [cycle, { version: 1n }])
      refuses("policy cannot be written as JSON: it may hold a cycle, or a BigInt", { carrier }, policy);
    expect(() => vet({ carrier }, { toJSON: () => undefined })).toThrow(VettingFileError);
    for (const records of [null, undefined, "1", [carrier]]) refuses("records is not a plain object", records);
    refuses('there is no option "asof"', { carrier }, undefined, { asof: new Date() });
    for (const options of [null, "2026-01-01", [], new Date(), () => {}])
      refuses("options is not a plain object", { carrier }, undefined, options);
    for (const date of [null, "2026-01-01", 7, new Date("never"), {}])
      refuses("asOf is not a date", { carrier }, undefined, { asOf: date });
    for (const lists of [null, 5, "7", ["7"]])
      refuses("lists is not a plain object", { carrier }, undefined, { lists });
    for (const list of [null, undefined, 5, ["7"]])
      refuses('lists["a.txt"] is not text', { carrier }, undefined, { lists: { "b.txt": "7", "a.txt": list } });
    expect(vet({ carrier }, active, { asOf: undefined, lists: undefined })).toEqual(vet({ carrier }, active));
    expect(vet({ dot_number: "1", carrier: "ACTIVE" as unknown as Carrier }, active).verdict).toBe("review");
  });

  it.each([null, 5, "no", {}, [], { code: 5, message: "late" }, { code: "unreachable", message: Symbol("late") }])(
    "needs review where an error stands in place of a record, whatever it says: %o",
    (error) => {
      const { verdict, findings } = vet({ dot_number: "1", carrier: { error } as unknown as Unanswered }, active);
      expect(verdict).toBe("review");
      expect(findings[0]).toMatchObject({
        outcome: "unknown",
        message: "no answer about the carrier: the record is an error",
      });
    },
  );

  it("remembers nothing: records that were changed since are judged anew", () => {
    const filing = { policy_type: "BIPD", coverage_amount: 750_000, effective_date: "2026-01-01" };
    const insurance = { dot_number: "1", policies: [filing] };
    const records = { carrier: { dot_number: "1" }, insurance };
    const policy = "version: 1\nname: cover\nrules:\n  policies.bipd: { min: 750000 }\n";
    const verdicts = [vet(records, policy, { asOf }).verdict];
    filing.coverage_amount = 100_000;
    verdicts.push(vet(records, policy, { asOf }).verdict);
    insurance.policies.pop();
    verdicts.push(vet(records, policy, { asOf }).verdict);
    expect(verdicts).toEqual(["pass", "fail", "fail"]);
  });

  it("names every mistake in a policy with its place", () => {
    const wrong = () => vet({ dot_number: "1" }, "version: 1\nname: x\nrules:\n  statsu: {}\n");
    expect(wrong).toThrow(VettingFileError);
    expect(wrong).toThrow(/^policy:4:3: unknown rule "statsu"/);
  });

  it("takes the lists that a policy names as texts, and reads no file", () => {
    const listed = "version: 1\nname: x\nrules:\n  dot_number: { deny_file: package.json }\n";
    const records = { carrier: { dot_number: "7" } };
    expect(() => vet(records, listed)).toThrow(VettingFileError);
    expect(() => vet(records, listed)).toThrow("names the list package.json, which is not among the lists");
    expect(vet(records, listed, { lists: { "package.json": "7\n" } }).verdict).toBe("fail");
    expect(vet(records, listed, { lists: { "package.json": "8\n" } }).verdict).toBe("pass");
  });

  it("refuses a policy that compares with a former run, and records of nobody", () => {
    const since = "version: 1\nname: x\nrules:\n  unchanged: { fields: [identity] }\n";
    expect(() => vet({ dot_number: "1" }, since)).toThrow("the policy compares with a former run");
    expect(() => vet({ carrier: {} as never })).toThrow("the records name no USDOT number");
    expect(() => vet({ carrier: { dot_number: "x" } })).toThrow("x has no digits");
  });

  it("refuses records of different carriers", () => {
    const mixed = { dot_number: "1", carrier: { dot_number: "01" }, safety: { dot_number: "2" } };
    expect(() => vet(mixed)).toThrow("the records are about different carriers: USDOT 1, USDOT 2");
  });

  it.each([
    { dot_number: "1", status: ["ACTIVE"], authority: 7 },
    { dot_number: "1", status: "\u001b[2J", safety: null, insurance: [] },
    JSON.parse('{"dot_number": "1", "__proto__": {"status": "ACTIVE"}, "error": "no"}'),
  ])("never throws because of what a record holds: %j", (carrier) => {
    expect(vet({ carrier, insurance: carrier, safety: carrier }).verdict).not.toBe("pass");
  });
});
