import { describe, expect, it } from "vitest";
import { ageText, nameOf, timeText } from "../../../src/output/reports/words.ts";

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

  it("never leave a name blank", () => {
    expect(nameOf({ legal_name: null })).toBe("(no name)");
    expect(nameOf({ legal_name: " " })).toBe("(no name)");
    expect(nameOf({ legal_name: "ACME" })).toBe("ACME");
  });
});
