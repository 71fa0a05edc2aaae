import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { TimeLimit } from "../../src/service/time-limit.ts";

let suspended = 0;
/** Monotonic, as `performance.now` is: it goes on while a process is stopped. */
const monotonicNow = () => Date.now() + suspended;

/** Starts a limit; `expired` tells whether its time was up. */
function start(milliseconds: number, limit = new TimeLimit(milliseconds, monotonicNow)) {
  let expired = false;
  const stop = limit.start(() => {
    expired = true;
  });
  return { limit, stop, expired: () => expired };
}

beforeEach(() => {
  suspended = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a time limit", () => {
  test.each([1, 999, 1_000, 1_001, 60_000])("expires after %i ms, and not before", (milliseconds) => {
    const { expired } = start(milliseconds);
    vi.advanceTimersByTime(milliseconds - 1);
    expect(expired()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(expired()).toBe(true);
  });

  test("that is used up already expires at once", () => {
    const { expired } = start(-5);
    vi.advanceTimersByTime(1);
    expect(expired()).toBe(true);
  });

  test("counts only between its start and its stop, over several starts", () => {
    const { limit, stop } = start(5_000);
    vi.advanceTimersByTime(1_300);
    stop();
    expect(limit.left).toBe(3_700);
    vi.advanceTimersByTime(60_000);
    const again = start(0, limit);
    vi.advanceTimersByTime(3_699);
    expect(again.expired()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(again.expired()).toBe(true);
  });

  test("once stopped, never expires, and can be stopped again", () => {
    const { limit, stop, expired } = start(5_000);
    vi.advanceTimersByTime(700);
    stop();
    stop();
    vi.advanceTimersByTime(60_000);
    expect([expired(), limit.left]).toEqual([false, 4_300]);
  });

  test("counts what is spent otherwise", () => {
    const { limit, expired } = start(5_000);
    limit.left -= 4_000;
    vi.advanceTimersByTime(1_000);
    expect([expired(), limit.left]).toEqual([true, 0]);
  });
});

describe("a process that is suspended", () => {
  const hour = 3_600_000;

  test("loses a second at most, however long it was", () => {
    const { limit, stop, expired } = start(5_000);
    vi.advanceTimersByTime(200);
    suspended += hour;
    vi.advanceTimersByTime(800);
    expect([expired(), limit.left]).toEqual([false, 4_000]);
    stop();
    expect(limit.left).toBe(4_000);
  });

  test("loses a second at most when the answer is read before the timer is", () => {
    const { limit, stop } = start(5_000);
    suspended += hour;
    stop();
    expect(limit.left).toBe(4_000);
  });

  test("in its last moments has the time to read what arrived meanwhile", () => {
    const { expired } = start(600);
    suspended += hour;
    vi.advanceTimersByTime(600);
    expect(expired()).toBe(false);
    vi.advanceTimersByTime(499);
    expect(expired()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(expired()).toBe(true);
  });

  test("again and again still ends", () => {
    const { expired } = start(2_000);
    for (let second = 0; second < 5; second++) {
      suspended += hour;
      vi.advanceTimersByTime(1_000);
    }
    expect(expired()).toBe(true);
  });
});
