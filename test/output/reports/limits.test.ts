import { describe, expect, it } from "vitest";
import { type ReportName, reportLoaders } from "../../../src/output/reports/index.ts";
import type { VettedCarrier } from "../../../src/vet/model.ts";
import { carrier, found } from "../../support/vetted.ts";
import { footerOf, header, rendered } from "./runs.ts";

const many = (count: number, rest: Partial<VettedCarrier> = {}, outcome: "fail" | "unknown" = "fail", first = 1) =>
  Array.from({ length: count }, (_, index) => {
    const number = String(first + index);
    return carrier(number, { findings: [found(number, { outcome })], ...rest });
  });

describe("failing carriers, and as many to review before them", () => {
  const both = (count: number) => [...many(count, { verdict: "review" }, "unknown", 100_001), ...many(count)];

  it("are ten errors and ten warnings for GitHub", async () => {
    const lines = (await rendered("github", { carriers: both(2_000) })).split("\n");
    for (const [command, verb] of [
      ["error", "fail"],
      ["warning", "need review"],
    ] as const) {
      const annotations = lines.filter((line) => line.startsWith(`::${command} `));
      expect(annotations).toHaveLength(10);
      expect(annotations.at(-1)).toBe(`::${command} title=usdot vet::1,991 more ${verb}: see the job summary`);
    }
  });

  it("are 25,000 results in SARIF, and the cut is told", async () => {
    const [run] = JSON.parse(await rendered("sarif", { carriers: both(26_000) })).runs;
    expect(run.results).toHaveLength(25_000);
    expect(run.results.every(({ level }: { level: string }) => level === "error")).toBe(true);
    expect(run.invocations[0].toolExecutionNotifications[0].message.text).toContain(
      "only 25,000 results are kept, failures first; 27,000 are left out",
    );
  });

  it("are 900 KiB of Markdown, failing first, and the cut is told", async () => {
    const text = await rendered("markdown", { carriers: both(12_000) });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(900 * 1024);
    expect(Buffer.byteLength(text)).toBeGreaterThan(700 * 1024);
    expect(text).not.toContain("**REVIEW**");
    expect(text).toMatch(/\*\*Cut at 900 KiB: [\d,]+ of 24,000 carriers are not shown, [\d,]+ of them failing\.\*\*/);
  });
});

describe("ten of a kind", () => {
  it("are told one by one", async () => {
    const carriers = many(10);
    const lines = (await rendered("github", { carriers })).split("\n").filter((line) => line.startsWith("::"));
    expect(lines).toHaveLength(10);
    expect(lines.at(-1)).toContain("title=USDOT 10%3A FAIL");
  });
});

describe("Markdown of the worst text", () => {
  it("is at most 900 KiB, whatever is said besides the rows", async () => {
    const text = "@&".repeat(5_000);
    const fields = [{ kind: "identity", field: text, before: text, now: text }] as const;
    const carriers = many(1_000, { legal_name: text, changes: { verdict_before: "pass", fields } });
    const refused = Array.from({ length: 100 }, () => ({ place: { source: text, line: 1 }, text, reason: text }));
    const policy = { name: text, sha256: text };
    const footer = footerOf(carriers, { refused, evidence_sha256: text });
    const summary = await rendered("markdown", { carriers, footer, header: { ...header, policy, service: text } });
    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(900 * 1024);
  });
});

describe.each(["ndjson", "csv", "table", "junit", "json"] as const)("the report %s", (name: ReportName) => {
  it("passes on each page: it holds no carrier back", async () => {
    const report = await reportLoaders[name]();
    let length = 0;
    const sink = {
      write(text: string) {
        length += text.length;
        return undefined;
      },
      finish: async () => {},
      abandon: async () => {},
    };
    const writer = report(sink, header, {
      single: false,
      compared: false,
      width: undefined,
      color: false,
      verbose: false,
      rules: new Map(),
    });
    for (let page = 1; page <= 100; page++) {
      const before = length;
      await writer.write([carrier(String(page))]);
      expect(length - before).toBeGreaterThan(60);
    }
  });
});

describe("SARIF", () => {
  it("keeps failures first, then reviews, then warnings, as long as there is room", async () => {
    const review = Array.from({ length: 20_000 }, () => found("2", { outcome: "unknown" }));
    const warnings = Array.from({ length: 6_000 }, () => found("3", { level: "warning" }));
    const carriers = [
      carrier("1"),
      carrier("3", { verdict: "pass", findings: warnings }),
      carrier("2", { verdict: "review", findings: review }),
      carrier("4"),
    ];
    const [{ results }] = JSON.parse(await rendered("sarif", { carriers })).runs;
    const levels = results.map(({ level }: { level: string }) => level);
    expect(levels.lastIndexOf("error")).toBe(1);
    expect(levels.lastIndexOf("warning")).toBe(20_001);
    expect(levels.filter((level: string) => level === "note")).toHaveLength(4_998);
  });
});
