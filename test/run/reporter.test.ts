import { PassThrough, Writable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DotNumber } from "../../src/dot-number.ts";
import { UsageError } from "../../src/errors.ts";
import { createReporter } from "../../src/run/reporter.ts";
import { ServiceError } from "../../src/service/service-error.ts";

interface Options {
  columns?: number | undefined;
  quiet?: boolean;
  verbose?: boolean;
  env?: NodeJS.ProcessEnv;
}

function reporterOn({ columns, env = {}, ...settings }: Options = {}) {
  const pieces: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write: (text, _, done) => done(void pieces.push(String(text))),
  });
  const stderr = Object.assign(
    stream,
    columns === undefined ? {} : { isTTY: true, columns },
  );
  const reporter = createReporter({ env, stderr, now: Date.now }, settings);
  return { reporter, pieces, text: () => pieces.join("") };
}

const failed = (message: string) =>
  new ServiceError(message, {
    reason: "service-failed",
    baseUrl: "https://a.example",
    withKey: false,
    dotNumber: "7" as DotNumber,
    exchange: { askedAt: "" },
  });

describe("messages", () => {
  const errors = ["e", "USDOT 1: f; try again later", "i"];
  it.each([
    ["quiet leaves only errors", { quiet: true }, errors],
    ["usual are warnings and notes", {}, [...errors, "warning: w", "note: n"]],
    [
      "verbose adds details",
      { verbose: true },
      [...errors, "warning: w", "note: n", "d"],
    ],
  ])("are one line each: %s", (_, options, expected) => {
    const { reporter, pieces } = reporterOn(options);
    reporter.error(new UsageError("e"));
    reporter.failure("USDOT 1", failed("f"));
    reporter.invalid("i");
    reporter.warning("w");
    reporter.note("n");
    reporter.detail("d");
    expect(pieces).toEqual(expected.map((text) => `usdot: ${text}\n`));
  });

  it("of one kind are ten, then a count", () => {
    const { reporter, pieces } = reporterOn({ quiet: true });
    for (let left = 300; left > 0; left -= 1) reporter.invalid("x");
    for (let left = 11; left > 0; left -= 1)
      reporter.failure("USDOT 1", new UsageError("f"));
    reporter.endComplaints();
    reporter.endComplaints();
    expect(pieces).toHaveLength(22);
    expect(pieces.slice(-2)).toEqual([
      "usdot: and 290 more invalid lines\n",
      "usdot: and 1 more failure\n",
    ]);
  });

  it("are cut, but never the hint; control characters are visible", () => {
    const { reporter, pieces } = reporterOn();
    reporter.error(failed("x".repeat(5_000)));
    reporter.note(`\u001b[2J\u202e${"運".repeat(5_000)}`);
    for (const line of pieces)
      expect([...line.trimEnd()].length).toBeLessThanOrEqual(2_000);
    expect(pieces[0]).toMatch(/^usdot: USDOT 7: x+…; try again later\n$/);
    expect(pieces[1]).toContain("usdot: note: \\u001b[2J\\u202e運");
  });

  it.each([
    [
      80,
      "see it with usdot vet --print-policy",
      "see it with\n  usdot vet --print-policy\n",
    ],
    [80, "waiting 5 s", "default; waiting 5 s\n"],
    [30, "see: usdot help options", "default; see:\n  usdot help options\n"],
    [30, `sha256 ${"a1".repeat(32)}`, `sha256\n  ${"a1".repeat(32)}\n`],
    [
      undefined,
      "see it with usdot vet --print-policy",
      "see it with usdot vet --print-policy\n",
    ],
  ])(
    "fold at words at %s columns, and break no command: %s",
    (columns, hint, end) => {
      const { reporter, text } = reporterOn({ columns });
      reporter.note(
        `judging all of them by the built-in policy default; ${hint}`,
      );
      expect(text().endsWith(end)).toBe(true);
    },
  );

  it("never start a command of GitHub's runner", () => {
    const { reporter, text } = reporterOn({ env: { GITHUB_ACTIONS: "true" } });
    reporter.note("##[set-env name=A;]b");
    expect(text()).toBe("usdot: note: \\u0023#[set-env name=A;]b\n");
  });
});

describe("the status line", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const shown = (pieces: string[]) =>
    pieces.map((piece) => piece.replace("\r\u001b[K", "|"));

  it("appears after a second, says for how long, and disappears", () => {
    const { reporter, pieces } = reporterOn({ columns: 60 });
    reporter.status("asking carriers.example.com");
    vi.advanceTimersByTime(999);
    expect(pieces).toEqual([]);
    vi.advanceTimersByTime(1);
    let left = 9;
    reporter.status(() => `${left--} seconds left`);
    vi.advanceTimersByTime(2_000);
    reporter.note("hello");
    reporter.status(undefined);
    vi.advanceTimersByTime(5_000);
    expect(shown(pieces)).toEqual([
      "|asking carriers.example.com… 1 s (Ctrl-C stops)",
      "|9 seconds left… 2 s (Ctrl-C stops)",
      "|8 seconds left… 3 s (Ctrl-C stops)",
      "|",
      "usdot: note: hello\n",
    ]);
  });

  it.each([
    ["a pipe", {}],
    [
      "a terminal that cannot clear a line",
      { columns: 80, env: { TERM: "dumb" } },
    ],
    ["a terminal of no known width", { columns: 0 }],
    ["--quiet", { columns: 80, quiet: true }],
  ])("is not shown on %s", (_, options) => {
    const { reporter, pieces } = reporterOn(options);
    reporter.status("asking carriers.example.com");
    vi.advanceTimersByTime(5_000);
    expect(pieces).toEqual([]);
  });

  it("never takes more than one line", () => {
    const { reporter, pieces } = reporterOn({ columns: 30 });
    reporter.status("asking a.very.long.name.of.a.service.example.com");
    vi.advanceTimersByTime(1_000);
    expect(shown(pieces)[0]?.length).toBeLessThanOrEqual(30);
  });
});

it("flushed waits for a reader that is behind", async () => {
  const stderr = new PassThrough({ highWaterMark: 10 });
  const reporter = createReporter({ env: {}, stderr, now: Date.now });
  reporter.note("a long line");
  const flushed = vi.fn();
  const end = reporter.flushed().then(flushed);
  await new Promise(setImmediate);
  expect(flushed).not.toHaveBeenCalled();
  stderr.resume();
  await end;
  await reporter.flushed();
});
