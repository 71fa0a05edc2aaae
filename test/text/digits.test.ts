import { describe, expect, it } from "vitest";
import { counted, grouped, roughTime } from "../../src/text/digits.ts";

it("groups the digits of whole numbers as Intl does", () => {
  for (const number of [0, 7, 70, 700, 7_000, 70_000, 700_000, 7_000_000, Number.MAX_SAFE_INTEGER]) {
    expect(grouped(number)).toBe(number.toLocaleString("en-US"));
    if (number > 0) expect(grouped(-number)).toBe((-number).toLocaleString("en-US"));
  }
});

it.each([
  [22.26, "22.26"],
  [-12_345.5, "-12,345.5"],
  [1.1583011583, "1.1583"],
  [1e21, "1e+21"],
  [-1e21, "-1e+21"],
  [Number.POSITIVE_INFINITY, "Infinity"],
  [Number.NaN, "NaN"],
])("writes %d as %s", (number, text) => {
  expect(grouped(number)).toBe(text);
});

it("counts things in words", () => {
  expect(counted(1, "day")).toBe("1 day");
  expect(counted(1_200, "day")).toBe("1,200 days");
  expect(counted(0, "crash", "crashes")).toBe("0 crashes");
});

describe("roughTime", () => {
  it.each([
    [0.2, "10 s"],
    [12, "20 s"],
    [51, "1 min"],
    [61, "2 min"],
    [1_799, "30 min"],
    [3_541, "1 h"],
    [3_601, "1 h 10 min"],
    [16_051, "4 h 30 min"],
    [35_400, "9 h 50 min"],
    [35_401, "10 h"],
    [54_000, "15 h"],
  ])("%d seconds are %s", (seconds, text) => {
    expect(roughTime(seconds)).toBe(text);
  });
});
