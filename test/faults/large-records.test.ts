import { describe, expect, it } from "vitest";
import { insuranceView } from "../../src/output/views.ts";
import { answered, memorySink, rendered, writerTo } from "../output/outcomes.ts";

/** An answer with as many policies as an attacker likes. */
function withPolicies(count: number, policy: (index: number) => unknown) {
  return answered({ dot_number: "1", policies: Array.from({ length: count }, (_, index) => policy(index)) });
}

/** Goes so deep that a call with that many arguments overflows the stack, and does the work there. */
function withLittleStack<T>(tooMany: readonly number[], work: () => T, depth = 1): T {
  try {
    if (depth % 50 === 0) Math.max(...tooMany);
  } catch {
    return work();
  }
  return withLittleStack(tooMany, work, depth + 1);
}

describe("a record with more policies than the stack has room for", () => {
  // On a whole stack it would take 125,000.
  const count = 20_000;

  it.each<["table" | "json" | "ndjson" | "csv", number | undefined]>([
    ["table", undefined],
    ["table", 100],
    ["json", undefined],
    ["ndjson", undefined],
    ["csv", undefined],
  ])("is written as %s at a width of %s, without a stack overflow", async (format, width) => {
    const result = withPolicies(count, () => 1);
    const sink = memorySink();
    const writer = await writerTo(sink, format, { view: insuranceView, single: true, width });
    await withLittleStack(Array(count).fill(1), () => writer.write([result]));
    await writer.end();
    expect(sink.text().length).toBeGreaterThan(1.6 * count);
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
