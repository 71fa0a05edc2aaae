import { readFileSync, writeFileSync } from "node:fs";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { defaultPolicyText } from "../../src/vet/default-policy.ts";
import { policyFile } from "../../src/vet/policy.ts";
import { waiversFile } from "../../src/vet/waivers.ts";

const draft = { $schema: "http://json-schema.org/draft-07/schema#" };
const schemas = {
  policy: { ...draft, title: "A policy of usdot vet", ...policyFile.schema },
  waivers: {
    ...draft,
    title: "A waiver file of usdot vet",
    ...waiversFile.schema,
  },
};

const files = Object.entries(schemas).map(([name, schema]) => [
  `schemas/${name}.schema.json`,
  `${JSON.stringify(schema, null, 2)}\n`,
]);

test.each(files as [string, string][])(
  "docs/%s is current (UPDATE_DOCS=1 writes it)",
  (name, text) => {
    const path = new URL(`../../docs/${name}`, import.meta.url);
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(path, text);
    expect(readFileSync(path, "utf8")).toBe(text);
  },
);

test("the schemas accept what the parser accepts, and point at mistakes", () => {
  const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
  const isPolicy = ajv.compile(schemas.policy);
  expect(isPolicy(parse(defaultPolicyText))).toBe(true);
  expect(
    isPolicy({ version: 1, name: "x", rules: { status: { alow: ["A"] } } }),
  ).toBe(false);
  const isWaivers = ajv.compile(schemas.waivers);
  const waiver = {
    carrier: 9000001,
    rule: "status",
    reason: "r",
    by: "me",
    until: "2026-12-31",
    saw: { status: "X" },
  };
  expect(isWaivers({ version: 1, waivers: [waiver] })).toBe(true);
  expect(
    isWaivers({ version: 1, waivers: [{ ...waiver, rule: "exists" }] }),
  ).toBe(false);
});
