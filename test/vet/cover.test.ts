import { describe, expect, test } from "vitest";
import { coverOf, readFilings } from "../../src/vet/cover.ts";
import { growth, nearlyLinear } from "../support/growth.ts";
import { day, filing, realRecord, realRecords, today } from "./records.ts";

const bipd = (rows: readonly unknown[], minDaysLeft?: number) => coverOf(readFilings(rows, today), "bipd", minDaysLeft);
const unbounded = Number.POSITIVE_INFINITY;

describe("the type of a row", () => {
  test.each([
    ["BIPD/Primary", "bipd", false],
    ["BIPD/Excess", "bipd", true],
    ["BIPD", "bipd", false],
    ["bipd excess", "bipd", true],
    ["CARGO", "cargo", false],
    ["SURETY", "other", false],
    ["TRUST FUND", "other", false],
    ["BOND", "other", false],
    ["Liability", "unclear", false],
    ["BIPDX", "unclear", false],
    ["", "unclear", false],
    [null, "unclear", false],
    [91, "unclear", false],
    ["BI\u200bPD", "unclear", false],
  ])("%j", (policy_type, kind, isExcess) => {
    expect(readFilings([filing({ policy_type })], today)[0]).toMatchObject({ kind, isExcess });
  });
});

describe("in force", () => {
  test.each([
    ["2026-11-21", null, "yes"],
    ["2026-11-22", null, "no"],
    ["2026-11-20", "2026-11-21", "no"],
    ["2026-11-20", "2026-11-22", "yes"],
    ["2026-11-21T23:59:59Z", "2026-11-22T00:00:00Z", "yes"],
    ["2026-11-21", "", "yes"],
    ["14-DEC-17", null, "unclear"],
    [null, null, "unclear"],
    ["2026-01-01", "12/14/2027", "unclear"],
    // Whatever cannot be read, these are over, or have not started.
    ["14-DEC-17", "2026-11-21", "no"],
    ["2027-01-01", "12/14/2027", "no"],
  ])("from %j to %j: %s", (effective_date, expiration_date, inForce) => {
    expect(readFilings([filing({ effective_date, expiration_date })], today)[0]?.inForce).toBe(inForce);
  });
});

describe("the amount", () => {
  const row = (policy_number: string | null, coverage_amount: unknown, policy_type = "BIPD/Primary") =>
    filing({ policy_number, coverage_amount, policy_type });

  test.each([
    ["one primary", [row("A", 750_000)], 750_000],
    ["two primaries are a replacement", [row("A", 750_000), row("B", 1_000_000)], 1_000_000],
    ["primary and excess add up", [row("A", 300_000), row("B", 700_000, "BIPD/Excess")], 1_000_000],
    ["two excess filings", [row("A", 1), row("B", 4_000_000, "BIPD/Excess"), row("C", 4_000_000, "BIPD/Excess")], null],
    [
      "one number counts once",
      [row("A", 750_000), row("B ", 4e6, "BIPD/Excess"), row("b", 4e6, "BIPD/Excess")],
      4_750_000,
    ],
    ["one number, primary and excess", [row("A", 1_000_000), row("A", 1_000_000, "BIPD/Excess")], 1_000_000],
    ["text", [row("A", "1,000,000")], 1_000_000],
    ["an excess filing without a number", [row("A", 750_000), row(null, 250_000, "BIPD/Excess")], 1_000_000],
    ["a bond counts nothing", [row("A", 750_000), row("B", 75_000, "SURETY")], 750_000],
    ["cargo counts for cargo only", [row("A", 750_000), row("B", 100_000, "CARGO")], 750_000],
    [
      "an expired row of any type",
      [row("A", 750_000), filing({ policy_type: "?", expiration_date: "2020-01-01" })],
      750_000,
    ],
    ["nothing", [], 0],
  ])("%s", (_, rows, amount) => {
    const cover = bipd(rows);
    if (amount === null) expect(cover.amount).toEqual({ lower: 8_000_001, upper: 8_001_000 });
    else expect(cover).toMatchObject({ amount: { lower: amount, upper: amount }, doubt: null });
  });

  test("two excess filings without a number may be one", () => {
    const rows = [row("A", 750_000), row(null, 250_000, "BIPD/Excess"), row("", 250_000, "BIPD/Excess")];
    expect(bipd(rows).amount).toEqual({ lower: 1_000_000, upper: 1_250_000 });
  });

  test.each([
    ["an amount of 0", filing({ coverage_amount: 0 })],
    ["no amount", filing({ coverage_amount: null })],
    ["an unreadable amount", filing({ coverage_amount: "a lot" })],
    ["an unreadable date", filing({ effective_date: "14-DEC-17" })],
    ["no type", filing({ policy_type: null })],
    ["another type", filing({ policy_type: "Liability" })],
    ["no object", 1],
    ["null", null],
  ])("%s makes the upper bound infinite", (_, odd) => {
    const cover = bipd([filing({ coverage_amount: 750_000, policy_number: "A" }), odd]);
    expect(cover.amount).toEqual({ lower: 750_000, upper: unbounded });
    expect(cover.doubt).not.toBeNull();
  });

  test("small amounts may be thousands", () => {
    expect(bipd([row("A", 750)]).amount).toEqual({ lower: 750, upper: 750_000 });
    expect(coverOf(readFilings([row("A", 100, "CARGO")], today), "cargo").amount).toEqual({
      lower: 100,
      upper: 100_000,
    });
  });
});

describe("ending soon", () => {
  const ending = (expiration_date: string) => filing({ expiration_date, policy_number: expiration_date });

  test("a filing with fewer days left does not count", () => {
    expect(bipd([ending("2026-11-28")], 7)).toMatchObject({ amount: { lower: 1_000_000 }, endsIn: null });
    expect(bipd([ending("2026-11-27")], 7)).toMatchObject({ amount: { upper: 0 }, endsIn: 6, inForce: 1 });
    expect(bipd([ending("2026-11-22")])).toMatchObject({ amount: { lower: 1_000_000 } });
  });

  test("the first to end is named", () => {
    expect(bipd([ending("2026-11-27"), ending("2026-11-24"), ending("2026-11-20")], 7).endsIn).toBe(3);
  });
});

describe("real records", () => {
  test.each([
    ["3509300", "2025-10-01", 5_000_000],
    ["1467548", "2025-10-01", 1_000_000],
    ["3953872", "2025-10-01", 750_000],
    ["509394", "2025-10-01", 750_000],
    ["3693001", "2025-10-01", 0],
    ["3693001", "2025-09-25", 750_000],
    ["344554", "2026-11-21", 1_000_000],
    ["656482", "2025-10-01", 7_000_000],
  ])("%s on %s: BIPD %d", (dotNumber, date, amount) => {
    const rows = realRecord("insurance", dotNumber)["policies"] as unknown[];
    expect(coverOf(readFilings(rows, day(date)), "bipd").amount).toEqual({ lower: amount, upper: amount });
  });

  test("the limit of real cargo filings is not stated", () => {
    const rows = realRecords("insurance").flatMap((record) => record["policies"] as Record<string, unknown>[]);
    const cargo = rows.filter((row) => row["policy_type"] === "CARGO");
    expect(cargo.length).toBeGreaterThan(5);
    expect(coverOf(readFilings(cargo, day("2025-10-01")), "cargo").amount).toEqual({ lower: 0, upper: unbounded });
  });
});

test("125,000 rows take linear time", () => {
  const rows = Array.from({ length: 125_000 }, (_, at) =>
    filing({ policy_number: `N-${at}`, policy_type: "BIPD/Excess" }),
  );
  expect(bipd(rows).amount.lower).toBe(125_000_000_000);
  expect(bipd(new Array(125_000).fill(1)).amount.upper).toBe(unbounded);
  expect(growth((size) => bipd(rows.slice(0, size)), 12_500)).toBeLessThan(nearlyLinear);
  expect(growth((size) => bipd(new Array(size).fill(1)), 12_500)).toBeLessThan(nearlyLinear);
});
