import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../src/errors.ts";
import { decode } from "../../src/input/decode.ts";

async function* chunksOf(...chunks: (readonly number[])[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Uint8Array.from(chunk);
}

async function decoded(...chunks: (readonly number[])[]): Promise<string> {
  let text = "";
  for await (const piece of decode(chunksOf(...chunks), "fleet.csv")) text += piece;
  return text;
}

const utf8 = (text: string) => [...Buffer.from(text)];
const utf16le = (text: string) => [...Buffer.from(text, "utf16le")];
const utf16be = (text: string) => [...Buffer.from(text, "utf16le").swap16()];

describe("decode", () => {
  it.each([
    ["UTF-8", utf8("76830é😀"), "76830é😀"],
    ["UTF-8 with BOM", utf8("\ufeff76830é"), "76830é"],
    ["UTF-16 LE with BOM", utf16le("\ufeffé76830"), "é76830"],
    ["UTF-16 BE with BOM", utf16be("\ufeffé76830"), "é76830"],
    ["UTF-16 LE without BOM", utf16le("76830é😀"), "76830é😀"],
    ["UTF-16 BE without BOM", utf16be("76830é😀"), "76830é😀"],
    ["UTF-16 LE, one character", utf16le("7"), "7"],
    ["UTF-16 BE, one character", utf16be("7"), "7"],
    ["UTF-16 LE, BOM only", [0xff, 0xfe], ""],
    ["UTF-8, short", utf8("768"), "768"],
    ["nothing", [], ""],
    ["a NUL byte in fourth place", [0x37, 0x37, 0x37, 0], "777\0"],
    ["a NUL byte in second place", [0x37, 0, 0x37, 0x37], "7\x0077"],
    ["a NUL byte in first place", [0, 0x37, 0x37, 0x37], "\x00777"],
    ["NUL bytes only", [0, 0, 0, 0], "\0\0\0\0"],
    ["three bytes", [0x37, 0, 0x37], "7\x007"],
    ["half a BOM", [0xff, 0x37, 0x37, 0x37], "\ufffd777"],
    ["the other half", [0xfe, 0x37, 0x37, 0x37], "\ufffd777"],
    ["Windows-1252", [0x37, 0xe9, 0x37, 0x37], "7\ufffd77"],
    ["a character cut off at the end", [0x37, 0x37, 0x37, 0x37, 0xc3], "7777\ufffd"],
    ["a UTF-16 unit cut off at the end", [...utf16le("76"), 0x37], "76\ufffd"],
  ])("reads %s", async (_, bytes, text) => {
    expect(await decoded(bytes)).toBe(text);
    expect(await decoded(...bytes.map((byte) => [byte]))).toBe(text);
    expect(await decoded([], bytes, [])).toBe(text);
  });

  it("never yields empty text", async () => {
    const pieces: string[] = [];
    for await (const piece of decode(chunksOf(utf8("\ufeff76"), [], [0xc3], [0xa9], []), "x")) pieces.push(piece);
    expect(pieces).toEqual(["76", "é"]);
  });

  it("yields text as it arrives", async () => {
    const pieces: string[] = [];
    for await (const piece of decode(chunksOf(utf8("76830\n"), utf8("1"), utf8("2")), "x")) pieces.push(piece);
    expect(pieces).toEqual(["76830\n", "1", "2"]);
    expect((await decode(chunksOf(utf8("768\n"), utf8("1")), "x").next()).value).toBe("768\n");
  });

  it.each([
    [
      "Excel workbook",
      [0x50, 0x4b, 3, 4, 20],
      /^fleet\.csv is an Excel workbook or another zip archive, not a list/,
      /CSV/,
    ],
    ["old Excel workbook", [0xd0, 0xcf, 0x11, 0xe0, 0xa1], /^fleet\.csv is an old Excel workbook, not a list/, /CSV/],
    ["PDF", utf8("%PDF-1.7"), /^fleet\.csv is a PDF, not a list/, /CSV/],
    ["gzip", [0x1f, 0x8b, 8, 0, 0], /^fleet\.csv is compressed with gzip, not a list/, /gunzip/],
  ])("refuses %s", async (_, bytes, message, hint) => {
    for (const chunks of [[bytes], bytes.map((byte) => [byte])]) {
      const error = await decoded(...chunks).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(InputError);
      expect(error).toMatchObject({ message: expect.stringMatching(message), hint: expect.stringMatching(hint) });
    }
  });

  it.each([
    ["PK", utf8("PK\n76830")],
    ["%PD", utf8("%PDX")],
    ["PK\x03", [0x50, 0x4b, 3]],
  ])("does not mistake text that begins with %j for such a file", async (_, bytes) => {
    expect(await decoded(bytes)).toBe(Buffer.from(bytes).toString());
  });

  it("reads the same text however the bytes are split", async () => {
    const encodings = fc.constantFrom(
      utf8,
      (text: string) => utf8(`\ufeff${text}`),
      (text: string) => utf16le(`\ufeff${text}`),
      (text: string) => utf16be(`\ufeff${text}`),
    );
    const cuts = fc.array(fc.nat(40), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme" }), encodings, cuts, async (text, encode, at) => {
        const wanted = `7${text}`;
        const bytes = encode(wanted);
        const ends = [0, ...at.toSorted((a, b) => a - b), bytes.length];
        const chunks = ends.slice(1).map((end, index) => bytes.slice(ends[index], end));
        expect(await decoded(...chunks)).toBe(wanted);
      }),
      { numRuns: 1000 },
    );
  });
});
