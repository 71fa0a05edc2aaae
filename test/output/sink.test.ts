import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { FileError, InterruptedError, OutputClosedError } from "../../src/errors.ts";
import { FileSink, type Sink, StreamSink, wholeLines } from "../../src/output/sink.ts";
import { temporaryDirectory } from "../support/memory-host.ts";

const piece = "x".repeat(64 * 1024);

/** The loop's next turn, in which what is gathered goes out. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Writes until it has to wait; how much that was. */
async function writtenUntilFull(sink: Sink, text: string, most: number): Promise<number> {
  let length = 0;
  for (; length < most; length += text.length) {
    const waits = sink.write(text);
    const passed = await Promise.race([
      Promise.resolve(waits).then(() => true),
      nextTurn().then(() => waits === undefined),
    ]);
    if (!passed) return length + text.length;
  }
  return length;
}

describe("standard output", () => {
  it("gets small writes together, in the loop's next turn", async () => {
    const pieces: string[] = [];
    const stream = new Writable({
      decodeStrings: false,
      write: (chunk, _, done) => done(void pieces.push(chunk) as never),
    });
    const sink = new StreamSink(stream);
    for (const text of ["a\n", "b\n", "c\n"]) expect(sink.write(text)).toBeUndefined();
    expect(pieces).toEqual([]);
    await nextTurn();
    await nextTurn();
    expect(pieces).toEqual(["a\nb\nc\n"]);
  });

  it("gets all of it, in order, before finish is done", async () => {
    const pieces: string[] = [];
    const stream = new Writable({
      decodeStrings: false,
      highWaterMark: 1,
      write: (chunk, _, done) => {
        pieces.push(chunk);
        setImmediate(done);
      },
    });
    const sink = new StreamSink(stream);
    for (let index = 0; index < 5; index++) await sink.write(`${index}${piece}`);
    await sink.write("end");
    await sink.finish();
    expect(pieces.join("")).toBe(`${[0, 1, 2, 3, 4].map((index) => index + piece).join("")}end`);
  });

  it.each([
    ["large", piece],
    ["small", "a line of an answer\n"],
  ])("stops its writer while the reader takes nothing: %s writes", async (_, text) => {
    const sink = new StreamSink(new PassThrough());
    expect(await writtenUntilFull(sink, text, 4_000_000)).toBeLessThan(400_000);
  });

  it("ends the wait for such a reader when the user stops us", async () => {
    const stop = new AbortController();
    const sink = new StreamSink(new PassThrough(), { signal: stop.signal });
    await writtenUntilFull(sink, piece, 4_000_000);
    const waiting = sink.write(piece);
    stop.abort(new InterruptedError("SIGINT"));
    await expect(waiting).rejects.toBeInstanceOf(InterruptedError);
    await sink.abandon();
  });

  it("hands over what is gathered when it is abandoned", async () => {
    const stream = new PassThrough();
    const stop = new AbortController();
    const sink = new StreamSink(stream, { signal: stop.signal });
    sink.write("whole record\n");
    stop.abort(new InterruptedError("SIGTERM"));
    await sink.abandon();
    expect(String(stream.read())).toBe("whole record\n");
  });

  it.each([
    ["EPIPE", OutputClosedError],
    ["ECONNRESET", OutputClosedError],
    ["ENOSPC", FileError],
  ])("that fails with %s says so, and at each write from then on", async (code, type) => {
    const stream = new Writable({ write: (_chunk, _, done) => done(Object.assign(new Error(), { code })) });
    const sink = new StreamSink(stream);
    await expect(async () => sink.write(piece)).rejects.toBeInstanceOf(type);
    expect(() => sink.write("more")).toThrow(type);
    await expect(sink.finish()).rejects.toBeInstanceOf(type);
    await sink.abandon();
  });

  it("that was closed already is met by finish", async () => {
    const stream = new PassThrough();
    stream.destroy();
    const sink = new StreamSink(stream);
    sink.write("x");
    await expect(sink.finish()).rejects.toBeInstanceOf(OutputClosedError);
  });

  it("is guarded piece by piece", async () => {
    const stream = new PassThrough();
    const sink = new StreamSink(stream, { guard: (text) => text.toUpperCase() });
    sink.write("abc\n");
    await sink.finish();
    expect(String(stream.read())).toBe("ABC\n");
  });

  it.runIf(existsSync("/dev/full"))("on a full disk says that it is full", async () => {
    const file = await open("/dev/full", "w");
    const sink = new StreamSink(file.createWriteStream());
    sink.write("x");
    await expect(sink.finish()).rejects.toThrow("cannot write the output: the disk is full");
  });
});

describe("a file that is replaced", () => {
  async function replaced(path: string, text: string): Promise<void> {
    const sink = await FileSink.replacing(path, "t");
    await sink.write(text);
    await sink.finish();
  }

  it("has its new content in one step, when all is written", async () => {
    const directory = temporaryDirectory();
    const path = join(directory, "out");
    writeFileSync(path, "old");
    const sink = await FileSink.replacing(path, "t");
    await sink.write(piece);
    expect(readFileSync(path, "utf8")).toBe("old");
    await sink.finish();
    expect(readFileSync(path, "utf8")).toBe(piece);
    expect(readdirSync(directory)).toEqual(["out"]);
  });

  it("is intact when the writing is abandoned, and nothing is left beside it", async () => {
    const directory = temporaryDirectory();
    const path = join(directory, "out");
    writeFileSync(path, "old");
    const sink = await FileSink.replacing(path, "t");
    await sink.write(piece);
    await sink.abandon();
    await sink.abandon();
    expect(readFileSync(path, "utf8")).toBe("old");
    expect(readdirSync(directory)).toEqual(["out"]);
  });

  it("keeps its mode", async () => {
    const path = join(temporaryDirectory(), "out");
    writeFileSync(path, "old");
    chmodSync(path, 0o640);
    await replaced(path, "new");
    expect(statSync(path).mode & 0o777).toBe(0o640);
  });

  it("behind a symbolic link is replaced, and the link stays", async () => {
    const directory = temporaryDirectory();
    const [path, target] = [join(directory, "link"), join(directory, "target")];
    writeFileSync(target, "old");
    symlinkSync(target, path);
    await replaced(path, "new");
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, "utf8")).toBe("new");
    expect(readdirSync(directory)).toEqual(["link", "target"]);
  });

  it("may be a device", async () => {
    await replaced("/dev/null", "gone");
    expect(lstatSync("/dev/null").isCharacterDevice()).toBe(true);
  });

  it("cannot be a directory, nor in one that is not there", async () => {
    const directory = temporaryDirectory();
    await expect(FileSink.replacing(directory, "t")).rejects.toThrow(`cannot write ${directory}: it is a directory`);
    const missing = join(directory, "no", "out");
    await expect(FileSink.replacing(missing, "t")).rejects.toThrow(
      `cannot write ${missing}: no such file or directory`,
    );
    await expect(FileSink.replacing(missing, "t")).rejects.toBeInstanceOf(FileError);
  });

  it.skipIf(process.getuid?.() === 0)("cannot be in a directory that may not be written", async () => {
    const directory = join(temporaryDirectory(), "locked");
    mkdirSync(directory, { mode: 0o500 });
    await expect(FileSink.replacing(join(directory, "out"), "t")).rejects.toThrow("permission denied");
  });

  it("cannot have a dangling link for a path", async () => {
    const directory = temporaryDirectory();
    symlinkSync(join(directory, "no", "where"), join(directory, "link"));
    await expect(FileSink.replacing(join(directory, "link"), "t")).rejects.toBeInstanceOf(FileError);
  });

  it.runIf(existsSync("/dev/full"))("on a full disk fails, whenever it shows", async () => {
    const sink = await FileSink.replacing("/dev/full", "t");
    await sink.write("x");
    await expect(sink.finish()).rejects.toThrow("cannot write /dev/full: the disk is full");
    const other = await FileSink.replacing("/dev/full", "t");
    await expect(async () => other.write(piece)).rejects.toBeInstanceOf(FileError);
    await other.abandon();
  });
});

describe("a file that is continued", () => {
  it("is cut and appended to", async () => {
    const path = join(temporaryDirectory(), "out");
    writeFileSync(path, "whole\ntor");
    const sink = await FileSink.appending(path, 6);
    await sink.write("next\n");
    await sink.finish();
    expect(readFileSync(path, "utf8")).toBe("whole\nnext\n");
  });

  it("keeps what was written when it is abandoned", async () => {
    const path = join(temporaryDirectory(), "out");
    const sink = await FileSink.appending(path, 0);
    await sink.write("whole record\n");
    await sink.abandon();
    expect(readFileSync(path, "utf8")).toBe("whole record\n");
  });

  it("must be a file", async () => {
    await expect(FileSink.appending(temporaryDirectory(), 0)).rejects.toThrow("it is a directory");
  });
});

describe("the whole lines of a file", () => {
  it.each([
    ["", []],
    ["torn", []],
    ["a\nbb\ntorn", ["a", 2, "bb", 5]],
    ["é\n\n", ["é", 3, "", 4]],
    [`${"x".repeat(200_000)}\ny\n`, ["x".repeat(200_000), 200_001, "y", 200_003]],
  ])("are those that have an end", async (content, expected) => {
    const path = join(temporaryDirectory(), "lines");
    writeFileSync(path, content);
    const found: unknown[] = [];
    for await (const { line, end } of wholeLines(path)) found.push(line, end);
    expect(found).toEqual(expected);
  });
});
