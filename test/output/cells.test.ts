import { describe, expect, it } from "vitest";
import {
  address,
  amount,
  authority,
  type Cell,
  docket,
  liability,
  rating,
  status,
  type ToCell,
  town,
} from "../../src/output/cells.ts";
import { date, plainDate, term } from "../../src/output/date-cells.ts";
import { comparedWith, inspections } from "../../src/output/inspection-cells.ts";
import { testDay } from "../support/memory-host.ts";

function shown(show: ToCell, record: Record<string, unknown>, path = "it"): Cell {
  return show({ answer: { record, text: JSON.stringify(record) }, now: testDay }, path);
}

const missing = { text: "—", tone: "dim" };

describe("an amount", () => {
  it.each([
    [0, "0"],
    [999, "999"],
    [1000, "1,000"],
    [1_234_567, "1,234,567"],
    [-1234, "-1,234"],
    [-999, "-999"],
    [4.9, "4.9"],
    ["1000000", "1000000"],
    ["1,000,000", "1,000,000"],
    ["N/A", "N/A"],
  ])("%s is shown as %s", (it, text) => {
    expect(shown(amount, { it })).toEqual({ text });
  });

  it.each([null, undefined, ""])("%s is shown as not stated", (it) => {
    expect(shown(amount, { it })).toEqual(missing);
  });
});

describe("a status", () => {
  it.each([
    ["ACTIVE", { text: "ACTIVE", tone: "success" }],
    ["INACTIVE", { text: "INACTIVE", tone: "error" }],
    ["OUT-OF-SERVICE", { text: "OUT-OF-SERVICE", tone: "error" }],
    ["active", { text: "active", tone: "error" }],
    ["ACTIVE, ordered out of service", { text: "ACTIVE, ordered out of service", tone: "error" }],
    [1, { text: "1", tone: "error" }],
    [null, { text: "not stated", tone: "warning" }],
    ["", { text: "not stated", tone: "warning" }],
  ])("%s is good only if the interface documents it", (it, expected) => {
    expect(shown(status, { it })).toEqual(expected);
  });
});

describe("an authority", () => {
  it.each([
    ["ACTIVE", undefined],
    ["A", undefined],
    ["AUTHORIZED FOR Property", undefined],
    ["NOT AUTHORIZED", "error"],
    ["NONE", "error"],
    ["INACTIVE", "error"],
    ["ACTIVE/PENDING REVOCATION", "error"],
    [1, "error"],
  ])("%s is marked where it is none", (it, tone) => {
    expect(shown(authority, { it })).toEqual({ text: String(it), ...(tone && { tone }) });
  });
});

describe("a rating", () => {
  it.each([
    ["Satisfactory", undefined],
    ["S", undefined],
    ["None", undefined],
    ["Unsatisfactory", "error"],
    ["U", "error"],
    ["Conditional", "warning"],
    ["C", "warning"],
  ])("%s is marked unless it is satisfactory", (it, tone) => {
    expect(shown(rating, { it })).toEqual({ text: it, ...(tone && { tone }) });
  });
});

it("a BIPD amount of 0 is marked", () => {
  expect(shown(liability, { it: 0 })).toEqual({ text: "0", tone: "error" });
  expect(shown(liability, { it: 750_000 })).toEqual({ text: "750,000" });
  expect(shown(liability, { it: null })).toEqual(missing);
});

describe("a docket", () => {
  it.each([
    ["115495", "MC 115495"],
    ["MC-115495, MC-116200", "MC-115495, MC-116200"],
    ["FF1234", "FF1234"],
    [115495, "MC 115495"],
  ])("%s is shown as %s", (it, text) => {
    expect(shown(docket, { it })).toEqual({ text });
  });
});

describe("a date", () => {
  it.each([
    ["2026-11-21T00:00:00Z", "2026-11-21", "today"],
    ["2026-11-22", "2026-11-22", "in 1 day"],
    ["2027-01-01T00:00:00Z", "2027-01-01", "in 41 days"],
    ["2027-01-20T00:00:00Z", "2027-01-20", "in 60 days"],
    ["2027-01-21T00:00:00Z", "2027-01-21", "in 2 months"],
    ["2028-11-20T00:00:00Z", "2028-11-20", "in 23 months"],
    ["2028-11-21T00:00:00Z", "2028-11-21", "in 2 years"],
    ["2012-06-15T00:00:00.000Z", "2012-06-15", "14 years ago"],
    // Midnight UTC keeps its date, whatever offset it is written with.
    ["2017-12-14T00:00:00.000+0000", "2017-12-14", "8 years ago"],
    ["2026-11-20T23:00:00-05:00", "2026-11-21", "today"],
    ["2026-11-21T02:00:00+05:00", "2026-11-20", "1 day ago"],
  ])("%s is %s, %s", (it, text, aside) => {
    expect(shown(date, { it })).toEqual({ text, aside });
  });

  it.each([
    "14-DEC-17",
    // As vetting reads it: not ISO 8601.
    "2026-11-21 08:00",
    "06/15/2012",
    "20250429 0000",
    "2025-02-30",
    "2025-13-01T00:00:00Z",
    "2025",
    "never",
    "2025-01-01T25:00Z",
  ])("%s is shown as received", (it) => {
    for (const show of [date, plainDate]) expect(shown(show, { it })).toEqual({ text: it });
    expect(shown(term("start"), { it, start: "2020-01-01" }).text).toBe(`until ${it}`);
  });

  it("that is a number is shown as received", () => {
    expect(shown(date, { it: 1577836800 })).toEqual({ text: "1577836800" });
  });

  it("that is null is not stated, and never expired", () => {
    for (const show of [date, term("start")]) expect(shown(show, { it: null })).toEqual(missing);
  });
});

describe("the term of a policy", () => {
  it.each<[string | null, string | null, string, (string | undefined)?, string?]>([
    ["2026-11-20", "2020-01-01", "expired 2026-11-20", "1 day ago", "error"],
    ["2026-11-21", "2020-01-01", "expired 2026-11-21", "today", "error"],
    ["2026-11-22", "2020-01-01", "until 2026-11-22", "in 1 day", "warning"],
    ["2026-12-05", "2020-01-01", "until 2026-12-05", "in 14 days", "warning"],
    ["2026-12-06", "2020-01-01", "until 2026-12-06", "in 15 days"],
    ["2027-11-22", "2026-12-01", "begins 2026-12-01", "in 10 days", "warning"],
    ["2027-06-15", "2027-06-15", "begins 2027-06-15", "in 6 months", "warning"],
    [null, "2020-01-01", "until canceled"],
    ["N/A", "2020-01-01", "until canceled"],
    ["2027-06-15", null, "beginning not stated, until 2027-06-15", "in 6 months", "warning"],
    ["14-DEC-27", null, "beginning not stated, until 14-DEC-27", undefined, "warning"],
    ["2027-06-15", "14-DEC-17", "since 14-DEC-17", undefined, "warning"],
  ])("that ends %s and began %s is said in words", (it, start, text, aside, tone) => {
    expect(shown(term("start"), { it, start })).toEqual({ text, ...(aside && { aside }), ...(tone && { tone }) });
  });
});

describe("an address", () => {
  const whole = { street: "12 Main St", city: "Boise", state: "ID", zip: "83702" };
  it.each([
    [whole, "12 Main St, Boise, ID 83702", "Boise, ID"],
    [{ ...whole, street: null }, "Boise, ID 83702", "Boise, ID"],
    [{ state: "AS" }, "AS", "AS"],
    [{ zip: 8055 }, "8055", "8055"],
    [{ street: "12 Main St", zip: "1" }, "12 Main St, 1", "12 Main St, 1"],
    [{}, "—", "—"],
    [null, "—", "—"],
    ["12 Main St, Boise", "12 Main St, Boise", "12 Main St, Boise"],
    [["x"], '["x"]', '["x"]'],
  ])("%j is shown on one line", (it, text, place) => {
    expect(shown(address, { address: it }, "address").text).toBe(text);
    expect(shown(town, { address: it }, "address").text).toBe(place);
  });
});

describe("a rate beside the national average", () => {
  it.each<[unknown, unknown, string, string?]>([
    [0.6, 6.67, "0.6, national 6.67: below"],
    [12.9, 6.67, "12.9, national 6.67: ABOVE", "warning"],
    [6.67, 6.67, "6.67, national 6.67: equal"],
    [1.1583011583011582, 5.51, "1.16, national 5.51: below"],
    // Different, though they look equal when rounded.
    [6.671, 6.67, "6.671, national 6.67: ABOVE", "warning"],
    [0.001, 6.67, "0.001, national 6.67: below"],
    // Services send 0 if nothing was inspected.
    [0, 6.67, "0, national 6.67"],
    [0, 0, "0, national 0: no average to compare with", "warning"],
    // Another unit, as vetting reads it.
    [0.1, 0.0667, "0.1, national 0.07: no average to compare with", "warning"],
    // A rate can't be negative.
    [-1, 6.67, "-1, national 6.67"],
    [3, -1, "3, national -1"],
    // Digits in text are numbers, as for vetting.
    ["7.1", "6.67", "7.1, national 6.67: ABOVE", "warning"],
    [7.1, "N/A", "7.1, national N/A"],
    [7.1, null, "7.1"],
    [null, 6.67, "—, national 6.67"],
  ])("%s and %s", (it, national, text, tone) => {
    expect(shown(comparedWith("national"), { it, national })).toEqual(tone ? { text, tone } : { text });
  });

  it("is not stated if neither rate is", () => {
    expect(shown(comparedWith("national"), {})).toEqual(missing);
  });
});

describe("an inspection group", () => {
  const some = { total: 4339, oos: 24, oos_rate: 0.6, national_avg: 6.67 };
  it.each<[unknown, string, (string | undefined)?, string?]>([
    [some, "0.6 below", "national 6.67, 24 of 4,339"],
    [{ total: 100, oos: 9, oos_rate: 9, national_avg: 6.67 }, "9 ABOVE", "national 6.67, 9 of 100", "warning"],
    [{ total: 100, oos: 19, oos_rate: 19, national_avg: 6.67 }, "19 ABOVE", "national 6.67, 19 of 100", "error"],
    // Few inspections say little.
    [{ total: 3, oos: 1, oos_rate: 33.3, national_avg: 22.26 }, "33.3 ABOVE", "national 22.26, 1 of 3", "warning"],
    [{ ...some, oos: 0, oos_rate: 0 }, "0 below", "national 6.67, 0 of 4,339"],
    // What vetting cannot read is not compared.
    [{ ...some, oos_rate: 22.2 }, "22.2, not the share of the counts", "24 of 4,339", "warning"],
    [{ ...some, oos_rate: 0 }, "0, not the share of the counts", "24 of 4,339", "warning"],
    [{ total: 0, oos: 3, oos_rate: 5, national_avg: 4 }, "5, not the share of the counts", "3 of 0", "warning"],
    [{ ...some, national_avg: 0 }, "0.6, no average to compare with", "24 of 4,339", "warning"],
    [{ ...some, total: null, oos: null, oos_rate: 0 }, "0"],
    [{ ...some, total: "0", oos: "0", oos_rate: 0 }, "no inspections", undefined, "warning"],
    [{ ...some, oos_rate: null }, "—", "24 of 4,339"],
    [{ total: 0, oos: 0, oos_rate: 0, national_avg: 4.44 }, "no inspections", undefined, "warning"],
    [{ total: 0, oos: null, oos_rate: null }, "no inspections", undefined, "warning"],
    [{ total: null, oos: null }, "—", undefined, "dim"],
    [{}, "—", undefined, "dim"],
    [null, "—", undefined, "dim"],
    ["none", "none"],
  ])("%j", (it, text, aside, tone) => {
    expect(shown(inspections, { it })).toEqual({ text, ...(aside && { aside }), ...(tone && { tone }) });
  });
});
