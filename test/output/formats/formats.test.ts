import { describe, expect, it } from "vitest";
import type { DotNumber } from "../../../src/dot-number.ts";
import type { Outcome } from "../../../src/lookup/outcome.ts";
import { formats, lookupFormats } from "../../../src/output/formats/index.ts";
import { carrierView, insuranceView, safetyView } from "../../../src/output/views.ts";
import { answered, memorySink, notFound, rendered } from "../outcomes.ts";

describe.each(lookupFormats)("the format %s", (name) => {
  const dotNumber = "7" as DotNumber;
  const noRows: Outcome[] = [
    { kind: "invalid", text: "MC-1", reason: "is a docket number" },
    { kind: "repeated", dotNumber },
    { kind: "kept", dotNumber },
  ];

  it("has no rows for refused, repeated and kept inputs", async () => {
    expect(await rendered(name, [noRows])).toBe(await rendered(name, []));
  });

  it("has a row for each result, in order, however they are paged", async () => {
    const findings = [answered({ dot_number: "3" }), notFound("1"), answered({ dot_number: "2" })];
    const text = await rendered(name, [findings]);
    expect(await rendered(name, [[...noRows], ...findings.map((finding) => [finding])])).toBe(text);
    const at = ["3", "1", "2"].map((number) => text.search(new RegExp(`\\b${number}\\b`)));
    expect(at).toEqual([...at].sort((one, other) => one - other));
    expect(at).not.toContain(-1);
  });

  it("writes only whole lines", async () => {
    for (const view of [carrierView, insuranceView, safetyView]) {
      const format = await formats[name]({ view, single: true, fields: undefined });
      const sink = memorySink();
      const options = { view, fields: undefined, width: 80, color: true, csvRaw: false, continued: false, now: 0 };
      const writer = format(sink, { ...options, single: true });
      writer.write([answered({ dot_number: "1", policies: [{}] })]);
      writer.end();
      for (const piece of sink.pieces) expect(piece).toMatch(/\n$/);
    }
  });

  it("escapes whatever a terminal would obey or a reader cannot see", async () => {
    const hostile = "=\u001b]0;x\u0007\u202e\u200b\u0085\u{e0041}\r\n::set-env name=A::b";
    const record = {
      dot_number: hostile,
      legal_name: hostile,
      status: hostile,
      mc_number: hostile,
      address: hostile,
      fleet: { power_units: hostile, drivers: { [hostile]: hostile } },
      policies: [{ policy_type: hostile, expiration_date: hostile }],
      inspections: { driver: { total: hostile, oos_rate: 1, national_avg: hostile } },
    };
    for (const view of [carrierView, insuranceView, safetyView]) {
      const text = await rendered(name, [[answered(record)]], { view, width: 80 });
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what the test looks for
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u200b]|\u{e0041}/u);
      expect(text).toContain(String.raw`\u001b]0;x`);
    }
  });
});
