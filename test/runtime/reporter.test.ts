import { describe, expect, it, onTestFinished, vi } from "vitest";
import { UsageError } from "../../src/errors.ts";
import { Reporter } from "../../src/runtime/reporter.ts";
import { NotFoundError, UnreachableError } from "../../src/service/errors.ts";

const clear = "\r\u001b[K";

interface Options {
  columns?: number;
  quiet?: boolean;
  verbose?: boolean;
  dumb?: boolean;
  workflow?: boolean;
}

function reporterOn({ columns, dumb, workflow, ...settings }: Options = {}) {
  const pieces: string[] = [];
  const clock = { now: 0 };
  const terminal = { columns };
  const host = {
    env: { ...(dumb && { TERM: "dumb" }), ...(workflow && { GITHUB_ACTIONS: "true" }) },
    printError: (text: string) => void pieces.push(text),
    drained: () => undefined,
    errorColumns: () => terminal.columns,
    monotonicNow: () => clock.now,
  };
  return { reporter: new Reporter(host, settings), clock, pieces, terminal, text: () => pieces.join("") };
}

describe("Reporter messages", () => {
  it("are one line each: what happened, to which number, and what to do", () => {
    const { reporter, text } = reporterOn();
    reporter.error(
      new NotFoundError("the service knows no such carrier", {
        reason: "no-such-carrier",
        subject: "USDOT 7",
      }),
    );
    reporter.error(new UsageError("no number is given"));
    reporter.failure(
      "USDOT 8",
      new UnreachableError("nothing answers", {
        reason: "host-unreachable",
        subject: "USDOT 8 and 49 more",
      }),
    );
    reporter.invalid("fleet.csv:17: MC-1 is a docket number");
    reporter.note("1 input");
    expect(text()).toMatchInlineSnapshot(`
      "usdot: USDOT 7: the service knows no such carrier; check the number with the carrier
      usdot: no number is given
      usdot: USDOT 8: nothing answers; check the base URL and the network
      usdot: fleet.csv:17: MC-1 is a docket number
      usdot: note: 1 input
      "
    `);
  });

  it("are at most 300 characters, and the hint is never what gets cut", () => {
    const { reporter, pieces } = reporterOn();
    reporter.error(new UnreachableError("x".repeat(5_000), { reason: "service-failed", subject: "USDOT 7" }));
    reporter.failure("USDOT 7", new UnreachableError("運".repeat(5_000), { reason: "service-failed" }));
    reporter.note("y".repeat(5_000));
    for (const line of pieces) expect([...line.trimEnd()].length).toBeLessThanOrEqual(300);
    expect(pieces[0]).toMatch(/^usdot: USDOT 7: x+…; try again later\n$/);
  });

  it("have unsafe characters escaped", () => {
    const { reporter, text } = reporterOn();
    reporter.error(new UnreachableError("\u001b[2J\u202eall\r\nis well", { reason: "host-unreachable" }));
    expect(text()).toBe("usdot: \\u001b[2J\\u202eall\\u000d\\u000ais well; check the base URL and the network\n");
  });

  it("never start a GitHub Actions command", () => {
    const { reporter, text } = reporterOn({ workflow: true });
    reporter.note("##[set-env name=A;]b");
    expect(text()).toBe("usdot: note: \\u0023#[set-env name=A;]b\n");
  });

  it("are limited to errors, failures and refusals with quiet", async () => {
    const { reporter, clock, pieces } = reporterOn({ quiet: true });
    clock.now = 60_000;
    reporter.note("n");
    reporter.warning("w");
    reporter.detail("d");
    await reporter.progress(() => "p");
    expect(pieces).toEqual([]);
    reporter.invalid("r");
    reporter.failure("USDOT 1", new UsageError("f"));
    reporter.error(new UsageError("e"));
    expect(pieces).toEqual(["usdot: r\n", "usdot: USDOT 1: f\n", "usdot: e\n"]);
  });

  it("include details only with verbose", () => {
    const [silent, verbose] = [reporterOn(), reporterOn({ verbose: true })];
    for (const { reporter } of [silent, verbose]) reporter.detail("GET /v1/carriers/1: 200");
    expect([silent.text(), verbose.text()]).toEqual(["", "usdot: GET /v1/carriers/1: 200\n"]);
  });

  it("include each warning once", () => {
    const { reporter, pieces } = reporterOn();
    for (const name of ["a", "b", "a"]) reporter.warning(`${name} is odd`);
    expect(pieces).toEqual(["usdot: warning: a is odd\n", "usdot: warning: b is odd\n"]);
  });
});

describe("Reporter progress", () => {
  it("is one line on a terminal, redrawn at most 10 times a second", async () => {
    const { reporter, clock, pieces } = reporterOn({ columns: 80 });
    for (; clock.now < 1_000; clock.now += 7) await reporter.progress(() => `${clock.now} done`);
    expect(pieces.length).toBeGreaterThanOrEqual(8);
    expect(pieces.length).toBeLessThanOrEqual(10);
    for (const drawn of pieces) expect(drawn.replace(clear, "|")).toMatch(/^\|\d+ done$/);
  });

  it("is cleared before any other message and at the end", async () => {
    const { reporter, clock, pieces } = reporterOn({ columns: 80 });
    clock.now = 100;
    await reporter.progress(() => "1 of 2");
    reporter.note("hello");
    reporter.clear();
    clock.now = 200;
    await reporter.progress(() => "2 of 2");
    reporter.clear();
    reporter.clear();
    expect(pieces).toEqual([`${clear}1 of 2`, clear, "usdot: note: hello\n", `${clear}2 of 2`, clear]);
  });

  it.each([0, 5, 10])("is not drawn on a terminal with %d columns", async (columns) => {
    const { reporter, clock, pieces } = reporterOn({ columns });
    clock.now = 60_000;
    await reporter.progress(() => "1 of 2");
    reporter.clear();
    expect(pieces).toEqual([]);
  });

  it("fits the terminal, even after it gets narrower", async () => {
    const { reporter, clock, pieces, terminal } = reporterOn({ columns: 40 });
    for (const columns of [40, 20]) {
      Object.assign(terminal, { columns });
      clock.now += 100;
      await reporter.progress(() => "1,000 of 100,000, 250 a second, 396 s left");
    }
    expect(pieces.map((drawn) => drawn.slice(clear.length).length)).toEqual([39, 19]);
  });

  it.each([
    ["no terminal", {}],
    ["a terminal that can clear no line", { columns: 80, dumb: true }],
  ])("is a line every 30 seconds on %s", async (_, options) => {
    const { reporter, clock, pieces } = reporterOn(options);
    let described = 0;
    for (; clock.now <= 95_000; clock.now += 100) {
      await reporter.progress(() => {
        described += 1;
        return `at ${clock.now}`;
      });
    }
    expect(pieces).toEqual(["usdot: at 30000\n", "usdot: at 60000\n", "usdot: at 90000\n"]);
    expect(described).toBe(3);
  });
});

describe("a wait", () => {
  function waiting(options: Parameters<typeof reporterOn>[0] = { columns: 80 }) {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const on = reporterOn(options);
    const pass = (milliseconds: number) => {
      for (let passed = 0; passed < milliseconds; passed += 500) {
        on.clock.now += 500;
        vi.advanceTimersByTime(500);
      }
      return on.pieces.splice(0).join("");
    };
    return { ...on, pass, done: on.reporter.waitFor("api.example.com") };
  }

  it("is said after a second, and each second, on a line that disappears", () => {
    const { pass, done, text } = waiting();
    expect(pass(500)).toBe("");
    expect(pass(500)).toBe(`${clear}asking api.example.com… 1 s (Ctrl-C stops)`);
    expect(pass(2_000)).toBe(
      `${clear}asking api.example.com… 2 s (Ctrl-C stops)${clear}asking api.example.com… 3 s (Ctrl-C stops)`,
    );
    done();
    expect(text()).toBe(clear);
    expect(pass(5_000)).toBe(clear);
  });

  it("is not said where an answer comes within a second", () => {
    const { pass, done, text } = waiting();
    pass(500);
    done();
    expect([text(), pass(3_000)]).toEqual(["", ""]);
  });

  it("says why there is a pause, and for how long", () => {
    const { pass, reporter } = waiting();
    reporter.pause("rate limit of the service: waiting", 10_000);
    expect(pass(1_000)).toBe(`${clear}rate limit of the service: waiting 9 s (Ctrl-C stops)`);
    pass(9_000);
    expect(pass(1_000)).toBe(`${clear}asking api.example.com… 11 s (Ctrl-C stops)`);
  });

  it("gives way to whatever else is shown, for a second", () => {
    const { pass, reporter } = waiting();
    pass(1_000);
    reporter.note("something");
    expect(pass(500)).toBe(`${clear}usdot: note: something\n`);
    expect(pass(1_500)).toContain("asking api.example.com");
  });

  it.each([{}, { columns: 80, quiet: true }, { columns: 80, dumb: true }, { columns: 5 }])(
    "is not shown on %j",
    (options) => {
      expect(waiting(options).pass(60_000)).toBe("");
    },
  );
});

describe("long lines", () => {
  it("break at words on a terminal, and nowhere else", () => {
    const words = "a list is incomplete: the numbers without an answer are named above";
    for (const [columns, lines] of [
      [40, 3],
      [100, 1],
      [undefined, 1],
    ] as const) {
      const { reporter, text } = reporterOn(columns === undefined ? {} : { columns });
      reporter.note(words);
      expect(text().trimEnd().split("\n")).toHaveLength(lines);
      expect(text().trimEnd().replaceAll("\n", " ")).toBe(`usdot: note: ${words}`);
    }
  });
});
