import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { acceptedEncodings, decodeBody, decodeText } from "../../src/service/body.ts";
import { AnswerTooLargeError, BodyError } from "../../src/service/http-errors.ts";

const text = JSON.stringify({ legal_name: "CAMIONES DEL NIÑO, S.A.", filler: "abc".repeat(100) });
const most = 1_000_000;
const textOf = async (...body: Parameters<typeof decodeBody>) => decodeText(await decodeBody(...body));
const plain = Buffer.from(text);

const codings = [
  ["gzip", gzipSync],
  ["x-gzip", gzipSync],
  ["deflate", deflateSync],
  ["deflate", deflateRawSync],
  ["br", brotliCompressSync],
] as const;

describe.each(codings)("%s (%o)", (coding, compress) => {
  test("is decompressed", async () => {
    expect(await textOf(compress(plain), coding, most)).toBe(text);
    expect(await textOf(compress(plain), ` ${coding.toUpperCase()} `, most)).toBe(text);
  });

  test("that is cut short is refused", async () => {
    const bytes = compress(plain);
    for (const cut of [1, 5, bytes.length >> 1]) {
      await expect(decodeBody(bytes.subarray(0, -cut), coding, most)).rejects.toThrow(
        expect.objectContaining({ message: "is damaged or cut short", cause: expect.any(Error) }),
      );
    }
  });

  test("that is damaged is refused", async () => {
    const bytes = Buffer.from(
      compress(plain).map((byte, index) => (index > 1 && index % 3 === 0 ? byte ^ 0xff : byte)),
    );
    await expect(decodeBody(bytes, coding, most)).rejects.toThrow(BodyError);
  });

  test("that expands beyond the limit is refused", async () => {
    const bytes = compress(Buffer.alloc(1_001, " "));
    expect(bytes.length).toBeLessThan(100);
    await expect(decodeBody(bytes, coding, 1_000)).rejects.toThrow(AnswerTooLargeError);
    expect(await textOf(bytes, coding, 1_001)).toHaveLength(1_001);
  });

  test("that is empty stays empty", async () => {
    expect(await textOf(Buffer.alloc(0), coding, most)).toBe("");
  });
});

test("every encoding that we ask for can be decompressed", async () => {
  for (const coding of acceptedEncodings.split(", ")) expect(codings.map(([name]) => name)).toContain(coding);
});

test.each(["", "identity", "IDENTITY", " , "])("a body is not encoded if its encoding is %j", async (encoding) => {
  expect(await textOf(plain, encoding, most)).toBe(text);
});

test("of two encodings, the last one applied is undone first", async () => {
  expect(await textOf(brotliCompressSync(gzipSync(plain)), "gzip, br", most)).toBe(text);
  expect(await textOf(gzipSync(gzipSync(plain)), "gzip,gzip", most)).toBe(text);
  expect(await textOf(gzipSync(plain), "identity, gzip", most)).toBe(text);
  await expect(decodeBody(brotliCompressSync(gzipSync(plain)), "br, gzip", most)).rejects.toThrow(BodyError);
  await expect(decodeBody(gzipSync(gzipSync(Buffer.alloc(2_000))), "gzip, gzip", 1_000)).rejects.toThrow(
    AnswerTooLargeError,
  );
});

test("three or more encodings are refused before any is undone", async () => {
  const thrice = gzipSync(gzipSync(gzipSync(plain)));
  await expect(decodeBody(thrice, "gzip, gzip, gzip", most)).rejects.toThrow("has too many content encodings");
  // The body isn't even looked at: it isn't compressed.
  const many = Array(300).fill("gzip").join(", ");
  await expect(decodeBody(plain, many, most)).rejects.toThrow("has too many content encodings");
  expect(await textOf(plain, Array(300).fill("identity").join(", "), most)).toBe(text);
});

test("decompression doesn't block the main thread", async () => {
  const bytes = gzipSync(Buffer.alloc(8 << 20, " "), { level: 1 });
  let turns = 0;
  const timer = setInterval(() => turns++);
  await decodeBody(bytes, "gzip", 8 << 20);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(0);
});

test.each(["rot13", "zstd", "gzip, rot13", "constructor", "__proto__"])(
  "an encoding that we didn't ask for is refused: %s",
  async (name) => {
    await expect(decodeBody(plain, name, most)).rejects.toThrow("has a content encoding that was not asked for");
  },
);

test("plain text that claims to be compressed is refused", async () => {
  await expect(decodeBody(plain, "gzip", most)).rejects.toThrow(BodyError);
  await expect(decodeBody(plain, "deflate", most)).rejects.toThrow(BodyError);
  await expect(decodeBody(Buffer.from("x"), "deflate", most)).rejects.toThrow(BodyError);
});

test("a byte order mark is ignored", () => {
  expect(decodeText(Buffer.from(`\ufeff${text}`))).toBe(text);
});

test.each([
  ["a Latin-1 letter", [0x4c, 0xd1, 0x4c]],
  ["a cut character", [0x22, 0xc3]],
  ["a surrogate", [0xed, 0xa0, 0x80]],
  ["an overlong form", [0xc0, 0xaf]],
  ["UTF-16", [0xff, 0xfe, 0x7b, 0]],
])("bytes that aren't UTF-8 are refused, and have no part in the next text: %s", (_, bytes) => {
  expect(() => decodeText(Buffer.from(bytes))).toThrow(
    expect.objectContaining({ message: "is not UTF-8", cause: expect.any(Error) }),
  );
  expect(decodeText(plain)).toBe(text);
});
