import { describe, expect, it } from "vitest";
import { ageText, carrierName, changeTexts, timeText } from "../../../src/output/reports/words.ts";

describe("the words of reports", () => {
  it.each([
    ["2026-11-21T15:28:00Z", "new"],
    ["2026-11-21T15:30:00Z", "new"],
    ["2026-11-21T15:27:01Z", "new"],
    ["2026-11-21T15:27:00Z", "1 minute old"],
    ["2026-11-21T14:28:01Z", "59 minutes old"],
    ["2026-11-21T14:28:00Z", "1 hour old"],
    ["2026-11-20T15:28:00Z", "1 day old"],
    ["2020-11-21T15:28:00Z", "2,191 days old"],
    ["yesterday", "of unknown age"],
  ])("say how old an answer of %s is: %s", (askedAt, age) => {
    expect(ageText(askedAt, "2026-11-21T15:28:00Z")).toBe(age);
  });

  it("show another form of time as it came, made safe", () => {
    expect(timeText("2026-11-21T15:28:00.000Z")).toBe("2026-11-21 15:28 UTC");
    expect(timeText("soon\u001b")).toBe("soon\\u001b");
  });

  it("call crashes what they are, and say once what the carrier record and the safety record both say", () => {
    const rating = { kind: "safety", before: "Satisfactory", now: "Conditional" } as const;
    const fields = [
      { ...rating, field: "safety.rating" },
      { ...rating, field: "rating" },
      { kind: "safety", field: "crashes.total", before: 0, now: 1 } as const,
    ];
    expect(changeTexts({ verdict: "pass", changes: { verdict_before: "pass", fields } })).toEqual([
      'rating was "Satisfactory", now "Conditional"',
      "crashes was 0, now 1",
    ]);
  });

  it("never leave a name blank", () => {
    expect(carrierName({ legal_name: null })).toBe("(no name)");
    expect(carrierName({ legal_name: " " })).toBe("(no name)");
    expect(carrierName({ legal_name: "ACME" })).toBe("ACME");
  });
});
