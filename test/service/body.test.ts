import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { acceptedEncodings, decodeText, decompress } from "../../src/service/body.ts";
import { BodyError } from "../../src/service/errors.ts";

const text = JSON.stringify({ legal_name: "CAMIONES DEL NIÑO, S.A.", filler: "abc".repeat(100) });
const most = 1_000_000;
const textOf = async (...body: Parameters<typeof decompress>) => decodeText(await decompress(...body));
const plain = Buffer.from(text);

const codings = [
  ["gzip", gzipSync],
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
      await expect(decompress(bytes.subarray(0, -cut), coding, most)).rejects.toThrow(
        expect.objectContaining({ message: "is damaged or cut short", cause: expect.any(Error) }),
      );
    }
  });

  test("that is damaged is refused", async () => {
    const bytes = Buffer.from(
      compress(plain).map((byte, index) => (index > 1 && index % 3 === 0 ? byte ^ 0xff : byte)),
    );
    await expect(decompress(bytes, coding, most)).rejects.toThrow(BodyError);
  });

  test("that expands beyond the limit is refused", async () => {
    const bytes = compress(Buffer.alloc(1_001, " "));
    expect(bytes.length).toBeLessThan(100);
    await expect(decompress(bytes, coding, 1_000)).rejects.toThrow("is larger than 32 MB");
    expect(await textOf(bytes, coding, 1_001)).toHaveLength(1_001);
  });

  test("that is empty stays empty", async () => {
    expect(await textOf(Buffer.alloc(0), coding, most)).toBe("");
  });
});

test("every encoding that we ask for can be decompressed", async () => {
  for (const coding of acceptedEncodings.split(", ")) expect(codings.map(([name]) => name)).toContain(coding);
});

test.each(["", "identity", "IDENTITY", " "])("a body is not encoded if its encoding is %j", async (encoding) => {
  expect(await textOf(plain, encoding, most)).toBe(text);
});

test("decompression doesn't block the main thread", async () => {
  const bytes = gzipSync(Buffer.alloc(8 << 20, " "), { level: 1 });
  let turns = 0;
  const timer = setInterval(() => turns++);
  await decompress(bytes, "gzip", 8 << 20);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(0);
});

test.each(["rot13", "zstd", "deflate", "x-gzip", "gzip, gzip", "constructor", "__proto__"])(
  "an encoding that we didn't ask for is refused: %s",
  async (name) => {
    await expect(decompress(plain, name, most)).rejects.toThrow("has a content encoding that was not asked for");
  },
);

test("plain text that claims to be compressed is refused", async () => {
  await expect(decompress(plain, "gzip", most)).rejects.toThrow(BodyError);
  await expect(decompress(plain, "br", most)).rejects.toThrow(BodyError);
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
