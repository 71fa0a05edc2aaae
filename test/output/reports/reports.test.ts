import { describe, expect, it } from "vitest";
import { reportNames } from "../../../src/output/reports/index.ts";
import { carrier } from "../../support/vetted.ts";
import { footerOf, rendered, smallRun } from "./runs.ts";

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

  it.runIf(name !== "ndjson" && name !== "csv")(
    "names the evidence, waivers that covered nothing, lines that are no number",
    async () => {
      const text = await rendered(name);
      expect(text).toContain("77aa".repeat(16));
      expect(text).toContain("expired");
      expect(text.replaceAll("\\", "")).toMatch(/MC-1/);
    },
  );

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

describe("changes since an earlier run", () => {
  it("are counted whole, and told in words up to a number", async () => {
    const changes = { verdict_before: "pass", fields: [] } as const;
    const carriers = Array.from({ length: 150 }, (_, index) => carrier(String(9_000_100 + index), { changes }));
    const table = await rendered("table", { carriers });
    expect(table).toContain("New failures: 150\n  USDOT 9000100 FADED HARBOR CARTAGE CO: was pass\n");
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
    expect(since).toEqual({ new_failures: [], identity_changes: [], newly_passing: ["9000001"] });
  });
});
