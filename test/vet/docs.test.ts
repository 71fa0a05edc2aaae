/** docs/schemas: made from the schemas that the program checks by, they accept and refuse the same, as far as a schema can say it. */
import { readFileSync, writeFileSync } from "node:fs";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { defaultPolicyText } from "../../src/vet/default-policy.ts";
import { parsePolicy } from "../../src/vet/policy.ts";
import {
  jsonSchemaOf,
  policySchema,
  waiversSchema,
} from "../../src/vet/schemas.ts";
import { parseWaivers } from "../../src/vet/waiver-file.ts";
import { run } from "../support/run.ts";

const schemas = {
  policy: jsonSchemaOf(policySchema),
  waivers: jsonSchemaOf(waiversSchema),
};

test.each(Object.entries(schemas))(
  "docs/schemas/%s.schema.json is current (UPDATE_DOCS=1 writes it)",
  (name, schema) => {
    const path = new URL(
      `../../docs/schemas/${name}.schema.json`,
      import.meta.url,
    );
    const text = `${JSON.stringify(schema, null, 2)}\n`;
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(path, text);
    expect(readFileSync(path, "utf8")).toBe(text);
  },
);

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
formats.default(ajv);
const accepts = {
  policy: ajv.compile(schemas.policy),
  waivers: ajv.compile(schemas.waivers),
};

const isRight = (parsing: Promise<unknown>) =>
  parsing.then(
    () => true,
    () => false,
  );

describe("the schema of policies says what the program says", () => {
  const readList = () => "9000001";
  const rules: [right: boolean, rules: unknown][] = [
    [true, parse(defaultPolicyText).rules],
    [true, { "records.name": null }],
    [true, { "policies.cargo": null, "fleet.plausible": { why: "x" } }],
    [true, { status: { deny: ["X"], level: "review", unknown: "fail" } }],
    [true, { fields: { of: [{ path: "a", deny: [true, 1, "*"] }] } }],
    [true, { dot_number: { allow_file: "a.txt" } }],
    [false, {}],
    [false, { stats: {} }],
    [false, { exists: {} }],
    [false, { status: null }],
    [false, { status: {} }],
    [false, { status: { allow: [] } }],
    [false, { status: { allow: "ACTIVE" } }],
    [false, { status: { allow: [null] } }],
    [false, { status: { allow: ["ACTIVE"], alow: ["A"] } }],
    [false, { status: { allow: ["ACTIVE"], level: "warn" } }],
    [false, { status: { allow: ["ACTIVE"], why: " " } }],
    [false, { "safety.rating": { allow: ["S"] } }],
    [false, { "authority.age": { min_days: 0 } }],
    [false, { "authority.age": { min_days: 1.5 } }],
    [false, { "authority.age": null }],
    [false, { "crashes.total": { level: "warning" } }],
    [false, { fields: { of: [{ path: "a" }] } }],
    [false, { fields: { of: [] } }],
    [false, { contact: {} }],
    [false, { claims: { fields: ["fax"] } }],
  ];
  test.each(rules)("%s: %j", async (right, rules) => {
    const policy = { version: 1, name: "x", rules };
    const parsing = parsePolicy(JSON.stringify(policy), {
      path: "p",
      readList,
    });
    expect([await isRight(parsing), accepts.policy(policy)]).toEqual([
      right,
      right,
    ]);
  });

  test.each([
    { version: 2, name: "x", rules: { mc_number: {} } },
    { name: "x", rules: { mc_number: {} } },
    { version: 1, name: " ", rules: { mc_number: {} } },
    { version: 1, name: "x", rules: { mc_number: {} }, unknown: "warn" },
    [],
    null,
  ])("false: %j", async (policy) => {
    const parsing = parsePolicy(JSON.stringify(policy), {
      path: "p",
      readList,
    });
    expect([await isRight(parsing), accepts.policy(policy)]).toEqual([
      false,
      false,
    ]);
  });
});

describe("the schema of waivers says what the program says", () => {
  const waiver = {
    carrier: 9000001,
    rule: "status",
    reason: "r",
    by: "me",
    until: "2026-12-31",
    saw: { status: "X" },
  };
  test.each<[right: boolean, differences: object]>([
    [true, {}],
    [true, { saw: { status: ["X", null, 5, true] } }],
    [true, { rule: "crashes.total", saw: undefined }],
    [true, { rule: "oos_mark", saw: undefined, carrier: "USDOT 9000001" }],
    [false, { saw: undefined }],
    [false, { rule: "unchanged", saw: undefined }],
    [false, { rule: "exists" }],
    [false, { rule: "dot_number" }],
    [false, { carrier: null }],
    [false, { until: "2026-02-30" }],
    [false, { until: "this run" }],
    [false, { by: " " }],
    [false, { reason: undefined }],
    [false, { saw: { status: [] } }],
    [false, { note: "x" }],
  ])("%s: %j", async (right, differences) => {
    const text = JSON.stringify({
      version: 1,
      waivers: [{ ...waiver, ...differences }],
    });
    const parsing = parseWaivers(text, "w");
    expect([await isRight(parsing), accepts.waivers(JSON.parse(text))]).toEqual(
      [right, right],
    );
  });
});

test.each([60, 80, 200])(
  "usdot vet --rules breaks no word at %d columns",
  async (width) => {
    const { stdout } = await run(["vet", "--rules"], { tty: true, width });
    const lines = stdout.split("\n");
    expect(lines.filter((line) => line.length > width)).toEqual([]);
    const whole = (await run(["vet", "--rules"])).stdout;
    expect(stdout.split(/\s+/)).toEqual(whole.split(/\s+/));
    expect(whole).toContain(
      "unrated: unrated carriers (default unknown); one of allow, deny, unknown",
    );
  },
);
