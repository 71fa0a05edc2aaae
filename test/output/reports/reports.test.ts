import { describe, expect, it } from "vitest";
import { reportLoaders, reportNames } from "../../../src/output/reports/index.ts";
import { carrier, found } from "../../support/vetted.ts";
import { memorySink } from "../outcomes.ts";
import { footerOf, header, rendered, smallFooter, smallRun } from "./runs.ts";

describe.each(reportNames)("the report %s", (name) => {
  it("of a small run", async () => {
    await expect(await rendered(name)).toMatchFileSnapshot(`snapshots/${name}.txt`);
  });

  it("is the same whatever the pages, and whole without carriers", async () => {
    const whole = await rendered(name);
    expect(whole).toMatch(/\n$/);
    for (const page of [1, 2, 3]) expect(await rendered(name, { page })).toBe(whole);
    const empty = await rendered(name, { carriers: [] });
    expect(empty === "" || empty.endsWith("\n")).toBe(true);
    expect(empty).not.toBe(whole);
  });

  it("shows a waived finding, also of a carrier that passes", async () => {
    if (name === "github") return;
    expect((await rendered(name)).replaceAll("\\", "")).toMatch(/waived|Hauled for us/);
  });

  it("says nothing about changes if no earlier run was named", async () => {
    const carriers = smallRun.map((one) => ({ ...one, changes: null }));
    expect(await rendered(name, { carriers })).not.toMatch(/Newly passing|newly_passing":\[/);
  });

  it("names a carrier whose name is not known", async () => {
    const text = await rendered(name, { carriers: [carrier("9000404", { legal_name: null })] });
    expect(text).toContain("9000404");
  });
});

it.each(reportNames.filter((name) => name !== "ndjson" && name !== "csv"))(
  "%s names the evidence, waivers that covered nothing, and lines that are no number",
  async (name) => {
    const text = await rendered(name);
    // A screen and a log have the beginning of the hash, and the whole one with --verbose.
    const whole = ["table", "github"].includes(name) ? await rendered(name, { options: { verbose: true } }) : text;
    expect(text).toContain("77aa77aa");
    expect(whole).toContain("77aa".repeat(16));
    expect(text).toContain("expired");
    expect(text.replaceAll("\\", "")).toMatch(/MC-1/);
  },
);

it.each(["table", "github", "junit", "markdown"] as const)("quotes an invalid line as it is, in %s", async (name) => {
  const refused = [{ place: null, text: '"ACME"', reason: "is not a USDOT number" }];
  const text = await rendered(name, { carriers: [], footer: footerOf([], { refused }) });
  expect(text).toMatch(/[^"]"ACME" is not a USDOT number/);
});

describe("totals per rule", () => {
  const waived = { reason: "known", by: "safety", until: "2026-12-31" };
  const carriers = [
    carrier("1", {
      findings: [found("1", { rule: "a", outcome: "pass" }), found("1", { rule: "b", outcome: "unknown" })],
    }),
    carrier("2", { findings: [found("2", { rule: "a", waived }), found("2", { rule: "b" })] }),
    carrier("3", { findings: [found("3", { rule: "a", level: "warning" }), found("3", { rule: "c" })] }),
    carrier("4", { findings: [found("4", { rule: "b" })] }),
    carrier("5", { findings: [found("5", { rule: "d", outcome: "unknown", unknown: "fail" })] }),
  ];

  it("count carriers, the heaviest rule first, waived ones apart", async () => {
    const { rules } = JSON.parse(await rendered("json", { carriers }));
    expect(rules).toEqual([
      { rule: "b", level: "error", fail: 2, unknown: 1, waived: 0 },
      { rule: "c", level: "error", fail: 1, unknown: 0, waived: 0 },
      { rule: "d", level: "error", fail: 0, unknown: 1, waived: 0 },
      { rule: "a", level: "error", fail: 1, unknown: 0, waived: 1 },
    ]);
    expect(JSON.parse(await rendered("sarif", { carriers })).runs[0].properties.rules).toEqual(rules);
  });

  it.each(["table", "github", "junit", "markdown"] as const)("stand in words in %s", async (name) => {
    const text = await rendered(name, { carriers });
    expect(text).toContain("b 2 fail, 1 to review · c 1 fails · d 1 fails · a 1 warning, 1 waived\n");
  });

  it("are bars in HTML, as long as they are heavy", async () => {
    const page = await rendered("html", { carriers });
    expect(page).toMatch(
      /<code>b<\/code><svg .*?<rect class="fail" x="0" y="0" width="66.67".*?class="review" x="66.67" y="0" width="33.33"/,
    );
    expect(page).toContain("<span>2 fail, 1 to review</span>");
  });
});

describe("many carriers in HTML", () => {
  const page = async (count: number, verdict: "fail" | "pass") => {
    const carriers = Array.from({ length: count }, (_, index) => carrier(String(index + 1), { verdict }));
    return (await rendered("html", { carriers })).split("\n").filter((line) => line.startsWith("<details"));
  };

  it("are open as far as a reader gets, and the rest is one folded block", async () => {
    const blocks = await page(275, "fail");
    expect(blocks.filter((line) => line.startsWith('<details class="fail" open>'))).toHaveLength(20);
    expect(blocks[20]).toBe('<details class="more fail"><summary>255 more</summary>');
    expect(blocks.filter((line) => line.startsWith('<details class="fail">'))).toHaveLength(255);
    expect(await page(20, "fail")).toHaveLength(20);
  });

  it("are folded where they pass", async () => {
    const blocks = await page(21, "pass");
    expect(blocks.join("")).not.toContain(" open>");
    expect(blocks[20]).toBe('<details class="more pass"><summary>1 more</summary>');
  });
});

describe("changes since an earlier run", () => {
  it("are counted whole, and told in words up to a number", async () => {
    const changes = { verdict_before: "pass", fields: [] } as const;
    const carriers = Array.from({ length: 150 }, (_, index) => carrier(String(9_000_100 + index), { changes }));
    const table = await rendered("table", { carriers });
    expect(table).toContain(
      'New failures: 150\n  USDOT 9000100 FADED HARBOR CARTAGE CO: was pass; status is "INACTIVE"\n',
    );
    expect(table).toContain("\n  and 130 more\n");
    expect(JSON.parse(await rendered("json", { carriers })).since.new_failures).toHaveLength(150);
    expect(await rendered("html", { carriers })).toContain("<li>and 50 more</li>");
  });

  it("are of each kind, and not of those that stayed", async () => {
    const [failing, , passing] = smallRun;
    const stayed = { ...failing, changes: { verdict_before: "fail", fields: [] } } as typeof failing;
    const carriers = [
      stayed,
      passing,
      { ...passing, changes: { verdict_before: "pass", fields: [] } },
    ] as typeof smallRun;
    const { since } = JSON.parse(await rendered("json", { carriers, footer: footerOf(carriers) }));
    expect(since).toEqual({ new_failures: [], identity_changes: [], newly_passing: ["9000001"], new: [], gone: [] });
  });

  const carriers = [
    carrier("1", { changes: { verdict_before: "fail", fields: [] } }),
    carrier("2", { verdict: "pass", findings: [], changes: { verdict_before: null, fields: [] } }),
    carrier("3", { changes: { verdict_before: null, fields: [] } }),
  ];
  const gone = [{ dot_number: "4", legal_name: "GONE LLC", verdict: "pass" }] as const;
  const footer = footerOf(carriers, { gone });

  it.each(["table", "markdown", "html", "github"] as const)(
    "come first in %s: new and gone carriers too",
    async (name) => {
      const text = await rendered(name, { carriers, footer });
      const order = ["New failures: 1", "New carriers: 2", "Gone carriers: 1"].map((title) => text.indexOf(title));
      expect(order).toEqual(order.toSorted((one, other) => one - other));
      expect(order[0]).toBeGreaterThanOrEqual(0);
      if (name !== "github") expect(order[2]).toBeLessThan(text.search(/^FAIL {7}1 |^\| \*\*FAIL|<details/m));
      expect(text.replaceAll("\\", "")).toContain("USDOT 4 GONE LLC: was pass");
      expect(text.replaceAll("\\", "")).toContain("USDOT 2 FADED HARBOR CARTAGE CO: PASS");
    },
  );

  it("are by number in JSON and SARIF", async () => {
    const since = { new_failures: ["3"], identity_changes: [], newly_passing: [], new: ["2", "3"], gone: ["4"] };
    expect(JSON.parse(await rendered("json", { carriers, footer })).since).toEqual(since);
    expect(JSON.parse(await rendered("sarif", { carriers, footer })).runs[0].properties.since).toEqual(since);
  });

  it("stand with each carrier in CSV, table and Markdown", async () => {
    for (const name of ["csv", "table", "markdown"] as const) {
      expect(await rendered(name, { carriers, footer })).toContain("new in the list, now fail");
    }
  });

  it("of a table that ends early are written as far as they are known", async () => {
    const sink = memorySink();
    const report = await reportLoaders.table();
    const options = { single: false, compared: true, width: undefined, color: false, verbose: false, rules: new Map() };
    const writer = report(sink, header, options);
    await writer.write(carriers);
    expect(sink.text()).toBe("");
    await writer.flush?.();
    expect(sink.text()).toContain("FAIL       1 ");
  });
});

describe("the runs of a history", () => {
  const counts = { carriers: 10, pass: 6, review: 3, fail: 1 };
  const runs = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      as_of: `2026-10-${String(index + 1).padStart(2, "0")}T08:00:00Z`,
      counts,
    }));

  it("are a chart of columns in HTML, the last 30 with this one", async () => {
    const page = await rendered("html", { footer: { ...smallFooter, runs: runs(31) } });
    const [chart = ""] = /<figure class="runs">.*<\/figure>/.exec(page) ?? [];
    expect(chart.match(/<g>/g)).toHaveLength(30);
    expect(chart).toContain("<title>2026-10-03 08:00 UTC: 10 carriers: 1 fails, 3 need review, 6 pass</title>");
    expect(chart).toContain('<rect class="pass" x="1" y="40" width="8" height="60"/>');
    expect(chart).toContain('<rect class="fail" x="1" y="0" width="8" height="10"/>');
    expect(chart).toContain("<title>2026-11-21 15:28 UTC: 3 carriers");
  });

  it("are not shown without a history", async () => {
    expect(await rendered("html")).not.toContain("<figure");
  });
});
