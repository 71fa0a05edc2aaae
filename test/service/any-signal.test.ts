import { describe, expect, it } from "vitest";
import { anyOf } from "../../src/service/any-signal.ts";

describe("anyOf", () => {
  it.each([0, 1])("is aborted with the reason of source %i", (index) => {
    const sources = [new AbortController(), new AbortController()];
    const { signal } = anyOf(sources.map((source) => source.signal));
    expect(signal.aborted).toBe(false);
    const reason = new Error("enough");
    sources[index]?.abort(reason);
    sources[1 - index]?.abort(new Error("too late"));
    expect(signal.reason).toBe(reason);
  });

  it("is aborted at once by a source that already is", () => {
    expect(anyOf([new AbortController().signal, AbortSignal.abort("gone")]).signal.reason).toBe("gone");
  });

  it("no longer listens once it is released", () => {
    const source = new AbortController();
    const { signal, release } = anyOf([source.signal]);
    release();
    source.abort();
    expect(signal.aborted).toBe(false);
  });
});
