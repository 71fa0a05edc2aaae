import { describe, expect, test } from "vitest";
import { rules } from "../../src/vet/rules/index.ts";
import { goodWith } from "../support/fixtures.ts";
import { filed, judged } from "./records.ts";
import { companyRows } from "./rows/company.ts";
import { coverRows } from "./rows/cover.ts";
import { crashesRows } from "./rows/crashes.ts";
import { identityRows } from "./rows/identity.ts";
import { insuranceRows } from "./rows/insurance.ts";
import { safetyRows } from "./rows/safety.ts";
import { standingRows } from "./rows/standing.ts";

const table = [
  ...standingRows,
  ...companyRows,
  ...coverRows,
  ...insuranceRows,
  ...safetyRows,
  ...crashesRows,
  ...identityRows,
];

describe.each(table)("%s %j", (rule, parameters, rows) => {
  test.each(
    rows.map(
      ([change, outcome, message]) => [outcome, message, change] as const,
    ),
  )("%s: %s", async (outcome, message, change) => {
    const finding = await judged(rule, parameters, goodWith(change));
    expect({ outcome: finding.outcome, message: finding.message }).toEqual({
      outcome,
      message,
    });
  });
});

test("more policies than any carrier has are unreadable", async () => {
  const { outcome, message } = await judged(
    "policies.ending",
    { within_days: 14 },
    goodWith(filed(...Array(501).fill({}))),
  );
  expect({ outcome, message }).toEqual({
    outcome: "unknown",
    message: "insurance policies: too long",
  });
});

test("every rule is in the tables", () => {
  const tested = new Set([
    ...table.map(([rule]) => rule),
    "claims",
    "unchanged",
  ]);
  expect(
    rules.map(({ name }) => name).filter((name) => !tested.has(name)),
  ).toEqual([]);
});
