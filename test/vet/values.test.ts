import * as fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { isObject } from "../../src/text/json-text.ts";
import { matchesAny, textPattern } from "../../src/vet/rules/parameters.ts";
import {
  citable,
  dayOfTime,
  dayText,
  isNationalPercentage,
  isNotStated,
  quoted,
  readAmount,
  readAuthorityStatus,
  readDay,
  readName,
  readNumber,
  readRealDay,
  readText,
  valueAt,
} from "../../src/vet/values.ts";

afterEach(() => void vi.unstubAllEnvs());

describe("not stated", () => {
  test.each([
    undefined,
    null,
    "",
    " ",
    "\t\n",
    "\u00a0",
    "-",
    "--",
    " -- ",
    "N/A",
    "n/a",
    "null",
    "None",
    "NONE",
    " n/a ",
    "Null\t",
    "\u00a0None",
  ])("%j", (value) => {
    expect(isNotStated(value)).toBe(true);
    expect(readText(value).state).toBe("not stated");
    expect(readNumber(value).state).toBe("not stated");
    expect(readDay(value).state).toBe("not stated");
  });

  test.each([0, false, "0", "---", "NA", "unknown", [], {}, "N/A\u200b", "\u200b", "\ufeff", "\u2800 "])(
    "%j says something",
    (value) => {
      expect(isNotStated(value)).toBe(false);
    },
  );

  test("authority.status NONE is a statement", () => {
    expect(readAuthorityStatus(" None ")).toMatchObject({ state: "stated", value: { raw: " None ", normal: "none" } });
    expect(readAuthorityStatus("N/A").state).toBe("not stated");
    expect(readAuthorityStatus(null).state).toBe("not stated");
  });
});

describe("text", () => {
  const matches = (value: string, ...entries: string[]) => {
    const reading = readText(value);
    const patterns = entries.map((entry) => textPattern(entry)).filter((pattern) => pattern !== undefined);
    return reading.state === "stated" && matchesAny(reading.value, patterns);
  };

  test.each([
    ["ACTIVE", "active"],
    ["  active ", "ACTIVE"],
    ["AUTHORIZED  FOR   Property", "authorized for property"],
    ["AUTHORIZED\u00a0FOR Property", "AUTHORIZED FOR property"],
    ["AUTHORIZED FOR Property For Licensing and Insurance details click here.", "AUTHORIZED FOR Property*"],
    ["AUTHORIZED FOR Property", "AUTHORIZED FOR Property*"],
    ["anything", "*"],
    ["anything", " *"],
    ["NOT AUTHORIZED", "not *"],
  ])("%j matches %j", (value, entry) => {
    expect(matches(value, entry)).toBe(true);
  });

  test.each([
    ["INACTIVE", "ACTIVE"],
    ["INACTIVE", "ACTIVE*"],
    ["NOT AUTHORIZED", "AUTHORIZED*"],
    ["ACTIVE PENDING", "ACTIVE"],
    ["NOTHING", "NOT *"],
    ["ACT\u200bIVE", "ACTIVE"],
    ["ACTIVE\u0000", "ACTIVE"],
    ["ACTIVE\u202e", "ACTIVE*"],
    ["ACTIVE\u200b", "*"],
    ["ACTIVE\n", "ACTIVE"],
  ])("%j does not match %j", (value, entry) => {
    expect(matches(value, entry)).toBe(false);
  });

  test("an entry that can match nothing is none", () => {
    expect(textPattern("A*B")).toBeUndefined();
    expect(textPattern("ACT\u200bIVE")).toBeUndefined();
  });

  test.each([5, true, [], {}, ["ACTIVE"]])("%j is not text", (value) => {
    expect(readText(value)).toEqual({ state: "unreadable", why: "not text" });
  });
});

describe("numbers", () => {
  test.each([
    [0, 0],
    [5.51, 5.51],
    ["32", 32],
    [" 32 ", 32],
    ["1,000", 1_000],
    ["750,000", 750_000],
    ["5.51", 5.51],
    ["1,234,567.5", 1_234_567.5],
    [599_994, 599_994],
  ])("%j", (value, number) => {
    expect(readNumber(value)).toEqual({ state: "stated", value: number });
  });

  test.each([
    -1,
    "-1",
    "1e6",
    "0x10",
    "1,00",
    "1 000",
    "NaN",
    "Infinity",
    "+5",
    "5 trucks",
    "9".repeat(400),
    true,
    [],
    [5],
    {},
  ])("%j is unreadable", (value) => {
    expect(readNumber(value).state).toBe("unreadable");
  });

  test.each([
    [750, "bipd", 750, 750_000],
    [9_999, "bipd", 9_999, 9_999_000],
    [10_000, "bipd", 10_000, 10_000],
    ["1,000,000", "bipd", 1_000_000, 1_000_000],
    [999, "cargo", 999, 999_000],
    [1_000, "cargo", 1_000, 1_000],
    [0, "cargo", 0, 0],
  ] as const)("the amount %j of %s", (value, kind, lower, upper) => {
    expect(readAmount(value, kind)).toEqual({ state: "stated", value: { lower, upper } });
  });
});

describe.each(["UTC", "America/Los_Angeles", "Asia/Kolkata", "Pacific/Kiritimati"])("dates in %s", (zone) => {
  const dayIn = (value: unknown) => {
    vi.stubEnv("TZ", zone);
    const reading = readDay(value);
    return reading.state === "stated" ? dayText(reading.value) : reading.state;
  };

  test.each([
    ["2012-06-15", "2012-06-15"],
    ["2012-06-15T00:00:00Z", "2012-06-15"],
    ["2012-06-15T23:59:59.999Z", "2012-06-15"],
    ["2012-06-15T00:00:00", "2012-06-15"],
    ["2017-12-14T00:00:00.000+0000", "2017-12-14"],
    ["2017-12-14T01:00:00+02:00", "2017-12-13"],
    ["2017-12-14T23:00:00-02:00", "2017-12-15"],
    ["2017-12-14T00:15+00:30", "2017-12-13"],
    ["2017-12-14T23:45-00:30", "2017-12-15"],
    ["2017-12-14T21:00:00+22:00", "2017-12-13"],
    ["2024-02-29", "2024-02-29"],
    ["2032-01-01", "2032-01-01"],
    ["0001-01-01", "0001-01-01"],
    [" 2012-06-15 ", "2012-06-15"],
  ])("%s is %s", (value, day) => {
    expect(dayIn(value)).toBe(day);
  });

  test.each([
    "14-DEC-17",
    "12/14/2017",
    "06/15/2012",
    "20250429 0000",
    "2025-02-30",
    "2025-13-01",
    "2025-00-10",
    "2025-1-1",
    "2025-01-01T24:00:00Z",
    "2025-01-01T12:00:00+24:00",
    "2025-01-01\u200b",
    "12025-01-01",
    "2025-01-011",
    "2025-01-01T00:00:00Z x",
    "June 15, 2012",
    1_700_000_000,
    {},
  ])("%j is unreadable", (value) => {
    expect(dayIn(value)).toBe("unreadable");
  });

  test("what programs write for an empty value is unreadable", () => {
    vi.stubEnv("TZ", zone);
    expect(readRealDay("1970-01-01")).toEqual({ state: "unreadable", why: "an empty value of a program" });
    expect(readRealDay("14-DEC-17")).toEqual({ state: "unreadable", why: "not an ISO 8601 date" });
  });

  test("every day is its own text", () => {
    vi.stubEnv("TZ", zone);
    fc.assert(
      fc.property(fc.integer({ min: -700_000, max: 2_900_000 }), (day) => {
        expect(readDay(dayText(day))).toEqual({ state: "stated", value: day });
        expect(dayOfTime(day * 86_400_000 + 86_399_999)).toBe(day);
      }),
    );
  });
});

describe("the name of a company", () => {
  test.each([
    ["J.B. Hunt", "jb hunt"],
    ["Hunt J.B.", "hunt jb"],
    ["St.Paul", "st paul"],
    ["A1.B Freight", "a1 b freight"],
    ["1.A.C", "1ac"],
    ["ACME -", "acme"],
    ["Acme & Sons", "acme and sons"],
    ["Acme\u2122 Freight\u2120", "acme freight"],
    ["Acme\u2122Freight", "acme freight"],
    ["Ünïted O\u2019Neil's", "united oneils"],
    ["A".repeat(500), "a".repeat(500)],
  ])("%j", (name, normal) => {
    expect(readName(name)).toMatchObject({ state: "stated", value: { raw: name, normal } });
  });

  test.each(["A".repeat(501), "...", "&\u200b"])("%j is none", (name) => {
    expect(readName(name).state).toBe("unreadable");
  });

  test("too long or without letters it says why", () => {
    for (const name of ["A".repeat(501), "..."]) {
      expect(readName(name)).toEqual({ state: "unreadable", why: "not a name" });
    }
  });
});

test("a national average of half a percent is in percent, a lower one is a fraction", () => {
  expect([0.49, 0.5, 100, 100.01].map(isNationalPercentage)).toEqual([false, true, true, false]);
});

test("null and a list are no objects", () => {
  expect([{}, null, [], "x", undefined].map(isObject)).toEqual([true, false, false, false, false]);
});

test("a path leads through own properties of objects only", () => {
  const record = { a: { b: 1 }, list: [{ b: 2 }], text: "abc" };
  expect(valueAt(record, "a.b")).toBe(1);
  expect(valueAt(record, "a.c")).toBeUndefined();
  expect(valueAt(record, "list.0")).toBeUndefined();
  expect(valueAt(record, "text.length")).toBeUndefined();
  expect(valueAt(record, "__proto__.toString")).toBeUndefined();
  expect(valueAt(record, "constructor")).toBeUndefined();
  expect(valueAt(undefined, "a")).toBeUndefined();
});

test("what findings cite can be written as JSON and read again", () => {
  const values = [undefined, null, -0, JSON.parse("1e999"), 5, true, "x".repeat(300), [1], {}, "\ud800"].map(citable);
  expect(values).toEqual([null, null, 0, "Infinity", 5, true, `${"x".repeat(199)}…`, "a list", "an object", "\ud800"]);
  expect(JSON.parse(JSON.stringify(values))).toEqual(values);
});

test("what messages say", () => {
  expect(quoted("INACTIVE")).toBe('"INACTIVE"');
  expect(quoted("x".repeat(60))).toBe(`"${"x".repeat(60)}"`);
  expect(quoted("x".repeat(61))).toBe(`"${"x".repeat(59)}…"`);
  expect(quoted("😀".repeat(60))).toBe(`"${"😀".repeat(60)}"`);
  expect([...quoted("x".repeat(100))]).toHaveLength(62);
  expect([...quoted("😀".repeat(100))]).toHaveLength(62);
  expect([quoted(5), quoted([1]), quoted({}), quoted(null), quoted(true)]).toEqual([
    "5",
    "a list",
    "an object",
    "null",
    "true",
  ]);
});
