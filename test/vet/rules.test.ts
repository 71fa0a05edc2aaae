import { describe, expect, test } from "vitest";
import { rules } from "../../src/vet/rules/index.ts";
import { changed, judged } from "./records.ts";
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
  const each = rows.flatMap(([expected, ...changes]) =>
    changes.map((change) => [expected, change] as const),
  );
  test.each(each)("%s: %j", async (expected, change) => {
    const finding = await judged(rule, parameters, changed(change));
    expect(`${finding.outcome}: ${finding.message}`).toBe(expected);
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
