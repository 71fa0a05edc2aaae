import { describe, expect, it } from "vitest";
import { insuranceView } from "../../src/output/views.ts";
import { answered, rendered } from "../output/outcomes.ts";

/** An answer with as many policies as an attacker likes. */
function withPolicies(count: number, policy: (index: number) => unknown) {
  return answered({ dot_number: "1", policies: Array.from({ length: count }, (_, index) => policy(index)) });
}

describe("a record with 125,000 policies", () => {
  it.each<["table" | "json" | "ndjson" | "csv", number | undefined]>([
    ["table", undefined],
    ["table", 100],
    ["json", undefined],
    ["ndjson", undefined],
    ["csv", undefined],
  ])("is written as %s at a width of %s, without a stack overflow", { timeout: 60_000 }, async (format, width) => {
    const result = withPolicies(125_000, () => 1);
    const text = await rendered(format, [[result]], { view: insuranceView, single: true, width });
    expect(text.length).toBeGreaterThan(200_000);
  });

  it("takes time that grows with its size where a narrow terminal needs frames", async () => {
    const took = async (count: number) => {
      const result = withPolicies(count, (index) => ({ policy_number: `GP-${index}`, coverage_amount: index + 0.5 }));
      const before = process.cpuUsage();
      const text = await rendered("table", [[result]], { view: insuranceView, single: true, width: 20 });
      expect(text).toContain(`GP-${count - 1}`);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    await took(500);
    const [one, ten] = [await took(500), await took(5_000)];
    expect(ten / one).toBeLessThan(40);
  });
});
