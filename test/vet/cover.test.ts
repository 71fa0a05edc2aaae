import { describe, expect, test } from "vitest";
import { coverOf, filingsOf, numberKey, readFilings } from "../../src/vet/cover.ts";
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
    ["NO CARGO", "unclear", false],
    ["", "unclear", false],
    [null, "unclear", false],
    [91, "unclear", false],
    ["BI\u200bPD", "unclear", false],
  ])("%j", (policy_type, kind, isExcess) => {
    expect(readFilings([filing({ policy_type })], today)[0]).toMatchObject({ kind, isExcess });
  });
});

test("a record that is missing, or has no list of policies, has no filings", () => {
  for (const record of [undefined, {}, { policies: "none" }]) expect(filingsOf(record, today)).toBeUndefined();
});

test("a bond is clear, whatever its words, and its amount may be in thousands", () => {
  const [bond] = readFilings([filing({ policy_type: "SURETY BOND (BMC-84)", coverage_amount: 75 })], today);
  expect(bond).toMatchObject({ isClear: true, doubt: null, amount: { lower: 75, upper: 75_000 } });
});

test.each([
  ["XS-001", "xs1"],
  ["00123", "123"],
  ["PÓL 000-0", "pol0"],
  ["0", "0"],
  ["A10-X07", "a10x7"],
])("the policy number %j is compared as %j", (number, key) => {
  expect(numberKey(number)).toBe(key);
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
    ["2026-01-01", "\u200b", "unclear"],
    ["2026-01-01", "\ufeff", "unclear"],
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
  const excess = (policy_number: unknown, coverage_amount: number, insurer_name: string | null = "EXAMPLE EXCESS") =>
    filing({ policy_number, coverage_amount, policy_type: "BIPD/Excess", insurer_name });

  test.each([
    ["one primary", [row("A", 750_000)], 750_000],
    ["two primaries are a replacement", [row("A", 750_000), row("B", 1_000_000)], 1_000_000],
    ["in any order", [row("B", 1_000_000), row("A", 750_000)], 1_000_000],
    ["primary and excess add up", [row("A", 300_000), row("B", 700_000, "BIPD/Excess")], 1_000_000],
    [
      "numbers that are JSON numbers tell filings apart",
      [row("A", 1_000_000), excess(1, 2_000_000), excess(2, 3_000_000, "ANOTHER INSURER")],
      6_000_000,
    ],
    [
      "excess filings of two insurers add up",
      [row("A", 1_000_000), excess("B", 2_000_000), excess("C", 3_000_000, "ANOTHER INSURER")],
      6_000_000,
    ],
    ["text", [row("A", "1,000,000")], 1_000_000],
    ["an excess filing without a number", [row("A", 750_000), excess(null, 250_000)], 1_000_000],
    ["a bond counts nothing", [row("A", 750_000), row("B", 75_000, "SURETY")], 750_000],
    ["cargo counts for cargo only", [row("A", 750_000), row("B", 100_000, "CARGO")], 750_000],
    [
      "an expired row of any type",
      [row("A", 750_000), filing({ policy_type: "?", expiration_date: "2020-01-01" })],
      750_000,
    ],
    ["nothing", [], 0],
  ])("%s", (_, rows, amount) => {
    expect(bipd(rows)).toMatchObject({ amount: { lower: amount, upper: amount }, doubt: null });
  });

  test.each([
    ["of one insurer, as a renewal under a new number", [excess("XS-1", 2e6), excess("XS-2", 3e6)], 3e6, 5e6],
    ["of one insurer in two spellings", [excess("1", 2e6, "ACME INS, CO."), excess("2", 2e6, "Acme Ins Co")], 2e6, 4e6],
    ["with one number", [excess("B ", 4e6, "ONE"), excess("b", 4e6, "TWO")], 4e6, 8e6],
    ["whose numbers differ in punctuation", [excess("XS-1", 2e6, "ONE"), excess("XS1", 2e6, "TWO")], 2e6, 4e6],
    ["whose numbers differ in zeros in front", [excess("00123", 2e6, "ONE"), excess("123", 2e6, "TWO")], 2e6, 4e6],
    ["whose numbers differ in zeros inside", [excess("XS-001", 2e6, "ONE"), excess("XS1", 2e6, "TWO")], 2e6, 4e6],
    ["without numbers", [excess(null, 25e4), excess("", 25e4)], 25e4, 5e5],
    ["one without a number", [excess(" ", 3e6, "ONE"), excess("1", 1e6, "TWO"), excess("2", 2e6, "THREE")], 4e6, 6e6],
    ["one whose number is absent", [excess(undefined, 3e6, "ONE"), excess("1", 1e6, "TWO")], 3e6, 4e6],
    ["two whose numbers are absent", [excess(undefined, 3e6, "ONE"), excess(undefined, 1e6, "TWO")], 3e6, 4e6],
    ["of one insurer in two spacings", [excess("1", 2e6, "XS CO"), excess("2", 2e6, "X S CO")], 2e6, 4e6],
    [
      "whose numbers differ in a zero after a hyphen",
      [excess("XS-1-001", 2e6, "ONE"), excess("XS-1-1", 2e6, "TWO")],
      2e6,
      4e6,
    ],
    [
      "with a number in one word and in parts",
      [excess("XS1001", 2e6, "ONE"), excess("XS-1-001", 2e6, "TWO")],
      2e6,
      4e6,
    ],
    ["with one number, once as text", [excess(7, 2e6, "ONE"), excess("7", 2e6, "TWO")], 2e6, 4e6],
    ["one without an insurer", [excess("1", 2e6, null), excess("2", 2e6, "TWO")], 2e6, 4e6],
    ["through a third", [excess("1", 1e6, "ONE"), excess("2", 1e6, "TWO"), excess("1", 1e6, "TWO")], 1e6, 3e6],
    ["with the number of the primary", [excess("A", 1e6)], 0, 1e6],
    ["with the number of the primary, full-width", [excess("Ａ", 1e6)], 0, 1e6],
    ["with one number, once with full-width digits", [excess("XS１", 2e6, "ONE"), excess("XS1", 2e6, "TWO")], 2e6, 4e6],
    [
      "with one number, once with full-width zeros",
      [excess("X-００1", 2e6, "ONE"), excess("X1", 2e6, "TWO")],
      2e6,
      4e6,
    ],
    ["with one number, once with an accent", [excess("É1", 2e6, "ONE"), excess("E1", 2e6, "TWO")], 2e6, 4e6],
    ["with one number, once in bold capitals", [excess("𝐗𝐒1", 2e6, "ONE"), excess("xs1", 2e6, "TWO")], 2e6, 4e6],
    ["of one insurer, once in bold capitals", [excess("1", 2e6, "𝐀CE CO"), excess("2", 2e6, "ACE")], 2e6, 4e6],
  ])("excess filings may be one: %s", (_, rows, lower, upper) => {
    for (const order of [rows, rows.toReversed()]) {
      const cover = bipd([...order, row("A", 1_000_000)]);
      expect(cover.amount).toEqual({ lower: 1_000_000 + lower, upper: 1_000_000 + upper });
      expect(cover.doubt).toBe("excess policies may be the same one");
    }
  });

  test.each([
    ["none", []],
    ["one that has ended", [filing({ expiration_date: "2026-11-21" })]],
    ["one that is to begin", [filing({ effective_date: "2026-11-22" })]],
    ["one that ends too soon", [filing({ expiration_date: "2026-11-25" })]],
    ["cargo", [row("C", 1_000_000, "CARGO")]],
  ])("excess counts only over a primary: %s", (_, primary) => {
    const cover = bipd([...primary, excess("XS-1", 5_000_000)], 7);
    expect(cover).toMatchObject({
      amount: { lower: 0, upper: 5_000_000 },
      doubt: "an excess policy without a primary one",
    });
  });

  test("excess does not count over a primary of no stated amount", () => {
    expect(bipd([row("A", 0), excess("XS-1", 5_000_000)]).amount).toEqual({ lower: 0, upper: unbounded });
  });

  test.each([
    "BIPD/Primary - CANCELLATION PENDING",
    "BIPD (cancelled)",
    "BIPD 2",
    "BIPD2",
    "BIPDÉ",
    "BIPD\u0301",
    "BIPD/Primary ❌",
    "BIPD/Primary †",
    "BIPD/Primary*",
    "BIPD/Primary/Excess - LAPSED",
    "BIPD/Primary canceled, was BIPD",
  ])("%s counts for the upper bound only", (policy_type) => {
    const cover = bipd([filing({ policy_type })]);
    expect(cover.amount).toEqual({ lower: 0, upper: 1_000_000 });
    expect(cover.doubt).toBe(`a policy is of the type "${policy_type}"`);
    expect(bipd([filing({ coverage_amount: 750_000 }), filing({ policy_type })]).amount.lower).toBe(750_000);
  });

  test("so does cargo of a doubtful type", () => {
    const cover = coverOf(readFilings([filing({ policy_type: "CARGO - CANCELLATION PENDING" })], today), "cargo");
    expect(cover.amount).toEqual({ lower: 0, upper: 1_000_000 });
    expect(cover.doubt).toBe('a policy is of the type "CARGO - CANCELLATION PENDING"');
  });

  test("words far behind in a type count as well", () => {
    const policy_type = `BIPD/Primary${" ".repeat(300)}CANCELLATION PENDING`;
    expect(bipd([filing({ policy_type })]).amount.lower).toBe(0);
  });

  test.each([
    "BIPD",
    "BIPD/Primary.",
    "bipd / primary",
    "BIPD-PRIMARY",
    "BIPD – (Primary)",
    "BIPD | PRIMARY",
    " BIPD/Primary ",
  ])("%j is an ordinary type", (policy_type) => {
    expect(bipd([filing({ policy_type })]).amount.lower).toBe(1_000_000);
  });

  test.each(["0001-01-01", "1900-01-01T00:00:00Z", "1970-01-01", "1969-12-31"])(
    "%s, which programs write for an empty value, is no date",
    (date) => {
      for (const dates of [{ effective_date: date }, { expiration_date: date }]) {
        expect(bipd([filing(dates)]).amount).toEqual({ lower: 0, upper: unbounded });
      }
    },
  );

  test.each([
    ["an amount of 0", filing({ coverage_amount: 0 }), "amount is not stated"],
    ["no amount", filing({ coverage_amount: null }), "amount is not stated"],
    ["an unreadable amount", filing({ coverage_amount: "a lot" }), "amount is unreadable"],
    ["an unreadable date", filing({ effective_date: "14-DEC-17" }), "dates are not stated, or unreadable"],
    ["no type", filing({ policy_type: null }), "is of an unknown type"],
    ["another type", filing({ policy_type: "Liability" }), "is of an unknown type"],
    ["no object", 1, "is of an unknown type"],
    ["null", null, "is of an unknown type"],
  ])("%s makes the upper bound infinite", (_, odd, doubt) => {
    const cover = bipd([filing({ coverage_amount: 750_000, policy_number: "A" }), odd]);
    expect(cover.amount).toEqual({ lower: 750_000, upper: unbounded });
    expect(cover.doubt?.replace(/^a policy(?:'s)? /, "")).toBe(doubt);
  });

  test("small amounts may be thousands", () => {
    expect(bipd([row("A", 750)]).amount).toEqual({ lower: 750, upper: 750_000 });
    expect(coverOf(readFilings([row("A", 100, "CARGO")], today), "cargo").amount).toEqual({
      lower: 100,
      upper: 100_000,
    });
    const cargo = coverOf(readFilings([row("A", 1_000, "CARGO")], today), "cargo");
    expect(cargo.amount).toEqual({ lower: 1_000, upper: 1_000 });
    expect(bipd([row("A", 1_000)]).amount).toEqual({ lower: 1_000, upper: 1_000_000 });
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
    const dates = ["2026-11-27", "2026-11-24", "2026-11-20"];
    for (const order of [dates, dates.toReversed()]) {
      expect(bipd(order.map(ending), 7)).toMatchObject({ endsIn: 3, listed: 3, inForce: 2 });
    }
  });

  test("the end of what may be no BIPD is not named", () => {
    expect(bipd([filing({ policy_type: null, expiration_date: "2026-11-24" })], 7).endsIn).toBeNull();
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

test("125,000 rows take linear time", { timeout: 60_000 }, () => {
  const rows = Array.from({ length: 125_000 }, (_, at) =>
    filing({ policy_number: `N-${at}`, insurer_name: `INSURER ${at}`, policy_type: "BIPD/Excess" }),
  );
  expect(bipd([filing(), ...rows]).amount.lower).toBe(125_001_000_000);
  const chain = rows.slice(0, 12_500).map((row, at) => ({
    ...row,
    insurer_name: `INSURER ${at >> 1}`,
    policy_number: `N${(at + 1) >> 1}`,
  }));
  expect(bipd(new Array(125_000).fill(1)).amount.upper).toBe(unbounded);
  expect(growth((size) => bipd([filing(), ...rows.slice(0, size)]), 1_250)).toBeLessThan(nearlyLinear);
  expect(growth((size) => bipd([filing(), ...chain.slice(0, size)]), 1_250)).toBeLessThan(nearlyLinear);
  expect(growth((size) => bipd(new Array(size).fill(1)), 1_250)).toBeLessThan(nearlyLinear);
});
