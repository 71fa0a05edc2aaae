import { describe, expect, it } from "vitest";
import { answered, notFound, rendered, unanswered } from "../outcomes.ts";

const odd = '{ "dot_number" : "1", "rate": 1.0, "big": 9007199254740993, "__proto__": 1, "rate": 2.50 }';
const oddLaidOut =
  '{\n  "dot_number": "1",\n  "rate": 1.0,\n  "big": 9007199254740993,\n  "__proto__": 1,\n  "rate": 2.50\n}';

describe("JSON", () => {
  it("of one number is the service's own record, formatted", async () => {
    const text = await rendered("json", [[answered({ dot_number: "1" }, odd)]], { single: true });
    expect(text).toBe(`${oddLaidOut}\n`);
  });

  it("of a list is an array, even of one record or none", async () => {
    const pages = [[answered({ dot_number: "1" }, odd)], [], [notFound("2")]];
    const text = await rendered("json", pages);
    expect(text).toBe(`[
${oddLaidOut.replace(/^/gm, "  ")},
  {
    "dot_number": "2",
    "error": {
      "code": "not-found",
      "status": 404,
      "message": "the service knows no such carrier"
    }
  }
]
`);
    expect(await rendered("json", [[answered({ dot_number: "1" }, '{"dot_number":"1"}')]])).toBe(
      '[\n  {\n    "dot_number": "1"\n  }\n]\n',
    );
    expect(await rendered("json", [])).toBe("[]\n");
  });

  it("is reduced to the selected fields, in order", async () => {
    const record = '{"dot_number":"1","fleet":{"drivers":2.0,"power_units":1},"status":null}';
    const text = await rendered("json", [[answered({ dot_number: "1" }, record), unanswered("2")]], {
      fields: ["status", "fleet.drivers", "legal_name"],
    });
    expect(text).toContain(
      '  {\n    "status": null,\n    "fleet": {\n      "drivers": 2.0\n    },\n    "legal_name": null\n  }',
    );
    expect(JSON.parse(text)[1]).toEqual({
      dot_number: "2",
      error: { code: "unreachable", message: "nothing answers" },
    });
  });

  it("escapes what a terminal would obey, and loses nothing", async () => {
    const name = "\u001b[2J\u202eX\u0000";
    const text = await rendered("json", [[answered({ dot_number: "1" }, `{"dot_number":"1","legal_name":"\u202eX"}`)]]);
    expect(text).not.toContain("\u202e");
    expect(JSON.parse(text)[0].legal_name).toBe("\u202eX");
    const other = await rendered("json", [[answered({ dot_number: "1", legal_name: name })]], { single: true });
    expect(JSON.parse(other)).toEqual({ dot_number: "1", legal_name: name });
  });
});
