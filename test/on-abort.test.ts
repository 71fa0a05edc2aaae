import { getEventListeners } from "node:events";
import { expect, test, vi } from "vitest";
import { onAbort } from "../src/on-abort.ts";

test("listens once for all that stops, and no more when nothing is left", () => {
  const { signal } = new AbortController();
  const ignores = Array.from({ length: 20 }, () => onAbort(signal, () => {}));
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  for (const ignore of ignores) ignore();
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
  onAbort(signal, () => {});
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
});

test("stops what is left, each once and for the signal's reason", () => {
  const controller = new AbortController();
  const [first, second, third] = [vi.fn(), vi.fn(), vi.fn()];
  const ignoreFirst = onAbort(controller.signal, first);
  onAbort(controller.signal, second);
  onAbort(controller.signal, third);
  ignoreFirst();
  ignoreFirst();
  controller.abort("stopped");
  expect(first).not.toHaveBeenCalled();
  expect(second.mock.calls).toEqual([["stopped"]]);
  expect(third.mock.calls).toEqual([["stopped"]]);
});

test("stops at once what comes too late", () => {
  const stop = vi.fn();
  onAbort(AbortSignal.abort("before"), stop)();
  expect(stop.mock.calls).toEqual([["before"]]);
});

test("stops the others when one of them takes itself out", () => {
  const controller = new AbortController();
  const stop = vi.fn();
  const ignore = onAbort(controller.signal, () => ignore());
  onAbort(controller.signal, stop);
  controller.abort();
  expect(stop).toHaveBeenCalledTimes(1);
});
