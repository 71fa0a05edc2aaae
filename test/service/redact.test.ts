import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redact, redactBytes } from "../../src/service/redact.ts";

const key = 's3cr"et/k+y&=<Z>\\9';

describe("the key is taken out", () => {
  test.each<[string, string]>([
    ["as it is", key],
    ["in JSON", JSON.stringify(key).slice(1, -1)],
    ["in JSON within JSON", JSON.stringify(JSON.stringify(key)).slice(3, -3)],
    ["in JSON that escapes slashes", JSON.stringify(key).slice(1, -1).replaceAll("/", "\\/")],
    [
      "as Unicode escapes",
      [...key].map((c) => `\\u00${c.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`).join(""),
    ],
    ["in a URL", encodeURIComponent(key)],
    ["in a URL, in lower case", encodeURIComponent(key).toLowerCase().replace("z", "Z")],
    ["in a URL within a URL", encodeURIComponent(encodeURIComponent(key))],
    ["all in percent signs", [...key].map((c) => `%${c.charCodeAt(0).toString(16)}`).join("")],
    ["in HTML", key.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")],
    ["in HTML, by number", key.replaceAll('"', "&#34;").replaceAll("&=", "&#x26;=").replaceAll("<", "&#060;")],
    ["in base64", Buffer.from(key).toString("base64").replace(/=+$/, "")],
  ])("%s", (_, written) => {
    for (const text of [written, `X-API-Key: ${written}\r\n`, `{"a":"${written}","b":"${written}"}`]) {
      const redacted = redact(text, key);
      expect(redacted).toContain("[redacted]");
      expect(redacted).not.toContain(written.slice(0, 8));
    }
    expect(redact(`<${written}>`, key).length).toBeLessThan("<[redacted]>".length + 4);
  });

  test("from base64 of whatever it stands in", () => {
    for (const before of ["", "u", "us", "user:"]) {
      const encoded = Buffer.from(`${before}${key}:rest`).toString("base64url");
      expect(redact(encoded, key)).toContain("[redacted]");
      expect(Buffer.from(redact(encoded, key), "base64url").toString()).not.toContain(key.slice(2, -2));
    }
  });

  test("from bytes in any encoding, and others stay the very same", () => {
    for (const encoding of ["latin1", "utf16le"] as const) {
      const bytes = redactBytes(Buffer.from(`ÄÖ ${key} ß`, encoding), key);
      expect(Buffer.from(bytes).toString("latin1").replaceAll("\0", "")).toBe("ÄÖ [redacted] ß");
    }
    const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x80]);
    expect(redactBytes(bytes, key)).toBe(bytes);
    expect(redactBytes(bytes, undefined)).toBe(bytes);
  });

  test("whatever the key is, and JSON stays JSON", () => {
    const keys = fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      minLength: 8,
      maxLength: 40,
    });
    fc.assert(
      fc.property(keys, fc.string(), (any, around) => {
        const json = JSON.stringify({ headers: `${around} ${any} ${around}`, path: encodeURIComponent(any) });
        const redacted = redact(json, any);
        expect(JSON.parse(redacted).headers).not.toContain(` ${any} `);
      }),
    );
  });
});

describe("nothing else is", () => {
  test("a short key is found as a word only", () => {
    expect(redact('{"company":"ANY","key":"any"}', "any")).toBe('{"company":"ANY","key":"[redacted]"}');
  });

  test("text without the key, and any text without a key", () => {
    const text = '{"dot_number":"2233855","legal_name":"ACME"}';
    expect(redact(text, key)).toBe(text);
    expect(redact(text, undefined)).toBe(text);
  });

  test("in time that grows with the text only", () => {
    for (const piece of ["\\", "%25", "&amp;", "s3", "%"]) redact(piece.repeat(1 << 20), key);
  });
});
