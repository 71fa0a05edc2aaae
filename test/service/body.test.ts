import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { acceptedEncodings, BodyError, decodeBody } from "../../src/service/body.ts";

const text = JSON.stringify({ legal_name: "CAMIONES DEL NIÑO, S.A.", filler: "abc".repeat(100) });
const most = 1_000_000;
const plain = Buffer.from(text);

const codings = [
  ["gzip", gzipSync],
  ["x-gzip", gzipSync],
  ["deflate", deflateSync],
  ["deflate", deflateRawSync],
  ["br", brotliCompressSync],
] as const;

describe.each(codings)("%s (%o)", (coding, compress) => {
  test("good", () => {
    expect(decodeBody(compress(plain), coding, most)).toBe(text);
    expect(decodeBody(compress(plain), ` ${coding.toUpperCase()} `, most)).toBe(text);
  });

  test("cut short", () => {
    const bytes = compress(plain);
    for (const cut of [1, 5, bytes.length >> 1]) {
      expect(() => decodeBody(bytes.subarray(0, -cut), coding, most)).toThrow(
        expect.objectContaining({ message: "is damaged or cut short", cause: expect.any(Error) }),
      );
    }
  });

  test("damaged", () => {
    const bytes = Buffer.from(
      compress(plain).map((byte, index) => (index > 1 && index % 3 === 0 ? byte ^ 0xff : byte)),
    );
    expect(() => decodeBody(bytes, coding, most)).toThrow(BodyError);
  });

  test("a bomb", () => {
    const bytes = compress(Buffer.alloc(1_001, " "));
    expect(bytes.length).toBeLessThan(100);
    expect(() => decodeBody(bytes, coding, 1_000)).toThrow(RangeError);
    expect(decodeBody(bytes, coding, 1_001)).toHaveLength(1_001);
  });

  test("nothing at all is nothing", () => {
    expect(decodeBody(Buffer.alloc(0), coding, most)).toBe("");
  });
});

test("we say what we can read", () => {
  for (const coding of acceptedEncodings.split(", ")) expect(codings.map(([name]) => name)).toContain(coding);
});

test.each([undefined, "", "identity", "IDENTITY", " , "])("not encoded: %j", (encoding) => {
  expect(decodeBody(plain, encoding, most)).toBe(text);
});

test("encoded twice: what was applied last is undone first", () => {
  expect(decodeBody(brotliCompressSync(gzipSync(plain)), "gzip, br", most)).toBe(text);
  expect(decodeBody(gzipSync(gzipSync(plain)), "gzip,gzip", most)).toBe(text);
  expect(decodeBody(gzipSync(plain), "identity, gzip", most)).toBe(text);
  expect(() => decodeBody(brotliCompressSync(gzipSync(plain)), "br, gzip", most)).toThrow(BodyError);
  expect(() => decodeBody(gzipSync(gzipSync(Buffer.alloc(2_000))), "gzip, gzip", 1_000)).toThrow(RangeError);
});

test.each(["rot13", "zstd", "gzip, rot13", "constructor", "__proto__"])(
  "an encoding that we did not ask for: %s",
  (name) => {
    expect(() => decodeBody(plain, name, most)).toThrow("has an encoding that was not asked for");
  },
);

test("plain text that is said to be compressed", () => {
  expect(() => decodeBody(plain, "gzip", most)).toThrow(BodyError);
  expect(() => decodeBody(plain, "deflate", most)).toThrow(BodyError);
  expect(() => decodeBody(Buffer.from("x"), "deflate", most)).toThrow(BodyError);
});

test("a byte order mark is ignored", () => {
  expect(decodeBody(Buffer.from(`\ufeff${text}`), undefined, most)).toBe(text);
});

test.each([
  ["a Latin-1 letter", [0x4c, 0xd1, 0x4c]],
  ["a cut character", [0x22, 0xc3]],
  ["a surrogate", [0xed, 0xa0, 0x80]],
  ["an overlong form", [0xc0, 0xaf]],
  ["UTF-16", [0xff, 0xfe, 0x7b, 0]],
])("bytes that are no UTF-8: %s", (_, bytes) => {
  expect(() => decodeBody(Buffer.from(bytes), undefined, most)).toThrow(
    expect.objectContaining({ message: "is not UTF-8", cause: expect.any(Error) }),
  );
});
