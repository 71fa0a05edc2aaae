import * as fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { exhaustedUntil, retryAfter } from "../../src/service/rate-limit.ts";

const now = Date.parse("2026-11-21T12:00:00Z");

describe("Retry-After", () => {
  test.each([
    ["0", 0],
    ["1", 1_000],
    [" 120 ", 120_000],
    ["007", 7_000],
    ["1.5", 1_500],
    ["0.25", 250],
    ["99999999999", 99_999_999_999_000],
    ["9".repeat(400), Number.MAX_SAFE_INTEGER],
    ["99999999999999999999", Number.MAX_SAFE_INTEGER],
  ])("%s seconds", (value, expected) => {
    expect(retryAfter(value, now)).toBe(expected);
  });

  test("dates don't depend on this machine's time zone", () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv("TZ", "America/New_York");
    expect(new Date(now).getHours()).toBe(7);
    expect(retryAfter("Sat Nov 21 12:01:30 2026", now)).toBe(90_000);
    expect(retryAfter("Saturday, 21-Nov-26 12:01:30 GMT", now)).toBe(90_000);
    // The year is not a time zone, though it looks like one.
    expect(retryAfter("Saturday, 21-Nov-2026 12:01:30", now)).toBe(90_000);
  });

  test.each([
    ["IMF-fixdate", "Sat, 21 Nov 2026 12:01:30 GMT"],
    ["RFC 850", "Saturday, 21-Nov-26 12:01:30 GMT"],
    ["asctime, which means UTC wherever we are", "Sat Nov 21 12:01:30 2026"],
    ["in UTC by name", "Sat, 21 Nov 2026 12:01:30 UTC"],
    ["of another zone, as e-mail has it", "Sat, 21 Nov 2026 14:01:30 +0200"],
    ["in small letters", "sat, 21 nov 2026 12:01:30 gmt"],
  ])("a date: %s", (_, value) => {
    expect(retryAfter(value, now)).toBe(90_000);
  });

  test.each(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"])("a date on a %s", (day) => {
    expect(retryAfter(`${day}, 21 Nov 2026 12:01:30 GMT`, now)).toBe(90_000);
  });

  test.each(["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"])("a date on a %s", (day) => {
    expect(retryAfter(`${day}, 21-Nov-26 12:01:30 GMT`, now)).toBe(90_000);
  });

  test("asctime's two-digit day is read", () => {
    expect(retryAfter("Tue Dec  1 12:00:00 2026", now)).toBe(10 * 86_400_000);
  });

  test("a date in the past asks for no wait", () => {
    expect(retryAfter("Sat, 21 Nov 2026 11:00:00 GMT", now)).toBe(0);
    expect(retryAfter("Sat, 21 Nov 2026 12:00:00 GMT", now)).toBe(0);
    expect(retryAfter("Sunday, 06-Nov-94 08:49:37 GMT", now)).toBe(0);
  });

  test.each([
    undefined,
    "",
    "  ",
    "-5",
    "+5",
    "5s",
    "1,5",
    "1.",
    ".5",
    "1e3",
    "0x10",
    "soon",
    "soon; 1e9",
    "try 5",
    "May 5",
    "2026-11-21T12:01:30Z",
    "Sat, 21 Nov 2026",
    "Sat, 99 Nov 2026 99:99:99 GMT",
    "Xyz, 21 Nov 2026 12:01:30 GMT",
    "on Sat, 21 Nov 2026 12:01:30 GMT",
    "Infinity",
    "NaN",
    "١٢",
  ])("%s is ignored", (value) => {
    expect(retryAfter(value, now)).toBeUndefined();
  });

  test("any text gives either no wait or one of at least 0", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d.:,GMT NovSat-]*$/)), (value) => {
        expect(retryAfter(value, now) ?? 0).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("an exhausted limit", () => {
  const in30 = now + 30_000;

  test.each([
    ["Unix seconds", "x-ratelimit", String(in30 / 1_000)],
    ["Unix milliseconds", "x-ratelimit", String(in30)],
    ["seconds from now", "x-ratelimit", "30"],
    ["seconds from now", "ratelimit", "30"],
    ["decimals", "x-ratelimit", "30.0"],
    ["more decimals", "x-ratelimit", "30.000"],
    ["blanks around it", "x-ratelimit", " 30 "],
  ])("resets in %s (%s-reset)", (_, prefix, reset) => {
    expect(exhaustedUntil({ [`${prefix}-remaining`]: "0", [`${prefix}-reset`]: reset }, now)).toBe(in30);
  });

  test.each(["0", "00", " 0 ", "-3", "-12"])("is meant by remaining %j", (remaining) => {
    expect(exhaustedUntil({ "x-ratelimit-remaining": remaining, "x-ratelimit-reset": "30" }, now)).toBe(in30);
  });

  test.each(["1", "10", "", "none", "0.5", "-", undefined])("is not meant by remaining %j", (remaining) => {
    expect(exhaustedUntil({ "x-ratelimit-remaining": remaining, "x-ratelimit-reset": "30" }, now)).toBeUndefined();
  });

  test.each(["", "soon", "-30", "30 s", "in 30", "2026-11-21T12:00:30Z", undefined])(
    "ignores a reset of %j",
    (reset) => {
      expect(exhaustedUntil({ "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset }, now)).toBeUndefined();
    },
  );

  test("tells seconds from times by their size", () => {
    const until = (reset: string) => exhaustedUntil({ "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset }, now);
    expect(until("0")).toBe(now);
    expect(until("1000000000")).toBe(now + 1e12);
    expect(until("1000000001")).toBe(1_000_000_001_000);
    expect(until("100000000000")).toBe(1e14);
    expect(until("100000000001")).toBe(100_000_000_001);
    expect(until("9".repeat(400))).toBe(Number.MAX_SAFE_INTEGER);
  });

  test("is not assumed without headers", () => {
    expect(exhaustedUntil({}, now)).toBeUndefined();
    expect(exhaustedUntil({ "x-ratelimit-remaining": "0" }, now)).toBeUndefined();
    expect(exhaustedUntil({ "x-ratelimit-reset": "30" }, now)).toBeUndefined();
  });

  test.each([
    ['"default";r=0;t=30'],
    ['"default"; r=0; t=30'],
    ['"default";t=30;r=0'],
    ["limit=100, remaining=0, reset=30"],
    ["limit=100,remaining=0,reset=30"],
    ['"burst";r=0;t=5, "daily";r=0;t=30'],
    ['"daily";r=0;t=30,"burst";r=0;t=5'],
    ['"burst";r=0;t=5,"daily";r=0;t=30'],
    ['"burst";r=9;t=500, "daily";r=0;t=30'],
    ['"a, b";r=0;t=30'],
    ['"a\\", \\"b;r=5";r=0;t=30'],
    ['"default";r=0;t=30;pk=:cHsdsRa894==:'],
  ])("RateLimit: %s", (ratelimit) => {
    expect(exhaustedUntil({ ratelimit }, now)).toBe(in30);
  });

  test.each([
    ['"default";r=1;t=30'],
    ['"default";r=10;t=30'],
    ['"default";r=0'],
    ['"default";t=30'],
    ['"burst";r=0, "daily";r=3;t=30'],
    ['"r=0;t=30";r=5;t=30'],
    ['"default";over=0;at=30'],
    ["limit=0, remaining=10, reset=30"],
    ["nonsense"],
    [""],
  ])("ignores RateLimit: %s", (ratelimit) => {
    expect(exhaustedUntil({ ratelimit }, now)).toBeUndefined();
  });

  test("lasts as long as the longest of several headers says", () => {
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "5", ratelimit: '"default";r=0;t=30' };
    expect(exhaustedUntil(headers, now)).toBe(in30);
    expect(exhaustedUntil({ ...headers, "ratelimit-remaining": "0", "ratelimit-reset": "90" }, now)).toBe(now + 90_000);
    expect(exhaustedUntil({ ...headers, "x-ratelimit-reset": "60" }, now)).toBe(now + 60_000);
  });
});
