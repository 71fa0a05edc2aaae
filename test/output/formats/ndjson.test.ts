import { describe, expect, it } from "vitest";
import { answered, notFound, rendered, unanswered } from "../outcomes.ts";

describe("NDJSON", () => {
  it("is one compact object per line, with values as the service wrote them", async () => {
    const laidOut = '{\n  "dot_number" : "1",\n  "rate": 1.0, "rate": 2.50\n}';
    const text = await rendered("ndjson", [[answered({ dot_number: "1" }, laidOut), notFound("2")], [unanswered("3")]]);
    expect(text).toMatchInlineSnapshot(`
      "{"dot_number":"1","rate":1.0,"rate":2.50}
      {"dot_number":"2","error":{"code":"not-found","status":404,"message":"the service knows no such carrier"}}
      {"dot_number":"3","error":{"code":"unreachable","message":"nothing answers"}}
      "
    `);
  });

  it("is the same for a single number", async () => {
    const one = [[answered({ dot_number: "1" })]];
    expect(await rendered("ndjson", one, { single: true })).toBe(await rendered("ndjson", one));
  });

  it("is reduced to the selected fields", async () => {
    const record = { dot_number: "1", policies: [{ form_code: "34", x: 1 }, { form_code: "91X" }], x: 2 };
    const text = await rendered("ndjson", [[answered(record)]], { fields: ["policies.form_code", "dot_number"] });
    expect(text).toBe('{"policies":[{"form_code":"34"},{"form_code":"91X"}],"dot_number":"1"}\n');
  });

  it("is empty for no results", async () => {
    expect(await rendered("ndjson", [[]])).toBe("");
  });
});
