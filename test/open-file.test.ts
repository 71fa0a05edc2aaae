import { constants, promises as files, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { InterruptedError } from "../src/errors.ts";
import { linesOf, readAtMost } from "../src/open-file.ts";
import { newFifo, temporaryDirectory } from "./support/resources.ts";

const max = 65_536;
const read = async (path: string, signal = new AbortController().signal) =>
  Buffer.from(await readAtMost(path, max, { signal })).toString();

describe("readAtMost", () => {
  it("reads up to so many bytes", async () => {
    const path = join(temporaryDirectory(), "file");
    writeFileSync(path, "é".repeat(32_768));
    expect(await read(path)).toBe("é".repeat(32_768));
  });

  it.each(["/dev/zero", "/dev/urandom", "a file"])("reads one byte more of a longer one: %s", async (name) => {
    const path = name === "a file" ? join(temporaryDirectory(), "file") : name;
    if (name === "a file") writeFileSync(path, Buffer.alloc(65_537));
    expect(await readAtMost(path, max, { signal: new AbortController().signal })).toHaveLength(max + 1);
  });

  it("finds nothing in /dev/null", async () => {
    expect(await read("/dev/null")).toBe("");
  });

  it("fails for a directory and for a missing file", async () => {
    const path = temporaryDirectory();
    mkdirSync(join(path, "directory"));
    await expect(read(join(path, "directory"))).rejects.toMatchObject({ code: "EISDIR" });
    await expect(read(join(path, "nothing"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("reads nothing when the check fails", async () => {
    const failing = readAtMost("/dev/zero", max, {
      signal: new AbortController().signal,
      check() {
        throw new TypeError("not this one");
      },
    });
    await expect(failing).rejects.toThrow("not this one");
  });
});

describe("a pipe", () => {
  it("is read to its end, even if the writer comes later", async () => {
    const path = newFifo();
    const text = read(path);
    const writer = await files.open(path, constants.O_WRONLY | constants.O_NONBLOCK);
    await writer.write("one ");
    await writer.write("two");
    await writer.close();
    expect(await text).toBe("one two");
  });

  it("without an end is read no further than that", async () => {
    const path = newFifo();
    const bytes = readAtMost(path, max, { signal: new AbortController().signal });
    const writer = await files.open(path, constants.O_WRONLY | constants.O_NONBLOCK);
    const writing = (async () => {
      for (;;)
        await writer.write(Buffer.alloc(4096, "k")).catch((error) => error.code === "EAGAIN" || Promise.reject(error));
    })();
    await expect(writing).rejects.toMatchObject({ code: "EPIPE" });
    await writer.close();
    expect((await bytes).length).toBeGreaterThan(max);
  });

  it.each(["without a writer", "with a writer that is silent"])("%s is abandoned on a signal", async (kind) => {
    const path = newFifo();
    const stop = new AbortController();
    const text = read(path, stop.signal);
    const writer =
      kind === "without a writer" ? undefined : await files.open(path, constants.O_WRONLY | constants.O_NONBLOCK);
    stop.abort(new InterruptedError("SIGTERM"));
    await expect(text).rejects.toBeInstanceOf(InterruptedError);
    await writer?.close();
  });
});

describe("linesOf", () => {
  const tooLong = () => new TypeError("too long");
  async function linesIn(pieces: readonly string[], max = 1_000_000) {
    const found: unknown[] = [];
    const source = (async function* () {
      for (const piece of pieces) yield Buffer.from(piece);
    })();
    for await (const page of linesOf(source, max, tooLong))
      found.push(...page.flatMap(({ bytes, offset }) => [String(bytes), offset]));
    return found;
  }

  it.each<[string[], unknown[]]>([
    [[], []],
    [
      ["to", "rn"],
      ["torn", 0],
    ],
    [
      ["a\nb", "b\nto", "rn"],
      ["a\n", 0, "bb\n", 2, "torn", 5],
    ],
    [["é\n\n"], ["é\n", 0, "\n", 3]],
    [
      [`${"x".repeat(70_000)}`, `${"x".repeat(70_000)}\ny\n`],
      [`${"x".repeat(140_000)}\n`, 0, "y\n", 140_001],
    ],
  ])("has the lines with their offsets in bytes, whatever the pieces: %j", async (pieces, expected) => {
    expect(await linesIn(pieces)).toEqual(expected);
  });

  it("gives up on a line that has no end", async () => {
    await expect(linesIn(["ok\n", "x".repeat(600), "x".repeat(600), "never read"], 1_000)).rejects.toThrow("too long");
  });
});
